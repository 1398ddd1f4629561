// How many tokens a text is for a language model, without its tokenizer: an estimate for any of them, too high rather than too low. Words of
// Latin letters are a token per three letters, digits and signs one each; of other scripts, each character has what the worst of the common
// tokenizers makes of it.

const PART =
  /(?<word>[A-Za-z]+)|(?<space>\s+)|(?<one>[!-~\u00a1-\u024f])|(?<common>[\p{scx=Cyrl}\p{scx=Grek}\p{scx=Hebr}\p{scx=Arab}\p{scx=Deva}\p{scx=Thai}\p{scx=Taml}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u1e00-\u1eff\u2010-\u2027])|(?<han>\p{scx=Han})|(?<astral>[\u{10000}-\u{10ffff}])|(?<rare>[^])/gu;
const LETTERS_A_TOKEN = 3;
/** Of words that are none: capitals alone, long ones, many consonants on end. */
const STRANGE = /^[A-Z]{2,}$|[a-z][A-Z]|^.{16}|[^AEIOUYaeiouy]{5}/;
const STRANGE_LETTERS_A_TOKEN = 1.25;
const SPACES_A_TOKEN = 4;
const TOKENS = { one: 1, common: 1.5, han: 2, astral: 4, rare: 3 } as const;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups = {} } of text.matchAll(PART)) {
    const { word, space } = groups;
    if (word !== undefined) tokens += tokensOfWord(word);
    // A space before a word is a part of it.
    else if (space !== undefined) tokens += space === ' ' ? 0 : Math.ceil(space.length / SPACES_A_TOKEN);
    else for (const [kind, count] of Object.entries(TOKENS)) if (groups[kind] !== undefined) tokens += count;
  }
  return Math.ceil(tokens);
}

function tokensOfWord(word: string): number {
  return Math.ceil(word.length / (STRANGE.test(word) ? STRANGE_LETTERS_A_TOKEN : LETTERS_A_TOKEN));
}
