// Boxes in the user space of a page, y upwards (ISO 32000-1 7.9.5), and their images under a matrix.

import type { Matrix } from './matrix.ts';

/** Left, bottom, right, top. Boxes with y downwards are ShownBoxes (shown-box.ts). */
export type Box = readonly [number, number, number, number];

/** The square in which a picture is drawn. */
export const UNIT_SQUARE: Box = [0, 0, 1, 1];

export const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** Four corners: x1 y1 … x4 y4, in the order lower left, lower right, upper right, upper left of the untransformed box. */
export type Quad = readonly [number, number, number, number, number, number, number, number];

export function transformBox([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Quad {
  const [ax, bx, ay, by] = [a * left, b * left, a * right, b * right];
  const [cx, dx, cy, dy] = [c * bottom, d * bottom, c * top, d * top];
  return [ax + cx + e, bx + dx + f, ay + cx + e, by + dx + f, ay + cy + e, by + dy + f, ax + cy + e, bx + dy + f];
}

export function boundsOf([x1, y1, x2, y2, x3, y3, x4, y4]: Quad): Box {
  return [Math.min(x1, x2, x3, x4), Math.min(y1, y2, y3, y4), Math.max(x1, x2, x3, x4), Math.max(y1, y2, y3, y4)];
}

/** Two corners in any order (7.9.5); undefined where it is not a box. */
export function boxIn(numbers: readonly number[]): Box | undefined {
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function areaOf([left, bottom, right, top]: Box): number {
  return (right - left) * (top - bottom);
}

/** May be empty: then its right is not right of its left, or its top not above its bottom. */
export function intersect(one: Box, two: Box): Box {
  return [Math.max(one[0], two[0]), Math.max(one[1], two[1]), Math.min(one[2], two[2]), Math.min(one[3], two[3])];
}

/** The box around both. */
export function unite(one: Box, two: Box): Box {
  return [Math.min(one[0], two[0]), Math.min(one[1], two[1]), Math.max(one[2], two[2]), Math.max(one[3], two[3])];
}

export function isEmpty(box: Box): boolean {
  return !(box[0] < box[2] && box[1] < box[3]);
}

export function contains(outer: Box, inner: Box, slack = 0): boolean {
  return inner[0] >= outer[0] - slack && inner[1] >= outer[1] - slack && inner[2] <= outer[2] + slack && inner[3] <= outer[3] + slack;
}
