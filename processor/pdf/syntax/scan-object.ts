// Finds where one object ends (ISO 32000-1 7.3) without building it: linear, no recursion. It comes before pdf-lib's parser, which recurses:
// what nests deeper than the bound never reaches it.

import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';

const ENDOBJ = Buffer.from('endobj');

function isWhitespace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
}

/** The position of the next byte that is neither white space nor in a comment. */
export function skipSpace(bytes: Buffer, from: number, end = bytes.length): number {
  let position = from;
  while (position < end) {
    if (isWhitespace(bytes[position])) position++;
    else if (bytes[position] === 0x25) {
      while (position < end && bytes[position] !== 10 && bytes[position] !== 13) position++;
    } else break;
  }
  return position;
}

/** A non-negative integer and the position after it, or undefined. */
export function readInteger(bytes: Buffer, from: number): { readonly value: number; readonly end: number } | undefined {
  let position = from;
  let value = 0;
  while (position < from + 16) {
    const digit = (bytes[position] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    position++;
  }
  return position === from ? undefined : { value, end: position };
}

/**
 * The position after the object that starts at `from`. A bare number, name, keyword or reference extends to `endobj` or `limit`.
 * @throws JobFailure corrupt_file when it nests too deep; PdfDamage when it does not end
 */
export function findObjectEnd(bytes: Buffer, from: number, limit: number): number {
  let position = skipSpace(bytes, from, limit);
  let depth = 0;
  do {
    position = skipSpace(bytes, position, limit);
    if (position >= limit) throw new PdfDamage('object does not end');
    const byte = bytes[position];
    const doubled = bytes[position + 1] === byte;
    if (byte === 0x28) position = skipLiteral(bytes, position, limit);
    else if (byte === 0x5b || (byte === 0x3c && doubled)) {
      depth++;
      position += byte === 0x5b ? 1 : 2;
    } else if (byte === 0x5d || (byte === 0x3e && doubled)) {
      depth--;
      position += byte === 0x5d ? 1 : 2;
    } else if (byte === 0x3c) {
      position = bytes.indexOf(0x3e, position) + 1;
      if (position === 0) throw new PdfDamage('hexadecimal string does not end');
    } else if (depth === 0) {
      const end = bytes.indexOf(ENDOBJ, position);
      return end < 0 ? limit : Math.min(end, limit);
    } else position++;
    if (depth > PDF_BOUNDS.depthMax) throw new JobFailure('corrupt_file', { message: 'Objects are nested too deep.' });
  } while (depth > 0);
  return position;
}

function skipLiteral(bytes: Buffer, from: number, limit: number): number {
  let depth = 0;
  for (let position = from; position < limit; position++) {
    const byte = bytes[position];
    if (byte === 0x5c) position++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return position + 1;
  }
  throw new PdfDamage('string does not end');
}
