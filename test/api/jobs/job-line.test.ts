// Who waits for whom: the running jobs of a plan, the slots of a region, the depth of the queue.

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { RunJob } from '#contract/processor.ts';
import type { ApiClient } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError } from '../../support/expectations.ts';

const edge = await openEdge({ slots: 4 });
afterAll(edge.close);
const { processor } = edge;

/** Jobs of one file, created one after the other. */
async function createJobs(api: ApiClient, count: number): Promise<string[]> {
  const file_id = await api.upload();
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await api.createJob({ file_id })).job_id);
  return ids;
}

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await edge.sql<{ id: string; state: string }>(
    `SELECT id, state FROM jobs WHERE id IN (${ids.map(() => '?').join()})`,
    ...ids,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.state ?? '');
}

/** Every message has been looked at: what waits is parked in line. */
async function settled(ids: readonly string[]): Promise<void> {
  await eventually(
    async () =>
      (
        await edge.sql<{ n: number }>(
          `SELECT count(*) AS n FROM jobs WHERE state = 'queued' AND parked <> 1 AND id IN (${ids.map(() => '?').join()})`,
          ...ids,
        )
      )[0]?.n,
    (n) => n === 0,
  );
}

const running = new Set<RunJob>();
async function nextRun(): Promise<RunJob> {
  const run = await processor.nextRun();
  running.add(run);
  return run;
}
async function finish(run: RunJob): Promise<void> {
  running.delete(run);
  expect((await processor.succeed(run)).status).toBe(200);
}

afterEach(async () => {
  for (const run of running) await finish(run);
  expect(await edge.sql(`SELECT id, state, parked FROM jobs WHERE state IN ('queued', 'running')`)).toEqual([]);
});

describe('the running jobs of a plan', () => {
  test('are never more than it allows; what is above waits and runs first in, first out', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 2 } });
    const ids = await createJobs(api, 6);
    const started: string[] = [];
    for (let i = 0; i < 6; i++) {
      const run = await nextRun();
      started.push(run.job_id);
      const states = await statesOf(ids);
      expect(states.filter((state) => state === 'running').length).toBeLessThanOrEqual(2);
      if (i >= 1) await finish([...running][0] as RunJob);
    }
    expect(started).toEqual(ids);
    expect(await Promise.all(ids.map(async (id) => (await edge.events(id)).map(({ event }) => event).slice(0, 2)))).toEqual(
      ids.map(() => ['job.queued', 'job.running']),
    );
  });

  test('that end by cancelling, failing or getting lost make room at once', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = await createJobs(api, 5);
    const run = await processor.nextRun(first);
    await api.cancel(first);
    await processor.report(run, { outcome: 'cancelled' });
    await processor.fail(await processor.nextRun(second), 'corrupt_file');
    await processor.nextRun(third);
    await edge.sql('UPDATE jobs SET attempts = 3 WHERE id = ?', third);
    await edge.lapseLease(third);
    await processor.nextRun(fourth);
    await api.request('DELETE', `/files/${(await api.readJob(fourth)).file_id}`);
    // The file was that of every job of the line.
    expect(await statesOf([first, second, third, fourth, fifth])).toEqual(['cancelled', 'failed', 'failed', 'cancelled', 'cancelled']);
  });

  test('that wait can be cancelled without anybody losing a turn', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const ids = await createJobs(api, 4);
    const first = await nextRun();
    await settled(ids);
    expect((await api.cancel(ids[1] ?? '')).status).toBe(200);
    await finish(first);
    const third = await nextRun();
    expect(third.job_id).toBe(ids[2]);
    await finish(third);
    expect((await nextRun()).job_id).toBe(ids[3]);
  });

  test('a job whose turn had come and that is cancelled then gives its turn to the next', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const ids = await createJobs(api, 3);
    const first = await nextRun();
    await settled(ids);
    // As if the message of the second were on its way and never came.
    await edge.sql('UPDATE jobs SET parked = 2, wake_at = ? WHERE id = ?', Date.now() + 600_000, ids[1] ?? '');
    await finish(first);
    expect((await api.cancel(ids[1] ?? '')).status).toBe(200);
    expect((await nextRun()).job_id).toBe(ids[2]);
  });
});

describe('the line of an account', () => {
  test('is kept by a job that comes while an older one waits and there is room', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const [first = '', second = ''] = await createJobs(api, 2);
    await processor.nextRun(first);
    await settled([second]);
    // As if the Worker had ended between the end of the first and the waking of the second.
    await edge.sql(`UPDATE jobs SET state = 'failed', completed_at = 1, lease_until = NULL, wake_at = NULL WHERE id = ?`, first);
    const { job_id: third } = await api.createJob();
    const run = await nextRun();
    expect(run.job_id).toBe(second);
    await finish(run);
    expect((await nextRun()).job_id).toBe(third);
  });

  test('stands still behind a job whose message is on its way, and moves on when it has come', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 3 } });
    const blockers = await createJobs(api, 3);
    const runs = [await nextRun(), await nextRun(), await nextRun()];
    const ids = await createJobs(api, 3);
    await settled(ids);
    await edge.sql('UPDATE jobs SET parked = 2, wake_at = ? WHERE id = ?', Date.now() + 600_000, ids[0] ?? '');
    for (const run of runs) await finish(run);
    expect(new Set(await statesOf(blockers))).toEqual(new Set(['succeeded']));
    for (let looks = 0; looks < 20; looks++) {
      expect(await edge.sql('SELECT parked FROM jobs WHERE id IN (?, ?)', ids[1] ?? '', ids[2] ?? '')).toEqual([
        { parked: 1 },
        { parked: 1 },
      ]);
    }
    await edge.redeliver(ids[0] ?? '');
    const started = [await nextRun(), await nextRun(), await nextRun()];
    expect(started.map((run) => run.job_id)).toEqual(ids);
  });
});

