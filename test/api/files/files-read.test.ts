// GET /files/{file_id}, GET /files/{file_id}/download and DELETE /files/{file_id}.

import { afterAll, describe, expect, test } from 'vitest';
import { DeletedFile, DownloadAddress, FileObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes, putBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { UNKNOWN_FILE } from '../../support/service/routes.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const bytes = pdfBytes('the document');

async function resultFile(): Promise<{ jobId: string; resultId: string; sourceId: string }> {
  const job = await api.createJob();
  await edge.processor.succeed(await edge.processor.nextRun(job.job_id));
  const done = await api.jobIn(job.job_id, 'succeeded');
  return { jobId: job.job_id, resultId: done.result_file_id ?? '', sourceId: job.file_id };
}

describe('readFile 200', () => {
  test('tells what was declared, then what has arrived', async () => {
    const created = await api.createFile(bytes);
    const waiting = FileObject.parse(await api.readFile(created.file_id));
    expect(waiting).toMatchObject({ status: 'awaiting_upload', size_bytes: bytes.byteLength });
    expect(waiting).not.toHaveProperty('sha256');
    await putBytes(created, bytes);
    const response = await api.get(`/files/${created.file_id}`);
    expectJsonHeaders(response);
    const file = FileObject.parse(await bodyOf(response, 200));
    expect(file).toMatchObject({ status: 'uploaded', sha256: sha256(bytes), content_type: 'application/pdf', region: 'eu' });
    expect(Date.parse(file.expires_at) - Date.parse(file.uploaded_at ?? '')).toBe(LIMITS.unusedUploadMs);
  });

  test('a result names the job that made it', async () => {
    const { jobId, resultId } = await resultFile();
    expect(FileObject.parse(await api.readFile(resultId))).toMatchObject({ job_id: jobId, status: 'uploaded' });
  });

  test('a deleted and an expired file are still records', async () => {
    const [deleted, expired] = [await api.upload(), await api.upload()];
    await api.request('DELETE', `/files/${deleted}`);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', expired);
    expect(await api.readFile(deleted)).toMatchObject({ status: 'deleted' });
    expect(await api.readFile(expired)).toMatchObject({ status: 'expired' });
    expect(await api.readFile(deleted)).not.toHaveProperty('sha256');
  });
});

describe('readFile 404 not_found', () => {
  test.each([UNKNOWN_FILE, 'x', '__proto__', '%00', `${UNKNOWN_FILE}'--`, 'file_%F0%9F%99%82'])('there is no file %s', async (id) => {
    await expectError(await api.get(`/files/${id}`), 'not_found');
  });
});

describe('downloadAddress 200', () => {
  test('answers an address for 15 minutes, or for as long as asked', async () => {
    const fileId = await api.upload(bytes);
    for (const [query, lifetimeMs] of [
      ['', LIMITS.downloadAddressMsDefault],
      ['?expires_in=60', 60_000],
      ['?expires_in=3600', 3_600_000],
    ] as const) {
      const response = await api.get(`/files/${fileId}/download${query}`);
      expectJsonHeaders(response);
      const address = DownloadAddress.parse(await bodyOf(response, 200));
      const leftMs = Date.parse(address.expires_at) - Date.now();
      expect(leftMs).toBeGreaterThan(lifetimeMs - 30_000);
      expect(leftMs).toBeLessThanOrEqual(lifetimeMs);
      expect(await (await fetch(address.download_url)).text()).toBe(Buffer.from(bytes).toString());
    }
  });

  test('an address never outlives its file', async () => {
    const fileId = await api.upload(bytes);
    const expiresAt = Date.now() + 90_000;
    await edge.sql('UPDATE files SET expires_at = ? WHERE id = ?', expiresAt, fileId);
    const address = DownloadAddress.parse(await bodyOf(await api.get(`/files/${fileId}/download?expires_in=3600`), 200));
    expect(Date.parse(address.expires_at)).toBe(expiresAt);
  });
});

describe('downloadAddress 400 invalid_request', () => {
  test.each(['expires_in=59', 'expires_in=3601', 'expires_in=x', 'expires_in=', 'expires_in=60.5', 'expires_in=1e400', 'expires=60'])(
    'refuses the query %s',
    async (query) => {
      const error = await expectError(await api.get(`/files/${await api.upload()}/download?${query}`), 'invalid_request');
      expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
    },
  );
});

describe('downloadAddress 404 not_found', () => {
  test('there is no such file', async () => {
    await expectError(await api.get(`/files/${UNKNOWN_FILE}/download`), 'not_found');
  });
});

describe('downloadAddress 409 file_not_ready', () => {
  test('says to come again when the bytes have not arrived', async () => {
    const response = await api.get(`/files/${(await api.createFile(bytes)).file_id}/download`);
    expect(response.headers.get('retry-after')).toBe('1');
    await expectError(response, 'file_not_ready');
  });
});

describe('downloadAddress 410 expired', () => {
  test('a deleted, an expired and a never uploaded file have no address', async () => {
    const [deleted, expired] = [await api.upload(), await api.upload()];
    await api.request('DELETE', `/files/${deleted}`);
    const { file_id: neverUploaded } = await api.createFile(bytes);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id IN (?, ?)', expired, neverUploaded);
    for (const id of [deleted, expired, neverUploaded]) await expectError(await api.get(`/files/${id}/download`), 'expired');
  });
});

describe('deleteFile 200', () => {
  test('erases the bytes at once, and says the same again', async () => {
    const fileId = await api.upload(bytes);
    expect(await edge.objectKeys(`uploads/${fileId}/`)).toHaveLength(1);
    for (let times = 0; times < 2; times++) {
      const response = await api.request('DELETE', `/files/${fileId}`);
      expectJsonHeaders(response);
      expect(DeletedFile.parse(await bodyOf(response, 200))).toEqual({ file_id: fileId, deleted: true });
      expect(await edge.objectKeys(`uploads/${fileId}/`)).toEqual([]);
    }
  });

  test('a record without bytes is deleted too', async () => {
    const { file_id } = await api.createFile(bytes);
    await bodyOf(await api.request('DELETE', `/files/${file_id}`), 200);
    expect((await api.readFile(file_id)).status).toBe('deleted');
  });

  test('deleting a result leaves the source and the job’s record', async () => {
    const { jobId, resultId, sourceId } = await resultFile();
    await bodyOf(await api.request('DELETE', `/files/${resultId}`), 200);
    expect(await edge.objectKeys(`results/${jobId}/`)).toEqual([]);
    await expectError(await api.get(`/files/${resultId}/download`), 'expired');
    expect((await api.readFile(sourceId)).status).toBe('uploaded');
    expect((await api.readJob(jobId)).status).toBe('succeeded');
  });

  test('deleting a source leaves a finished job’s result', async () => {
    const { jobId, resultId, sourceId } = await resultFile();
    await bodyOf(await api.request('DELETE', `/files/${sourceId}`), 200);
    expect((await fetch(await api.downloadUrl(resultId))).status).toBe(200);
    expect((await api.readJob(jobId)).status).toBe('succeeded');
  });

  test('a waiting job of the file is cancelled with source_deleted', async () => {
    edge.processor.react = () => 'busy';
    const job = await api.createJob();
    await bodyOf(await api.request('DELETE', `/files/${job.file_id}`), 200);
    edge.processor.react = () => 'taken';
    const ended = await api.jobIn(job.job_id, 'cancelled');
    expect(ended.error).toMatchObject({ code: 'job_failed', reason: 'source_deleted', retryable: false });
    expect((await edge.events(job.job_id)).map(({ event }) => event)).toContain('job.cancelled');
    await edge.redeliver(job.job_id);
    expect(edge.processor.runs.some((run) => run.job_id === job.job_id)).toBe(false);
  });

  test('a running job of the file is cancelled at once, its processor told, and nothing of it is left', async () => {
    const job = await api.createJob();
    const run = await edge.processor.nextRun(job.job_id);
    await edge.processor.putResult(run, 0, bytes);
    await bodyOf(await api.request('DELETE', `/files/${job.file_id}`), 200);
    const ended = await api.readJob(job.job_id);
    expect(ended).toMatchObject({ status: 'cancelled', error: { reason: 'source_deleted' } });
    expect(ended.completed_at).toBeDefined();
    expect(edge.processor.cancels).toContainEqual({ job_id: job.job_id, attempt: 1, attempt_token: run.attempt_token });
    expect(await edge.objectKeys(`results/${job.job_id}/`)).toEqual([]);
    const late = [
      await edge.processor.heartbeat(run),
      await edge.processor.putResult(run, 0, bytes),
      await edge.processor.fetchSource(run),
      await edge.processor.succeed(run),
    ];
    expect(late.map((answer) => answer.status)).toEqual([409, 409, 409, 409]);
    expect(await edge.objectKeys(`results/${job.job_id}/`)).toEqual([]);
    expect((await edge.events(job.job_id)).map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.cancelled']);
  });
});

describe('deleteFile 404 not_found', () => {
  test('there is no such file', async () => {
    await expectError(await api.request('DELETE', `/files/${UNKNOWN_FILE}`), 'not_found');
  });
});
