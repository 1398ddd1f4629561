// Reads single objects of a file where its cross-reference says they are: from their offset, or out of an object stream. Of the object streams only
// the one that was opened last stays decoded.

import { type PDFContext, PDFNumber, PDFRawStream, type PDFRef, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { numberOf } from '../syntax/dictionary.ts';
import { parseObject, readIndirectObject } from '../syntax/read-object.ts';
import { findObjectEnd, readInteger, skipSpace } from '../syntax/scan-object.ts';
import type { Xref, XrefEntry } from './xref.ts';

interface PackedObjects {
  readonly streamNumber: number;
  readonly bytes: Buffer;
  /** The position of each packed object, by its number. */
  readonly places: ReadonlyMap<number, { readonly start: number; readonly end: number }>;
}

export class ObjectReader {
  private readonly source: ByteSource;
  private readonly xref: Xref;
  private readonly context: PDFContext;
  /** The offsets of plain objects in order, and where those that were read ended. */
  private readonly offsets: Float64Array;
  private readonly ends: Float64Array;
  /** Object streams that are being opened, and those that could not be. */
  private readonly unopened = new Map<number, PdfDamage | 'opening'>();
  private readonly packBytes = new Map<number, number>();
  private pack: PackedObjects | undefined;
  private structureBytes = 0;

  constructor(source: ByteSource, xref: Xref, context: PDFContext) {
    this.source = source;
    this.xref = xref;
    this.context = context;
    this.offsets = plainOffsets(xref);
    this.ends = new Float64Array(this.offsets.length);
  }

  /** Where the objects that were read lie in the file, in order: the first byte and the position after the last. */
  *spans(): Generator<readonly [number, number]> {
    for (const [index, end] of this.ends.entries()) if (end > 0) yield [this.offsets[index] ?? 0, end];
  }

  /** One object, also of an earlier revision. @throws PdfDamage; JobFailure */
  read(objectNumber: number, entry: XrefEntry): PDFObject | undefined {
    if (entry.kind === 'packed') return this.readPacked(objectNumber, entry.streamNumber);
    if (entry.offset >= this.source.size) throw new PdfDamage('object beyond the end of the file');
    const index = indexOf(this.offsets, entry.offset);
    // An object must have ended before the next one: keeps reading linear however the objects are damaged.
    const limit = Math.min(this.offsets[index + 1] ?? this.source.size, this.source.size);
    const found = readIndirectObject(this.source, entry.offset, limit, this.context, (ref) => this.readNumber(ref));
    this.ends[index] = found.end;
    if (found.objectNumber !== objectNumber) throw new PdfDamage('another object at its offset');
    return found.object;
  }

  private readNumber(ref: PDFRef): number | undefined {
    const entry = this.xref.entries.get(ref.objectNumber);
    if (!entry) return undefined;
    if (entry.kind === 'packed') {
      const object = this.readPacked(ref.objectNumber, entry.streamNumber);
      return object instanceof PDFNumber ? object.asNumber() : undefined;
    }
    // Read by hand: a length that is a stream of its own length would never end.
    const match = /^\s*\d+\s+\d+\s+obj\s*(\d{1,10})\b/.exec(this.source.read(entry.offset, 64).toString('latin1'));
    return match ? Number(match[1]) : undefined;
  }

  private readPacked(objectNumber: number, streamNumber: number): PDFObject | undefined {
    const pack = this.openPack(streamNumber);
    const place = pack.places.get(objectNumber);
    if (!place) throw new PdfDamage('packed object is not in its stream');
    const start = skipSpace(pack.bytes, place.start, place.end);
    // An empty slot is a null object.
    if (start >= place.end) return undefined;
    return parseObject(pack.bytes.subarray(start, findObjectEnd(pack.bytes, start, place.end)), this.context);
  }

  private openPack(streamNumber: number): PackedObjects {
    if (this.pack?.streamNumber === streamNumber) return this.pack;
    const unopened = this.unopened.get(streamNumber);
    if (unopened === 'opening') throw new JobFailure('corrupt_file', { message: 'An object stream contains itself.' });
    if (unopened) throw unopened;
    const entry = this.xref.entries.get(streamNumber);
    if (entry?.kind === 'packed') throw new JobFailure('corrupt_file', { message: 'An object stream lies in an object stream.' });
    this.unopened.set(streamNumber, 'opening');
    try {
      const stream = entry && this.read(streamNumber, entry);
      if (!(stream instanceof PDFRawStream)) throw new PdfDamage('no object stream');
      this.pack = this.decodePack(streamNumber, stream);
      this.unopened.delete(streamNumber);
      return this.pack;
    } catch (error) {
      if (error instanceof PdfDamage) this.unopened.set(streamNumber, error);
      throw error;
    }
  }

  private decodePack(streamNumber: number, stream: PDFRawStream): PackedObjects {
    const earlier = this.packBytes.get(streamNumber) ?? 0;
    const decoded = decodeStream(stream, PDF_BOUNDS.structureBytesMax - this.structureBytes + earlier);
    if (decoded.left.length > 0) throw new PdfDamage('object stream with an unknown filter');
    this.structureBytes += decoded.bytes.length - earlier;
    this.packBytes.set(streamNumber, decoded.bytes.length);
    const bytes = Buffer.from(decoded.bytes.buffer, decoded.bytes.byteOffset, decoded.bytes.length);
    return { streamNumber, bytes, places: readPlaces(bytes, numberOf(stream.dict, 'N') ?? 0, numberOf(stream.dict, 'First') ?? 0) };
  }
}

function readPlaces(bytes: Buffer, count: number, first: number): PackedObjects['places'] {
  const heads: { objectNumber: number; start: number }[] = [];
  let position = 0;
  for (let index = 0; index < count; index++) {
    const objectNumber = readInteger(bytes, skipSpace(bytes, position));
    const offset = objectNumber && readInteger(bytes, skipSpace(bytes, objectNumber.end));
    if (!offset) throw new PdfDamage('object stream header');
    heads.push({ objectNumber: objectNumber.value, start: first + offset.value });
    position = offset.end;
  }
  const starts = heads.map(({ start }) => start).sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? bytes.length]));
  return new Map(heads.map(({ objectNumber, start }) => [objectNumber, { start, end: ends.get(start) ?? bytes.length }]));
}

function plainOffsets(xref: Xref): Float64Array {
  const offsets = new Set<number>();
  for (const entry of xref.entries.values()) if (entry.kind === 'plain') offsets.add(entry.offset);
  for (const { entry } of xref.superseded) if (entry.kind === 'plain') offsets.add(entry.offset);
  return Float64Array.from(offsets).sort();
}

/** The position of a value that is there. */
function indexOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
