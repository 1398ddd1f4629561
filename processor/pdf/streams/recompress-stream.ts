// Stores a stream's data again without loss: general filters undone, deflate at its highest level, the smaller of old and new kept. Pictures'
// own codecs are not changed, only the filters around them are removed.

import { deflateSync } from 'node:zlib';
import { type PDFDict, PDFName, type PDFRawStream } from 'pdf-lib';
import type { KeepBytes } from '../scratch-file.ts';
import { replaceContents } from '../syntax/source-stream.ts';
import { tryDecodeStream, type FilterStep, filtersOf, isGeneralFilter } from './decode-stream.ts';

const IMAGE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);
/** The cost of an entry `/Filter/FlateDecode`: saving less is no gain. */
const FILTER_BYTES = 20;

/**
 * @param keep where the new data lie until they are written
 * @returns true when the stream is smaller now. Damaged data, external files (/F) and unknown filters are not changed.
 * @throws JobFailure decompression_limit
 */
export function recompressStream(stream: PDFRawStream, bytesMax: number, keep: KeepBytes): boolean {
  const [first, ...others] = filtersOf(stream.dict);
  if (stream.dict.has(PDFName.of('F')) || [first, ...others].some((step) => step?.name === 'Crypt')) return false;
  // Nothing is around a picture's own codec: not even read.
  if (first && !isGeneralFilter(first)) return false;
  const decoded = tryDecodeStream(stream, bytesMax);
  if (!decoded) return false;
  const before = stream.getContentsSize();
  const [step, ...more] = decoded.left;
  if (step) {
    if (more.length > 0 || !IMAGE_FILTERS.has(step.name) || decoded.bytes.length >= before) return false;
    replaceContents(stream, keep(decoded.bytes));
    setFilter(stream.dict, step);
    return true;
  }
  return storeSmaller(stream, decoded.bytes, keep);
}

/** Deflates `plain` into the stream when that is smaller than what it holds. */
export function storeSmaller(stream: PDFRawStream, plain: Uint8Array, keep: KeepBytes): boolean {
  const packed = deflateSync(plain, { level: 9, memLevel: 9 });
  const isPlain = filtersOf(stream.dict).length === 0;
  if (packed.length + (isPlain ? FILTER_BYTES : 0) >= stream.getContentsSize()) return false;
  replaceContents(stream, keep(packed));
  setFilter(stream.dict, { name: 'FlateDecode', params: undefined });
  return true;
}

export function setFilter(dict: PDFDict, step: FilterStep): void {
  for (const key of ['Filter', 'F', 'DecodeParms', 'DP', 'DL']) dict.delete(PDFName.of(key));
  dict.set(PDFName.of('Filter'), PDFName.of(step.name));
  if (step.params) dict.set(PDFName.of('DecodeParms'), step.params);
}
