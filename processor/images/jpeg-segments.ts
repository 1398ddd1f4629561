// JPEG as a list of marker segments (ITU-T T.81, Annex B): read, written, and stripped of all that no decoder needs to show the image.
// Nothing is decoded: coded data and tables pass through byte for byte.

import { JobFailure } from '../failure.ts';
import { makeOrientationExif } from './exif-write.ts';
import { readExif } from './exif.ts';

export interface JpegSegment {
  /** Second byte of the marker: 0xe1 is APP1. */
  readonly marker: number;
  /** Offset of the marker's 0xff in the file it was read from. */
  readonly offset: number;
  /** What follows the length field. */
  readonly payload: Uint8Array;
  /** For SOS: the entropy-coded data up to the next marker, restart markers included. */
  readonly coded?: Uint8Array;
}

export interface JpegFile {
  readonly segments: readonly JpegSegment[];
  readonly width: number;
  /** 0 when only a DNL segment gives it. */
  readonly height: number;
  /** False when the file ends before EOI. */
  readonly complete: boolean;
  /** Bytes between segments that belong to none. */
  readonly strayBytes: number;
  /** What follows EOI. */
  readonly trailer: Uint8Array;
}

interface RemovedSegment {
  /** exif, xmp, iptc, comment, thumbnail, multi_picture, application, trailer, stray_bytes. */
  readonly kind: string;
  readonly location: string;
  readonly bytes: number;
}

export interface KeptSegments {
  readonly kept: readonly WrittenSegment[];
  readonly removed: readonly RemovedSegment[];
  /** 2–8 when a minimal EXIF block with only the orientation was kept. */
  readonly orientation?: number;
  readonly iccKept: boolean;
}

export interface StrippedJpeg extends Omit<KeptSegments, 'kept'> {
  readonly bytes: Uint8Array;
  /** The file ends before EOI; its image data is as it was. */
  readonly truncated: boolean;
}

const SEGMENTS_MAX = 20_000;
/** A progressive image has at most some hundred scans; thousands serve only to keep a decoder busy. */
const SCANS_MAX = 1000;
const STRAY_BYTES_MAX = 65_536;

export const MARKER = { SOI: 0xd8, EOI: 0xd9, SOS: 0xda, APP0: 0xe0, APP1: 0xe1, APP2: 0xe2, APP13: 0xed, APP14: 0xee, COM: 0xfe } as const;
export const EXIF_HEADER = 'Exif\0\0';
export const XMP_HEADER = 'http://ns.adobe.com/xap/1.0/\0';
export const EXTENDED_XMP_HEADER = 'http://ns.adobe.com/xmp/extension/\0';
const ICC_HEADER = 'ICC_PROFILE\0';

/**
 * @throws JobFailure empty_file, type_mismatch (no SOI), corrupt_file (no frame, no scan, false lengths, zero size),
 * decompression_limit (more scans or segments than any real image has).
 */
export function parseJpeg(bytes: Uint8Array): JpegFile {
  if (bytes.length === 0) throw new JobFailure('empty_file');
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI || (bytes.length > 2 && bytes[2] !== 0xff)) throw new JobFailure('type_mismatch');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments: JpegSegment[] = [];
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  let strayBytes = 0;
  let at = 2;
  for (;;) {
    const start = bytes.indexOf(0xff, at);
    strayBytes += (start < 0 ? bytes.length : start) - at;
    if (strayBytes > STRAY_BYTES_MAX) throw corrupt();
    if (start < 0) break;
    at = start;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    if (marker === MARKER.EOI) return finish({ segments, size, scans, strayBytes }, true, bytes.subarray(at + 2));
    if (marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      strayBytes += 2;
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) {
      if (scans > 0) break;
      throw corrupt();
    }
    const payload = bytes.subarray(at + 4, end);
    if (isFrame(marker)) size ??= frameSize(payload);
    if (segments.length >= SEGMENTS_MAX) throw new JobFailure('decompression_limit', { message: 'The image has too many segments.' });
    if (marker === MARKER.SOS) {
      if (size === undefined) throw corrupt();
      if (++scans > SCANS_MAX) throw new JobFailure('decompression_limit', { message: 'The image has too many scans.' });
      const codedEnd = endOfCodedData(bytes, end);
      segments.push({ marker, offset: at, payload, coded: bytes.subarray(end, codedEnd) });
      at = codedEnd;
    } else {
      segments.push({ marker, offset: at, payload });
      at = end;
    }
  }
  return finish({ segments, size, scans, strayBytes }, false, bytes.subarray(bytes.length));
}

