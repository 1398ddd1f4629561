// Lines and boxes that a page draws: rules (for tables, underlines, strike-through), fills (shading, highlights), and the places of other drawings.

import type { Pdfium } from '../pdfium.ts';
import type { ShownBox } from '../../geometry/shown-box.ts';
import { type Drawing, type Fill, onWhite, type Pen, type Rule } from './page-content.ts';
import { scaleOf, transform, type Matrix } from '../../geometry/matrix.ts';
import { faded, readFillColour, readStrokeColour } from './read-colours.ts';
import type { Scratch } from './scratch.ts';

/** A thin shape at least so many times as long as thick is a line; otherwise it is a dot. */
const LINE_RATIO_MIN = 1.5;
/** Points: a shorter stroke is a dot. */
const STROKE_MIN = 0.5;
/** Share of its bounds that a box with round corners fills: an ellipse fills 0.79. */
const NEARLY_BOX_SHARE = 0.9;

export interface PathShapes {
  readonly rules: Rule[];
  readonly fills: Fill[];
  readonly drawings: Drawing[];
}

/** Of one path, before it is cut. */
interface OwnShapes {
  readonly rules: Rule[];
  readonly fills: Fill[];
  readonly drawings: Pick<Drawing, 'box' | 'colour'>[];
}

export const CLIPS_MAX = 64;

export type Point = readonly [number, number];

interface Subpath {
  /** Also those that its curves are made of. */
  readonly points: Point[];
  /** On its curves. */
  readonly outline: Point[];
  curved: boolean;
}

/** A box this thin (points) is a line. */
const THIN_POINTS = 3;
/** How far from an axis a line may lean. */
const LEAN_POINTS = 0.75;
export const SEGMENTS_MAX = 20_000;
export const SEGMENT = { line: 0, bezier: 1, move: 2 } as const;

/**
 * @param matrix from the object's space to the page as shown
 * @param clip the most that is visible of it
 * @param object its number in stream order
 * @param opacity what the groups around it leave of its own, 0–1
 */
export function readPath(
  { engine, scratch }: { readonly engine: Pdfium; readonly scratch: Scratch },
  handle: number,
  matrix: Matrix,
  { clip, object, opacity = 1 }: { readonly clip: ShownBox | undefined; readonly object?: number | undefined; readonly opacity?: number },
  all: PathShapes,
): void {
  const { wasmExports } = engine.pdfium;
  const at = scratch.pointer;
  if (wasmExports.FPDFPath_GetDrawMode(handle, at, at + 4) === 0) return;
  const [fillMode = 0, strokes = 0] = scratch.integers;
  const fill = fillMode === 0 ? undefined : faded(readFillColour(engine, scratch, handle), opacity);
  const line = strokes === 0 ? undefined : faded(readStrokeColour(engine, scratch, handle), opacity);
  if (fillMode === 0 && !line) return;
  wasmExports.FPDFPageObj_GetStrokeWidth(handle, at);
  const thickness = (scratch.floats[0] ?? 0) * scaleOf(matrix);
  const stroke = line && line.opacity > 0 ? { colour: onWhite(line), thickness, pen: readPen(engine, scratch, handle, matrix) } : undefined;
  const mcid = wasmExports.FPDFPageObj_GetMarkedContentID(handle);
  const shapes: OwnShapes = { rules: [], fills: [], drawings: [] };
  const subpaths = readSubpaths(engine, scratch, handle, matrix);
  const frames = fillMode === 0 ? [] : findFrames(subpaths, fillMode === EVEN_ODD);
  for (const subpath of subpaths) {
    const frame = frames.find(({ outer, inner }) => outer === subpath || inner === subpath);
    if (frame?.outer === subpath && fill) addFrame(boxAroundPoints(frame.outer.points), boxAroundPoints(frame.inner.points), fill, shapes);
    else if (!frame && fillMode !== 0) addFilled(subpath, fill, shapes);
    if (stroke) addStroked(subpath, stroke, shapes);
  }
  const whole = shapes.fills.map(({ box }) => box);
  // Corners that a clip cuts off are not round.
  const cutCorners = (fill: Fill): Fill => {
    const { radius: _, ...square } = fill;
    return whole.some((box) => isSameBox(box, fill.box)) ? fill : square;
  };
  const seen = <T extends { readonly box: ShownBox }>(found: readonly T[]): T[] =>
    found.flatMap((shape) => {
      const box = clip ? clipped(shape.box, clip) : shape.box;
      return box ? [{ ...shape, box }] : [];
    });
  const numbered = <T>(found: readonly T[]) => (object === undefined ? found : found.map((shape) => ({ ...shape, object })));
  all.rules.push(...numbered(seen(shapes.rules)));
  all.fills.push(...numbered(seen(shapes.fills).map(cutCorners)));
  all.drawings.push(...seen(shapes.drawings).map((drawing) => ({ ...drawing, mcid })));
}

