// Where a text without spaces may be divided between lines: before nearly every character in East Asia, between words as a dictionary knows them in
// Thai and Lao.

const BY_CHARACTER = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/u;
const BY_WORD = [
  { script: /\p{Script=Thai}/u, language: 'th' },
  { script: /\p{Script=Lao}/u, language: 'lo' },
] as const;
/** They do not begin a line. */
const CLOSING = /^[)\]}»”’.,:;!?、。，．）」』】〉》！？：；\p{M}]/u;

const COMPOUND = /(?<=\p{L}{2}[-\u2010])(?=\p{L}{2})/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** Its script has no spaces between words. */
export function isUnspaced(text: string): boolean {
  return BY_CHARACTER.test(text);
}

/** A line may end before it, whatever precedes. */
export function isBreakable(text: string): boolean {
  return BY_CHARACTER.test(text) && !CLOSING.test(text);
}

/** Of text between two spaces, what may stand on different lines. */
export function partsOf(chunk: string): string[] {
  return wordsOf(chunk).flatMap((word) => {
    const parts: string[] = [];
    for (const letter of word) {
      const last = parts.at(-1);
      // An opening bracket does not end a line.
      if (last === undefined || (isBreakable(letter) && !/^\p{Ps}$/u.test(last))) parts.push(letter);
      else parts[parts.length - 1] = last + letter;
    }
    return parts;
  });
}

/** Where no dictionary is needed, a word is divided only after the hyphens of a compound. */
export function wordsOf(text: string): string[] {
  const language = BY_WORD.find(({ script }) => script.test(text))?.language;
  if (language === undefined) return text.split(COMPOUND);
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1);
    if (last === undefined || (!CLOSING.test(segment) && !/\p{Ps}$/u.test(last))) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
}
