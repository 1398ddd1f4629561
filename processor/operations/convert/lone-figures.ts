// Words with accents in a language that was read without them: `à` becomes 4, a or 2. A figure is worse than a letter without its accent: it says
// something else, and reads well. Pure.

import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';

const FIGURE = /^\p{Nd}$/u;
const SMALL_WORD = /^[("'’“«]*\p{Ll}[\p{L}'’-]*$/u;
/** Of a figure that is one. */
const SURE_CONFIDENCE = 95;

/** Lines of a page in another language: figures that stand alone between words have no confidence, so that their picture stays. */
export function doubtLoneFigures(lines: readonly RecognisedLine[]): RecognisedLine[] {
  return lines.map((line) => {
    const isLone = ({ text, confidence }: RecognisedWord, at: number) =>
      FIGURE.test(text) && confidence < SURE_CONFIDENCE && isSmall(line.words[at - 1]) && goesOn(line.words[at + 1]);
    return line.words.some(isLone)
      ? { ...line, words: line.words.map((word, at) => (isLone(word, at) ? { ...word, confidence: 0 } : word)) }
      : line;
  });
}

/** With a word, or with a number: `à 773` and `4 773` look alike. */
function goesOn(word: RecognisedWord | undefined): boolean {
  return isSmall(word) || (word !== undefined && /^\p{Nd}/u.test(word.text));
}

function isSmall(word: RecognisedWord | undefined): boolean {
  return word !== undefined && SMALL_WORD.test(word.text);
}
