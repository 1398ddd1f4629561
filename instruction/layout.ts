// Reads where on a page something goes, and how: place, alignment, distance from the edge, angle, opacity.

import type { Length, POSITIONS } from '#contract/params/edit-plan.ts';
import { type Cursor, step, take, wordAt } from './cursor.ts';
import { readDegrees, readLength } from './lengths.ts';

export type Position = (typeof POSITIONS)[number];

export function readMargin(cursor: Cursor): Length | undefined {
  take(cursor, 'with a margin of', 'with a', 'at a distance of');
  const length = readLength(cursor);
  if (!length) return undefined;
  return take(
    cursor,
    'from the edges of the page',
    'from the edges',
    'from the edge of the page',
    'from the edge',
    'from the margins',
    'margin',
    'away from the edge',
  )
    ? length
    : undefined;
}

const VERTICAL: ReadonlyMap<string, 'top' | 'bottom' | 'center'> = new Map([
  ['top', 'top'],
  ['upper', 'top'],
  ['bottom', 'bottom'],
  ['lower', 'bottom'],
  ['middle', 'center'],
  ['center', 'center'],
  ['centre', 'center'],
]);
const HORIZONTAL: ReadonlyMap<string, 'left' | 'center' | 'right'> = new Map([
  ['left', 'left'],
  ['left-hand', 'left'],
  ['right', 'right'],
  ['right-hand', 'right'],
  ['center', 'center'],
  ['centre', 'center'],
  ['middle', 'center'],
]);

export function readPosition(cursor: Cursor): Position | undefined {
  take(cursor, 'in', 'at', 'on', 'to', 'into', 'near');
  take(cursor, 'the');
  take(cursor, 'very');
  const [first = '', second] = wordAt(cursor).split('-');
  const vertical = VERTICAL.get(first);
  let horizontal: 'left' | 'center' | 'right' | undefined;
  if (vertical === undefined) {
    horizontal = HORIZONTAL.get(first);
    if (horizontal === undefined) return undefined;
    step(cursor);
    take(cursor, 'side', 'edge', 'margin');
    if (horizontal === 'center') return 'center';
    return `center_${horizontal}`;
  }
  step(cursor);
  if (second !== undefined) horizontal = HORIZONTAL.get(second);
  else {
    take(cursor, 'of the page on the');
    horizontal = HORIZONTAL.get(wordAt(cursor));
    if (horizontal !== undefined) step(cursor);
  }
  if (second !== undefined && horizontal === undefined) return undefined;
  take(cursor, 'corner', 'edge', 'side', 'margin');
  if (vertical === 'center') return horizontal === undefined || horizontal === 'center' ? 'center' : `center_${horizontal}`;
  return `${vertical}_${horizontal ?? 'center'}`;
}

export function readAlign(cursor: Cursor): 'left' | 'center' | 'right' | undefined {
  const glued = /^(left|right|center|centre)-aligned$/.exec(wordAt(cursor))?.[1];
  if (glued !== undefined) {
    step(cursor);
    return glued === 'left' || glued === 'right' ? glued : 'center';
  }
  if (take(cursor, 'centered', 'centred', 'in the center', 'in the centre', 'in the middle')) return 'center';
  const on = take(cursor, 'on the', 'to the', 'at the', 'aligned to the', 'aligned', 'align') !== undefined;
  const side = take(cursor, 'left', 'right', 'center', 'centre');
  if (side === undefined) return undefined;
  const aligned = take(cursor, 'aligned', 'side', 'align') !== undefined;
  if (!on && !aligned) return undefined;
  return side === 'left' || side === 'right' ? side : 'center';
}

/** 0.05 to 1; written in percent. */
export function readOpacity(cursor: Cursor): number | undefined {
  take(cursor, 'with', 'at');
  take(cursor, 'an opacity of', 'opacity of', 'opacity');
  const named = cursor.tokens[cursor.at - 1]?.word ?? '';
  const length = readLength(cursor);
  if (length?.unit !== '%') return undefined;
  if (named !== 'of' && named !== 'opacity' && !take(cursor, 'opacity', 'opaque')) return undefined;
  return length.value / 100;
}

/** Degrees, counterclockwise. */
export function readAngle(cursor: Cursor): number | undefined {
  if (take(cursor, 'diagonally', 'diagonal')) return 45;
  if (take(cursor, 'horizontally', 'horizontal')) return 0;
  if (take(cursor, 'vertically', 'vertical')) return 90;
  take(cursor, 'at an angle of', 'at', 'rotated by', 'rotated', 'angled at', 'tilted by', 'tilted');
  return readDegrees(cursor, -90, 90);
}
