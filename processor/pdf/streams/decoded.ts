// The decoded bytes of a stream, and streams rewritten with other bytes.

import { deflateSync } from 'node:zlib';
import { type PDFContext, type PDFDict, PDFName, PDFRawStream, type PDFStream } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import { tryDecodeStream } from './decode-stream.ts';

/** Undefined for what cannot be decoded; an image's own compression stays. @throws JobFailure decompression_limit */
export function decoded(stream: PDFStream | undefined): Uint8Array | undefined {
  if (!(stream instanceof PDFRawStream)) return stream?.getContents();
  return tryDecodeStream(stream, PDF_BOUNDS.imageBytesMax)?.bytes;
}

/** A stream with this dictionary's entries and these bytes. */
export function encoded(context: PDFContext, entries: PDFDict, bytes: Uint8Array): PDFRawStream {
  const dict = entries.clone(context);
  for (const key of ['Filter', 'DecodeParms', 'DL', 'Length']) dict.delete(PDFName.of(key));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  return PDFRawStream.of(dict, deflateSync(bytes, { level: 9 }));
}
