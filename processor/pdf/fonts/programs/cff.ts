// The structures of a Compact Font Format font (Adobe Technical Note 5176): indexes and dictionaries, read and written. One font per file.

import { ESCAPE, ESCAPED, NUMBER_BYTE, readOperator, shortNumber, shortNumberBytes, writeShortNumber } from './charstring.ts';

export interface CffIndex {
  readonly items: readonly Buffer[];
  /** After its last byte. */
  readonly end: number;
}

/** Operator (as readOperator counts it) → operands as bytes of the file, and as numbers. */
export type CffDict = ReadonlyMap<number, { readonly raw: Buffer; readonly numbers: readonly number[] }>;

/** Operators of dictionaries: of the top one, of private ones, and of both. */
export const CFF_OP = {
  fontBBox: 5,
  blueValues: 6,
  otherBlues: 7,
  familyBlues: 8,
  familyOtherBlues: 9,
  stdHW: 10,
  stdVW: 11,
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidthX: 20,
  nominalWidthX: 21,
  charStringType: ESCAPED + 6,
  fontMatrix: ESCAPED + 7,
  blueScale: ESCAPED + 9,
  blueShift: ESCAPED + 10,
  blueFuzz: ESCAPED + 11,
  stemSnapH: ESCAPED + 12,
  stemSnapV: ESCAPED + 13,
  languageGroup: ESCAPED + 17,
  ros: ESCAPED + 30,
  fdArray: ESCAPED + 36,
  fdSelect: ESCAPED + 37,
} as const;

/** Undefined where the index does not lie within the file. */
export function readIndex(file: Buffer, at: number): CffIndex | undefined {
  if (!(at >= 0 && at + 2 <= file.length)) return undefined;
  const count = file.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = file[at + 2] ?? 0;
  const data = at + 3 + (count + 1) * size - 1;
  if (size < 1 || size > 4 || data > file.length) return undefined;
  const offset = (index: number) => data + file.readUIntBE(at + 3 + index * size, size);
  const items: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const [from, to] = [offset(index), offset(index + 1)];
    if (from > to || to > file.length) return undefined;
    items.push(file.subarray(from, to));
  }
  return { items, end: offset(count) };
}

export function writeIndex(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.alloc(2);
  const total = items.reduce((sum, item) => sum + item.length, 1);
  const size = total < 0x100 ? 1 : total < 0x10000 ? 2 : total < 0x1000000 ? 3 : 4;
  const head = Buffer.alloc(3 + (items.length + 1) * size);
  head.writeUInt16BE(items.length, 0);
  head[2] = size;
  let offset = 1;
  for (let index = 0; index <= items.length; index++) {
    head.writeUIntBE(offset, 3 + index * size, size);
    offset += items[index]?.length ?? 0;
  }
  return Buffer.concat([head, ...items]);
}

const OPERATOR_MAX = 21;
/** First bytes of numbers that only dictionaries have: four bytes follow, or nibbles. */
const INT32 = 29;
const REAL = 30;
/** Nibbles of real numbers: 0 to 9 are digits. */
const NIBBLE = { point: 10, e: 11, eMinus: 12, minus: 14, end: 15 } as const;

export function readDict(data: Buffer): CffDict | undefined {
  const dict = new Map<number, { raw: Buffer; numbers: number[] }>();
  let [start, at] = [0, 0];
  let numbers: number[] = [];
  while (at < data.length) {
    const byte = data[at] ?? 0;
    if (byte <= OPERATOR_MAX) {
      const { operator, bytes } = readOperator(data, at);
      dict.set(operator, { raw: data.subarray(start, at), numbers });
      at += bytes;
      [start, numbers] = [at, []];
    } else if (byte === NUMBER_BYTE.int16 && at + 3 <= data.length) {
      numbers.push(data.readInt16BE(at + 1));
      at += 3;
    } else if (byte === INT32 && at + 5 <= data.length) {
      numbers.push(data.readInt32BE(at + 1));
      at += 5;
    } else if (byte === REAL) {
      const real = readReal(data, at + 1);
      numbers.push(real.value);
      at = real.end;
    } else if (byte >= NUMBER_BYTE.one && byte < NUMBER_BYTE.four && at + shortNumberBytes(byte) <= data.length) {
      numbers.push(shortNumber(byte, data[at + 1] ?? 0));
      at += shortNumberBytes(byte);
    } else return undefined;
  }
  return dict;
}

function readReal(data: Buffer, from: number): { readonly value: number; readonly end: number } {
  const NIBBLES = '0123456789.EE -';
  let text = '';
  for (let at = from; at < data.length; at++) {
    const byte = data[at] ?? 0xff;
    for (const nibble of [byte >> 4, byte & 15]) {
      if (nibble === NIBBLE.end) return { value: Number(text), end: at + 1 };
      text += nibble === NIBBLE.eMinus ? 'E-' : (NIBBLES[nibble] ?? '');
    }
  }
  return { value: Number.NaN, end: data.length };
}

/** A number in a dictionary, as short as possible; `wide` always takes five bytes, so that it can be filled in later. */
export function dictNumber(value: number, wide = false): Buffer {
  if (!Number.isInteger(value)) return dictReal(value);
  const short = wide ? undefined : writeShortNumber(value);
  if (short) return Buffer.from(short);
  if (!wide && value >= -32768 && value <= 32767) return Buffer.of(NUMBER_BYTE.int16, (value >> 8) & 255, value & 255);
  const out = Buffer.alloc(5);
  out[0] = INT32;
  out.writeInt32BE(value, 1);
  return out;
}

function dictReal(value: number): Buffer {
  const text = String(Number(value.toPrecision(9)))
    .toUpperCase()
    .replace('E+', 'E');
  const nibbles: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === 'E' && text[at + 1] === '-') {
      nibbles.push(NIBBLE.eMinus);
      at++;
    } else nibbles.push(char === '.' ? NIBBLE.point : char === 'E' ? NIBBLE.e : char === '-' ? NIBBLE.minus : Number(char));
  }
  nibbles.push(NIBBLE.end);
  if (nibbles.length % 2 === 1) nibbles.push(NIBBLE.end);
  const bytes: number[] = [REAL];
  for (let at = 0; at < nibbles.length; at += 2) bytes.push(((nibbles[at] ?? NIBBLE.end) << 4) | (nibbles[at + 1] ?? NIBBLE.end));
  return Buffer.from(bytes);
}

export function dictOperator(operator: number): Buffer {
  return operator >= ESCAPED ? Buffer.of(ESCAPE, operator - ESCAPED) : Buffer.of(operator);
}

/** How a subroutine's number in a charstring is biased (Technical Note 5177, 4.7). */
export function subrBias(count: number): number {
  return count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
}
