// The letters of a page as the engine reads them, with the ink that it draws in their places: what is extracted may still be hidden.

import type { Box } from '../../geometry/box.ts';
import { type Matrix, transform } from '../../geometry/matrix.ts';
import type { Scratch } from '../page/scratch.ts';
import type { Drawn, Pdfium } from '../pdfium.ts';

/** Tight boxes in default user space, four sides for each letter, in the engine's order; white space, hyphens and unmapped codes are left out. */
export interface Letters {
  readonly count: number;
  readonly codes: Uint32Array;
  /** Their numbers on the engine's page of text. */
  readonly indexes: Uint32Array;
  readonly boxes: Float64Array;
}

/** A page with more is not judged letter by letter. */
const LETTERS_MAX = 60_000;
/** Degrees of a channel from 0 to 255 by which the lightest and the darkest point of a letter's place differ. */
const CLEAR_CONTRAST = 36;
const NO_CONTRAST = 10;

const LEFT_OUT = /[\s\p{Cc}\p{Cf}\p{Cn}\p{Co}\u00ad\u2010\u2011\ufffd\ufffe-]/u;

export function readLetters({ pdfium }: Pdfium, textPage: number, scratch: Scratch): Letters {
  const { FPDFText_CountChars, FPDFText_GetCharBox, FPDFText_GetUnicode } = pdfium.wasmExports;
  const total = Math.max(0, FPDFText_CountChars(textPage));
  if (total > LETTERS_MAX) return { count: 0, codes: new Uint32Array(0), indexes: new Uint32Array(0), boxes: new Float64Array(0) };
  const [codes, indexes, boxes] = [new Uint32Array(total), new Uint32Array(total), new Float64Array(total * 4)];
  const { pointer } = scratch;
  let count = 0;
  for (let index = 0; index < total; index++) {
    const unit = FPDFText_GetUnicode(textPage, index);
    // The engine gives a character beyond U+FFFF as two, in one place.
    if (isLowSurrogate(unit) && index > 0 && isHighSurrogate(FPDFText_GetUnicode(textPage, index - 1))) continue;
    const code = isHighSurrogate(unit) && index + 1 < total ? joined(unit, FPDFText_GetUnicode(textPage, index + 1)) : unit;
    if (code < 0x20 || code > 0x10ffff || (code > 0x7e && LEFT_OUT.test(String.fromCodePoint(code))) || code === 0x20 || code === 0x2d)
      continue;
    if (!FPDFText_GetCharBox(textPage, index, pointer, pointer + 16, pointer + 8, pointer + 24)) continue;
    codes[count] = code;
    indexes[count] = index;
    const sides = scratch.doubles;
    for (let side = 0; side < 4; side++) boxes[count * 4 + side] = sides[side] ?? 0;
    count++;
  }
  return { count, codes, indexes, boxes };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function joined(high: number, low: number): number {
  return isLowSurrogate(low) ? 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00) : high;
}

/** In default user space. */
export function boxOfLetter({ boxes }: Letters, index: number): Box {
  return [boxes[index * 4] ?? 0, boxes[index * 4 + 1] ?? 0, boxes[index * 4 + 2] ?? 0, boxes[index * 4 + 3] ?? 0];
}

/** The letters whose middle lies in one of the boxes. */
export function lettersIn(letters: Letters, regions: readonly Box[]): number[] {
  const inside: number[] = [];
  const { boxes } = letters;
  for (let index = 0; index < letters.count; index++) {
    const x = ((boxes[index * 4] ?? 0) + (boxes[index * 4 + 2] ?? 0)) / 2;
    const y = ((boxes[index * 4 + 1] ?? 0) + (boxes[index * 4 + 3] ?? 0)) / 2;
    if (regions.some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) inside.push(index);
  }
  return inside;
}

