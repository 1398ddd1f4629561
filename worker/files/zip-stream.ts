// A ZIP archive that is written while its files are read: nothing is held but a block. Its bytes are not made smaller (PDFs and pictures are
// compressed), they are stored as deflate blocks (RFC 1951, section 3.2.4), so that readers that go from front to back find the end of each.
// APPNOTE.TXT 6.3.10; beyond 4 GiB or 65,535 files the end has the records of ZIP64 (sections 4.3.14 and 4.5.3).

export interface ZipEntry {
  /** Unique in the archive. */
  readonly name: string;
  readonly modifiedMs: number;
  readonly open: () => Promise<ReadableStream<Uint8Array>>;
}

export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const bytes = writeZip(entries);
  return new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const { done, value } = await bytes.next();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: async () => {
      await bytes.return(undefined);
    },
  });
}

interface Written {
  readonly name: Uint8Array;
  readonly time: number;
  readonly offset: number;
  readonly crc: number;
  readonly storedBytes: number;
  readonly bytes: number;
}

const BLOCK_BYTES_MAX = 65_535;
/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 45;
const UINT32_MAX = 0xffff_ffff;
const UINT16_MAX = 0xffff;

async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, modifiedMs, open } of entries) {
    const head = { name: new TextEncoder().encode(name), time: dosTime(modifiedMs), offset };
    const local = record(
      [4, 0x0403_4b50],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [4, head.time],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, head.name.length],
      [2, 0],
    );
    yield local;
    yield head.name;
    let [crc, bytes, storedBytes] = [0, 0, 0];
    for await (const chunk of await open()) {
      crc = crc32(crc, chunk);
      bytes += chunk.length;
      for (let at = 0; at < chunk.length; at += BLOCK_BYTES_MAX) {
        const block = chunk.subarray(at, at + BLOCK_BYTES_MAX);
        yield blockHead(block.length, false);
        yield block;
        storedBytes += BLOCK_HEAD_BYTES + block.length;
      }
    }
    yield blockHead(0, true);
    storedBytes += BLOCK_HEAD_BYTES;
    const sizes = record([4, 0x0807_4b50], [4, crc], [4, storedBytes], [4, bytes]);
    yield sizes;
    written.push({ ...head, crc, storedBytes, bytes });
    offset += local.length + head.name.length + storedBytes + sizes.length;
  }
  yield* writeDirectory(written, offset);
}

function* writeDirectory(written: readonly Written[], start: number): Generator<Uint8Array, void, undefined> {
  let size = 0;
  for (const { name, time, offset, crc, storedBytes, bytes } of written) {
    const far = offset > UINT32_MAX ? record([2, 1], [2, 8], [8, offset]) : new Uint8Array();
    const head = record(
      ...([
        [4, 0x0201_4b50],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATE],
        [4, time],
        [4, crc],
        [4, storedBytes],
      ] as const),
      ...([
        [4, bytes],
        [2, name.length],
        [2, far.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, Math.min(offset, UINT32_MAX)],
      ] as const),
    );
    yield head;
    yield name;
    yield far;
    size += head.length + name.length + far.length;
  }
  const count = written.length;
  if (start + size > UINT32_MAX || count > UINT16_MAX) {
    yield record([4, 0x0606_4b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, start]);
    yield record([4, 0x0706_4b50], [4, 0], [8, start + size], [4, 1]);
  }
  const counted = Math.min(count, UINT16_MAX);
  const [shownSize, shownStart] = [Math.min(size, UINT32_MAX), Math.min(start, UINT32_MAX)];
  yield record([4, 0x0605_4b50], [2, 0], [2, 0], [2, counted], [2, counted], [4, shownSize], [4, shownStart], [2, 0]);
}

const BLOCK_HEAD_BYTES = 5;

function blockHead(length: number, isLast: boolean): Uint8Array {
  return record([1, isLast ? 1 : 0], [2, length], [2, length ^ UINT16_MAX]);
}

/** Numbers in little-endian order, each with its width in bytes. */
function record(...fields: readonly (readonly [width: 1 | 2 | 4 | 8, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 1) view.setUint8(at, value);
    else if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}

/** Date in the upper 16 bits, time in steps of two seconds in the lower ones; in UTC. */
function dosTime(ms: number): number {
  const date = new Date(ms);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return ((day << 16) | (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value >>> 0;
});

/** @param crc of the bytes before. */
function crc32(crc: number, bytes: Uint8Array): number {
  let value = ~crc;
  for (let i = 0; i < bytes.length; i++) value = (value >>> 8) ^ (CRC_TABLE[(value ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~value >>> 0;
}

/** The names in their order, each once: `a.pdf`, `a (2).pdf`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
    let unique = name;
    for (let n = 2; taken.has(unique); n++) unique = `${stem} (${n})${extension}`;
    taken.add(unique);
    return unique;
  });
}
