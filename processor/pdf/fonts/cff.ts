// CFF programs as far as PDF needs them (Adobe TN 5176): charset, encoding and which charstrings draw. Nothing is interpreted.

import { encodingNamed, glyphNameList } from './glyph-names.ts';
import type { FontProgram } from './program.ts';

interface Index {
  readonly items: readonly (readonly [start: number, end: number])[];
  readonly end: number;
}

/** @throws RangeError where offsets lead out of the bytes */
export function readCff(bytes: Buffer): FontProgram | undefined {
  const names = readIndex(bytes, bytes.readUInt8(2));
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const [top] = tops.items;
  if (!top) return undefined;
  const dict = readDict(bytes, top[0], top[1]);
  const [charStringsAt] = dict.get(17) ?? [];
  if (charStringsAt === undefined) return undefined;
  const charStrings = readIndex(bytes, charStringsAt).items;
  const sids = readCharset(bytes, dict.get(15)?.[0] ?? 0, charStrings.length);
  const hasOutline = (gid: number) => {
    const item = charStrings[gid];
    if (item === undefined) return false;
    // A width and endchar draw nothing: any operator besides them moves, draws or calls.
    return item[1] - item[0] > 6 || bytes.subarray(item[0], item[1]).some((byte) => byte < 28 && byte !== 14);
  };
  const common = { format: 'cff' as const, glyphCount: charStrings.length, cmaps: new Map(), advanceOf: () => undefined, hasOutline };
  if (dict.has(1230)) {
    return { ...common, encoding: undefined, glyphNames: new Map(), cids: new Map(sids.map((cid, gid) => [cid, gid] as const)) };
  }
  const standard = glyphNameList('CffStrings');
  const nameOf = (sid: number) => {
    const item = strings.items[sid - standard.length];
    return standard[sid] ?? (item ? bytes.toString('latin1', item[0], Math.min(item[1], item[0] + 128)) : `sid${sid}`);
  };
  const glyphs = sids.map(nameOf);
  const encoding = readEncoding(bytes, dict.get(16)?.[0] ?? 0, glyphs, nameOf);
  return { ...common, encoding, glyphNames: new Map(glyphs.map((name, gid) => [name, gid] as const).toReversed()), cids: undefined };
}

function readIndex(bytes: Buffer, at: number): Index {
  const count = bytes.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = bytes.readUInt8(at + 2);
  if (size < 1 || size > 4) throw new RangeError('offset size');
  const data = at + 3 + (count + 1) * size - 1;
  const items: [number, number][] = [];
  let start = data + bytes.readUIntBE(at + 3, size);
  for (let index = 1; index <= count; index++) {
    const end = data + bytes.readUIntBE(at + 3 + index * size, size);
    if (end < start || end > bytes.length) throw new RangeError('index offset');
    items.push([start, end]);
    start = end;
  }
  return { items, end: start };
}

/** Operators with their operands; two-byte operators count from 1200. Real numbers are read as 0: none is needed. */
function readDict(bytes: Buffer, start: number, end: number): Map<number, number[]> {
  const dict = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = start; at < end;) {
    const byte = bytes.readUInt8(at++);
    if (byte <= 21) {
      dict.set(byte === 12 ? 1200 + bytes.readUInt8(at++) : byte, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push(bytes.readInt16BE(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(bytes.readInt32BE(at));
      at += 4;
    } else if (byte === 30) {
      while (at < end && (bytes.readUInt8(at) & 15) !== 15 && bytes.readUInt8(at) >> 4 !== 15) at++;
      at++;
      operands.push(0);
    } else if (byte >= 32 && byte <= 246) operands.push(byte - 139);
    else if (byte >= 247 && byte <= 250) operands.push((byte - 247) * 256 + bytes.readUInt8(at++) + 108);
    else if (byte >= 251 && byte <= 254) operands.push(-(byte - 251) * 256 - bytes.readUInt8(at++) - 108);
  }
  return dict;
}

/** The SID or CID of each glyph. */
function readCharset(bytes: Buffer, at: number, glyphCount: number): number[] {
  if (at === 0) return Array.from({ length: Math.min(glyphCount, 229) }, (_, gid) => gid);
  if (at <= 2) {
    const strings = glyphNameList('CffStrings');
    return glyphNameList(at === 1 ? 'ExpertCharset' : 'ExpertSubsetCharset')
      .slice(0, glyphCount)
      .map((name) => strings.indexOf(name));
  }
  const sids = [0];
  const format = bytes.readUInt8(at);
  let position = at + 1;
  while (sids.length < glyphCount) {
    const first = bytes.readUInt16BE(position);
    position += 2;
    let left = 0;
    if (format === 1) left = bytes.readUInt8(position++);
    else if (format === 2) {
      left = bytes.readUInt16BE(position);
      position += 2;
    }
    for (let sid = first; sid <= first + left && sids.length < glyphCount; sid++) sids.push(sid);
  }
  return sids;
}

function readEncoding(bytes: Buffer, at: number, glyphs: readonly string[], nameOf: (sid: number) => string): Map<number, string> {
  const encoding = new Map<number, string>();
  if (at <= 1) {
    for (const [code, name] of encodingNamed(at === 0 ? 'StandardEncoding' : 'ExpertEncoding').entries())
      if (name) encoding.set(code, name);
    return encoding;
  }
  const format = bytes.readUInt8(at);
  const count = bytes.readUInt8(at + 1);
  let [position, gid] = [at + 2, 1];
  const add = (code: number) => {
    const name = glyphs[gid++];
    if (name !== undefined) encoding.set(code, name);
  };
  for (let index = 0; index < count; index++) {
    const code = bytes.readUInt8(position++);
    const left = (format & 127) === 1 ? bytes.readUInt8(position++) : 0;
    for (let step = 0; step <= left; step++) add(code + step);
  }
  if (format >= 128) {
    const supplements = bytes.readUInt8(position++);
    for (let index = 0; index < supplements; index++, position += 3)
      encoding.set(bytes.readUInt8(position), nameOf(bytes.readUInt16BE(position + 1)));
  }
  return encoding;
}
