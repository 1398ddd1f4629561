// The words of a strip in the lines of their page.

import { expect, test } from 'vitest';
import { mergeWords } from '../../../../../processor/recognition/strips/merge-words.ts';
import type { RecognisedLine, RecognisedWord } from '../../../../../processor/recognition/recognised.ts';

const word = (text: string, left: number, confidence: number): RecognisedWord => ({
  text,
  confidence,
  box: { left, top: 0, right: left + 50, bottom: 12 },
});
const lineOf = (words: readonly RecognisedWord[]): RecognisedLine => ({
  words,
  box: { left: 0, top: 0, right: 300, bottom: 12 },
  baseline: { x0: 0, y0: 12, x1: 300, y1: 12 },
  isRightToLeft: false,
  block: 0,
  paragraph: 0,
});

test('a word that the strip does not have stays between those that it has', () => {
  const line = lineOf([word('compfe', 0, 55), word('s’élève', 60, 90), word('773.I4€.', 120, 52)]);
  const [merged] = mergeWords([line], [word('compte', 0, 95), word('773.14€.', 120, 93)]);
  expect(merged?.words.map(({ text }) => text)).toEqual(['compte', 's’élève', '773.14€.']);
});
