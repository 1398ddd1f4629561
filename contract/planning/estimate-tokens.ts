// How many tokens a text is for a language model, without its tokenizer: an estimate for any of them, too high rather than too low. Words of
// Latin letters are a token per three letters, digits and signs one each, and what is written with other characters more than one each.

const PART = /(?<word>[A-Za-z]+)|(?<space>\s+)|(?<ascii>[!-~])|(?<accented>[\u00a1-\u024f]+)|(?<other>[^])/gu;
const LETTERS_A_TOKEN = 3;
const SPACES_A_TOKEN = 4;
const TOKENS_A_CHARACTER = 1.5;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups = {} } of text.matchAll(PART)) {
    if (groups['word'] !== undefined) tokens += Math.ceil(groups['word'].length / LETTERS_A_TOKEN);
    // A space before a word is a part of it.
    else if (groups['space'] !== undefined) tokens += groups['space'] === ' ' ? 0 : Math.ceil(groups['space'].length / SPACES_A_TOKEN);
    else if (groups['ascii'] !== undefined) tokens += 1;
    else if (groups['accented'] !== undefined) tokens += groups['accented'].length;
    // Beyond the basic plane a character may be a token for each of its four bytes.
    else tokens += (groups['other'] ?? '').length > 1 ? 4 : TOKENS_A_CHARACTER;
  }
  return Math.ceil(tokens);
}
