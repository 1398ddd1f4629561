// Where a document is written to, piece by piece: memory, a file, or a digest that only wants to know what would be written.

import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { type ByteSource, eachPiece } from './byte-source.ts';

export interface ByteSink {
  /** How much was written so far. */
  readonly size: number;
  /** `bytes` may be kept. */
  write(bytes: Uint8Array): void;
  copy(source: ByteSource): void;
}

export class MemorySink implements ByteSink {
  size = 0;
  private readonly pieces: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.pieces.push(bytes);
    this.size += bytes.length;
  }

  copy(source: ByteSource): void {
    this.write(source.read(0, source.size));
  }

  bytes(): Buffer {
    return Buffer.concat(this.pieces, this.size);
  }
}

const BUFFER_BYTES = 256 * 1024;

/** Writes a new file; it is whole when it is disposed. @throws Error of the file system, where the disk is full for one */
export class FileSink implements ByteSink, Disposable {
  size = 0;
  private readonly descriptor: number;
  private readonly buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  private buffered = 0;

  constructor(path: string) {
    this.descriptor = openSync(path, 'wx');
  }

  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.buffered + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length >= BUFFER_BYTES) writeWhole(this.descriptor, bytes);
    else {
      this.buffer.set(bytes, this.buffered);
      this.buffered += bytes.length;
    }
  }

  copy(source: ByteSource): void {
    eachPiece(source, (piece) => this.write(piece));
  }

  [Symbol.dispose](): void {
    try {
      this.flush();
    } finally {
      closeSync(this.descriptor);
    }
  }

  private flush(): void {
    writeWhole(this.descriptor, this.buffer.subarray(0, this.buffered));
    this.buffered = 0;
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** @param copied what is known of the data that will be copied, which are then not read: only their size counts */
export class DigestSink implements ByteSink {
  size = 0;
  private readonly hash = createHash('sha256');
  private readonly readsCopied: boolean;

  constructor(copied?: string) {
    this.readsCopied = copied === undefined;
    if (copied !== undefined) this.hash.update(copied);
  }

  write(bytes: Uint8Array): void {
    this.hash.update(bytes);
    this.size += bytes.length;
  }

  copy(source: ByteSource): void {
    if (this.readsCopied) eachPiece(source, (piece) => this.write(piece));
    else this.size += source.size;
  }

  hex(): string {
    return this.hash.digest('hex');
  }
}
