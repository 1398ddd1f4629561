// The form of an API key: `pdfk_<live|test>_` + 30 random base62 digits + 6 digits of CRC-32 over the characters before. Pure but for
// the HMAC. The checksum refuses typing errors and random probes before any look-up; the stored form is HMAC-SHA-256(pepper, key).

import { encodeBase62 } from '#contract/ids.ts';
import { type SigningKey, toHex } from '#contract/internal-signature.ts';
import type { KeyMode } from '#contract/keys.ts';

const RANDOM_DIGITS = 30;
const CHECK_DIGITS = 6;
const KEY_PATTERN = new RegExp(`^(pdfk_(?:live|test)_[0-9A-Za-z]{${RANDOM_DIGITS}})([0-9A-Za-z]{${CHECK_DIGITS}})$`);

/** @param random 22 random bytes (176 of the 178 bits that 30 digits hold). */
export function makeApiKey(mode: KeyMode, random: Uint8Array): string {
  const body = `pdfk_${mode}_${encodeBase62(random, RANDOM_DIGITS)}`;
  return body + checkDigits(body);
}

export function isApiKey(text: string): boolean {
  const match = KEY_PATTERN.exec(text);
  return match !== null && checkDigits(match[1] ?? '') === match[2];
}

export async function hashApiKey(pepper: SigningKey, key: string): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', pepper, new TextEncoder().encode(key)));
}

function checkDigits(text: string): string {
  const crc = crc32(new TextEncoder().encode(text));
  return encodeBase62(new Uint8Array([crc >>> 24, crc >>> 16, crc >>> 8, crc]), CHECK_DIGITS);
}

/** CRC-32 of ISO 3309 (polynomial 0xEDB88320, reflected). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
