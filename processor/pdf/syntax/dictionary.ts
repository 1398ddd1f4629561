// Reads values out of dictionaries without trusting their types: a missing value or one of another type is undefined.

import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString, pdfDocEncodingDecode, type PDFObject } from 'pdf-lib';

/** A stream's dictionary or the dictionary itself. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : undefined;
}

export function lookup(dict: PDFDict | undefined, key: string): PDFObject | undefined {
  return dict?.lookup(PDFName.of(key));
}

export function numberOf(dict: PDFDict | undefined, key: string): number | undefined {
  const value = lookup(dict, key);
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

/** Without the slash. */
export function nameOf(dict: PDFDict | undefined, key: string): string | undefined {
  const value = lookup(dict, key);
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export function arrayOf(dict: PDFDict | undefined, key: string): PDFArray | undefined {
  const value = lookup(dict, key);
  return value instanceof PDFArray ? value : undefined;
}

export function isString(object: PDFObject | undefined): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}

/** A text string (ISO 32000-2 7.9.2.2): UTF-16BE or UTF-8 with their marks, PDFDocEncoding otherwise. Undefined for anything else. */
export function textOf(object: PDFObject | undefined): string | undefined {
  if (!isString(object)) return undefined;
  const bytes = object.asBytes();
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return Buffer.from(bytes.subarray(3)).toString('utf8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.subarray(2)).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  // In pieces: pdf-lib spreads the bytes over a call's arguments.
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += pdfDocEncodingDecode(bytes.subarray(at, at + 4096));
  return text;
}

/** The items of an array, references followed. */
export function itemsOf(array: PDFArray | undefined): (PDFObject | undefined)[] {
  return (array?.asArray() ?? []).map((_, index) => array?.lookup(index));
}
