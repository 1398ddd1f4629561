// Signed addresses.

import { expect, test } from 'vitest';
import { importSecret } from '#contract/internal-signature.ts';
import { signAddress, verifyAddress } from '../../../../worker/http/signed-address.ts';

const key = await importSecret('a secret of the tests');
const address = { purpose: 'upload', subject: 'file_ü', expiresAt: 1_000_000 };
const token = await signAddress(key, address);

async function refusalOf(purpose: string, text: string, nowMs: number, signer = key): Promise<string | undefined> {
  const result = await verifyAddress(signer, purpose, text, nowMs);
  return result.ok ? undefined : result.refusal.code;
}

test('an address says what was signed, until its end', async () => {
  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(await verifyAddress(key, 'upload', token, 999_999)).toEqual({ ok: true, value: address });
  expect(await refusalOf('upload', token, 1_000_000)).toBe('expired');
});

test('an address for one purpose is unknown to every other', async () => {
  for (const purpose of ['download', 'attempt', '', 'Upload']) expect(await refusalOf(purpose, token, 0)).toBe('not_found');
});

test('another secret does not know it', async () => {
  expect(await refusalOf('upload', token, 0, await importSecret('another secret of the tests'))).toBe('not_found');
});

test('every changed character is found', async () => {
  // The last digit of a base64 text carries bits that no byte holds.
  for (let i = 0; i < token.length - 1; i++) {
    const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
    expect(await refusalOf('upload', changed, 0)).toBe('not_found');
  }
});

test.each(['', '.', 'a', 'a.', '.a', 'a.b.c', `${token}.`, `${token}=`, ` ${token}`, 'é.é', '!!.!!', 'a'.repeat(100_000)])(
  '%.30s is unknown',
  async (text) => {
    expect(await refusalOf('upload', text, 0)).toBe('not_found');
  },
);
