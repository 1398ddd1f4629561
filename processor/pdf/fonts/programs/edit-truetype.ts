// Changes single facts of a TrueType program (ISO/IEC 14496-22): advance widths of glyphs, the character map, glyphs that show what .notdef shows.
// Outlines and instructions stay.

import { writeSymbolMap } from './build-truetype.ts';
import { readSfnt, writeSfnt } from './sfnt.ts';

export interface TrueTypeEdit {
  /** By glyph number, in 1/1000 of the em. */
  readonly widths?: ReadonlyMap<number, number>;
  /** Instead of all character maps: codes 0–255 as a symbol map (3,0). */
  readonly codes?: ReadonlyMap<number, number>;
  /** Adds a glyph at the end that looks like glyph 0, as wide as told in 1/1000 of the em. */
  readonly likeNotdef?: { readonly width: number };
}

/** The number of the glyph that `likeNotdef` adds; undefined when the font does not say how many it has. */
export function nextGlyph(bytes: Uint8Array): number | undefined {
  const maxp = readSfnt(bytes)?.tables.get('maxp');
  return maxp && maxp.length >= 6 ? maxp.readUInt16BE(4) : undefined;
}

/** Undefined when the font lacks a table that is to be changed. */
export function editTrueType(bytes: Uint8Array, { widths, codes, likeNotdef }: TrueTypeEdit): Buffer | undefined {
  const font = readSfnt(bytes);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => font?.tables.get(tag));
  if (!font || !head || !hhea || !hmtx || !maxp || head.length < 54 || hhea.length < 36 || maxp.length < 6) return undefined;
  const tables = new Map(font.tables);
  const perEm = head.readUInt16BE(18) || 1000;
  const glyphCount = maxp.readUInt16BE(4);
  const all = expandMetrics(hmtx, hhea.readUInt16BE(34), glyphCount);
  if (!all) return undefined;
  const units = (thousandths: number) => Math.max(0, Math.min(0xffff, Math.round((thousandths * perEm) / 1000)));
  for (const [glyph, width] of widths ?? []) if (glyph < glyphCount) all.writeUInt16BE(units(width), glyph * 4);
  let metrics: Buffer = all;
  let count = glyphCount;
  if (likeNotdef) {
    const copied = copyFirstGlyph(tables, head, glyphCount);
    if (!copied) return undefined;
    const own = Buffer.alloc(4);
    own.writeUInt16BE(units(likeNotdef.width), 0);
    all.copy(own, 2, 2, 4);
    metrics = Buffer.concat([all, own]);
    count++;
  }
  const [newHhea, newMaxp] = [Buffer.from(hhea), Buffer.from(maxp)];
  newHhea.writeUInt16BE(count, 34);
  newMaxp.writeUInt16BE(count, 4);
  tables.set('hhea', newHhea).set('maxp', newMaxp).set('hmtx', metrics);
  // Device widths and kerning of screens would tell other widths.
  for (const tag of ['hdmx', 'LTSH', 'VDMX']) tables.delete(tag);
  if (codes) tables.set('cmap', writeSymbolMap(codes));
  return writeSfnt({ version: font.version, tables });
}

/** A row for each glyph. */
function expandMetrics(hmtx: Buffer, rows: number, glyphCount: number): Buffer | undefined {
  if (rows === 0 || hmtx.length < rows * 4) return undefined;
  const all = Buffer.alloc(glyphCount * 4);
  hmtx.copy(all, 0, 0, Math.min(rows, glyphCount) * 4);
  const last = hmtx.readUInt16BE((rows - 1) * 4);
  for (let glyph = rows; glyph < glyphCount; glyph++) {
    const at = rows * 4 + (glyph - rows) * 2;
    all.writeUInt16BE(last, glyph * 4);
    if (at + 2 <= hmtx.length) all.writeInt16BE(hmtx.readInt16BE(at), glyph * 4 + 2);
  }
  return all;
}

/** Its record again at the end of glyf. A glyph of components is the same wherever it stands. */
function copyFirstGlyph(tables: Map<string, Buffer>, head: Buffer, glyphCount: number): boolean {
  const [loca, glyf] = [tables.get('loca'), tables.get('glyf')];
  const isLong = head.readInt16BE(50) !== 0;
  if (!loca || !glyf || loca.length < (glyphCount + 1) * (isLong ? 4 : 2)) return false;
  const offsets = Array.from({ length: glyphCount + 1 }, (_, index) =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2,
  );
  const record = glyf.subarray(offsets[0] ?? 0, offsets[1] ?? 0);
  const start = Math.ceil(glyf.length / 4) * 4;
  const place = record.length === 0 ? (offsets.at(-1) ?? 0) : start;
  const written = Buffer.alloc((glyphCount + 2) * 4);
  for (const [index, offset] of offsets.entries()) written.writeUInt32BE(offset, index * 4);
  // What stood between the last glyph and the copy belongs to the last one: it ends where its own record ends.
  if (record.length > 0) written.writeUInt32BE(place, glyphCount * 4);
  written.writeUInt32BE(place + record.length, (glyphCount + 1) * 4);
  const longHead = Buffer.from(head);
  longHead.writeInt16BE(1, 50);
  tables.set('loca', written).set('head', longHead);
  if (record.length > 0) tables.set('glyf', Buffer.concat([glyf, Buffer.alloc(start - glyf.length), record]));
  return true;
}
