// An upright bar in a word is a letter that looks like one: `|’Assemblée`, `I|`. One that stands alone may be a rule. Pure.

import type { RecognisedLine } from './recognised.ts';

const IN_WORD = /(?<=\p{L})\||\|(?=['’]?\p{L})/gu;
/** The side of a cell that a word touches: no word goes on with a capital letter behind an l. */
const BESIDE_WORD = /^\|\p{Lu}/u;

export function mendBars(lines: readonly RecognisedLine[]): RecognisedLine[] {
  return lines.map((line) =>
    line.words.some(({ text }) => text.includes('|'))
      ? {
          ...line,
          words: line.words.map((word) => (BESIDE_WORD.test(word.text) ? word : { ...word, text: word.text.replaceAll(IN_WORD, 'l') })),
        }
      : line,
  );
}
