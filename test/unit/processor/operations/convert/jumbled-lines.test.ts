// Pages whose lines cannot be set as they were read.

import { expect, test } from 'vitest';
import { isJumbled } from '../../../../../processor/operations/convert/jumbled-lines.ts';
import { usualWidth } from '../../../../../processor/operations/convert/word-widths.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const TEXTS = ['The', 'harbour', 'of', 'the', 'village', 'is', 'closed', 'at', 'night'];
const PITCH = 30;

interface Seen {
  readonly size?: number;
  readonly high?: number;
  readonly confidence?: number;
}

/** @param high the height of its words, where that is not the one of their size */
function lineOf(foot: number, { size = 20, high = size * 0.7, confidence = 95 }: Seen = {}): RecognisedLine {
  let left = 0;
  const words = TEXTS.map((text) => {
    const box = { left, right: left + usualWidth(text) * size, top: foot - high, bottom: foot };
    left = box.right + size * 0.3;
    return { text, confidence, box };
  });
  const box = { left: 0, right: left, top: foot - high, bottom: foot };
  return { words, box, baseline: { x0: 0, y0: foot, x1: left, y1: foot }, isRightToLeft: false, block: 0, paragraph: 0 };
}

const page = (seen: readonly Seen[], pitch = PITCH) => ({ lines: seen.map((one, at) => lineOf(100 + at * pitch, one)) });

test('lines below each other can be set, also where some of them are large', () => {
  expect(isJumbled(page([{}, {}, {}, {}, {}, {}]))).toBe(false);
  expect(isJumbled({ lines: [lineOf(60, { size: 40 }), ...page([{}, {}, {}, {}, {}]).lines] })).toBe(false);
});

test('lines over each other, and lines that are far too wide for their height, cannot', () => {
  expect(isJumbled(page([{}, {}, {}, {}, {}, {}], 8))).toBe(true);
  const flat = { size: 26, high: 7 };
  expect(isJumbled(page([{}, {}, {}, flat, flat, {}]))).toBe(true);
});

test('what stays a picture for the most part stays one whole; a few doubts do not matter', () => {
  const guessed = { confidence: 20 };
  expect(isJumbled(page([{}, {}, guessed, guessed, guessed, guessed]))).toBe(true);
  expect(isJumbled(page([{}, {}, {}, {}, guessed, guessed]))).toBe(true);
  expect(isJumbled(page([{}, {}, {}, {}, {}, guessed]))).toBe(false);
  expect(isJumbled({ ...page([{}, {}, {}, {}, {}, guessed]), isPhotograph: true })).toBe(true);
  expect(isJumbled({ ...page([{}, {}, {}, {}, {}, {}]), isPhotograph: true })).toBe(false);
});
