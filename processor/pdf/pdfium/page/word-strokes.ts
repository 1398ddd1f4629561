// Strokes that lengthen Arabic words where lines are justified (kashida, U+0640). Programs take the glyph without saying that it is a character: what
// lies flat at letters, and means nothing, is no letter.

import { copyCharacter, FLAG, LOST, type OpenColumns } from './character-columns.ts';

export const STROKE = 0x640;
/** Share of the height of its line: how thick the glyph is at most; and how far from its letters. */
const THICK = 0.15;
const NEAR = 0.1;
const LETTER = /\p{Script=Arabic}/u;

/** @param room from the top to the bottom of its line */
export function isStroke({ width, height }: { readonly width: number; readonly height: number }, room: number): boolean {
  return height > 0 && height < room * THICK && width > height;
}

/**
 * Unmapped strokes between letters are U+0640, those under a letter or at the end of a word are left out, and the others are lost characters. In place.
 * @returns how many characters are left
 */
export function nameStrokes(columns: OpenColumns, count: number): number {
  const { code, flags, y, left, right, top, bottom } = columns;
  const places = Array.from({ length: count }, (_, at) => at);
  const strokes = places.filter((at) => code[at] === STROKE && ((flags[at] ?? 0) & FLAG.unmapped) !== 0);
  if (strokes.length === 0) return count;
  const isLetter = (at: number) => LETTER.test(String.fromCodePoint(code[at] ?? 0)) && ((flags[at] ?? 0) & FLAG.unmapped) === 0;
  const letters = Map.groupBy(places.filter(isLetter), (at) => Math.round(y[at] ?? 0));
  /** Those with a letter at this side, or another stroke that has one. */
  const haveLetters = (own: Float64Array, others: Float64Array): ReadonlySet<number> => {
    const found = new Set<number>();
    for (let size = -1; size < found.size;) {
      size = found.size;
      for (const at of strokes) {
        const near = ((bottom[at] ?? 0) - (top[at] ?? 0)) * NEAR;
        const isAt = (other: number) => other !== at && Math.abs((others[other] ?? 0) - (own[at] ?? 0)) < near;
        const isNext = (other: number) => Math.round(y[other] ?? 0) === Math.round(y[at] ?? 0) && isAt(other);
        if (letters.get(Math.round(y[at] ?? 0))?.some(isAt) || [...found].some(isNext)) found.add(at);
      }
    }
    return found;
  };
  const [atLeft, atRight] = [haveLetters(left, right), haveLetters(right, left)];
  const isUnder = (at: number) => {
    const middle = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
    return letters.get(Math.round(y[at] ?? 0))?.some((other) => middle > (left[other] ?? 0) && middle < (right[other] ?? 0)) === true;
  };
  for (const at of strokes) {
    if (!atLeft.has(at) && !atRight.has(at) && !isUnder(at)) code[at] = LOST;
    if (atLeft.has(at) && atRight.has(at)) flags[at] = (flags[at] ?? 0) & ~FLAG.unmapped;
  }
  let kept = 0;
  for (const at of places) if (code[at] !== STROKE || ((flags[at] ?? 0) & FLAG.unmapped) === 0) copyCharacter(columns, at, kept++);
  return kept;
}
