// How many dots per inch an image says that it has: JFIF, EXIF and PNG pHYs. What no picture can mean counts as not said.

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

/** 300 dpi are 11,811 pixels per metre, which are 299.9994 dpi: what is within a hundredth of a whole number is that number. */
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

/** Writes a resolution into the JFIF segment that an encoder put first (ITU-T T.871, 10.1), in place. */
export function setJpegDpi(jpeg: Uint8Array, dpi: number): Uint8Array {
  const isJfif = Buffer.from(jpeg.subarray(2, 11)).toString('latin1').endsWith('JFIF\0');
  if (!isJfif) return jpeg;
  const view = new DataView(jpeg.buffer, jpeg.byteOffset);
  view.setUint8(13, 1);
  view.setUint16(14, Math.round(dpi));
  view.setUint16(16, Math.round(dpi));
  return jpeg;
}

/** Puts pHYs behind IHDR, in place of any other. */
export function setPngDpi(chunks: readonly PngChunk[], dpi: number): PngChunk[] {
  const data = Buffer.alloc(9);
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data[8] = 1;
  const [header, ...rest] = chunks.filter(({ type }) => type !== 'pHYs');
  return header ? [header, { type: 'pHYs', data }, ...rest] : [];
}
