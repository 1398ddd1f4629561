// Removes texts from streams that hold them: metadata, XFA, scripts and long values, the ToUnicode maps of fonts, comments and
// property lists in content. redact.ts removes text shown by content; attachments are separate documents and do not change.

import { type PDFDict, PDFName, type PDFRawStream, type PDFStream } from 'pdf-lib';
import { EMPTY_PACKET } from '../../../images/xmp.ts';
import { lookup, nameOf } from '../../syntax/dictionary.ts';
import { type ContentEdit, readOperations, writeContent } from '../../syntax/operations.ts';
import type { OpenedPdf } from '../../opened.ts';
import { type Visit, walkLive } from '../../syntax/walk.ts';
import { decoded, encoded } from '../../streams/decoded.ts';
import type { ScrubbedPlace } from './scrub-strings.ts';
import { saidIn, saidInTextBytes, type Sought, takeOut } from './sought.ts';
import { writeName } from '../../syntax/write-operand.ts';
import { decodeXml, sayingsOf, scrubSayings } from './xml-sayings.ts';

/** Strings that may also be streams (12.7.5.3, 12.6.4.17, 12.7.4.4). */
const LONG_STRINGS = new Set(['JS', 'V', 'DV', 'RV', 'RC']);

/** @returns the places, each as often as it was changed. @throws JobFailure corrupt_file, decompression_limit */
export function scrubStreams(opened: Pick<OpenedPdf, 'context'>, sought: readonly Sought[]): ScrubbedPlace[] {
  const { context } = opened;
  const places: ScrubbedPlace[] = [];
  const written: (readonly [NonNullable<Visit['ref']>, PDFRawStream])[] = [];
  const forms = new Set<PDFDict>();
  walkLive(context, ({ stream, ref, key, parent }) => {
    if (!stream || !ref) return;
    if (key === 'XFA' && parent) {
      if (says(stream, sought)) forms.add(parent);
      return;
    }
    const cleaned = scrubStream(stream, key, sought);
    if (!cleaned) return;
    written.push([ref, encoded(context, stream.dict, cleaned.bytes)]);
    places.push(cleaned.place);
  });
  for (const [ref, stream] of written) context.assign(ref, stream);
  // The fields hold what XFA has in its many packets: without XFA a reader shows the fields (12.7.8).
  for (const form of forms) {
    form.delete(PDFName.of('XFA'));
    places.push('XFA');
  }
  return places;
}

function says(stream: PDFStream, sought: readonly Sought[]): boolean {
  const bytes = decoded(stream);
  return bytes !== undefined && saidIn(sayingsOf(decodeXml(bytes)), sought).length > 0;
}

interface Cleaned {
  readonly bytes: Uint8Array;
  readonly place: ScrubbedPlace;
}

function scrubStream(stream: PDFStream, key: string, sought: readonly Sought[]): Cleaned | undefined {
  if (key === 'Metadata' || nameOf(stream.dict, 'Type') === 'Metadata') return scrubXml(stream, sought);
  if (LONG_STRINGS.has(key)) return scrubText(stream, key, sought);
  if (key === 'ToUnicode' || nameOf(stream.dict, 'Type') === 'CMap') return scrubCMap(stream, sought);
  const isContent = key === 'Contents' || lookup(stream.dict, 'BBox') !== undefined || nameOf(stream.dict, 'Subtype') === 'Form';
  return isContent ? scrubContent(stream, sought) : undefined;
}

function scrubXml(stream: PDFStream, sought: readonly Sought[]): Cleaned | undefined {
  const bytes = decoded(stream);
  const source = bytes && decodeXml(bytes);
  if (source === undefined || saidIn(sayingsOf(source), sought).length === 0) return undefined;
  const cleaned = scrubSayings(source, sought);
  // Where entities or markup split it, nothing of the packet is kept.
  const isClean = saidIn(sayingsOf(cleaned), sought).length === 0;
  return { bytes: Buffer.from(isClean ? cleaned : EMPTY_PACKET), place: 'metadata' };
}

function scrubText(stream: PDFStream, key: string, sought: readonly Sought[]): Cleaned | undefined {
  const bytes = decoded(stream);
  const text = bytes && decodeXml(bytes);
  const cleaned = text === undefined ? undefined : takeOut(text, sought, key === 'JS' ? 'x' : undefined);
  return cleaned === undefined || cleaned === text ? undefined : { bytes: Buffer.from(`\ufeff${cleaned}`), place: key };
}

/** A glyph that maps to the whole text then maps to nothing. Codes and readings are in hexadecimal digits (9.10.3). */
function scrubCMap(stream: PDFStream, sought: readonly Sought[]): Cleaned | undefined {
  const bytes = decoded(stream);
  if (!bytes || saidInTextBytes(bytes, sought).length === 0) return undefined;
  const text = Buffer.from(bytes).toString('latin1');
  const cleaned = text.replaceAll(/<([0-9a-f\s]+)>/gi, (whole, digits: string) => {
    const wide = Buffer.from(digits.replaceAll(/\s+/g, ''), 'hex');
    const reading = wide
      .subarray(0, wide.length & ~1)
      .swap16()
      .toString('utf16le');
    return saidIn(reading, sought).length > 0 ? '<0020>' : whole;
  });
  return cleaned === text ? undefined : { bytes: Buffer.from(cleaned, 'latin1'), place: 'ToUnicode' };
}

/** Comments between operations, and strings in property lists. */
function scrubContent(stream: PDFStream, sought: readonly Sought[]): Cleaned | undefined {
  const bytes = decoded(stream);
  if (!bytes || saidInTextBytes(bytes, sought).length === 0) return undefined;
  const edits: ContentEdit[] = [];
  let end = 0;
  const between = (from: number, to: number) => {
    if (saidInTextBytes(bytes.subarray(from, to), sought).length > 0) edits.push({ start: from, end: to, replacement: '\n' });
  };
  for (const operation of readOperations(bytes)) {
    between(end, operation.start);
    end = operation.end;
    const [tag, list] = operation.operands;
    if (!['BDC', 'DP'].includes(operation.operator) || tag?.kind !== 'name' || list?.kind !== 'dict') continue;
    if (saidInTextBytes(bytes.subarray(list.start, list.end), sought).length === 0) continue;
    const mcid = list.entries.get('MCID');
    const kept = mcid?.kind === 'number' ? `/MCID ${mcid.value}` : '';
    edits.push({ start: operation.start, end, replacement: `${writeName(tag.value)} <<${kept}>> ${operation.operator}` });
  }
  between(end, bytes.length);
  return edits.length === 0 ? undefined : { bytes: writeContent(bytes, edits), place: 'content' };
}
