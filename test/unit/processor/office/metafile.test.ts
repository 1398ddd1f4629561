// What an EMF may carry beside what it draws: objects of EMF+ of known kinds, and no bytes of a file in any of them.

import { expect, test } from 'vitest';
import { cleanEmf } from '../../../../processor/office/metafile.ts';
import { emfWith, svgOf } from '../../../../support/documents/disguised-pictures.ts';

const words = (...values: readonly number[]): Buffer => {
  const out = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) out.writeUInt32LE(value >>> 0, index * 4);
  return out;
};
/** MS-EMFPLUS 2.3: type, flags, size, size of the data. */
const plus = (type: number, flags: number, data: Buffer): Buffer => {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  const head = Buffer.alloc(12);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt32LE(12 + padded.length, 4);
  head.writeUInt32LE(padded.length, 8);
  return Buffer.concat([head, padded]);
};
const emfPlus = (...records: readonly Buffer[]): Uint8Array => emfWith([Buffer.concat([Buffer.from('EMF+', 'latin1'), ...records])]);
const [VERSION, OBJECT] = [0xdbc01002, 0x4008];
const svg = Buffer.from(svgOf('file:///etc/passwd'));
const solid = words(VERSION, 0, 0xff0000ff);
const texture = words(VERSION, 2, 0, 0, VERSION, 1);
const bitmap = (kind: number, data: Buffer): Buffer => Buffer.concat([words(VERSION, 1, 10, 10, 40, 0x26200a, kind), data]);

const isKept = (file: Uint8Array): boolean => Buffer.from(cleanEmf(file) ?? []).includes('EMF+');

test.each([
  ['a brush of one colour', plus(OBJECT, 0x0101, solid)],
  ['a pen of one colour', plus(OBJECT, 0x0202, Buffer.concat([words(VERSION, 0, 0, 0, 0), solid]))],
  ['a dashed pen', plus(OBJECT, 0x0202, Buffer.concat([words(VERSION, 0, 0x120, 0, 0, 5, 2, 0, 0), solid]))],
  ['a path', plus(OBJECT, 0x0303, words(VERSION, 2, 0, 0, 0, 0, 0, 0))],
  ['a picture of pixels', plus(OBJECT, 0x0505, bitmap(0, Buffer.alloc(400)))],
])('%s stays', (_, record) => {
  expect(isKept(emfPlus(record))).toBe(true);
});

test.each([
  ['an object of no kind', plus(OBJECT, 0x4505, bitmap(1, Buffer.alloc(40)))],
  ['a record of no kind', plus(0x4fff, 0, Buffer.alloc(8))],
  ['a comment', plus(0x4003, 0, Buffer.from('anything'))],
  ['a brush with a picture', plus(OBJECT, 0x0101, texture)],
  ['a pen with a picture', plus(OBJECT, 0x0202, Buffer.concat([words(VERSION, 0, 0, 0, 0), texture]))],
  ['a dashed pen with a picture', plus(OBJECT, 0x0202, Buffer.concat([words(VERSION, 0, 0x120, 0, 0, 5, 2, 0, 0), texture]))],
  ['a pen that ends before its brush', plus(OBJECT, 0x0202, words(VERSION, 0, 0x100, 0, 0, 9000))],
  ['SVG in the bytes of a path', plus(OBJECT, 0x0303, Buffer.concat([words(VERSION, 2, 0), svg]))],
  ['SVG in a picture that says it is of pixels', plus(OBJECT, 0x0505, bitmap(0, svg))],
])('%s goes, with all of EMF+', (_, record) => {
  expect(isKept(emfPlus(record))).toBe(false);
});
