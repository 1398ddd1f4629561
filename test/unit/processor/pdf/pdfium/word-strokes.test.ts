// Strokes that lengthen Arabic words, of which the file says no character.

import { expect, it } from 'vitest';
import { FLAG, LOST, packCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { isStroke, nameStrokes, STROKE } from '../../../../../processor/pdf/pdfium/page/word-strokes.ts';
import { set } from '../../../../support/synthetic-page.ts';

const stroke = (x: number) => set(String.fromCodePoint(STROKE), x, 50).map((one) => ({ ...one, unmapped: true }));

function textOf(...parts: ReturnType<typeof set>[]): string {
  const columns = packCharacters(parts.flat());
  const count = nameStrokes(columns, columns.count);
  return Array.from({ length: count }, (_, at) => ((columns.flags[at] ?? 0) & FLAG.unmapped ? LOST : (columns.code[at] ?? 0)))
    .map((code) => String.fromCodePoint(code))
    .join('');
}

it('are U+0640 between letters', () => {
  expect(textOf(set('د', 100, 50), stroke(106), stroke(112), stroke(118), set('ه', 124, 50))).toBe('دـــه');
});

it('are left out at the end of a word, and under a letter', () => {
  expect(textOf(stroke(94), set('د', 100, 50), stroke(102))).toBe('د');
});

it('are lost characters elsewhere: beside other letters, and alone', () => {
  expect(textOf(set('a', 100, 50), stroke(106), set('b', 112, 50))).toBe(`a${String.fromCodePoint(LOST)}b`);
  expect(textOf(set('د', 100, 50), stroke(140))).toBe(`د${String.fromCodePoint(LOST)}`);
});

it('are flat', () => {
  expect(isStroke({ width: 4, height: 1 }, 20)).toBe(true);
  expect(isStroke({ width: 4, height: 6 }, 20)).toBe(false);
  expect(isStroke({ width: 1, height: 2 }, 20)).toBe(false);
});
