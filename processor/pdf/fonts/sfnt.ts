// TrueType and OpenType programs as far as PDF needs them (ISO/IEC 14496-22): cmap, post, hmtx, loca. No outline is drawn, nothing is written.

import { readSfnt } from './programs/sfnt.ts';
import { describeCff } from './cff.ts';
import { glyphNameList } from './glyph-names.ts';
import type { CharacterMap, FontProgram } from './font-program.ts';

const SUBTABLES_MAX = 100;

/** @throws RangeError where offsets lead out of a table */
export function describeSfnt(bytes: Buffer): FontProgram | undefined {
  const tables = readSfnt(bytes)?.tables;
  if (!tables) return undefined;
  const cffTable = tables.get('CFF ');
  const cff = cffTable && describeCff(cffTable);
  const glyphCount = tables.get('maxp')?.readUInt16BE(4) ?? cff?.glyphCount ?? 0;
  if (!cff && (!tables.has('glyf') || glyphCount === 0)) return undefined;
  return {
    format: cff ? 'cff' : 'truetype',
    glyphCount,
    encoding: cff?.encoding,
    glyphNames: cff && cff.glyphNames.size > 0 ? cff.glyphNames : readPost(tables.get('post'), glyphCount),
    cids: cff?.cids,
    cmaps: readCmaps(tables.get('cmap'), glyphCount),
    advanceOf: makeAdvances(tables),
    hasOutline: cff ? (gid) => cff.hasOutline(gid) : makeOutlines(tables, glyphCount),
  };
}

function makeAdvances(tables: ReadonlyMap<string, Buffer>): FontProgram['advanceOf'] {
  const [head, hhea, hmtx] = [tables.get('head'), tables.get('hhea'), tables.get('hmtx')];
  if (!head || !hhea || !hmtx || head.length < 20 || hhea.length < 36) return () => undefined;
  const unitsPerEm = head.readUInt16BE(18) || 1000;
  const metrics = hhea.readUInt16BE(34);
  return (gid) => {
    const at = Math.min(gid, metrics - 1) * 4;
    return metrics > 0 && at + 2 <= hmtx.length ? (hmtx.readUInt16BE(at) * 1000) / unitsPerEm : undefined;
  };
}

function makeOutlines(tables: ReadonlyMap<string, Buffer>, glyphCount: number): FontProgram['hasOutline'] {
  const [head, loca] = [tables.get('head'), tables.get('loca')];
  if (!head || !loca || head.length < 52) return () => false;
  const wide = head.readInt16BE(50) !== 0;
  const offset = (index: number) => {
    const at = index * (wide ? 4 : 2);
    if (at + (wide ? 4 : 2) > loca.length) return undefined;
    return wide ? loca.readUInt32BE(at) : loca.readUInt16BE(at) * 2;
  };
  return (gid) => {
    if (gid < 0 || gid >= glyphCount) return false;
    const [from, to] = [offset(gid), offset(gid + 1)];
    return from !== undefined && to !== undefined && to > from;
  };
}

function readPost(post: Buffer | undefined, glyphCount: number): Map<string, number> {
  const names = new Map<string, number>();
  if (!post || post.length < 32) return names;
  const standard = glyphNameList('MacGlyphs');
  const version = post.readUInt32BE(0);
  if (version === 0x00010000) for (const [gid, name] of standard.entries()) names.set(name, gid);
  if (version !== 0x00020000 || post.length < 34) return names;
  const indexes = post.readUInt16BE(32);
  const own: string[] = [];
  for (let at = 34 + indexes * 2; at < post.length;) {
    const length = post[at] ?? 0;
    own.push(post.toString('latin1', at + 1, Math.min(post.length, at + 1 + length)));
    at += 1 + length;
  }
  for (let gid = 0; gid < Math.min(indexes, glyphCount) && 36 + gid * 2 <= post.length; gid++) {
    const index = post.readUInt16BE(34 + gid * 2);
    const name = index < 258 ? standard[index] : own[index - 258];
    if (name !== undefined && !names.has(name)) names.set(name, gid);
  }
  return names;
}

function readCmaps(cmap: Buffer | undefined, glyphCount: number): Map<string, CharacterMap> {
  const maps = new Map<string, CharacterMap>();
  if (!cmap || cmap.length < 4) return maps;
  const count = Math.min(cmap.readUInt16BE(2), SUBTABLES_MAX);
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8;
    if (at + 8 > cmap.length) break;
    const key = `${cmap.readUInt16BE(at)},${cmap.readUInt16BE(at + 2)}`;
    const start = cmap.readUInt32BE(at + 4);
    if (start + 6 > cmap.length || maps.has(key)) continue;
    try {
      maps.set(key, makeMap(readSubtable(cmap, start, glyphCount * 8 + 65_536)));
    } catch (error) {
      // One damaged subtable leaves the others.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return maps;
}

function makeMap(found: ReadonlyMap<number, number>): CharacterMap {
  return { find: (code) => found.get(code) ?? 0, entries: () => found.entries() };
}

function readSubtable(bytes: Buffer, start: number, entriesMax: number): Map<number, number> {
  const found = new Map<number, number>();
  const add = (code: number, gid: number) => {
    if (gid !== 0 && found.size < entriesMax) found.set(code, gid);
  };
  const format = bytes.readUInt16BE(start);
  if (format === 0) for (let code = 0; code < 256; code++) add(code, bytes.readUInt8(start + 6 + code));
  else if (format === 6) {
    const [first, count] = [bytes.readUInt16BE(start + 6), bytes.readUInt16BE(start + 8)];
    for (let index = 0; index < count; index++) add(first + index, bytes.readUInt16BE(start + 10 + index * 2));
  } else if (format === 4) readSegments(bytes, start, add);
  else if (format === 12) {
    const groups = Math.min(bytes.readUInt32BE(start + 12), 65_536);
    for (let index = 0; index < groups; index++) {
      const at = start + 16 + index * 12;
      const [low, high, gid] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)];
      for (let code = low; code <= high && code - low < 65_536 && found.size < entriesMax; code++) add(code, gid + code - low);
    }
  }
  return found;
}

function readSegments(bytes: Buffer, start: number, add: (code: number, gid: number) => void): void {
  const segments = bytes.readUInt16BE(start + 6) >> 1;
  const [ends, starts] = [start + 14, start + 16 + segments * 2];
  const [deltas, ranges] = [starts + segments * 2, starts + segments * 4];
  for (let index = 0; index < segments; index++) {
    const [low, high] = [bytes.readUInt16BE(starts + index * 2), bytes.readUInt16BE(ends + index * 2)];
    const [delta, range] = [bytes.readUInt16BE(deltas + index * 2), bytes.readUInt16BE(ranges + index * 2)];
    for (let code = low; code <= high && code < 0xffff; code++) {
      if (range === 0) add(code, (code + delta) & 0xffff);
      else {
        const at = ranges + index * 2 + range + (code - low) * 2;
        if (at + 2 > bytes.length) break;
        const gid = bytes.readUInt16BE(at);
        if (gid !== 0) add(code, (gid + delta) & 0xffff);
      }
    }
  }
}