function isSameBox(one: ShownBox, two: ShownBox): boolean {
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  return sides.every((side) => Math.abs(one[side] - two[side]) < AT_SIDE);
}

/** Undefined where nothing of it is visible. */
export function clipped(box: ShownBox, clip: ShownBox): ShownBox | undefined {
  const seen = {
    left: Math.max(box.left, clip.left),
    top: Math.max(box.top, clip.top),
    right: Math.min(box.right, clip.right),
    bottom: Math.min(box.bottom, clip.bottom),
  };
  return seen.right < seen.left || seen.bottom < seen.top ? undefined : seen;
}

/**
 * The box around the visible part of an object's clip path (its paths intersect); undefined where nothing clips it.
 * @param toShown from the space that the object's own matrix leads to
 */
export function readClip(engine: Pdfium, scratch: Scratch, handle: number, toShown: Matrix): ShownBox | undefined {
  const { wasmExports } = engine.pdfium;
  const clip = wasmExports.FPDFPageObj_GetClipPath(handle);
  const count = clip === 0 ? 0 : Math.min(wasmExports.FPDFClipPath_CountPaths(clip), CLIPS_MAX);
  let seen: ShownBox | undefined;
  for (let path = 0; path < count; path++) {
    const points: Point[] = [];
    const segments = Math.min(wasmExports.FPDFClipPath_CountPathSegments(clip, path), SEGMENTS_MAX);
    for (let index = 0; index < segments; index++) {
      const segment = wasmExports.FPDFClipPath_GetPathSegment(clip, path, index);
      wasmExports.FPDFPathSegment_GetPoint(segment, scratch.pointer, scratch.pointer + 4);
      const [x = 0, y = 0] = scratch.floats;
      points.push(transform(toShown, x, y));
    }
    if (points.length < 2) continue;
    const box = boxAroundPoints(points);
    seen = seen ? (clipped(seen, box) ?? { ...box, right: box.left, bottom: box.top }) : box;
  }
  return seen;
}

function readSubpaths(engine: Pdfium, scratch: Scratch, handle: number, matrix: Matrix): Subpath[] {
  const { wasmExports } = engine.pdfium;
  const count = Math.min(wasmExports.FPDFPath_CountSegments(handle), SEGMENTS_MAX);
  const subpaths: Subpath[] = [];
  const curve: Point[] = [];
  let current: Subpath | undefined;
  for (let index = 0; index < count; index++) {
    const segment = wasmExports.FPDFPath_GetPathSegment(handle, index);
    const type = wasmExports.FPDFPathSegment_GetType(segment);
    wasmExports.FPDFPathSegment_GetPoint(segment, scratch.pointer, scratch.pointer + 4);
    const [x = 0, y = 0] = scratch.floats;
    const point = transform(matrix, x, y);
    if (type === SEGMENT.move || !current) subpaths.push((current = { points: [point], outline: [point], curved: false }));
    else {
      current.points.push(point);
      if (type === SEGMENT.bezier) {
        current.curved = true;
        curve.push(point);
        if (curve.length === 3) current.outline.push(...alongCurve(current.outline.at(-1) ?? point, curve.splice(0)));
      } else current.outline.push(point);
      const first = current.points[0];
      if (wasmExports.FPDFPathSegment_GetClose(segment) === 1 && first) current.points.push(first);
    }
  }
  return subpaths.filter(({ points }) => points.length > 1 && points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
}

/** Of a curve in quarters. */
const PARTS = [0.25, 0.5, 0.75, 1] as const;

function alongCurve([x0, y0]: Point, [one = [0, 0], two = [0, 0], end = [0, 0]]: readonly Point[]): Point[] {
  return PARTS.map((t): Point => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * x0 + b * one[0] + c * two[0] + d * end[0], a * y0 + b * one[1] + c * two[1] + d * end[1]];
  });
}

