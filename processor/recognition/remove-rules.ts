// Takes upright ruling lines out of a page before it is read: an engine takes the side of a cell for `|`, `{` or `l`. What is thin across and long
// along is a rule; where a letter's stroke crosses it, the stroke stays. Level rules stay: they part a table from its text for the engine's
// segmentation of the page (a table read whole with them lost 296 of 414 words without).

import type { GreyRaster } from './recognised.ts';

/** Darker is ink. */
const INK_MAX = 160;
/** No stroke of a letter in running text is as long and as thin. */
const LENGTH_INCHES_MIN = 0.4;
const THICKNESS_INCHES_MAX = 0.025;
/** White letters on black make short thin places along a long run; a rule is thin nearly everywhere. */
const THIN_SHARE_MIN = 0.7;
/** A rule that leaned has steps; there it is so much thicker. */
const STEP_FACTOR = 1.6;

/** @returns the same raster when there is no such rule. */
export function removeRules(raster: GreyRaster): GreyRaster {
  const { width, height, dpi } = raster;
  const lengthMin = Math.round(dpi * LENGTH_INCHES_MIN);
  const thicknessMax = Math.max(2, Math.round(dpi * THICKNESS_INCHES_MAX));
  let pixels: Uint8Array | undefined;
  // A run of so many rows crosses one of these.
  for (let y = lengthMin - 1; y < height; y += lengthMin) {
    for (const x of inkOf(raster.pixels.subarray(y * width, (y + 1) * width))) {
      const run = findRun(raster, x, y, lengthMin);
      if (!run || run.bottom - run.top < lengthMin) continue;
      const thin = findThin(raster, run, thicknessMax * STEP_FACTOR);
      if (thin.filter(({ left, right }) => right - left <= thicknessMax).length < (run.bottom - run.top) * THIN_SHARE_MIN) continue;
      pixels ??= new Uint8Array(raster.pixels);
      for (const { row, left, right } of thin) eraseAcross(raster, pixels, row, left, right);
    }
  }
  return pixels ? { ...raster, pixels } : raster;
}

function inkOf(row: Uint8Array): number[] {
  const found: number[] = [];
  for (let x = 0; x < row.length; x++) if ((row[x] ?? 255) < INK_MAX) found.push(x);
  return found;
}

interface Run {
  readonly x: number;
  readonly top: number;
  /** The first row after it. */
  readonly bottom: number;
}

/** The ink above and below a pixel of ink; nothing where it begins so far above that the row of before has seen it. */
function findRun({ pixels, width, height }: GreyRaster, x: number, y: number, lengthMin: number): Run | undefined {
  let [top, bottom] = [y, y + 1];
  while (top > 0 && (pixels[(top - 1) * width + x] ?? 255) < INK_MAX) if (--top <= y - lengthMin) return undefined;
  while (bottom < height && (pixels[bottom * width + x] ?? 255) < INK_MAX) bottom++;
  return { x, top, bottom };
}

interface Thin {
  readonly row: number;
  /** First column of the ink, and the first after it. */
  readonly left: number;
  readonly right: number;
}

/** Where the ink around a column is thin across. */
function findThin({ pixels, width }: GreyRaster, run: Run, thicknessMax: number): Thin[] {
  const thin: Thin[] = [];
  for (let row = run.top; row < run.bottom; row++) {
    const first = row * width;
    let [left, right] = [run.x, run.x + 1];
    while (left > 0 && right - left <= thicknessMax && (pixels[first + left - 1] ?? 255) < INK_MAX) left--;
    while (right < width && right - left <= thicknessMax && (pixels[first + right] ?? 255) < INK_MAX) right++;
    if (right - left <= thicknessMax) thin.push({ row, left, right });
  }
  return thin;
}

/** Paints ink with the lighter of what lies two pixels beside it; its grey rims go with it. */
function eraseAcross({ pixels, width }: GreyRaster, to: Uint8Array, row: number, left: number, right: number): void {
  const first = row * width;
  const paper = Math.max(left >= 2 ? (pixels[first + left - 2] ?? 255) : 255, right + 1 < width ? (pixels[first + right + 1] ?? 255) : 255);
  for (let x = Math.max(0, left - 1); x < Math.min(width, right + 1); x++) to[first + x] = Math.max(paper, to[first + x] ?? 255);
}
