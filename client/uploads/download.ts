// Bytes on their way from the service. A stream that is cut goes on where it was, by range; what arrived is compared with its hash by who
// holds or writes it.

import type { DownloadAddress } from '../generated/api.ts';
import { ConnectionError, ExpiredError, IntegrityError } from '../http/errors.ts';
import { backoff, pause } from '../http/retry.ts';
import type { CallOptions, Transport } from '../http/transport.ts';

export interface DownloadProgress {
  readonly received: number;
  readonly total: number | undefined;
}

export interface DownloadOptions extends CallOptions {
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** The bytes of a file, as they come. */
export async function* download(
  transport: Transport,
  fileId: string,
  options: DownloadOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { onProgress, ...call } = options;
  const { signal, maxRetries = transport.options.maxRetries } = call;
  let received = 0;
  let total: number | undefined;
  for (let failed = 0; ;) {
    const response = await openAt(transport, fileId, received, call);
    total ??= lengthOf(response);
    const before = received;
    try {
      for await (const chunk of chunksOf(response, call.timeout ?? transport.options.timeout)) {
        received += chunk.byteLength;
        onProgress?.({ received, total });
        yield chunk;
      }
      if (total !== undefined && received < total) throw new ConnectionError('The connection ended early.');
      return;
    } catch (cause) {
      signal?.throwIfAborted();
      failed = received > before ? 1 : failed + 1;
      if (failed > maxRetries) throw new ConnectionError(`The download of ${fileId} was cut after ${received} bytes.`, { cause });
      await pause(backoff(failed), signal);
    }
  }
}

/** A new address each time: an old one may have expired meanwhile. */
async function openAt(transport: Transport, fileId: string, offset: number, call: CallOptions): Promise<Response> {
  const headers = offset === 0 ? {} : { range: `bytes=${offset}-` };
  const path = `/files/${encodeURIComponent(fileId)}/download`;
  const address = async () => (await transport.json<DownloadAddress>({ path, ...call })).download_url;
  const open = async (url: string) => transport.openSigned({ method: 'GET', url, headers, ...call });
  const response = await open(await address()).catch(async (failure: unknown) => {
    if (failure instanceof ExpiredError) return open(await address());
    throw failure;
  });
  if (offset > 0 && response.status !== 206) throw new IntegrityError(`${fileId} cannot be read from ${offset} on.`);
  return response;
}

function lengthOf({ headers }: Response): number | undefined {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  // Of a compressed answer it counts other bytes.
  return Number.isNaN(length) || headers.get('content-encoding') !== null ? undefined : length;
}

/** @param idleMs a connection on which nothing arrives for this long is as good as cut */
async function* chunksOf({ body }: Response, idleMs: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  if (!reader) return;
  const next = async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ConnectionError(`Nothing arrived for ${idleMs} ms.`)), idleMs);
    });
    return Promise.race([reader.read(), stalled]).finally(() => clearTimeout(timer));
  };
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value as Uint8Array<ArrayBuffer>;
  } finally {
    // Not awaited: a connection that stands still does not end at once either.
    void reader.cancel().catch(() => undefined);
  }
}

export function asStream(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const read = await chunks.next();
      if (read.done) controller.close();
      else controller.enqueue(read.value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** @param sha256 of what was sent, where it is known */
export async function readAll(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  sha256: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const held: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) held.push(chunk);
  const bytes = new Uint8Array(await new Blob(held).arrayBuffer());
  if (sha256 === undefined) return bytes;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== sha256) throw new IntegrityError('Other bytes arrived than were sent.');
  return bytes;
}
