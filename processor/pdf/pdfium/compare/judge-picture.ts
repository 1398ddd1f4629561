// Whether a page of an edited document is turned and cropped as planned, and looks unchanged outside the declared boxes. To compare
// turned or cropped pages, the result's page gets the shape of its source, in the engine's memory only.

import type { ShownBox } from '../../geometry/shown-box.ts';
import type { Drawn } from '../pdfium.ts';
import type { JudgedPage } from './judged-page.ts';
import type { SeenPage, Shape } from './seen-page.ts';

/**
 * The engine puts letters on whole pixels: one on the edge between two jumps when its place changes by a millionth. It does so at
 * one resolution only; what was moved, added or lost is visible at all.
 */
const RENDER_DPIS = [72, 101, 131];
/** Anti-aliasing differs slightly where a glyph's position is rounded. */
const CHANNEL_SLACK = 8;
const EDGE_PIXELS = 1.5;
/** Boxes are written with three digits. */
const SHAPE_SLACK = 0.01;

/** @returns whether the page has the planned shape. Afterwards it has that of its source. */
export function judgeShape(was: Shape, after: SeenPage, { quarterTurns, isCut }: Pick<JudgedPage, 'quarterTurns' | 'isCut'>): boolean {
  const is = after.shape();
  const isTurned = is.quarterTurns === (was.quarterTurns + quarterTurns) % 4;
  const moved = is.box.map((side, index) => (side - (was.box[index] ?? 0)) * (index < 2 ? 1 : -1));
  const isSeen = isCut ? moved.every((by) => by >= -SHAPE_SLACK) : moved.every((by) => Math.abs(by) <= SHAPE_SLACK);
  const isDrawable = (!isCut && quarterTurns % 4 === 0) || after.giveShape(was);
  return isTurned && isSeen && isDrawable;
}

/** The resolutions at which a page is drawn, until its two versions are alike. @param first the lowest */
export function dpisFrom(first: number): readonly number[] {
  return [first, ...RENDER_DPIS.filter((dpi) => dpi > first)];
}

/** Parts of a page in which its pictures differ: numbers of squares of a grid. */
export type Differences = ReadonlySet<number>;

/** Squares along each side of the page. */
const GRID = 128;

/** @param boxes where the page may look different, in pixels. @returns undefined for pictures of another size */
export function differencesOutside(one: Drawn, two: Drawn, boxes: readonly ShownBox[]): Differences | undefined {
  if (one.width !== two.width || one.height !== two.height) return undefined;
  const found = new Set<number>();
  const { width, height, rowBytes, channels } = one;
  const [before, after] = [one.pixels(), two.pixels()];
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * rowBytes, y * rowBytes + width * channels];
    if (before.compare(after, start, end, start, end) === 0) continue;
    for (let x = 0; x < width; x++) {
      if (differs(before, after, start + x * channels) && !boxes.some((box) => isInside(box, x + 0.5, y + 0.5)))
        found.add(squareOf((x * GRID) / width, (y * GRID) / height));
    }
  }
  return found;
}

function squareOf(x: number, y: number): number {
  return Math.floor(y) * (GRID + 2) + Math.floor(x);
}

/** Those of the first that are in the second too, or beside one that is: what changed is seen at every resolution, at the same place. */
export function seenAgain(one: Differences, two: Differences): Differences {
  const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => down * (GRID + 2) + right));
  return new Set([...one].filter((square) => around.some((by) => two.has(square + by))));
}

function isInside({ left, top, right, bottom }: ShownBox, x: number, y: number): boolean {
  return x >= left - EDGE_PIXELS && x <= right + EDGE_PIXELS && y >= top - EDGE_PIXELS && y <= bottom + EDGE_PIXELS;
}

function differs(one: Uint8Array, two: Uint8Array, byte: number): boolean {
  for (let at = byte; at < byte + 3; at++) if (Math.abs((one[at] ?? 0) - (two[at] ?? 0)) > CHANNEL_SLACK) return true;
  return false;
}
