// The bytes of a PDF, read by range: a file on disk or bytes in memory. Nothing holds the whole of a file, and no file stays open between two
// reads, so a source needs no closing. A file that is not what it was at its first read ends the job.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { FileChanged } from '../failure.ts';

/** A range of a file, for another thread or program. */
export interface FilePart {
  /** Absolute. */
  readonly path: string;
  readonly start: number;
  readonly size: number;
}

export interface ByteSource {
  readonly size: number;
  /** Where the bytes lie on disk; absent for bytes in memory. */
  readonly file?: FilePart;
  /** What there is of a range; not to be written into. @throws FileChanged */
  read(offset: number, length: number): Buffer;
  /** Copies what there is of a range to the beginning of `target`. @returns how many bytes. @throws as read */
  readInto(target: Uint8Array, offset: number, length: number): number;
  /** A range as a source of its own. */
  part(offset: number, length: number): ByteSource;
}

const BLOCK_BYTES = 64 * 1024;
const BLOCKS_KEPT_MAX = 32;

export function memorySource(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const within = (offset: number, length: number) => {
    const [start, end] = rangeWithin(buffer.length, offset, length);
    return buffer.subarray(start, end);
  };
  return {
    size: buffer.length,
    read: within,
    readInto: (target, offset, length) => within(offset, length).copy(target),
    part: (offset, length) => memorySource(within(offset, length)),
  };
}

/** Offsets come out of files, where they may be anything. */
function rangeWithin(size: number, offset: number, length: number): [number, number] {
  const start = Math.min(size, Math.max(0, Math.trunc(offset) || 0));
  return [start, Math.min(size, Math.max(start, Math.trunc(offset + length) || 0))];
}

/** @throws Error of the file system when there is no such file */
export function fileSource(path: string): ByteSource {
  const blocks = new FileBlocks(path);
  return new FileRange(blocks, 0, blocks.size);
}

/** A range of a file that others may append to; `path` is ours. */
export function writtenSource(path: string, start: number, size: number): ByteSource {
  return new FileRange(new FileBlocks(path, true), start, size);
}

class FileRange implements ByteSource {
  readonly size: number;
  private readonly blocks: FileBlocks;
  private readonly start: number;

  constructor(blocks: FileBlocks, start: number, size: number) {
    this.blocks = blocks;
    this.start = start;
    this.size = size;
  }

  get file(): FilePart {
    return { path: this.blocks.path, start: this.start, size: this.size };
  }

  read(offset: number, length: number): Buffer {
    const [start, end] = rangeWithin(this.size, offset, length);
    return this.blocks.read(this.start + start, end - start);
  }

  readInto(target: Uint8Array, offset: number, length: number): number {
    const [start, end] = rangeWithin(this.size, offset, length);
    this.blocks.readInto(target, this.start + start, end - start);
    return end - start;
  }

  part(offset: number, length: number): ByteSource {
    const [start, end] = rangeWithin(this.size, offset, length);
    return new FileRange(this.blocks, this.start + start, end - start);
  }
}

/** Short reads go through blocks that are kept for a while; long ones read what they ask for. */
class FileBlocks {
  readonly path: string;
  readonly size: number;
  private readonly changed: string | undefined;
  private readonly kept = new Map<number, Buffer>();

  constructor(path: string, mayGrow = false) {
    const stat = statSync(path);
    this.path = path;
    this.size = stat.size;
    this.changed = mayGrow ? undefined : versionOf(stat);
  }

  read(offset: number, length: number): Buffer {
    const [first, last] = [Math.floor(offset / BLOCK_BYTES), Math.floor((offset + length - 1) / BLOCK_BYTES)];
    if (length === 0) return Buffer.alloc(0);
    // The last block of a file that grows is not whole.
    if (last > first + 1 || this.changed === undefined) return this.readDisk(offset, length);
    const from = offset - first * BLOCK_BYTES;
    const bytes = first === last ? this.block(first) : Buffer.concat([this.block(first), this.block(last)]);
    return bytes.subarray(from, from + length);
  }

  private block(index: number): Buffer {
    const known = this.kept.get(index);
    const start = index * BLOCK_BYTES;
    const block = known ?? this.readDisk(start, Math.min(BLOCK_BYTES, this.size - start));
    this.kept.delete(index);
    this.kept.set(index, block);
    const [oldest] = this.kept.keys();
    if (this.kept.size > BLOCKS_KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
    return block;
  }

  private readDisk(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.readInto(bytes, offset, length);
    return bytes;
  }

  readInto(target: Uint8Array, offset: number, length: number): void {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.path, 'r');
      if (this.changed !== undefined && versionOf(fstatSync(descriptor)) !== this.changed)
        throw new FileChanged('it is another one than before');
      for (let done = 0; done < length;) {
        const read = readSync(descriptor, target, done, length - done, offset + done);
        if (read === 0) throw new FileChanged('it is shorter than before');
        done += read;
      }
    } catch (error) {
      throw isGone(error) ? new FileChanged('it is gone', { cause: error }) : error;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}

/** Sources one after the other, as one. */
export function joinedSource(parts: readonly ByteSource[]): ByteSource {
  const ends: number[] = [];
  for (const { size } of parts) ends.push((ends.at(-1) ?? 0) + size);
  const size = ends.at(-1) ?? 0;
  const within = (offset: number, length: number) => {
    const [start, end] = rangeWithin(size, offset, length);
    return parts.flatMap((part, index) => {
      const from = (ends[index] ?? 0) - part.size;
      const [first, last] = [Math.max(start, from), Math.min(end, from + part.size)];
      return first < last ? [part.part(first - from, last - first)] : [];
    });
  };
  const readInto = (target: Uint8Array, offset: number, length: number) => {
    let at = 0;
    for (const part of within(offset, length)) at += part.readInto(target.subarray(at), 0, part.size);
    return at;
  };
  return {
    size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size)));
      return bytes.subarray(0, readInto(bytes, offset, bytes.length));
    },
    readInto,
    part: (offset, length) => joinedSource(within(offset, length)),
  };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function versionOf({ ino, size, mtimeMs }: { readonly ino: number; readonly size: number; readonly mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

const PIECE_BYTES = 256 * 1024;

/** The whole of a source, piece by piece. */
export function* piecesOf(source: ByteSource): Generator<Buffer> {
  for (let at = 0; at < source.size; at += PIECE_BYTES) yield source.read(at, PIECE_BYTES);
}

/** As piecesOf, for who is done with a piece when `use` returns: the pieces share their memory. */
export function eachPiece(source: ByteSource, use: (piece: Uint8Array) => void): void {
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, source.size));
  for (let at = 0; at < source.size; at += PIECE_BYTES) use(piece.subarray(0, source.readInto(piece, at, PIECE_BYTES)));
}

/** Where a text of one-byte characters stands last; -1 when nowhere. */
export function lastIndexIn(source: ByteSource, text: string): number {
  for (let end = source.size; end > 0; end -= BLOCK_BYTES) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const at = source.read(start, end - start + text.length - 1).lastIndexOf(text, undefined, 'latin1');
    if (at >= 0) return start + at;
  }
  return -1;
}
