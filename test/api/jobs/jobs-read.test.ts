// GET /jobs/{job_id} and POST /jobs/{job_id}/cancel.

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { JobObject } from '#contract/api.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { UNKNOWN_JOB } from '../../support/service/routes.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
const { api } = await edge.createAccount();
afterEach(() => {
  processor.react = () => 'taken';
});

/** A job that was offered and turned away: until the next message for it nothing can claim it. */
async function waitingJob(): Promise<JobObject> {
  processor.react = () => 'busy';
  const job = await api.createJob();
  await eventually(
    () => processor.turnedAway,
    (turnedAway) => turnedAway.includes(job.job_id),
  );
  return api.jobIn(job.job_id, 'queued');
}

describe('readJob 200', () => {
  test('a waiting job says so', async () => {
    processor.react = () => 'busy';
    const { job_id, created_at } = await api.createJob({ metadata: { a: 'b' } });
    const response = await api.get(`/jobs/${job_id}`);
    expectJsonHeaders(response);
    expect(response.headers.get('retry-after')).toBe('1');
    const job = JobObject.parse(await bodyOf(response, 200));
    expect(job).toMatchObject({ job_id, created_at, progress: { percent: 0 }, warnings: [], metadata: { a: 'b' } });
    for (const absent of ['completed_at', 'result_file_id', 'error', 'expires_at', 'report']) expect(job).not.toHaveProperty(absent);
    await api.cancel(job_id);
  });

  test('a running job shows its progress', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    expect(await api.jobIn(job_id, 'running')).toMatchObject({ attempts: 1, progress: { percent: 0, stage: 'starting' } });
    const beat = await processor.heartbeat(run, 42);
    expect([beat.status, await beat.json()]).toEqual([200, { lease_ms: run.lease_ms, cancel: false }]);
    const job = JobObject.parse(await api.readJob(job_id));
    expect(job.progress).toEqual({ percent: 42, stage: 'operate', pages_done: 1, pages_total: 2 });
    expect(Date.parse(job.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(job.created_at));
    await processor.fail(run, 'corrupt_file');
  });

  test('a succeeded job carries its results, its evidence and its times', async () => {
    const { job_id, file_id } = await api.createJob();
    const results = [pdfBytes('first'), pdfBytes('second')];
    expect((await processor.succeed(await processor.nextRun(job_id), results)).status).toBe(200);
    const response = await api.get(`/jobs/${job_id}`);
    expect(response.headers.get('retry-after')).toBeNull();
    const job = JobObject.parse(await bodyOf(response, 200));
    expect(job).toMatchObject({
      status: 'succeeded',
      file_id,
      attempts: 1,
      progress: { percent: 100, stage: 'done' },
      report: { verified: true },
      warnings: [{ code: 'repaired' }],
      metrics: { pages: 3, processing_ms: 4.5, queue_ms: expect.any(Number) as number },
    });
    expect(job.result_files?.map((file) => file.sha256)).toEqual(results.map((bytes) => sha256(bytes)));
    expect(job.result_file_id).toBe(job.result_files?.[0]?.file_id);
    expect(Date.parse(job.expires_at ?? '') - Date.parse(job.completed_at ?? '')).toBe(24 * 3_600_000);
    for (const [i, file] of (job.result_files ?? []).entries()) {
      expect(await (await fetch(await api.downloadUrl(file.file_id))).text()).toBe(Buffer.from(results[i] ?? '').toString());
    }
    expect((await api.readFile(file_id)).expires_at).toBe(job.expires_at);
  });

  test('a failed job carries its reason and is no HTTP error', async () => {
    const { job_id } = await api.createJob();
    await processor.fail(await processor.nextRun(job_id), 'encrypted_pdf');
    const job = JobObject.parse(await api.jobIn(job_id, 'failed'));
    expect(job.error).toEqual({ code: 'job_failed', reason: 'encrypted_pdf', message: 'because of encrypted_pdf', retryable: false });
    expect(job.completed_at).toBeDefined();
    expect(job.result_file_id).toBeUndefined();
  });

  test('a long poll answers at the change, not at its end', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await api.jobIn(job_id, 'running');
    const startedAt = performance.now();
    const polled = api.get(`/jobs/${job_id}?wait=25`);
    await processor.succeed(run);
    expect((await bodyOf<JobObject>(await polled, 200)).status).toBe('succeeded');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a long poll of a finished job, and one of no seconds, answer at once', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    const startedAt = performance.now();
    expect((await bodyOf<JobObject>(await api.get(`/jobs/${job_id}?wait=0`), 200)).status).toBe('running');
    await processor.succeed(run);
    expect((await bodyOf<JobObject>(await api.get(`/jobs/${job_id}?wait=25`), 200)).status).toBe('succeeded');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a long poll without a change answers the same state after its time', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await api.jobIn(job_id, 'running');
    const startedAt = performance.now();
    expect((await bodyOf<JobObject>(await api.get(`/jobs/${job_id}?wait=1`), 200)).status).toBe('running');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    await processor.fail(run, 'timeout');
  });
});

