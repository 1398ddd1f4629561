// Bytes that take the place of others in a document, in one file of the work directory until the document is written: memory does not grow with
// what is changed. What is kept stays there; the file goes with its directory.

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteSource, memorySource, writtenSource } from './byte-source.ts';

/** Puts bytes aside and gives them back as a source. */
export type KeepBytes = (bytes: Uint8Array) => ByteSource;

/** Fewer bytes cost less where they are. */
const IN_MEMORY_BYTES_MAX = 256;

/** @param workDir absolute. @returns what throws the Error of the file system where the disk is full */
export function keepInScratch(workDir: string): KeepBytes {
  const path = join(workDir, `scratch-${randomUUID()}`);
  let size = 0;
  return (bytes) => {
    // A copy: the bytes may be a small part of many.
    if (bytes.length <= IN_MEMORY_BYTES_MAX) return memorySource(Uint8Array.from(bytes));
    appendFileSync(path, bytes, { mode: 0o600 });
    const start = size;
    size += bytes.length;
    return writtenSource(path, start, bytes.length);
  };
}
