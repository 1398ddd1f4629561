// CFF programs as far as PDF needs them (Adobe TN 5176): charset, encoding, and which charstrings draw something. Nothing is interpreted.

import { CFF_OP, readDict, readIndex } from './programs/cff.ts';
import { NUMBER_BYTE, TYPE2_OP } from './programs/charstring.ts';
import { encodingNamed, glyphNameList } from './glyph-names.ts';
import type { FontProgram } from './font-program.ts';

/** @throws RangeError where offsets lead out of the bytes */
export function describeCff(bytes: Buffer): FontProgram | undefined {
  const names = readIndex(bytes, bytes.readUInt8(2));
  const tops = names && readIndex(bytes, names.end);
  const strings = tops && readIndex(bytes, tops.end);
  const [top] = tops?.items ?? [];
  const dict = top && readDict(top);
  const charStringsAt = dict?.get(CFF_OP.charStrings)?.numbers[0];
  const charStrings = charStringsAt === undefined ? undefined : readIndex(bytes, charStringsAt)?.items;
  if (!strings || !dict || !charStrings) return undefined;
  const sids = readCharset(bytes, dict.get(CFF_OP.charset)?.numbers[0] ?? 0, charStrings.length);
  const hasOutline = (gid: number) => {
    const item = charStrings[gid];
    if (item === undefined) return false;
    // A width and endchar draw nothing: any operator besides them moves, draws or calls.
    return item.length > 6 || item.some((byte) => byte < NUMBER_BYTE.int16 && byte !== TYPE2_OP.endchar);
  };
  const common = { format: 'cff' as const, glyphCount: charStrings.length, cmaps: new Map(), advanceOf: () => undefined, hasOutline };
  if (dict.has(CFF_OP.ros)) {
    return { ...common, encoding: undefined, glyphNames: new Map(), cids: new Map(sids.map((cid, gid) => [cid, gid] as const)) };
  }
  const standard = glyphNameList('CffStrings');
  const nameOf = (sid: number) => standard[sid] ?? strings.items[sid - standard.length]?.toString('latin1', 0, 128) ?? `sid${sid}`;
  const glyphs = sids.map(nameOf);
  const encoding = readEncoding(bytes, dict.get(CFF_OP.encoding)?.numbers[0] ?? 0, glyphs, nameOf);
  return { ...common, encoding, glyphNames: new Map(glyphs.map((name, gid) => [name, gid] as const).toReversed()), cids: undefined };
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
