// Reads one indirect object at its offset (ISO 32000-1 7.3.10) with pdf-lib's parser for the object itself and our own reading of stream data:
// pdf-lib looks for `endstream` where /Length is indirect, which cuts streams that contain the word.

import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFObjectParser, PDFRawStream, PDFRef } from 'pdf-lib';
import { PdfDamage } from '../bounds.ts';
import { findObjectEnd, readInteger, skipSpace } from './scan-object.ts';

export interface IndirectObject {
  readonly objectNumber: number;
  readonly generation: number;
  readonly object: PDFObject;
  /** The position after the object's last byte, before `endobj`. */
  readonly end: number;
}

/**
 * @param limit no object reaches beyond it (the next object's offset, or the end of the file)
 * @throws PdfDamage; JobFailure corrupt_file when it nests too deep
 */
export function readIndirectObject(
  bytes: Buffer,
  offset: number,
  limit: number,
  context: PDFContext,
  resolveLength: (ref: PDFRef) => number | undefined,
): IndirectObject {
  const number = readInteger(bytes, skipSpace(bytes, offset, limit));
  const generation = number && readInteger(bytes, skipSpace(bytes, number.end, limit));
  const keyword = generation && skipSpace(bytes, generation.end, limit);
  if (keyword === undefined || bytes.toString('latin1', keyword, keyword + 3) !== 'obj') throw new PdfDamage('no object at its offset');
  const start = skipSpace(bytes, keyword + 3, limit);
  const head = { objectNumber: number?.value ?? 0, generation: generation?.value ?? 0 };
  if (bytes.toString('latin1', start, start + 6) === 'endobj') throw new PdfDamage('empty object');
  const objectEnd = findObjectEnd(bytes, start, limit);
  const object = parseObject(bytes.subarray(start, objectEnd), context);
  if (!(object instanceof PDFDict)) return { ...head, object, end: objectEnd };
  const afterDict = skipSpace(bytes, objectEnd, limit);
  if (bytes.toString('latin1', afterDict, afterDict + 6) !== 'stream') return { ...head, object, end: objectEnd };
  const dataStart = skipLineEnd(bytes, afterDict + 6);
  const declared = object.get(PDFName.of('Length'));
  const length = declared instanceof PDFNumber ? declared.asNumber() : declared instanceof PDFRef ? resolveLength(declared) : undefined;
  if (length === undefined || !Number.isInteger(length) || length < 0 || dataStart + length > limit) throw new PdfDamage('stream length');
  const dataEnd = dataStart + length;
  let after = dataEnd;
  while (after < limit && [0, 9, 10, 12, 13, 32].includes(bytes[after] ?? -1)) after++;
  if (bytes.toString('latin1', after, after + 9) !== 'endstream') throw new PdfDamage('stream without its end');
  return { ...head, object: PDFRawStream.of(object, bytes.subarray(dataStart, dataEnd)), end: after + 9 };
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
