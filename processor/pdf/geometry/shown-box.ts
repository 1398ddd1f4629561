// Boxes with y downwards from the upper left corner: points of a page as it is shown, or pixels of a picture. Those of user space are in box.ts.

import type { Box } from './box.ts';
import { type Matrix, transform } from './matrix.ts';

/** The sides of a column, or of anything where only the width counts. */
export interface Sides {
  readonly left: number;
  readonly right: number;
}

export interface ShownBox extends Sides {
  readonly top: number;
  readonly bottom: number;
}

/** A box of user space on the page as shown, to which `matrix` leads. */
export function showBox(matrix: Matrix, box: Box): ShownBox {
  const [left, bottom, right, top] = box;
  const [x1, y1] = transform(matrix, left, top);
  const [x2, y2] = transform(matrix, right, bottom);
  const [x3, y3] = transform(matrix, left, bottom);
  const [x4, y4] = transform(matrix, right, top);
  return {
    left: Math.min(x1, x2, x3, x4),
    top: Math.min(y1, y2, y3, y4),
    right: Math.max(x1, x2, x3, x4),
    bottom: Math.max(y1, y2, y3, y4),
  };
}

/** The box around a box after `matrix`. */
export function moveBox(matrix: Matrix, { left, top, right, bottom }: ShownBox): ShownBox {
  return showBox(matrix, [left, top, right, bottom]);
}

/** The box around nothing: from Infinity to -Infinity. */
export function boxAround(boxes: readonly ShownBox[]): ShownBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

export function areaOf({ left, top, right, bottom }: ShownBox): number {
  return (right - left) * (bottom - top);
}

/** May be empty: then its right is not right of its left, or its bottom not below its top. */
export function intersect(one: ShownBox, two: ShownBox): ShownBox {
  return {
    left: Math.max(one.left, two.left),
    top: Math.max(one.top, two.top),
    right: Math.min(one.right, two.right),
    bottom: Math.min(one.bottom, two.bottom),
  };
}

export function overlaps(one: ShownBox, two: ShownBox): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}

export function contains(outer: ShownBox, inner: ShownBox, slack = 0): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}
