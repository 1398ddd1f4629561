// Takes mappings to glyphs that are gone out of a character map (ISO/IEC 14496-22, 5.2.1): formats 0, 4 and 6, which simple fonts of a PDF use. A map
// in another format goes where one of these is left.

/** Undefined when no subtable is in a format that is known: the table stays as it is then. */
export function subsetCmap(cmap: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  if (cmap.length < 4) return undefined;
  const count = cmap.readUInt16BE(2);
  const subtables: { readonly platform: number; readonly encoding: number; readonly data: Buffer }[] = [];
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8;
    if (at + 8 > cmap.length) return undefined;
    const offset = cmap.readUInt32BE(at + 4);
    const data = offset + 6 <= cmap.length ? subsetSubtable(cmap.subarray(offset), kept) : undefined;
    if (data) subtables.push({ platform: cmap.readUInt16BE(at), encoding: cmap.readUInt16BE(at + 2), data });
  }
  if (subtables.length === 0) return undefined;
  const head = Buffer.alloc(4 + subtables.length * 8);
  head.writeUInt16BE(subtables.length, 2);
  let offset = head.length;
  for (const [index, { platform, encoding, data }] of subtables.entries()) {
    head.writeUInt16BE(platform, 4 + index * 8);
    head.writeUInt16BE(encoding, 6 + index * 8);
    head.writeUInt32BE(offset, 8 + index * 8);
    offset += data.length;
  }
  return Buffer.concat([head, ...subtables.map(({ data }) => data)]);
}

function subsetSubtable(table: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  switch (table.readUInt16BE(0)) {
    case 0: {
      if (table.length < 262) return undefined;
      const out = Buffer.from(table.subarray(0, 262));
      for (let at = 6; at < 262; at++) if (!kept.has(out[at] ?? 0)) out[at] = 0;
      return out;
    }
    case 4:
      return subsetSegments(table, kept);
    case 6: {
      const entries = table.length < 10 ? -1 : table.readUInt16BE(8);
      if (entries < 0 || 10 + entries * 2 > table.length) return undefined;
      const out = Buffer.from(table.subarray(0, 10 + entries * 2));
      for (let at = 10; at < out.length; at += 2) if (!kept.has(out.readUInt16BE(at))) out.writeUInt16BE(0, at);
      return out;
    }
    default:
      return undefined;
  }
}

function subsetSegments(table: Buffer, kept: ReadonlySet<number>): Buffer | undefined {
  const mappings = readSegments(table);
  if (!mappings) return undefined;
  const segments: { from: number; to: number; delta: number }[] = [];
  for (const [code, glyph] of mappings) {
    if (!kept.has(glyph)) continue;
    const last = segments.at(-1);
    if (last && last.to === code - 1 && ((last.delta + code) & 0xffff) === glyph) last.to = code;
    else segments.push({ from: code, to: code, delta: (glyph - code) & 0xffff });
  }
  if (segments.at(-1)?.to !== 0xffff) segments.push({ from: 0xffff, to: 0xffff, delta: 1 });
  const count = segments.length;
  const out = Buffer.alloc(16 + count * 8);
  const power = 2 ** Math.floor(Math.log2(count));
  for (const [index, value] of [
    4,
    out.length,
    table.readUInt16BE(4),
    count * 2,
    power * 2,
    Math.log2(power),
    (count - power) * 2,
  ].entries())
    out.writeUInt16BE(value, index * 2);
  for (const [index, { from, to, delta }] of segments.entries()) {
    out.writeUInt16BE(to, 14 + index * 2);
    out.writeUInt16BE(from, 16 + count * 2 + index * 2);
    out.writeUInt16BE(delta, 16 + count * 4 + index * 2);
  }
  return out;
}

/** Code and glyph, by ascending code; glyph 0 left out. */
function readSegments(table: Buffer): [number, number][] | undefined {
  if (table.length < 16) return undefined;
  const count = table.readUInt16BE(6) >> 1;
  if (16 + count * 8 > table.length) return undefined;
  const found = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const to = table.readUInt16BE(14 + index * 2);
    const from = table.readUInt16BE(16 + count * 2 + index * 2);
    const delta = table.readUInt16BE(16 + count * 4 + index * 2);
    const rangeAt = 16 + count * 6 + index * 2;
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
