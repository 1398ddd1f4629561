// Figures in a text of another language that may be letters with accents.

import { expect, test } from 'vitest';
import { doubtLoneFigures } from '../../../../../processor/operations/convert/lone-figures.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const BOX = { left: 0, top: 0, right: 10, bottom: 10 };
const lineOf = (text: string, confidence = 90): RecognisedLine => ({
  words: text.split(' ').map((word) => ({ text: word, confidence, box: BOX })),
  box: BOX,
  baseline: { x0: 0, y0: 10, x1: 10, y1: 10 },
  isRightToLeft: false,
  block: 0,
  paragraph: 0,
});
const doubtful = (line: RecognisedLine): string[] =>
  doubtLoneFigures([line]).flatMap(({ words }) => words.flatMap(({ text, confidence }) => (confidence === 0 ? [text] : [])));

test('a figure alone between words is in doubt, in a date, a number or read surely it is none', () => {
  expect(doubtful(lineOf('laisser la main 4 une personne plus active'))).toEqual(['4']);
  expect(doubtful(lineOf('le 4 avril'))).toEqual(['4']);
  expect(doubtful(lineOf('le solde s’élève 4 773.14€'))).toEqual(['4']);
  expect(doubtful(lineOf('Article 4 des statuts, avec 13 voix pour, 2 abstentions'))).toEqual([]);
  expect(doubtful(lineOf('la main 4 une personne', 96))).toEqual([]);
});