function addFilled({ points, outline, curved }: Subpath, fill: { colour: number; opacity: number } | undefined, shapes: OwnShapes): void {
  const box = boxAroundPoints(points);
  const rule = fill && ruleOf(box, fill);
  if (!fill) shapes.drawings.push({ box });
  else if (fill.opacity === 0) return;
  else if (rule) shapes.rules.push(rule);
  else if ((!curved && isBox(points, box)) || (curved && isNearlyBox(outline, box))) {
    const radius = curved ? radiusOf(outline, box) : undefined;
    shapes.fills.push({ box, ...fill, ...(radius === undefined ? {} : { radius }) });
  } else shapes.drawings.push({ box, colour: onWhite(fill) });
}

/** A filled box as the line that it is; undefined where it is none. */
export function ruleOf(box: ShownBox, fill: Pick<Fill, 'colour' | 'opacity'>): Rule | undefined {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const thin = Math.min(width, height);
  if (thin > THIN_POINTS || Math.max(width, height) <= thin * LINE_RATIO_MIN) return undefined;
  return { box, horizontal: width >= height, thickness: thin, colour: onWhite(fill) };
}

/** 8.5.3.3.3, as the engine names it. */
const EVEN_ODD = 1;

/** A box with a hole that is a box: what is filled lies between them. */
interface Frame {
  readonly outer: Subpath;
  readonly inner: Subpath;
}

function findFrames(subpaths: readonly Subpath[], isEvenOdd: boolean): Frame[] {
  const frames: Frame[] = [];
  for (const [index, outer] of subpaths.entries()) {
    const inner = subpaths[index + 1];
    // The hole of a frame is no frame around the next one, of a double line.
    if (inner && frames.at(-1)?.inner !== outer && isFrame(outer, inner, isEvenOdd)) frames.push({ outer, inner });
  }
  return frames;
}

function isFrame(outer: Subpath, inner: Subpath, isEvenOdd: boolean): boolean {
  if (!isBoxLike(outer) || !isBoxLike(inner)) return false;
  const [one, two] = [boxAroundPoints(outer.points), boxAroundPoints(inner.points)];
  const isInside = two.left > one.left && two.right < one.right && two.top > one.top && two.bottom < one.bottom;
  return isInside && (isEvenOdd || turnOf(outer.outline) !== turnOf(inner.outline));
}

function isBoxLike({ points, outline, curved }: Subpath): boolean {
  const box = boxAroundPoints(points);
  return curved ? isNearlyBox(outline, box) : isBox(points, box);
}

/** Its four sides, as lines or boxes. @param two the hole */
function addFrame(one: ShownBox, two: ShownBox, fill: { colour: number; opacity: number }, shapes: OwnShapes): void {
  for (const { left, top, right, bottom } of [
    { ...one, bottom: two.top },
    { ...one, top: two.bottom },
    { ...one, right: two.left },
    { ...one, left: two.right },
  ]) {
    const points: Point[] = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ];
    addFilled({ points, outline: points, curved: false }, fill, shapes);
  }
}

interface Stroke extends Pick<Rule, 'colour' | 'thickness'> {
  readonly pen: Pen;
}

const DASHES_MAX = 12;

function readPen(engine: Pdfium, scratch: Scratch, handle: number, matrix: Matrix): Pen {
  const { wasmExports } = engine.pdfium;
  const count = wasmExports.FPDFPageObj_GetDashCount(handle);
  if (count <= 0 || count > DASHES_MAX || wasmExports.FPDFPageObj_GetDashArray(handle, scratch.pointer, count) === 0) return {};
  const scale = scaleOf(matrix);
  const lengths = Array.from(scratch.floats.subarray(0, count), (length) => length * scale);
  // An odd number goes round twice.
  const dash = count % 2 === 0 ? lengths : [...lengths, ...lengths];
  const isDashed = dash.every((length) => length >= 0) && dash.some((length, at) => at % 2 === 1 && length > 0);
  return isDashed ? { dash } : {};
}

