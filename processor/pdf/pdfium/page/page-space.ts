// From the user space of a page to the page as it is shown: crop box at the origin, /Rotate applied, y downwards (ISO 32000-1 8.3.2.3, 14.11.2).

import { type Matrix, transform } from '../../geometry/matrix.ts';
import type { Box } from './page-content.ts';

/** The box around a box after `matrix`. */
export function applyToBox(matrix: Matrix, left: number, top: number, right: number, bottom: number): Box {
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

/** How much a length grows under `matrix`, as the mean of both axes. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/**
 * @param box left, top, right, bottom in user space (y upwards)
 * @param quarterTurns clockwise
 */
export function pageMatrix(box: readonly [number, number, number, number], quarterTurns: number): Matrix {
  const [left, top, right, bottom] = box;
  switch (quarterTurns & 3) {
    case 1:
      return [0, 1, 1, 0, -bottom, -left];
    case 2:
      return [-1, 0, 0, 1, right, -bottom];
    case 3:
      return [0, -1, -1, 0, top, right];
    default:
      return [1, 0, 0, -1, -left, top];
  }
}
