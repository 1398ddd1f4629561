// Reads one indirect object at its offset (ISO 32000-1 7.3.10) with pdf-lib's parser for the object itself and an own reading of stream data:
// pdf-lib looks for `endstream` where /Length is indirect, which cuts streams that contain the word. Stream data itself is not read.

import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFObjectParser, PDFRef } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import type { ByteSource } from '../byte-source.ts';
import { findObjectEnd, readInteger, skipSpace } from './scan-object.ts';
import { SourceStream } from './source-stream.ts';

export interface IndirectObject {
  readonly objectNumber: number;
  readonly generation: number;
  readonly object: PDFObject;
  /** The position after the object's last byte, before `endobj`. */
  readonly end: number;
}

/** What was read in a window: `end` is the position after the last byte that was looked at. */
interface InWindow {
  readonly end: number;
}

const WINDOW_BYTES = 4096;
const WINDOW_GROWTH = 4;

/**
 * Reads from `offset` on in a window of the file, again in a larger one as long as `read` reaches its end or fails in it.
 * @throws PdfDamage as `read` in the last window
 */
export function readInWindow<T extends InWindow>(source: ByteSource, offset: number, limit: number, read: (bytes: Buffer) => T): T {
  if (!Number.isInteger(offset) || offset < 0 || offset >= source.size) throw new PdfDamage('beyond the ends of the file');
  const most = Math.max(0, Math.min(limit - offset, PDF_BOUNDS.structureBytesMax));
  for (let length = WINDOW_BYTES; ; length *= WINDOW_GROWTH) {
    const bytes = source.read(offset, Math.min(length, most));
    try {
      const found = read(bytes);
      if (length >= most || found.end < bytes.length) return found;
    } catch (error) {
      if (length >= most || !(error instanceof PdfDamage)) throw error;
    }
  }
}

/**
 * @param limit no object reaches beyond it (the next object's offset, or the end of the file)
 * @throws PdfDamage; JobFailure corrupt_file when it nests too deep
 */
export function readIndirectObject(
  source: ByteSource,
  offset: number,
  limit: number,
  context: PDFContext,
  resolveLength: (ref: PDFRef) => number | undefined,
): IndirectObject {
  const found = readInWindow(source, offset, limit, (bytes) => readHead(bytes, context));
  const { dataStart, object, objectNumber, generation } = found;
  if (dataStart === undefined || !(object instanceof PDFDict)) return { objectNumber, generation, object, end: offset + found.objectEnd };
  const declared = object.get(PDFName.of('Length'));
  const length = declared instanceof PDFNumber ? declared.asNumber() : declared instanceof PDFRef ? resolveLength(declared) : undefined;
  const start = offset + dataStart;
  if (length === undefined || !Number.isInteger(length) || length < 0 || start + length > limit) throw new PdfDamage('stream length');
  const after = skipWhite(source, start + length, limit);
  if (source.read(after, ENDSTREAM.length).toString('latin1') !== ENDSTREAM) throw new PdfDamage('stream without its end');
  return { objectNumber, generation, object: SourceStream.over(object, source.part(start, length)), end: after + ENDSTREAM.length };
}

const ENDSTREAM = 'endstream';

interface ObjectHead extends InWindow {
  readonly objectNumber: number;
  readonly generation: number;
  readonly object: PDFObject;
  readonly objectEnd: number;
  /** Where the data begin when the object is a stream. */
  readonly dataStart?: number;
}

/** The object without stream data, from the beginning of `bytes`. */
function readHead(bytes: Buffer, context: PDFContext): ObjectHead {
  const number = readInteger(bytes, skipSpace(bytes, 0));
  const generation = number && readInteger(bytes, skipSpace(bytes, number.end));
  const keyword = generation && skipSpace(bytes, generation.end);
  if (keyword === undefined || bytes.toString('latin1', keyword, keyword + 3) !== 'obj') throw new PdfDamage('no object at its offset');
  const start = skipSpace(bytes, keyword + 3);
  if (bytes.toString('latin1', start, start + 6) === 'endobj') throw new PdfDamage('empty object');
  const objectEnd = findObjectEnd(bytes, start, bytes.length);
  const object = parseObject(bytes.subarray(start, objectEnd), context);
  const head = { objectNumber: number?.value ?? 0, generation: generation?.value ?? 0, object, objectEnd };
  if (!(object instanceof PDFDict)) return { ...head, end: objectEnd };
  const afterDict = skipSpace(bytes, objectEnd);
  const afterWord = afterDict + 'stream'.length;
  if (bytes.toString('latin1', afterDict, afterWord) !== 'stream') return { ...head, end: afterWord };
  const dataStart = skipLineEnd(bytes, afterWord);
  return { ...head, dataStart, end: dataStart + 1 };
}

/** @throws PdfDamage */
export function parseObject(bytes: Uint8Array, context: PDFContext): PDFObject {
  try {
    return PDFObjectParser.forBytes(bytes, context).parseObject();
  } catch (error) {
    throw new PdfDamage('object cannot be parsed', { cause: error });
  }
}

function skipLineEnd(bytes: Buffer, from: number): number {
  let position = from;
  while (bytes[position] === 32) position++;
  if (bytes[position] === 13) return bytes[position + 1] === 10 ? position + 2 : position + 1;
  return bytes[position] === 10 ? position + 1 : position;
}

const WHITE = [0, 9, 10, 12, 13, 32];
const SKIPPED_BYTES = 64;

function skipWhite(source: ByteSource, from: number, limit: number): number {
  for (let at = from; at < limit; at += SKIPPED_BYTES) {
    const bytes = source.read(at, Math.min(SKIPPED_BYTES, limit - at));
    const other = bytes.findIndex((byte) => !WHITE.includes(byte));
    if (other >= 0) return at + other;
  }
  return limit;
}
