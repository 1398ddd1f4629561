// The container of TrueType and OpenType fonts (ISO/IEC 14496-22, clause 4): its tables by tag, read and written. What does not lie within the file
// is not there.

export interface Sfnt {
  /** 0x00010000, `true`, or `OTTO`. */
  readonly version: number;
  readonly tables: ReadonlyMap<string, Buffer>;
}

const TABLES_MAX = 100;

/** Undefined when the bytes are no such font. Of a collection, the first. */
export function readSfnt(bytes: Uint8Array): Sfnt | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const base = file.length >= 16 && file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(12) : 0;
  if (file.length < base + 12) return undefined;
  const version = file.readUInt32BE(base);
  if (![0x00010000, 0x74727565, 0x4f54544f].includes(version)) return undefined;
  const count = Math.min(file.readUInt16BE(base + 4), TABLES_MAX);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const at = base + 12 + index * 16;
    if (at + 16 > file.length) break;
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (offset < file.length)
      tables.set(file.toString('latin1', at, at + 4), file.subarray(offset, Math.min(file.length, offset + length)));
  }
  return { version, tables };
}

export function writeSfnt({ version, tables }: Sfnt): Buffer {
  const entries = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + entries.length * 16);
  const power = 2 ** Math.floor(Math.log2(Math.max(1, entries.length)));
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(entries.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((entries.length - power) * 16, 10);
  const chunks: Buffer[] = [head];
  let offset = head.length;
  for (const [index, [tag, table]] of entries.entries()) {
    const at = 12 + index * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum(table), at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
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
