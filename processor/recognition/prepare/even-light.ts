// Makes the light of a page even: a shadow or a lamp at one side makes one threshold for the whole page wrong. The paper of each cell of a coarse grid
// is its light end; each pixel is scaled by the paper around it. A page with even light stays as it is.

import type { Raster } from '../../images/raster.ts';
import type { GreyRaster } from '../recognised.ts';

/** Cells of an inch. */
const CELLS_PER_INCH = 6;
/** Share of a cell's pixels that are lighter than what counts as its paper. */
const LIGHT_SHARE = 0.2;
/** Paper that is darker is a picture or a panel, and is lifted no further. */
const PAPER_MIN = 70;
/** The darkest twentieth of the paper beside the lightest: above it the light is even. */
const EVEN_MIN = 0.9;

/** Half of the paper beside the lightest: a scanner's is white, and that before a camera lies in a room. */
const PHOTOGRAPH_MAX = 0.8;

/** Whether a camera took it. */
export function isPhotograph(raster: GreyRaster): boolean {
  const at = spreadOf(paperOf(raster, cellOf(raster)));
  return at(0.5) < at(0.95) * PHOTOGRAPH_MAX;
}

export function evenLight(raster: GreyRaster): GreyRaster {
  const { pixels, width, height } = raster;
  const paper = paperOf(raster, cellOf(raster));
  const at = spreadOf(paper);
  if (at(0.05) >= at(0.95) * EVEN_MIN) return raster;
  const { cell, columns, rows, levels } = paper;
  const levelAt = (column: number, row: number): number =>
    levels[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))] ?? 255;
  const even = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const [row, down] = splitNumber(y / cell - 0.5);
    for (let column = -1; column < columns; column++) {
      // Between the middles of two cells the paper changes evenly.
      const [from, to] = [Math.max(0, Math.ceil((column + 0.5) * cell)), Math.min(width, Math.ceil((column + 1.5) * cell))];
      const left = levelAt(column, row) * (1 - down) + levelAt(column, row + 1) * down;
      const right = levelAt(column + 1, row) * (1 - down) + levelAt(column + 1, row + 1) * down;
      const first = left + (right - left) * (from / cell - 0.5 - column);
      liftRow(
        pixels.subarray(y * width + from, y * width + to),
        even.subarray(y * width + from, y * width + to),
        first,
        (right - left) / cell,
      );
    }
  }
  return { ...raster, pixels: even };
}

function cellOf({ dpi }: GreyRaster): number {
  return Math.max(8, Math.round(dpi / CELLS_PER_INCH));
}

/** The level that a share of the paper is darker than. */
function spreadOf({ levels }: ReturnType<typeof paperOf>): (share: number) => number {
  const sorted = levels.toSorted();
  return (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 255;
}

/** @param paper its level at the first pixel @param step by pixel */
function liftRow(row: Uint8Array, even: Uint8Array, paper: number, step: number): void {
  for (let x = 0; x < row.length; x++) even[x] = Math.min(255, ((row[x] ?? 255) * 255) / (paper + step * x));
}

interface Paper {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly levels: Float32Array;
}

function paperOf(raster: Raster<1>, cell: number): Paper {
  const [columns, rows] = [Math.ceil(raster.width / cell), Math.ceil(raster.height / cell)];
  const light = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      light[row * columns + column] = Math.max(PAPER_MIN, lightOf(raster, cell, column, row));
  }
  const around = (levels: Float32Array, of: (near: readonly number[]) => number): Float32Array =>
    levels.map((_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const near: number[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) near.push(levels[y * columns + x] ?? 255);
      return of(near);
    });
  const lifted = around(light, (near) => Math.max(...near));
  return { cell, columns, rows, levels: around(lifted, (near) => near.reduce((sum, level) => sum + level, 0) / near.length) };
}

function lightOf({ pixels, width, height }: Raster<1>, cell: number, column: number, row: number): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y += 2) {
    for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++) {
      const level = pixels[y * width + x] ?? 255;
      counts[level] = (counts[level] ?? 0) + 1;
      total++;
    }
  }
  let left = total * LIGHT_SHARE;
  let level = 255;
  while (level > 0 && (left -= counts[level] ?? 0) > 0) level--;
  return level;
}

function splitNumber(value: number): [whole: number, rest: number] {
  const whole = Math.floor(value);
  return [whole, value - whole];
}
