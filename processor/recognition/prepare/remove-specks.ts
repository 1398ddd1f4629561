// Takes specks off a page: components far smaller than its letters that stand alone. A dot of an i, a full stop or a part of a broken letter is
// near a letter and stays. Only where there are many: a clean page keeps every pixel.

import type { GreyRaster } from '../recognised.ts';
import type { Component } from './components.ts';

/** Side of a speck, beside the height of the usual letter. */
const SIDE_SHARE_MAX = 0.2;
/** Fewer specks than letters do no harm. */
const SPECKS_PER_LETTER_MIN = 0.5;
const LETTERS_MIN = 20;
/** Pixels: beside a letter only what is no larger goes, for a dot may be a part of it. */
const TINY_AREA_MAX = 2;
/** Of the threshold between ink and paper. */
const BLACK_SHARE = 0.5;

export function removeSpecks(
  raster: GreyRaster,
  threshold: number,
  components: readonly Component[],
  letters: readonly Component[],
): GreyRaster {
  if (letters.length < LETTERS_MIN) return raster;
  const heights = letters.map(({ top, bottom }) => bottom - top).toSorted((one, two) => one - two);
  const usual = heights[Math.floor(heights.length / 2)] ?? 1;
  const sideMax = Math.max(2, usual * SIDE_SHARE_MAX);
  const specks = components.filter(
    (component) =>
      Math.max(component.right - component.left, component.bottom - component.top) <= sideMax && isBlack(raster, component, threshold),
  );
  if (specks.length < letters.length * SPECKS_PER_LETTER_MIN) return raster;
  const columns = Math.ceil(raster.width / usual);
  const near = new Set<number>();
  for (const { left, top, right, bottom } of letters) {
    for (let row = Math.floor(top / usual) - 1; row <= Math.floor(bottom / usual) + 1; row++)
      for (let column = Math.floor(left / usual) - 1; column <= Math.floor(right / usual) + 1; column++) near.add(row * columns + column);
  }
  const pixels = new Uint8Array(raster.pixels);
  for (const speck of specks) {
    const cell = Math.floor(speck.top / usual) * columns + Math.floor(speck.left / usual);
    if (near.has(cell) && speck.area > TINY_AREA_MAX) continue;
    whiten(pixels, raster.width, raster.height, speck);
  }
  return { ...raster, pixels };
}

/** The noise of a grey page, and of a grey panel on it, is hardly darker than the threshold, and the engine copes with it. */
function isBlack({ pixels, width }: GreyRaster, { left, top, right, bottom }: Component, threshold: number): boolean {
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if ((pixels[y * width + x] ?? 255) < threshold * BLACK_SHARE) return true;
  return false;
}

/** With its grey rim. */
export function whiten(pixels: Uint8Array, width: number, height: number, { left, top, right, bottom }: Component): void {
  for (let y = Math.max(0, top - 1); y < Math.min(height, bottom + 1); y++)
    pixels.fill(255, y * width + Math.max(0, left - 1), y * width + Math.min(width, right + 1));
}
