// How many dots per inch an image states: JFIF, EXIF and PNG pHYs. An impossible value counts as none.

import { crc32 } from 'node:zlib';
import { readExif } from './exif.ts';
import { EXIF_HEADER, hasHeader, type JpegSegment, MARKER } from './jpeg-segments.ts';
import type { PngChunk } from './png-chunks.ts';

export interface Resolution {
  readonly dpiX: number;
  readonly dpiY: number;
}

const CENTIMETRES_PER_INCH = 2.54;
const METRES_PER_INCH = 0.0254;
const DPI_MIN = 10;
const DPI_MAX = 10_000;

/** JFIF first (ITU-T T.871, 10.1), then EXIF (CIPA DC-008, 4.6.4 A). */
export function readJpegResolution(segments: readonly JpegSegment[]): Resolution | undefined {
  for (const segment of segments) {
    if (segment.marker !== MARKER.APP0 || !hasHeader(segment, 'JFIF\0') || segment.payload.length < 12) continue;
    const view = new DataView(segment.payload.buffer, segment.payload.byteOffset);
    const unit = segment.payload[7];
    const scale = unit === 1 ? 1 : unit === 2 ? CENTIMETRES_PER_INCH : 0;
    const found = plausible(view.getUint16(8) * scale, view.getUint16(10) * scale);
    if (found) return found;
  }
  const exif = segments.find((segment) => segment.marker === MARKER.APP1 && hasHeader(segment, EXIF_HEADER));
  return exif && readExifResolution(exif.payload.subarray(EXIF_HEADER.length));
}

/** pHYs counts pixels per metre (W3C PNG, 11.3.4.3); eXIf where there is none. */
export function readPngResolution(chunks: readonly PngChunk[]): Resolution | undefined {
  const size = chunks.find(({ type, data }) => type === 'pHYs' && data.length >= 9 && data[8] === 1);
  if (size) {
    const view = new DataView(size.data.buffer, size.data.byteOffset);
    const found = plausible(roundDpi(view.getUint32(0) * METRES_PER_INCH), roundDpi(view.getUint32(4) * METRES_PER_INCH));
    if (found) return found;
  }
  const exif = chunks.find(({ type }) => type === 'eXIf');
  return exif && readExifResolution(exif.data);
}

/** 300 dpi are 11,811 pixels per metre, which are 299.9994 dpi: a value within a hundredth of a whole number is that number. */
export function roundDpi(dpi: number): number {
  return Math.abs(dpi - Math.round(dpi)) < 0.02 ? Math.round(dpi) : dpi;
}

function readExifResolution(tiff: Uint8Array): Resolution | undefined {
  const exif = readExif(tiff);
  const valueOf = (tag: number) => exif?.tags.find((one) => one.directory === 'IFD0' && one.tag === tag);
  const unit = Number(valueOf(0x0128)?.value ?? 2);
  const scale = unit === 2 ? 1 : unit === 3 ? CENTIMETRES_PER_INCH : 0;
  const [x, y] = [0x011a, 0x011b].map((tag) => rational(valueOf(tag)?.data, exif?.littleEndian ?? false) * scale);
  return plausible(x ?? 0, y ?? 0);
}

function rational(data: Uint8Array | undefined, littleEndian: boolean): number {
  if (!data || data.length < 8) return 0;
  const view = new DataView(data.buffer, data.byteOffset);
  return view.getUint32(0, littleEndian) / view.getUint32(4, littleEndian);
}

function plausible(dpiX: number, dpiY: number): Resolution | undefined {
  const isSaid = [dpiX, dpiY].every((dpi) => dpi >= DPI_MIN && dpi <= DPI_MAX);
  return isSaid ? { dpiX, dpiY } : undefined;
}

/** The file with a JFIF segment of this resolution at its beginning (ITU-T T.871, 10.1), replacing any there was. */
export function setJpegDpi(jpeg: Uint8Array, dpi: number): Uint8Array {
  const segment = Buffer.from('ffe000104a46494600010101000000000000', 'hex');
  segment.writeUInt16BE(Math.round(dpi), 12);
  segment.writeUInt16BE(Math.round(dpi), 14);
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const hasOne = file[3] === MARKER.APP0 && file.toString('latin1', 6, 11) === 'JFIF\0';
  return Buffer.concat([file.subarray(0, 2), segment, file.subarray(hasOne ? 4 + file.readUInt16BE(4) : 2)]);
}

/** The file with pHYs behind IHDR, in place of any other before the image data; those are passed through unread. */
export function setPngDpi(png: Uint8Array, dpi: number): Uint8Array {
  const file = Buffer.from(png.buffer, png.byteOffset, png.length);
  const kept: Uint8Array[] = [file.subarray(0, PNG_HEADER_END), makePhysChunk(dpi)];
  let at = PNG_HEADER_END;
  while (at + 12 <= file.length && file.toString('latin1', at + 4, at + 8) !== 'IDAT') {
    const end = at + 12 + file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) !== 'pHYs') kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, file.subarray(at)]);
}

/** Signature and IHDR. */
const PNG_HEADER_END = 33;

function makePhysChunk(dpi: number): Uint8Array {
  const chunk = Buffer.alloc(21);
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk[16] = 1;
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return chunk;
}
