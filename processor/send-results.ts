// Sends an operation's result files to the Worker, streamed, and checks that the stored bytes are the sent ones.
// The paths come from the child process, which read a hostile document: only plain files inside the job's directory are read.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import type { ResultFile, RunJob } from '#contract/processor.ts';
import { orTransient, requestOnce, retryTransient, TransientFault, WorkerRefused } from './call-worker.ts';
import { JobFailure } from './failure.ts';
import type { TaskResult } from './sandbox/child-messages.ts';

const Stored = z.object({ sha256: z.string(), size_bytes: z.int() });

class ForeignResult extends Error {
  override readonly name = 'ForeignResult';
}

/** @throws JobFailure `output_limit` (also when the Worker answers 413), `internal`; else like requestOnce. */
export async function sendResults(job: RunJob, workDir: string, files: TaskResult['files'], signal: AbortSignal): Promise<ResultFile[]> {
  const sizes: number[] = [];
  let outputBytes = 0;
  for (const { path } of files) {
    await using handle = await openInside(workDir, path);
    const { size } = await handle.stat();
    outputBytes += size;
    if (outputBytes > job.limits.output_bytes) throw new JobFailure('output_limit');
    sizes.push(size);
  }

  const sent: ResultFile[] = [];
  for (const [index, { path, filename, contentType }] of files.entries()) {
    await using handle = await openInside(workDir, path);
    const sizeBytes = sizes[index] ?? 0;
    const sha256 = await hashAll(handle, sizeBytes);
    const address = resultAddress(job.results_url, index);
    await retryTransient(signal, () => putOnce(job, address, { contentType, sizeBytes, sha256 }, handle, signal));
    sent.push({ index, filename, content_type: contentType, size_bytes: sizeBytes, sha256 });
  }
  return sent;
}

/** A file that a step of a pipeline has made, before the next step reads it. @throws JobFailure `internal` when it is not a plain file inside */
export async function hashInside(workDir: string, path: string): Promise<{ sizeBytes: number; sha256: string }> {
  await using handle = await openInside(workDir, path);
  const { size: sizeBytes } = await handle.stat();
  return { sizeBytes, sha256: await hashAll(handle, sizeBytes) };
}

/** The index is the last segment of the path; the query, which carries the signature, stays. */
function resultAddress(resultsUrl: string, index: number): string {
  const url = new URL(resultsUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${index}`;
  return url.href;
}

interface Declared {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Length and digest (RFC 9530) go ahead of the bytes: the store refuses a stream of unknown length, and keeps nothing that differs. */
async function putOnce(job: RunJob, address: string, declared: Declared, handle: FileHandle, signal: AbortSignal): Promise<void> {
  const { contentType, sizeBytes, sha256 } = declared;
  const headers = {
    'content-type': contentType,
    'content-length': String(sizeBytes),
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
  const body = sizeBytes === 0 ? new Uint8Array() : ReadableStream.from(readAll(handle, sizeBytes));
  try {
    const response = await requestOnce(job, address, { method: 'PUT', headers, body, duplex: 'half' }, signal);
    const stored = Stored.safeParse(await orTransient(signal, () => response.json()));
    if (!stored.success) throw new TransientFault('answer_malformed');
    if (stored.data.sha256 !== sha256 || stored.data.size_bytes !== sizeBytes) throw new TransientFault('result_hash_mismatch');
  } catch (error) {
    if (error instanceof WorkerRefused && error.status === 413) throw new JobFailure('output_limit', { cause: error });
    throw error;
  }
}

async function hashAll(handle: FileHandle, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readAll(handle, sizeBytes)) hash.update(chunk);
  return hash.digest('hex');
}

const CHUNK_BYTES = 256 * 1024;

async function* readAll(handle: FileHandle, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < sizeBytes;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes - position)), { position });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function openInside(workDir: string, path: string): Promise<FileHandle> {
  // A link could lead to a file of this machine: directories are resolved, and the last step may not be a link (open(2), O_NOFOLLOW).
  const real = await realpath(path).catch((cause: unknown) => {
    throw new JobFailure('internal', { cause });
  });
  if (!real.startsWith(join(await realpath(workDir), sep))) throw new JobFailure('internal', { cause: new ForeignResult() });
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new JobFailure('internal', { cause: new ForeignResult() });
}
