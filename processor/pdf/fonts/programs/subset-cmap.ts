// Removes mappings to removed glyphs from a character map (ISO/IEC 14496-22, 5.2.1): formats 0, 4 and 6, which simple fonts of a PDF use. A map
// in another format is removed where one of these remains.

import { CMAP, CMAP_0, CMAP_4, CMAP_6, CMAP_RECORD, LAST_SEGMENT, type Segment, segmentArrays, writeSegments } from './sfnt-tables.ts';

/** Undefined when no subtable is in a known format: the table then stays unchanged. */
export function subsetCmap(cmap: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  if (cmap.length < CMAP.records) return undefined;
  const count = cmap.readUInt16BE(CMAP.numTables);
  const subtables: { readonly platform: number; readonly encoding: number; readonly data: Buffer }[] = [];
  for (let index = 0; index < count; index++) {
    const at = CMAP.records + index * CMAP.recordBytes;
    if (at + CMAP.recordBytes > cmap.length) return undefined;
    const offset = cmap.readUInt32BE(at + CMAP_RECORD.offset);
    const data = offset + 6 <= cmap.length ? subsetSubtable(cmap.subarray(offset), kept) : undefined;
    if (!data) continue;
    const [platform, encoding] = [cmap.readUInt16BE(at + CMAP_RECORD.platform), cmap.readUInt16BE(at + CMAP_RECORD.encoding)];
    subtables.push({ platform, encoding, data });
  }
  if (subtables.length === 0) return undefined;
  const head = Buffer.alloc(CMAP.records + subtables.length * CMAP.recordBytes);
  head.writeUInt16BE(subtables.length, CMAP.numTables);
  let offset = head.length;
  for (const [index, { platform, encoding, data }] of subtables.entries()) {
    const at = CMAP.records + index * CMAP.recordBytes;
    head.writeUInt16BE(platform, at + CMAP_RECORD.platform);
    head.writeUInt16BE(encoding, at + CMAP_RECORD.encoding);
    head.writeUInt32BE(offset, at + CMAP_RECORD.offset);
    offset += data.length;
  }
  return Buffer.concat([head, ...subtables.map(({ data }) => data)]);
}

function subsetSubtable(table: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  switch (table.readUInt16BE(0)) {
    case 0: {
      if (table.length < CMAP_0.bytes) return undefined;
      const out = Buffer.from(table.subarray(0, CMAP_0.bytes));
      for (let at: number = CMAP_0.glyphs; at < CMAP_0.bytes; at++) if (!kept.has(out[at] ?? 0)) out[at] = 0;
      return out;
    }
    case 4:
      return subsetSegments(table, kept);
    case 6: {
      const entries = table.length < CMAP_6.glyphs ? -1 : table.readUInt16BE(CMAP_6.entryCount);
      if (entries < 0 || CMAP_6.glyphs + entries * 2 > table.length) return undefined;
      const out = Buffer.from(table.subarray(0, CMAP_6.glyphs + entries * 2));
      for (let at: number = CMAP_6.glyphs; at < out.length; at += 2) if (!kept.has(out.readUInt16BE(at))) out.writeUInt16BE(0, at);
      return out;
    }
    default:
      return undefined;
  }
}

function subsetSegments(table: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  const mappings = readSegments(table);
  if (!mappings) return undefined;
  const segments: Segment[] = [];
  for (const [code, glyph] of mappings) {
    if (!kept.has(glyph)) continue;
    const last = segments.at(-1);
    if (last && last.to === code - 1 && ((last.delta + code) & 0xffff) === glyph) segments[segments.length - 1] = { ...last, to: code };
    else segments.push({ from: code, to: code, delta: (glyph - code) & 0xffff });
  }
  if (segments.at(-1)?.to !== 0xffff) segments.push(LAST_SEGMENT);
  return writeSegments(segments, [], table.readUInt16BE(CMAP_4.language));
}

/** Code and glyph, by ascending code; glyph 0 left out. */
function readSegments(table: Buffer): [number, number][] | undefined {
  if (table.length < CMAP_4.bytes) return undefined;
  const count = table.readUInt16BE(CMAP_4.segCountX2) >> 1;
  if (CMAP_4.bytes + count * CMAP_4.segmentBytes > table.length) return undefined;
  const { ends, starts, deltas, ranges } = segmentArrays(0, count);
  const found = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const to = table.readUInt16BE(ends + index * 2);
    const from = table.readUInt16BE(starts + index * 2);
    const delta = table.readUInt16BE(deltas + index * 2);
    const rangeAt = ranges + index * 2;
    const range = table.readUInt16BE(rangeAt);
    for (let code = from; code <= to; code++) {
      let glyph = (code + delta) & 0xffff;
      if (range !== 0) {
        const at = rangeAt + range + (code - from) * 2;
        const raw = at + 2 <= table.length ? table.readUInt16BE(at) : 0;
        glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      }
      if (glyph !== 0 && !found.has(code)) found.set(code, glyph);
    }
  }
  return [...found].toSorted(([a], [b]) => a - b);
}
