// Windows and OS/2 bitmaps (BITMAPCOREHEADER, BITMAPINFOHEADER and later): palettes, 16 to 32 bits with masks, run lengths.

import { JobFailure } from '../failure.ts';

export interface BmpPixels {
  readonly width: number;
  readonly height: number;
  /** 4 where the bitmap has opacity. */
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

const CORE_HEADER_BYTES = 12;
const FILE_HEADER_BYTES = 14;
/** Of the pixels (MS-WMF 2.1.1.7). */
const NONE = 0;
const RLE8 = 1;
const RLE4 = 2;
const MASKS = 3;
const MASKS_WITH_ALPHA = 6;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly pixelsAt: number;
  readonly headerBytes: number;
}

/** @throws JobFailure pixel_limit; corrupt_file when it ends too early; unsupported_feature for data in another format */
export function decodeBmp(bytes: Uint8Array, pixelsMax: number): BmpPixels {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(file);
  const { width, height, bits, compression } = header;
  if (width <= 0 || height <= 0) throw damaged();
  if (width * height > pixelsMax) throw new JobFailure('pixel_limit', { details: { width, height, pixels_max: pixelsMax } });
  if (compression === RLE8 || compression === RLE4) return fromPalette(file, header, unpackRuns(file, header));
  if (compression !== NONE && compression !== MASKS && compression !== MASKS_WITH_ALPHA) {
    throw new JobFailure('unsupported_feature', { message: 'The bitmap holds a picture of another format.' });
  }
  if (header.pixelsAt + rowBytes(width, bits) * height > file.length) throw damaged();
  return bits <= 8 ? fromPalette(file, header, unpackIndexes(file, header)) : fromSamples(file, header);
}

function readHeader(file: Buffer): Header {
  if (file.length < FILE_HEADER_BYTES + CORE_HEADER_BYTES) throw damaged();
  const pixelsAt = file.readUInt32LE(10);
  const headerBytes = file.readUInt32LE(14);
  if (headerBytes === CORE_HEADER_BYTES) {
    const [width, height, bits] = [file.readUInt16LE(18), file.readUInt16LE(20), file.readUInt16LE(24)];
    return { width, height, topDown: false, bits, compression: 0, pixelsAt, headerBytes };
  }
  if (file.length < FILE_HEADER_BYTES + 40) throw damaged();
  const height = file.readInt32LE(22);
  const bits = file.readUInt16LE(28);
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw damaged();
  return {
    width: file.readInt32LE(18),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression: file.readUInt32LE(30),
    pixelsAt,
    headerBytes,
  };
}

/** Rows end at multiples of four bytes. */
function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

/** One index for each pixel, the upper row first. */
function unpackIndexes(file: Buffer, { width, height, topDown, bits, pixelsAt }: Header): Uint8Array {
  const indexes = new Uint8Array(width * height);
  const stride = rowBytes(width, bits);
  const mask = 2 ** bits - 1;
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      indexes[y * width + x] = ((file[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return indexes;
}

/** Runs of one or two colours, stretches of single ones, and jumps; what they leave out has the first colour. */
function unpackRuns(file: Buffer, { width, height, bits, pixelsAt }: Header): Uint8Array {
  const indexes = new Uint8Array(width * height);
  const perByte = bits === 4 ? 2 : 1;
  let [x, y, at] = [0, height - 1, pixelsAt];
  const put = (value: number): void => {
    if (x < width && y >= 0) indexes[y * width + x] = value;
    x++;
  };
  const half = (byte: number, index: number): number => (perByte === 1 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15);
  while (at + 1 < file.length && y >= 0) {
    const [count = 0, value = 0] = [file[at], file[at + 1]];
    at += 2;
    if (count > 0) for (let index = 0; index < count; index++) put(half(value, index));
    else if (value === 0) [x, y] = [0, y - 1];
    else if (value === 1) break;
    else if (value === 2) {
      x += file[at] ?? 0;
      y -= file[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < value; index++) put(half(file[at + Math.floor(index / perByte)] ?? 0, index));
      at += Math.ceil(Math.ceil(value / perByte) / 2) * 2;
    }
  }
  return indexes;
}

function fromPalette(file: Buffer, { width, height, bits, headerBytes }: Header, indexes: Uint8Array): BmpPixels {
  const entryBytes = headerBytes === CORE_HEADER_BYTES ? 3 : 4;
  const used = headerBytes === CORE_HEADER_BYTES ? 0 : file.readUInt32LE(46);
  const count = Math.min(2 ** bits, used === 0 ? 2 ** bits : used);
  const start = FILE_HEADER_BYTES + headerBytes;
  if (start + count * entryBytes > file.length) throw damaged();
  const pixels = new Uint8Array(width * height * 3);
  for (const [at, index] of indexes.entries()) {
    const entry = start + Math.min(index, count - 1) * entryBytes;
    for (let channel = 0; channel < 3; channel++) pixels[at * 3 + channel] = file[entry + 2 - channel] ?? 0;
  }
  return { width, height, channels: 3, pixels };
}

type Masks = readonly [red: number, green: number, blue: number, alpha: number];
const MASKS_16: Masks = [0x7c00, 0x03e0, 0x001f, 0];
const MASKS_32: Masks = [0xff0000, 0xff00, 0xff, 0];

function readMasks(file: Buffer, { bits, compression, headerBytes }: Header): Masks {
  if (compression === NONE) return bits === 16 ? MASKS_16 : MASKS_32;
  const at = FILE_HEADER_BYTES + 40;
  if (at + 16 > file.length) throw damaged();
  const hasAlpha = headerBytes >= 56 || compression === MASKS_WITH_ALPHA;
  return [file.readUInt32LE(at), file.readUInt32LE(at + 4), file.readUInt32LE(at + 8), hasAlpha ? file.readUInt32LE(at + 12) : 0];
}

function fromSamples(file: Buffer, header: Header): BmpPixels {
  const { width, height, topDown, bits, pixelsAt } = header;
  const masks = readMasks(file, header);
  const scales = masks.map(scaleOf);
  const channels = masks[3] === 0 ? 3 : 4;
  const pixels = new Uint8Array(width * height * channels);
  const [stride, bytes] = [rowBytes(width, bits), bits / 8];
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const value = file.readUIntLE(row + x * bytes, bytes);
      for (let channel = 0; channel < channels; channel++) {
        const { mask, shift, most } = scales[channel] ?? { mask: 0, shift: 0, most: 0 };
        pixels[(y * width + x) * channels + channel] = most === 0 ? 0 : Math.round((((value & mask) >>> shift) * 255) / most);
      }
    }
  }
  return { width, height, channels, pixels };
}

/** Where a channel's bits are, and the largest number in them. */
function scaleOf(mask: number): { mask: number; shift: number; most: number } {
  if (mask === 0) return { mask, shift: 0, most: 0 };
  const lowest = (mask & -mask) >>> 0;
  return { mask, shift: 31 - Math.clz32(lowest), most: mask / lowest };
}

function damaged(): JobFailure {
  return new JobFailure('corrupt_file', { message: 'The bitmap ends too early, or its header makes no sense.' });
}
