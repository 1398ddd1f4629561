// TrueType and OpenType programs as far as PDF needs them (ISO/IEC 14496-22): cmap, post, hmtx, loca. No outline is drawn, nothing is written.

import { readSfnt } from './programs/sfnt.ts';
import {
  CMAP,
  CMAP_0,
  CMAP_4,
  CMAP_6,
  CMAP_12,
  CMAP_RECORD,
  hasLongLoca,
  HEAD,
  HHEA,
  HMTX,
  locaEntryBytes,
  MAXP,
  POST,
  POST_VERSION,
  readLocaEntry,
  segmentArrays,
  STANDARD_NAMES,
} from './programs/sfnt-tables.ts';
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
  const glyphCount = tables.get('maxp')?.readUInt16BE(MAXP.numGlyphs) ?? cff?.glyphCount ?? 0;
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
  if (!head || !hhea || !hmtx || head.length < HEAD.unitsPerEm + 2 || hhea.length < HHEA.bytes) return () => undefined;
  const unitsPerEm = head.readUInt16BE(HEAD.unitsPerEm) || 1000;
  const metrics = hhea.readUInt16BE(HHEA.numberOfHMetrics);
  return (gid) => {
    const at = Math.min(gid, metrics - 1) * HMTX.bytes + HMTX.advanceWidth;
    return metrics > 0 && at + 2 <= hmtx.length ? (hmtx.readUInt16BE(at) * 1000) / unitsPerEm : undefined;
  };
}

function makeOutlines(tables: ReadonlyMap<string, Buffer>, glyphCount: number): FontProgram['hasOutline'] {
  const [head, loca] = [tables.get('head'), tables.get('loca')];
  if (!head || !loca || head.length < HEAD.indexToLocFormat + 2) return () => false;
  const isLong = hasLongLoca(head);
  const offset = (index: number) => {
    return (index + 1) * locaEntryBytes(isLong) > loca.length ? undefined : readLocaEntry(loca, isLong, index);
  };
  return (gid) => {
    if (gid < 0 || gid >= glyphCount) return false;
    const [from, to] = [offset(gid), offset(gid + 1)];
    return from !== undefined && to !== undefined && to > from;
  };
}

function readPost(post: Buffer | undefined, glyphCount: number): Map<string, number> {
  const names = new Map<string, number>();
  if (!post || post.length < POST.bytes) return names;
  const standard = glyphNameList('MacGlyphs');
  const version = post.readUInt32BE(POST.version);
  if (version === POST_VERSION.standardNames) for (const [gid, name] of standard.entries()) names.set(name, gid);
  if (version !== POST_VERSION.ownNames || post.length < POST.glyphNameIndex) return names;
  const indexes = post.readUInt16BE(POST.numGlyphs);
  const own: string[] = [];
  for (let at = POST.glyphNameIndex + indexes * 2; at < post.length;) {
    const length = post[at] ?? 0;
    own.push(post.toString('latin1', at + 1, Math.min(post.length, at + 1 + length)));
    at += 1 + length;
  }
  for (let gid = 0; gid < Math.min(indexes, glyphCount); gid++) {
    const at = POST.glyphNameIndex + gid * 2;
    if (at + 2 > post.length) break;
    const index = post.readUInt16BE(at);
    const name = index < STANDARD_NAMES ? standard[index] : own[index - STANDARD_NAMES];
    if (name !== undefined && !names.has(name)) names.set(name, gid);
  }
  return names;
}

function readCmaps(cmap: Buffer | undefined, glyphCount: number): Map<string, CharacterMap> {
  const maps = new Map<string, CharacterMap>();
  if (!cmap || cmap.length < CMAP.records) return maps;
  const count = Math.min(cmap.readUInt16BE(CMAP.numTables), SUBTABLES_MAX);
  for (let index = 0; index < count; index++) {
    const at = CMAP.records + index * CMAP.recordBytes;
    if (at + CMAP.recordBytes > cmap.length) break;
    const key = `${cmap.readUInt16BE(at + CMAP_RECORD.platform)},${cmap.readUInt16BE(at + CMAP_RECORD.encoding)}`;
    const start = cmap.readUInt32BE(at + CMAP_RECORD.offset);
    if (start + 6 > cmap.length || maps.has(key)) continue;
    try {
      maps.set(key, makeMap(readSubtable(cmap, start, glyphCount * 8 + 65_536)));
    } catch (error) {
      // One damaged subtable does not affect the others.
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
  if (format === 0) for (let code = 0; code < 256; code++) add(code, bytes.readUInt8(start + CMAP_0.glyphs + code));
  else if (format === 6) {
    const [first, count] = [bytes.readUInt16BE(start + CMAP_6.firstCode), bytes.readUInt16BE(start + CMAP_6.entryCount)];
    for (let index = 0; index < count; index++) add(first + index, bytes.readUInt16BE(start + CMAP_6.glyphs + index * 2));
  } else if (format === 4) readSegments(bytes, start, add);
  else if (format === 12) {
    const groups = Math.min(bytes.readUInt32BE(start + CMAP_12.numGroups), 65_536);
    for (let index = 0; index < groups; index++) {
      const at = start + CMAP_12.groups + index * CMAP_12.groupBytes;
      const [low, high, gid] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)];
      for (let code = low; code <= high && code - low < 65_536 && found.size < entriesMax; code++) add(code, gid + code - low);
    }
  }
  return found;
}

function readSegments(bytes: Buffer, start: number, add: (code: number, gid: number) => void): void {
  const segments = bytes.readUInt16BE(start + CMAP_4.segCountX2) >> 1;
  const { ends, starts, deltas, ranges } = segmentArrays(start, segments);
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
