// Boxes in the user space of a page, y upwards (ISO 32000-1 7.9.5), and their images under a matrix.

import { type Matrix, transform } from './matrix.ts';

/** Left, bottom, right, top. Boxes with y downwards are ShownBoxes (shown-box.ts). */
export type Box = readonly [number, number, number, number];

/** The square in which a picture is drawn. */
export const UNIT_SQUARE: Box = [0, 0, 1, 1];

export const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** Four corners: x1 y1 … x4 y4, in the order lower left, lower right, upper right, upper left of the untransformed box. */
export type Quad = readonly [number, number, number, number, number, number, number, number];

export function transformBox(matrix: Matrix, [left, bottom, right, top]: Box): Quad {
  return [
    ...transform(matrix, left, bottom),
    ...transform(matrix, right, bottom),
    ...transform(matrix, right, top),
    ...transform(matrix, left, top),
  ];
}

export function boundsOf(quad: Quad): Box {
  const [xs, ys] = [quad.filter((_, index) => index % 2 === 0), quad.filter((_, index) => index % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
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
