// POST /files with a JSON body: the upload record.

import { afterAll, describe, expect, test } from 'vitest';
import { CreatedFile, Filename } from '#contract/api.ts';
import { FILE_TYPES, UPLOAD_TYPES } from '#contract/files.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes, putBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const valid = { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 10 };

describe('createFile 201', () => {
  test('answers the record, its address and where it is', async () => {
    const response = await api.post('/files', valid);
    expect(response.status).toBe(201);
    expectJsonHeaders(response);
    const created = CreatedFile.parse(await response.json());
    expect(response.headers.get('location')).toBe(`/v1/files/${created.file_id}`);
    expect(created).toMatchObject({ upload_method: 'PUT', status: 'awaiting_upload', region: 'eu' });
    expect(created.upload_headers).toEqual({ 'Content-Type': 'application/pdf' });
    const lifetimeMs = Date.parse(created.expires_at) - Date.now();
    expect(lifetimeMs).toBeGreaterThan(LIMITS.uploadAddressMs - 60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(LIMITS.uploadAddressMs);
  });

  test.each(UPLOAD_TYPES)('accepts files of the type %s', async (content_type) => {
    const filename = `a.${FILE_TYPES[content_type].extension}`;
    expect((await api.post('/files', { ...valid, content_type, filename })).status).toBe(201);
  });

  test('keeps the customer’s own map', async () => {
    const metadata = { 'order-id': 'A 17', leer: '' };
    const created = await api.createFile(pdfBytes(), { metadata });
    expect((await api.readFile(created.file_id)).metadata).toEqual(metadata);
  });

  test('a file of exactly the plan’s size is accepted', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 10 } });
    expect((await small.api.post('/files', { ...valid, size_bytes: 10 })).status).toBe(201);
  });

  test('two records never share an identifier or an address', async () => {
    const [a, b] = await Promise.all([api.createFile(pdfBytes()), api.createFile(pdfBytes())]);
    expect(a.file_id).not.toBe(b.file_id);
    expect(a.upload_url).not.toBe(b.upload_url);
  });

  test('reads a body whose media type has parameters or capitals', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      expect((await api.post('/files', valid, { 'content-type': type })).status).toBe(201);
    }
  });
});

describe('createFile 400 invalid_request', () => {
  test.each([
    ['filename', 'missing', { filename: undefined }],
    ['filename', 'empty', { filename: '' }],
    ['filename', 'a number', { filename: 1 }],
    ['filename', 'over 255 bytes in UTF-8', { filename: 'é'.repeat(128) }],
    ['filename', '10 kB long', { filename: 'a'.repeat(10_000) }],
    ['filename', 'with a slash', { filename: '../../x' }],
    ['filename', 'with a backslash', { filename: 'a\\b' }],
    ['filename', 'with CR LF', { filename: 'a\r\nb: c' }],
    ['filename', 'with NUL', { filename: 'a\0b' }],
    ['filename', 'with a bidirectional override', { filename: 'a\u202efdp.exe' }],
    ['filename', 'a parent folder', { filename: '..' }],
    ['content_type', 'missing', { content_type: undefined }],
    ['content_type', 'null', { content_type: null }],
    ['size_bytes', 'missing', { size_bytes: undefined }],
    ['size_bytes', 'zero', { size_bytes: 0 }],
    ['size_bytes', 'negative', { size_bytes: -1 }],
    ['size_bytes', 'a fraction', { size_bytes: 1.5 }],
    ['size_bytes', 'a text', { size_bytes: '10' }],
    ['size_bytes', 'beyond safe integers', { size_bytes: 1e21 }],
    ['sha256', 'in capitals', { sha256: 'A'.repeat(64) }],
    ['region', 'unknown', { region: 'mars' }],
    ['metadata', 'with 17 entries', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, ''])) }],
    ['metadata', 'with a number', { metadata: { a: 1 } }],
    ['metadata', 'with a key of 41 characters', { metadata: { ['k'.repeat(41)]: '' } }],
    ['metadata', 'with a value of 501 characters', { metadata: { a: 'v'.repeat(501) } }],
  ])('names %s when it is %s', async (field, _, fields) => {
    const error = await expectError(await api.post('/files', { ...valid, ...fields }), 'invalid_request');
    expect(error.details?.[0]?.field.split('.')[0]).toBe(field);
  });

  test('names an unknown field', async () => {
    const error = await expectError(await api.post('/files', { ...valid, fileName: 'b' }), 'invalid_request');
    expect(error.details).toMatchObject([{ field: 'fileName', issue: 'unknown', suggestions: ['filename'] }]);
  });

  test.each(['', '{', 'null', '[]', '"text"', '1', '{"filename":}'])('refuses the body %j', async (body) => {
    await expectError(await api.request('POST', '/files', { body, headers: { 'content-type': 'application/json' } }), 'invalid_request');
  });
});

describe('createFile 413 request_too_large', () => {
  test('one byte over the limit is refused, the limit itself is read', async () => {
    const send = async (length: number) => {
      const body = JSON.stringify(valid).padEnd(length, ' ');
      return api.request('POST', '/files', { body, headers: { 'content-type': 'application/json' } });
    };
    expect((await send(LIMITS.jsonBodyBytesMax)).status).toBe(201);
    await expectError(await send(LIMITS.jsonBodyBytesMax + 1), 'request_too_large');
  });
});

describe('createFile 415 unsupported_media_type', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/mixed; boundary=x'])(
    'refuses %s',
    async (type) => {
      const options = { body: JSON.stringify(valid), headers: { 'content-type': type } };
      await expectError(await api.request('POST', '/files', options), 'unsupported_media_type');
    },
  );

  test('refuses a body without a media type', async () => {
    await expectError(await api.request('POST', '/files', { body: Buffer.from(JSON.stringify(valid)) }), 'unsupported_media_type');
  });
});

describe('createFile 413 file_too_large', () => {
  test('one byte over the plan’s size is refused', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 10 } });
    await expectError(await small.api.post('/files', { ...valid, size_bytes: 11 }), 'file_too_large');
  });
});

describe('createFile 415 unsupported_file_type', () => {
  test.each(['application/octet-stream', 'application/json', 'application/pdfx', 'pdf', '__proto__', 'constructor'])(
    'refuses the type %s',
    async (content_type) => {
      await expectError(await api.post('/files', { ...valid, content_type }), 'unsupported_file_type');
    },
  );
});

test.each([
  ['APPLICATION/PDF', 'application/pdf'],
  ['application/pdf; x=y', 'application/pdf'],
  ['image/jpg', 'image/jpeg'],
  ['image/tif', 'image/tiff'],
  ['text/x-markdown', 'text/markdown'],
])('createFile 201: %s is another name of %s, which is echoed', async (content_type, known) => {
  const created = await api.createFile(pdfBytes(), { content_type });
  expect(created.upload_headers).toMatchObject({ 'Content-Type': known });
  expect(await api.readFile(created.file_id)).toMatchObject({ content_type: known });
});

describe('filenames', () => {
  test.each(['résumé – 2026.pdf', '請求書.pdf', 'a b.pdf', "o'hara (1).pdf", '.pdf', '...', '🙂.pdf', '%2e%2e%2fx'])(
    'the name %s is kept as it is',
    async (filename) => {
      expect(Filename.safeParse(filename).success).toBe(true);
      const created = await api.createFile(pdfBytes(), { filename });
      expect((await putBytes(created, pdfBytes())).status).toBe(200);
      expect((await bodyOf<{ filename: string }>(await api.get(`/files/${created.file_id}`), 200)).filename).toBe(filename);
    },
  );
});
