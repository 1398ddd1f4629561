// Upright lines that end at nothing, as the engine draws them, whatever they are made of: strokes, thin boxes, shapes with slanted ends, or a frame
// that is one shape. The sides of a table meet its rules; one that no longer does was left behind.

import type { ShownBox } from '../../geometry/shown-box.ts';
import type { Drawn } from '../pdfium.ts';

/** Pixels at 144 dpi: so long is a line at least, and so far beside it nothing of it is seen. */
const [LENGTH_MIN, BESIDE] = [20, 4];
/** Degrees of brightness by which a line is darker than what is beside it, and grounds differ. */
const [DARKER, GROUND] = [60, 20];
/** Pixels after its end in which a line meets another. */
const REACH = 5;

/** @param place in pixels. @returns how many ends of upright lines in it meet neither another line nor the edge of a ground */
export function countLooseEnds(layer: Drawn, place: ShownBox): number {
  const left = Math.max(BESIDE, Math.floor(place.left));
  const right = Math.min(layer.width - BESIDE, Math.ceil(place.right));
  const [top, bottom] = [Math.max(0, Math.floor(place.top)), Math.min(layer.height, Math.ceil(place.bottom))];
  const luma = lumaOf(layer);
  let loose = 0;
  let before: Run[] = [];
  for (let x = left; x < right; x++) {
    const runs = runsAt(luma, x, [top, bottom]);
    for (const run of runs) {
      // A line is some pixels wide.
      if (before.some((one) => Math.min(one.end, run.end) - Math.max(one.start, run.start) > LENGTH_MIN / 2)) continue;
      if (run.start > top + REACH && isLoose(luma, x, run.start, -1)) loose++;
      if (run.end < bottom - REACH && isLoose(luma, x, run.end - 1, 1)) loose++;
    }
    before = runs;
  }
  return loose;
}

interface Run {
  readonly start: number;
  /** Behind it. */
  readonly end: number;
}

type Luma = (x: number, y: number) => number;

function lumaOf(layer: Drawn): Luma {
  const { rowBytes, channels, width, height } = layer;
  const pixels = layer.pixels();
  return (x, y) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return 255;
    const at = y * rowBytes + x * channels;
    return ((pixels[at] ?? 0) * 29 + (pixels[at + 1] ?? 0) * 150 + (pixels[at + 2] ?? 0) * 77) >> 8;
  };
}

function runsAt(luma: Luma, x: number, [top, bottom]: readonly [number, number]): Run[] {
  const runs: Run[] = [];
  let start: number | undefined;
  for (let y = top; y <= bottom; y++) {
    const isLine = y < bottom && luma(x, y) < Math.min(luma(x - BESIDE, y), luma(x + BESIDE, y)) - DARKER;
    if (isLine) start ??= y;
    else if (start !== undefined) {
      if (y - start >= LENGTH_MIN) runs.push({ start, end: y });
      start = undefined;
    }
  }
  return runs;
}

/** @param y the last pixel of the line. @param by 1 downwards */
function isLoose(luma: Luma, x: number, y: number, by: 1 | -1): boolean {
  return [-BESIDE, BESIDE].every((aside) => {
    const ground = luma(x + aside, y - by * BESIDE);
    for (let step = 1; step <= REACH; step++) if (Math.abs(luma(x + aside, y + by * step) - ground) > GROUND) return false;
    return true;
  });
}
