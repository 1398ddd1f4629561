// Changes single facts of a TrueType program (ISO/IEC 14496-22): advance widths of glyphs, the character map, glyphs that show what .notdef shows.
// Outlines and instructions stay.

import { writeSymbolMap } from './build-truetype.ts';
import { readSfnt, writeSfnt } from './sfnt.ts';
import { hasLongLoca, HEAD, HHEA, HMTX, locaEntryBytes, MAXP, readLocaEntry } from './sfnt-tables.ts';

export interface TrueTypeEdit {
  /** By glyph number, in 1/1000 of the em. */
  readonly widths?: ReadonlyMap<number, number>;
  /** Instead of all character maps: codes 0–255 as a symbol map (3,0). */
  readonly codes?: ReadonlyMap<number, number>;
  /** Adds a glyph at the end that looks like glyph 0, of the given width in 1/1000 of the em. */
  readonly likeNotdef?: { readonly width: number };
}

/** The number of the glyph that `likeNotdef` adds; undefined when the font does not give its number of glyphs. */
export function nextGlyph(bytes: Uint8Array): number | undefined {
  const maxp = readSfnt(bytes)?.tables.get('maxp');
  return maxp && maxp.length >= MAXP.bytes ? maxp.readUInt16BE(MAXP.numGlyphs) : undefined;
}

/** Undefined when the font lacks a table that is to be changed. */
export function editTrueType(bytes: Uint8Array, { widths, codes, likeNotdef }: TrueTypeEdit): Buffer | undefined {
  const font = readSfnt(bytes);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => font?.tables.get(tag));
  if (!font || !head || !hhea || !hmtx || !maxp) return undefined;
  if (head.length < HEAD.bytes || hhea.length < HHEA.bytes || maxp.length < MAXP.bytes) return undefined;
  const tables = new Map(font.tables);
  const perEm = head.readUInt16BE(HEAD.unitsPerEm) || 1000;
  const glyphCount = maxp.readUInt16BE(MAXP.numGlyphs);
  const all = expandMetrics(hmtx, hhea.readUInt16BE(HHEA.numberOfHMetrics), glyphCount);
  if (!all) return undefined;
  const units = (thousandths: number) => Math.max(0, Math.min(0xffff, Math.round((thousandths * perEm) / 1000)));
  for (const [glyph, width] of widths ?? [])
    if (glyph < glyphCount) all.writeUInt16BE(units(width), glyph * HMTX.bytes + HMTX.advanceWidth);
  let metrics: Buffer = all;
  let count = glyphCount;
  if (likeNotdef) {
    const copied = copyFirstGlyph(tables, head, glyphCount);
    if (!copied) return undefined;
    const own = Buffer.alloc(HMTX.bytes);
    own.writeUInt16BE(units(likeNotdef.width), HMTX.advanceWidth);
    all.copy(own, HMTX.lsb, HMTX.lsb, HMTX.bytes);
    metrics = Buffer.concat([all, own]);
    count++;
  }
  const [newHhea, newMaxp] = [Buffer.from(hhea), Buffer.from(maxp)];
  newHhea.writeUInt16BE(count, HHEA.numberOfHMetrics);
  newMaxp.writeUInt16BE(count, MAXP.numGlyphs);
  tables.set('hhea', newHhea).set('maxp', newMaxp).set('hmtx', metrics);
  // Device widths and screen kerning would contradict these widths.
  for (const tag of ['hdmx', 'LTSH', 'VDMX']) tables.delete(tag);
  if (codes) tables.set('cmap', writeSymbolMap(codes));
  return writeSfnt({ version: font.version, tables });
}

/** A row for each glyph. */
function expandMetrics(hmtx: Buffer, rows: number, glyphCount: number): Buffer | undefined {
  if (rows === 0 || hmtx.length < rows * HMTX.bytes) return undefined;
  const all = Buffer.alloc(glyphCount * HMTX.bytes);
  hmtx.copy(all, 0, 0, Math.min(rows, glyphCount) * HMTX.bytes);
  const last = hmtx.readUInt16BE((rows - 1) * HMTX.bytes + HMTX.advanceWidth);
  for (let glyph = rows; glyph < glyphCount; glyph++) {
    const bearingAt = rows * HMTX.bytes + (glyph - rows) * HMTX.bearingBytes;
    const at = glyph * HMTX.bytes;
    all.writeUInt16BE(last, at + HMTX.advanceWidth);
    if (bearingAt + HMTX.bearingBytes <= hmtx.length) all.writeInt16BE(hmtx.readInt16BE(bearingAt), at + HMTX.lsb);
  }
  return all;
}

/** Its record again at the end of glyf. A composite glyph does not depend on its position. */
function copyFirstGlyph(tables: Map<string, Buffer>, head: Buffer, glyphCount: number): boolean {
  const [loca, glyf] = [tables.get('loca'), tables.get('glyf')];
  const isLong = hasLongLoca(head);
  if (!loca || !glyf || loca.length < (glyphCount + 1) * locaEntryBytes(isLong)) return false;
  const offsets = Array.from({ length: glyphCount + 1 }, (_, index) => readLocaEntry(loca, isLong, index));
  const record = glyf.subarray(offsets[0] ?? 0, offsets[1] ?? 0);
  const start = Math.ceil(glyf.length / 4) * 4;
  const place = record.length === 0 ? (offsets.at(-1) ?? 0) : start;
  const entryBytes = locaEntryBytes(true);
  const written = Buffer.alloc((glyphCount + 2) * entryBytes);
  for (const [index, offset] of offsets.entries()) written.writeUInt32BE(offset, index * entryBytes);
  // The last glyph must end where its own record ends, or the bytes up to the copy would belong to it.
  if (record.length > 0) written.writeUInt32BE(place, glyphCount * entryBytes);
  written.writeUInt32BE(place + record.length, (glyphCount + 1) * entryBytes);
  const longHead = Buffer.from(head);
  longHead.writeInt16BE(1, HEAD.indexToLocFormat);
  tables.set('loca', written).set('head', longHead);
  if (record.length > 0) tables.set('glyf', Buffer.concat([glyf, Buffer.alloc(start - glyf.length), record]));
  return true;
}
