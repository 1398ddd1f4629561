// GET {download_url}: the bytes of a file.

import { afterAll, describe, expect, test } from 'vitest';
import { importSecret } from '#contract/internal-signature.ts';
import { signAddress } from '../../../worker/http/signed-address.ts';
import { pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const bytes = pdfBytes('0123456789'.repeat(100));
const text = Buffer.from(bytes).toString();
const fileId = await api.upload(bytes);
const url = await api.downloadUrl(fileId);

/** Headers of the connection and of the moment. */
const PER_MESSAGE = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);

async function get(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
}

describe('download 200', () => {
  test('answers the bytes with headers that keep a browser from running them', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(text);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''document.pdf`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `sandbox; default-src 'none'`,
      'cache-control': 'private, no-store',
      'repr-digest': `sha-256=:${sha256(bytes, 'base64')}:`,
    });
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('HEAD answers the same headers without the bytes', async () => {
    const [head, full] = [await get({}, 'HEAD'), await get()];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const compared = (response: Response) => Object.fromEntries([...response.headers].filter(([name]) => !PER_MESSAGE.has(name)));
    expect(compared(head)).toEqual(compared(full));
  });

  test.each(['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=a-b', `bytes=${'9'.repeat(40)}-`])(
    'the range %s is not one, and the whole file is answered',
    async (range) => {
      const response = await get({ range });
      expect([response.status, await response.text()]).toEqual([200, text]);
    },
  );

  test('If-Range with another validator answers the whole file', async () => {
    const response = await get({ range: 'bytes=0-3', 'if-range': '"other"' });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  test('If-None-Match with another validator answers the file', async () => {
    expect((await get({ 'if-none-match': '"other", W/"another"' })).status).toBe(200);
  });

  test.each<[string, string]>([
    ['a "quoted" name.pdf', `attachment; filename="a _quoted_ name.pdf"; filename*=UTF-8''a%20%22quoted%22%20name.pdf`],
    ['résumé.pdf', `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`],
    ['請求書 🙂.pdf', `attachment; filename="___ __.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%20%F0%9F%99%82.pdf`],
    [`a;b='c'(*).pdf`, `attachment; filename="a;b='c'(*).pdf"; filename*=UTF-8''a%3Bb%3D%27c%27%28%2A%29.pdf`],
    ['100%41.pdf', `attachment; filename="100_41.pdf"; filename*=UTF-8''100%2541.pdf`],
  ])('the name %s is one header value and nothing else', async (filename, expected) => {
    const response = await fetch(await api.downloadUrl(await api.upload(pdfBytes(), { filename })));
    expect(response.headers.get('content-disposition')).toBe(expected);
  });
});

describe('download 206', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-4', 0, 5],
    ['bytes=5-', 5, bytes.byteLength],
    ['bytes=-5', bytes.byteLength - 5, bytes.byteLength],
    ['bytes=10-999999', 10, bytes.byteLength],
    ['bytes=-999999', 0, bytes.byteLength],
  ])('answers the range %s', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${bytes.byteLength}`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(await response.text()).toBe(text.slice(start, end));
  });

  test('If-Range with the file’s validator answers the range', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
    const response = await get({ range: 'bytes=0-3', 'if-range': etag });
    expect([response.status, await response.text()]).toEqual([206, text.slice(0, 4)]);
  });

  test('HEAD with a range answers its headers', async () => {
    const response = await get({ range: 'bytes=0-3' }, 'HEAD');
    expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes 0-3/${bytes.byteLength}`]);
  });
});

describe('download 304', () => {
  test('the validator that the client has answers no bytes', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': header, range: 'bytes=0-1' });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    }
  });
});

describe('download 416', () => {
  test.each(['bytes=99999-', 'bytes=99999-100000', 'bytes=-0'])('the range %s is outside of the file', async (range) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      416,
      `bytes */${bytes.byteLength}`,
      '',
    ]);
  });
});

async function tokenFor(subject: string, expiresAt: number, purpose = 'download'): Promise<string> {
  const key = await importSecret(edge.secrets.ADDRESS_SECRET);
  return `${edge.url}/v1/downloads/${await signAddress(key, { purpose, subject, expiresAt })}`;
}

describe('download 410 expired', () => {
  test('an address past its end is refused', async () => {
    await expectError(await fetch(await tokenFor(fileId, Date.now() - 1)), 'expired');
  });

  test('a valid address of a file that was deleted or has expired is refused', async () => {
    const [deleted, expired] = [await api.upload(), await api.upload()];
    const urls = [await api.downloadUrl(deleted), await api.downloadUrl(expired)];
    await api.request('DELETE', `/files/${deleted}`);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', expired);
    for (const address of urls) await expectError(await fetch(address), 'expired');
  });
});

describe('download 404 not_found', () => {
  test('a token that was not signed here, was changed, or is for something else is unknown', async () => {
    const later = Date.now() + 60_000;
    const candidates = [
      `${url}x`,
      `${edge.url}/v1/downloads/..%2F..%2Fx`,
      await tokenFor(fileId, later, 'upload'),
      await tokenFor(fileId, later, 'attempt'),
      await tokenFor(`file_${'0'.repeat(22)}`, later),
    ];
    for (const candidate of candidates) await expectError(await fetch(candidate), 'not_found');
  });
});
