// Where a glyph's ink is likely to be. Fonts declare an ascent and a descent for whole lines, often more than the distance of two lines: areas
// based on those reach into the neighbours.

import { boundsOf, type Box, intersect, isEmpty, type Quad, transformBox, unite } from '../geometry/box.ts';
import { glyphMatrix, glyphQuad, type ShownGlyph, type TextEvent } from '../content/events.ts';
import { verticalExtent } from '../fonts/font.ts';
import { isSameLine, type PlacedGlyph } from './page-text.ts';

const [ASCENT_MAX, DESCENT_MIN] = [0.8, -0.25];
/** Of letters without ascenders. */
const X_HEIGHT = 0.5;
/** How much of a glyph's place strokes may leave free, on each side: of its width, and of its height where only its quadrangle is known. */
const ASIDE_SHARE = 0.2;
const ABOVE_SHARE = 0.05;
/** A glyph without a width still has a place: points, and units of the glyph. */
const WIDTH_MIN = { points: 0.01, units: 0.001 } as const;
/** The sine of twice an angle: text with less is level or upright. */
const LEAN_MIN = 0.01;

/** Capitals, ascenders and descenders. */
function inkBox({ event, shown }: { readonly event: TextEvent; readonly shown: ShownGlyph }): Box {
  if (!event.font || event.font.type3) return boundsOf(glyphQuad(event, shown));
  const { ascent, descent } = verticalExtent(event.font);
  const box: Box = [0, Math.max(descent, DESCENT_MIN), shown.glyph.width, Math.min(ascent, ASCENT_MAX)];
  return boundsOf(transformBox(glyphMatrix(event, shown), box));
}

/** The part that surely belongs to the glyph. */
function coreBox({ event, shown }: { readonly event: TextEvent; readonly shown: ShownGlyph }): Box {
  const { width } = shown.glyph;
  if (!event.font || event.font.type3) {
    const [left, bottom, right, top] = boundsOf(glyphQuad(event, shown));
    const [aside, above] = [(right - left) * ASIDE_SHARE, (top - bottom) * ABOVE_SHARE];
    return [left + aside, bottom + above, Math.max(right - aside, left + aside + WIDTH_MIN.points), top - above];
  }
  const aside = width * ASIDE_SHARE;
  const end = Math.max(width * (1 - ASIDE_SHARE), aside + WIDTH_MIN.units);
  return boundsOf(transformBox(glyphMatrix(event, shown), [aside, 0, end, X_HEIGHT]));
}

/** A part of a page: a box, or a rectangle that leans with its text. */
export type Area = Box | Quad;

/**
 * The area of the glyphs, line by line, leaning with them. Of invisible ones, their whole declared area: they cover letters of a picture, whose
 * size only the declaration gives.
 */
export function inkAreas(glyphs: readonly PlacedGlyph[]): Quad[] {
  const lines: PlacedGlyph[][] = [];
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && isSameLine(last, glyph)) line.push(glyph);
    else lines.push([glyph]);
  }
  return lines.map(areaOfLine);
}

/** Table 104. */
const INVISIBLE = new Set([3, 7]);

function areaOfLine(line: readonly PlacedGlyph[]): Quad {
  const box = line.map((glyph) => (INVISIBLE.has(glyph.event.state.renderMode) ? glyph.box : inkBox(glyph))).reduce(unite);
  const [first] = line;
  const isPlain = !first || Math.abs(Math.sin(2 * first.angle)) < LEAN_MIN || first.event.font?.isVertical || first.event.font?.type3;
  if (isPlain) return quadOfBox(box);
  const [cos, sin] = [Math.cos(first.angle), Math.sin(first.angle)];
  const along = [Math.min(...line.map(({ start }) => start)), Math.max(...line.map(({ end }) => end))] as const;
  const across = [
    Math.min(...line.map(({ baseline, size }) => baseline + DESCENT_MIN * size)),
    Math.max(...line.map(({ baseline, size }) => baseline + ASCENT_MAX * size)),
  ] as const;
  const point = (s: number, t: number) => [s * cos - t * sin, s * sin + t * cos] as const;
  return [...point(along[0], across[0]), ...point(along[1], across[0]), ...point(along[1], across[1]), ...point(along[0], across[1])];
}

export function boxOfArea(area: Area): Box {
  return isQuad(area) ? boundsOf(area) : area;
}

/**
 * An area selects a glyph when it touches the part that surely belongs to it; leaning against level text, only when it holds its middle:
 * text drawn twice to look bold is selected, the next line is not.
 */
export function means(area: Area, glyph: PlacedGlyph): boolean {
  const core = coreBox(glyph);
  if (!isQuad(area)) return !isEmpty(intersect(area, core));
  const [x, y] = [(core[0] + core[2]) / 2, (core[1] + core[3]) / 2];
  const corners = [0, 2, 4, 6].map((at) => [area[at] ?? 0, area[at + 1] ?? 0] as const);
  const sides = corners.map(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % 4] ?? [0, 0];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

export function isQuad(area: Area): area is Quad {
  return area.length === 8;
}

function quadOfBox([left, bottom, right, top]: Box): Quad {
  return [left, bottom, right, bottom, right, top, left, top];
}
