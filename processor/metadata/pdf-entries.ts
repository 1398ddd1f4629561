// How pieces of PDF metadata are listed: entries of the information dictionary, properties of an XMP stream, strings of private dictionaries.

import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../pdf/bounds.ts';
import type { KeepBytes } from '../pdf/scratch-file.ts';
import { decodeStream } from '../pdf/streams/decode-stream.ts';
import { isString, textOf } from '../pdf/syntax/dictionary.ts';
import { findXmp } from './image-values.ts';
import type { FoundValue } from './marker-search.ts';

export interface PdfFinding {
  readonly found: readonly FoundValue[];
  /** Removed only on the customer's request; `never`: reported and kept. */
  readonly onRequest?: 'authors' | 'layer_names' | 'never';
  /** @param keep where bytes that take the place of others are kept until they are written; in memory by default */
  readonly remove: (keep?: KeepBytes) => void;
}

export function infoEntry(name: PDFName, value: PDFObject | undefined, kind = 'info', location = 'Info'): FoundValue {
  const text = textOf(value) ?? (value instanceof PDFName ? value.decodeText() : undefined);
  // A name is part of the syntax and may occur anywhere.
  return { kind, location, name: name.decodeText(), ...(text === undefined ? {} : { value: text, isMarker: isString(value) }) };
}

/** The properties of an XMP stream, or its size where it cannot be read. */
export function findInXmpStream(stream: PDFRawStream, location: string): FoundValue[] {
  try {
    return findXmp(decodeStream(stream, PDF_BOUNDS.xmpBytesMax).bytes, location);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return [{ kind: 'xmp', location, bytes: stream.getContentsSize() }];
  }
}

const STRINGS_MAX = 200;

/** The strings inside a dictionary that is removed whole; references are not followed beyond two levels. */
export function stringsBelow(dict: PDFDict, kind: string, location: string): FoundValue[] {
  const found: FoundValue[] = [];
  const collect = (value: PDFObject | undefined, name: string, depth: number): void => {
    if (found.length >= STRINGS_MAX || depth > 6) return;
    if (isString(value)) {
      const text = textOf(value) ?? '';
      // Binary data (a certificate, private data) is not text to search for.
      // oxlint-disable-next-line no-control-regex
      if (text.length <= 2000 && !/[\0-\x08\x0e-\x1f\ufffd]/.test(text)) found.push({ kind, location, name, value: text });
    } else if (value instanceof PDFArray) for (const item of value.asArray()) collect(dict.context.lookup(item), name, depth + 1);
    else if (value instanceof PDFDict) {
      for (const [key, item] of value.entries()) {
        if (!['Parent', 'P', 'Data'].includes(key.decodeText())) collect(dict.context.lookup(item), key.decodeText(), depth + 1);
      }
    }
  };
  collect(dict, '', 0);
  return found.length > 0 ? found : [{ kind, location }];
}
