// PNG as a list of chunks (ISO/IEC 15948; W3C PNG, third edition): read, written, and stripped of all that does not change how the image is shown.
// Nothing is decoded: image data passes through byte for byte. Compressed text is inflated only up to a bound.

import { crc32, inflateSync } from 'node:zlib';
import { JobFailure } from '../failure.ts';
import { readExif } from './exif.ts';
import { makeOrientationExif } from './exif-write.ts';

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  readonly data: Uint8Array;
}

export interface PngFile {
  readonly chunks: readonly PngChunk[];
  readonly width: number;
  readonly height: number;
  /** False when the file ends without IEND. */
  readonly complete: boolean;
  /** What follows IEND. */
  readonly trailer: Uint8Array;
  /** Ancillary chunks with a wrong CRC, which decoders ignore; they are not among `chunks`. */
  readonly damaged: readonly PngChunk[];
}

export interface PngText {
  readonly type: 'tEXt' | 'zTXt' | 'iTXt';
  readonly keyword: string;
  /** Absent when it cannot be inflated within the bound. */
  readonly text?: string;
  readonly raw?: Uint8Array;
}

export interface StrippedPng {
  readonly bytes: Uint8Array;
  readonly removed: readonly { readonly kind: string; readonly location: string; readonly bytes: number }[];
  /** 2–8 when a minimal eXIf chunk with only the orientation was kept. */
  readonly orientation?: number;
  readonly iccKept: boolean;
  /** The file ended without IEND; the chunk was added. */
  readonly repaired: boolean;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const CHUNKS_MAX = 200_000;
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
const DIMENSION_MAX = 0x7fffffff;
export const XMP_KEYWORD = 'XML:com.adobe.xmp';

/** Chunks that change what is shown: colour, transparency, background, pixel shape, animation; and Apple's CgBI, on which the data depend. */
const DISPLAY_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND CgBI tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs oFFs sTER acTL fcTL fdAT'.split(' '),
);
/** W3C PNG, table 11.1: allowed bit depths by colour type. */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * @throws JobFailure empty_file, type_mismatch (no signature), corrupt_file (header, length, CRC of a critical chunk, no image data),
 * decompression_limit (more chunks than any real image has).
 */
export function parsePng(bytes: Uint8Array): PngFile {
  if (bytes.length === 0) throw new JobFailure('empty_file');
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) throw new JobFailure('type_mismatch');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  const damaged: PngChunk[] = [];
  let at = SIGNATURE.length;
  let complete = false;
  while (at < bytes.length && !complete) {
    if (at + 12 > bytes.length) throw corrupt();
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) throw corrupt();
    const chunk = { type, data: bytes.subarray(at + 8, end - 4) };
    const intact = crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);
    if (!intact && isCritical(type)) throw corrupt();
    if (chunks.length + damaged.length >= CHUNKS_MAX)
      throw new JobFailure('decompression_limit', { message: 'The image has too many chunks.' });
    (intact ? chunks : damaged).push(chunk);
    complete = type === 'IEND';
    at = end;
  }
  const size = readHeader(chunks[0]);
  if (!chunks.some(({ type }) => type === 'IDAT')) throw corrupt();
  if (chunks.some(({ type }) => isCritical(type) && !DISPLAY_CHUNKS.has(type))) throw corrupt();
  return { chunks, ...size, complete, trailer: bytes.subarray(at), damaged };
}

function readHeader(chunk: PngChunk | undefined): { width: number; height: number } {
  const isFirst = chunk?.type === 'IHDR' || chunk?.type === 'CgBI';
  if (!chunk || !isFirst || (chunk.type === 'IHDR' && chunk.data.length !== 13)) throw corrupt();
  if (chunk.type === 'CgBI') return { width: 1, height: 1 };
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, 13);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = chunk.data.subarray(8);
  const isValid = width > 0 && height > 0 && width <= DIMENSION_MAX && height <= DIMENSION_MAX && BIT_DEPTHS[colour]?.includes(depth);
  if (!isValid || compression !== 0 || filter !== 0 || interlace > 1) throw corrupt();
  return { width, height };
}

function isCritical(type: string): boolean {
  return type.charCodeAt(0) < 0x61;
}

function corrupt(): JobFailure {
  return new JobFailure('corrupt_file', { message: 'The PNG image is damaged beyond repair.' });
}

export function serialisePng(chunks: readonly PngChunk[]): Uint8Array {
  const parts: Uint8Array[] = [SIGNATURE];
  for (const { type, data } of chunks) {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
    parts.push(head, data, tail);
  }
  return Buffer.concat(parts);
}

