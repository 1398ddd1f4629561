// The form of an API key.

import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBase62, idPattern, makeId } from '#contract/ids.ts';
import { importSecret } from '#contract/internal-signature.ts';
import { hashApiKey, isApiKey, makeApiKey } from '../../../../worker/accounts/api-key.ts';

const random = Uint8Array.from({ length: 22 }, (_, i) => i * 11);

test('a key is prefix, mode, 30 digits and the CRC-32 of what stands before', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = makeApiKey(mode, random);
    const [, body = '', check] = /^(pdfk_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? [];
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    expect(check).toBe(encodeBase62(crc, 6));
    expect(isApiKey(key)).toBe(true);
  }
});

test('every single wrong character, and every swap of two neighbours, is found without a look-up', () => {
  const key = makeApiKey('live', random);
  for (let i = 0; i < key.length; i++) {
    const wrong = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1);
    expect(isApiKey(wrong)).toBe(false);
    const swapped = key.slice(0, i) + (key[i + 1] ?? '') + (key[i] ?? '') + key.slice(i + 2);
    if (swapped !== key) expect(isApiKey(swapped)).toBe(false);
  }
});

test.each(['', 'pdfk_live_', `${makeApiKey('live', random)}\n`, ` ${makeApiKey('live', random)}`, makeApiKey('live', random).slice(0, -1)])(
  '%j is no key',
  (text) => {
    expect(isApiKey(text)).toBe(false);
  },
);

test('the stored form depends on the pepper and on every digit', async () => {
  const [a, b] = [await importSecret('pepper number one'), await importSecret('pepper number two')];
  const keys = [makeApiKey('live', random), makeApiKey('test', random), makeApiKey('live', random.toReversed())];
  const hashes = new Set<string>();
  for (const pepper of [a, b]) for (const key of keys) hashes.add(await hashApiKey(pepper, key));
  expect(hashes.size).toBe(6);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('identifiers have one length, whatever their bits, and no two bit patterns share one', () => {
  const patterns = [new Uint8Array(16), new Uint8Array(16).fill(255), Uint8Array.of(...new Uint8Array(15), 1)];
  const ids = patterns.map((bits) => makeId('file', bits));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(idPattern('file'));
  expect(ids[0]).not.toMatch(idPattern('job'));
});
