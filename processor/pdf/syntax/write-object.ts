// Writes an object as PDF syntax with no byte more than ISO 32000-1 7.2 and 7.3 require. References go through `numberOf`, so that a writer may
// renumber. Values do not change: a hexadecimal string becomes the literal one with the same bytes.

import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef, PDFString, type PDFObject } from 'pdf-lib';

export type NumberOf = (ref: PDFRef) => number | undefined;

/** Latin-1 text, one character per byte. A reference to nothing is written as `null`. Streams are not written here. */
export function writeObject(object: PDFObject, numberOf: NumberOf): string {
  const parts: string[] = [];
  append(object, numberOf, parts);
  return parts.join('');
}

function append(object: PDFObject, numberOf: NumberOf, parts: string[]): void {
  if (object instanceof PDFDict) appendDict(object, numberOf, parts);
  else if (object instanceof PDFArray) {
    parts.push('[');
    for (const [index, item] of object.asArray().entries()) appendAfter(item, numberOf, parts, index > 0);
    parts.push(']');
  } else if (object instanceof PDFRef) {
    const number = numberOf(object);
    parts.push(number === undefined ? 'null' : `${number} 0 R`);
  } else if (object instanceof PDFHexString) parts.push(shorterString(object));
  else if (object instanceof PDFName) parts.push(object.toString());
  else parts.push(object instanceof PDFString ? `(${latin1Of(object)})` : object.toString());
}

function appendDict(dict: PDFDict, numberOf: NumberOf, parts: string[]): void {
  parts.push('<<');
  for (const [key, value] of dict.entries()) {
    parts.push(key.toString());
    appendAfter(value, numberOf, parts, true);
  }
  parts.push('>>');
}

/** A space only where two regular characters would meet (7.2.2). */
function appendAfter(object: PDFObject, numberOf: NumberOf, parts: string[], mayMeet: boolean): void {
  const at = parts.length;
  append(object, numberOf, parts);
  const first = parts[at]?.[0] ?? '';
  const previous = parts[at - 1]?.at(-1) ?? '';
  if (mayMeet && !DELIMITERS.includes(first) && !DELIMITERS_CLOSED.includes(previous)) parts[at] = ` ${parts[at]}`;
}

const DELIMITERS = '/([<';
const DELIMITERS_CLOSED = ')]>[';

function latin1Of(string: PDFString): string {
  return string.toString().slice(1, -1);
}

function shorterString(hex: PDFHexString): string {
  let text = '(';
  for (const byte of hex.asBytes()) {
    if (byte === 0x28 || byte === 0x29 || byte === 0x5c) text += '\\';
    // A bare end of line inside a literal string reads as a line feed (7.3.4.2).
    text += byte === 0x0d ? '\\r' : String.fromCharCode(byte);
  }
  return `${text})`;
}
