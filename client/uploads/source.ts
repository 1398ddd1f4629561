// What can be uploaded, made into one shape: a name, a type where it is known, a size where it is known, and bytes that can be opened again
// for each attempt. Only web APIs; a path is opened by node/paths.ts, which is loaded when it is needed.

import { TYPE_OF_ENDING } from '../generated/file-types.ts';
import { PdfError } from '../http/errors.ts';

/** A path (where there are files), bytes, a Blob or File, a stream of any length; a URL of http(s) is fetched by the service. */
export type Uploadable = string | URL | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface NamedAs {
  /** By default that of the path, the File or the address; otherwise `document`. */
  readonly filename?: string | undefined;
  /** The media type. By default by name and first bytes, or else the service says it. */
  readonly type?: string | undefined;
}

export interface Source {
  readonly filename: string;
  /** Undefined: the service says it by the bytes. */
  readonly type: string | undefined;
  readonly content: Blob | Unsized;
}

/** A stream that is longer than what is held to send it again. */
export interface Unsized {
  readonly stream: ReadableStream<Uint8Array>;
}

/** A stream of up to this length is held, and sent like any file. */
const HELD_BYTES_MAX = 8 * 1024 * 1024;

export async function openSource(given: Exclude<Uploadable, URL>, named: NamedAs): Promise<Source> {
  if (typeof given === 'string') {
    const { openPath } = await import('../node/paths.ts');
    const { blob, filename } = await openPath(given);
    return sourceOf(blob, { filename: named.filename ?? filename, type: named.type });
  }
  if (given instanceof Blob) {
    const own = 'name' in given && typeof given.name === 'string' && given.name !== '' ? given.name : undefined;
    return sourceOf(given, { filename: named.filename ?? own, type: named.type ?? (given.type || undefined) });
  }
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return sourceOf(new Blob([given]), named);
  if (isStream(given)) return sourceOf(await hold(iterate(given)), named);
  throw new PdfError('A file is a path, bytes, a Blob, a stream, a URL, or { file_id }.');
}

async function sourceOf(content: Blob | Unsized, { filename, type }: NamedAs): Promise<Source> {
  const known = type ?? typeOfName(filename ?? '') ?? (content instanceof Blob ? await typeOfBytes(content) : undefined);
  return { filename: filename ?? nameFor(known), type: known, content };
}

function nameFor(type: string | undefined): string {
  const ending = Object.entries(TYPE_OF_ENDING).find(([, of]) => of === type)?.[0];
  return ending === undefined ? 'document' : `document.${ending}`;
}

export function typeOfName(filename: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPE_OF_ENDING, ending) ? TYPE_OF_ENDING[ending] : undefined;
}

/** Those that nothing else begins with. */
const MAGICS: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['GIF8', 'image/gif'],
  ['{\\rtf', 'application/rtf'],
];

async function typeOfBytes(blob: Blob): Promise<string | undefined> {
  const head = String.fromCharCode(...new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  return MAGICS.find(([magic]) => head.startsWith(magic))?.[1];
}

function isStream(given: unknown): given is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> {
  return typeof given === 'object' && given !== null && (given instanceof ReadableStream || Symbol.asyncIterator in given);
}

/** Not every runtime's ReadableStream can be iterated over. */
async function* iterate(given: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!(given instanceof ReadableStream)) {
    for await (const chunk of given) yield asBytes(chunk);
    return;
  }
  const reader = given.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield asBytes(read.value);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function asBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (chunk instanceof Uint8Array) return chunk as Uint8Array<ArrayBuffer>;
  throw new PdfError('A stream to upload gives bytes (Uint8Array).');
}

/** The whole of a short stream; of a longer one what was read and what is still to come. */
async function hold(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<Blob | Unsized> {
  const held: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let read = await chunks.next(); !read.done; read = await chunks.next()) {
    held.push(read.value);
    length += read.value.byteLength;
    if (length > HELD_BYTES_MAX) return { stream: streamOf(held, chunks) };
  }
  return new Blob(held);
}

function streamOf(held: readonly Uint8Array<ArrayBuffer>[], rest: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const first = held[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const early = first.next();
      const read = early.done ? await rest.next() : early;
      if (read.done) controller.close();
      else controller.enqueue(read.value);
    },
    async cancel() {
      await rest.return(undefined);
    },
  });
}
