// Clip paths that are no boxes: the pixels of a picture outside of them are made transparent. Curves become polylines, and areas are filled by the
// even-odd rule (ISO 32000-2 8.5.3.3.3), because the engine does not say by which rule a path clips.

import { transform, type Matrix } from '../../geometry/matrix.ts';
import { intersect, areaOf, type ShownBox } from '../../geometry/shown-box.ts';
import type { Pdfium } from '../pdfium.ts';
import { boxAroundPoints, CLIPS_MAX, type Point, SEGMENT, SEGMENTS_MAX } from './read-paths.ts';
import type { Scratch } from './scratch.ts';

/** One clip path: its closed polylines, on the page as shown. */
type ClipPath = readonly (readonly Point[])[];

/** Lines that a Bézier curve becomes. */
const CURVE_LINES = 12;
/** A path that leaves more of what its box leaves of the picture is as good as its box. */
const BOX_SHARE = 0.98;
const ALPHA = 3;

/** The clip paths of an object that leave clearly less of a picture than their boxes do. @param toShown from the space that the object's own matrix leads to */
export function readClipMasks(engine: Pdfium, scratch: Scratch, handle: number, toShown: Matrix, picture: ShownBox): ClipPath[] {
  const { wasmExports } = engine.pdfium;
  const clip = wasmExports.FPDFPageObj_GetClipPath(handle);
  const count = clip === 0 ? 0 : Math.min(wasmExports.FPDFClipPath_CountPaths(clip), CLIPS_MAX);
  const masks: ClipPath[] = [];
  for (let at = 0; at < count; at++) {
    const path = readClipPath(engine, scratch, { clip, at }, toShown);
    const points = path.flat();
    if (points.length > 2 && shareOfBox(path, intersect(boxAroundPoints(points), picture)) < BOX_SHARE) masks.push(path);
  }
  return masks;
}

/** Share of its box: a path that leaves less of it draws another shape. */
const SHAPE_SHARE = 0.6;

/** Whether the clip paths of an object leave a fill its box. */
export function isBoxWithin(engine: Pdfium, scratch: Scratch, handle: number, toShown: Matrix, fill: ShownBox): boolean {
  return readClipMasks(engine, scratch, handle, toShown, fill).every((path) => shareOfBox(path, fill) >= SHAPE_SHARE);
}

function readClipPath(
  engine: Pdfium,
  scratch: Scratch,
  { clip, at }: { readonly clip: number; readonly at: number },
  toShown: Matrix,
): Point[][] {
  const { wasmExports } = engine.pdfium;
  const paths: Point[][] = [];
  const controls: Point[] = [];
  const segments = Math.min(wasmExports.FPDFClipPath_CountPathSegments(clip, at), SEGMENTS_MAX);
  for (let index = 0; index < segments; index++) {
    const segment = wasmExports.FPDFClipPath_GetPathSegment(clip, at, index);
    const type = wasmExports.FPDFPathSegment_GetType(segment);
    wasmExports.FPDFPathSegment_GetPoint(segment, scratch.pointer, scratch.pointer + 4);
    const [x = 0, y = 0] = scratch.floats;
    const point = transform(toShown, x, y);
    const path = paths.at(-1);
    if (type === SEGMENT.move || !path) paths.push([point]);
    else if (type !== SEGMENT.bezier) path.push(point);
    else if (controls.push(point) === 3) path.push(...pointsOfCurve(path.at(-1) ?? point, controls.splice(0)));
  }
  return paths;
}

function pointsOfCurve(start: Point, [one = start, two = start, end = start]: readonly Point[]): Point[] {
  return Array.from({ length: CURVE_LINES }, (_, index): Point => {
    const t = (index + 1) / CURVE_LINES;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return [a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1]];
  });
}

/** Lines that are drawn through a box to see how much of it a path leaves. */
const PROBES = 64;

function shareOfBox(path: ClipPath, box: ShownBox): number {
  if (!(areaOf(box) > 0)) return 1;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  let inside = 0;
  for (let probe = 0; probe < PROBES; probe++) {
    for (const [from, to] of spansAt(path, box.top + (height * (probe + 0.5)) / PROBES))
      inside += Math.max(0, Math.min(to, box.right) - Math.max(from, box.left));
  }
  return inside / (width * PROBES);
}

/** Where a level line is inside of a path, from left to right. */
function spansAt(path: ClipPath, y: number): (readonly [number, number])[] {
  const crossings: number[] = [];
  for (const points of path) {
    for (const [index, [x1, y1]] of points.entries()) {
      const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
      if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  crossings.sort((one, two) => one - two);
  return Array.from({ length: crossings.length >> 1 }, (_, index) => [crossings[index * 2] ?? 0, crossings[index * 2 + 1] ?? 0] as const);
}

interface Pixels {
  readonly bgra: Uint8Array;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** In place. @param box where the picture stands on the page as shown */
export function maskPixels({ bgra, widthPixels, heightPixels }: Pixels, box: ShownBox, masks: readonly ClipPath[]): void {
  const scale = widthPixels / (box.right - box.left);
  for (let row = 0; row < heightPixels; row++) {
    const y = box.top + ((row + 0.5) / heightPixels) * (box.bottom - box.top);
    for (const mask of masks) {
      let reached = 0;
      const clear = (to: number) => {
        for (; reached < to; reached++) bgra[(row * widthPixels + reached) * 4 + ALPHA] = 0;
      };
      for (const [from, to] of spansAt(mask, y)) {
        clear(Math.min(widthPixels, Math.round((from - box.left) * scale)));
        reached = Math.max(reached, Math.min(widthPixels, Math.round((to - box.left) * scale)));
      }
      clear(widthPixels);
    }
  }
}
