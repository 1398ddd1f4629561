// Charts are told from text by the numbers at their axes.

import { expect, test } from 'vitest';
import { hasAxis } from '../../../../processor/recognition/find-axes.ts';
import type { RecognisedLine, RecognisedWord } from '../../../../processor/recognition/recognised.ts';

function word(text: string, right: number, top: number): RecognisedWord {
  return { text, box: { left: right - text.length * 10, top, right, bottom: top + 16 }, confidence: 90 };
}

function line(...words: RecognisedWord[]): RecognisedLine {
  const box = { left: 0, top: 0, right: 1000, bottom: 20 };
  return { words, box, baseline: { x0: 0, y0: 20, x1: 1000, y1: 20 }, isRightToLeft: false, block: 0, paragraph: 0 };
}

const row = (...texts: string[]) => texts.map((text, index) => word(text, 100 + index * 150, 500));

test('numbers at equal steps along a row or up a column are an axis, whatever stands between', () => {
  expect(hasAxis({ lines: [line(...row('0', '500', '1000', '1500', '~', '2000'))] })).toBe(true);
  const column = ['40', '30-', '20', '10'].map((text, index) => line(word(text, 100, 100 + index * 80)));
  expect(hasAxis({ lines: [...column, line(word('Time', 60, 250))] })).toBe(true);
});

test('other numbers are none, nor are those of a page with many words', () => {
  expect(hasAxis({ lines: [line(...row('12', '40', '41', '90', '7'))] })).toBe(false);
  expect(hasAxis({ lines: [line(...row('0', '5', '10'))] })).toBe(false);
  const text = Array.from({ length: 90 }, (_, index) => word('harbour', 100, 700 + index * 20));
  expect(hasAxis({ lines: [line(...row('0', '500', '1000', '1500')), line(...text)] })).toBe(false);
});
