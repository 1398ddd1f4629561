// Which lines of a scan are bold, by their ink and by that of their paragraph.

import { expect, test } from 'vitest';
import { findBoldLines } from '../../../../../processor/operations/convert/recognised-faces.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const [WIDTH, PITCH, HIGH] = [400, 20, 10];

/** @param ink of each line, beside that of the first; of paragraphs */
function boldOf(paragraphs: readonly (readonly number[])[]): boolean[][] {
  const all = paragraphs.flat();
  const bgra = new Uint8Array(WIDTH * PITCH * all.length * 4).fill(255);
  let row = 0;
  const lines = paragraphs.map((inks, paragraph) =>
    inks.map((ink): RecognisedLine => {
      const top = row++ * PITCH;
      const box = { left: 0, top, right: WIDTH, bottom: top + HIGH };
      const dark = Math.round(WIDTH * 0.2 * ink);
      for (let y = top; y < top + HIGH; y++) bgra.fill(0, y * WIDTH * 4, (y * WIDTH + dark) * 4);
      const words = [{ text: 'harbour market window', confidence: 95, box }];
      const baseline = { x0: 0, y0: top + HIGH, x1: WIDTH, y1: top + HIGH };
      return { words, box, baseline, isRightToLeft: false, block: 0, paragraph };
    }),
  );
  const bold = findBoldLines(lines.flat(), { bgra, widthPixels: WIDTH, heightPixels: PITCH * all.length }, (box) => box);
  return lines.map((own) => own.map(({ box }) => bold.has(box)));
}

const REGULAR = [1, 1, 1, 1];

test('a line with somewhat more ink than its paragraph is not bold, one alone is', () => {
  expect(boldOf([REGULAR, [1, 1.27, 1, 1], [1.27]])).toEqual([[false, false, false, false], [false, false, false, false], [true]]);
});

test('a line with somewhat less ink than its bold paragraph is bold', () => {
  expect(boldOf([REGULAR, REGULAR, [1.4, 1.15, 1.35]])).toEqual([
    [false, false, false, false],
    [false, false, false, false],
    [true, true, true],
  ]);
});

test('a line with much more ink is bold in any paragraph', () => {
  expect(boldOf([REGULAR, [1.45, 1, 1, 1]])).toEqual([
    [false, false, false, false],
    [true, false, false, false],
  ]);
});
