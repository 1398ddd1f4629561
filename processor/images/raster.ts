// A picture as plain samples, and what can be learned by looking at every pixel: is it grey, does it have two levels, how many colours. Pure.

/** 1 grey, 3 RGB, 4 as PDFium draws: blue, green, red and unused. */
export interface Raster<Channels extends 1 | 3 | 4 = 1 | 3> {
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** 8 bits each, rows without padding. */
  readonly pixels: Uint8Array;
}

/** The grey version of a colour picture; undefined when a pixel's channels differ by more than `toleranceMax` levels. */
export function toGreyIfGrey(raster: Raster, toleranceMax: number): Raster | undefined {
  if (raster.channels === 1) return raster;
  const { pixels, width, height } = raster;
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 3) {
    const [r, g, b] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    if (Math.max(r, g, b) - Math.min(r, g, b) > toleranceMax) return undefined;
    grey[pixel] = g;
  }
  return { width, height, channels: 1, pixels: grey };
}

/** ITU-R BT.601 luma, one byte per pixel. */
export function lumaOf({ channels, pixels, width, height }: Raster): Uint8Array {
  if (channels === 1) return pixels;
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel++, at += 3) {
    luma[pixel] = ((pixels[at] ?? 0) * 77 + (pixels[at + 1] ?? 0) * 150 + (pixels[at + 2] ?? 0) * 29 + 128) >> 8;
  }
  return luma;
}

/** The same of pixels as PDFium draws them. */
export function lumaOfBgrx(pixels: Uint8Array): Uint8Array {
  const luma = new Uint8Array(pixels.length / 4);
  for (let at = 0, from = 0; at < luma.length; at++, from += 4) {
    luma[at] = ((pixels[from] ?? 0) * 29 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 77 + 128) >> 8;
  }
  return luma;
}

export interface Palette {
  /** Grey or RGB entries, in the order in which they occur. */
  readonly colours: Uint8Array;
  readonly count: number;
  /** The entry of each pixel. */
  readonly indexes: Uint8Array;
}

/** Undefined when there are more than `coloursMax` (≤ 256). */
export function findPalette({ channels, pixels, width, height }: Raster, coloursMax: number): Palette | undefined {
  const numbers = new Map<number, number>();
  const indexes = new Uint8Array(width * height);
  let [lastKey, lastIndex] = [-1, 0];
  for (let pixel = 0, at = 0; pixel < indexes.length; pixel++, at += channels) {
    const key = channels === 1 ? (pixels[at] ?? 0) : ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    if (key !== lastKey) {
      const known = numbers.get(key);
      if (known === undefined && numbers.size === coloursMax) return undefined;
      lastKey = key;
      lastIndex = known ?? numbers.size;
      if (known === undefined) numbers.set(key, lastIndex);
    }
    indexes[pixel] = lastIndex;
  }
  const colours = new Uint8Array(numbers.size * channels);
  for (const [key, index] of numbers) {
    if (channels === 1) colours[index] = key;
    else colours.set([key >> 16, (key >> 8) & 255, key & 255], index * 3);
  }
  return { colours, count: numbers.size, indexes };
}

/** Samples of 1, 2 or 4 bits packed into bytes, each row on a byte of its own (ISO 32000-1 8.9.5.2). */
export function packSamples(samples: Uint8Array, width: number, height: number, bits: 1 | 2 | 4): Uint8Array {
  const rowBytes = Math.ceil((width * bits) / 8);
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const bit = x * bits;
      const byte = y * rowBytes + (bit >> 3);
      out[byte] = (out[byte] ?? 0) | ((samples[at] ?? 0) << (8 - bits - (bit & 7)));
    }
  }
  return out;
}

/** One byte per pixel, 1 where `grey` is below `threshold`: the black pixels. */
export function toBilevel(grey: Uint8Array, threshold: number): Uint8Array {
  const black = new Uint8Array(grey.length);
  for (let at = 0; at < grey.length; at++) black[at] = (grey[at] ?? 0) < threshold ? 1 : 0;
  return black;
}

/** True when each pixel is black or white. */
export function isBilevel(grey: Uint8Array): boolean {
  // By index: an iterator takes five times as long.
  // oxlint-disable-next-line typescript/prefer-for-of
  for (let at = 0; at < grey.length; at++) if (grey[at] !== 0 && grey[at] !== 255) return false;
  return true;
}
