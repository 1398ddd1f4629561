// Where a drawing is, within the box around it: inside its outline where one path goes around all of it, as a bubble or a star; otherwise between its
// points, as a figure of many lines.

import type { PathEvent } from '../content/events.ts';
import type { Box } from '../geometry/box.ts';
import { transform } from '../geometry/matrix.ts';
import type { Operand } from '../syntax/operand.ts';
import { readOperations } from '../syntax/operations.ts';

type Point = readonly [x: number, y: number];

/** Of the box around a drawing, in each direction: a path of this extent is its outline. */
const OUTLINE_SHARE = 0.9;
/** Parts into which a curve is divided. */
const CURVE_PARTS = 8;
/** Points by which the ends of an outline may miss each other. */
const CLOSED_PT = 2;
/** A drawing of more points is told by its box. */
const POINTS_MAX = 50_000;

/** @param box around the paths. @returns whether a point of page space is in the drawing */
export function shapeOf(paths: readonly PathEvent[], box: Box): (x: number, y: number) => boolean {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const isWhole = ({ box: own }: PathEvent) => own[2] - own[0] >= width * OUTLINE_SHARE && own[3] - own[1] >= height * OUTLINE_SHARE;
  if (paths.some((path) => path.isBox && isWhole(path))) return (x, y) => x > box[0] && x < box[2] && y > box[1] && y < box[3];
  const outlines = paths.filter(isWhole).flatMap((path) => linesOfPath(path).filter((points) => path.fills || isClosed(points)));
  if (outlines.length > 0) return (x, y) => outlines.some((points) => isInside(points, x, y));
  const hull = hullOf(paths.flatMap((path) => linesOfPath(path).flat()).slice(0, POINTS_MAX));
  return (x, y) => isInside(hull, x, y);
}

const isClosed = (points: readonly Point[]): boolean => {
  const [first, last] = [points[0], points.at(-1)];
  return first !== undefined && last !== undefined && points.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < CLOSED_PT;
};

/** The subpaths as points in page space. */
function linesOfPath({ source, firstSpanStart, operation, state }: PathEvent): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let at: Point = [0, 0];
  const begin = (point: Point) => lines.push([(at = point)]);
  const add = (point: Point) => (lines.length === 0 ? begin(point) : lines.at(-1)?.push((at = point)));
  const curve = (one: Point, two: Point, end: Point) => curveOf(at, one, two, end).forEach(add);
  for (const { operator, operands } of readOperations(source.content.bytes.subarray(firstSpanStart, operation.end))) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.map(numberOf);
    if (operator === 'm') begin([a, b]);
    else if (operator === 'l') add([a, b]);
    else if (operator === 'c') curve([a, b], [c, d], [e, f]);
    else if (operator === 'v') curve(at, [a, b], [c, d]);
    else if (operator === 'y') curve([a, b], [c, d], [c, d]);
    else if (operator === 're') {
      begin([a, b]);
      for (const corner of [[a + c, b], [a + c, b + d], [a, b + d], [a, b]] as const) add(corner); // prettier-ignore
    } else if (['h', 's', 'b', 'b*'].includes(operator) && lines.at(-1)?.[0]) add(lines.at(-1)?.[0] ?? at);
  }
  return lines.map((points) => points.map(([x, y]) => transform(state.ctm, x, y)));
}

function curveOf(from: Point, one: Point, two: Point, end: Point): readonly Point[] {
  return Array.from({ length: CURVE_PARTS }, (_, index) => {
    const t = (index + 1) / CURVE_PARTS;
    const s = 1 - t;
    const on = (axis: 0 | 1) => s ** 3 * from[axis] + 3 * s * s * t * one[axis] + 3 * s * t * t * two[axis] + t ** 3 * end[axis];
    return [on(0), on(1)];
  });
}

const numberOf = (operand: Operand): number => (operand.kind === 'number' ? operand.value : 0);

function isInside(points: readonly Point[], x: number, y: number): boolean {
  let isIn = false;
  let last = points.at(-1);
  for (const point of points) {
    if (last && point[1] > y !== last[1] > y && x < ((last[0] - point[0]) * (y - point[1])) / (last[1] - point[1]) + point[0]) isIn = !isIn;
    last = point;
  }
  return isIn;
}

/** The convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((one, two) => one[0] - two[0] || one[1] - two[1]);
  const half = (all: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of all) {
      for (let [one, two] = [chain.at(-2), chain.at(-1)]; one && two && turn(one, two, point) <= 0; [one, two] = [chain.at(-2), chain.at(-1)]) chain.pop(); // prettier-ignore
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const turn = (one: Point, two: Point, three: Point): number =>
  (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]);
