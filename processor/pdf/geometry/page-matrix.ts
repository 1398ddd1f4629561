// From the user space of a page to the page as it is shown: crop box at the origin, /Rotate applied, y downwards (ISO 32000-1 8.3.2.3, 14.11.2).

import type { Box } from './box.ts';
import type { Matrix } from './matrix.ts';

/** @param quarterTurns clockwise */
export function pageMatrix([left, bottom, right, top]: Box, quarterTurns: number): Matrix {
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
