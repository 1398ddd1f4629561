// What the operator sees of the last hours: GET /operator/activity and /metrics, over jobs that ran.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Activity, DURATION_BOUNDS_MS } from '#contract/activity.ts';
import { ENDED_THIS_HOUR, ENDED_TODAY, STATEMENTS } from '../../worker/operator/statements.ts';
import { isPresent } from '../../support/judges/present.ts';
import { bodyOf } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);
const { processor } = edge;
const account = await edge.createAccount();
const { api } = account;

const activity = async (query = '') => Activity.parse(await bodyOf(await edge.operator('GET', `/activity${query}`), 200));
const metrics = async (key = edge.secrets.OPERATOR_KEY) =>
  fetch(`${edge.url}/metrics`, { headers: { connection: 'close', authorization: `Bearer ${key}` } });

/** Name and labels → value. */
async function samples(): Promise<Map<string, number>> {
  const lines = (await (await metrics()).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

let failedJob: string;

beforeAll(async () => {
  for (let i = 0; i < 3; i++) await processor.succeed(await processor.nextRun((await api.createJob()).job_id));
  failedJob = (await api.createJob()).job_id;
  await processor.fail(await processor.nextRun(failedJob), 'encrypted_pdf');
  await bodyOf(await api.post('/jobs/compress', { file_id: await api.upload() }), 202);
  await processor.nextRun();
  const [waits] = await edge.sql<{ id: string }>(`SELECT id FROM jobs WHERE type = 'compress'`);
  await edge.sql(
    `UPDATE jobs SET state = 'queued', instance = NULL, parked = 1, created_at = created_at - 90000 WHERE id = ?`,
    waits?.id ?? '',
  );
  await edge.sql(`UPDATE jobs SET started_at = created_at + 2000, completed_at = created_at + 5000 WHERE id = ?`, failedJob);
  await bodyOf(await api.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] }), 201);
  await edge.sql(`UPDATE webhooks SET failing_since = 1700000000000`);
  await edge.sendToDeadLetters('eu', { job_id: failedJob });
});