/** @param toPixels from default user space to the picture */
export function inkOf(
  letters: Letters,
  wanted: readonly number[],
  drawn: Drawn,
  toPixels: Matrix,
): { /** The picture surely shows nothing there. */ readonly blank: number; /** It surely shows something. */ readonly clear: number } {
  const pixels = drawn.pixels();
  let [blank, clear] = [0, 0];
  for (const index of wanted) {
    const [left, bottom, right, top] = boxOfLetter(letters, index);
    const [x1, y1] = transform(toPixels, left, bottom);
    const [x2, y2] = transform(toPixels, right, top);
    const contrast = contrastIn(pixels, drawn, [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);
    if (contrast < NO_CONTRAST) blank++;
    if (contrast >= CLEAR_CONTRAST) clear++;
  }
  return { blank, clear };
}

/** @param box in pixels, y downwards; at least one pixel is looked at, and its neighbours */
function contrastIn(pixels: Buffer, { width, height, rowBytes, channels }: Drawn, [left, top, right, bottom]: Box): number {
  const [x1, x2] = [Math.max(0, Math.floor(left - 0.5)), Math.min(width - 1, Math.ceil(right + 0.5))];
  const [y1, y2] = [Math.max(0, Math.floor(top - 0.5)), Math.min(height - 1, Math.ceil(bottom + 0.5))];
  const [least, most] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  for (let y = y1; y <= y2; y++) {
    for (let x = x1; x <= x2; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = pixels[y * rowBytes + x * channels + channel] ?? 0;
        if (value < (least[channel] ?? 0)) least[channel] = value;
        if (value > (most[channel] ?? 0)) most[channel] = value;
      }
    }
  }
  return Math.max(0, ...most.map((value, channel) => value - (least[channel] ?? 0)));
}

/** A letter covers another when it hides so much of the smaller one; marks far smaller than a letter are not looked at. */
const COVERED_SHARE = 0.3;
const SMALL_SHARE = 0.15;
/** Letters that follow one another may touch: kerning, accents, ligatures. */
const NEIGHBOURS = 2;
/** Share of its size within which a letter is the same one drawn again. */
const TWICE_SHARE = 0.25;

/** Pairs of letters that cover each other, at least one of them wanted, by what they are; with how often. */
export function coveredPairs(letters: Letters, wanted: readonly number[]): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  const { boxes } = letters;
  // Only what is at the height of the wanted letters can cover one.
  const low = wanted.reduce((least, index) => Math.min(least, boxes[index * 4 + 1] ?? 0), Infinity);
  const high = wanted.reduce((most, index) => Math.max(most, boxes[index * 4 + 3] ?? 0), -Infinity);
  const near: number[] = [];
  for (let index = 0; index < letters.count; index++)
    if ((boxes[index * 4 + 3] ?? 0) > low && (boxes[index * 4 + 1] ?? 0) < high) near.push(index);
  const inOrder = near.toSorted((one, two) => (boxes[one * 4] ?? 0) - (boxes[two * 4] ?? 0));
  const lefts = Float64Array.from(inOrder, (index) => letters.boxes[index * 4] ?? 0);
  const widest = inOrder.reduce((most, index) => Math.max(most, (letters.boxes[index * 4 + 2] ?? 0) - (letters.boxes[index * 4] ?? 0)), 0);
  const isWanted = new Set(wanted);
  for (const one of wanted) {
    const box = boxOfLetter(letters, one);
    for (let at = firstAtLeast(lefts, box[0] - widest); at < inOrder.length && (lefts[at] ?? 0) < box[2]; at++) {
      const two = inOrder[at] ?? 0;
      if (Math.abs(one - two) <= NEIGHBOURS || (isWanted.has(two) && two < one)) continue;
      if (!covers(box, boxOfLetter(letters, two), letters.codes[one] === letters.codes[two])) continue;
      const key = [letters.codes[one] ?? 0, letters.codes[two] ?? 0].toSorted((a, b) => a - b).join(' ');
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
  }
  return pairs;
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function covers(one: Box, two: Box, isSame: boolean): boolean {
  const areaOf = ([left, bottom, right, top]: Box) => Math.max(0, right - left) * Math.max(0, top - bottom);
  const [smaller, larger] = [Math.min(areaOf(one), areaOf(two)), Math.max(areaOf(one), areaOf(two))];
  if (smaller <= larger * SMALL_SHARE) return false;
  const common = areaOf([Math.max(one[0], two[0]), Math.max(one[1], two[1]), Math.min(one[2], two[2]), Math.min(one[3], two[3])]);
  if (common < smaller * COVERED_SHARE) return false;
  const size = Math.max(one[2] - one[0], one[3] - one[1]);
  return !(isSame && one.every((side, index) => Math.abs(side - (two[index] ?? 0)) < size * TWICE_SHARE));
}
