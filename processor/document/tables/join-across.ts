// Which ranges of a page's width some boxes cover together: the space between two ranges is a gutter.

import type { Sides } from '../../pdf/geometry/shown-box.ts';

/** Points between two columns; nearer boxes belong together. */
const GUTTER_MIN = 5;

/** From left to right. */
export function joinAcross(boxes: readonly Sides[]): Sides[] {
  const joined: { left: number; right: number }[] = [];
  for (const { left, right } of boxes.toSorted((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last && left < last.right + GUTTER_MIN) last.right = Math.max(last.right, right);
    else joined.push({ left, right });
  }
  return joined;
}
