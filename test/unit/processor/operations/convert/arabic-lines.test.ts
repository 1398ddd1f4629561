// Lines of Arabic letters, whose boxes and baselines say little.

import { expect, test } from 'vitest';
import { mendArabicLines } from '../../../../../processor/operations/convert/arabic-lines.ts';
import { letterPixels } from '../../../../../processor/operations/convert/recognised-sizes.ts';
import { splitLines } from '../../../../../processor/operations/convert/split-lines.ts';
import { usualWidth } from '../../../../../processor/operations/convert/word-widths.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const TEXTS = ['النظام', 'الداخلي', 'للمكتبة', 'الجامعية', 'هو'];
const SIZE = 40;
const GAP = 13;

/** Of one size; the boxes of its words are as high as is given. */
function lineOf(heights: readonly number[], baseline: number): RecognisedLine {
  let right = 1000;
  const words = TEXTS.map((text, at) => {
    const box = { left: right - usualWidth(text) * SIZE, right, top: 100, bottom: 100 + (heights[at] ?? 60) };
    right = box.left - GAP;
    return { text, confidence: 92, box };
  });
  const box = { left: right, top: 100, right: 1000, bottom: 160 };
  return { words, box, baseline: { x0: box.left, y0: baseline, x1: 1000, y1: baseline }, isRightToLeft: true, block: 0, paragraph: 0 };
}

test('its size is that of its widths, however high its words are, and it stays one line', () => {
  const lines = [lineOf([60, 60, 60, 60, 60], 160), lineOf([40, 60, 30, 58, 8], 140)];
  for (const line of splitLines(mendArabicLines(lines))) {
    expect(letterPixels(line)).toBeCloseTo(SIZE, -0.5);
    expect(line.words).toHaveLength(TEXTS.length);
  }
});

test('it stands where its letters join, and its words reach over its marks and tails', () => {
  const [foot, above] = mendArabicLines([lineOf([60, 60, 60, 60, 60], 160), lineOf([60, 60, 60, 60, 8], 110)]);
  expect(foot?.baseline.y0).toBeCloseTo(139.6);
  expect(above?.baseline.y0).toBeCloseTo(139.6);
  expect(above?.words.every(({ box }) => box.bottom - box.top > SIZE * 0.9)).toBe(true);
});

test('it runs from right to left, also where it was read among other words', () => {
  const line = lineOf([60, 60, 60, 60, 60], 140);
  const [mended] = mendArabicLines([{ ...line, words: line.words.toReversed(), isRightToLeft: false }]);
  expect(mended?.isRightToLeft).toBe(true);
  expect(mended?.words.map(({ text }) => text)).toEqual(TEXTS);
});

test('a figure alone that begins it may be a tick, and one within it a letter; sure ones are figures', () => {
  const line = lineOf([60, 60, 60, 60, 60], 140);
  const own = (text: string, confidence: number, at: number) => line.words.with(at, { ...line.words[at]!, text, confidence });
  const read = [own('7', 96, 0), own('5', 88, 2), own('5', 96, 2)];
  const mended = mendArabicLines(read.map((words) => ({ ...line, words })));
  expect(mended.map(({ words }) => words.filter(({ confidence }) => confidence === 0).map(({ text }) => text))).toEqual([['7'], ['5'], []]);
});
