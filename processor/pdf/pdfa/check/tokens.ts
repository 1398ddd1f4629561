// Strings, names and numbers as written, outside of streams, against ISO 19005-2, 6.1.6 and 6.1.13. One pass over the bytes, nothing built.

import type { Blame } from './rules.ts';

const STRING_BYTES_MAX = 32_767;
const NAME_BYTES_MAX = 127;
const INTEGER_MAX = 2_147_483_647;
const REAL_MAX = 3.403e38;
const REAL_MIN = 1.175e-38;
const DELIMITERS = new Set(Buffer.from('()<>[]{}/% \t\r\n\f\0'));

export function judgeTokens(bytes: Buffer, blame: Blame, place: string): void {
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === 0x25) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
    } else if (byte === 0x28) {
      const { end, length } = skipLiteral(bytes, at);
      if (length > STRING_BYTES_MAX) blame('string_limit', place);
      at = end;
    } else if (byte === 0x3c && bytes[at + 1] !== 0x3c) {
      const close = bytes.indexOf(0x3e, at);
      const end = close < 0 ? bytes.length : close;
      const digits = bytes.toString('latin1', at + 1, end).replaceAll(/[\s\0]/g, '');
      if (digits.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(digits)) blame('hex_string', place);
      if (digits.length > STRING_BYTES_MAX * 2) blame('string_limit', place);
      at = end + 1;
    } else if (byte === 0x3c || byte === 0x3e) at += 2;
    else if (byte === 0x2f) {
      const end = regularEnd(bytes, at + 1);
      judgeName(bytes.toString('latin1', at + 1, end), blame, place);
      at = end;
    } else if (byte === undefined || DELIMITERS.has(byte)) at++;
    else {
      const end = regularEnd(bytes, at + 1);
      judgeNumber(bytes.toString('latin1', at, end), blame, place);
      at = end;
    }
  }
}

export function judgeName(written: string, blame: Blame, place: string): void {
  if (written.length > NAME_BYTES_MAX && written.replaceAll(/#[0-9A-Fa-f]{2}/g, '?').length > NAME_BYTES_MAX) blame('name_limit', place);
}

export function judgeNumber(written: string, blame: Blame, place: string): void {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(written)) return;
  const value = Math.abs(Number(written));
  const isInteger = !written.includes('.');
  const isOff = isInteger
    ? value > INTEGER_MAX && Number(written) !== -INTEGER_MAX - 1
    : value > REAL_MAX || (value > 0 && value < REAL_MIN);
  if (isOff) blame('number_limit', place);
}

export function judgeString(length: number, blame: Blame, place: string): void {
  if (length > STRING_BYTES_MAX) blame('string_limit', place);
}

function regularEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && !DELIMITERS.has(bytes[at] ?? 0)) at++;
  return at;
}

/** Its length without escapes counts. */
function skipLiteral(bytes: Buffer, from: number): { readonly end: number; readonly length: number } {
  let [depth, length] = [0, -1];
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) {
      const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at + 1, at + 4));
      at += octal ? octal[0].length : 1;
    } else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return { end: at + 1, length };
    length++;
  }
  return { end: bytes.length, length };
}