describe('readJob 400 invalid_request', () => {
  test.each(['wait=26', 'wait=-1', 'wait=x', 'wait=0.5', 'wait=NaN', 'waiting=1'])('refuses the query %s', async (query) => {
    const error = await expectError(await api.get(`/jobs/${UNKNOWN_JOB}?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
  });
});

describe('readJob 404 not_found', () => {
  test.each([UNKNOWN_JOB, `${UNKNOWN_JOB}?wait=5`, 'x', 'constructor', '%2e%2e'])('there is no job %s', async (id) => {
    await expectError(await api.get(`/jobs/${id}`), 'not_found');
  });
});

describe('cancelJob 200', () => {
  test('a waiting job is cancelled now and never runs', async () => {
    const { job_id, file_id } = await waitingJob();
    const response = await api.cancel(job_id);
    expectJsonHeaders(response);
    const job = JobObject.parse(await bodyOf(response, 200));
    expect(job.status).toBe('cancelled');
    expect(job.completed_at).toBeDefined();
    processor.react = () => 'taken';
    await edge.redeliver(job_id);
    expect(processor.runs.some((run) => run.job_id === job_id)).toBe(false);
    const announced = (await edge.events(job_id)).map(({ event }) => event);
    expect(announced.filter((event) => event === 'job.cancelled')).toHaveLength(1);
    expect((await api.readFile(file_id)).status).toBe('uploaded');
  });
});

describe('cancelJob 202', () => {
  test('a running job is asked to stop, and is cancelled when it has', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await processor.putResult(run, 0, pdfBytes());
    for (let times = 0; times < 2; times++) {
      const response = await api.cancel(job_id);
      expect(response.headers.get('retry-after')).toBe('1');
      expect((await bodyOf<JobObject>(response, 202)).status).toBe('running');
    }
    expect(processor.cancels).toContainEqual({ job_id, attempt: 1, attempt_token: run.attempt_token });
    expect(await (await processor.heartbeat(run)).json()).toMatchObject({ cancel: true });
    expect((await processor.report(run, { outcome: 'cancelled' })).status).toBe(200);
    expect((await api.readJob(job_id)).status).toBe('cancelled');
    expect(await edge.objectKeys(`results/${job_id}/`)).toEqual([]);
    expect((await edge.events(job_id)).map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.cancelled']);
  });

  test('a job that was finished before it could stop has succeeded', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await bodyOf(await api.cancel(job_id), 202);
    expect((await processor.succeed(run)).status).toBe(200);
    expect((await api.readJob(job_id)).status).toBe('succeeded');
  });

  test.each([
    ['is lost', async (jobId: string) => edge.lapseLease(jobId)],
    ['hands it back', async (jobId: string) => processor.report(await processor.nextRun(jobId), { outcome: 'handed_back' })],
    ['fails for a moment', async (jobId: string) => processor.fail(await processor.nextRun(jobId), 'internal', true)],
  ])('a job that was asked to stop is cancelled when its processor %s', async (_, end) => {
    const { job_id } = await api.createJob();
    await eventually(
      () => processor.runs.length,
      () => processor.runs.some((run) => run.job_id === job_id),
    );
    await bodyOf(await api.cancel(job_id), 202);
    await end(job_id);
    expect((await api.jobIn(job_id, 'cancelled')).attempts).toBeLessThanOrEqual(1);
    expect((await edge.events(job_id)).map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.cancelled']);
  });

  test('a job whose processor refused it while it was asked to stop is cancelled, not tried again', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await bodyOf(await api.cancel(job_id), 202);
    await edge.sql(`UPDATE jobs SET state = 'queued', attempt_token = NULL, lease_until = NULL WHERE id = ?`, job_id);
    await edge.redeliver(job_id);
    await api.jobIn(job_id, 'cancelled');
    expect(processor.runs.filter((other) => other.job_id === run.job_id)).toHaveLength(1);
  });
});

describe('cancelJob 409 job_not_cancellable', () => {
  test('every terminal state says so and stays', async () => {
    const ended: [string, string][] = [];
    const succeeded = await api.createJob();
    await processor.succeed(await processor.nextRun(succeeded.job_id));
    ended.push([succeeded.job_id, 'succeeded']);
    const failed = await api.createJob();
    await processor.fail(await processor.nextRun(failed.job_id), 'corrupt_file');
    ended.push([failed.job_id, 'failed']);
    const cancelled = await api.createJob();
    const run = await processor.nextRun(cancelled.job_id);
    await api.cancel(cancelled.job_id);
    await processor.report(run, { outcome: 'cancelled' });
    ended.push([cancelled.job_id, 'cancelled']);
    const expired = await api.createJob();
    await processor.succeed(await processor.nextRun(expired.job_id));
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', expired.job_id);
    await edge.runSweep();
    ended.push([expired.job_id, 'expired']);
    for (const [jobId, state] of ended) {
      const before = await edge.events(jobId);
      await expectError(await api.cancel(jobId), 'job_not_cancellable');
      expect((await api.readJob(jobId)).status).toBe(state);
      expect(await edge.events(jobId)).toEqual(before);
    }
  });
});

describe('cancelJob 404 not_found', () => {
  test('there is no such job', async () => {
    await expectError(await api.cancel(UNKNOWN_JOB), 'not_found');
  });
});