describe('activity 200', () => {
  test('jobs by the hour of their end, operation and outcome, with their times', async () => {
    const { hours, durations, overall, truncated } = await activity();
    const counted = (outcome: string) => hours.filter((row) => row.outcome === outcome).reduce((sum, { jobs }) => sum + jobs, 0);
    expect([counted('succeeded'), counted('failed'), truncated]).toEqual([3, 1, false]);
    expect(hours.every(({ hour, operation }) => hour.endsWith(':00:00.000Z') && operation === 'metadata')).toBe(true);
    expect(durations).toMatchObject([{ operation: 'metadata', jobs: 4, queue_ms: { p95: 2000 }, run_ms: { p95: 3000 } }]);
    expect(durations[0]?.queue_ms.p50).toBeLessThan(2000);
    // The failed job waited 2 s and ran 3 s: the buckets up to 2.5 and up to 5.
    expect([durations[0]?.queue_ms.counts[4], durations[0]?.run_ms.counts[5]]).toEqual([1, 1]);
    expect(durations[0]?.queue_ms.counts.reduce((sum, jobs) => sum + jobs, 0)).toBe(4);
    expect(overall).toEqual({ jobs: 4, queue_ms: durations[0]?.queue_ms, run_ms: durations[0]?.run_ms });
  });

  test('failures by reason, with the last jobs and the requests that created them', async () => {
    const { failures } = await activity('?hours=1');
    const { request_id } = await bodyOf<{ request_id: string }>(await edge.operator('GET', `/jobs/${failedJob}`), 200);
    expect(failures).toMatchObject([
      { reason: 'encrypted_pdf', jobs: 1, last: [{ job_id: failedJob, operation: 'metadata', request_id }] },
    ]);
  });

  test('endpoints that fail, and accounts by use', async () => {
    const { webhooks, accounts } = await activity();
    expect(webhooks).toMatchObject([
      { account_id: account.id, url: 'https://example.com/hook', failing_since: '2023-11-14T22:13:20.000Z' },
    ]);
    expect(accounts[0]).toMatchObject({ account_id: account.id, name: 'A test account', jobs: 4, failed: 1 });
  });

  test('a result that has expired since was a success', async () => {
    const other = await edge.createAccount();
    const job = await other.api.createJob();
    await processor.succeed(await processor.nextRun(job.job_id));
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', job.job_id);
    await edge.runSweep();
    expect((await other.api.readJob(job.job_id)).status).toBe('expired');
    const { hours } = await activity();
    expect(new Set(hours.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded', 'failed']));
  });

  test('no figure walks through all jobs', async () => {
    const window = [0, 100] as const;
    const values = { hours: window, durations: window, failures: window, webhooks: [], accounts: ['2026-01-01'] } as const;
    const plans: string[] = [];
    for (const [name, statement] of [...Object.entries(STATEMENTS), ['today', ENDED_TODAY] as const, ['hour', ENDED_THIS_HOUR] as const]) {
      const bound = name === 'today' ? ['2026-01-01'] : (values[name as keyof typeof values] ?? window);
      const rows = await edge.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...bound);
      plans.push(...rows.map(({ detail }) => detail).filter((detail) => /jobs|usage_days|deliveries|^SCAN \w+ *$/.test(detail)));
    }
    expect(plans.filter((detail) => /^SCAN (jobs|usage_days|u|deliveries|d)\b/.test(detail))).toEqual([]);
    expect(plans.filter((detail) => detail.includes('jobs_completed')).length).toBe(4);
  });
});

describe('activity 400 invalid_request', () => {
  test.each(['hours=0', 'hours=25', 'hours=x', 'days=1'])('refuses the query %s', async (query) => {
    await expectError(await edge.operator('GET', `/activity?${query}`), 'invalid_request');
  });
});

describe('/metrics', () => {
  test('is for the operator alone', async () => {
    const { key } = await account.issueKey();
    for (const other of ['', 'x', key]) await expectError(await metrics(other), 'unauthorized');
    const response = await metrics();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  test('says what ran, what waits and since when, and what does not answer', async () => {
    const values = await samples();
    expect(values.get('pdf_jobs_total{operation="metadata",outcome="succeeded"}')).toBeGreaterThanOrEqual(3);
    expect(values.get('pdf_jobs_total{operation="metadata",outcome="failed"}')).toBe(1);
    expect(values.get('pdf_job_queue_percentile_seconds{operation="metadata",percentile="95"}')).toBe(2);
    expect(values.get('pdf_jobs_failed_last_hour{reason="encrypted_pdf"}')).toBe(1);
    expect(values.get('pdf_jobs_queued{region="eu"}')).toBe(1);
    expect(values.get('pdf_jobs_queued{region="us"}')).toBe(0);
    expect(values.get('pdf_queue_oldest_seconds{region="eu"}')).toBeGreaterThanOrEqual(90);
    expect(values.get('pdf_processor_slots{region="eu",instance="eu-0"}')).toBe(1000);
    expect(values.get('pdf_webhooks_failing')).toBe(1);
    expect(values.get('pdf_dead_letters')).toBe(1);
    expect(values.get('pdf_accounts')).toBe(2);
  });

  test('has histograms of the time in the queue and at work: cumulative, and whole', async () => {
    // Ended long ago, so within this hour only when the hour is old enough: now.
    await edge.sql(
      'UPDATE jobs SET created_at = ?1 - 5000, started_at = ?1 - 3000, completed_at = ?1 WHERE id = ?2',
      Date.now(),
      failedJob,
    );
    const values = await samples();
    for (const name of ['pdf_job_queue_seconds', 'pdf_job_run_seconds']) {
      const bucket = (le: string) => values.get(`${name}_bucket{operation="metadata",le="${le}"}`) ?? NaN;
      const count = values.get(`${name}_count{operation="metadata"}`) ?? 0;
      expect(count).toBeGreaterThanOrEqual(1);
      expect(bucket('+Inf')).toBe(count);
      const each = DURATION_BOUNDS_MS.map((bound) => bucket(String(bound / 1000)));
      expect(each).toEqual(each.toSorted((a, b) => a - b));
      expect(values.get(`${name}_sum{operation="metadata"}`)).toBeGreaterThanOrEqual(name === 'pdf_job_queue_seconds' ? 2 : 3);
    }
    const [below, within] = ['1', '2.5'].map((le) => values.get(`pdf_job_queue_seconds_bucket{operation="metadata",le="${le}"}`) ?? NaN);
    expect((within ?? 0) - (below ?? 0)).toBe(1);
    expect(values.get('pdf_processor_info{region="eu",instance="eu-0",version="scripted"}')).toBe(1);
  });

  test.skipIf(!isPresent('promtool', isInstalled('promtool')))('is free of faults for promtool (skipped without)', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'metrics-'));
    writeFileSync(join(dir, 'metrics'), await (await metrics()).text());
    const said = execFileSync('sh', ['-c', `promtool check metrics < ${join(dir, 'metrics')} 2>&1`]).toString();
    await rm(dir, { recursive: true });
    expect(said).toBe('');
  });
});