interface Found {
  readonly segments: readonly JpegSegment[];
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly scans: number;
  readonly strayBytes: number;
}

function finish({ segments, size, scans, strayBytes }: Found, complete: boolean, trailer: Uint8Array): JpegFile {
  if (size === undefined || scans === 0) throw corrupt();
  if (size.height === 0 && !segments.some(({ marker }) => marker === 0xdc)) throw corrupt();
  return { segments, ...size, complete, strayBytes, trailer };
}

function isFrame(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) || marker === 0xf7;
}

/** T.81, B.2.2; a height of 0 means that DNL gives it after the first scan. */
function frameSize(payload: Uint8Array): { width: number; height: number } {
  const components = payload[5] ?? 0;
  if (components === 0 || payload.length !== 6 + 3 * components) throw corrupt();
  const width = ((payload[3] ?? 0) << 8) | (payload[4] ?? 0);
  if (width === 0) throw corrupt();
  return { width, height: ((payload[1] ?? 0) << 8) | (payload[2] ?? 0) };
}

function endOfCodedData(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1];
    if (next === undefined) return bytes.length;
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
  return bytes.length;
}

function corrupt(): JobFailure {
  return new JobFailure('corrupt_file', { message: 'The JPEG image is damaged beyond repair.' });
}

/** @throws JobFailure unsupported_feature when a payload exceeds what a segment can hold. */
export function serialiseJpeg(segments: readonly WrittenSegment[], complete: boolean): Uint8Array {
  return Buffer.concat(jpegParts(segments, complete));
}

type WrittenSegment = Pick<JpegSegment, 'marker' | 'payload' | 'coded'>;

/** The bytes of the file in order; coded data are not copied. @throws as serialiseJpeg */
export function jpegParts(segments: readonly WrittenSegment[], complete: boolean): Uint8Array[] {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, MARKER.SOI)];
  for (const { marker, payload, coded } of segments) {
    const length = payload.length + 2;
    if (length > 0xffff)
      throw new JobFailure('unsupported_feature', { message: 'The metadata does not fit into one segment of the image.' });
    parts.push(Uint8Array.of(0xff, marker, length >> 8, length & 0xff), payload);
    if (coded) parts.push(coded);
  }
  if (complete) parts.push(Uint8Array.of(0xff, MARKER.EOI));
  return parts;
}

/** Tables, frames and scans: what the pixels are made of. */
export function isImageData({ marker }: Pick<JpegSegment, 'marker'>): boolean {
  return isFrame(marker) || [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xf8].includes(marker);
}

export function hasHeader({ payload }: Pick<JpegSegment, 'payload'>, header: string): boolean {
  return payload.length >= header.length && Buffer.from(payload.subarray(0, header.length)).toString('latin1') === header;
}

export function isIccProfile(segment: Pick<JpegSegment, 'marker' | 'payload'>): boolean {
  return segment.marker === MARKER.APP2 && hasHeader(segment, ICC_HEADER);
}

/** The name used in reports: `APP1`, `COM`. */
export function segmentName(marker: number): string {
  if (marker === MARKER.COM) return 'COM';
  return marker >= MARKER.APP0 && marker <= 0xef ? `APP${marker - MARKER.APP0}` : `0x${marker.toString(16)}`;
}

