// Paths that are filled by the even-odd rule (ISO 32000-2 8.5.3.3.3), for outlines of fonts, which fill what winding numbers do not leave out: the
// contours within others are turned around.

import type { PathSegment, Point } from './quadratic.ts';

const CURVE_PIECES = 6;

export function windEvenOdd(path: readonly PathSegment[]): PathSegment[] {
  const contours = contoursIn(path);
  const shapes = contours.map(cornersOf);
  return contours.flatMap((contour, index) => {
    const shape = shapes[index] ?? [];
    const [first] = shape;
    const around = shapes.filter((other, at) => at !== index && first !== undefined && isInside(other, first)).length;
    return areaOf(shape) > 0 === (around % 2 === 0) ? contour : reversed(contour);
  });
}

function contoursIn(path: readonly PathSegment[]): PathSegment[][] {
  const contours: PathSegment[][] = [];
  for (const segment of path) {
    if (segment.kind === 'move') contours.push([segment]);
    else contours.at(-1)?.push(segment);
  }
  return contours;
}

function cornersOf(contour: readonly PathSegment[]): Point[] {
  return contour.flatMap((segment, index) => {
    const from = contour[index - 1]?.to;
    if (segment.kind !== 'curve' || !from) return [segment.to];
    return Array.from({ length: CURVE_PIECES }, (_, at) => {
      const t = (at + 1) / CURVE_PIECES;
      const own = (axis: 0 | 1) =>
        from[axis] * (1 - t) ** 3 +
        3 * segment.one[axis] * t * (1 - t) ** 2 +
        3 * segment.two[axis] * t ** 2 * (1 - t) +
        segment.to[axis] * t ** 3;
      return [own(0), own(1)] as const;
    });
  });
}

/** Twice; more than nothing where it runs against the clock, y upwards. */
function areaOf(corners: readonly Point[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nextX = 0, nextY = 0] = corners[(index + 1) % corners.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function isInside(corners: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2 = 0, y2 = 0] = corners[(index + 1) % corners.length] ?? [];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
  }
  return inside;
}

function reversed(contour: readonly PathSegment[]): PathSegment[] {
  const last = contour.at(-1);
  if (!last) return [];
  const back = contour.slice(1).map((segment, index): PathSegment => {
    const to = contour[index]?.to ?? segment.to;
    return segment.kind === 'curve' ? { kind: 'curve', one: segment.two, two: segment.one, to } : { kind: 'line', to };
  });
  return [{ kind: 'move', to: last.to }, ...back.toReversed()];
}
