// Some writers draw the letters of one font or script of a line, and then, back in the line, those of another that stand between them: such a line is
// read from the left.

import { FLAG, pickCharacters } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

const FIRST_RTL = 0x590;
const LAST_RTL = 0x8ff;
/** Ems between the baselines of what stands on one, and of the size by which it differs. */
const LEVEL_EMS = 0.05;
/** Ems by which a letter begins before the one that was drawn before it: less is a kern. */
const BACK_EMS = 0.25;
/** Ems by which letters beside each other overlap: more is another text over the first. */
const OVER_EMS = 0.25;
/** Of a space that a letter stands on. */
const COVERED = 0.6;

/** @returns the same where each line is drawn from its left to its right */
export function orderPieces(columns: CharacterColumns): CharacterColumns {
  const places: number[] = [];
  let isChanged = false;
  for (let start = 0; start < columns.count;) {
    const { end, isBack } = levelFrom(columns, start);
    const ordered = isBack ? inOrder(columns, start, end) : undefined;
    if (ordered) isChanged = true;
    for (const at of ordered ?? Array.from({ length: end - start }, (_, index) => start + index)) places.push(at);
    start = end;
  }
  return isChanged ? pickCharacters(columns, places) : columns;
}

const isGenerated = ({ flags }: CharacterColumns, at: number) => ((flags[at] ?? 0) & FLAG.generated) !== 0;
const isSpace = ({ code }: CharacterColumns, at: number) => (code[at] ?? 0) === 0x20 || (code[at] ?? 0) === 0xa0;
const sizeOf = ({ styles, style }: CharacterColumns, at: number) => styles[style[at] ?? 0]?.size ?? 0;

/** What is drawn on one baseline, without the line end that the engine puts behind it. @returns where it ends, exclusive */
function levelFrom(columns: CharacterColumns, start: number): { readonly end: number; readonly isBack: boolean } {
  const { x, y, code, flags, styles, style, count } = columns;
  const angleOf = (at: number) => styles[style[at] ?? 0]?.angle;
  const isDirected = (at: number) =>
    ((flags[at] ?? 0) & (FLAG.follows | FLAG.fromRight)) !== 0 || ((code[at] ?? 0) >= FIRST_RTL && (code[at] ?? 0) <= LAST_RTL);
  let [last, end, isBack] = [start, start + 1, false];
  if (angleOf(start) !== 0 || isDirected(start)) return { end, isBack };
  for (let at = start + 1; at < count; at++) {
    if (isGenerated(columns, at)) continue;
    const size = sizeOf(columns, start);
    const isLevel = Math.abs((y[at] ?? 0) - (y[start] ?? 0)) < size * LEVEL_EMS && Math.abs(sizeOf(columns, at) - size) < size * LEVEL_EMS;
    if (!isLevel || angleOf(at) !== 0 || isDirected(at)) break;
    isBack ||= (x[at] ?? 0) < (x[last] ?? 0) - size * BACK_EMS;
    [last, end] = [at, at + 1];
  }
  return { end, isBack };
}

/** Undefined where two texts lie over each other, and for numbers alone, which may stand beside a text that is read from the right. */
function inOrder(columns: CharacterColumns, start: number, end: number): number[] | undefined {
  const { left, right, x, code } = columns;
  const drawn = Array.from({ length: end - start }, (_, index) => start + index).filter((at) => !isGenerated(columns, at));
  if (!drawn.some((at) => /\p{L}/u.test(String.fromCodePoint(code[at] ?? 0)))) return undefined;
  const sorted = drawn.toSorted((a, b) => (x[a] ?? 0) - (x[b] ?? 0) || a - b);
  const letters = sorted.filter((at) => !isSpace(columns, at));
  const over = sizeOf(columns, start) * OVER_EMS;
  const isOver = (at: number, last: number) =>
    (right[last] ?? 0) - (left[at] ?? 0) > over && !(left[last] === left[at] && right[last] === right[at]);
  if (letters.some((at, index) => index > 0 && isOver(at, letters[index - 1] ?? at))) return undefined;
  const isCovered = (space: number) => {
    const width = (right[space] ?? 0) - (left[space] ?? 0);
    const shared = (at: number) => Math.min(right[at] ?? 0, right[space] ?? 0) - Math.max(left[at] ?? 0, left[space] ?? 0);
    return letters.some((at) => shared(at) > width * COVERED);
  };
  return sorted.filter((at) => !isSpace(columns, at) || !isCovered(at));
}
