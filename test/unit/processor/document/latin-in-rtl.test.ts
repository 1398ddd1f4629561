// Latin words within right-to-left text run from left to right (UAX #9), however the engine turned them.

import { expect, it } from 'vitest';
import { textOfWords } from '../../../../processor/document/words/lines.ts';
import { makeSegments } from '../../../../processor/document/words/segments.ts';
import { set, wordsOf } from '../../../support/synthetic-page.ts';

const hebrew = (text: string, right: number) => Array.from(text).flatMap((letter, at) => set(letter, right - (at + 1) * 6, 50));
const textOf = (...parts: ReturnType<typeof set>[]) => makeSegments(wordsOf(...parts)).map(({ words }) => textOfWords(words));

it('of two and three words', () => {
  const around = [hebrew('שלום', 300), hebrew('עולם', 120)] as const;
  expect(textOf(around[0], set('Learning', 222, 50), set('Machine', 174, 50), hebrew('עולם', 168))).toEqual(['שלום Machine Learning עולם']);
  expect(textOf(around[0], set('three', 240, 50), set('two', 216, 50), set('one', 192, 50))).toEqual(['שלום one two three']);
});

it('with the number behind them, and without the one before', () => {
  expect(textOf(hebrew('שלום', 300), set('11', 258, 50), set('Windows', 210, 50), hebrew('עולם', 204))).toEqual(['שלום Windows 11 עולם']);
  expect(textOf(hebrew('שלום', 300), set('Windows', 228, 50), set('11', 210, 50), hebrew('עולם', 204))).toEqual(['שלום Windows 11 עולם']);
});

it('that stand as they are read stay so', () => {
  expect(textOf(hebrew('שלום', 162), set('Machine', 168, 50), set('Learning', 216, 50))).toEqual(['שלום Machine Learning']);
  expect(textOf(set('Machine', 168, 50), set('Learning', 216, 50))).toEqual(['Machine Learning']);
});