describe('the slots of a region', () => {
  test('an account with many jobs does not starve one with few', async () => {
    const [busy, quiet] = [await edge.createAccount(), await edge.createAccount()];
    const many = await createJobs(busy.api, 12);
    const runs = [await nextRun(), await nextRun(), await nextRun(), await nextRun()];
    await settled(many);
    const few = await createJobs(quiet.api, 2);
    await settled([...many, ...few]);
    const order: string[] = [];
    for (const run of runs) {
      await finish(run);
      order.push((await nextRun()).job_id);
    }
    expect(order).toContain(few[0]);
    expect(order).toContain(few[1]);
    expect(order.indexOf(few[0] ?? '')).toBe(0);
    while (running.size > 0) {
      await finish([...running][0] as RunJob);
      if (
        (
          await edge.sql(
            `SELECT 1 FROM jobs WHERE state = 'queued' OR (state = 'running' AND id NOT IN (${[...running].map(() => '?').join() || "''"}))`,
            ...[...running].map((run) => run.job_id),
          )
        ).length > 0
      )
        await nextRun();
    }
    expect(new Set(await statesOf([...many, ...few]))).toEqual(new Set(['succeeded']));
  });

  test('are never overfilled by many accounts at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, async () => edge.createAccount()));
    const ids = (await Promise.all(accounts.map(async ({ api }) => createJobs(api, 3)))).flat();
    for (let i = 0; i < ids.length; i++) {
      await nextRun();
      expect((await statesOf(ids)).filter((state) => state === 'running').length).toBeLessThanOrEqual(4);
      if (running.size === 4) await finish([...running][0] as RunJob);
    }
    for (const run of running) await finish(run);
    expect(new Set(await statesOf(ids))).toEqual(new Set(['succeeded']));
  });
});

describe('work that can take long', () => {
  test('of one account leaves the last free slot to others, and takes it back as soon as it has none', async () => {
    const [{ api: heavy }, { api: light }] = [await edge.createAccount({ overrides: { running_jobs: 5 } }), await edge.createAccount()];
    const file_id = await heavy.upload();
    const long: string[] = [];
    for (let i = 0; i < 5; i++) {
      const response = await heavy.post('/jobs/ocr', { file_id });
      expect(response.status).toBe(202);
      long.push(((await response.json()) as { job_id: string }).job_id);
    }
    for (let i = 0; i < 3; i++) await nextRun();
    await settled(long);
    expect(await statesOf(long)).toEqual(['running', 'running', 'running', 'queued', 'queued']);
    const [quick = ''] = await createJobs(light, 1);
    expect((await nextRun()).job_id).toBe(quick);
    await finish([...running].find(({ job_id }) => job_id === quick) as RunJob);
    for (let left = 0; left < 2; left++) {
      await finish([...running][0] as RunJob);
      expect((await nextRun()).type).toBe('ocr');
    }
    // The first three were handed over at once, in any order.
    expect((await statesOf(long)).toSorted()).toEqual(['running', 'running', 'running', 'succeeded', 'succeeded']);
  });
});

describe('the depth of the queue', () => {
  test('a job above it is refused, and one is accepted again when one has started', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1, queued_jobs: 2 } });
    const file_id = await api.upload();
    const first = await api.createJob({ file_id });
    const run = await nextRun();
    await api.createJob({ file_id });
    await api.createJob({ file_id });
    const response = await api.post('/jobs/metadata', { file_id, action: 'remove' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const error = await expectError(response, 'rate_limited');
    expect(error.message).toContain('2');
    expect(run.job_id).toBe(first.job_id);
    await finish(run);
    await nextRun();
    const fourth = await api.createJob({ file_id });
    for (let left = 0; left < 2; left++) {
      await finish([...running][0] as RunJob);
      await nextRun();
    }
    expect([...running].map(({ job_id }) => job_id)).toEqual([fourth.job_id]);
  });

  test('is kept by many requests at once', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1, queued_jobs: 3 } });
    const file_id = await api.upload();
    processor.react = () => 'busy';
    const answers = await Promise.all(Array.from({ length: 10 }, async () => api.post('/jobs/metadata', { file_id, action: 'remove' })));
    const accepted = answers.filter((answer) => answer.status === 202);
    // One of them may have been running for the moment in which its processor refused it.
    expect(accepted.length).toBeGreaterThanOrEqual(3);
    expect(accepted.length).toBeLessThanOrEqual(4);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10 - accepted.length);
    processor.react = () => 'taken';
    await api.request('DELETE', `/files/${file_id}`);
  });
});
