// A PNG as an image XObject without any loss (ISO 32000-1 8.9.5): where PDF can read the data as they are, they go in unchanged; alpha becomes a
// soft mask, and interlaced data are put in order. Bit depth, palette and profile stay.

import { deflateSync, inflateSync } from 'node:zlib';
import { JobFailure } from '../../failure.ts';
import type { PngFile } from '../../images/png-chunks.ts';
import { PDF_BOUNDS } from '../bounds.ts';
import { undoPngFilters } from '../streams/predictor.ts';

export interface ImageStream {
  readonly data: Uint8Array;
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  readonly components: 1 | 3 | 4;
  /** Rows carry PNG filters (Predictor 15). */
  readonly pngFilters?: boolean;
  /** RGB triples of an indexed image; `components` is 1 then. */
  readonly palette?: Uint8Array;
  readonly iccProfile?: Uint8Array;
  /** Samples are stored inverted, as Adobe's CMYK JPEGs are. */
  readonly inverted?: boolean;
  /** Samples of one colour that is transparent (colour key masking, 8.9.6.4). */
  readonly colourKey?: readonly number[];
  readonly softMask?: ImageStream;
  /** The data of the source are in the PDF byte for byte. */
  readonly unchanged: boolean;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colourType: number;
  readonly interlaced: boolean;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const ICC_BYTES_MAX = 4 * 1024 * 1024;

/** @throws JobFailure pixel_limit, corrupt_file, unsupported_feature */
export function makePngImage(file: PngFile): ImageStream {
  const header = readHeader(file);
  const channels = CHANNELS[header.colourType] ?? 1;
  const rowBytes = Math.ceil((header.width * channels * header.bits) / 8);
  if (rowBytes * header.height > PDF_BOUNDS.imageBytesMax) throw new JobFailure('pixel_limit');
  if (file.chunks.some(({ type }) => type === 'CgBI')) throw new JobFailure('unsupported_feature', { message: 'An Apple PNG variant.' });
  const compressed = Buffer.concat(file.chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
  const filtered = inflateExactly(compressed, header, channels);
  const hasAlpha = header.colourType === 4 || header.colourType === 6;
  const transparency = file.chunks.find(({ type }) => type === 'tRNS')?.data;
  const base = { ...describe(file, header), width: header.width, height: header.height, bitsPerComponent: header.bits };
  const isReadable = !header.interlaced && !hasAlpha;
  const colourKey = header.colourType === 3 || hasAlpha ? undefined : transparency && keyOf(transparency, header.colourType);
  const asIs: ImageStream = {
    ...base,
    data: compressed,
    filter: 'FlateDecode',
    pngFilters: true,
    unchanged: true,
    ...(colourKey && { colourKey }),
  };
  if (isReadable && !(header.colourType === 3 && transparency)) return asIs;

  const rows = header.interlaced
    ? deinterlace(filtered, header, channels)
    : undoPngFilters(filtered, rowBytes, Math.max(1, (channels * header.bits) >> 3));
  if (header.colourType === 3) {
    const softMask = transparency && maskOfPalette(rows, rowBytes, header, transparency);
    const image = isReadable ? asIs : { ...asIs, ...pack(rows, rowBytes), unchanged: false };
    return { ...image, ...(softMask && { softMask }) };
  }
  if (!hasAlpha) return { ...asIs, ...pack(rows, rowBytes), unchanged: false };
  const { colours, alpha } = splitAlpha(rows, channels, header.bits >> 3);
  const sampleBytes = header.bits >> 3;
  return {
    ...base,
    ...pack(colours, header.width * (channels - 1) * sampleBytes),
    unchanged: false,
    softMask: maskOf(alpha, header, header.bits),
  };
}

function readHeader(file: PngFile): Header {
  const data = file.chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!data) throw corrupt();
  return {
    width: file.width,
    height: file.height,
    bits: data[8] ?? 8,
    colourType: data[9] ?? 0,
    interlaced: data[12] === 1,
  };
}

function describe(file: PngFile, { colourType }: Header): Pick<ImageStream, 'components' | 'palette' | 'iccProfile'> {
  const components = colourType === 2 || colourType === 6 ? 3 : 1;
  if (colourType === 3) {
    const palette = file.chunks.find(({ type }) => type === 'PLTE')?.data;
    if (!palette || palette.length < 3) throw corrupt();
    return { components: 1, palette: palette.subarray(0, palette.length - (palette.length % 3)) };
  }
  const profile = file.chunks.find(({ type }) => type === 'iCCP')?.data;
  const iccProfile = profile && inflateProfile(profile);
  return { components, ...(iccProfile && { iccProfile }) };
}

/** W3C PNG, 11.3.2.3: name, NUL, method, compressed profile. A profile that does not inflate is left out. */
function inflateProfile(data: Uint8Array): Uint8Array | undefined {
  const end = data.indexOf(0);
  if (end < 0) return undefined;
  try {
    return inflateSync(data.subarray(end + 2), { maxOutputLength: ICC_BYTES_MAX });
  } catch {
    return undefined;
  }
}

function inflateExactly(compressed: Uint8Array, header: Header, channels: number): Uint8Array {
  const expected = passesOf(header).reduce(
    (sum, { width, height }) => sum + (width > 0 ? height * (1 + Math.ceil((width * channels * header.bits) / 8)) : 0),
    0,
  );
  let bytes: Uint8Array;
  try {
    bytes = inflateSync(compressed, { maxOutputLength: expected + 65_536 });
  } catch (cause) {
    throw corrupt(cause);
  }
  if (bytes.length < expected) throw corrupt();
  return bytes.subarray(0, expected);
}

/** The pixels from (x, y) on, every dx-th of every dy-th row. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
}

/** Adam7 (W3C PNG, 8.1), or the whole image as one pass. */
function passesOf({ width, height, interlaced }: Header): Pass[] {
  const steps = interlaced
    ? ([
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ] as const)
    : ([[0, 0, 1, 1]] as const);
  return steps.map(([x, y, dx, dy]) => ({ x, y, dx, dy, width: Math.ceil((width - x) / dx), height: Math.ceil((height - y) / dy) }));
}

function deinterlace(filtered: Uint8Array, header: Header, channels: number): Uint8Array {
  const pixelBits = channels * header.bits;
  const rowBytes = Math.ceil((header.width * pixelBits) / 8);
  const out = new Uint8Array(rowBytes * header.height);
  let at = 0;
  for (const pass of passesOf(header)) {
    if (pass.width <= 0 || pass.height <= 0) continue;
    const passRowBytes = Math.ceil((pass.width * pixelBits) / 8);
    const length = pass.height * (passRowBytes + 1);
    const rows = undoPngFilters(filtered.subarray(at, at + length), passRowBytes, Math.max(1, pixelBits >> 3));
    at += length;
    for (let row = 0; row < pass.height; row++) {
      const y = pass.y + row * pass.dy;
      const own = rows.subarray(row * passRowBytes, (row + 1) * passRowBytes);
      spreadRow(own, out.subarray(y * rowBytes, (y + 1) * rowBytes), pass, pixelBits);
    }
  }
  return out;
}

/** @param row of the pass @param to the row of the image that its pixels belong to */
function spreadRow(row: Uint8Array, to: Uint8Array, { x, dx, width }: Pass, bits: number): void {
  const bytes = bits >> 3;
  for (let column = 0; column < width; column++) {
    const toColumn = x + column * dx;
    if (bytes > 0) {
      for (let byte = 0; byte < bytes; byte++) to[toColumn * bytes + byte] = row[column * bytes + byte] ?? 0;
      continue;
    }
    const index = (toColumn * bits) >> 3;
    to[index] = (to[index] ?? 0) | (sampleAt(row, 0, column, bits) << (8 - bits - ((toColumn * bits) & 7)));
  }
}

function sampleAt(rows: Uint8Array, row: number, column: number, bits: number): number {
  const byte = rows[row + ((column * bits) >> 3)] ?? 0;
  return (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1);
}

function maskOfPalette(rows: Uint8Array, rowBytes: number, header: Header, transparency: Uint8Array): ImageStream {
  const alpha = new Uint8Array(header.width * header.height);
  for (let y = 0; y < header.height; y++) {
    for (let x = 0; x < header.width; x++) alpha[y * header.width + x] = transparency[sampleAt(rows, y * rowBytes, x, header.bits)] ?? 255;
  }
  return maskOf(alpha, header, 8);
}

function maskOf(alpha: Uint8Array, { width, height }: Header, bits: number): ImageStream {
  return { width, height, bitsPerComponent: bits, components: 1, ...pack(alpha, (width * bits) >> 3), unchanged: false };
}

/** Samples of 8 or 16 bits, the last of each pixel being its alpha. */
function splitAlpha(rows: Uint8Array, channels: number, sampleBytes: number): { colours: Uint8Array; alpha: Uint8Array } {
  const pixelBytes = channels * sampleBytes;
  const colourBytes = pixelBytes - sampleBytes;
  const count = Math.floor(rows.length / pixelBytes);
  const [colours, alpha] = [new Uint8Array(count * colourBytes), new Uint8Array(count * sampleBytes)];
  for (let pixel = 0, from = 0, toColour = 0, toAlpha = 0; pixel < count; pixel++) {
    for (let byte = 0; byte < colourBytes; byte++) colours[toColour++] = rows[from++] ?? 0;
    for (let byte = 0; byte < sampleBytes; byte++) alpha[toAlpha++] = rows[from++] ?? 0;
  }
  return { colours, alpha };
}

/** Compresses rows with the PNG filter Up, which suits pictures and scans and costs almost nothing. */
export function pack(rows: Uint8Array, rowBytes: number): Pick<ImageStream, 'data' | 'filter' | 'pngFilters'> {
  const height = Math.floor(rows.length / rowBytes);
  const filtered = new Uint8Array(height * (rowBytes + 1));
  for (let row = 0, to = 0; row < height; row++) {
    filtered[to++] = 2;
    const from = row * rowBytes;
    for (let column = 0; column < rowBytes; column++) {
      filtered[to++] = ((rows[from + column] ?? 0) - (row > 0 ? (rows[from + column - rowBytes] ?? 0) : 0)) & 255;
    }
  }
  return { data: deflateSync(filtered), filter: 'FlateDecode', pngFilters: true };
}

/** tRNS of grey and RGB images is one colour in samples of two bytes (W3C PNG, 11.3.2.1). */
function keyOf(transparency: Uint8Array, colourType: number): number[] | undefined {
  const count = colourType === 2 ? 3 : 1;
  if (transparency.length < 2 * count) return undefined;
  const view = new DataView(transparency.buffer, transparency.byteOffset);
  return Array.from({ length: count }, (_, index) => view.getUint16(2 * index));
}

function corrupt(cause?: unknown): JobFailure {
  return new JobFailure('corrupt_file', { message: 'The PNG image is damaged beyond repair.', cause });
}
