// Secrets at rest: AES-256-GCM under a key derived from SEALING_SECRET (HKDF, RFC 5869), one per purpose, and bound to the row that
// holds the secret. A sealed text cannot be moved to another row or used for another purpose.

type SealPurpose = 'job password' | 'webhook secret' | 'idempotent answer' | 'model answer' | 'delivery address';

const IV_BYTES = 12;

/** @param subject The id of the row that the secret belongs to. */
export async function seal(secret: string, purpose: SealPurpose, subject: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(iv, subject), await keyOf(secret, purpose), new TextEncoder().encode(text));
  return toBase64(iv) + toBase64(new Uint8Array(sealed));
}

/** Twelve bytes are sixteen whole digits, so the sealed text can follow the IV directly. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @throws OperationError when the text was sealed for another subject or purpose, or under another secret. */
export async function unseal(secret: string, purpose: SealPurpose, subject: string, sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const key = await keyOf(secret, purpose);
  const opened = await crypto.subtle.decrypt(cipher(bytes.slice(0, IV_BYTES), subject), key, bytes.slice(IV_BYTES));
  return new TextDecoder().decode(opened);
}

function cipher(iv: Uint8Array<ArrayBuffer>, subject: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(subject) };
}

interface AesGcmParams extends SubtleCryptoEncryptAlgorithm {
  name: string;
  iv: Uint8Array<ArrayBuffer>;
}

async function keyOf(secret: string, purpose: SealPurpose): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
