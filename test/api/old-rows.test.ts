// What the sweep removes: rows of jobs after 30 days, counters of usage after 400, a bounded number in each run.

import { afterAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
const { api, id: accountId } = await edge.createAccount();
const DAY_MS = 24 * 3_600_000;
const PER_RUN = 1000;

async function age(jobId: string, ms: number): Promise<void> {
  await edge.sql('UPDATE jobs SET created_at = created_at - ?, completed_at = completed_at - ? WHERE id = ?', ms, ms, jobId);
}

describe('the sweep', () => {
  test('forgets jobs 30 days after their end, and no other', async () => {
    const [failed, expired, young, running] = [await api.createJob(), await api.createJob(), await api.createJob(), await api.createJob()];
    await processor.fail(await processor.nextRun(failed.job_id), 'corrupt_file');
    await processor.succeed(await processor.nextRun(expired.job_id));
    await processor.fail(await processor.nextRun(young.job_id), 'corrupt_file');
    const run = await processor.nextRun(running.job_id);
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', expired.job_id);
    await edge.runSweep();
    for (const { job_id } of [failed, expired, running]) await age(job_id, LIMITS.rowsKeptMs);
    await age(young.job_id, LIMITS.rowsKeptMs - 60_000);
    await edge.runSweep();
    for (const { job_id } of [failed, expired]) await expectError(await api.get(`/jobs/${job_id}`), 'not_found');
    expect((await api.readJob(young.job_id)).status).toBe('failed');
    expect((await api.readJob(running.job_id)).status).toBe('running');
    await processor.succeed(run);
  });

  test('keeps a job whose results are kept for longer', async () => {
    const { job_id } = await api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    await age(job_id, 2 * LIMITS.rowsKeptMs);
    await edge.runSweep();
    expect((await api.readJob(job_id)).status).toBe('succeeded');
  });

  test('takes no more than its bound at once, and goes on in the next run', async () => {
    const { job_id } = await api.createJob();
    await processor.fail(await processor.nextRun(job_id), 'corrupt_file');
    await edge.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO jobs (id, account_id, type, file_id, region, params, state, created_at, completed_at)
       SELECT 'old_' || i, account_id, type, file_id, region, params, 'failed', 1, 1 FROM jobs, n WHERE id = ?`,
      PER_RUN + 7,
      job_id,
    );
    const left = async () => (await edge.sql<{ n: number }>(`SELECT count(*) AS n FROM jobs WHERE id LIKE 'old_%'`))[0]?.n;
    await edge.runSweep();
    expect(await left()).toBe(7);
    await edge.runSweep();
    expect(await left()).toBe(0);
  });

  test('forgets with a job what was told of it, and nothing of another', async () => {
    const [old, young] = [await api.createJob(), await api.createJob()];
    for (const { job_id } of [old, young]) await processor.fail(await processor.nextRun(job_id), 'corrupt_file');
    const told = async (id: string) => (await edge.sql<{ n: number }>('SELECT count(*) AS n FROM events WHERE job_id = ?', id))[0]?.n;
    const before = await told(young.job_id);
    expect(before).toBeGreaterThan(1);
    await age(old.job_id, LIMITS.rowsKeptMs);
    await edge.runSweep();
    expect([await told(old.job_id), await told(young.job_id)]).toEqual([0, before]);
  });

  test('forgets what was told of a file with its row', async () => {
    const file_id = await api.upload();
    await api.request('DELETE', `/files/${file_id}`);
    const told = async () => (await edge.sql<{ n: number }>('SELECT count(*) AS n FROM events WHERE file_id = ?', file_id))[0]?.n;
    expect(await told()).toBe(1);
    await edge.sql('UPDATE files SET deleted_at = deleted_at - ? WHERE id = ?', LIMITS.rowsKeptMs, file_id);
    await edge.runSweep();
    expect(await told()).toBe(0);
  });

  test('forgets deliveries after 30 days, with the event of a test, but none that waits', async () => {
    await edge.sql(
      `WITH old(id, state, age, event) AS (VALUES
         ('old', 'delivered', ?1, 'job.failed'), ('tested', 'failed', ?1, 'webhook.test'),
         ('waiting', 'pending', ?1, 'job.failed'), ('young', 'failed', ?1 - 60000, 'job.failed'))
       INSERT INTO deliveries (id, webhook_id, event_id, event, cause, state, created_at)
       SELECT id, 'w', 'e_' || id, event, 'w:test:' || id, state, ?2 - age FROM old`,
      LIMITS.rowsKeptMs,
      Date.now(),
    );
    await edge.sql(
      `INSERT INTO events (cause, id, account_id, event, created_at, body) SELECT cause, event_id, ?, event, 1, '{}' FROM deliveries
       WHERE webhook_id = 'w'`,
      accountId,
    );
    await edge.runSweep();
    expect(await edge.sql(`SELECT id FROM deliveries WHERE webhook_id = 'w' ORDER BY id`)).toEqual([{ id: 'waiting' }, { id: 'young' }]);
    expect(await edge.sql(`SELECT id FROM events WHERE event = 'webhook.test'`)).toEqual([]);
    await edge.sql(`DELETE FROM deliveries WHERE webhook_id = 'w'`);
  });

  test('forgets counters of usage after 400 days', async () => {
    const dayBefore = (ms: number) => new Date(Date.now() - ms).toISOString().slice(0, 10);
    const [old, young] = [dayBefore(LIMITS.auditKeptMs + DAY_MS), dayBefore(LIMITS.auditKeptMs - DAY_MS)];
    for (const day of [old, young]) {
      await edge.sql(`INSERT INTO usage_days (account_id, day, key_id, type, jobs) VALUES (?, ?, 'k', 'metadata', 1)`, accountId, day);
    }
    await edge.runSweep();
    expect(await edge.sql(`SELECT day FROM usage_days WHERE key_id = 'k'`)).toEqual([{ day: young }]);
  });

  test('finds each table’s old rows by an index', async () => {
    for (const condition of [
      `jobs WHERE state IN ('failed', 'cancelled', 'expired') AND completed_at <= 1`,
      `usage_days WHERE day <= ''`,
      'idempotent_requests WHERE created_at <= 1',
    ]) {
      const [step] = await edge.sql<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT rowid FROM ${condition} LIMIT 1000`);
      expect(step?.detail).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/);
    }
    // Entries of the audit log and deliveries lie in their order.
    for (const table of ['audit', 'deliveries']) {
      const steps = await edge.sql<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT rowid, created_at FROM ${table} ORDER BY rowid LIMIT 1000`,
      );
      expect(steps.map(({ detail }) => detail)).toEqual([`SCAN ${table}`]);
    }
    const events = await edge.sql<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT e.cause FROM json_each('[]') AS s CROSS JOIN events AS e WHERE e.cause >= s.value || ':' AND e.cause < s.value || ';'`,
    );
    expect(events.map(({ detail }) => detail)).toContain('SEARCH e USING PRIMARY KEY (cause>? AND cause<?)');
  });
});
