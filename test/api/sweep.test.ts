// What the sweep repairs: messages that were lost, jobs that waited too long, bytes that have expired.

import { afterAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { pdfBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
const { api } = await edge.createAccount();

/** A row as acceptance writes it, whose message was never sent. */
async function insertUnsentJob(fields: { wake_at: number; created_at?: number; parked?: number }): Promise<string> {
  const model = await api.createJob();
  await processor.fail(await processor.nextRun(model.job_id), 'corrupt_file');
  const jobId = `job_${model.job_id.slice(4).split('').toReversed().join('')}`;
  await edge.sql(
    `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, wake_at, parked, created_at)
     SELECT ?, account_id, type, file_id, region, params, 'queued', ?, ?, ? FROM jobs WHERE id = ?`,
    jobId,
    fields.wake_at,
    fields.parked ?? 0,
    fields.created_at ?? Date.now(),
    model.job_id,
  );
  return jobId;
}

describe('the sweep', () => {
  test('sends again what was never carried, once its time has come', async () => {
    const [due, early] = [await insertUnsentJob({ wake_at: Date.now() - 1 }), await insertUnsentJob({ wake_at: Date.now() + 600_000 })];
    await edge.runSweep();
    const run = await processor.nextRun(due);
    expect(run.attempt).toBe(1);
    await processor.succeed(run);
    expect((await api.readJob(early)).status).toBe('queued');
    await edge.redeliver(early);
    await processor.succeed(await processor.nextRun(early));
  });

  test('starts a job once, however often it runs', async () => {
    const jobId = await insertUnsentJob({ wake_at: 1 });
    await Promise.all([edge.runSweep(), edge.runSweep(), edge.runSweep()]);
    await processor.succeed(await processor.nextRun(jobId));
    expect(processor.runs.filter((run) => run.job_id === jobId)).toHaveLength(1);
  });

  test('wakes a parked job whose waker was lost', async () => {
    const jobId = await insertUnsentJob({ wake_at: Date.now() + 600_000, parked: 1 });
    await edge.sql('UPDATE jobs SET wake_at = NULL WHERE id = ?', jobId);
    await edge.runSweep();
    await processor.succeed(await processor.nextRun(jobId));
  });

  test('ends what has waited for a day', async () => {
    const jobId = await insertUnsentJob({ wake_at: 1, created_at: Date.now() - LIMITS.queuedMsMax });
    await edge.runSweep();
    const job = await api.jobIn(jobId, 'expired');
    expect(job.completed_at).toBeDefined();
    expect(await edge.events(jobId)).toEqual([]);
    expect(processor.runs.some((run) => run.job_id === jobId)).toBe(false);
  });

  test('erases the bytes of expired files, of uploads and results alike', async () => {
    const uploaded = await api.upload();
    const { job_id } = await api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    const { result_file_id = '' } = await api.jobIn(job_id, 'succeeded');
    const { file_id: neverUploaded } = await api.createFile(pdfBytes());
    const kept = await api.upload();
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id IN (?, ?, ?)', uploaded, result_file_id, neverUploaded);
    await edge.runSweep();
    for (const id of [uploaded, result_file_id, neverUploaded]) expect((await api.readFile(id)).status).toBe('expired');
    expect(await edge.sql(`SELECT DISTINCT state FROM files WHERE expires_at = 1`)).toEqual([{ state: 'expired' }]);
    expect(await edge.objectKeys(`uploads/${uploaded}/`)).toEqual([]);
    expect(await edge.objectKeys(`results/${job_id}/`)).toEqual([]);
    expect(await edge.objectKeys(`uploads/${kept}/`)).toHaveLength(1);
    await expectError(await api.get(`/files/${result_file_id}/download`), 'expired');
  });

  test('keeps the source of a job that still needs it', async () => {
    const job = await api.createJob();
    const run = await processor.nextRun(job.job_id);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', job.file_id);
    await edge.runSweep();
    expect((await processor.fetchSource(run)).status).toBe(200);
    await processor.succeed(run);
    expect((await api.readFile(job.file_id)).status).toBe('uploaded');
  });

  test('ends a succeeded job with its results, tells of each file once, and keeps what it did', async () => {
    const { job_id } = await api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    const before = await api.jobIn(job_id, 'succeeded');
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', job_id);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE job_id = ?', job_id);
    await Promise.all([edge.runSweep(), edge.runSweep()]);
    await edge.runSweep();
    const after = await api.jobIn(job_id, 'expired');
    expect(after).toMatchObject({ completed_at: before.completed_at, report: { verified: true }, result_file_id: before.result_file_id });
    const events = await edge.events(job_id);
    expect(events.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['job.queued', 1],
      ['job.running', 2],
      ['job.succeeded', 3],
      ['file.expired', undefined],
    ]);
    expect(events[3]?.body).toMatchObject({ file_id: before.result_file_id, job_id, reason: 'retention' });
  });

  test('goes on when one of its steps fails', async () => {
    const uploaded = await api.upload();
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', uploaded);
    await edge.sql(`UPDATE jobs SET state = 'queued', parked = 1 WHERE id = (SELECT id FROM jobs LIMIT 1)`);
    await edge.sql('ALTER TABLE accounts RENAME COLUMN plan TO plan_gone');
    await edge.runSweep();
    await edge.sql('ALTER TABLE accounts RENAME COLUMN plan_gone TO plan');
    expect(edge.logs.some((line) => line.includes('"sweep.step_failed"') && line.includes('"wake"'))).toBe(true);
    expect(await edge.objectKeys(`uploads/${uploaded}/`)).toEqual([]);
  });
});
