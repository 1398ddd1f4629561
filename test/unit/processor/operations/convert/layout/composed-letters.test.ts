// Letters with accents in fonts that draw both apart.

import { expect, it } from 'vitest';
import { addComposedLetters, addVowelPieces } from '../../../../../../processor/operations/convert/layout/composed-letters.ts';
import type { BuiltGlyph } from '../../../../../../processor/pdf/fonts/programs/build-truetype.ts';

/** A box as wide as half of its glyph. */
function box(width: number, [bottom, top]: readonly [number, number]): BuiltGlyph {
  const [left, right] = [width / 4, (width * 3) / 4];
  const at = (x: number, y: number) => ({ x, y, isOn: true });
  return { width, contours: [[at(left, bottom), at(left, top), at(right, top), at(right, bottom)]] };
}

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;
const heightsOf = (glyph: BuiltGlyph | undefined) =>
  glyph?.contours.map((contour) => [Math.min(...contour.map(({ y }) => y)), Math.max(...contour.map(({ y }) => y))]);

function fontOf(glyphs: Readonly<Record<string, BuiltGlyph>>): Map<number, BuiltGlyph> {
  const letters = new Map(Object.entries(glyphs).map(([letter, glyph]) => [codeOf(letter), glyph]));
  addComposedLetters(letters);
  return letters;
}

it('they are made of both: the accent in the middle of the letter, over capitals higher', () => {
  const letters = fontOf({ x: box(500, [0, 400]), e: box(480, [0, 400]), E: box(700, [0, 650]), '´': box(300, [450, 600]) });
  expect(heightsOf(letters.get(codeOf('é')))).toEqual([
    [0, 400],
    [450, 600],
  ]);
  expect(heightsOf(letters.get(codeOf('É')))).toEqual([
    [0, 650],
    [700, 850],
  ]);
  const [letter, accent] = letters.get(codeOf('é'))?.contours ?? [];
  const middle = (contour: typeof letter) => ((contour?.[0]?.x ?? 0) + (contour?.[2]?.x ?? 0)) / 2;
  expect(middle(accent)).toBe(middle(letter));
  expect(letters.get(codeOf('é'))?.width).toBe(480);
});

it('a letter with a dot has its accent in place of it; a cedilla stays below', () => {
  const letters = fontOf({
    x: box(500, [0, 400]),
    i: box(250, [0, 620]),
    ı: box(250, [0, 400]),
    C: box(700, [0, 650]),
    '´': box(300, [450, 600]),
    '¸': box(300, [-200, 0]),
  });
  expect(heightsOf(letters.get(codeOf('í')))).toEqual([
    [0, 400],
    [450, 600],
  ]);
  expect(heightsOf(letters.get(codeOf('Ç')))).toEqual([
    [0, 650],
    [-200, 0],
  ]);
});

it('none is made of parts that are not there, and none that is there is changed', () => {
  const own = box(480, [0, 620]);
  const letters = fontOf({ x: box(500, [0, 400]), é: own, e: box(480, [0, 400]), i: box(250, [0, 620]), '´': box(300, [450, 600]) });
  expect(letters.get(codeOf('é'))).toBe(own);
  expect(letters.has(codeOf('è'))).toBe(false);
  expect(letters.has(codeOf('í'))).toBe(false);
  expect(letters.has(codeOf('ó'))).toBe(false);
});

it('a vowel of Thai that one glyph draws has its circle and its stroke', () => {
  const [circle, stroke] = [box(200, [500, 700]), box(400, [0, 480])];
  const letters = new Map([[codeOf('\u0e33'), { width: 400, contours: [...circle.contours, ...stroke.contours] }]]);
  addVowelPieces(letters);
  expect(letters.get(codeOf('\u0e4d'))).toEqual({ width: 0, contours: circle.contours });
  expect(letters.get(codeOf('\u0e32'))).toEqual({ width: 400, contours: stroke.contours });
});

it('a vowel of Thai that is drawn with two glyphs is there whole', () => {
  const [circle, stroke] = [{ ...box(200, [500, 700]), width: 0 }, box(400, [0, 480])];
  const letters = new Map([
    [codeOf('\u0e4d'), circle],
    [codeOf('\u0e32'), stroke],
  ]);
  addVowelPieces(letters);
  expect(letters.get(codeOf('\u0e33'))).toEqual({ width: 400, contours: [...circle.contours, ...stroke.contours] });
});
