// Takes the noise off a grey page with a slight blur: an engine takes it for edges of letters. Paper says how much there is: neighbours on it differ
// by noise alone. A page with even paper keeps every pixel.

import sharp from 'sharp';
import type { GreyRaster } from '../recognised.ts';

/** Grey levels: half of the neighbours on paper differ by so much. */
const NOISE_MIN = 6;
/** Of the blur, in pixels. */
const SIGMA = 0.8;
/** Paper is lighter than this share of the way from the threshold to white. */
const PAPER_SHARE = 0.5;
/** Of the rows that are looked at. */
const ROW_STEP = 11;

export async function calmNoise(raster: GreyRaster, threshold: number): Promise<GreyRaster> {
  if (noiseOf(raster, threshold) < NOISE_MIN) return raster;
  const { width, height } = raster;
  const { data } = await sharp(raster.pixels, { raw: { width, height, channels: 1 } })
    .blur(SIGMA)
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...raster, pixels: new Uint8Array(data) };
}

/** The median difference of neighbours, in grey levels; some of them are looked at. */
function noiseOf({ pixels, width, height }: GreyRaster, threshold: number): number {
  const paper = threshold + (255 - threshold) * PAPER_SHARE;
  const counts = new Uint32Array(256);
  for (let y = 1; y < height; y += ROW_STEP) countDifferences(pixels.subarray(y * width, (y + 1) * width), paper, counts);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return counts.findIndex((count) => (seen += count) * 2 >= pairs);
}

function countDifferences(row: Uint8Array, paper: number, counts: Uint32Array): void {
  for (let x = 0; x < row.length - 1; x += 2) {
    const [one, two] = [row[x] ?? 0, row[x + 1] ?? 0];
    if (one < paper || two < paper) continue;
    const difference = Math.abs(one - two);
    counts[difference] = (counts[difference] ?? 0) + 1;
  }
}
