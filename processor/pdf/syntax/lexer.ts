// Reads the operands and operators of a content stream (ISO 32000-2 7.2, 7.8.2) one after the other, as far as PDF readers do: damaged
// tokens end where the next begins, nothing is thrown, each call moves forward. Also reads CMaps, whose syntax is the same.

import { CONTENT_BOUNDS } from './content-bounds.ts';
import type { Operand, StringOperand } from './operand.ts';

const SPACE = 1;
const DELIMITER = 2;
const NUMERIC = 3;
const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = SPACE;
for (const byte of Buffer.from('()<>[]{}/%')) CLASSES[byte] = DELIMITER;
for (const byte of Buffer.from('0123456789+-.')) CLASSES[byte] = NUMERIC;

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && CLASSES[byte] === SPACE;
export const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && CLASSES[byte] !== SPACE && CLASSES[byte] !== DELIMITER;

export interface Keyword {
  readonly kind: 'keyword';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A container under construction. */
interface Open {
  readonly start: number;
  readonly array: boolean;
  readonly items: Operand[];
}

export class Lexer {
  readonly bytes: Buffer;
  position: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.position = start;
    this.end = end;
  }

  /** The next operand or keyword; undefined at the end. Containers that are not closed end with the bytes. */
  next(): Operand | Keyword | undefined {
    const open: Open[] = [];
    // Containers beyond the bound are read and dropped.
    let forgotten = 0;
    for (;;) {
      this.skipSpace();
      const { position: start, bytes } = this;
      if (start >= this.end) {
        let last: Operand | undefined;
        for (let container = open.pop(); container; container = open.pop()) {
          last = this.close(container);
          open.at(-1)?.items.push(last);
        }
        return last;
      }
      let operand: Operand | Keyword | undefined;
      const byte = bytes[start] ?? 0;
      if (byte === 0x5b || (byte === 0x3c && bytes[start + 1] === 0x3c)) {
        this.position += byte === 0x5b ? 1 : 2;
        if (open.length < CONTENT_BOUNDS.operandDepthMax) open.push({ start, array: byte === 0x5b, items: [] });
        else forgotten++;
        continue;
      }
      if (byte === 0x5d || (byte === 0x3e && bytes[start + 1] === 0x3e)) {
        this.position += byte === 0x5d ? 1 : 2;
        if (forgotten > 0) {
          forgotten--;
          continue;
        }
        const container = open.pop();
        if (!container) continue;
        operand = this.close(container);
      } else if (byte === 0x28) operand = this.readLiteral();
      else if (byte === 0x3c) operand = this.readHex();
      else if (byte === 0x2f) operand = this.readName();
      else if (CLASSES[byte] === DELIMITER) {
        this.position++;
        continue;
      } else operand = this.readRegular(byte);
      if (forgotten > 0) continue;
      const container = open.at(-1);
      if (!container) return operand;
      // Inside a container a keyword has no meaning.
      if (operand.kind !== 'keyword') container.items.push(operand);
    }
  }

  private close({ start, array, items }: Open): Operand {
    if (array) return { kind: 'array', start, end: this.position, items };
    const entries = new Map<string, Operand>();
    for (let index = 0; index + 1 < items.length; index += 2) {
      const [key, value] = [items[index], items[index + 1]];
      if (key?.kind === 'name' && value) entries.set(key.value, value);
    }
    return { kind: 'dict', start, end: this.position, entries };
  }

  skipSpace(): void {
    const { bytes, end } = this;
    let position = this.position;
    for (; position < end; position++) {
      const byte = bytes[position] ?? 0;
      if (byte === 0x25) {
        while (position < end && bytes[position] !== 10 && bytes[position] !== 13) position++;
      } else if (CLASSES[byte] !== SPACE) break;
    }
    this.position = Math.min(position, end);
  }

  private readRegular(first: number): Operand | Keyword {
    const { bytes, end, position: start } = this;
    let position = start + 1;
    if (CLASSES[first] === NUMERIC) {
      // `12Tj` is a number and an operator.
      while (position < end && CLASSES[bytes[position] ?? 0] === NUMERIC) position++;
      this.position = position;
      return { kind: 'number', start, end: position, value: parseNumber(bytes, start, position) };
    }
    while (position < end) {
      const kind = CLASSES[bytes[position] ?? 0];
      if (kind === SPACE || kind === DELIMITER) break;
      position++;
    }
    this.position = position;
    const value = bytes.toString('latin1', start, Math.min(position, start + 64));
    if (value === 'true' || value === 'false') return { kind: 'constant', start, end: position, value: value === 'true' };
    if (value === 'null') return { kind: 'constant', start, end: position, value: null };
    return { kind: 'keyword', start, end: position, value };
  }

