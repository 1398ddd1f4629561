// Buckets and rows agree again after any interruption: each state in which a Worker can die between two statements is made in the real D1
// and R2, and the next run of the sweep repairs it.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { resultKey, uploadKey } from '../../worker/files/file.ts';
import { pdfBytes, putBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { eventually, expectError } from '../support/expectations.ts';

const PRESIGN = { accessKeyId: 'local-access-key', secretAccessKey: 'local-secret-access-key' };
const edge = await openEdge({ regions: ['eu', 'us'], s3: { us: PRESIGN } });
afterAll(edge.close);
const { eu } = edge.processors as { eu: typeof edge.processor };
const { api } = await edge.createAccount();
const us = await edge.bucketOf('us');

const RANDOM = 'A'.repeat(22);

async function objectsOf(id: string): Promise<string[]> {
  const keys = [edge.bucket, us].map(async (bucket) => (await bucket.list({ limit: 1000 })).objects.map((object) => object.key));
  return (await Promise.all(keys)).flat().filter((key) => key.includes(id));
}

/** R2 does not let a test write an object's age: instead the rows say it is old. */
async function succeededJob(fields: Record<string, unknown> = {}): Promise<{ jobId: string; fileId: string; resultId: string }> {
  const { job_id: jobId, file_id: fileId } = await api.createJob(fields);
  await eu.succeed(await eu.nextRun(jobId));
  const { result_file_id: resultId = '' } = await api.jobIn(jobId, 'succeeded');
  return { jobId, fileId, resultId };
}

// Every walk begins at the beginning of its bucket.
beforeEach(async () => void (await edge.sql('DELETE FROM bucket_walks')));

describe('erasing that is interrupted', () => {
  test('after the row: the objects go with the next run, and nobody is given them until then', async () => {
    const fileId = await api.upload();
    const url = await api.downloadUrl(fileId);
    await edge.sql(`UPDATE files SET state = 'deleted', deleted_at = ? WHERE id = ?`, Date.now(), fileId);
    await expectError(await fetch(url), 'expired');
    expect(await objectsOf(fileId)).toHaveLength(1);
    await edge.runSweep();
    expect(await objectsOf(fileId)).toEqual([]);
  });

  test('between two objects: the rest goes', async () => {
    const fileId = await api.upload();
    await edge.bucket.put(uploadKey(fileId, RANDOM), 'of a PUT that lost');
    const [first = ''] = await objectsOf(fileId);
    await edge.sql(`UPDATE files SET state = 'expired', deleted_at = ? WHERE id = ?`, Date.now(), fileId);
    await edge.bucket.delete(first);
    await edge.runSweep();
    expect(await objectsOf(fileId)).toEqual([]);
  });

  test('of a result, after the row: its object goes', async () => {
    const { jobId, resultId } = await succeededJob();
    await edge.sql(`UPDATE files SET state = 'expired', deleted_at = ? WHERE id = ?`, Date.now(), resultId);
    await edge.runSweep();
    expect((await objectsOf(jobId)).filter((key) => key.startsWith('results/'))).toEqual([]);
  });

  test('before the jobs of the file were cancelled: they are, and what they send is refused', async () => {
    const { job_id, file_id } = await api.createJob();
    const run = await eu.nextRun(job_id);
    await edge.sql(`UPDATE files SET state = 'deleted', deleted_at = ? WHERE id = ?`, Date.now(), file_id);
    await edge.runSweep();
    expect(await api.readJob(job_id)).toMatchObject({ status: 'cancelled', error: { reason: 'source_deleted' } });
    expect((await eu.succeed(run)).status).toBe(409);
    expect(await objectsOf(file_id)).toEqual([]);
    expect(await objectsOf(job_id)).toEqual([]);
  });
});

describe('deleting a file while a job runs on it', () => {
  test('leaves no object of it anywhere, also when the processor sends before, during and after', async () => {
    const { job_id, file_id } = await api.createJob();
    const run = await eu.nextRun(job_id);
    expect((await eu.putResult(run, 0, pdfBytes('sent before'))).status).toBe(200);
    const [deleted] = await Promise.all([
      api.request('DELETE', `/files/${file_id}`),
      eu.putResult(run, 1, pdfBytes('sent during')),
      eu.putResult(run, 2, pdfBytes('sent during, too')),
    ]);
    expect(deleted.status).toBe(200);
    expect((await eu.putResult(run, 3, pdfBytes('sent after'))).status).toBe(409);
    expect((await eu.fetchSource(run)).status).toBe(409);
    expect((await eu.succeed(run)).status).toBe(409);
    expect([...(await objectsOf(file_id)), ...(await objectsOf(job_id))]).toEqual([]);
  });

  test('and a Worker that died as it took a late result leaves an object that the next run removes', async () => {
    const { job_id, file_id } = await api.createJob();
    const run = await eu.nextRun(job_id);
    expect((await api.request('DELETE', `/files/${file_id}`)).status).toBe(200);
    await edge.bucket.put(resultKey(job_id, run.attempt, 0), 'too late');
    await edge.runSweep();
    expect(await objectsOf(job_id)).toEqual([]);
  });
});

describe('an object without a row', () => {
  test('that a PUT left which lost its race is removed, the winner’s stays', async () => {
    const fileId = await api.upload(pdfBytes('the winner'));
    await edge.bucket.put(uploadKey(fileId, RANDOM), 'the loser');
    await edge.runSweep();
    expect(await objectsOf(fileId)).toHaveLength(1);
    expect(await (await fetch(await api.downloadUrl(fileId))).text()).toContain('the winner');
  });

  test('of an attempt that was given up is removed, those of the running one and of the accepted one stay', async () => {
    const { job_id } = await api.createJob();
    const first = await eu.nextRun(job_id);
    await eu.putResult(first, 0, pdfBytes('lost'));
    await edge.lapseLease(job_id);
    const second = await eu.nextRun(job_id);
    await eu.putResult(second, 0, pdfBytes('accepted'));
    await edge.sql('DELETE FROM bucket_walks');
    await edge.runSweep();
    expect((await objectsOf(job_id)).filter((key) => key.startsWith('results/'))).toEqual([resultKey(job_id, second.attempt, 0)]);
    await eu.succeed(second, [pdfBytes('accepted')]);
    await edge.sql('DELETE FROM bucket_walks');
    await edge.runSweep();
    const { result_file_id = '' } = await api.jobIn(job_id, 'succeeded');
    expect(await (await fetch(await api.downloadUrl(result_file_id))).text()).toContain('accepted');
  });

  test('is kept while it may still be on its way: a form whose row is not written yet', async () => {
    const key = uploadKey(`file_${'B'.repeat(22)}`, RANDOM);
    await edge.bucket.put(key, 'on its way');
    await edge.runSweep();
    expect(await objectsOf('B'.repeat(22))).toEqual([key]);
  });

  test('sent to a presigned address after its file was deleted is removed', async () => {
    const created = await api.createFile(pdfBytes(), { region: 'us' });
    expect((await api.request('DELETE', `/files/${created.file_id}`)).status).toBe(200);
    expect((await putBytes(created, pdfBytes())).status).toBe(200);
    expect(await objectsOf(created.file_id)).toHaveLength(1);
    await edge.runSweep();
    expect(await objectsOf(created.file_id)).toEqual([]);
  });

  test('sent to a presigned address in time is kept, though nobody has asked for it since', async () => {
    const created = await api.createFile(pdfBytes(), { region: 'us' });
    await putBytes(created, pdfBytes());
    await edge.runSweep();
    expect(await objectsOf(created.file_id)).toHaveLength(1);
    expect((await api.readFile(created.file_id)).status).toBe('uploaded');
    await edge.sql('DELETE FROM bucket_walks');
    await edge.runSweep();
    expect(await objectsOf(created.file_id)).toHaveLength(1);
  });

  test('that is none of ours is left alone', async () => {
    await edge.bucket.put('notes/of-somebody-else', 'x');
    await edge.runSweep();
    expect(await edge.objectKeys('notes/')).toEqual(['notes/of-somebody-else']);
    await edge.bucket.delete('notes/of-somebody-else');
  });
});

describe('a row without an object', () => {
  test('of an upload ends, and the jobs that wait for it are cancelled', async () => {
    const { job_id, file_id } = await api.createJob();
    await eu.nextRun(job_id);
    await edge.bucket.delete(await objectsOf(file_id));
    await edge.runSweep();
    expect((await api.readFile(file_id)).status).toBe('expired');
    await expectError(await api.get(`/files/${file_id}/download`), 'expired');
    expect(await api.readJob(job_id)).toMatchObject({ status: 'cancelled', error: { reason: 'source_deleted' } });
    expect(edge.logs.some((line) => line.includes('"file.object_missing"') && line.includes(file_id))).toBe(true);
  });

  test('of a result ends with its job, whose report stays', async () => {
    const { jobId, fileId, resultId } = await succeededJob();
    await edge.bucket.delete(await edge.objectKeys(`results/${jobId}/`));
    await edge.runSweep();
    expect((await api.readFile(resultId)).status).toBe('expired');
    await edge.runSweep();
    expect(await api.readJob(jobId)).toMatchObject({ status: 'expired', report: { verified: true }, result_file_id: resultId });
    expect((await edge.events(jobId)).map(({ event }) => event).filter((event) => event === 'file.expired')).toHaveLength(1);
    expect((await api.readFile(fileId)).status).toBe('uploaded');
  });

  test('that was interrupted after its job was told to expire is found again', async () => {
    const { jobId, resultId } = await succeededJob();
    await edge.bucket.delete(await edge.objectKeys(`results/${jobId}/`));
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', jobId);
    await edge.runSweep();
    expect((await api.readFile(resultId)).status).toBe('expired');
    expect((await api.readJob(jobId)).status).toBe('expired');
  });

  test('is believed only while others still have theirs: a bucket that is suddenly empty ends nothing', async () => {
    const other = await openEdge();
    try {
      const { api: client } = await other.createAccount();
      const ids = await Promise.all(Array.from({ length: 25 }, async (_, i) => client.upload(pdfBytes(`document ${i}`))));
      await other.bucket.delete(await other.objectKeys());
      await other.runSweep();
      for (const id of ids) expect((await client.readFile(id)).status).toBe('uploaded');
      expect(other.logs.some((line) => line.includes('"sweep.step_failed"') && line.includes('"reconcile"'))).toBe(true);
      const [step] = await other.sql<{ error: string }>(`SELECT error FROM sweep_steps WHERE name = 'reconcile'`);
      expect(step?.error).toContain('is this the right bucket?');
    } finally {
      await other.close();
    }
  });
});

describe('a walk over a bucket', () => {
  test('goes on in the next run where the last one ended, finds everything in all of it, and begins again', { tags: 'long' }, async () => {
    const walked = await openEdge();
    try {
      const { api: client } = await walked.createAccount();
      const [kept, lost] = [await client.upload(pdfBytes('kept')), await client.upload(pdfBytes('lost'))];
      await walked.bucket.delete(await walked.objectKeys(`uploads/${lost}/`));
      const deleted = await client.upload();
      await client.request('DELETE', `/files/${deleted}`);
      // More than a page, most of them after the files named above.
      const keys = Array.from({ length: 1050 }, (_, i) => uploadKey(deleted, String(i).padStart(22, '0')));
      for (let i = 0; i < keys.length; i += 100) {
        await Promise.all(keys.slice(i, i + 100).map(async (key) => walked.bucket.put(key, 'x')));
      }
      const positions: string[] = [];
      // The sweep's alarm may walk a page between two runs.
      while (positions.at(-1) !== '' && positions.length < 4) {
        await walked.runSweep();
        const [walk] = await walked.sql<{ position: string }>(`SELECT position FROM bucket_walks WHERE region = 'eu'`);
        positions.push(walk?.position ?? '');
      }
      expect(positions.length).toBeGreaterThan(1);
      expect(positions.at(-1)).toBe('');
      // As R2 orders keys, which is by their bytes.
      expect(positions.slice(0, -1)).toEqual(positions.slice(0, -1).sort());
      expect(await walked.sql('SELECT objects, removed, lost FROM bucket_walks')).toEqual([{ objects: 1051, removed: 1050, lost: 1 }]);
      expect((await walked.bucket.list()).objects.map((object) => object.key)).toEqual([expect.stringContaining(kept)]);
      expect((await client.readFile(lost)).status).toBe('expired');
      await walked.runSweep();
      expect(await walked.sql('SELECT objects, removed, lost FROM bucket_walks')).toEqual([{ objects: 1, removed: 0, lost: 0 }]);
    } finally {
      await walked.close();
    }
  });

  test('that is interrupted before its position was stored walks the page again and changes nothing', async () => {
    const { jobId } = await succeededJob();
    await edge.runSweep();
    const before = [await edge.sql('SELECT id, state FROM files ORDER BY id'), await objectsOf(jobId)];
    await edge.sql('DELETE FROM bucket_walks');
    await Promise.all([edge.runSweep(), edge.runSweep()]);
    expect([await edge.sql('SELECT id, state FROM files ORDER BY id'), await objectsOf(jobId)]).toEqual(before);
  });
});

describe('rows that only tell of what is long over', () => {
  test('go after 30 days, but not while a job names them', async () => {
    const gone = await api.upload();
    const { fileId: named } = await succeededJob();
    const kept = await api.upload();
    const recent = await api.upload();
    for (const id of [gone, named, recent]) await api.request('DELETE', `/files/${id}`);
    await edge.sql('UPDATE files SET deleted_at = ? WHERE id IN (?, ?)', Date.now() - LIMITS.rowsKeptMs, gone, named);
    await edge.sql('UPDATE files SET deleted_at = ? WHERE id = ?', Date.now() - LIMITS.rowsKeptMs + 60_000, recent);
    await edge.runSweep();
    const left = await edge.sql<{ id: string }>('SELECT id FROM files WHERE id IN (?, ?, ?, ?)', gone, named, kept, recent);
    expect(left.map((row) => row.id).sort()).toEqual([named, kept, recent].sort());
    await expectError(await api.get(`/files/${gone}`), 'not_found');
  });
});

describe('every step of the sweep', () => {
  test('writes down when it ran, and a failure stays readable after it', async () => {
    await edge.runSweep();
    const names = (await edge.sql<{ name: string }>('SELECT name FROM sweep_steps')).map((row) => row.name);
    expect(names).toEqual(
      expect.arrayContaining(['resend', 'wake', 'expire_files', 'expire_jobs', 'cancel_sourceless', 'reconcile', 'forget']),
    );
    await edge.sql('ALTER TABLE bucket_walks RENAME TO bucket_walks_gone');
    await edge.runSweep();
    await edge.sql('ALTER TABLE bucket_walks_gone RENAME TO bucket_walks');
    await edge.runSweep();
    const [step] = await edge.sql<{ failed_at: number; ran_at: number; error: string }>(
      `SELECT * FROM sweep_steps WHERE name = 'reconcile'`,
    );
    expect(step?.error).toMatch(/reconciling eu failed/);
    expect(step?.ran_at).toBeGreaterThanOrEqual(step?.failed_at ?? Infinity);
    await eventually(
      async () => edge.sql('SELECT finished_at FROM bucket_walks'),
      (rows) => rows.length === 2,
    );
  });
});
