// How thick the stems of letters are and how far they lean, measured on their outlines: what a font looks like, whatever it calls itself.

import type { PathSegment, Point } from './quadratic.ts';

export interface Stem {
  readonly thickness: number;
  /** Sideways for each unit upwards. */
  readonly lean: number;
}

/** Letters that begin with an upright stem. */
const LETTERS = Array.from('BDEFHIKLPRbfhiklmnprtu!|');
/** Of the height of the letter, from below. */
const HEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;
const CURVE_PIECES = 6;

/** The usual stem of a font's letters; `outlineOf` has none for a letter that the font lacks. Undefined where none of them has a stem. */
export function usualStem(outlineOf: (letter: string) => readonly PathSegment[] | undefined): Stem | undefined {
  const stems = LETTERS.flatMap((letter) => stemsOf(outlineOf(letter) ?? []));
  if (stems.length === 0) return undefined;
  return { thickness: median(stems.map(({ thickness }) => thickness)), lean: median(stems.map(({ lean }) => lean)) };
}

function stemsOf(outline: readonly PathSegment[]): Stem[] {
  const edges = edgesOf(outline);
  const heights = edges.flatMap(([from, to]) => [from[1], to[1]]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const spans = HEIGHTS.flatMap((share) => {
    const y = low + (high - low) * share;
    const span = firstSpan(edges, y);
    return span ? [{ ...span, y }] : [];
  });
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || first === last) return [];
  const middle = ({ left, right }: { readonly left: number; readonly right: number }) => (left + right) / 2;
  const lean = (middle(last) - middle(first)) / (last.y - first.y);
  return [{ thickness: median(spans.map(({ left, right }) => right - left)), lean }];
}

type Edge = readonly [from: Point, to: Point];

/** Curves as chords; every contour is closed. */
function edgesOf(outline: readonly PathSegment[]): Edge[] {
  const edges: Edge[] = [];
  let [first, last]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  const go = (to: Point) => {
    edges.push([last, to]);
    last = to;
  };
  for (const segment of outline) {
    if (segment.kind === 'curve') {
      for (const point of pointsOf(last, segment)) go(point);
    } else if (segment.kind === 'line') go(segment.to);
    else {
      go(first);
      [first, last] = [segment.to, segment.to];
    }
  }
  go(first);
  return edges;
}

function pointsOf(from: Point, { one, two, to }: Extract<PathSegment, { kind: 'curve' }>): Point[] {
  return Array.from({ length: CURVE_PIECES }, (_, at) => {
    const t = (at + 1) / CURVE_PIECES;
    const own = (axis: 0 | 1) =>
      from[axis] * (1 - t) ** 3 + 3 * one[axis] * t * (1 - t) ** 2 + 3 * two[axis] * t ** 2 * (1 - t) + to[axis] * t ** 3;
    return [own(0), own(1)] as const;
  });
}

/** What is inked first from the left at a height, by the rule of winding numbers that do not vanish. */
function firstSpan(edges: readonly Edge[], y: number): { readonly left: number; readonly right: number } | undefined {
  const crossings = edges
    .flatMap(([[x1, y1], [x2, y2]]) =>
      y1 <= y === y2 <= y ? [] : [{ x: x1 + ((x2 - x1) * (y - y1)) / (y2 - y1), turn: y2 > y1 ? 1 : -1 }],
    )
    .toSorted((one, two) => one.x - two.x);
  let winding = 0;
  for (const { x, turn } of crossings) {
    winding += turn;
    if (winding === 0) return { left: crossings[0]?.x ?? x, right: x };
  }
  return undefined;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, two) => one - two)[values.length >> 1] ?? 0;
}
