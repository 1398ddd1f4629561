// Reads the cross-reference of a file (ISO 32000-1 7.5.4–7.5.8): tables, streams and hybrids, back through every revision. Bounded in entries
// and bytes; it trusts no offset. Any deviation is PdfDamage, so that a repair is tried; a loop ends at once.

import { type PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { type ByteSource, lastIndexIn } from '../byte-source.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { arrayOf, nameOf, numberOf } from '../syntax/dictionary.ts';
import { parseObject, readIndirectObject, readInWindow } from '../syntax/read-object.ts';
import { findObjectEnd, readInteger, skipSpace } from '../syntax/scan-object.ts';

export type XrefEntry =
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'packed'; readonly streamNumber: number };

export interface Xref {
  /** By object number, without free objects. */
  readonly entries: ReadonlyMap<number, XrefEntry>;
  /** Of the newest revision. */
  readonly trailer: PDFDict;
  /** Trailers of all sections, newest first. */
  readonly trailers: readonly PDFDict[];
  /** Entries of earlier revisions that a later one replaced or freed. */
  readonly superseded: readonly { readonly objectNumber: number; readonly entry: XrefEntry }[];
  readonly usesXrefStreams: boolean;
}

interface Gathered {
  readonly entries: Map<number, XrefEntry | 'free'>;
  readonly superseded: { objectNumber: number; entry: XrefEntry }[];
  readonly trailers: PDFDict[];
  usesXrefStreams: boolean;
  structureBytes: number;
}

const STARTXREF = 'startxref';

/**
 * `source` starts at the header; offsets count from there.
 * @throws PdfDamage; JobFailure corrupt_file for a loop, decompression_limit for absurd sizes
 */
export function readXref(source: ByteSource, context: PDFContext): Xref {
  const gathered: Gathered = { entries: new Map(), superseded: [], trailers: [], usesXrefStreams: false, structureBytes: 0 };
  const keyword = lastIndexIn(source, STARTXREF);
  if (keyword < 0) throw new PdfDamage('no startxref');
  const { start } = readInWindow(source, keyword + STARTXREF.length, source.size, (bytes) => {
    const number = readInteger(bytes, skipSpace(bytes, 0));
    return { start: number, end: number?.end ?? bytes.length };
  });
  if (!start) throw new PdfDamage('no startxref');
  const seen = new Set<number>();
  for (let offset: number | undefined = start.value; offset !== undefined;) {
    if (seen.has(offset)) throw new JobFailure('corrupt_file', { message: 'The cross-reference sections form a loop.' });
    seen.add(offset);
    const trailer = readSection(source, offset, context, gathered);
    gathered.trailers.push(trailer);
    offset = numberOf(trailer, 'Prev');
  }
  const [trailer] = gathered.trailers;
  if (!(trailer?.get(PDFName.of('Root')) instanceof PDFRef)) throw new PdfDamage('no document catalog');
  const entries = new Map<number, XrefEntry>();
  for (const [objectNumber, entry] of gathered.entries) if (entry !== 'free') entries.set(objectNumber, entry);
  const { trailers, superseded, usesXrefStreams } = gathered;
  return { entries, trailer, trailers, superseded, usesXrefStreams };
}

/** One section with its trailer dictionary. Entries of sections read earlier (newer ones) stay. */
function readSection(source: ByteSource, offset: number, context: PDFContext, gathered: Gathered): PDFDict {
  const section = readInWindow(source, offset, source.size, (bytes) => readTableSection(bytes, context));
  if (!section.trailer) return readStreamSection(source, offset, context, gathered);
  refuseAbsurdSize(section.trailer);
  // A hybrid file lists its packed objects as free in the table: its stream comes first (7.5.8.4).
  const hybrid = numberOf(section.trailer, 'XRefStm');
  if (hybrid !== undefined) readStreamSection(source, hybrid, context, gathered);
  addEntries(section.found, gathered);
  return section.trailer;
}

interface TableSection {
  readonly found: readonly [number, XrefEntry | 'free'][];
  /** Absent when the section is no table. */
  readonly trailer?: PDFDict;
  readonly end: number;
}

/** The table and its trailer at the beginning of `bytes`. */
function readTableSection(bytes: Buffer, context: PDFContext): TableSection {
  const position = skipSpace(bytes, 0);
  const found: [number, XrefEntry | 'free'][] = [];
  if (bytes.toString('latin1', position, position + 4) !== 'xref') return { found, end: position + 4 };
  const end = readTable(bytes, position + 4, found);
  if (bytes.toString('latin1', end, end + 7) !== 'trailer') throw new PdfDamage('no trailer');
  const from = skipSpace(bytes, end + 7);
  const trailerEnd = findObjectEnd(bytes, from, bytes.length);
  const trailer = parseObject(bytes.subarray(from, trailerEnd), context);
  if (!(trailer instanceof PDFDict)) throw new PdfDamage('trailer is not a dictionary');
  return { found, trailer, end: trailerEnd };
}

