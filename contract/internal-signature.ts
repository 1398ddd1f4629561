// The signature of messages between Worker and processor: HMAC-SHA-256 over time, method, path and body digest.
// Web Crypto only, so that both sides run the same lines; the caller reads the clock and the secret.

import { LIMITS } from './limits.ts';

/** The prefix of secrets of a developer's machine: neither side starts in production with one of them. */
export const DEVELOPMENT_SECRET_PREFIX = 'dev-';

const encoder = new TextEncoder();

/** Derived from the function that makes it: the runtimes do not agree on a global type name. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export async function importSecret(secret: string): Promise<SigningKey> {
  return crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

export interface SignedMessage {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly body: string;
}

/** @returns the value of the signature header: `v1=` and 64 hexadecimal digits. */
export async function signMessage(key: SigningKey, message: SignedMessage, timestampMs: number): Promise<string> {
  return `v1=${toHex(await crypto.subtle.sign('HMAC', key, await signedContent(message, timestampMs)))}`;
}

/** False for a wrong signature and for one older, or further in the future, than LIMITS.internalSignatureAgeMsMax. */
export async function verifyMessage(
  key: SigningKey,
  message: SignedMessage,
  header: { timestamp: string | null; signature: string | null },
  nowMs: number,
): Promise<boolean> {
  const timestampMs = Number(header.timestamp);
  if (!header.timestamp || !Number.isSafeInteger(timestampMs)) return false;
  if (Math.abs(nowMs - timestampMs) > LIMITS.internalSignatureAgeMsMax) return false;
  const signature = fromHex(header.signature?.replace(/^v1=/, '') ?? '');
  if (!signature) return false;
  return crypto.subtle.verify('HMAC', key, signature, await signedContent(message, timestampMs));
}

async function signedContent(message: SignedMessage, timestampMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const digest = toHex(await crypto.subtle.digest('SHA-256', encoder.encode(message.body)));
  return new Uint8Array(encoder.encode(`${timestampMs}\n${message.method}\n${message.path}\n${digest}`));
}

export function toHex(bytes: ArrayBuffer | Uint8Array): string {
  let text = '';
  for (const byte of bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Undefined when the text is not an even number of lowercase hexadecimal digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length === 0 || text.length % 2 !== 0 || !/^[0-9a-f]+$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
