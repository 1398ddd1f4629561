// Removes unused outlines from a TrueType font, and the tables that a PDF does not use (ISO 32000-1 9.9). Glyph numbers, metrics
// and encodings of the remaining glyphs do not change.

import { readSfnt, writeSfnt } from './sfnt.ts';
import {
  COMPONENT,
  GLYPH,
  HEAD,
  HHEA,
  HMTX,
  locaEntryBytes,
  MAXP,
  POST,
  POST_VERSION,
  readLocaEntry,
  STANDARD_NAMES,
} from './sfnt-tables.ts';
import { subsetCmap } from './subset-cmap.ts';

export interface TrueTypeSubset {
  readonly glyphIds: ReadonlySet<number>;
  /** A simple font finds its glyphs through these tables; a CID font does not. */
  readonly keepsEncoding: boolean;
  readonly dropsHints: boolean;
}

const ALWAYS = ['head', 'hhea', 'hmtx', 'maxp'];
const HINTS = ['cvt ', 'fpgm', 'prep'];

/** Undefined when the font violates the specification: it stays unchanged. */
export function subsetTrueType(bytes: Uint8Array, { glyphIds, keepsEncoding, dropsHints }: TrueTypeSubset): Uint8Array | undefined {
  const font = readSfnt(bytes);
  const [head, maxp, loca, glyf, hhea, hmtx] = ['head', 'maxp', 'loca', 'glyf', 'hhea', 'hmtx'].map((tag) => font?.tables.get(tag));
  if (!font || !head || !maxp || !loca || !glyf || !hhea || !hmtx) return undefined;
  if (head.length < HEAD.bytes || maxp.length < MAXP.bytes || hhea.length < HHEA.bytes) return undefined;
  // Any other format than 1 is read as short.
  const isLong = head.readInt16BE(HEAD.indexToLocFormat) === 1;
  const offsets = readLoca(loca, isLong, maxp.readUInt16BE(MAXP.numGlyphs));
  if (!offsets) return undefined;
  const kept = closeOverParts(glyphIds, offsets, glyf);
  if (!kept) return undefined;
  const glyphCount = Math.max(...kept) + 1;
  const outlines = buildOutlines(kept, glyphCount, offsets, glyf, dropsHints);
  if (!outlines) return undefined;
  const tables = new Map<string, Buffer>();
  for (const tag of [...ALWAYS, ...(dropsHints ? [] : HINTS)]) {
    const table = font.tables.get(tag);
    if (table) tables.set(tag, Buffer.from(table));
  }
  tables.set('glyf', outlines.glyf).set('loca', outlines.loca);
  tables.get('head')?.writeInt16BE(outlines.isLong ? 1 : 0, HEAD.indexToLocFormat);
  tables.get('maxp')?.writeUInt16BE(glyphCount, MAXP.numGlyphs);
  const metrics = subsetMetrics(hmtx, hhea.readUInt16BE(HHEA.numberOfHMetrics), kept, glyphCount);
  tables.set('hmtx', metrics.hmtx);
  tables.get('hhea')?.writeUInt16BE(metrics.count, HHEA.numberOfHMetrics);
  if (keepsEncoding) {
    const cmap = font.tables.get('cmap');
    const subset = cmap && subsetCmap(cmap, kept);
    if (cmap) tables.set('cmap', subset ?? cmap);
    // Names lead from an encoding to glyphs where the character map does not.
    const post = font.tables.get('post');
    if (post) tables.set('post', subsetNames(post, kept, glyphCount));
  }
  return writeSfnt({ version: font.version, tables });
}

function readLoca(loca: Buffer, isLong: boolean, glyphCount: number): readonly number[] | undefined {
  const count = Math.min(glyphCount + 1, Math.floor(loca.length / locaEntryBytes(isLong)));
  if (count < 2) return undefined;
  return Array.from({ length: count }, (_, index) => readLocaEntry(loca, isLong, index));
}

function outlineOf(id: number, offsets: readonly number[], glyf: Buffer): Buffer {
  const [from = 0, to = 0] = [offsets[id], offsets[id + 1]];
  return to > from && from < glyf.length ? glyf.subarray(from, Math.min(to, glyf.length)) : NOTHING;
}

const NOTHING = Buffer.alloc(0);
const PARTS_MAX = 65_536;

/** With the glyphs that composite ones are made of. */
function closeOverParts(glyphIds: ReadonlySet<number>, offsets: readonly number[], glyf: Buffer): Set<number> | undefined {
  const kept = new Set<number>();
  const waiting = [0, ...glyphIds].filter((id) => id < offsets.length - 1);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (kept.has(id)) continue;
    kept.add(id);
    const parts = partsOf(outlineOf(id, offsets, glyf));
    if (!parts || kept.size > PARTS_MAX) return undefined;
    waiting.push(...parts.ids.filter((part) => part < offsets.length - 1));
  }
  return kept;
}