function readTable(bytes: Buffer, from: number, found: [number, XrefEntry | 'free'][]): number {
  let position = skipSpace(bytes, from);
  for (;;) {
    const first = readInteger(bytes, position);
    if (!first) return position;
    const count = readInteger(bytes, skipSpace(bytes, first.end));
    if (!count) throw new PdfDamage('cross-reference subsection without a count');
    if (first.value + count.value > PDF_BOUNDS.objectNumberMax + 1) throw absurd();
    position = skipSpace(bytes, count.end);
    for (let index = 0; index < count.value; index++) {
      const offset = readInteger(bytes, position);
      const generation = offset && readInteger(bytes, skipSpace(bytes, offset.end));
      const typeAt = generation && skipSpace(bytes, generation.end);
      const type = typeAt === undefined ? undefined : bytes[typeAt];
      if (!offset || !generation || typeAt === undefined || (type !== 0x6e && type !== 0x66)) throw new PdfDamage('cross-reference entry');
      // Offset 0 in use is a common error for a free entry.
      const used = type === 0x6e && offset.value > 0;
      found.push([first.value + index, used ? { kind: 'plain', offset: offset.value, generation: generation.value } : 'free']);
      position = skipSpace(bytes, typeAt + 1);
    }
  }
}

function readStreamSection(source: ByteSource, offset: number, context: PDFContext, gathered: Gathered): PDFDict {
  const { object } = readIndirectObject(source, offset, source.size, context, () => undefined);
  if (!(object instanceof PDFRawStream) || nameOf(object.dict, 'Type') !== 'XRef') throw new PdfDamage('no cross-reference section');
  gathered.usesXrefStreams = true;
  refuseAbsurdSize(object.dict);
  const data = decodeStream(object, PDF_BOUNDS.structureBytesMax - gathered.structureBytes).bytes;
  gathered.structureBytes += data.length;
  const widths = numbersOf(arrayOf(object.dict, 'W'));
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const entryBytes = typeWidth + secondWidth + thirdWidth;
  if (widths.length < 3 || widths.some((width) => !(width >= 0 && width <= 8)) || entryBytes === 0)
    throw new PdfDamage('cross-reference /W');
  const ranges = numbersOf(arrayOf(object.dict, 'Index') ?? context.obj([0, numberOf(object.dict, 'Size') ?? 0]));
  const found: [number, XrefEntry | 'free'][] = [];
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [first = 0, count = 0] = [ranges[range], ranges[range + 1]];
    if (!(first >= 0 && count >= 0 && first + count <= PDF_BOUNDS.objectNumberMax + 1)) throw absurd();
    // A stream shorter than declared is common where /Size is one too high.
    for (let index = 0; index < count && at + entryBytes <= data.length; index++, at += entryBytes) {
      const type = typeWidth === 0 ? 1 : readField(data, at, typeWidth);
      const second = readField(data, at + typeWidth, secondWidth);
      const third = readField(data, at + typeWidth + secondWidth, thirdWidth);
      if (type === 1 && second > 0) found.push([first + index, { kind: 'plain', offset: second, generation: third }]);
      else if (type === 2) found.push([first + index, { kind: 'packed', streamNumber: second }]);
      else if (type === 0) found.push([first + index, 'free']);
    }
  }
  addEntries(found, gathered);
  return object.dict;
}

function addEntries(found: readonly [number, XrefEntry | 'free'][], gathered: Gathered): void {
  for (const [objectNumber, entry] of found) {
    if (!gathered.entries.has(objectNumber)) gathered.entries.set(objectNumber, entry);
    else if (entry !== 'free') gathered.superseded.push({ objectNumber, entry });
  }
  if (gathered.entries.size + gathered.superseded.length > PDF_BOUNDS.liveObjectsMax) throw absurd();
}

function refuseAbsurdSize(trailer: PDFDict): void {
  if ((numberOf(trailer, 'Size') ?? 0) > PDF_BOUNDS.objectNumberMax + 1) throw absurd();
}

function absurd(): JobFailure {
  return new JobFailure('decompression_limit', { message: 'The document declares more objects than is allowed.' });
}

function readField(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (data[at + index] ?? 0);
  return value;
}

function numbersOf(array: PDFArray | undefined): number[] {
  return (array?.asArray() ?? []).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
}
