// Reads a multipart/form-data body (RFC 7578, RFC 2046) part by part as a stream: a file's bytes pass through and are never held.
// The parts come in the order of the body; each must be read to its end before the next.

export interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The body is not a form; the message is for the caller. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

const HEADER_BYTES_MAX = 8 * 1024;
const PREAMBLE_BYTES_MAX = 8 * 1024;
const LONG_HEADER = 'A part of the form has a header that is too long.';
const CRLF = bytesOf('\r\n');
const HEADERS_END = bytesOf('\r\n\r\n');

export function isForm(contentType: string): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
}

/** RFC 2046, section 5.1.1. Many clients leave out the quotes that some of these characters need. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** @param contentType of a form. @throws MalformedForm when it does not name one boundary of 1–70 allowed characters. */
export function boundaryOf(contentType: string): string {
  const named = [...contentType.matchAll(/;\s*boundary\s*=\s*(?:"([^"]*)"(?=\s*(?:;|$))|([^;]*))/gi)];
  if (named.length !== 1) throw new MalformedForm(`The Content-Type of a form must name one boundary; this one names ${named.length}.`);
  const boundary = named[0]?.[1] ?? named[0]?.[2]?.trim() ?? '';
  if (!BOUNDARY.test(boundary)) {
    throw new MalformedForm(
      "The boundary in the Content-Type must be 1 to 70 letters, digits, spaces and '()+_,-./:=?, and must not end in a space.",
    );
  }
  return boundary;
}

/** @throws MalformedForm */
export async function* readForm(body: ReadableStream<Uint8Array>, boundary: string): AsyncGenerator<FormPart, void, undefined> {
  const delimiter = bytesOf(`\r\n--${boundary}`);
  // The first delimiter may be at the very start, without a line end before it.
  const bytes = new ByteQueue(body, CRLF);
  await readBounded(bytes, delimiter, PREAMBLE_BYTES_MAX, 'The form does not begin with its boundary.');
  for (;;) {
    const lineRest = latin1(await readBounded(bytes, CRLF, HEADER_BYTES_MAX, LONG_HEADER, true));
    if (lineRest.startsWith('--')) return;
    // A part may have no header at all: then its empty line follows at once.
    bytes.unread(CRLF);
    const headers = parseHeaders(utf8(await readBounded(bytes, HEADERS_END, HEADER_BYTES_MAX, LONG_HEADER)));
    const part = partOf(headers, bytes.until(delimiter));
    yield part;
    // Skips what the reader did not read of this part.
    for await (const _ of part.body);
  }
}

class ByteQueue {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private buffer: Uint8Array;
  private ended = false;

  constructor(stream: ReadableStream<Uint8Array>, start: Uint8Array) {
    this.reader = stream.getReader();
    this.buffer = start;
  }

  unread(bytes: Uint8Array): void {
    this.buffer = join(bytes, this.buffer);
  }

  /** Yields the bytes before the mark and consumes the mark. With `endCounts` the end of the body is a mark too. */
  async *until(mark: Uint8Array, endCounts = false): AsyncGenerator<Uint8Array, void, undefined> {
    let done = false;
    while (!done) {
      const at = find(this.buffer, mark);
      if (at >= 0) {
        const found = this.buffer.subarray(0, at);
        this.buffer = this.buffer.subarray(at + mark.length);
        done = true;
        if (found.length > 0) yield found;
        return;
      }
      // The last bytes may be the beginning of the mark.
      const sure = Math.max(0, this.buffer.length - mark.length + 1);
      if (sure > 0) {
        const passed = this.buffer.subarray(0, sure);
        this.buffer = this.buffer.subarray(sure);
        yield passed;
      }
      if (this.ended) {
        if (!endCounts) throw new MalformedForm('The form ends before its closing boundary.');
        const rest = this.buffer;
        this.buffer = new Uint8Array();
        if (rest.length > 0) yield rest;
        return;
      }
      const { value, done: ended } = await this.reader.read();
      if (ended) this.ended = true;
      else this.buffer = join(this.buffer, value);
    }
  }
}

async function readBounded(bytes: ByteQueue, mark: Uint8Array, bytesMax: number, beyondIt: string, endCounts = false): Promise<Uint8Array> {
  let read: Uint8Array = new Uint8Array();
  for await (const chunk of bytes.until(mark, endCounts)) {
    if (read.length + chunk.length > bytesMax) throw new MalformedForm(beyondIt);
    read = join(read, chunk);
  }
  return read;
}

function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function partOf(headers: Map<string, string>, body: AsyncIterable<Uint8Array>): FormPart {
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameter(disposition, 'name');
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw new MalformedForm('A part of the form has no name.');
  return { name, filename: parameter(disposition, 'filename'), contentType: headers.get('content-type'), body };
}

/** Browsers write `"` as %22, other clients as \" (RFC 7578, section 4.2). */
function parameter(disposition: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition);
  return (match?.[1]?.replace(/\\(["\\])/g, '$1') ?? match?.[2])?.replaceAll('%22', '"');
}

function find(bytes: Uint8Array, mark: Uint8Array): number {
  const first = mark[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0 && at + mark.length <= bytes.length; at = bytes.indexOf(first, at + 1)) {
    if (mark.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
