// Bars of a chart: boxes that stand on one line and end at different heights, or begin at one line and have different lengths. The lines of its scale
// and its labels look like a table.

import { contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Fill } from '../../pdf/pdfium/page/page-content.ts';
import { type Grid, isSeen } from './grids.ts';

/** Points: ends this near are on one line; lengths that differ by more are different. */
const SAME_POINTS = 1.5;
const LONGER_POINTS = 4;
/** So many bars with so many lengths make a chart; cells of different heights seldom begin together. */
const BARS_MIN = 3;
/** Points: a smaller box is a corner of a frame. */
const SMALL_POINTS = 2;

export function isBarChart({ box, xs, ys }: Pick<Grid, 'box' | 'xs' | 'ys'>, fills: readonly Fill[]): boolean {
  const inside = fills.filter((fill) => isSeen(fill) && contains(box, fill.box, LONGER_POINTS) && !isSmall(fill)).map((fill) => fill.box);
  if (inside.length < BARS_MIN) return false;
  const free = inside.filter((one) => !isNear(xs, one.left) || !isNear(xs, one.right) || !isNear(ys, one.top) || !isNear(ys, one.bottom));
  return haveBars(free, 'bottom', 'top', 'left') || haveBars(free, 'left', 'right', 'top');
}

function isSmall({ box }: Fill): boolean {
  return Math.min(box.right - box.left, box.bottom - box.top) < SMALL_POINTS;
}

type Side = keyof ShownBox;

function haveBars(boxes: readonly ShownBox[], foot: Side, end: Side, beside: Side): boolean {
  return boxes.some((one) => {
    const same = boxes.filter((other) => Math.abs(other[foot] - one[foot]) <= SAME_POINTS);
    const places = new Set(same.map((other) => Math.round(other[beside])));
    const lengths = new Set(same.map((other) => Math.round(other[end] / LONGER_POINTS)));
    return places.size >= BARS_MIN && lengths.size >= BARS_MIN;
  });
}

function isNear(edges: readonly number[], at: number): boolean {
  return edges.some((edge) => Math.abs(edge - at) <= LONGER_POINTS);
}
