// Matrices [a b c d e f] and boxes of ISO 32000-2 8.3: points are rows, so what happens first stands left in a product.

export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `one`, then `two`. */
export function multiply(one: Matrix, two: Matrix): Matrix {
  return [
    one[0] * two[0] + one[1] * two[2],
    one[0] * two[1] + one[1] * two[3],
    one[2] * two[0] + one[3] * two[2],
    one[2] * two[1] + one[3] * two[3],
    one[4] * two[0] + one[5] * two[2] + two[4],
    one[4] * two[1] + one[5] * two[3] + two[5],
  ];
}

export function invert(matrix: Matrix): Matrix | undefined {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

export function transform(matrix: Matrix, x: number, y: number): readonly [number, number] {
  return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]];
}

/** Six numbers, or undefined. */
export function toMatrix(numbers: readonly number[]): Matrix | undefined {
  const [a, b, c, d, e, f] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return undefined;
  return numbers.every(Number.isFinite) ? [a, b, c, d, e, f] : undefined;
}

/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

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

/** May be empty: then its right is not right of its left, or its top not above its bottom. */
export function intersect(one: Box, two: Box): Box {
  return [Math.max(one[0], two[0]), Math.max(one[1], two[1]), Math.min(one[2], two[2]), Math.min(one[3], two[3])];
}

export function isEmpty(box: Box): boolean {
  return !(box[0] < box[2] && box[1] < box[3]);
}

export function contains(outer: Box, inner: Box, slack = 0): boolean {
  return inner[0] >= outer[0] - slack && inner[1] >= outer[1] - slack && inner[2] <= outer[2] + slack && inner[3] <= outer[3] + slack;
}