/** Empty for a simple glyph; undefined where the outline is cut short. `end` is where the instructions of a composite glyph begin. */
function partsOf(
  outline: Buffer,
): { readonly ids: readonly number[]; readonly end: number; readonly lastFlags: readonly number[] } | undefined {
  if (outline.length < GLYPH.bytes || outline.readInt16BE(GLYPH.numberOfContours) >= 0) return { ids: [], end: 0, lastFlags: [] };
  const [ids, places]: [number[], number[]] = [[], []];
  let at: number = GLYPH.bytes;
  for (let flags: number = COMPONENT.more; (flags & COMPONENT.more) !== 0;) {
    if (at + 4 > outline.length) return undefined;
    flags = outline.readUInt16BE(at);
    places.push(at);
    ids.push(outline.readUInt16BE(at + 2));
    at += 4 + ((flags & COMPONENT.argsAreWords) !== 0 ? 4 : 2);
    if ((flags & COMPONENT.hasScale) !== 0) at += 2;
    else if ((flags & COMPONENT.hasTwoScales) !== 0) at += 4;
    else if ((flags & COMPONENT.hasMatrix) !== 0) at += 8;
  }
  return at > outline.length ? undefined : { ids, end: at, lastFlags: places };
}

interface Outlines {
  readonly glyf: Buffer;
  readonly loca: Buffer;
  readonly isLong: boolean;
}

/** Halves of offsets in two bytes. */
const SHORT_LOCA_MAX = 0xffff * 2;

function buildOutlines(
  kept: ReadonlySet<number>,
  glyphCount: number,
  offsets: readonly number[],
  glyf: Buffer,
  dropsHints: boolean,
): Outlines | undefined {
  const chunks: Buffer[] = [];
  const starts: number[] = [];
  let size = 0;
  for (let id = 0; id < glyphCount; id++) {
    starts.push(size);
    if (!kept.has(id)) continue;
    const whole = outlineOf(id, offsets, glyf);
    const outline = dropsHints ? withoutInstructions(whole) : whole;
    if (!outline) return undefined;
    const padded = outline.length % 2 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(1)]);
    chunks.push(padded);
    size += padded.length;
  }
  starts.push(size);
  const isLong = size > SHORT_LOCA_MAX;
  const loca = Buffer.alloc(starts.length * locaEntryBytes(isLong));
  for (const [index, start] of starts.entries()) {
    if (isLong) loca.writeUInt32BE(start, index * 4);
    else loca.writeUInt16BE(start / 2, index * 2);
  }
  return { glyf: Buffer.concat(chunks), loca, isLong };
}

function withoutInstructions(outline: Buffer): Buffer | undefined {
  if (outline.length < GLYPH.bytes) return outline;
  const contours = outline.readInt16BE(GLYPH.numberOfContours);
  if (contours >= 0) {
    const at = GLYPH.bytes + contours * 2;
    if (contours === 0 || at + 2 > outline.length) return outline;
    const length = outline.readUInt16BE(at);
    if (at + 2 + length > outline.length) return undefined;
    return Buffer.concat([outline.subarray(0, at), Buffer.alloc(2), outline.subarray(at + 2 + length)]);
  }
  const parts = partsOf(outline);
  if (!parts) return undefined;
  const bare = Buffer.from(outline.subarray(0, parts.end));
  for (const at of parts.lastFlags) bare.writeUInt16BE(bare.readUInt16BE(at) & ~COMPONENT.hasInstructions, at);
  return bare;
}

/** Widths of unused glyphs become zero, which compresses to nothing. */
function subsetMetrics(
  hmtx: Buffer,
  count: number,
  kept: ReadonlySet<number>,
  glyphCount: number,
): { readonly hmtx: Buffer; readonly count: number } {
  const wanted = Math.max(1, Math.min(count, glyphCount));
  const out = Buffer.alloc(metricAt(glyphCount, wanted));
  for (let id = 0; id < glyphCount; id++) {
    // The last full entry is the width of all that follow.
    if (!kept.has(id) && id !== wanted - 1) continue;
    // A truncated table has nothing beyond its end.
    const from = id < wanted ? id * HMTX.bytes : count * HMTX.bytes + (id - count) * HMTX.bearingBytes;
    out.set(hmtx.subarray(from, from + (id < wanted ? HMTX.bytes : HMTX.bearingBytes)), metricAt(id, wanted));
  }
  return { hmtx: out, count: wanted };
}

/** The offset of a glyph's entry, when so many have a full entry. */
function metricAt(id: number, whole: number): number {
  return Math.min(id, whole) * HMTX.bytes + Math.max(0, id - whole) * HMTX.bearingBytes;
}

/** Format 2 without the names of removed glyphs; any other format unchanged. */
function subsetNames(post: Buffer, kept: ReadonlySet<number>, glyphCount: number): Buffer {
  if (post.length < POST.glyphNameIndex || post.readUInt32BE(POST.version) !== POST_VERSION.ownNames) return post;
  const count = post.readUInt16BE(POST.numGlyphs);
  const names: Buffer[] = [];
  for (let at = POST.glyphNameIndex + count * 2; at < post.length; at += 1 + (post[at] ?? 0))
    names.push(post.subarray(at, at + 1 + (post[at] ?? 0)));
  const indexes = Buffer.alloc(2 + glyphCount * 2);
  indexes.writeUInt16BE(glyphCount, 0);
  const own: Buffer[] = [];
  for (let id = 0; id < Math.min(count, glyphCount); id++) {
    const at = POST.glyphNameIndex + id * 2;
    const index = kept.has(id) && at + 2 <= post.length ? post.readUInt16BE(at) : 0;
    const name = names[index - STANDARD_NAMES];
    if (index < STANDARD_NAMES) indexes.writeUInt16BE(index, 2 + id * 2);
    else if (name) indexes.writeUInt16BE(STANDARD_NAMES + own.push(name) - 1, 2 + id * 2);
  }
  return Buffer.concat([post.subarray(0, POST.bytes), indexes, ...own]);
}
