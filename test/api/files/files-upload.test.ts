// PUT {upload_url}: the bytes of a file.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type CreatedFile, UploadAnswer } from '#contract/api.ts';
import { importSecret } from '#contract/internal-signature.ts';
import { signAddress } from '../../../worker/http/signed-address.ts';
import { bodyOf, pdfBytes, putBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const bytes = pdfBytes('the document');

async function objectsOf(created: CreatedFile): Promise<string[]> {
  return edge.objectKeys(`uploads/${created.file_id}/`);
}

async function signToken(fileId: string, expiresAt: number, purpose = 'upload'): Promise<string> {
  return signAddress(await importSecret(edge.secrets.ADDRESS_SECRET), { purpose, subject: fileId, expiresAt });
}

/** A PUT as fetch does not send it. @returns the response. */
async function rawPut(url: string, headers: Record<string, string>, body: Uint8Array): Promise<Response> {
  const outgoing = request(url, { method: 'PUT', headers });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), { status: incoming.statusCode, headers: incoming.headers });
}

describe('uploadFile 200', () => {
  test('stores the bytes and answers their size and SHA-256', async () => {
    const created = await api.createFile(bytes);
    const response = await putBytes(created, bytes);
    expectJsonHeaders(response);
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
    const answer = UploadAnswer.parse(await bodyOf(response, 200));
    expect(answer).toEqual({ file_id: created.file_id, status: 'uploaded', size_bytes: bytes.byteLength, sha256: sha256(bytes) });
    const [key = ''] = await objectsOf(created);
    expect(new Uint8Array((await (await edge.bucket.get(key))?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(new Uint8Array(bytes));
  });

  test('the same bytes again answer the same and store nothing more', async () => {
    const created = await api.createFile(bytes);
    const first = await putBytes(created, bytes);
    const again = await putBytes(created, bytes);
    expect([again.status, again.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    expect(await again.json()).toEqual(await first.json());
    expect(await objectsOf(created)).toHaveLength(1);
  });

  test.each([
    ['Content-MD5', { 'content-md5': createHash('md5').update(bytes).digest('base64') }],
    ['Repr-Digest', { 'repr-digest': `sha-512=:AAAA:, sha-256=:${sha256(bytes, 'base64')}:` }],
    ['x-amz-checksum-sha256', { 'x-amz-checksum-sha256': sha256(bytes, 'base64') }],
  ])('bytes with the digest of %s are stored', async (_, headers) => {
    expect((await putBytes(await api.createFile(bytes), bytes, headers)).status).toBe(200);
  });

  test('bytes with the declared sha256 are stored', async () => {
    expect((await putBytes(await api.createFile(bytes, { sha256: sha256(bytes) }), bytes)).status).toBe(200);
  });

  test('a header within the first kilobyte is enough for a PDF', async () => {
    const late = Buffer.concat([Buffer.alloc(1000, ' '), bytes]);
    expect((await putBytes(await api.createFile(late), late)).status).toBe(200);
  });

  test('two PUTs of the same bytes at once both succeed and leave one object', async () => {
    const created = await api.createFile(bytes);
    const answers = await Promise.all([putBytes(created, bytes), putBytes(created, bytes)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await objectsOf(created)).toHaveLength(1);
  });

  test('two PUTs of different bytes at once have one winner, whose bytes are the file', async () => {
    const other = pdfBytes('the d0cument');
    const created = await api.createFile(bytes);
    const answers = await Promise.all([putBytes(created, bytes), putBytes(created, other)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? bytes : other;
    expect(await (await fetch(await api.downloadUrl(created.file_id))).text()).toBe(Buffer.from(winner).toString());
    expect(await objectsOf(created)).toHaveLength(1);
  });
});

describe('uploadFile 400 size_mismatch', () => {
  test('fewer bytes than declared are refused and nothing is stored', async () => {
    const created = await api.createFile(bytes);
    await expectError(await putBytes(created, bytes.subarray(0, -1)), 'size_mismatch');
    expect(await objectsOf(created)).toEqual([]);
  });

  test('no byte at all is refused', async () => {
    const created = await api.createFile(bytes);
    await expectError(
      await rawPut(created.upload_url, { 'content-type': 'application/pdf', 'content-length': '0' }, Buffer.alloc(0)),
      'size_mismatch',
    );
  });

  test('a connection that ends in the middle stores nothing, and the address still works', async () => {
    const created = await api.createFile(bytes);
    const url = new URL(created.upload_url);
    const socket = connect(Number(url.port), url.hostname);
    socket.resume();
    await once(socket, 'connect');
    const head = `PUT ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/pdf\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`;
    await new Promise<void>((resolve) => socket.end(Buffer.concat([Buffer.from(head), bytes.subarray(0, 20)]), resolve));
    await once(socket, 'close');
    expect(await objectsOf(created)).toEqual([]);
    expect((await putBytes(created, bytes)).status).toBe(200);
    expect(await objectsOf(created)).toHaveLength(1);
  });
});

describe('uploadFile 413 file_too_large', () => {
  test('more bytes than declared are refused and nothing is stored', async () => {
    const created = await api.createFile(bytes);
    await expectError(await putBytes(created, Buffer.concat([bytes, bytes])), 'file_too_large');
    expect(await objectsOf(created)).toEqual([]);
  });
});

describe('uploadFile 411 length_required', () => {
  test('a body of unknown length is refused', async () => {
    const created = await api.createFile(bytes);
    const response = await rawPut(created.upload_url, { 'content-type': 'application/pdf', 'transfer-encoding': 'chunked' }, bytes);
    await expectError(response, 'length_required');
    expect(await objectsOf(created)).toEqual([]);
  });
});

describe('uploadFile 415 unsupported_file_type', () => {
  test.each(['image/png', 'application/octet-stream', ''])('the Content-Type %j is not what was declared', async (type) => {
    const created = await api.createFile(bytes);
    await expectError(await putBytes(created, bytes, { 'Content-Type': type }), 'unsupported_file_type');
    expect(await objectsOf(created)).toEqual([]);
  });

  test.each<[string, string, Uint8Array]>([
    ['a PNG', 'application/pdf', Buffer.from('\x89PNG\r\n\x1a\n%PDF-1.7', 'latin1')],
    ['an ELF program', 'application/pdf', Buffer.from('\x7fELF%PDF-1.7', 'latin1')],
    ['a Windows program', 'application/pdf', Buffer.from('MZ %PDF-1.7')],
    ['a ZIP archive', 'application/pdf', Buffer.from('PK\x03\x04%PDF-1.7')],
    ['a web page', 'application/pdf', Buffer.from('\n <HTML>%PDF-1.7')],
    ['a PDF whose header comes after a kilobyte', 'application/pdf', Buffer.concat([Buffer.alloc(1025, ' '), bytes])],
    ['a PDF', 'image/png', bytes],
    ['a PDF', 'image/jpeg', bytes],
    ['a PDF', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', bytes],
  ])('%s is not of the type %s and is not stored', async (_, content_type, body) => {
    const created = await api.createFile(body, { content_type });
    await expectError(await putBytes(created, body), 'unsupported_file_type');
    expect(await objectsOf(created)).toEqual([]);
  });
});

describe('uploadFile 400 checksum_mismatch', () => {
  const wrong = Buffer.alloc(32, 1).toString('base64');
  test.each([
    ['Content-MD5', {}, { 'content-md5': Buffer.alloc(16, 1).toString('base64') }],
    ['Repr-Digest', {}, { 'repr-digest': `sha-256=:${wrong}:` }],
    ['x-amz-checksum-sha256', {}, { 'x-amz-checksum-sha256': wrong }],
    ['the declared sha256', { sha256: '01'.repeat(32) }, {}],
  ])('bytes without the digest of %s are refused and nothing is stored', async (_, fields, headers) => {
    const created = await api.createFile(bytes, fields);
    await expectError(await putBytes(created, bytes, headers), 'checksum_mismatch');
    expect(await objectsOf(created)).toEqual([]);
  });

  test('a repeated upload is judged by its digest too', async () => {
    const created = await api.createFile(bytes);
    await putBytes(created, bytes);
    await expectError(await putBytes(created, bytes, { 'repr-digest': `sha-256=:${wrong}:` }), 'checksum_mismatch');
  });
});

describe('uploadFile 400 invalid_request', () => {
  test.each([
    ['Content-MD5', { 'content-md5': 'not base64!' }],
    ['Content-MD5', { 'content-md5': 'AAAA' }],
    ['Repr-Digest', { 'repr-digest': 'sha-256=abc' }],
    ['Repr-Digest', { 'repr-digest': 'sha-256=:AAAA:' }],
    ['x-amz-checksum-sha256', { 'x-amz-checksum-sha256': 'AAAA' }],
  ])('a malformed %s is named: %j', async (field, headers) => {
    const created = await api.createFile(bytes);
    const error = await expectError(await putBytes(created, bytes, headers), 'invalid_request');
    expect(error.details?.[0]).toMatchObject({ field, issue: 'malformed' });
    expect(await objectsOf(created)).toEqual([]);
  });
});

describe('uploadFile 409 upload_already_completed', () => {
  test.each([pdfBytes('the d0cument'), pdfBytes('a longer document'), bytes.subarray(0, 9)])(
    'other bytes are refused and the file stays what it was',
    async (other) => {
      const created = await api.createFile(bytes);
      await putBytes(created, bytes);
      await expectError(await putBytes(created, other), 'upload_already_completed');
      expect(await (await fetch(await api.downloadUrl(created.file_id))).text()).toBe(Buffer.from(bytes).toString());
    },
  );
});

describe('uploadFile 410 expired', () => {
  test('an address past its end is refused', async () => {
    const created = await api.createFile(bytes);
    const upload_url = `${edge.url}/v1/uploads/${await signToken(created.file_id, Date.now() - 1)}`;
    await expectError(await putBytes({ ...created, upload_url }, bytes), 'expired');
  });

  test('a record past its life is refused', async () => {
    const created = await api.createFile(bytes);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', created.file_id);
    await expectError(await putBytes(created, bytes), 'expired');
  });

  test('a deleted record is refused and nothing is stored', async () => {
    const created = await api.createFile(bytes);
    await bodyOf(await api.request('DELETE', `/files/${created.file_id}`), 200);
    await expectError(await putBytes(created, bytes), 'expired');
    expect(await objectsOf(created)).toEqual([]);
  });

  test('a record that is deleted while its bytes arrive keeps none of them', async () => {
    const large = Buffer.concat([bytes, Buffer.alloc(300_000)]);
    const created = await api.createFile(large);
    const outgoing = request(created.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'content-length': String(large.byteLength) },
    });
    outgoing.write(large.subarray(0, 200_000));
    await bodyOf(await api.request('DELETE', `/files/${created.file_id}`), 200);
    outgoing.end(large.subarray(200_000));
    const [incoming] = (await once(outgoing, 'response')) as [{ statusCode: number; resume: () => void }];
    incoming.resume();
    expect(incoming.statusCode).toBe(410);
    await eventually(
      async () => objectsOf(created),
      (keys) => keys.length === 0,
    );
  });
});

describe('uploadFile 404 not_found', () => {
  test('a token that was not signed here, was changed, or is for something else is unknown', async () => {
    const created = await api.createFile(bytes);
    const token = created.upload_url.split('/').at(-1) ?? '';
    const flipped = (token.startsWith('e') ? 'f' : 'e') + token.slice(1);
    const tokens = [
      'x',
      'a.b',
      `${token}.${token}`,
      flipped,
      token.slice(0, -3),
      await signToken(created.file_id, Date.now() + 60_000, 'download'),
      await signToken(`file_${'0'.repeat(22)}`, Date.now() + 60_000),
    ];
    for (const candidate of tokens) {
      await expectError(await putBytes({ ...created, upload_url: `${edge.url}/v1/uploads/${candidate}` }, bytes), 'not_found');
    }
    expect(await objectsOf(created)).toEqual([]);
  });
});
