// Presigned addresses: bytes that go straight to R2 (miniflare's S3 endpoint), with the same behaviour outside.

import { afterAll, describe, expect, test } from 'vitest';
import { pdfBytes, putBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { jobBody, JOB_ROUTES } from '../../support/service/routes.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge({ s3: { eu: { accessKeyId: 'dev-access-key', secretAccessKey: 'dev-secret-access-key' } } });
afterAll(edge.close);
const { api } = await edge.createAccount();
const bytes = pdfBytes('the document');

async function objectsOf(fileId: string): Promise<string[]> {
  return edge.objectKeys(`uploads/${fileId}/`);
}

describe('a presigned upload', () => {
  test('goes to the bucket’s own address and is the file when somebody asks for it', async () => {
    const created = await api.createFile(bytes);
    expect(new URL(created.upload_url).pathname).toBe(`/cdn-cgi/local/r2/s3/pdf-processing-api-eu/uploads/${created.file_id}/presigned`);
    expect(created.upload_headers).toMatchObject({ 'Content-Type': 'application/pdf', 'Content-Length': String(bytes.byteLength) });
    expect((await api.readFile(created.file_id)).status).toBe('awaiting_upload');
    expect((await putBytes(created, bytes)).status).toBe(200);
    expect(await api.readFile(created.file_id)).toMatchObject({ status: 'uploaded', sha256: sha256(bytes), size_bytes: bytes.byteLength });
  });

  test('can be used by a job at once', async () => {
    const created = await api.createFile(bytes);
    await putBytes(created, bytes);
    const job = await api.createJob({ file_id: created.file_id });
    const run = await edge.processor.nextRun(job.job_id);
    expect(run.sources[0]).toMatchObject({ size_bytes: bytes.byteLength, sha256: sha256(bytes) });
    expect(await (await edge.processor.fetchSource(run)).text()).toBe(Buffer.from(bytes).toString());
    await edge.processor.succeed(run);
  });

  test('with another Content-Type or Content-Length is refused before a byte lands', async () => {
    const created = await api.createFile(bytes);
    const refused = [
      await putBytes(created, bytes, { 'Content-Type': 'text/html' }),
      await putBytes(created, bytes.subarray(1)),
      await putBytes(created, Buffer.concat([bytes, bytes])),
    ];
    expect(refused.map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect(await objectsOf(created.file_id)).toEqual([]);
    await expectError(await api.get(`/files/${created.file_id}/download`), 'file_not_ready');
  });

  test('with a changed address is refused', async () => {
    const created = await api.createFile(bytes);
    const other = await api.createFile(bytes);
    const forged = created.upload_url.replace(created.file_id, other.file_id);
    expect((await putBytes({ ...created, upload_url: forged }, bytes)).status).toBe(403);
    expect((await fetch(created.upload_url)).status).toBe(403);
    expect(await objectsOf(other.file_id)).toEqual([]);
  });

  test('is not overwritten by a second one', async () => {
    const created = await api.createFile(bytes);
    expect((await putBytes(created, bytes)).status).toBe(200);
    expect((await putBytes(created, pdfBytes('the d0cument'))).status).toBe(412);
    expect((await api.readFile(created.file_id)).sha256).toBe(sha256(bytes));
    expect((await putBytes(created, pdfBytes('the d0cument'))).status).toBe(412);
    expect(await (await fetch(await api.downloadUrl(created.file_id))).text()).toBe(Buffer.from(bytes).toString());
  });

  test('that arrived in time outlives the hour of a record that was never uploaded', async () => {
    const [arrived, absent] = [await api.createFile(bytes), await api.createFile(bytes)];
    await putBytes(arrived, bytes);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id IN (?, ?)', arrived.file_id, absent.file_id);
    await edge.runSweep();
    expect((await api.readFile(arrived.file_id)).status).toBe('uploaded');
    expect((await api.readFile(absent.file_id)).status).toBe('expired');
    expect((await fetch(await api.downloadUrl(arrived.file_id))).status).toBe(200);
  });

  test('is erased with its file', async () => {
    const created = await api.createFile(bytes);
    await putBytes(created, bytes);
    await api.request('DELETE', `/files/${created.file_id}`);
    expect(await objectsOf(created.file_id)).toEqual([]);
    await expectError(await api.get(`/files/${created.file_id}/download`), 'expired');
  });
});

describe('a presigned download', () => {
  test('answers bytes, ranges and the name, from the bucket itself', async () => {
    const created = await api.createFile(bytes, { filename: 'résumé.pdf' });
    await putBytes(created, bytes);
    const url = await api.downloadUrl(created.file_id);
    expect(new URL(url).pathname).toContain('/r2/s3/');
    expect(new URL(url).searchParams.get('response-content-disposition')).toBe(
      `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`,
    );
    const whole = await fetch(url);
    expect([whole.status, await whole.text(), whole.headers.get('content-type')]).toEqual([
      200,
      Buffer.from(bytes).toString(),
      'application/pdf',
    ]);
    const range = await fetch(url, { headers: { range: 'bytes=0-3' } });
    expect([range.status, await range.text()]).toEqual([206, '%PDF']);
    expect((await fetch(url.replace('/presigned', '/other'))).status).toBe(403);
  });
});

interface Wrong {
  readonly code: 'unsupported_file_type' | 'checksum_mismatch' | 'size_mismatch';
  readonly upload: () => Promise<string>;
}

const WRONG_TYPE: Wrong = {
  code: 'unsupported_file_type',
  upload: async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const created = await api.createFile(png);
    expect((await putBytes(created, png)).status).toBe(200);
    return created.file_id;
  },
};
const WRONG_HASH: Wrong = {
  code: 'checksum_mismatch',
  upload: async () => {
    const created = await api.createFile(bytes, { sha256: 'ab'.repeat(32) });
    expect((await putBytes(created, bytes)).status).toBe(200);
    return created.file_id;
  },
};
const WRONG_SIZE: Wrong = {
  code: 'size_mismatch',
  upload: async () => {
    // The signature keeps a client from this; a write to the bucket by other means is detected too.
    const created = await api.createFile(bytes);
    await edge.bucket.put(`uploads/${created.file_id}/presigned`, Buffer.concat([bytes, bytes]));
    return created.file_id;
  },
};

async function expectRefused(wrong: Wrong, ask: (fileId: string) => Promise<Response>): Promise<void> {
  const fileId = await wrong.upload();
  await expectError(await ask(fileId), wrong.code);
  expect(await objectsOf(fileId)).toEqual([]);
  expect((await api.readFile(fileId)).status).toBe('awaiting_upload');
}

const askForAddress = async (fileId: string) => api.get(`/files/${fileId}/download`);

describe('downloadAddress 415 unsupported_file_type', () => {
  test('bytes that are not of the type are refused when somebody asks, and removed', async () => expectRefused(WRONG_TYPE, askForAddress));
});
describe('downloadAddress 400 checksum_mismatch', () => {
  test('bytes without the declared SHA-256 are refused when somebody asks, and removed', async () =>
    expectRefused(WRONG_HASH, askForAddress));
});
describe('downloadAddress 400 size_mismatch', () => {
  test('bytes of another size are refused when somebody asks, and removed', async () => expectRefused(WRONG_SIZE, askForAddress));
});

describe.each(JOB_ROUTES)('every job route 400 checksum_mismatch ($name)', ({ name, path, params }) => {
  test('bytes without the declared SHA-256 have no jobs', async () =>
    expectRefused(WRONG_HASH, async (fileId) => api.post(path, jobBody(name, params, fileId))));
});
describe.each(JOB_ROUTES)('every job route 400 size_mismatch ($name)', ({ name, path, params }) => {
  test('bytes of another size have no jobs', async () =>
    expectRefused(WRONG_SIZE, async (fileId) => api.post(path, jobBody(name, params, fileId))));
});
describe.each(JOB_ROUTES)('a job of presigned bytes that are not of their type ($name)', ({ name, path, params }) => {
  test('is refused', async () => expectRefused(WRONG_TYPE, async (fileId) => api.post(path, jobBody(name, params, fileId))));
});

const batchBody = (fileIds: readonly string[]) => ({
  operation: 'metadata',
  params: { action: 'remove' },
  items: fileIds.map((file_id) => ({ file_id })),
});
const batchOf = async (...fileIds: string[]) => api.post('/batches', batchBody(fileIds));

describe('createBatch 400 checksum_mismatch', () => {
  test('bytes without the declared SHA-256 are no item', async () => expectRefused(WRONG_HASH, batchOf));
});
describe('createBatch 400 size_mismatch', () => {
  test('bytes of another size are no item', async () => expectRefused(WRONG_SIZE, batchOf));
});
describe('a batch of presigned uploads', () => {
  test('of which it looks at a hundred in one request: the next request goes on', async () => {
    const created = await Promise.all(Array.from({ length: 101 }, async () => api.createFile(bytes)));
    await Promise.all(created.map(async (each) => putBytes(each, bytes)));
    const ids = created.map(({ file_id }) => file_id);
    // No item is refused for it, also where items may be.
    await expectError(await api.post('/batches', { ...batchBody(ids), on_error: 'continue' }), 'file_not_ready');
    expect((await batchOf(...ids)).status).toBe(202);
  });
});
