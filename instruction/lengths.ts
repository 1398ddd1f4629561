// Reads lengths and angles: `10 mm`, `1,5cm`, `half an inch`, `5%`, `90°`.

import type { Length } from '#contract/params/edit-plan.ts';
import { attempt, type Cursor, step, take, wordAt } from './cursor.ts';
import { decimalNumber, unitOf } from './words.ts';

/** `10 mm`, `1,5cm`, `half an inch`, `an inch`, `5%`. */
export function readLength(cursor: Cursor): Length | undefined {
  return attempt(cursor, (cursor) => {
    const glued = /^(\d+(?:[.,]\d+)?)([a-z%]+)$/.exec(wordAt(cursor));
    const gluedValue = glued && decimalNumber(glued[1] ?? '');
    const gluedUnit = glued && unitOf(glued[2] ?? '');
    if (gluedValue !== undefined && gluedValue !== null && gluedUnit) {
      step(cursor);
      return { value: gluedValue, unit: gluedUnit };
    }
    const half = take(cursor, 'half an', 'half a', 'half') !== undefined;
    const value = half ? 0.5 : takeDecimal(cursor);
    const unit = unitOf(wordAt(cursor));
    if (value === undefined || unit === undefined) return undefined;
    step(cursor);
    return { value, unit };
  });
}

function takeDecimal(cursor: Cursor): number | undefined {
  if (take(cursor, 'an', 'a')) return 1;
  const value = decimalNumber(wordAt(cursor));
  if (value !== undefined) step(cursor);
  return value;
}

/** A whole number of degrees within the bounds. */
export function readDegrees(cursor: Cursor, min: number, max: number): number | undefined {
  return attempt(cursor, (cursor) => {
    const written = wordAt(cursor);
    const glued = /^(-?\d{1,3})(?:°|deg)$/.exec(written)?.[1];
    if (glued !== undefined) step(cursor);
    const plain = glued ?? /^-?\d{1,3}$/.exec(written)?.[0];
    if (plain === undefined) return undefined;
    if (glued === undefined) {
      step(cursor);
      if (!take(cursor, 'degrees', 'degree', 'deg', '°')) return undefined;
    }
    const degrees = Number(plain);
    return degrees >= min && degrees <= max ? degrees + 0 : undefined;
  });
}
