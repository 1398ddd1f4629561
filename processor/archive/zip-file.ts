// A ZIP archive while it is written (APPNOTE.TXT 6.3.10): entry by entry, one open at a time, straight to its file. The same entries give the same
// bytes: all carry the earliest date that a ZIP can hold.

import { crc32, constants, deflateRawSync } from 'node:zlib';
import { type ByteSource, eachPiece, piecesOf } from '../pdf/byte-source.ts';
import { JobFailure } from '../failure.ts';
import { ResultFile } from './result-file.ts';

/** Bytes or characters that are deflated at a time. */
const PIECE_SIZE = 256 * 1024;
const BYTES_MAX = 0xffff_ffff;
const ENTRIES_MAX = 0xffff;
const EARLIEST_DATE = 0x21;
const FLAGS = { utf8: 0x800, sizesFollow: 8 } as const;
const METHODS = { stored: 0, deflated: 8 } as const;
/** The last block of a deflated stream, without content (RFC 1951 3.2.6). */
const LAST_BLOCK = Buffer.from([3, 0]);

interface Entry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly offset: number;
  crc: number;
  packedSize: number;
  size: number;
}

export class ZipFile implements Disposable {
  readonly #file: ResultFile;
  readonly #directory: Buffer[] = [];
  #open: Entry | undefined;
  #waiting: string[] = [];
  #waitingSize = 0;

  constructor(path: string, bytesMax: number) {
    this.#file = new ResultFile(path, Math.min(bytesMax, BYTES_MAX));
  }

  /** An entry as it is: for what is compressed already. @throws JobFailure output_limit */
  store(name: string, bytes: Uint8Array): void {
    this.#addWhole(name, METHODS.stored, bytes, bytes);
  }

  /** As store, read piece by piece, twice. @throws JobFailure output_limit */
  storeFrom(name: string, source: ByteSource): void {
    let crc = 0;
    eachPiece(source, (piece) => (crc = crc32(piece, crc)));
    const entry = { ...this.#begin(name, METHODS.stored, FLAGS.utf8), crc, packedSize: source.size, size: source.size };
    this.#file.write(headerOf(entry));
    for (const piece of piecesOf(source)) this.#file.write(piece);
    this.#directory.push(directoryOf(entry));
  }

  /** A deflated entry. @throws JobFailure output_limit */
  add(name: string, text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.#addWhole(name, METHODS.deflated, bytes, deflateRawSync(bytes));
  }

  /** Begins a deflated entry that is written piece by piece. */
  open(name: string): void {
    this.#open = this.#begin(name, METHODS.deflated, FLAGS.utf8 | FLAGS.sizesFollow);
    this.#file.write(headerOf(this.#open));
  }

  /** To the open entry. @throws JobFailure output_limit */
  write(text: string): void {
    this.#waiting.push(text);
    this.#waitingSize += text.length;
    if (this.#waitingSize >= PIECE_SIZE) this.#deflate();
  }

  writeAll(pieces: Iterable<string>): void {
    for (const piece of pieces) this.write(piece);
  }

  writeBytes(bytes: Uint8Array): void {
    this.#deflate();
    this.#pack(bytes);
  }

  /** Ends the open entry. @throws JobFailure output_limit */
  close(): void {
    const entry = this.#open;
    if (!entry) throw new Error('no entry is open');
    this.#deflate();
    this.#file.write(LAST_BLOCK);
    entry.packedSize += LAST_BLOCK.length;
    // The data descriptor (4.3.9): the header was written before the sizes were known.
    this.#file.write(record(0x08074b50, [4, entry.crc], [4, entry.packedSize], [4, entry.size]));
    this.#directory.push(directoryOf(entry));
    this.#open = undefined;
  }

  /** The archive is whole with this. @throws JobFailure output_limit */
  end(): void {
    const offset = this.#file.size;
    for (const entry of this.#directory) this.#file.write(entry);
    const size = this.#file.size - offset;
    const count = this.#directory.length;
    if (count >= ENTRIES_MAX) this.#endZip64(count, size, offset);
    const shown = Math.min(count, ENTRIES_MAX);
    this.#file.write(record(0x06054b50, [2, 0], [2, 0], [2, shown], [2, shown], [4, size], [4, offset], [2, 0]));
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  /** More entries than the last record can count (4.3.14, 4.3.15). */
  #endZip64(count: number, size: number, offset: number): void {
    const end = this.#file.size;
    const counts = [[8, count] as const, [8, count] as const];
    this.#file.write(record(0x06064b50, [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], ...counts, [8, size], [8, offset]));
    this.#file.write(record(0x07064b50, [4, 0], [8, end], [4, 1]));
  }

  #addWhole(name: string, method: number, bytes: Uint8Array, packed: Uint8Array): void {
    const sizes = { crc: crc32(bytes), packedSize: packed.length, size: bytes.length };
    const entry = { ...this.#begin(name, method, FLAGS.utf8), ...sizes };
    this.#file.write(headerOf(entry));
    this.#file.write(packed);
    this.#directory.push(directoryOf(entry));
  }

  #begin(name: string, method: number, flags: number): Entry {
    if (this.#open) throw new Error('an entry is open');
    return { name: Buffer.from(name, 'utf8'), flags, method, offset: this.#file.size, crc: 0, packedSize: 0, size: 0 };
  }

  #deflate(): void {
    if (this.#waitingSize === 0) return;
    const bytes = Buffer.from(this.#waiting.join(''), 'utf8');
    this.#waiting = [];
    this.#waitingSize = 0;
    this.#pack(bytes);
  }

  /** Each piece is packed by itself: what was packed before is not needed again. */
  #pack(bytes: Uint8Array): void {
    const entry = this.#open;
    if (!entry) throw new Error('no entry is open');
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packedSize += packed.length;
    if (entry.size > BYTES_MAX) throw new JobFailure('output_limit');
    this.#file.write(packed);
  }
}

/** The local header (4.3.7). */
function headerOf(entry: Entry): Buffer {
  return Buffer.concat([record(0x04034b50, [2, 20], ...fieldsOf(entry), [2, 0]), entry.name]);
}

/** The header in the central directory (4.3.12). */
function directoryOf(entry: Entry): Buffer {
  const rest = [[2, 0] as const, [2, 0] as const, [2, 0] as const, [2, 0] as const, [4, 0] as const, [4, entry.offset] as const];
  return Buffer.concat([record(0x02014b50, [2, 20], [2, 20], ...fieldsOf(entry), ...rest), entry.name]);
}

function fieldsOf({ flags, method, crc, packedSize, size, name }: Entry): (readonly [number, number])[] {
  return [
    [2, flags],
    [2, method],
    [2, 0],
    [2, EARLIEST_DATE],
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
  ];
}

/** A signature and fields, each with its width in bytes, little-endian. */
function record(signature: number, ...fields: (readonly [width: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [width]) => sum + width, 0));
  let at = bytes.writeUInt32LE(signature);
  for (const [width, value] of fields) {
    if (width === 8) at = bytes.writeBigUInt64LE(BigInt(value), at);
    else at = bytes.writeUIntLE(value, at, width);
  }
  return bytes;
}
