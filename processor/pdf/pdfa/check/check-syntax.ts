// The bytes of a file against ISO 19005-2, 6.1.2–6.1.9 and 6.1.13: header, end, cross-reference, spacing, stream lengths, strings, names and numbers
// as written. It reads the file itself; the meaning of the objects is judged elsewhere.

import type { PDFRef } from 'pdf-lib';
import { PDFArray, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../../bounds.ts';
import { decodeStream } from '../../streams/decode-stream.ts';
import { isString, nameOf, numberOf } from '../../syntax/dictionary.ts';
import type { OpenedPdf } from '../../opened.ts';
import { findObjectEnd, skipSpace } from '../../syntax/scan-object.ts';
import type { Blame } from './rules.ts';
import { judgeTokens } from './tokens.ts';

type Judged = Pick<OpenedPdf, 'bytes' | 'xref' | 'context' | 'wasEncrypted' | 'wasRepaired' | 'leadingBytes' | 'objects'>;

/** @param file as it was written. */
export function checkSyntax(file: Uint8Array, opened: Judged, blame: Blame): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (opened.wasRepaired) blame('file_structure');
  if (opened.wasEncrypted) blame('encryption');
  checkEnds(bytes, blame);
  const id = opened.context.lookup(opened.xref.trailer.get(PDFName.of('ID')));
  const halves = id instanceof PDFArray ? id.asArray().map((half) => opened.context.lookup(half)) : [];
  if (halves.length !== 2 || !halves.every((half) => isString(half) && half.asBytes().length > 0)) blame('file_id');
  if (opened.xref.entries.size > PDF_BOUNDS.objectNumberMax) blame('object_limit');
  // Offsets refer to the file only where it was read unchanged.
  if (opened.wasEncrypted || opened.wasRepaired || opened.leadingBytes > 0) return;
  checkXref(bytes, opened, blame);
  for (const [objectNumber, entry] of opened.xref.entries) {
    if (entry.kind === 'plain') checkObject(bytes, entry.offset, objectNumber, opened, blame);
  }
}

/** 6.1.2, 6.1.3. */
function checkEnds(bytes: Buffer, blame: Blame): void {
  const head = bytes.toString('latin1', 0, 32);
  if (!/^%PDF-1\.[0-7](?:\r\n|\r|\n)%[\x80-\xff]{4}/.test(head)) blame('header');
  const end = bytes.lastIndexOf('%%EOF');
  if (end < 0 || !/^(?:\r\n|\r|\n)?$/.test(bytes.toString('latin1', end + 5, end + 64))) blame('data_after_end');
}

/** 6.1.4. */
function checkXref(bytes: Buffer, { xref }: Judged, blame: Blame): void {
  const start = /startxref\s+(\d+)/.exec(
    bytes
      .toString('latin1', Math.max(0, bytes.length - 2048))
      .split('startxref')
      .at(-1) ?? '',
  );
  const last = bytes.lastIndexOf('startxref');
  const offsets = [Number(/\d+/.exec(bytes.toString('latin1', last, last + 40))?.[0] ?? start?.[1] ?? -1)];
  for (const trailer of xref.trailers) offsets.push(numberOf(trailer, 'Prev') ?? -1);
  for (const offset of offsets) {
    if (offset < 0 || bytes.toString('latin1', offset, offset + 4) !== 'xref') continue;
    if (!/^xref(?:\r\n|\r|\n)\d+ \d+[ \r\n]/.test(bytes.toString('latin1', offset, offset + 48))) blame('xref_table');
  }
}

/** 6.1.6, 6.1.7.1, 6.1.9, 6.1.13. */
function checkObject(bytes: Buffer, offset: number, objectNumber: number, { context, objects }: Judged, blame: Blame): void {
  const place = `object ${objectNumber}`;
  const head = bytes.toString('latin1', offset, offset + 48);
  const start = /^\d+[ \r\n\t\f\0]\d+[ \r\n\t\f\0]obj(?=\r\n|\r|\n)/.exec(head);
  const isPreceded = offset === 0 || bytes[offset - 1] === 10 || bytes[offset - 1] === 13;
  if (!start || !isPreceded) blame('object_spacing', place);
  const keyword = /^\s*\d+\s+\d+\s+obj/.exec(head);
  if (!keyword) return;
  const from = offset + keyword[0].length;
  const end = findObjectEnd(bytes, from, bytes.length);
  judgeTokens(bytes.subarray(from, end), blame, place);
  const after = skipSpace(bytes, end);
  let close = end;
  if (bytes.toString('latin1', after, after + 6) === 'stream') {
    const lineEnd = /^(?:\r\n|\n|\r)?/.exec(bytes.toString('latin1', after + 6, after + 8))?.[0] ?? '';
    const dataStart = after + 6 + lineEnd.length;
    if (!lineEnd.endsWith('\n')) blame('stream_keywords', place);
    const stream = readStream(objectNumber, objects, offset);
    if (!stream) return;
    const declared = context.lookup(stream.dict.get(PDFName.of('Length')));
    const length = declared instanceof PDFNumber ? declared.asNumber() : -1;
    const dataEnd = dataStart + length;
    const tail = /^(\r\n|\r|\n|)(\s*)endstream/.exec(bytes.toString('latin1', dataEnd, dataEnd + 64));
    if (!tail || tail[2] !== '') blame('stream_length', place);
    else if (tail[1] === '' && ![10, 13].includes(bytes[dataEnd - 1] ?? 0)) blame('stream_keywords', place);
    else if (tail[1] === '') blame('stream_length', place);
    close = bytes.indexOf('endstream', dataEnd) + 9;
    if (nameOf(stream.dict, 'Type') === 'ObjStm') judgePacked(stream, blame, place);
  }
  const endobj = bytes.indexOf('endobj', close);
  const isSet = [10, 13].includes(bytes[endobj - 1] ?? 0) && [10, 13].includes(bytes[endobj + 6] ?? 10);
  if (endobj >= 0 && !isSet) blame('object_spacing', place);
}

function readStream(objectNumber: number, objects: Judged['objects'], offset: number): PDFRawStream | undefined {
  try {
    const found = objects.readApart(objectNumber, { kind: 'plain', offset, generation: 0 });
    return found instanceof PDFRawStream ? found : undefined;
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

function judgePacked(stream: PDFRawStream, blame: Blame, place: string): void {
  const { bytes } = decodeStream(stream, PDF_BOUNDS.structureBytesMax);
  judgeTokens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), blame, place);
}

/** The object of a reference, for those that ask by number. */
export function placeOf(ref: PDFRef | undefined, what: string): string {
  return ref ? `${what}, object ${ref.objectNumber}` : what;
}
