// Lines of recognition that hold type of two sizes.

import { expect, test } from 'vitest';
import { splitLines } from '../../../../../processor/operations/convert/split-lines.ts';
import type { RecognisedLine, RecognisedWord } from '../../../../../processor/recognition/recognised.ts';

const word = (text: string, left: number, top: number, [width, height]: readonly [number, number]): RecognisedWord => ({
  text,
  confidence: 90,
  box: { left, top, right: left + width, bottom: top + height },
});

function lineOf(words: readonly RecognisedWord[], foot: number): RecognisedLine {
  const box = { left: 0, top: 0, right: 900, bottom: 80 };
  return { words, box, baseline: { x0: 0, y0: foot, x1: 900, y1: foot }, isRightToLeft: false, block: 0, paragraph: 0 };
}

const textsOf = (lines: readonly RecognisedLine[]): string[] => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

test('a large word and the upper of two small lines beside it are two lines, each on its own feet', () => {
  const [large, small, ...more] = splitLines([
    lineOf([word('MENU', 0, 10, [270, 66]), word('Number', 600, 12, [110, 25]), word('2026', 720, 12, [72, 25])], 38),
  ]);
  expect(more).toEqual([]);
  expect([textsOf([large!, small!]), large?.baseline.y0, small?.baseline.y0]).toEqual([['MENU', 'Number 2026'], 76, 37]);
  expect(small?.box).toEqual({ left: 600, top: 12, right: 792, bottom: 37 });
});

test('a word whose box holds a rule too, an initial and small letters are in their line', () => {
  const lines = [
    lineOf([word('Total', 0, 0, [100, 60]), word('1380', 300, 20, [92, 32])], 52),
    lineOf([word('T', 0, 0, [60, 70]), word('he', 62, 44, [42, 26]), word('sea', 120, 50, [60, 20])], 70),
  ];
  expect(textsOf(splitLines(lines))).toEqual(['Total 1380', 'T he sea']);
});

test('words of two rows that run into each other are two lines, and a raised sign is in its own', () => {
  const rows = lineOf([word('Winter', 0, 30, [100, 32]), word('Break', 110, 30, [90, 32]), word('opening', 300, 66, [130, 42])], 62);
  expect(textsOf(splitLines([rows]))).toEqual(['Winter Break', 'opening']);
  const raised = lineOf([word('Winter', 0, 30, [100, 32]), word('12', 102, 26, [26, 24]), word('Break', 140, 30, [90, 32])], 62);
  expect(textsOf(splitLines([raised]))).toEqual(['Winter 12 Break']);
});

test('a number alone stands on its feet, whatever baseline its few letters were given', () => {
  const [mark] = splitLines([lineOf([word('[2]', 0, 10, [38, 37])], 36)]);
  const [page] = splitLines([lineOf([word('-2-', 0, 10, [40, 26])], 28)]);
  const [short] = splitLines([lineOf([word('iv.', 0, 10, [40, 26])], 28)]);
  expect([mark?.baseline.y0, page?.baseline.y0, short?.baseline.y0].map((y) => Math.round(y ?? 0))).toEqual([39, 36, 28]);
});
