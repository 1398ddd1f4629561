// Transformation matrices of ISO 32000-1 8.3.3, [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f. Points are rows, so the first transformation
// is on the left in a product.

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
  const by = determinantOf(matrix);
  if (!Number.isFinite(1 / by)) return undefined;
  return [d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by];
}

/** By how much areas grow; negative where the matrix mirrors. */
export function determinantOf([a, b, c, d]: Matrix): number {
  return a * d - b * c;
}

/** How much a length grows, as the mean of both axes. */
export function scaleOf(matrix: Matrix): number {
  return Math.sqrt(Math.abs(determinantOf(matrix)));
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

/** Turns by quarters only: a box stays a box. */
export function isUpright(matrix: Matrix): boolean {
  return (Math.abs(matrix[1]) < 1e-6 && Math.abs(matrix[2]) < 1e-6) || (Math.abs(matrix[0]) < 1e-6 && Math.abs(matrix[3]) < 1e-6);
}
