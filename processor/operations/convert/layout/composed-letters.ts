// Letters with accents for fonts that draw both apart: TeX puts the accent, made for small letters, over whatever letter it is for.

import { partsOfAccented } from '../../../pdf/fonts/accents.ts';
import type { BuiltGlyph } from '../../../pdf/fonts/programs/build-truetype.ts';

/** Latin-1 and Latin Extended-A, and the Romanian letters. */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0xc0, 0x17f],
  [0x218, 0x21b],
];
/** So high as an accent is made for. */
const X_HEIGHT_LETTERS = 'xıveoacnsruz';

type Letters = Map<number, BuiltGlyph>;

/** Adds those that the font lacks and has both parts of. */
export function addComposedLetters(letters: Letters): void {
  const xHeight = topOfFirst(letters, X_HEIGHT_LETTERS);
  if (xHeight === undefined) return;
  for (const [from, to] of RANGES)
    for (let code = from; code <= to; code++) {
      const glyph = letters.has(code) ? undefined : compose(letters, code, xHeight);
      if (glyph) letters.set(code, glyph);
    }
}

function compose(letters: Letters, code: number, xHeight: number): BuiltGlyph | undefined {
  const parts = partsOfAccented(String.fromCodePoint(code));
  const first = (all: readonly string[] = []) =>
    all.map((one) => letters.get(one.codePointAt(0) ?? 0)).find((glyph) => glyph !== undefined);
  const [letter, accent] = [first(parts?.letters), first(parts?.accents)];
  if (!parts || !letter || !accent || letter.contours.length === 0 || accent.contours.length === 0) return undefined;
  const up = parts.isBelow ? 0 : topOf(letter) - xHeight;
  const aside = (letter.width - accent.width) / 2;
  const moved = accent.contours.map((contour) => contour.map((point) => ({ ...point, x: point.x + aside, y: point.y + up })));
  return { contours: [...letter.contours, ...moved], width: letter.width };
}

function topOfFirst(letters: Letters, which: string): number | undefined {
  const glyph = Array.from(which, (letter) => letters.get(letter.codePointAt(0) ?? 0)).find((one) => one && one.contours.length > 0);
  return glyph && topOf(glyph);
}

function topOf({ contours }: BuiltGlyph): number {
  return Math.max(...contours.flatMap((contour) => contour.map(({ y }) => y)));
}

const [AM, CIRCLE, AA] = [0xe33, 0xe4d, 0xe32];
/** Of the height of the letter: the circle is above. */
const CIRCLE_SHARE = 0.5;

/** What shapes Thai takes a vowel that is one letter apart: a font that draws it with one glyph gets both pieces, and one that has these gets it. */
export function addVowelPieces(letters: Letters): void {
  const whole = letters.get(AM);
  if (!whole || whole.contours.length === 0) {
    addVowelWhole(letters);
    return;
  }
  const isAbove = (contour: BuiltGlyph['contours'][number]) => Math.min(...contour.map(({ y }) => y)) > topOf(whole) * CIRCLE_SHARE;
  const piece = (width: number, isCircle: boolean) => ({ width, contours: whole.contours.filter((one) => isAbove(one) === isCircle) });
  if (!letters.has(CIRCLE)) letters.set(CIRCLE, piece(0, true));
  if (!letters.has(AA)) letters.set(AA, piece(whole.width, false));
}

/** Programs look for the letter before they take it apart. */
function addVowelWhole(letters: Letters): void {
  const [circle, aa] = [letters.get(CIRCLE), letters.get(AA)];
  if (!circle || !aa || circle.contours.length === 0 || aa.contours.length === 0) return;
  const behind = aa.contours.map((contour) => contour.map((point) => ({ ...point, x: point.x + circle.width })));
  letters.set(AM, { contours: [...circle.contours, ...behind], width: circle.width + aa.width });
}
