// Standard Webhooks 1.0.0: `v1` signatures, HMAC-SHA256 over id, time and body as received. WebCrypto compares them, in constant time.

import type { BatchEvent, FileEvent, JobEvent, TestEvent } from '../generated/api.ts';
import { WebhookSignatureError } from '../http/errors.ts';

export type WebhookEvent = JobEvent | FileEvent | BatchEvent | TestEvent;

/** Headers of a request, as any framework has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How old a request may be, and how far ahead its clock. */
  readonly toleranceSeconds?: number;
  /** Milliseconds. */
  readonly now?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * @param body as received, before anything parses it
 * @param secret `whsec_…`
 * @throws WebhookSignatureError
 */
export async function unwrap(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (!/^\d+$/.test(timestamp)) throw new WebhookSignatureError('webhook-timestamp is not a number.');
  if (age > toleranceSeconds) throw new WebhookSignatureError(`The request is ${age} s old.`);
  if (-age > toleranceSeconds) throw new WebhookSignatureError(`The request is from ${-age} s in the future.`);

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const each of signatures.split(' ')) {
    const [version, signature = ''] = each.split(',');
    const given = version === 'v1' ? fromBase64(signature) : undefined;
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
    }
  }
  throw new WebhookSignatureError('No signature is that of the secret.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const own = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(own) ? own[0] : own;
  if (typeof value !== 'string' || value === '') throw new WebhookSignatureError(`The header ${name} is missing.`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (!key || key.length === 0) throw new WebhookSignatureError('The secret is not one of a webhook (whsec_…).');
  return key;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
