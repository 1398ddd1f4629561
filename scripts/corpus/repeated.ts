// Compressed data that is too large to hold: one unit is compressed, and its block is repeated as often as needed.

import { constants, crc32, deflateRawSync } from 'node:zlib';

const ADLER = 65_521;
/** An empty last block. */
const END = Uint8Array.of(3, 0);

export interface Repeated {
  readonly before?: string;
  readonly unit: Uint8Array | string;
  readonly count: number;
  readonly after?: string;
}

/** In the format of zlib (RFC 1950), as /FlateDecode and PNG have it. */
export function zlibOf(parts: Repeated): Buffer {
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(adlerOf(parts));
  return Buffer.concat([Uint8Array.of(0x78, 0xda), rawOf(parts), trailer]);
}

interface ZipEntry {
  readonly name: string;
  readonly content: Repeated;
}

/** @param aliases further names that the directory gives to the first entry */
export function zipOf(entries: readonly ZipEntry[], aliases: readonly string[] = []): Buffer {
  const [chunks, rows]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [index, { name, content }] of entries.entries()) {
    const data = rawOf(content);
    const fields = headerFields(content, data.length);
    chunks.push(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, lengthsOf(name), Buffer.from(name), data]));
    for (const row of index === 0 ? [name, ...aliases] : [name]) rows.push(directoryRow(row, fields, offset));
    offset += chunks.at(-1)?.length ?? 0;
  }
  const directory = Buffer.concat(rows);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(rows.length, 8);
  end.writeUInt16LE(rows.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, directory, end]);
}

/** The part that the local header and the directory share: version, method, date, checksum, sizes. */
function headerFields(content: Repeated, compressedBytes: number): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(20);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crcOf(content), 10);
  fields.writeUInt32LE(compressedBytes, 14);
  fields.writeUInt32LE(sizeOf(content), 18);
  return fields;
}

/** The lengths of the name and of the extra fields, of which there are none. */
function lengthsOf(name: string): Uint8Array {
  return Uint8Array.of(Buffer.byteLength(name), 0, 0, 0);
}

function directoryRow(name: string, fields: Uint8Array, offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  const head = Buffer.from('PK\u0001\u0002\u0014\0', 'latin1');
  return Buffer.concat([head, fields, lengthsOf(name), tail, Buffer.from(name)]);
}

function rawOf({ before = '', unit, count, after = '' }: Repeated): Buffer {
  // After a full flush a block does not depend on those before it, and ends at a byte.
  const block = (data: Uint8Array | string) => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const repeated = block(unit);
  return Buffer.concat([block(before), ...Array.from({ length: count }, () => repeated), block(after), END]);
}

function sizeOf({ before = '', unit, count, after = '' }: Repeated): number {
  return Buffer.byteLength(before) + Buffer.from(unit).length * count + Buffer.byteLength(after);
}

function crcOf({ before = '', unit, count, after = '' }: Repeated): number {
  let crc = crc32(before);
  for (let turn = 0; turn < count; turn++) crc = crc32(unit, crc);
  return crc32(after, crc);
}

function adlerOf({ before = '', unit, count, after = '' }: Repeated): number {
  let [low, high] = [1, 0];
  const add = (data: Buffer, times: number) => {
    let [sum, weighted] = [0, 0];
    for (const [index, byte] of data.entries()) {
      sum = (sum + byte) % ADLER;
      weighted = (weighted + (data.length - index) * byte) % ADLER;
    }
    for (let turn = 0; turn < times; turn++) {
      high = (high + data.length * low + weighted) % ADLER;
      low = (low + sum) % ADLER;
    }
  };
  add(Buffer.from(before), 1);
  add(Buffer.from(unit), count);
  add(Buffer.from(after), 1);
  return high * 0x1_0000 + low;
}
