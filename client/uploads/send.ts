// Bytes on their way to the service. Where type and size are known: a record, then the bytes to its address, which can be sent again. Where
// not: one form, whose type the service reads off the bytes.

import type { CreatedFile, File } from '../generated/api.ts';
import { ApiError, ConnectionError } from '../http/errors.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import type { Source, Unsized } from './source.ts';

export interface UploadProgress {
  readonly sent: number;
  /** Undefined for a stream of unknown length. */
  readonly total: number | undefined;
}

export interface SendOptions extends ChangeOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Where the file is stored and its jobs run; `auto`, the default, lets the service choose. */
  readonly region?: string | undefined;
  /** For a file that is sent in parts: what `resumeUpload` goes on with, should this process end. */
  readonly onCreated?: ((created: CreatedFile) => void) | undefined;
  /** The bytes must have this SHA-256. */
  readonly sha256?: string | undefined;
  /** Your own map, kept with the file. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export type Uploaded = Pick<File, 'file_id' | 'filename' | 'content_type' | 'size_bytes' | 'sha256' | 'region'>;

type Parts = NonNullable<CreatedFile['parts']>;

/**
 * Sends the parts that have not arrived, each again where it was cut, and joins them.
 * @throws ApiError, ConnectionError
 */
export async function sendParts(
  transport: Transport,
  { parts_url, complete_url, part_bytes, count }: Parts,
  blob: Blob,
  options: SendOptions,
): Promise<Pick<Uploaded, 'file_id' | 'size_bytes' | 'sha256'>> {
  const { onProgress } = options;
  const call = callOf(options);
  const { received } = await readSigned<{ received: number[] }>(transport, { method: 'GET', url: parts_url, ...call });
  const partOf = (number: number) => blob.slice((number - 1) * part_bytes, number * part_bytes);
  let sent = received.reduce((sum, number) => sum + partOf(number).size, 0);
  onProgress?.({ sent, total: blob.size });
  for (let number = 1; number <= count; number++) {
    if (received.includes(number)) continue;
    const part = partOf(number);
    const url = `${parts_url}/${number}`;
    await readSigned(transport, { method: 'PUT', url, body: async () => part, sizeBytes: part.size, ...call });
    sent += part.size;
    onProgress?.({ sent, total: blob.size });
  }
  // Joining may take as long as sending.
  return readSigned(transport, { method: 'POST', url: complete_url, ...call, timeout: Math.max(call.timeout ?? 0, JOIN_MS) });
}

const JOIN_MS = 300_000;

async function readSigned<T>(transport: Transport, request: Parameters<Transport['openSigned']>[0]): Promise<T> {
  return (await transport.openSigned(request)).json() as Promise<T>;
}

const LENGTH_REQUIRED = 411;

export async function sendSource(transport: Transport, source: Source, options: SendOptions): Promise<Uploaded> {
  const { type, content } = source;
  if (!(content instanceof Blob)) return sendStream(transport, source, content, options);
  return type === undefined
    ? sendForm(transport, source, content, options)
    : sendToAddress(transport, { ...source, type }, content, options);
}

async function sendToAddress(transport: Transport, source: Source & { type: string }, blob: Blob, options: SendOptions): Promise<Uploaded> {
  const { onProgress, onCreated: _, region, sha256, metadata, ...call } = options;
  const { filename, type } = source;
  const json = { filename, content_type: type, size_bytes: blob.size, region, sha256, metadata };
  const created = await transport.json<CreatedFile>({ method: 'POST', path: '/files', json, ...call });
  if (created.parts) {
    options.onCreated?.(created);
    const sent = await sendParts(transport, created.parts, blob, options);
    return { filename, content_type: type, region: created.region, ...sent };
  }
  const put = async (isWatched: boolean) =>
    transport.openSigned({
      method: created.upload_method,
      url: created.upload_url,
      // A stream has no length of its own.
      headers: { ...created.upload_headers, ...(isWatched ? { 'content-length': String(blob.size) } : {}) },
      body: async () => (isWatched && onProgress ? counted(blob.stream(), blob.size, onProgress) : blob),
      sizeBytes: blob.size,
      ...callOf(options),
    });
  const response = await put(onProgress !== undefined).catch(async (failure: unknown) => {
    // Deno sends streams without their length: then nobody counts on the way.
    if (!(failure instanceof ApiError) || failure.status !== LENGTH_REQUIRED || !onProgress) throw failure;
    const answer = await put(false);
    onProgress({ sent: blob.size, total: blob.size });
    return answer;
  });
  // Of an address of the bucket itself the answer has no body.
  const text = await response.text().catch(() => '');
  const sent = /"sha256":"([0-9a-f]{64})"/.exec(text)?.[1];
  const hash = sent === undefined ? {} : { sha256: sent };
  return { file_id: created.file_id, filename, content_type: type, size_bytes: blob.size, region: created.region, ...hash };
}

