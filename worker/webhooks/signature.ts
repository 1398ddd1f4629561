// Signs deliveries as Standard Webhooks 1.0.0 says: HMAC-SHA-256 over `id.timestamp.body`, `v1,` and base64. Pure but for Web Crypto.

const SECRET_PREFIX = 'whsec_';
/** The specification asks for 24 to 64. */
export const SECRET_BYTES = 32;

/** @param random SECRET_BYTES random bytes. */
export function makeSecret(random: Uint8Array): string {
  return SECRET_PREFIX + btoa(String.fromCharCode(...random));
}

interface SignedContent {
  /** The same in every attempt, so that receivers can recognise a repetition. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** @param secrets The current one first; during a rotation also the previous one, and a receiver takes whichever it knows. */
export async function webhookHeaders(secrets: readonly string[], content: SignedContent): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map(async (secret) => sign(secret, content)));
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

async function sign(secret: string, content: SignedContent): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(SECRET_PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new TextEncoder().encode(`${content.id}.${content.timestampSeconds}.${content.body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}
