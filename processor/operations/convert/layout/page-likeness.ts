// How much the pages of a document that was laid out look like those of its source: both drawn small and grey by PDFium, compared by structural
// similarity. Pages are matched in order; a page of the source may have grown into several.

import type { ByteSource } from '../../../pdf/byte-source.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { lumaOfBgrx } from '../../../images/raster.ts';
import type { RegionPixels } from '../../../pdf/pdfium/page/draw-regions.ts';
import { drawRegionsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { measurePageSsim } from '../../../images/ssim.ts';
import type { Raster } from '../../../images/raster.ts';

const DPI = 50;
const PAGE_PIXELS_MAX = 1_500_000;
const PIXELS_MAX = 60_000_000;
const PAGE_MS_MAX = 4_000;
const TIME_MS_MAX = 30_000;
/** Pixels: a size in points that is rounded otherwise gives some more or less. */
const SIZE_SLACK = 3;
const WHITE = 255;

type Grey = Raster<1>;

/** Undefined where a page could not be drawn. */
export async function drawSmall(input: ByteSource, pageIndexes: readonly number[]): Promise<(Grey | undefined)[]> {
  const pages: (Grey | undefined)[] = [];
  for (let from = 0; from < pageIndexes.length; from += PAGES_AT_ONCE)
    pages.push(...(await drawSome(input, pageIndexes.slice(from, from + PAGES_AT_ONCE))));
  return pages;
}

/** Their colours, which are four times as large as what is kept of them, are in memory together. */
const PAGES_AT_ONCE = 16;

async function drawSome(input: ByteSource, pageIndexes: readonly number[]): Promise<(Grey | undefined)[]> {
  const bounds = { dpi: DPI, regionPixelsMax: PAGE_PIXELS_MAX, pixelsMax: PIXELS_MAX };
  const regions = pageIndexes.map((pageIndex) => ({ pageIndex }));
  const timeMsMax = Math.min(TIME_MS_MAX, PAGE_MS_MAX * pageIndexes.length);
  const drawn = await drawRegionsBounded({ input: engineInput(input), regions, withAnnotations: true, ...bounds }, timeMsMax);
  return pageIndexes.map((_, at) => greyOf(drawn?.[at]));
}

function greyOf(drawn: RegionPixels | undefined): Grey | undefined {
  if (!drawn) return undefined;
  const { widthPixels: width, heightPixels: height, bgra } = drawn;
  return { width, height, channels: 1, pixels: lumaOfBgrx(bgra) };
}

/** @param degrees clockwise, by quarters */
export function turnPage(page: Grey | undefined, degrees: number): Grey | undefined {
  if (!page || degrees === 0) return page;
  const { width, height, pixels } = page;
  const turned = new Uint8Array(pixels.length);
  // A quarter: what was the bottom of a column is the start of a row.
  for (let y = 0; y < width; y++) for (let x = 0; x < height; x++) turned[y * height + x] = pixels[(height - 1 - x) * width + y] ?? WHITE;
  return turnPage({ width: height, height: width, channels: 1, pixels: turned }, degrees - 90);
}

export interface MatchedPage {
  /** 0 to 1; 0 where it is missing. */
  readonly ssim: number;
  /** Pages that follow the one that it looks like and look like none: it has grown. */
  readonly more: number;
}

/** An entry for each page of the source. */
export function matchPages(source: readonly (Grey | undefined)[], result: readonly (Grey | undefined)[]): MatchedPage[] {
  const shift = result.length === source.length ? 0 : Math.abs(result.length - source.length) + 1;
  const alike = source.map((page, at) => result.map((other, place) => (Math.abs(place - at) > shift ? 0 : likeness(page, other))));
  const places = bestOrder(alike, result.length);
  return places.map((place, at) => {
    const next = places.slice(at + 1).find((other) => other >= 0) ?? result.length;
    return { ssim: place < 0 ? 0 : (alike[at]?.[place] ?? 0), more: place < 0 ? 0 : next - place - 1 };
  });
}

/** For each row the column that it goes to, in order, so that the sum is greatest; -1 for none. */
function bestOrder(alike: readonly (readonly number[])[], columns: number): number[] {
  const sums: number[][] = Array.from({ length: alike.length + 1 }, () => Array.from({ length: columns + 1 }, () => 0));
  const sum = (row: number, column: number) => sums[row]?.[column] ?? 0;
  for (let row = alike.length - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const here = (alike[row]?.[column] ?? 0) + sum(row + 1, column + 1);
      sums[row]?.splice(column, 1, Math.max(here, sum(row + 1, column), sum(row, column + 1)));
    }
  }
  const places: number[] = [];
  let column = 0;
  for (let row = 0; row < alike.length; row++) {
    while (column < columns && sum(row, column + 1) === sum(row, column)) column++;
    const takes = column < columns && (alike[row]?.[column] ?? 0) + sum(row + 1, column + 1) >= sum(row + 1, column);
    places.push(takes ? column++ : -1);
  }
  return places;
}

/** A page that is larger than Word documents have them is smaller in the result. */
const SIDES_ALIKE = 0.01;

function likeness(source: Grey | undefined, two: Grey | undefined): number {
  if (!source || !two) return 0;
  const isLarger = source.width > two.width + SIZE_SLACK;
  const isAlike = Math.abs((source.width * two.height) / (two.width * source.height) - 1) < SIDES_ALIKE;
  const one = isLarger && isAlike ? shrink(source, two) : source;
  if (Math.abs(one.width - two.width) > SIZE_SLACK || Math.abs(one.height - two.height) > SIZE_SLACK) return 0;
  return measurePageSsim(one.pixels, onCanvas(two, one), one.width, one.height);
}

/** Each pixel is the mean of those that it stands for. */
function shrink(page: Grey, { width, height }: Pick<Grey, 'width' | 'height'>): Grey {
  const pixels = new Uint8Array(width * height);
  const edge = (at: number, from: number, to: number) => Math.floor((at * from) / to);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [edge(y, page.height, height), Math.max(edge(y + 1, page.height, height), edge(y, page.height, height) + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [edge(x, page.width, width), Math.max(edge(x + 1, page.width, width), edge(x, page.width, width) + 1)];
      let sum = 0;
      for (let row = top; row < bottom; row++) for (let at = left; at < right; at++) sum += page.pixels[row * page.width + at] ?? WHITE;
      pixels[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, channels: 1, pixels };
}

function onCanvas(picture: Grey, { width, height }: Grey): Uint8Array {
  if (picture.width === width && picture.height === height) return picture.pixels;
  const pixels = new Uint8Array(width * height).fill(WHITE);
  const across = Math.min(width, picture.width);
  for (let y = 0; y < Math.min(height, picture.height); y++)
    pixels.set(picture.pixels.subarray(y * picture.width, y * picture.width + across), y * width);
  return pixels;
}
