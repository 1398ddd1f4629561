// Streams that an edit makes wait in files until the document is saved: those of ten thousand pages would fill the memory.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PDFContext, type PDFDict, PDFRawStream } from 'pdf-lib';
import { fileSource, memorySource } from '../byte-source.ts';
import { replaceContents, SourceStream } from '../syntax/source-stream.ts';

/** So much waits in memory before it goes to a file, all of it together. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

class Spool {
  private readonly dir: string;
  private waiting: PDFRawStream[] = [];
  private bytes = 0;

  constructor(dir: string) {
    this.dir = dir;
  }

  add(dict: PDFDict, bytes: Uint8Array): PDFRawStream {
    // A copy with memory of its own: zlib's results are views of longer buffers, and Node's small ones of a block that others keep alive.
    const own = Buffer.allocUnsafeSlow(bytes.length);
    own.set(bytes);
    const stream = SourceStream.over(dict, memorySource(own));
    this.waiting.push(stream);
    this.bytes += bytes.length;
    if (this.bytes > WAITING_BYTES_MAX) this.flush();
    return stream;
  }

  private flush(): void {
    const path = join(this.dir, `streams-${randomUUID()}`);
    writeFileSync(path, Buffer.concat(this.waiting.map((stream) => stream.getContents())));
    const file = fileSource(path);
    let at = 0;
    for (const stream of this.waiting) {
      const size = stream.getContentsSize();
      replaceContents(stream, file.part(at, size));
      at += size;
    }
    this.waiting = [];
    this.bytes = 0;
  }
}

const spools = new WeakMap<PDFContext, Spool>();

/** From now on the streams that `makeStream` makes for this document lie in `dir`, which must outlive it. */
export function spoolStreams(context: PDFContext, dir: string): void {
  spools.set(context, new Spool(dir));
}

/** A new stream of a document; `bytes` as they are to be written. */
export function makeStream(context: PDFContext, dict: PDFDict, bytes: Uint8Array): PDFRawStream {
  return spools.get(context)?.add(dict, bytes) ?? PDFRawStream.of(dict, bytes);
}
