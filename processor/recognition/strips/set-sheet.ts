// Sets strips below each other on a white sheet, all letters of one height, nothing else of the page beside them: a sheet is read as one block of
// lines, whatever columns, rules and pictures the page has.

import sharp from 'sharp';
import { thresholdOf } from '../prepare/components.ts';
import type { GreyRaster, RecognisedWord } from '../recognised.ts';
import type { Strip } from './find-strips.ts';

/** Pixels of the sheet. */
const LETTER_HEIGHT = 30;
const MARGIN = 30;
const GAP = 34;
const SCALE = { min: 0.3, max: 4 } as const;
const WIDTH_MAX = 6000;
const STRIPS_PER_SHEET = 60;
/** What the letters' edges need around them, in pixels of the page. */
const RIM = 2;

export interface Sheet<S extends Strip = Strip> {
  readonly raster: GreyRaster;
  readonly places: readonly Place<S>[];
}

interface Place<S extends Strip> {
  readonly strip: S;
  /** Of the sheet. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly scale: number;
}

/** Strips of like width share a sheet. */
export async function setSheets<S extends Strip>(raster: GreyRaster, strips: readonly S[]): Promise<Sheet<S>[]> {
  const sorted = strips.toSorted((one, two) => one.box.right - one.box.left - (two.box.right - two.box.left));
  const sheets: Sheet<S>[] = [];
  for (let from = 0; from < sorted.length; from += STRIPS_PER_SHEET)
    sheets.push(await setSheet(raster, sorted.slice(from, from + STRIPS_PER_SHEET)));
  return sheets;
}

async function setSheet<S extends Strip>(raster: GreyRaster, strips: readonly S[]): Promise<Sheet<S>> {
  const cuts = await Promise.all(strips.map((strip) => cutStrip(raster, strip)));
  const width = Math.max(...cuts.map((cut) => cut.width)) + 2 * MARGIN;
  const height = cuts.reduce((sum, cut) => sum + cut.height + GAP, 2 * MARGIN);
  const pixels = new Uint8Array(width * height).fill(255);
  let top = MARGIN;
  const places: Place<S>[] = [];
  for (const cut of cuts) {
    for (let y = 0; y < cut.height; y++) pixels.set(cut.pixels.subarray(y * cut.width, (y + 1) * cut.width), (top + y) * width + MARGIN);
    places.push({ strip: cut.strip, left: MARGIN, top, bottom: top + cut.height, scale: cut.scale });
    top += cut.height + GAP;
  }
  return { raster: { pixels, width, height, channels: 1, dpi: 300 }, places };
}

/** Words of a sheet at their places on the page, by strip. */
export function takeWords<S extends Strip>(
  { places }: Sheet<S>,
  words: readonly RecognisedWord[],
): { strip: S; words: RecognisedWord[] }[] {
  return places.map((place) => {
    const own = words.filter(({ box }) => {
      const middle = (box.top + box.bottom) / 2;
      return middle >= place.top - GAP / 2 && middle < place.bottom + GAP / 2;
    });
    const { left, top, scale, strip } = place;
    const across = (x: number): number => Math.round(strip.box.left - RIM + (x - left) / scale);
    const down = (y: number): number => Math.round(strip.box.top - RIM + (y - top) / scale);
    const back = own.map((word) => ({
      ...word,
      box: { left: across(word.box.left), top: down(word.box.top), right: across(word.box.right), bottom: down(word.box.bottom) },
    }));
    return { strip, words: back };
  });
}

interface Cut<S extends Strip> {
  readonly strip: S;
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

async function cutStrip<S extends Strip>(raster: GreyRaster, strip: S): Promise<Cut<S>> {
  const { box, isInverted } = strip;
  const [left, top] = [Math.max(0, box.left - RIM), Math.max(0, box.top - RIM)];
  const [wide, high] = [Math.min(raster.width, box.right + RIM) - left, Math.min(raster.height, box.bottom + RIM) - top];
  const cut = new Uint8Array(wide * high).fill(255);
  for (const letter of strip.letters) {
    const [from, to] = [Math.max(left, letter.left - RIM), Math.min(left + wide, letter.right + RIM)];
    // From the top of the strip to its foot: dots, accents and points belong to the letter.
    for (let y = 0; y < high; y++) {
      const row = (top + y) * raster.width;
      for (let x = from; x < to; x++) {
        const pixel = raster.pixels[row + x] ?? 255;
        cut[y * wide + x - left] = isInverted ? 255 - pixel : pixel;
      }
    }
  }
  const wanted = Math.max(SCALE.min, Math.min(SCALE.max, LETTER_HEIGHT / strip.height, WIDTH_MAX / wide));
  const width = Math.max(1, Math.round(wide * wanted));
  const resized = await sharp(cut, { raw: { width: wide, height: high, channels: 1 } })
    .resize({ width, height: Math.max(1, Math.round(high * wanted)), fit: 'fill', kernel: 'cubic' })
    .normalise({ lower: 0, upper: 100 })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (strip.isBilevel) blacken(resized.data);
  return { strip, pixels: resized.data, width: resized.info.width, height: resized.info.height, scale: width / wide };
}

function blacken(pixels: Uint8Array): void {
  const threshold = thresholdOf({ pixels }, 1);
  for (const [at, pixel] of pixels.entries()) pixels[at] = pixel < threshold ? 0 : 255;
}
