// Brings a job's source files into its directory, streamed, and checks every byte against what the Worker promised.
// A file's name on disk comes from its position and type; the customer's file name never becomes part of a path.

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_TYPES } from '#contract/files.ts';
import type { RunJob } from '#contract/processor.ts';
import { orTransient, requestOnce, retryTransient, TransientFault } from './call-worker.ts';
import { JobFailure } from './failure.ts';
import type { SourceFile } from './operations/operation.ts';

/** @throws like requestOnce; TransientFault when no try brought the promised bytes. */
export async function fetchSources(job: RunJob, workDir: string, signal: AbortSignal): Promise<[SourceFile, ...SourceFile[]]> {
  const files: SourceFile[] = [];
  for (const [index, source] of job.sources.entries()) {
    const path = join(workDir, `source-${index}${extensionOf(source.content_type)}`);
    await retryTransient(signal, () => fetchOnce(job, source, path, signal));
    files.push({
      path,
      filename: source.filename,
      contentType: source.content_type,
      sizeBytes: source.size_bytes,
      sha256: source.sha256,
    });
  }
  const [first, ...rest] = files;
  if (!first) throw new JobFailure('internal');
  return [first, ...rest];
}

async function fetchOnce(job: RunJob, source: RunJob['sources'][number], path: string, signal: AbortSignal): Promise<void> {
  const response = await requestOnce(job, source.url, { method: 'GET' }, signal);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await using file = await open(path, 'w', 0o600);
  const chunks = (response.body ?? new ReadableStream<Uint8Array>({ start: (stream) => stream.close() })).getReader();
  for (;;) {
    const { done, value } = await orTransient(signal, () => chunks.read());
    if (done) break;
    sizeBytes += value.byteLength;
    if (sizeBytes > source.size_bytes) {
      await chunks.cancel().catch(() => {});
      throw new TransientFault('source_too_long');
    }
    hash.update(value);
    await file.writeFile(value);
  }
  if (sizeBytes !== source.size_bytes) throw new TransientFault('source_too_short');
  if (hash.digest('hex') !== source.sha256) throw new TransientFault('source_hash_mismatch');
}

export function extensionOf(contentType: string): string {
  return Object.hasOwn(FILE_TYPES, contentType) ? `.${FILE_TYPES[contentType as keyof typeof FILE_TYPES].extension}` : '';
}
