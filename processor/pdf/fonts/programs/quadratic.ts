// Cubic curves → the quadratic ones of TrueType outlines: each is divided until a parabola is near enough (T. W. Sederberg, Computer Aided
// Geometric Design, ch. 2; the bound of the error is that of the third difference).

import type { Contour, OutlinePoint } from './glyf-outline.ts';

export type Point = readonly [x: number, y: number];

export type PathSegment =
  | { readonly kind: 'move' | 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly one: Point; readonly two: Point; readonly to: Point };

/** Font units. */
const TOLERANCE = 1;
const PIECES_MAX = 8;
/** Largest distance of a cubic curve from the parabola with the same ends, as a share of its third difference. */
const ERROR_SHARE = Math.sqrt(3) / 36;
/** What an outline can hold (16-bit coordinates). */
const COORDINATE_MAX = 16_000;

/** In font units; contours that enclose nothing are left out. */
export function contoursOf(path: readonly PathSegment[]): Contour[] {
  const contours: OutlinePoint[][] = [];
  let last: Point = [0, 0];
  for (const segment of path) {
    const open = contours.at(-1);
    if (segment.kind === 'curve') open?.push(...parabolas(last, segment.one, segment.two, segment.to));
    else if (segment.kind === 'line') open?.push(onCurve(segment.to));
    else contours.push([onCurve(segment.to)]);
    last = segment.to;
  }
  return contours.map(closed).filter((contour) => contour.length > 2);
}

/** The last point of a contour is followed by its first. */
function closed(contour: readonly OutlinePoint[]): OutlinePoint[] {
  const [first, last] = [contour[0], contour.at(-1)];
  const isRepeated = contour.length > 1 && first && last?.isOn && first.x === last.x && first.y === last.y;
  return isRepeated ? contour.slice(0, -1) : [...contour];
}

function onCurve([x, y]: Point, isOn = true): OutlinePoint {
  const within = (value: number) => Math.round(Math.max(-COORDINATE_MAX, Math.min(COORDINATE_MAX, value)));
  return { x: within(x), y: within(y), isOn };
}

function parabolas(from: Point, one: Point, two: Point, to: Point): OutlinePoint[] {
  const third = Math.hypot(to[0] - 3 * two[0] + 3 * one[0] - from[0], to[1] - 3 * two[1] + 3 * one[1] - from[1]);
  const pieces = Math.min(PIECES_MAX, Math.max(1, Math.ceil(Math.cbrt((third * ERROR_SHARE) / TOLERANCE))));
  const points: OutlinePoint[] = [];
  let rest: readonly [Point, Point, Point, Point] = [from, one, two, to];
  for (let left = pieces; left > 0; left--) {
    const [piece, after] = divide(rest, 1 / left);
    const control: Point = [
      (3 * (piece[1][0] + piece[2][0]) - piece[0][0] - piece[3][0]) / 4,
      (3 * (piece[1][1] + piece[2][1]) - piece[0][1] - piece[3][1]) / 4,
    ];
    points.push(onCurve(control, false), onCurve(piece[3]));
    rest = after;
  }
  return points;
}

type Cubic = readonly [Point, Point, Point, Point];

/** De Casteljau's algorithm. */
function divide([a, b, c, d]: Cubic, share: number): [Cubic, Cubic] {
  const between = (one: Point, two: Point): Point => [one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share];
  const [ab, bc, cd] = [between(a, b), between(b, c), between(c, d)];
  const [abc, bcd] = [between(ab, bc), between(bc, cd)];
  const middle = between(abc, bcd);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}
