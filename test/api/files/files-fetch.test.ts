// POST /files/fetch: a file that the service fetches, through the real courier, from a server of this machine.

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { FileObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { type ApiClient, bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { type React, Receiver } from '../../support/service/receiver.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const source = await Receiver.start();
const edge = await openEdge({ courier: {} });
afterAll(async () => {
  await edge.close();
  await source.close();
});
afterEach(() => {
  source.react = sending(bytes);
});
const { api, id: accountId } = await edge.createAccount({ overrides: { source_urls: true, file_bytes: 100_000 } });
const bytes = pdfBytes('from elsewhere');
source.react = sending(bytes);

/** @param length as the answer says; undefined: in chunks, without a length */
function sending(body: Uint8Array, length: number | undefined = body.byteLength, status = 200): React {
  return (response) => {
    response.writeHead(status, length === undefined ? {} : { 'content-length': length });
    response.write(body);
    response.end();
  };
}

async function fetchFile(fields: Record<string, unknown> = {}, client: ApiClient = api): Promise<Response> {
  const body = { filename: 'a.pdf', content_type: 'application/pdf', source_url: source.url('/a.pdf?signature=secret'), ...fields };
  return client.post('/files/fetch', body);
}

/** Nothing of it stays: no row, no object. */
async function refused(code: Parameters<typeof expectError>[1], fields: Record<string, unknown> = {}, client: ApiClient = api) {
  const before = [await edge.sql('SELECT count(*) AS n FROM files'), await edge.objectKeys()];
  const error = await expectError(await fetchFile(fields, client), code);
  expect([await edge.sql('SELECT count(*) AS n FROM files'), await edge.objectKeys()]).toEqual(before);
  return error;
}

describe('fetchFile 201', () => {
  test.each([bytes.byteLength, undefined])('is an upload like any other (declared length %s)', async (length) => {
    source.react = sending(bytes, length);
    const response = await fetchFile({ metadata: { order: '7' }, sha256: sha256(bytes), size_bytes: bytes.byteLength });
    const file = await bodyOf<FileObject>(response, 201);
    expect(response.headers.get('location')).toBe(`/v1/files/${file.file_id}`);
    expect(file).toMatchObject({ status: 'uploaded', sha256: sha256(bytes), size_bytes: bytes.byteLength, metadata: { order: '7' } });
    expect(Buffer.from(await (await fetch(await api.downloadUrl(file.file_id))).arrayBuffer())).toEqual(Buffer.from(bytes));
    const { job_id } = await api.createJob({ file_id: file.file_id });
    await edge.processor.succeed(await edge.processor.nextRun(job_id));
  });

  test('after a redirect; only the address is sent there', async () => {
    source.react = (response, { path }) =>
      path === '/b.pdf'
        ? sending(bytes)(response, source.received[0] as never)
        : void response.writeHead(307, { location: '/b.pdf' }).end();
    await bodyOf(await fetchFile(), 201);
    const [last] = source.at('/b.pdf');
    expect(Object.keys(last?.headers ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  test('the address is kept nowhere', async () => {
    await bodyOf(await fetchFile(), 201);
    for (const table of ['files', 'events', 'audit', 'idempotent_requests']) {
      expect(JSON.stringify(await edge.sql(`SELECT * FROM ${table}`))).not.toContain('signature=secret');
    }
    expect(edge.logs.join('\n')).not.toContain('signature=secret');
  });
});

describe('an account whose plan does not say so', () => {
  test('has nothing fetched', async () => {
    const count = source.received.length;
    const { api: other } = await edge.createAccount();
    const error = await refused('invalid_request', {}, other);
    expect(error.details).toMatchObject([{ field: 'source_url', issue: 'not_in_plan' }]);
    expect(source.received.length).toBe(count);
  });
});

describe('an address that the service does not call', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/a.pdf',
    'https://[fe80::1]/a.pdf',
    'https://metadata.google.internal/',
    'http://example.com/a.pdf',
    'https://user:password@example.com/a.pdf',
    'https://example.com:6379/',
    'file:///etc/passwd',
    'https://example.com/a b',
  ])('%s is refused at once', async (source_url) => {
    const error = await refused('invalid_request', { source_url });
    expect(error.details?.[0]).toMatchObject({ field: 'source_url', issue: 'not_allowed' });
  });

  test('is not reached by a redirect either', async () => {
    source.react = (response) => void response.writeHead(302, { location: 'https://10.0.0.1/' }).end();
    const error = await refused('invalid_request');
    expect(error.details?.[0]).toMatchObject({ field: 'source_url', issue: 'url_refused' });
  });
});

describe('fetchFile 413 file_too_large', () => {
  test.each([200_000, undefined])('a body above the plan’s size is cut off (declared length %s)', async (length) => {
    const large = Buffer.concat([Buffer.from(bytes), Buffer.alloc(200_000 - bytes.byteLength)]);
    source.react = sending(large, length);
    await refused('file_too_large');
    await refused('file_too_large', { size_bytes: 100_001 });
  });

  test('one of just that size is taken, one byte more is not', async () => {
    const { api: small } = await edge.createAccount({ overrides: { source_urls: true, file_bytes: bytes.byteLength } });
    await bodyOf(await fetchFile({}, small), 201);
    source.react = sending(Buffer.concat([Buffer.from(bytes), Buffer.from('x')]), undefined);
    await refused('file_too_large', {}, small);
  });
});

describe('fetchFile 415 unsupported_file_type', () => {
  test('bytes that are not what they are called, and types that are not taken', async () => {
    source.react = sending(Buffer.from('<html>please log in</html>'));
    await refused('unsupported_file_type');
    await refused('unsupported_file_type', { content_type: 'application/x-sh' });
  });
});

describe('fetchFile 415 unsupported_media_type', () => {
  test('a request that is no JSON', async () => {
    const response = await api.request('POST', '/files/fetch', { body: 'x', headers: { 'content-type': 'text/plain' } });
    await expectError(response, 'unsupported_media_type');
  });
});

describe('fetchFile 400 size_mismatch', () => {
  test('another size than declared, and no bytes at all', async () => {
    await refused('size_mismatch', { size_bytes: 5 });
    source.react = sending(new Uint8Array(), 0);
    await refused('size_mismatch');
  });
});

describe('fetchFile 400 checksum_mismatch', () => {
  test('another SHA-256 than declared', async () => {
    await refused('checksum_mismatch', { sha256: 'ab'.repeat(32) });
  });
});

describe('fetchFile 424 source_unavailable', () => {
  test.each([401, 404, 500, 204])('a source that answers %s', async (status) => {
    source.react = sending(new Uint8Array(), undefined, status);
    expect((await refused('source_unavailable')).message).toContain(String(status));
  });

  test.each([bytes.byteLength, undefined])('one that breaks off in the middle (declared length %s)', async (length) => {
    source.react = (response) => {
      response.writeHead(200, length === undefined ? {} : { 'content-length': length });
      response.write(Buffer.from(bytes).subarray(0, 12), () => response.destroy());
    };
    await refused('source_unavailable');
  });

  test('one that is not there, and one whose name is none', async () => {
    await refused('source_unavailable', { source_url: 'http://127.0.0.1:1/' });
    const error = await refused('source_unavailable', { source_url: 'https://nowhere.example.com/' });
    expect(error.details?.[0]?.issue).toBe('name_not_resolved');
  });

  test('is not kept for a repeated request: the source may be there then', async () => {
    const ask = async () =>
      api.post(
        '/files/fetch',
        { filename: 'a.pdf', content_type: 'application/pdf', source_url: source.url('/again') },
        { 'idempotency-key': 'again' },
      );
    source.react = sending(new Uint8Array(), 0, 503);
    await expectError(await ask(), 'source_unavailable');
    source.react = sending(bytes);
    const first = await bodyOf<FileObject>(await ask(), 201);
    expect(await bodyOf<FileObject>(await ask(), 201)).toEqual(first);
  });
});

describe('many fetches of one account', () => {
  test('are bounded, and others go on', async () => {
    const held: (() => void)[] = [];
    source.react = (response) => void held.push(() => sending(bytes)(response, undefined as never));
    const slow = Array.from({ length: LIMITS.sourceFetchesMax }, async () => fetchFile());
    while (held.length < LIMITS.sourceFetchesMax) await new Promise((resolve) => setImmediate(resolve));
    await refused('rate_limited');
    const other = await edge.createAccount({ overrides: { source_urls: true } });
    const theirs = fetchFile({}, other.api);
    while (held.length < LIMITS.sourceFetchesMax + 1) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of held) answer();
    for (const answer of await Promise.all([...slow, theirs])) expect(answer.status).toBe(201);
    source.react = sending(bytes);
    await bodyOf(await fetchFile(), 201);
  });
});

test('another account cannot see a fetched file', async () => {
  const { file_id } = await bodyOf<FileObject>(await fetchFile(), 201);
  const { api: stranger } = await edge.createAccount({ overrides: { source_urls: true } });
  await expectError(await stranger.get(`/files/${file_id}`), 'not_found');
  await expectError(await stranger.get(`/files/${file_id}/download`), 'not_found');
  expect(await edge.sql('SELECT account_id FROM files WHERE id = ?', file_id)).toEqual([{ account_id: accountId }]);
});
