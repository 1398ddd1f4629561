// Reads the body of a request within a bound and verifies that the Worker signed it.

import type { IncomingMessage } from 'node:http';
import { type SigningKey, verifyMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS } from '#contract/processor.ts';

/** A RunJob holds parameters of LIMITS.jsonBodyBytesMax and an address per source. */
const BODY_BYTES_MAX = 1024 * 1024;

export type SignedBody = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly status: 401 | 413 };

/** The signature is checked before anything in the body. */
export async function readSigned(request: IncomingMessage, key: SigningKey, nowMs: number): Promise<SignedBody> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > BODY_BYTES_MAX) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const header = { timestamp: headerOf(request, INTERNAL_HEADERS.timestamp), signature: headerOf(request, INTERNAL_HEADERS.signature) };
  const message = { method: request.method ?? '', path: request.url ?? '', body };
  return (await verifyMessage(key, message, header, nowMs)) ? { ok: true, body } : { ok: false, status: 401 };
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
