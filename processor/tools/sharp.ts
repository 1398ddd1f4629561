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

export interface JpegOptions {
  /** 1–100. */
  readonly quality: number;
  /** Halved colour resolution. */
  readonly halveChroma: boolean;
}

/** mozjpeg: trellis quantisation, progressive with optimised scans. */
export async function encodeJpeg(raster: Raster, { quality, halveChroma }: JpegOptions): Promise<Uint8Array> {
  return asChannels(fromRaster(raster), raster.channels)
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
export async function resizeRaster(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster;
  const kernel = width < raster.width ? 'lanczos3' : 'cubic';
  const resized = fromRaster(raster).resize(width, height, { fit: 'fill', kernel });
  const pixels = await asChannels(resized, raster.channels).raw().toBuffer();
  return { width, height, channels: raster.channels, pixels };
}

/** Rows with PNG predictors, chosen row by row, deflated: what a PDF stores with /Predictor 15. */
export async function encodePredicted(raster: Raster): Promise<Uint8Array> {
  const png = await asChannels(fromRaster(raster), raster.channels)
    .png({ compressionLevel: 1, adaptiveFiltering: true, palette: false })
    .toBuffer();
  const data = Buffer.concat(
    parsePng(png)
      .chunks.filter(({ type }) => type === 'IDAT')
      .map((chunk) => chunk.data),
  );
  return deflateSync(inflateSync(data), { level: 9, memLevel: 9 });
}

function fromRaster({ pixels, width, height, channels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: PIXELS_MAX });
}

function asChannels(image: Sharp, channels: 1 | 3): Sharp {
  return image.toColourspace(channels === 1 ? 'b-w' : 'srgb');
}
