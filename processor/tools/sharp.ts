// The engine sharp (libvips, mozjpeg): resampling and image codecs on samples in memory. It uses no cache and two threads, because one processor runs
// several jobs at once.

import sharp, { type Sharp } from 'sharp';
import { inflateSync, deflateSync } from 'node:zlib';
import { parsePng } from '../images/png-chunks.ts';
import type { Raster } from '../images/raster.ts';

sharp.cache(false);
sharp.concurrency(2);

/** Larger pictures are refused by the decoder itself. */
const PIXELS_MAX = 268_402_689;

/** A JPEG with 1 or 3 components whose samples are decoded row by row each time it is used. */
export interface StoredJpeg {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Without ICC profile and orientation. */
  readonly jpeg: Uint8Array;
}

export interface JpegOptions {
  /** 1–100. */
  readonly quality: number;
  /** Halved colour resolution. */
  readonly halveChroma: boolean;
}

/** mozjpeg: trellis quantisation, progressive with optimised scans. */
export async function encodeJpeg(image: Raster | StoredJpeg, { quality, halveChroma }: JpegOptions): Promise<Uint8Array> {
  return asChannels(fromImage(image), image.channels)
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: halveChroma ? '4:2:0' : '4:4:4' })
    .toBuffer();
}

/**
 * The samples of a JPEG with 1 or 3 components as they are, no profile applied; undefined for other components and damaged files.
 * @param jpeg without ICC profile and orientation.
 */
export async function decodeJpeg(jpeg: Uint8Array): Promise<Raster | undefined> {
  try {
    const image = sharp(jpeg, { failOn: 'error', limitInputPixels: PIXELS_MAX });
    const { channels } = await image.metadata();
    if (channels !== 1 && channels !== 3) return undefined;
    // By default the library gives three components for grey.
    const { data, info } = await asChannels(image, channels).raw().toBuffer({ resolveWithObject: true });
    return info.channels === channels ? { width: info.width, height: info.height, channels, pixels: data } : undefined;
  } catch {
    // The library has one kind of error for all faults of a file.
    return undefined;
  }
}

/** As decodeJpeg, for a large one: every row is decoded once, none is kept. */
export async function storeJpeg(jpeg: Uint8Array): Promise<StoredJpeg | undefined> {
  try {
    const { width, height, channels } = await sharp(jpeg, { limitInputPixels: PIXELS_MAX }).metadata();
    if (channels !== 1 && channels !== 3) return undefined;
    const stored: StoredJpeg = { width, height, channels, jpeg };
    await fromImage(stored).resize(CHECKED_PIXELS, CHECKED_PIXELS, { fit: 'fill' }).raw().toBuffer();
    return stored;
  } catch {
    return undefined;
  }
}

const CHECKED_PIXELS = 16;

/** The rows from `top` on. */
export async function cutBand({ jpeg, width, channels }: StoredJpeg, top: number, height: number): Promise<Raster> {
  const band = sharp(jpeg, { limitInputPixels: PIXELS_MAX }).extract({ left: 0, top, width, height });
  return { width, height, channels, pixels: await asChannels(band, channels).raw().toBuffer() };
}

/** Encodes a JPEG of four inks again, in the same inks, and inverted where the source is (Adobe's marker). */
export async function recompressInkJpeg(
  jpeg: Uint8Array,
  width: number,
  height: number,
  { quality, halveChroma }: JpegOptions,
): Promise<Uint8Array> {
  return sharp(jpeg, { limitInputPixels: PIXELS_MAX })
    .pipelineColourspace('cmyk')
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('cmyk')
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: halveChroma ? '4:2:0' : '4:4:4' })
    .toBuffer();
}

/** The colours of a JPEG of four inks as far as two of them can be compared; undefined for any other. */
export async function showInkJpeg(jpeg: Uint8Array): Promise<Raster | undefined> {
  try {
    const image = sharp(jpeg, { failOn: 'error', limitInputPixels: PIXELS_MAX });
    if ((await image.metadata()).channels !== 4) return undefined;
    const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, channels: 3, pixels: data } : undefined;
  } catch {
    return undefined;
  }
}

/** Lanczos (3 lobes) when smaller, cubic when larger. */
export async function resizeRaster<T extends Raster | StoredJpeg>(image: T, width: number, height: number): Promise<Raster | T> {
  const { channels } = image;
  if (width === image.width && height === image.height) return image;
  const kernel = width < image.width ? 'lanczos3' : 'cubic';
  const resized = fromImage(image).resize(width, height, { fit: 'fill', kernel });
  const pixels = await asChannels(resized, channels).raw().toBuffer();
  return { width, height, channels, pixels };
}

/** Rows with PNG predictors, chosen row by row, deflated: what a PDF stores with /Predictor 15. */
export async function encodePredicted(raster: Raster): Promise<Uint8Array> {
  const png = await asChannels(fromImage(raster), raster.channels)
    .png({ compressionLevel: 1, adaptiveFiltering: true, palette: false })
    .toBuffer();
  const data = Buffer.concat(
    parsePng(png)
      .chunks.filter(({ type }) => type === 'IDAT')
      .map((chunk) => chunk.data),
  );
  return deflateSync(inflateSync(data), { level: 9, memLevel: 9 });
}

function fromImage(image: Raster | StoredJpeg): Sharp {
  if ('jpeg' in image) return sharp(image.jpeg, { failOn: 'error', limitInputPixels: PIXELS_MAX });
  const { pixels, width, height, channels } = image;
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: PIXELS_MAX });
}

function asChannels(image: Sharp, channels: 1 | 3): Sharp {
  return image.toColourspace(channels === 1 ? 'b-w' : 'srgb');
}
