// Joins the streams of a content (ISO 32000-2 7.8.2: divided between tokens only, so white space goes between them) and records which
// bytes came from which stream. Damaged streams give the part that can be decoded.

import { Inflate } from 'fflate';
import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PdfDamage } from '../bounds.ts';
import { decodeStream, filtersOf } from '../streams/decode-stream.ts';
import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import type { Span } from '../syntax/operand.ts';

/** The bytes `start`–`end` of a joined content are those of this stream, decoded. */
interface ContentPart extends Span {
  readonly stream: PDFStream;
  readonly ref: PDFRef | undefined;
}

export interface JoinedContent {
  readonly bytes: Uint8Array;
  readonly parts: readonly ContentPart[];
  /** Something could not be decoded whole. */
  readonly damaged: boolean;
}

/** Of a stream, or an array of them; anything else is left out. @throws JobFailure decompression_limit */
export function joinContents(context: PDFContext, contents: PDFObject | undefined): JoinedContent {
  const found = context.lookup(contents);
  const items = found instanceof PDFArray ? found.asArray() : contents ? [contents] : [];
  const parts: ContentPart[] = [];
  const chunks: Uint8Array[] = [];
  let [position, damaged] = [0, false];
  for (const item of items) {
    const stream = context.lookup(item);
    if (!(stream instanceof PDFStream)) continue;
    const decoded = decodeContent(stream);
    damaged ||= decoded.damaged;
    if (position + decoded.bytes.length > CONTENT_BOUNDS.programBytesMax) throw new JobFailure('decompression_limit');
    parts.push({ stream, ref: item instanceof PDFRef ? item : undefined, start: position, end: position + decoded.bytes.length });
    chunks.push(decoded.bytes, NEW_LINE);
    position += decoded.bytes.length + 1;
  }
  // One stream needs no copy.
  return { bytes: parts.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), parts, damaged };
}

const NEW_LINE = Buffer.from('\n');

/** The content of a page. @throws JobFailure decompression_limit */
export function joinPageContents(page: PDFDict): JoinedContent {
  return joinContents(page.context, page.get(PDFName.of('Contents')));
}

/** @throws JobFailure decompression_limit */
export function decodeContent(stream: PDFStream): { readonly bytes: Uint8Array; readonly damaged: boolean } {
  if (!(stream instanceof PDFRawStream)) return { bytes: stream.getContents(), damaged: false };
  try {
    const { bytes, left } = decodeStream(stream, CONTENT_BOUNDS.programBytesMax);
    return left.length > 0 ? { bytes: new Uint8Array(0), damaged: true } : { bytes, damaged: false };
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    const steps = filtersOf(stream.dict);
    const plain = steps.length === 1 && steps[0]?.name === 'FlateDecode' && !steps[0].params;
    return { bytes: plain ? inflateWhatCan(stream.getContents()) : new Uint8Array(0), damaged: true };
  }
}

const PIECE_BYTES = 512;

/** The data before the fault, as PDF readers show it. */
function inflateWhatCan(bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((chunk) => {
    chunks.push(chunk);
    size += chunk.length;
  });
  // Raw deflate after the two bytes of its header: the checksum at the end does not matter here.
  for (let at = 2; at < bytes.length && size <= CONTENT_BOUNDS.programBytesMax; at += PIECE_BYTES) {
    try {
      inflate.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    } catch {
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, CONTENT_BOUNDS.programBytesMax);
}
