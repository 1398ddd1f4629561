// The pages of a TIFF file as its directories describe them (TIFF 6.0, section 2; BigTIFF is not read): size, orientation, resolution.
// Reads headers only, before anything is decoded; loops and directories outside the file are refused.

import { JobFailure } from '../failure.ts';
import { roundDpi } from './resolution.ts';

export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** 1–8 (TIFF 6.0, section 8). */
  readonly orientation: number;
  /** Dots per inch; absent where the file names none. */
  readonly dpiX?: number;
  readonly dpiY?: number;
  readonly bitsPerSample: number;
  readonly samplesPerPixel: number;
}

const TAG = { width: 256, height: 257, bits: 258, orientation: 274, samples: 277, xResolution: 282, yResolution: 283, unit: 296 } as const;
const TYPE_SHORT = 3;
const TYPE_LONG = 4;
const TYPE_RATIONAL = 5;
const CENTIMETRES_PER_INCH = 2.54;

/** @throws JobFailure empty_file, type_mismatch, corrupt_file, page_limit */
export function readTiffPages(bytes: Uint8Array, pagesMax: number): TiffPage[] {
  if (bytes.length === 0) throw new JobFailure('empty_file');
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = bytes[0] === 0x49 && bytes[1] === 0x49;
  if (!littleEndian && !(bytes[0] === 0x4d && bytes[1] === 0x4d)) throw new JobFailure('type_mismatch');
  if (bytes.length < 8 || file.getUint16(2, littleEndian) !== 42) throw new JobFailure('type_mismatch');
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  for (let offset = file.getUint32(4, littleEndian); offset !== 0;) {
    if (seen.has(offset) || offset + 2 > bytes.length) throw corrupt();
    seen.add(offset);
    if (pages.length >= pagesMax) throw new JobFailure('page_limit', { details: { pages_max: pagesMax } });
    const count = file.getUint16(offset, littleEndian);
    const end = offset + 2 + 12 * count;
    if (end + 4 > bytes.length) throw corrupt();
    pages.push(readDirectory(file, offset + 2, count, littleEndian));
    offset = file.getUint32(end, littleEndian);
  }
  if (pages.length === 0) throw corrupt();
  return pages;
}

function readDirectory(file: DataView, start: number, count: number, littleEndian: boolean): TiffPage {
  const values = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const at = start + 12 * index;
    const value = readFirst(file, at, littleEndian);
    const tag = file.getUint16(at, littleEndian);
    if (value !== undefined && !values.has(tag)) values.set(tag, value);
  }
  const [width, height] = [values.get(TAG.width) ?? 0, values.get(TAG.height) ?? 0];
  if (width < 1 || height < 1) throw corrupt();
  const orientation = values.get(TAG.orientation) ?? 1;
  const unit = values.get(TAG.unit) ?? 2;
  const scale = unit === 2 ? 1 : unit === 3 ? CENTIMETRES_PER_INCH : 0;
  const [dpiX, dpiY] = [roundDpi((values.get(TAG.xResolution) ?? 0) * scale), roundDpi((values.get(TAG.yResolution) ?? 0) * scale)];
  return {
    width,
    height,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(dpiX > 0 && dpiY > 0 ? { dpiX, dpiY } : {}),
    bitsPerSample: values.get(TAG.bits) ?? 1,
    samplesPerPixel: values.get(TAG.samples) ?? 1,
  };
}

/** The first value of an entry; undefined for types that no tag of interest has. */
function readFirst(file: DataView, at: number, littleEndian: boolean): number | undefined {
  const type = file.getUint16(at + 2, littleEndian);
  const count = file.getUint32(at + 4, littleEndian);
  const outside = file.getUint32(at + 8, littleEndian);
  if (type === TYPE_SHORT) {
    if (count <= 2) return file.getUint16(at + 8, littleEndian);
    return outside + 2 <= file.byteLength ? file.getUint16(outside, littleEndian) : undefined;
  }
  if (type === TYPE_LONG) return count <= 1 ? outside : outside + 4 <= file.byteLength ? file.getUint32(outside, littleEndian) : undefined;
  if (type !== TYPE_RATIONAL || outside + 8 > file.byteLength) return undefined;
  const denominator = file.getUint32(outside + 4, littleEndian);
  return denominator === 0 ? undefined : file.getUint32(outside, littleEndian) / denominator;
}

function corrupt(): JobFailure {
  return new JobFailure('corrupt_file', { message: 'The TIFF image is damaged beyond repair.' });
}
