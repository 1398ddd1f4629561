// The structures of a Compact Font Format font (Adobe Technical Note 5176): indexes and dictionaries, read and written. One font per file.

export interface CffIndex {
  readonly items: readonly Buffer[];
  /** After its last byte. */
  readonly end: number;
}

/** Operator (12 x as 1200 + x) → operands as they stand in the file, and as numbers. */
export type CffDict = ReadonlyMap<number, { readonly raw: Buffer; readonly numbers: readonly number[] }>;

export const CFF_OP = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidthX: 20,
  nominalWidthX: 21,
  charStringType: 1206,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
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

export function readDict(data: Buffer): CffDict | undefined {
  const dict = new Map<number, { raw: Buffer; numbers: number[] }>();
  let [start, at] = [0, 0];
  let numbers: number[] = [];
  while (at < data.length) {
    const byte = data[at] ?? 0;
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + (data[at + 1] ?? 0) : byte;
      dict.set(operator, { raw: data.subarray(start, at), numbers });
      at += byte === 12 ? 2 : 1;
      [start, numbers] = [at, []];
    } else if (byte === 28 && at + 3 <= data.length) {
      numbers.push(data.readInt16BE(at + 1));
      at += 3;
    } else if (byte === 29 && at + 5 <= data.length) {
      numbers.push(data.readInt32BE(at + 1));
      at += 5;
    } else if (byte === 30) {
      const real = readReal(data, at + 1);
      numbers.push(real.value);
      at = real.end;
    } else if (byte >= 32 && byte <= 246) {
      numbers.push(byte - 139);
      at++;
    } else if (byte >= 247 && byte <= 254 && at + 2 <= data.length) {
      const next = data[at + 1] ?? 0;
      numbers.push(byte <= 250 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108);
      at += 2;
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
      if (nibble === 15) return { value: Number(text), end: at + 1 };
      text += nibble === 12 ? 'E-' : (NIBBLES[nibble] ?? '');
    }
  }
  return { value: Number.NaN, end: data.length };
}

/** A number in a dictionary, as short as it goes; `wide` always takes five bytes, so that it can be filled in later. */
export function dictNumber(value: number, wide = false): Buffer {
  if (!Number.isInteger(value)) return dictReal(value);
  if (!wide && value >= -107 && value <= 107) return Buffer.of(value + 139);
  if (!wide && value >= 108 && value <= 1131) return Buffer.of(247 + ((value - 108) >> 8), (value - 108) & 255);
  if (!wide && value >= -1131 && value <= -108) return Buffer.of(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  if (!wide && value >= -32768 && value <= 32767) return Buffer.of(28, (value >> 8) & 255, value & 255);
  const out = Buffer.alloc(5);
  out[0] = 29;
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
      nibbles.push(12);
      at++;
    } else nibbles.push(char === '.' ? 10 : char === 'E' ? 11 : char === '-' ? 14 : Number(char));
  }
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  const bytes = [30];
  for (let at = 0; at < nibbles.length; at += 2) bytes.push(((nibbles[at] ?? 15) << 4) | (nibbles[at + 1] ?? 15));
  return Buffer.from(bytes);
}

export function dictOperator(operator: number): Buffer {
  return operator >= 1200 ? Buffer.of(12, operator - 1200) : Buffer.of(operator);
}

/** How a subroutine's number in a charstring is biased (Technical Note 5177, 4.7). */
export function subrBias(count: number): number {
  return count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768;
}
