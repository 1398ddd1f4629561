// Loads the live objects of a file into a pdf-lib context, exactly those that the cross-reference names: earlier revisions, orphans in object
// streams and anything between objects stay out. pdf-lib's own loader reads the file front to back and keeps whatever comes last.

import { type PDFContext, PDFHeader, PDFName, PDFNumber, PDFRawStream, PDFRef, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { nameOf, numberOf } from '../syntax/dictionary.ts';
import { parseObject, readIndirectObject } from '../syntax/read-object.ts';
import { findObjectEnd, readInteger, skipSpace } from '../syntax/scan-object.ts';
import type { Xref, XrefEntry } from './xref.ts';

interface PackedObjects {
  readonly bytes: Buffer;
  /** The position of each packed object, by its number. */
  readonly places: ReadonlyMap<number, { readonly start: number; readonly end: number }>;
}

export class ObjectLoader {
  private readonly bytes: Buffer;
  private readonly xref: Xref;
  private readonly context: PDFContext;
  private readonly limits: ReadonlyMap<number, number>;
  private readonly packs = new Map<number, PackedObjects | 'opening'>();
  private readonly ends = new Map<number, number>();
  private structureBytes = 0;

  constructor(bytes: Buffer, xref: Xref, context: PDFContext) {
    this.bytes = bytes;
    this.xref = xref;
    this.context = context;
    this.limits = nextOffsets(xref, bytes.length);
  }

  /**
   * Returns the damage of each object that cannot be read: stale entries for objects that nobody uses are common and harmless.
   * @throws JobFailure corrupt_file, decompression_limit
   */
  loadAll(): Map<number, PdfDamage> {
    const broken = new Map<number, PdfDamage>();
    for (const [objectNumber, entry] of this.xref.entries) {
      const loaded = this.tryRead(objectNumber, entry);
      if (loaded instanceof PdfDamage) {
        broken.set(objectNumber, loaded);
        continue;
      }
      // The containers of packed objects and the cross-reference itself are recreated when saving.
      if (loaded instanceof PDFRawStream && ['ObjStm', 'XRef'].includes(nameOf(loaded.dict, 'Type') ?? '')) continue;
      if (loaded) this.context.assign(PDFRef.of(objectNumber, entry.kind === 'plain' ? entry.generation : 0), loaded);
    }
    const version = /^%PDF-(\d)\.(\d)/.exec(this.bytes.toString('latin1', 0, 8));
    if (version) this.context.header = PDFHeader.forVersion(Number(version[1]), Number(version[2]));
    const { trailer } = this.xref;
    this.context.trailerInfo = Object.fromEntries(
      (['Root', 'Info', 'ID'] as const).flatMap((key) => {
        const value = trailer.get(PDFName.of(key)) ?? this.xref.trailers.map((older) => older.get(PDFName.of(key))).find((found) => found);
        return value ? [[key, value]] : [];
      }),
    );
    return broken;
  }

  /** The ranges of the file that were read as objects, in order: the first byte and the position after the last. */
  spans(): (readonly [number, number])[] {
    return [...this.ends].sort(([a], [b]) => a - b);
  }

  private tryRead(objectNumber: number, entry: XrefEntry): PDFObject | PdfDamage | undefined {
    try {
      return this.read(objectNumber, entry);
    } catch (error) {
      if (error instanceof PdfDamage) return error;
      throw error;
    }
  }

  /** One object, also of an earlier revision. @throws PdfDamage; JobFailure */
  read(objectNumber: number, entry: XrefEntry): PDFObject | undefined {
    if (entry.kind === 'packed') return this.readPacked(objectNumber, entry.streamNumber);
    if (entry.offset >= this.bytes.length) throw new PdfDamage('object beyond the end of the file');
    const limit = this.limits.get(entry.offset) ?? this.bytes.length;
    const found = readIndirectObject(this.bytes, entry.offset, limit, this.context, (ref) => this.readNumber(ref));
    this.ends.set(entry.offset, found.end);
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
    // Looked up by hand: a length that refers to its own stream would never end.
    const match = /^\s*\d+\s+\d+\s+obj\s*(\d{1,10})\b/.exec(this.bytes.toString('latin1', entry.offset, entry.offset + 64));
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
    const known = this.packs.get(streamNumber);
    if (known === 'opening') throw new JobFailure('corrupt_file', { message: 'An object stream contains itself.' });
    if (known) return known;
    this.packs.set(streamNumber, 'opening');
    const entry = this.xref.entries.get(streamNumber);
    if (entry?.kind === 'packed') throw new JobFailure('corrupt_file', { message: 'An object stream is inside another object stream.' });
    const stream = entry && this.read(streamNumber, entry);
    if (!(stream instanceof PDFRawStream)) throw new PdfDamage('no object stream');
    const decoded = decodeStream(stream, PDF_BOUNDS.structureBytesMax - this.structureBytes);
    if (decoded.left.length > 0) throw new PdfDamage('object stream with an unknown filter');
    this.structureBytes += decoded.bytes.length;
    const bytes = Buffer.from(decoded.bytes.buffer, decoded.bytes.byteOffset, decoded.bytes.length);
    const pack = { bytes, places: readPlaces(bytes, numberOf(stream.dict, 'N') ?? 0, numberOf(stream.dict, 'First') ?? 0) };
    this.packs.set(streamNumber, pack);
    return pack;
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

/** Where each object must have ended: the next offset in any entry. Keeps reading linear, however the objects are damaged. */
function nextOffsets(xref: Xref, fileBytes: number): Map<number, number> {
  const offsets = new Set<number>();
  for (const entry of xref.entries.values()) if (entry.kind === 'plain') offsets.add(entry.offset);
  for (const { entry } of xref.superseded) if (entry.kind === 'plain') offsets.add(entry.offset);
  const sorted = [...offsets].sort((a, b) => a - b);
  return new Map(sorted.map((offset, index) => [offset, sorted[index + 1] ?? fileBytes]));
}