async function sendForm(transport: Transport, source: Source, blob: Blob, options: SendOptions): Promise<Uploaded> {
  const { onProgress } = options;
  onProgress?.({ sent: 0, total: blob.size });
  const form = () => {
    const body = new FormData();
    for (const [name, value] of formFields(options)) body.append(name, value);
    body.append('file', blob, source.filename);
    return { body };
  };
  const file = await transport.json<File>({ method: 'POST', path: '/files', form, sizeBytes: blob.size, ...callOf(options) });
  onProgress?.({ sent: blob.size, total: blob.size });
  return file;
}

/** Once: what of the stream was sent is gone. */
async function sendStream(transport: Transport, source: Source, { stream }: Unsized, options: SendOptions): Promise<Uploaded> {
  const { onProgress } = options;
  const boundary = `pdf-api-${crypto.randomUUID()}`;
  const part = (head: string, body = '') => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}`;
  const fields = formFields(options).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  const type = source.type === undefined ? '' : `\r\nContent-Type: ${source.type}`;
  const head = `${fields.join('')}${part(`name="file"; filename="${escapeName(source.filename)}"${type}`)}`;
  const body = enclosed(head, onProgress ? counted(stream, undefined, onProgress) : stream, `\r\n--${boundary}--\r\n`);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  try {
    return await transport.json<File>({
      method: 'POST',
      path: '/files',
      form: () => ({ body, headers }),
      ...callOf(options),
      maxRetries: 0,
    });
  } catch (cause) {
    if (!(cause instanceof ConnectionError)) throw cause;
    const hint = 'A stream beyond 8 MiB cannot be sent again: upload a file, a Blob, or bytes, where that matters.';
    throw new ConnectionError(`${cause.message} ${hint}`, { cause });
  }
}

/** What concerns the call alone; a form has no Idempotency-Key. */
function callOf({ signal, timeout, maxRetries }: SendOptions): CallOptions {
  return { signal, timeout, maxRetries };
}

function formFields({ region, sha256, metadata }: SendOptions): [string, string][] {
  const fields = { region, sha256, metadata: metadata && JSON.stringify(metadata) };
  return Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
}

/** As browsers write it (HTML, multipart form data). */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

function counted(
  stream: ReadableStream<Uint8Array>,
  total: number | undefined,
  onProgress: (progress: UploadProgress) => void,
): ReadableStream<Uint8Array> {
  let sent = 0;
  onProgress({ sent, total });
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      controller.enqueue(chunk);
      onProgress({ sent, total });
    },
  });
  const through = stream.pipeThrough(count);
  return total === undefined ? through : withLength(through, total);
}

type FixedLength = new (length: number) => ReadableWritablePair<Uint8Array, Uint8Array>;

/** Workers take the length of a body from its stream. */
function withLength(stream: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const { FixedLengthStream: Fixed } = globalThis as { FixedLengthStream?: FixedLength };
  return Fixed ? stream.pipeThrough(new Fixed(length)) : stream;
}

function enclosed(head: string, stream: ReadableStream<Uint8Array>, tail: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const frame = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    flush: (controller) => controller.enqueue(encoder.encode(tail)),
  });
  return stream.pipeThrough(frame);
}
