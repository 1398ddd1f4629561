// Bytes on their way into R2: counted, hashed, and looked at on the first kilobyte, without ever being held as a whole.

import { HEAD_BYTES } from '#contract/files.ts';
import { toHex } from '#contract/internal-signature.ts';

interface StoredBytes {
  readonly etag: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

type StoreOutcome =
  | { readonly kind: 'stored'; readonly bytes: StoredBytes }
  | { readonly kind: 'unrecognised' }
  | { readonly kind: 'size_mismatch'; readonly sizeBytes: number }
  | { readonly kind: 'md5_mismatch' };

interface ExpectedBytes {
  /** The exact length; a body that is shorter or longer is not stored. */
  readonly sizeBytes: number;
  /** Judges the first HEAD_BYTES (fewer when the body is shorter). */
  readonly recognise: (head: Uint8Array) => boolean;
  /** Hexadecimal; when given, the bytes must have it. */
  readonly md5: string | undefined;
}

/** Streams a body of a known length into an object. Nothing stays in the bucket unless the outcome is `stored`. */
export async function storeBytes(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream<Uint8Array>,
  expected: ExpectedBytes,
): Promise<StoreOutcome> {
  const { sizeBytes, md5 } = expected;
  const digest = new crypto.DigestStream('SHA-256');
  // An aborted body rejects the digest, which nobody then reads.
  digest.digest.catch(() => undefined);
  const outcome = await passThrough(body, expected, digest, (stream) => bucket.put(key, stream));
  if (outcome.kind !== 'passed') return outcome;
  const storedMd5 = outcome.result?.checksums.md5;
  if (md5 !== undefined && storedMd5 && toHex(storedMd5) !== md5) {
    await bucket.delete(key);
    return { kind: 'md5_mismatch' };
  }
  return {
    kind: 'stored',
    bytes: { etag: outcome.result?.httpEtag ?? '', sizeBytes, sha256: toHex(await digest.digest) },
  };
}

/** The SHA-256 of a body that is not stored; undefined when it is not `sizeBytes` long. */
export async function digestBytes(body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<string | undefined> {
  const digest = new crypto.DigestStream('SHA-256');
  await body.pipeTo(digest);
  return Number(digest.bytesWritten) === sizeBytes ? toHex(await digest.digest) : undefined;
}

type Passed<T> = { readonly kind: 'passed'; readonly result: T } | Exclude<StoreOutcome, { kind: 'stored' }>;

async function passThrough<T>(
  body: ReadableStream<Uint8Array>,
  { sizeBytes, recognise }: ExpectedBytes,
  digest: DigestStream,
  consume: (stream: ReadableStream) => Promise<T>,
): Promise<Passed<T>> {
  const reader = body.getReader();
  const head = await readHead(reader, Math.min(HEAD_BYTES, sizeBytes));
  if (!recognise(head.subarray(0, HEAD_BYTES))) {
    await reader.cancel();
    return { kind: 'unrecognised' };
  }
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  const hasher = digest.getWriter();
  // The consumer fails together with the pump: its rejection is read only after the pump has reported the cause.
  const consumed = consume(readable).then(
    (result) => ({ ok: true as const, result }),
    (cause: unknown) => ({ ok: false as const, cause }),
  );
  let length = 0;
  try {
    for (let chunk: Uint8Array | undefined = head; chunk; chunk = (await reader.read()).value) {
      length += chunk.byteLength;
      if (length > sizeBytes) break;
      await Promise.all([writer.write(chunk), hasher.write(chunk)]);
    }
  } catch (cause) {
    await Promise.allSettled([writer.abort(cause), hasher.abort(cause), reader.cancel(cause)]);
    const outcome = await consumed;
    throw outcome.ok ? cause : outcome.cause;
  }
  if (length !== sizeBytes) {
    const cause = new Error('the body does not have its declared length');
    await Promise.allSettled([writer.abort(cause), hasher.abort(cause), reader.cancel(cause)]);
    await consumed;
    return { kind: 'size_mismatch', sizeBytes: length };
  }
  await Promise.all([writer.close(), hasher.close()]);
  const outcome = await consumed;
  if (!outcome.ok) throw outcome.cause;
  return { kind: 'passed', result: outcome.result };
}

async function readHead(reader: ReadableStreamDefaultReader<Uint8Array>, lengthMin: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array();
  while (bytes.byteLength < lengthMin) {
    const { value, done } = await reader.read();
    if (done) break;
    const joined = new Uint8Array(bytes.byteLength + value.byteLength);
    joined.set(bytes);
    joined.set(value, bytes.byteLength);
    bytes = joined;
  }
  return bytes;
}
