// GET /usage and the monthly quota: what is counted, when, and against what.

import { afterAll, describe, expect, test } from 'vitest';
import { Usage } from '#contract/keys.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf } from '../../support/service/api-client.ts';
import { openEdge, type TestAccount } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { jobBody, JOB_ROUTES } from '../../support/service/routes.ts';
import { successReport } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
const today = () => new Date().toISOString().slice(0, 10);
const NOTHING = { jobs: 0, succeeded: 0, failed: 0, cancelled: 0, expired: 0, pages: 0, input_bytes: 0, output_bytes: 0, processing_ms: 0 };

async function read(account: Pick<TestAccount, 'api'>, query = ''): Promise<Usage> {
  const response = await account.api.get(`/usage${query}`);
  expectJsonHeaders(response);
  return Usage.strict().parse(await bodyOf(response, 200));
}

/** Ends a job with these metrics; reports them `times` times. */
async function finish(client: TestAccount['api'], metrics: Record<string, number>, times = 1): Promise<void> {
  const { job_id } = await client.createJob();
  const run = await processor.nextRun(job_id);
  const bytes = Buffer.from(job_id);
  await processor.putResult(run, 0, bytes);
  await Promise.all(Array.from({ length: times }, async () => processor.report(run, { ...successReport([bytes]), metrics })));
}

describe('readUsage 200', () => {
  test('an account that did nothing used nothing', async () => {
    const usage = await read(await edge.createAccount());
    expect(usage).toMatchObject({ to: today(), totals: NOTHING, data: [] });
    expect(Date.parse(usage.to) - Date.parse(usage.from)).toBe(29 * 24 * 3_600_000);
  });

  test('the numbers are those of a known run, by day, key and type', async () => {
    const account = await edge.createAccount();
    const second = await account.issueKey();
    await finish(account.api, { input_bytes: 1000, output_bytes: 800, pages: 3, processing_ms: 12 });
    await finish(account.api, { input_bytes: 10, output_bytes: 20, pages: 1, processing_ms: 5 });
    await finish(second.api, { input_bytes: 7, output_bytes: 7, pages: 2, processing_ms: 1 });
    const failed = await second.api.createJob();
    await processor.fail(await processor.nextRun(failed.job_id), 'corrupt_file');
    const cancelled = await account.api.createJob();
    const run = await processor.nextRun(cancelled.job_id);
    await account.api.cancel(cancelled.job_id);
    await processor.report(run, { outcome: 'cancelled' });
    // One that still runs is not counted yet.
    await processor.nextRun((await account.api.createJob()).job_id);

    const counts = {
      ...NOTHING,
      jobs: 5,
      succeeded: 3,
      failed: 1,
      cancelled: 1,
      pages: 6,
      input_bytes: 1017,
      output_bytes: 827,
      processing_ms: 18,
    };
    const usage = await read(account);
    expect(usage.totals).toEqual(counts);
    expect(usage.data).toEqual([{ day: today(), ...counts }]);
    expect((await read(account, '?group_by=type')).data).toEqual([{ day: today(), type: 'metadata', ...counts }]);
    const byKey = await read(account, '?group_by=key');
    expect(byKey.totals).toEqual(counts);
    expect(byKey.data.find((row) => row.key_id === second.keyId)).toMatchObject({ jobs: 2, succeeded: 1, failed: 1, pages: 2 });
    expect(byKey.data.find((row) => row.key_id !== second.keyId)).toMatchObject({ jobs: 3, succeeded: 2, cancelled: 1, pages: 4 });
  });

  test('a job is counted once, however often its report comes, and however often it was tried', async () => {
    const account = await edge.createAccount();
    await finish(account.api, { input_bytes: 1, output_bytes: 1, pages: 1, processing_ms: 1 }, 8);
    const { job_id } = await account.api.createJob();
    await processor.report(await processor.nextRun(job_id), { outcome: 'handed_back' });
    await edge.redeliver(job_id);
    await processor.succeed(await processor.nextRun(job_id));
    expect((await read(account)).totals).toMatchObject({ jobs: 2, succeeded: 2 });
  });

  test('a job that waited too long is counted as expired, one whose results expire is not counted again', async () => {
    const account = await edge.createAccount();
    processor.react = () => 'busy';
    const { job_id: waiting } = await account.api.createJob();
    await edge.sql('UPDATE jobs SET created_at = created_at - ? WHERE id = ?', LIMITS.queuedMsMax, waiting);
    await edge.redeliver(waiting);
    await account.api.jobIn(waiting, 'expired');
    processor.react = () => 'taken';
    // An instance that was too full is avoided for ten seconds.
    await edge.sql('UPDATE processor_instances SET avoid_until = NULL');
    const { job_id } = await account.api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE id = ?', job_id);
    await edge.runSweep();
    await account.api.jobIn(job_id, 'expired');
    expect((await read(account)).totals).toMatchObject({ jobs: 2, succeeded: 1, expired: 1 });
  });

  test('the days asked for are answered, the first and the last included, and nobody else’s', async () => {
    const account = await edge.createAccount();
    const stranger = await edge.createAccount();
    for (const [owner, day] of [
      [account.id, '2026-01-01'],
      [account.id, '2026-01-02'],
      [account.id, '2026-01-03'],
      [stranger.id, '2026-01-02'],
    ]) {
      await edge.sql(
        `INSERT INTO usage_days (account_id, day, key_id, type, jobs) VALUES (?, ?, 'key_x', 'metadata', 1)`,
        owner ?? '',
        day ?? '',
      );
    }
    const days = async (query: string) => (await read(account, query)).data.map((row) => row.day);
    expect(await days('?from=2026-01-01&to=2026-01-03')).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
    expect(await days('?from=2026-01-02&to=2026-01-02')).toEqual(['2026-01-02']);
    expect(await days('?to=2026-01-02')).toEqual(['2026-01-01', '2026-01-02']);
    expect(await days('')).toEqual([]);
  });
});

describe('readUsage 400 invalid_request', () => {
  test.each([
    'from=yesterday',
    'to=2026-02-30',
    'from=2026-01-02&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'group_by=day',
    'limit=5',
  ])('refuses the query %s', async (query) => {
    const error = await expectError(await (await edge.createAccount()).api.get(`/usage?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
  });
});

describe.each(JOB_ROUTES)('every job route 429 quota_exceeded ($name)', ({ name, path, params }) => {
  test('the job beyond the month’s quota is refused until the next month, whatever became of the others', async () => {
    const account = await edge.createAccount({ overrides: { jobs_per_month: 3 } });
    const body = jobBody(name, params, await account.api.upload());
    const send = async () => account.api.post(path, body);
    const first = await bodyOf<{ job_id: string }>(await send(), 202);
    await processor.succeed(await processor.nextRun(first.job_id));
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(2);
    for (const answer of answers.filter((other) => other.status !== 202)) {
      const seconds = Number(answer.headers.get('retry-after'));
      const next = new Date(Date.now() + seconds * 1000);
      expect([next.getUTCDate(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([1, 0, 0]);
      await expectError(answer, 'quota_exceeded');
    }
    await edge.sql(`UPDATE usage_days SET day = '2026-01-31' WHERE account_id = ?`, account.id);
    await bodyOf(await send(), 202);
    await expectError(await send(), 'quota_exceeded');
    await account.change({ plan_overrides: null });
    await bodyOf(await send(), 202);
  });
});