/** The family of a segment that is not image data. */
export function segmentKind(segment: JpegSegment): string {
  if (segment.marker === MARKER.COM) return 'comment';
  if (segment.marker === MARKER.APP0) return hasHeader(segment, 'JFIF\0') ? 'jfif' : 'thumbnail';
  if (segment.marker === MARKER.APP1 && hasHeader(segment, 'Exif\0')) return 'exif';
  if (segment.marker === MARKER.APP1 && (hasHeader(segment, XMP_HEADER) || hasHeader(segment, EXTENDED_XMP_HEADER))) return 'xmp';
  if (isIccProfile(segment)) return 'icc';
  if (segment.marker === MARKER.APP2 && hasHeader(segment, 'MPF\0')) return 'multi_picture';
  if (segment.marker === MARKER.APP13) return 'iptc';
  if (segment.marker === MARKER.APP14 && hasHeader(segment, 'Adobe')) return 'adobe';
  return 'application';
}

/** The orientation 2–8 of the first EXIF block that has one; undefined when the image is shown as stored. */
export function readOrientation(segments: readonly JpegSegment[]): number | undefined {
  for (const segment of segments) {
    if (segment.marker !== MARKER.APP1 || !hasHeader(segment, EXIF_HEADER)) continue;
    const tag = readExif(segment.payload.subarray(6))?.tags.find((one) => one.directory === 'IFD0' && one.tag === 0x0112);
    const orientation = Number(tag?.value);
    return orientation >= 2 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/**
 * Removes every segment that is not needed to show the image. JFIF (without thumbnail), ICC profile and the Adobe colour transform stay,
 * as the pixels depend on them.
 * @param options.keepOrientation Default true: an EXIF orientation other than 1 stays, alone in a new EXIF block, because viewers turn the
 * image by it. Pass false for an image in a PDF, where it has no effect.
 */
export function stripJpegMetadata(bytes: Uint8Array, options: StripOptions = {}): StrippedJpeg {
  const file = parseJpeg(bytes);
  const { kept, ...stripped } = keepSegments(file, options);
  return { ...stripped, bytes: serialiseJpeg(kept, file.complete), truncated: !file.complete };
}

interface StripOptions {
  readonly keepOrientation?: boolean;
}

/** What stripJpegMetadata keeps of a file. */
export function keepSegments(file: JpegFile, options: StripOptions): KeptSegments {
  const removed: RemovedSegment[] = [];
  const kept: WrittenSegment[] = [];
  const orientation = options.keepOrientation === false ? undefined : readOrientation(file.segments);
  let jfifSeen = false;
  let iccKept = false;
  for (const segment of file.segments) {
    const { marker, payload } = segment;
    const remove = (kind: string, size = payload.length + 4) => removed.push({ kind, location: segmentName(marker), bytes: size });
    if (isImageData(segment)) {
      kept.push(segment);
      continue;
    }
    const kind = segmentKind(segment);
    if (kind === 'jfif' && payload.length >= 14 && !jfifSeen) {
      jfifSeen = true;
      const plain = new Uint8Array(payload.subarray(0, 14));
      plain.fill(0, 12);
      kept.push({ marker, payload: plain });
      if (payload.length > 14) remove('thumbnail', payload.length - 14);
    } else if (kind === 'adobe' && payload.length >= 12) {
      kept.push({ marker, payload: payload.subarray(0, 12) });
      if (payload.length > 12) remove('application', payload.length - 12);
    } else if (kind === 'icc') {
      iccKept = true;
      kept.push(segment);
    } else remove(kind === 'jfif' || kind === 'adobe' ? 'application' : kind);
  }
  if (file.trailer.length > 0) removed.push({ kind: 'trailer', location: 'after EOI', bytes: file.trailer.length });
  if (file.strayBytes > 0) removed.push({ kind: 'stray_bytes', location: 'between segments', bytes: file.strayBytes });
  if (orientation !== undefined) {
    const payload = Buffer.concat([Buffer.from(EXIF_HEADER, 'latin1'), makeOrientationExif(orientation)]);
    kept.splice(jfifSeen && kept[0]?.marker === MARKER.APP0 ? 1 : 0, 0, { marker: MARKER.APP1, payload });
  }
  return { kept, removed, iccKept, ...(orientation === undefined ? {} : { orientation }) };
}
