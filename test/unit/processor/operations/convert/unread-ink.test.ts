// Lines of a scan with ink between their words that was not read.

import { expect, test } from 'vitest';
import { cutNumbers, wordsBesideUnreadInk } from '../../../../../processor/operations/convert/unread-ink.ts';
import { usualWidth } from '../../../../../processor/operations/convert/word-widths.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const [WIDTH, HEIGHT, SIZE, FOOT] = [400, 60, 20, 40];

function lineOf(left: number, ...texts: readonly string[]): RecognisedLine {
  let at = left;
  const words = texts.map((text) => {
    const box = { left: at, right: at + usualWidth(text) * SIZE, top: FOOT - SIZE * 0.7, bottom: FOOT };
    at = box.right + SIZE * 1.4;
    return { text, confidence: 95, box };
  });
  const right = words.at(-1)?.box.right ?? left;
  const box = { left, right, top: FOOT - SIZE, bottom: FOOT };
  return { words, box, baseline: { x0: left, y0: FOOT, x1: right, y1: FOOT }, isRightToLeft: false, block: 0, paragraph: 0 };
}

/** @param ink a box that is black */
function left(
  lines: readonly RecognisedLine[],
  ink?: readonly [x: number, y: number, width: number, height: number],
  find = wordsBesideUnreadInk,
): string {
  const bgra = new Uint8Array(WIDTH * HEIGHT * 4).fill(250);
  const [x, y, width, height] = ink ?? [0, 0, 0, 0];
  for (let row = y; row < y + height; row++) bgra.fill(0, (row * WIDTH + x) * 4, (row * WIDTH + x + width) * 4);
  const found = find(lines, { bgra, widthPixels: WIDTH, heightPixels: HEIGHT }, (box) => box);
  return lines.flatMap(({ words }) => words.flatMap((word) => (found.has(word) ? [word.text] : []))).join(' ');
}

const line = lineOf(10, 'harbour', 'market');
const gap = Math.round((line.words[0]?.box.right ?? 0) + SIZE * 0.4);

test('a line with a shred between its words stays a picture', () => {
  expect(left([line], [gap, FOOT - 12, 10, 12])).toBe('harbour market');
  const behind = lineOf(gap + SIZE, 'window');
  expect(left([lineOf(10, 'harbour'), behind], [gap, FOOT - 12, 10, 12])).toBe('harbour window');
});

test('gaps, dots, underlines and the sides of cells are no such ink', () => {
  expect(left([line])).toBe('');
  expect(left([line], [gap, FOOT - 2, 10, 2])).toBe('');
  expect(left([line], [0, FOOT + 2, WIDTH, 2])).toBe('');
  expect(left([line], [gap, 0, 7, HEIGHT])).toBe('');
  expect(left([lineOf(10, 'harbour', '1284')], [gap, FOOT - 12, 10, 12])).toBe('');
});

test('a number beside which a figure was not read stays a picture', () => {
  const amount = lineOf(100, '0.3');
  const [{ box }] = amount.words as [RecognisedLine['words'][number]];
  const cut = (x: number, width: number, top = FOOT - 13) => left([amount], [Math.round(x), top, width, FOOT - top], cutNumbers);
  expect(cut(box.right + 3, 6)).toBe('0.3');
  expect(cut(box.left - 9, 6)).toBe('0.3');
  // The side of its cell, what is further away, and what was read.
  expect(left([amount], [Math.round(box.right + 3), 0, 3, HEIGHT], cutNumbers)).toBe('');
  expect(cut(box.right + 14, 6)).toBe('');
  expect(
    left([lineOf(100, '0.3'), lineOf(Math.round(box.right + 3), 'm')], [Math.round(box.right + 3), FOOT - 13, 6, 13], cutNumbers),
  ).toBe('');
});
