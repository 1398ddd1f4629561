// The container of TrueType and OpenType fonts (ISO/IEC 14496-22, clause 4): its tables by tag, read and written. A table that is not within the file
// is treated as missing.

export interface Sfnt {
  /** 0x00010000, `true`, or `OTTO`. */
  readonly version: number;
  readonly tables: ReadonlyMap<string, Buffer>;
}

const TABLES_MAX = 100;
export const TRUETYPE_VERSION = 0x00010000;
/** As Apple wrote it. */
const TRUE = 0x74727565;
const OTTO = 0x4f54544f;
/** The header of a file, and of a record of its directory. */
const HEADER = { version: 0, numTables: 4, searchRange: 6, entrySelector: 8, rangeShift: 10, bytes: 12 } as const;
const RECORD = { tag: 0, checksum: 4, offset: 8, length: 12, bytes: 16 } as const;
/** In a collection: the offset of its first font. */
const COLLECTION = { firstFont: 12, bytes: 16 } as const;

/** Undefined when the bytes are not such a font. Of a collection, the first font. */
export function readSfnt(bytes: Uint8Array): Sfnt | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const base = file.length >= COLLECTION.bytes && file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(COLLECTION.firstFont) : 0;
  if (file.length < base + HEADER.bytes) return undefined;
  const version = file.readUInt32BE(base + HEADER.version);
  if (![TRUETYPE_VERSION, TRUE, OTTO].includes(version)) return undefined;
  const count = Math.min(file.readUInt16BE(base + HEADER.numTables), TABLES_MAX);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const at = base + HEADER.bytes + index * RECORD.bytes;
    if (at + RECORD.bytes > file.length) break;
    const [offset, length] = [file.readUInt32BE(at + RECORD.offset), file.readUInt32BE(at + RECORD.length)];
    if (offset < file.length)
      tables.set(
        file.toString('latin1', at + RECORD.tag, at + RECORD.checksum),
        file.subarray(offset, Math.min(file.length, offset + length)),
      );
  }
  return { version, tables };
}

export function writeSfnt({ version, tables }: Sfnt): Buffer {
  const entries = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(HEADER.bytes + entries.length * RECORD.bytes);
  const power = 2 ** Math.floor(Math.log2(Math.max(1, entries.length)));
  head.writeUInt32BE(version, HEADER.version);
  head.writeUInt16BE(entries.length, HEADER.numTables);
  head.writeUInt16BE(power * RECORD.bytes, HEADER.searchRange);
  head.writeUInt16BE(Math.log2(power), HEADER.entrySelector);
  head.writeUInt16BE((entries.length - power) * RECORD.bytes, HEADER.rangeShift);
  const chunks: Buffer[] = [head];
  let offset = head.length;
  for (const [index, [tag, table]] of entries.entries()) {
    const at = HEADER.bytes + index * RECORD.bytes;
    head.write(tag, at + RECORD.tag, 'latin1');
    head.writeUInt32BE(checksum(table), at + RECORD.checksum);
    head.writeUInt32BE(offset, at + RECORD.offset);
    head.writeUInt32BE(table.length, at + RECORD.length);
    const padding = (4 - (table.length % 4)) % 4;
    chunks.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat(chunks);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  const rest = table.length % 4;
  if (rest > 0) sum = (sum + table.readUIntBE(table.length - rest, rest) * 256 ** (4 - rest)) >>> 0;
  return sum;
}