function addStroked({ points, curved }: Subpath, { colour, thickness, pen }: Stroke, shapes: OwnShapes): void {
  const straight = !curved && points.every((point, index) => index === 0 || isAlongAxis(points[index - 1] ?? point, point));
  if (!straight) {
    shapes.drawings.push({ box: boxAroundPoints(points) });
    return;
  }
  const around = boxAroundPoints(points);
  if (thickness > THIN_POINTS && isClosed(points) && isBox(points, around)) {
    addThickBox(around, { colour, thickness }, shapes);
    return;
  }
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to) continue;
    const box = boxAroundPoints([from, to]);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (Math.max(width, height) < STROKE_MIN) continue;
    // Some writers fill a box by a short thick stroke.
    if (thickness > THIN_POINTS) {
      const half = thickness / 2;
      const grown =
        width >= height
          ? { ...box, top: box.top - half, bottom: box.bottom + half }
          : { ...box, left: box.left - half, right: box.right + half };
      shapes.fills.push({ box: grown, colour, opacity: 255 });
    } else shapes.rules.push({ box, horizontal: width >= height, thickness, colour, pen });
  }
}

function isClosed(points: readonly Point[]): boolean {
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [points[0], points.at(-1)];
  return points.length > 3 && Math.abs(x1 - x2) <= LEAN_POINTS && Math.abs(y1 - y2) <= LEAN_POINTS;
}

/** Along its middle, on both sides of which the pen is drawn: one that leaves nothing free within fills the box. */
function addThickBox(
  { left, top, right, bottom }: ShownBox,
  { colour, thickness }: Pick<Stroke, 'colour' | 'thickness'>,
  shapes: OwnShapes,
): void {
  const half = thickness / 2;
  const outer = { left: left - half, top: top - half, right: right + half, bottom: bottom + half };
  const inner = { left: left + half, top: top + half, right: right - half, bottom: bottom - half };
  const fill = { colour, opacity: 255 };
  if (inner.left >= inner.right || inner.top >= inner.bottom) shapes.fills.push({ box: outer, ...fill });
  else addFrame(outer, inner, fill, shapes);
}

function isAlongAxis([x1, y1]: Point, [x2, y2]: Point): boolean {
  return Math.abs(x1 - x2) <= LEAN_POINTS || Math.abs(y1 - y2) <= LEAN_POINTS;
}

/** Around the corners: half of a box along its diagonal has points only there too. */
function isBox(points: readonly Point[], box: ShownBox): boolean {
  if (points.length < 4 || points.length > 6) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= LEAN_POINTS;
  const isAtCorners = points.every(([x, y]) => (near(x, box.left) || near(x, box.right)) && (near(y, box.top) || near(y, box.bottom)));
  return isAtCorners && areaWithin(points) >= HALF_BOX_SHARE * (box.right - box.left) * (box.bottom - box.top);
}

/** Share of its bounds: three corners have half of it. */
const HALF_BOX_SHARE = 0.75;

/** A box with round corners or ends: it leaves little of its bounds free. */
function isNearlyBox(outline: readonly Point[], box: ShownBox): boolean {
  return areaWithin(outline) > NEARLY_BOX_SHARE * (box.right - box.left) * (box.bottom - box.top);
}

/** Points: what is seen as round. */
const RADIUS_MIN = 1;
/** Share of the box by which its area may differ: four corners are round, and alike. */
const AREA_SLACK = 0.005;

/** Where its sides begin and end. */
function radiusOf(outline: readonly Point[], box: ShownBox): number | undefined {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const atLeft = outline.filter(([x]) => x - box.left < AT_SIDE).map(([, y]) => y - box.top);
  const radius = Math.min(width / 2, height / 2, ...atLeft);
  const area = width * height - (4 - Math.PI) * radius ** 2;
  return radius > RADIUS_MIN && Math.abs(area - areaWithin(outline)) < AREA_SLACK * width * height ? radius : undefined;
}

/** Points. */
const AT_SIDE = 0.05;

function areaWithin(points: readonly Point[]): number {
  return Math.abs(signedArea(points));
}

function turnOf(points: readonly Point[]): number {
  return Math.sign(signedArea(points));
}

function signedArea(points: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

export function boxAroundPoints(points: readonly Point[]): ShownBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
