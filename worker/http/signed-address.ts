// Addresses that carry their own permission: base64url(payload) + '.' + base64url(HMAC-SHA-256). They name a purpose, a subject and
// an end, and are worthless for anything else. Nothing is stored.

import { z } from 'zod';
import type { SigningKey } from '#contract/internal-signature.ts';
import { ok, refuse, type Result } from '../result.ts';

const Payload = z.object({
  /** Purpose: `upload`, `download`, `attempt`. An address for one is refused by the others. */
  p: z.string(),
  /** Subject: the identifier that the address is about. */
  s: z.string(),
  /** Epoch milliseconds. */
  e: z.int(),
});

interface SignedAddress {
  readonly purpose: string;
  readonly subject: string;
  readonly expiresAt: number;
}

export async function signAddress(key: SigningKey, address: SignedAddress): Promise<string> {
  const payload = encode(new TextEncoder().encode(JSON.stringify({ p: address.purpose, s: address.subject, e: address.expiresAt })));
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(payload));
  return `${payload}.${encode(new Uint8Array(signature))}`;
}

/** not_found for a token that we did not sign, expired for one past its end. */
export async function verifyAddress(key: SigningKey, purpose: string, token: string, nowMs: number): Promise<Result<SignedAddress>> {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const bytes = decode(signature);
  if (rest.length > 0 || !bytes) return refuse('not_found');
  if (!(await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(payload)))) return refuse('not_found');
  const fields = Payload.parse(JSON.parse(new TextDecoder().decode(decode(payload) ?? new Uint8Array())));
  if (fields.p !== purpose) return refuse('not_found');
  if (fields.e <= nowMs) return refuse('expired', 'This address has expired; ask for a new one.');
  return ok({ purpose: fields.p, subject: fields.s, expiresAt: fields.e });
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
