// The bounded filters: known vectors, round trips, and bounds.

import { describe, expect, it } from 'vitest';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from '../../../../../processor/pdf/streams/filters.ts';
import { failureReason } from '../../../../support/expect-failure.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const BIG = 1_000_000;

describe('LZW', () => {
  it('decodes the example of ISO 32000-1 7.4.4.2', () => {
    expect(hex(decodeLzw(Buffer.from('800b6050220c0c8501', 'hex'), 1, BIG))).toBe('2d2d2d2d2d412d2d2d42');
  });

  it('follows the widening of codes up to 12 bits', () => {
    const source = Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * 7919) % 251));
    for (const early of [0, 1]) expect(hex(decodeLzw(encodeLzw(source, early), early, BIG))).toBe(hex(source));
  });

  it('stops at its bound', () => {
    const source = encodeLzw(Buffer.alloc(50_000), 1);
    expect(failureReason(() => decodeLzw(source, 1, 10_000))).toBe('decompression_limit');
  });
});

/** A plain encoder (ISO 32000-1 7.4.4.2) that clears its table when it is full. */
function encodeLzw(source: Uint8Array, early: number): Uint8Array {
  const out: number[] = [];
  let [bits, held, table, next, word] = [0, 0, new Map<string, number>(), 258, ''];
  const write = (code: number) => {
    const width = next + early > 2048 ? 12 : next + early > 1024 ? 11 : next + early > 512 ? 10 : 9;
    held = ((held << width) | code) & 0xfffff;
    bits += width;
    while (bits >= 8) out.push((held >> (bits -= 8)) & 255);
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? 0));
  write(256);
  for (const byte of source) {
    const longer = word + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      word = longer;
      continue;
    }
    write(codeOf(word));
    table.set(longer, next++);
    word = String.fromCharCode(byte);
    if (next < 4094) continue;
    write(codeOf(word));
    next++;
    write(256);
    [table, next, word] = [new Map(), 258, ''];
  }
  if (word !== '') {
    write(codeOf(word));
    next++;
  }
  write(257);
  out.push((held << (8 - bits)) & 255);
  return Uint8Array.from(out);
}

describe('ASCII85, ASCIIHex and RunLength', () => {
  it('decode whole and partial groups, white space and the short form of zero', () => {
    expect(Buffer.from(decodeAscii85(latin1('87cUR\nD]j7BEbo80~>'), BIG)).toString()).toBe('Hello world!');
    expect(hex(decodeAscii85(latin1('zz~>'), BIG))).toBe('0000000000000000');
    expect(hex(decodeAscii85(latin1('5l~>'), BIG))).toBe('41');
    expect(hex(decodeAsciiHex(latin1('48 65\n6c6C 7>ff')))).toBe('48656c6c70');
    expect(Buffer.from(decodeRunLength(Uint8Array.of(2, 97, 98, 99, 254, 120, 128, 1, 1), BIG)).toString()).toBe('abcxxx');
  });

  it('stop at their bounds', () => {
    expect(failureReason(() => decodeAscii85(latin1('z'.repeat(1000)), 999))).toBe('decompression_limit');
    expect(failureReason(() => decodeRunLength(Buffer.alloc(1000, '\x81x', 'latin1'), 9999))).toBe('decompression_limit');
  });
});