/** The keyword and text of a tEXt, zTXt or iTXt chunk (W3C PNG, 11.3.3); undefined for another chunk or one without a keyword. */
export function readPngText({ type, data }: PngChunk): PngText | undefined {
  if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') return undefined;
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 1 || keywordEnd > 79) return undefined;
  const keyword = Buffer.from(data.subarray(0, keywordEnd)).toString('latin1');
  let body: Uint8Array | undefined = data.subarray(keywordEnd + 1);
  if (type === 'tEXt') return { type, keyword, text: Buffer.from(body).toString('latin1'), raw: body };
  let compressed = type === 'zTXt';
  if (type === 'zTXt') body = body.subarray(1);
  else {
    compressed = body[0] === 1;
    const languageEnd = body.indexOf(0, 2);
    const translatedEnd = languageEnd < 0 ? -1 : body.indexOf(0, languageEnd + 1);
    if (translatedEnd < 0) return { type, keyword };
    body = body.subarray(translatedEnd + 1);
  }
  if (compressed) body = inflateBounded(body);
  if (body === undefined) return { type, keyword };
  return { type, keyword, text: Buffer.from(body).toString(type === 'zTXt' ? 'latin1' : 'utf8'), raw: body };
}

function inflateBounded(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: TEXT_BYTES_MAX });
  } catch {
    return undefined;
  }
}

/** A tEXt chunk where Latin-1 can hold the text, else iTXt. */
export function makePngText(keyword: string, text: string): PngChunk {
  // oxlint-disable-next-line no-control-regex
  if (/^[\n\u0020-\u007e\u00a0-\u00ff]*$/.test(text)) return { type: 'tEXt', data: Buffer.from(`${keyword}\0${text}`, 'latin1') };
  return makeInternationalText(keyword, Buffer.from(text.toWellFormed().replaceAll('\0', ''), 'utf8'));
}

export function makeInternationalText(keyword: string, utf8: Uint8Array): PngChunk {
  return { type: 'iTXt', data: Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), utf8]) };
}

/** True for the chunks that carry pixels. */
export function isPixelData(type: string): boolean {
  return type === 'IDAT' || type === 'fdAT';
}

/** The family of a chunk that is removed. */
export function chunkKind({ type, data }: PngChunk): string {
  if (type === 'eXIf' || type === 'exIf' || type === 'zxIf') return 'exif';
  if (type === 'iTXt' && Buffer.from(data.subarray(0, XMP_KEYWORD.length)).toString('latin1') === XMP_KEYWORD) return 'xmp';
  if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') return 'text';
  if (type === 'tIME') return 'time';
  if (type === 'dSIG') return 'signature';
  if (type === 'iCCP') return 'icc';
  return 'private_chunk';
}

export function isKeptForDisplay(type: string): boolean {
  return DISPLAY_CHUNKS.has(type);
}

function readPngOrientation(chunks: readonly PngChunk[]): number | undefined {
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const tag = exif && readExif(exif.data)?.tags.find((one) => one.directory === 'IFD0' && one.tag === 0x0112);
  const orientation = Number(tag?.value);
  return orientation >= 2 && orientation <= 8 ? orientation : undefined;
}

/** Removes every chunk that does not change how the image is shown; an EXIF orientation other than 1 stays, alone in a new eXIf chunk. */
export function stripPngMetadata(bytes: Uint8Array): StrippedPng {
  const file = parsePng(bytes);
  const orientation = readPngOrientation(file.chunks);
  const gone = (chunk: PngChunk) => ({ kind: chunkKind(chunk), location: chunk.type, bytes: chunk.data.length + 12 });
  const kept = file.chunks.filter(({ type }) => isKeptForDisplay(type) && type !== 'IEND');
  const removed = [...file.chunks.filter(({ type }) => !isKeptForDisplay(type)), ...file.damaged].map(gone);
  if (file.trailer.length > 0) removed.push({ kind: 'trailer', location: 'after IEND', bytes: file.trailer.length });
  const ending = file.chunks.find(({ type }) => type === 'IEND');
  if (ending && ending.data.length > 0) removed.push({ kind: 'trailer', location: 'IEND', bytes: ending.data.length });
  if (orientation !== undefined) {
    const firstData = kept.findIndex(({ type }) => type === 'IDAT');
    kept.splice(firstData, 0, { type: 'eXIf', data: makeOrientationExif(orientation) });
  }
  return {
    bytes: serialisePng([...kept, { type: 'IEND', data: new Uint8Array(0) }]),
    removed,
    iccKept: kept.some(({ type }) => type === 'iCCP'),
    repaired: !file.complete,
    ...(orientation === undefined ? {} : { orientation }),
  };
}
