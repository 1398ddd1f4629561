// Decodes the general filters of ISO 32000-1 7.4 with an upper bound on the output of every stage, so that no stream, and no chain of
// filters, costs more than its bound. Image filters (DCT, JPX, CCITT, JBIG2) are left encoded.

import { brotliDecompressSync, constants, createInflate, inflateRawSync, inflateSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PdfDamage } from '../bounds.ts';
import { type ByteSource, piecesOf } from '../byte-source.ts';
import { numberOf } from '../syntax/dictionary.ts';
import { sourceOf } from '../syntax/source-stream.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './filters.ts';
import { undoPredictor } from './predictor.ts';

export interface FilterStep {
  /** The full name: abbreviations are written out. */
  readonly name: string;
  readonly params: PDFDict | undefined;
}

const FULL_NAMES: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
};

/** A deflate stream never expands more than this (a run of 258 bytes in 2 bits). */
const DEFLATE_RATIO_MAX = 1032;

/** The filters of a stream in the order in which they are undone. */
export function filtersOf(dict: PDFDict): readonly FilterStep[] {
  const filter = lookupEither(dict, 'Filter', 'F');
  const params = lookupEither(dict, 'DecodeParms', 'DP');
  const names =
    filter instanceof PDFName ? [filter] : filter instanceof PDFArray ? filter.asArray().map((item) => dict.context.lookup(item)) : [];
  return names.flatMap((name, index) => {
    if (!(name instanceof PDFName)) return [];
    const own = params instanceof PDFArray ? dict.context.lookup(params.asArray()[index]) : index === 0 ? params : undefined;
    const text = name.decodeText();
    return [{ name: FULL_NAMES[text] ?? text, params: own instanceof PDFDict ? own : undefined }];
  });
}

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** The filters that were not undone (image filters, unknown ones), in order. */
  readonly left: readonly FilterStep[];
}

/**
 * Undoes the general filters of a stream, at most `bytesMax` at every stage.
 * @throws JobFailure decompression_limit; PdfDamage where the data cannot be decoded.
 */
export function decodeStream(stream: PDFRawStream, bytesMax: number): DecodedStream {
  let bytes = stream.getContents();
  const steps = filtersOf(stream.dict);
  for (const [index, step] of steps.entries()) {
    const decoded = undoFilter(step, bytes, bytesMax);
    if (!decoded) return { bytes, left: steps.slice(index) };
    bytes = decoded;
  }
  return { bytes, left: [] };
}

/** As decodeStream, for what may stay encoded: undefined where the data cannot be decoded. @throws JobFailure decompression_limit. */
export function tryDecodeStream(stream: PDFRawStream, bytesMax: number): DecodedStream | undefined {
  try {
    return decodeStream(stream, bytesMax);
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

/** All of its filters undone, or undefined. @throws JobFailure decompression_limit. */
export function tryDecodeWhole(stream: PDFRawStream, bytesMax: number): Uint8Array | undefined {
  const decoded = tryDecodeStream(stream, bytesMax);
  return decoded?.left.length === 0 ? decoded.bytes : undefined;
}

const GENERAL_FILTERS = new Set([
  'FlateDecode',
  'BrotliDecode',
  'LZWDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
  'RunLengthDecode',
  'Crypt',
]);

/** True for a filter that is undone here; the others belong to pictures, or are unknown. */
export function isGeneralFilter(step: FilterStep): boolean {
  return GENERAL_FILTERS.has(step.name);
}

function undoFilter(step: FilterStep, bytes: Uint8Array, bytesMax: number): Uint8Array | undefined {
  switch (step.name) {
    case 'FlateDecode':
      return undoPredictor(inflateBounded(bytes, bytesMax), step.params, bytesMax);
    case 'BrotliDecode':
      return undoPredictor(
        decompress(() => brotliDecompressSync(bytes, { maxOutputLength: bytesMax })),
        step.params,
        bytesMax,
      );
    case 'LZWDecode':
      return undoPredictor(decodeLzw(bytes, numberOf(step.params, 'EarlyChange') ?? 1, bytesMax), step.params, bytesMax);
    case 'ASCII85Decode':
      return decodeAscii85(bytes, bytesMax);
    case 'ASCIIHexDecode':
      return decodeAsciiHex(bytes);
    case 'RunLengthDecode':
      return decodeRunLength(bytes, bytesMax);
    case 'Crypt':
      return bytes;
    default:
      return undefined;
  }
}

/** @throws JobFailure decompression_limit; PdfDamage */
function inflateBounded(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const options = { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw new JobFailure('decompression_limit', { cause: error });
    // A wrong checksum is the commonest fault and harms nothing: raw deflate has none.
    return decompress(() => inflateRawSync(bytes.subarray(2), options));
  }
}

function decompress(run: () => Uint8Array): Uint8Array {
  try {
    return run();
  } catch (error) {
    if (isTooLarge(error)) throw new JobFailure('decompression_limit', { cause: error });
    throw new PdfDamage('stream data cannot be decoded', { cause: error });
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Refuses a stream that would decode to more than `bytesMax`, without holding the decoded data.
 * Costs nothing for a stream that cannot reach the bound. @throws JobFailure decompression_limit
 */
export async function refuseBomb(stream: PDFRawStream, bytesMax: number): Promise<void> {
  const expanding = filtersOf(stream.dict).filter(({ name }) => /^(Flate|Brotli|LZW|RunLength)Decode$/.test(name));
  if (expanding.length === 0) return;
  const size = stream.getContentsSize();
  if (expanding.length === 1 && expanding[0]?.name !== 'BrotliDecode' && size * DEFLATE_RATIO_MAX <= bytesMax) return;
  if (filtersOf(stream.dict).length === 1 && expanding[0]?.name === 'FlateDecode') {
    await refuseInflated(sourceOf(stream), bytesMax);
    return;
  }
  try {
    decodeStream(stream, bytesMax);
  } catch (error) {
    // Damaged data is not a bomb; whoever needs the data will report it.
    if (!(error instanceof PdfDamage)) throw error;
  }
}

/** With zlib's default size, the overhead of the pieces doubles the memory of a hundred megabytes. */
const COUNT_CHUNK_BYTES = 1024 * 1024;

async function refuseInflated(source: ByteSource, bytesMax: number): Promise<void> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: COUNT_CHUNK_BYTES });
  let size = 0;
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > bytesMax) throw new JobFailure('decompression_limit');
    }
  };
  try {
    await pipeline(Readable.from(piecesOf(source)), inflate, count);
  } catch (error) {
    // Damaged data is not a bomb; who needs the data will say so.
    if (error instanceof JobFailure) throw error;
  }
}

function lookupEither(dict: PDFDict, key: string, short: string): PDFObject | undefined {
  // The short names belong to inline images, but some writers use them in stream dictionaries; /F there may also name a file.
  const value = dict.lookup(PDFName.of(key));
  if (value !== undefined) return value;
  const other = dict.lookup(PDFName.of(short));
  return other instanceof PDFName || other instanceof PDFArray || (short === 'DP' && other instanceof PDFDict) ? other : undefined;
}
