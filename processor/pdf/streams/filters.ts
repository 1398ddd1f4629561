// The small general filters of ISO 32000-1 7.4.2–7.4.5, each with an upper bound on its output. Damaged data ends the output early.

import { JobFailure } from '../../failure.ts';

/** Grows by doubling up to `bytesMax`. */
class BoundedBytes {
  private bytes: Uint8Array;
  private readonly bytesMax: number;
  length = 0;

  constructor(guess: number, bytesMax: number) {
    this.bytes = new Uint8Array(Math.min(Math.max(guess, 64), bytesMax));
    this.bytesMax = bytesMax;
  }

  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.bytesMax) throw new JobFailure('decompression_limit');
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.min(this.bytesMax, Math.max(needed, this.bytes.length * 2)));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  push(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  append(part: Uint8Array): void {
    this.reserve(part.length);
    this.bytes.set(part, this.length);
    this.length += part.length;
  }

  fill(byte: number, count: number): void {
    this.reserve(count);
    this.bytes.fill(byte, this.length, this.length + count);
    this.length += count;
  }

  /** Appends bytes already written; the ranges may overlap by one byte. */
  copyWithin(start: number, count: number): void {
    this.reserve(count);
    for (let offset = 0; offset < count; offset++) this.bytes[this.length + offset] = this.bytes[start + offset] ?? 0;
    this.length += count;
  }

  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** ISO 32000-1 7.4.4.2. @throws JobFailure decompression_limit */
export function decodeLzw(bytes: Uint8Array, earlyChange: number, bytesMax: number): Uint8Array {
  const out = new BoundedBytes(bytes.length * 3, bytesMax);
  // Each code is a range of the output: the previous code's range and one byte more.
  const starts = new Int32Array(4096);
  const lengths = new Int32Array(4096);
  let [next, width, buffer, bits, previousStart, previousLength] = [258, 9, 0, 0, -1, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      [next, width, previousStart] = [258, 9, -1];
      continue;
    }
    // The new entry is defined before it is used: a code may refer to the entry that it creates.
    if (previousStart >= 0 && next < 4096) {
      starts[next] = previousStart;
      lengths[next++] = previousLength + 1;
    }
    const start = out.length;
    if (code < 256) out.push(code);
    else if (code < next) out.copyWithin(starts[code] ?? 0, lengths[code] ?? 0);
    else break;
    [previousStart, previousLength] = [start, out.length - start];
    width = next + earlyChange >= 2048 ? 12 : next + earlyChange >= 1024 ? 11 : next + earlyChange >= 512 ? 10 : 9;
  }
  return out.result();
}

/** ISO 32000-1 7.4.3. */
export function decodeAscii85(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const out = new BoundedBytes(bytes.length, bytesMax);
  let [value, digits] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && digits === 0) out.fill(0, 4);
    if (byte < 0x21 || byte > 0x75) continue;
    value = value * 85 + (byte - 0x21);
    if (++digits < 5) continue;
    for (const shift of [24, 16, 8, 0]) out.push(Math.floor(value / 2 ** shift) & 255);
    [value, digits] = [0, 0];
  }
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing++) value = value * 85 + 84;
    for (const shift of [24, 16, 8].slice(0, digits - 1)) out.push(Math.floor(value / 2 ** shift) & 255);
  }
  return out.result();
}

/** ISO 32000-1 7.4.2; never longer than its input. */
export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x3e);
  const digits = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString('latin1')
    .replaceAll(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** ISO 32000-1 7.4.5. @throws JobFailure decompression_limit */
export function decodeRunLength(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const out = new BoundedBytes(bytes.length * 2, bytesMax);
  for (let position = 0; position < bytes.length;) {
    const length = bytes[position++] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      out.append(bytes.subarray(position, position + length + 1));
      position += length + 1;
    } else out.fill(bytes[position++] ?? 0, 257 - length);
  }
  return out.result();
}
