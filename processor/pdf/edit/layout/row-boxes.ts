// The parts of a page that a move changes, row by row.

import { type Box, unite } from '../../geometry/box.ts';

/** Points by which ink reaches out of its box. */
const SLACK = 2;

/** The place of something before and after it moves. @param by upwards */
export function widened([left, bottom, right, top]: Box, by: number): Box {
  return [left - SLACK, Math.min(bottom, bottom + by) - SLACK, right + SLACK, Math.max(top, top + by) + SLACK];
}

/** Points: pieces of a drawing that differ by less meet. */
const TOUCH_PT = 0.3;

/** They begin and end in one place along the line. */
export function isSideBySide(one: Box, two: Box): boolean {
  return Math.abs(one[0] - two[0]) < TOUCH_PT && Math.abs(one[2] - two[2]) < TOUCH_PT;
}

/** A box for each row of glyphs. */
export function joined(boxes: readonly Box[]): Box[] {
  const rows: Box[] = [];
  for (const box of boxes.toSorted((one, two) => two[1] - one[1])) {
    const row = rows.at(-1);
    if (row && Math.abs(row[1] - box[1]) < 1) rows[rows.length - 1] = unite(row, box);
    else rows.push(box);
  }
  return rows;
}