  private readName(): Operand {
    const { bytes, end, position: start } = this;
    let position = start + 1;
    while (position < end && isRegular(bytes[position])) position++;
    this.position = position;
    const raw = bytes.toString('latin1', start + 1, position);
    const decoded = raw.includes('#')
      ? raw.replaceAll(/#([0-9A-Fa-f]{2})/g, (_match: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : raw;
    // Names are UTF-8 (7.3.5); pdf-lib decodes them so, and keys must compare.
    const value = /[\u0080-\u00ff]/.test(decoded) ? Buffer.from(decoded, 'latin1').toString('utf8') : decoded;
    return { kind: 'name', start, end: position, value };
  }

  private readHex(): StringOperand {
    const { bytes, end, position: start } = this;
    const close = bytes.indexOf(0x3e, start);
    const stop = close < 0 || close >= end ? end : close;
    this.position = Math.min(stop + 1, end);
    const decoded = decodeHex(bytes, start + 1, stop);
    return { kind: 'string', start, end: this.position, bytes: decoded, hex: true };
  }

  private readLiteral(): StringOperand {
    const { bytes, end, position: start } = this;
    let [position, depth, plain] = [start + 1, 1, true];
    for (; position < end; position++) {
      const byte = bytes[position];
      if (byte === 0x5c) {
        plain = false;
        position++;
      } else if (byte === 0x28) depth++;
      else if (byte === 0x29 && --depth === 0) break;
      else if (byte === 0x0d) plain = false;
    }
    const stop = Math.min(position, end);
    this.position = Math.min(stop + 1, end);
    const decoded = plain ? bytes.subarray(start + 1, stop) : unescapeLiteral(bytes, start + 1, stop);
    return { kind: 'string', start, end: this.position, bytes: decoded, hex: false };
  }
}

const ESCAPES: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 };

/** The value of a hexadecimal digit; -1 for other bytes. */
const DIGITS = new Int8Array(256).fill(-1);
for (const [value, digit] of Array.from('0123456789abcdef').entries())
  for (const spelled of [digit, digit.toUpperCase()]) DIGITS[spelled.charCodeAt(0)] = value;

/** A missing last digit is 0; what is no digit does not count (7.3.4.3). */
function decodeHex(bytes: Buffer, start: number, end: number): Buffer {
  const decoded = Buffer.allocUnsafe((end - start + 1) >> 1);
  let digits = 0;
  for (let position = start; position < end; position++) {
    const digit = DIGITS[bytes[position] ?? 0] ?? -1;
    if (digit < 0) continue;
    if (digits % 2 === 0) decoded[digits >> 1] = digit << 4;
    else decoded[digits >> 1] = (decoded[digits >> 1] ?? 0) | digit;
    digits++;
  }
  return decoded.subarray(0, (digits + 1) >> 1);
}

/** ISO 32000-2 7.3.4.2. */
function unescapeLiteral(bytes: Buffer, start: number, end: number): Buffer {
  const out = Buffer.alloc(end - start);
  let length = 0;
  for (let position = start; position < end; position++) {
    let byte = bytes[position] ?? 0;
    if (byte === 0x0d) {
      // A line end within a string is a line feed, however it is written.
      if (bytes[position + 1] === 0x0a && position + 1 < end) position++;
      byte = 0x0a;
    } else if (byte === 0x5c) {
      if (++position >= end) break;
      byte = bytes[position] ?? 0;
      if (byte === 0x0d || byte === 0x0a) {
        if (byte === 0x0d && bytes[position + 1] === 0x0a && position + 1 < end) position++;
        continue;
      }
      if (byte >= 0x30 && byte <= 0x37) {
        let value = byte - 0x30;
        for (let digits = 1; digits < 3 && position + 1 < end; digits++) {
          const digit = (bytes[position + 1] ?? 0) - 0x30;
          if (digit < 0 || digit > 7) break;
          value = value * 8 + digit;
          position++;
        }
        byte = value & 255;
      } else byte = ESCAPES[byte] ?? byte;
    }
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** As readers do: signs before the digits, one point; what follows a second sign or point is dropped. */
function parseNumber(bytes: Buffer, start: number, end: number): number {
  let [position, negative] = [start, false];
  for (; position < end; position++) {
    const byte = bytes[position];
    if (byte === 0x2d) negative = true;
    else if (byte !== 0x2b) break;
  }
  let [value, scale, point] = [0, 1, false];
  for (; position < end; position++) {
    const byte = bytes[position] ?? 0;
    if (byte === 0x2e) {
      if (point) break;
      point = true;
    } else if (byte < 0x30 || byte > 0x39) break;
    else if (!point) value = value * 10 + (byte - 0x30);
    else if (scale < 1e15) {
      value = value * 10 + (byte - 0x30);
      scale *= 10;
    }
  }
  if (!Number.isFinite(value)) return 0;
  return (negative ? -value : value) / scale;
}
