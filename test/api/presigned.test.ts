// Presigned addresses: bytes that go straight to R2 (miniflare's S3 endpoint), with the same behaviour outside.

import { afterAll, describe, expect, test } from 'vitest';
import { pdfBytes, putBytes } from '../support/api-client.ts';
import { openEdge } from '../support/edge.ts';
import { expectError } from '../support/expectations.ts';
import { sha256 } from '../support/scripted-processor.ts';

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

  test('of bytes that are not of the type is refused when somebody asks, and removed', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const created = await api.createFile(png);
    expect((await putBytes(created, png)).status).toBe(200);
    await expectError(await api.post('/jobs/metadata', { file_id: created.file_id, action: 'remove' }), 'unsupported_file_type');
    expect(await objectsOf(created.file_id)).toEqual([]);
    expect((await api.readFile(created.file_id)).status).toBe('awaiting_upload');
  });

  test('of bytes without the declared SHA-256 is refused when somebody asks, and removed', async () => {
    const created = await api.createFile(bytes, { sha256: 'ab'.repeat(32) });
    await putBytes(created, bytes);
    await expectError(await api.get(`/files/${created.file_id}/download`), 'checksum_mismatch');
    expect(await objectsOf(created.file_id)).toEqual([]);
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
