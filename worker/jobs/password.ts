// The password of a job's document at rest: AES-256-GCM under a key derived from SEALING_SECRET (HKDF, RFC 5869), bound to the job's id.
// The sealed form is cleared in the statement that ends the job.

const IV_BYTES = 12;

export async function sealPassword(secret: string, jobId: string, password: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(iv, jobId), await keyOf(secret), new TextEncoder().encode(password));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** @throws OperationError when the text was sealed for another job or under another secret. */
export async function openPassword(secret: string, jobId: string, sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const opened = await crypto.subtle.decrypt(cipher(bytes.slice(0, IV_BYTES), jobId), await keyOf(secret), bytes.slice(IV_BYTES));
  return new TextDecoder().decode(opened);
}

function cipher(iv: Uint8Array<ArrayBuffer>, jobId: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(jobId) };
}

interface AesGcmParams extends SubtleCryptoEncryptAlgorithm {
  name: string;
  iv: Uint8Array<ArrayBuffer>;
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('job password') };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
