// Cells: a region with databases of its own. What lives there is found by its identifier, listed beside the rest, counted together with it, and is
// nowhere else.

import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { cellCodeOf } from '#contract/ids.ts';
import { Readiness } from '#contract/api.ts';
import { Activity } from '#contract/activity.ts';
import { Overview } from '#contract/operator.ts';
import { type CreatedWebhook, DeliveryList, type WebhookObject } from '#contract/webhooks.ts';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';
import { eventually, expectError } from '../support/expectations.ts';
import { answering, Receiver } from '../support/service/receiver.ts';
import { successReport } from '../support/service/scripted-processor.ts';

const receiver = await Receiver.start();
const edge = await openEdge({ regions: ['eu', 'us'], cells: { 'eu-1': { code: 'Ea' }, 'us-1': { code: 'Ua' } }, courier: {} });
afterAll(async () => {
  await edge.close();
  await receiver.close();
});

const processorOf = (cell: string) => edge.processors[cell] as typeof edge.processor;

async function sqlIn<T = Record<string, unknown>>(cell: string, statement: string, ...values: (string | number)[]): Promise<T[]> {
  const db = await edge.dbOf(cell);
  return (
    await db
      .prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

async function createJob({ api }: TestAccount, region: string, fields: Record<string, unknown> = {}) {
  return api.createJob({ file_id: await api.upload(pdfBytes(`in ${region}`), { region }), ...fields });
}

describe('a job of a cell', () => {
  test('runs there, with all its rows and bytes; the default database has nothing of it', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const { job_id, file_id } = await createJob(account, 'eu');
    expect([cellCodeOf(job_id), cellCodeOf(file_id)]).toEqual(['Ea', 'Ea']);
    const run = await processorOf('eu-1').nextRun(job_id);
    expect(await (await processorOf('eu-1').fetchSource(run)).text()).toContain('in eu');
    await processorOf('eu-1').succeed(run);
    const job = await api.jobIn(job_id, 'succeeded');
    expect(job).toMatchObject({ region: 'eu', file_id });
    expect(cellCodeOf(job.result_file_id ?? '')).toBe('Ea');
    expect((await fetch(await api.downloadUrl(job.result_file_id ?? ''))).status).toBe(200);
    for (const table of ['files', 'jobs', 'events']) {
      expect(await edge.sql(`SELECT * FROM ${table} WHERE account_id = ?`, account.id)).toEqual([]);
      expect(await sqlIn('us-1', `SELECT * FROM ${table} WHERE account_id = ?`, account.id)).toEqual([]);
      expect((await sqlIn('eu-1', `SELECT * FROM ${table} WHERE account_id = ?`, account.id)).length).toBeGreaterThan(0);
    }
    expect((await api.request('DELETE', `/files/${file_id}`)).status).toBe(200);
    expect((await api.request('DELETE', `/files/${job.result_file_id}`)).status).toBe(200);
    expect((await (await edge.bucketOf('eu-1')).list()).objects).toEqual([]);
  });

  test('of an identifier that no cell has is not found', async () => {
    const { api } = await edge.createAccount();
    for (const id of [`job_Ea${'0'.repeat(20)}`, `job_Zz${'0'.repeat(20)}`, `job_0${'0'.repeat(21)}`])
      await expectError(await api.get(`/jobs/${id}`), 'not_found');
  });

  test('is nobody else’s', async () => {
    const { job_id } = await createJob(await edge.createAccount(), 'eu');
    const other = await edge.createAccount();
    await createJob(other, 'eu');
    await expectError(await other.api.get(`/jobs/${job_id}`), 'not_found');
  });
});

describe('lists', () => {
  test('merge the cells by one cursor, each row once, newest first', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const made: string[] = [];
    for (const region of ['eu', 'us', 'us', 'eu', 'us', 'eu', 'eu']) made.push((await createJob(account, region)).job_id);
    const seen: string[] = [];
    for (let path: string | undefined = '/jobs?limit=2'; path !== undefined;) {
      const page: { data: { job_id: string }[]; next_cursor: string | null } = await bodyOf(await api.get(path), 200);
      seen.push(...page.data.map(({ job_id }) => job_id));
      path = page.next_cursor === null ? undefined : `/jobs?limit=2&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(new Set(seen).size).toBe(made.length);
    const files = await bodyOf<{ data: { region: string; created_at: string }[] }>(await api.get('/files?limit=100'), 200);
    expect(files.data).toHaveLength(7);
    const times = files.data.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe('the limits of an account', () => {
  test('on waiting jobs hold over all cells, however many requests come at once', async () => {
    const account = await edge.createAccount({ overrides: { queued_jobs: 7, running_jobs: 1 } });
    const { api } = account;
    const running = await createJob(account, 'eu');
    await processorOf('eu-1').nextRun(running.job_id);
    const files = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => api.upload(pdfBytes(`file ${i}`), { region: i % 2 === 0 ? 'eu' : 'us' })),
    );
    const statuses = await Promise.all(
      files.map(async (file_id) => (await api.post('/jobs/metadata', { action: 'remove', file_id })).status),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
  });

  test('on running jobs hold over all cells, and a job that waits behind them has its turn when one ends elsewhere', async () => {
    const account = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const { api } = account;
    const first = await createJob(account, 'eu');
    const run = await processorOf('eu-1').nextRun(first.job_id);
    const second = await createJob(account, 'us');
    await eventually(
      async () => sqlIn('us-1', 'SELECT parked FROM jobs WHERE id = ?', second.job_id),
      ([row]) => row?.['parked'] === 1,
    );
    expect((await api.readJob(second.job_id)).status).toBe('queued');
    await processorOf('eu-1').succeed(run);
    await processorOf('us-1').succeed(await processorOf('us-1').nextRun(second.job_id));
    await api.jobIn(second.job_id, 'succeeded');
  });

  test('let never more jobs run than the plan says, and all of many have their turn', async () => {
    const account = await edge.createAccount({ overrides: { running_jobs: 3 } });
    const files = await Promise.all(
      Array.from({ length: 14 }, async (_, i) => account.api.upload(pdfBytes(`${i}`), { region: i % 3 === 0 ? 'us' : 'eu' })),
    );
    const jobs = await Promise.all(files.map(async (file_id) => account.api.createJob({ file_id })));
    const ids = new Set(jobs.map(({ job_id }) => job_id));
    const ended = new Set<string>();
    let mostAtOnce = 0;
    const runsNow = () => {
      const runs = [...processorOf('eu-1').runs, ...processorOf('us-1').runs].filter(({ job_id }) => ids.has(job_id) && !ended.has(job_id));
      mostAtOnce = Math.max(mostAtOnce, runs.length);
      return runs;
    };
    // Before any has ended, as many run as may.
    await eventually(
      async () => runsNow(),
      (runs) => runs.length === 3,
    );
    while (ended.size < ids.size) {
      const [run] = await eventually(
        async () => runsNow(),
        (runs) => runs.length > 0,
      );
      if (!run) break;
      const processor = processorOf(cellCodeOf(run.job_id) === 'Ea' ? 'eu-1' : 'us-1');
      const bytes = Buffer.from(run.job_id);
      await processor.putResult(run, 0, bytes);
      // The next one may begin as soon as the report has come.
      ended.add(run.job_id);
      expect((await processor.report(run, successReport([bytes]))).status).toBe(200);
    }
    expect(ended.size).toBe(14);
    expect(mostAtOnce).toBe(3);
  });

  test('are given back by the sweep where a share was lost between two cells', async () => {
    const account = await edge.createAccount({ overrides: { queued_jobs: 10 } });
    await createJob(account, 'eu');
    await edge.sql('UPDATE account_copies SET queued = 0 WHERE account_id = ?', account.id);
    await sqlIn('eu-1', 'UPDATE account_copies SET queued = 2 WHERE account_id = ?', account.id);
    const shares = async () => {
      const statement = 'SELECT queued FROM account_copies WHERE account_id = ?';
      const rows = [
        ...(await edge.sql<{ queued: number }>(statement, account.id)),
        ...(await sqlIn<{ queued: number }>('eu-1', statement, account.id)),
      ];
      return rows.reduce((sum, { queued }) => sum + queued, 0);
    };
    expect(await shares()).toBe(2);
    await eventually(
      async () => {
        await edge.runSweep();
        return shares();
      },
      (sum) => sum === 10,
    );
  });

  test('hold in a cell that knew of no share, as after rows were moved to another', async () => {
    const account = await edge.createAccount({ overrides: { queued_jobs: 2, running_jobs: 1 } });
    const first = await createJob(account, 'eu');
    await processorOf('eu-1').nextRun(first.job_id);
    await edge.sql('DELETE FROM account_copies WHERE account_id = ?', account.id);
    // A job of before there were cells waits there.
    const id = `1${'7'.repeat(21)}`;
    await edge.sql(
      `INSERT INTO files (id, account_id, region, state, filename, content_type, size_bytes, created_at, expires_at)
       VALUES (?, ?, 'eu', 'uploaded', 'a.pdf', 'application/pdf', 1, ?, ?)`,
      `file_${id}`,
      account.id,
      Date.now(),
      Date.now() + 1_000_000,
    );
    await edge.sql(
      `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, created_at) VALUES (?, ?, 'metadata', ?, 'eu', '{}', 'queued', ?)`,
      `job_${id}`,
      account.id,
      `file_${id}`,
      Date.now(),
    );
    await sqlIn('eu-1', 'UPDATE account_copies SET queued = 0 WHERE account_id = ?', account.id);
    await createJob(account, 'eu');
    const file_id = await account.api.upload(pdfBytes(), { region: 'eu' });
    await expectError(await account.api.post('/jobs/metadata', { action: 'remove', file_id }), 'rate_limited');
    const [here] = await edge.sql<{ queued: number }>('SELECT queued FROM account_copies WHERE account_id = ?', account.id);
    const [there] = await sqlIn<{ queued: number }>('eu-1', 'SELECT queued FROM account_copies WHERE account_id = ?', account.id);
    expect((here?.queued ?? 2) + (there?.queued ?? 2)).toBe(2);
  });

  test('on the jobs of a month hold over all cells', async () => {
    const account = await edge.createAccount({ overrides: { jobs_per_month: 3 } });
    const { api } = account;
    for (const region of ['eu', 'us', 'eu']) await createJob(account, region);
    for (const region of ['eu', 'us'])
      await expectError(
        await api.post('/jobs/metadata', { action: 'remove', file_id: await api.upload(pdfBytes(), { region }) }),
        'quota_exceeded',
      );
    await account.change({ plan_overrides: { jobs_per_month: 4 } });
    await createJob(account, 'us');
  });
});

describe('an Idempotency-Key', () => {
  test('is the same in every cell, and its answer is kept where the job is', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const file_id = await api.upload(pdfBytes(), { region: 'eu' });
    const key = { 'idempotency-key': 'the key' };
    const send = async (body: object) => api.post('/jobs/metadata', body, key);
    const [first, second] = [await send({ action: 'remove', file_id }), await send({ action: 'remove', file_id })];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    await expectError(await send({ action: 'remove', file_id: await api.upload(pdfBytes(), { region: 'us' }) }), 'idempotency_key_reused');
    expect(await edge.sql('SELECT answer, cell FROM idempotent_requests WHERE account_id = ?', account.id)).toEqual([
      { answer: null, cell: 'eu-1' },
    ]);
    expect(await sqlIn('eu-1', 'SELECT status FROM idempotent_requests WHERE account_id = ?', account.id)).toEqual([{ status: 202 }]);
  });

  test('whose answer was kept, but not where, is answered by it when its lease has ended', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const body = { action: 'remove', file_id: await api.upload(pdfBytes(), { region: 'eu' }) };
    const key = { 'idempotency-key': 'lost' };
    const first = await api.post('/jobs/metadata', body, key);
    await edge.sql('UPDATE idempotent_requests SET cell = NULL, status = NULL WHERE account_id = ?', account.id);
    await expectError(await api.post('/jobs/metadata', body, key), 'idempotency_in_progress');
    await edge.sql('UPDATE idempotent_requests SET lease_until = 1 WHERE account_id = ?', account.id);
    expect(await (await api.post('/jobs/metadata', body, key)).json()).toEqual(await first.json());
    expect((await bodyOf<{ data: unknown[] }>(await api.get('/jobs'), 200)).data).toHaveLength(1);
  });
});

describe('a record', () => {
  test('is known by its bytes in every cell of the account', async () => {
    const account = await edge.createAccount();
    const { job_id } = await createJob(account, 'eu');
    const bytes = Buffer.from(`a statement of ${job_id}`);
    await processorOf('eu-1').succeed(await processorOf('eu-1').nextRun(job_id), [bytes], { records: ['bank_statement'] });
    await account.api.jobIn(job_id, 'succeeded');
    const pdf = pdfBytes('the same');
    await sqlIn('eu-1', 'UPDATE files SET sha256 = ? WHERE job_id = ?', createHash('sha256').update(pdf).digest('hex'), job_id);
    const again = await account.api.createJob({ file_id: await account.api.upload(pdf, { region: 'us' }) });
    const run = await processorOf('us-1').nextRun(again.job_id);
    expect(run.limits.source_records).toEqual(['bank_statement']);
    await processorOf('us-1').succeed(run);
    const { result_file_id = '' } = await account.api.jobIn(again.job_id, 'succeeded');
    expect(await sqlIn('us-1', 'SELECT records FROM files WHERE id = ?', result_file_id)).toEqual([{ records: 'bank_statement' }]);
  });
});

describe('files of one request', () => {
  test('lie together: one of another cell is refused by its region', async () => {
    const { api } = await edge.createAccount();
    const [eu, us] = await Promise.all(['eu', 'us'].map(async (region) => api.upload(pdfBytes(region), { region })));
    const error = await expectError(await api.post('/jobs/merge', { files: [{ file_id: eu }, { file_id: us }] }), 'invalid_request');
    expect(error.message).toContain('the region us');
  });
});

describe('an endpoint', () => {
  test('gets the events of every cell, and its deliveries are one list', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    // The cell knows the account before it has an endpoint, and is told of it.
    const first = await createJob(account, 'eu');
    const { webhook_id } = await bodyOf<CreatedWebhook>(
      await api.post('/webhooks', { url: receiver.url('/both'), events: ['job.succeeded'] }),
      201,
    );
    const second = await createJob(account, 'us');
    for (const [cell, { job_id }] of [
      ['eu-1', first],
      ['us-1', second],
    ] as const) {
      await processorOf(cell).succeed(await processorOf(cell).nextRun(job_id));
      await api.jobIn(job_id, 'succeeded');
    }
    await bodyOf(await api.post(`/webhooks/${webhook_id}/test`), 202);
    const arrived = await receiver.arrivals('/both', 3);
    expect(new Set(arrived.map(({ json }) => json['job_id']))).toEqual(new Set([first.job_id, second.job_id, undefined]));
    const seen: string[] = [];
    for (let path: string | undefined = `/webhooks/${webhook_id}/deliveries?limit=1`; path !== undefined;) {
      const page = DeliveryList.parse(await bodyOf(await api.get(path), 200));
      seen.push(...page.data.map(({ delivery_id }) => delivery_id));
      path =
        page.next_cursor === null ? undefined : `/webhooks/${webhook_id}/deliveries?limit=1&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(new Set(seen).size).toBe(3);
    expect(seen.map(cellCodeOf).toSorted()).toEqual(['', 'Ea', 'Ua']);
    const ofUs = seen.find((id) => cellCodeOf(id) === 'Ua') ?? '';
    await bodyOf(await api.post(`/webhooks/${webhook_id}/deliveries/${ofUs}/redeliver`), 202);
    await receiver.arrivals('/both', 4);
  });

  test('that a receiver has given up is given up in every cell, and hears again when it is enabled', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const jobs = [await createJob(account, 'eu'), await createJob(account, 'us')];
    receiver.react = answering(410);
    const { webhook_id } = await bodyOf<CreatedWebhook>(await api.post('/webhooks', { url: receiver.url('/gone'), events: ['*'] }), 201);
    const read = async () => bodyOf<WebhookObject>(await api.get(`/webhooks/${webhook_id}`), 200);
    await processorOf('eu-1').succeed(await processorOf('eu-1').nextRun(jobs[0]?.job_id));
    await eventually(read, ({ enabled, disabled_reason }) => !enabled && disabled_reason === 'gone');
    await eventually(
      async () => sqlIn('us-1', 'SELECT enabled FROM webhooks WHERE id = ?', webhook_id),
      ([row]) => row?.['enabled'] === 0,
    );
    receiver.react = answering(204);
    await bodyOf(await api.request('PATCH', `/webhooks/${webhook_id}`, { json: { enabled: true } }), 200);
    const before = receiver.at('/gone').length;
    await processorOf('us-1').succeed(await processorOf('us-1').nextRun(jobs[1]?.job_id));
    await receiver.arrivals('/gone', before + 1);
    expect((await api.request('DELETE', `/webhooks/${webhook_id}`)).status).toBe(204);
    for (const cell of ['eu-1', 'us-1']) expect(await sqlIn(cell, 'SELECT id FROM webhooks WHERE id = ?', webhook_id)).toEqual([]);
  });

  test('whose change did not reach a cell is copied by the sweep', async () => {
    const account = await edge.createAccount();
    await createJob(account, 'eu');
    const { webhook_id } = await bodyOf<CreatedWebhook>(
      await account.api.post('/webhooks', { url: receiver.url('/late'), events: ['*'] }),
      201,
    );
    await sqlIn('eu-1', 'DELETE FROM webhooks WHERE id = ?', webhook_id);
    await edge.sql('UPDATE account_cells SET version = version + 1 WHERE account_id = ?', account.id);
    await edge.runSweep();
    expect(await sqlIn('eu-1', 'SELECT url FROM webhooks WHERE id = ?', webhook_id)).toEqual([{ url: receiver.url('/late') }]);
    expect(await edge.sql('SELECT 1 FROM account_cells WHERE copied < version')).toEqual([]);
  });
});

describe('the operator', () => {
  const read = async <T>(path: string): Promise<T> => bodyOf<T>(await edge.operator('GET', path), 200);

  test('sees regions as wholes, jobs wherever they are, and each cell', async () => {
    const account = await edge.createAccount();
    const { job_id } = await createJob(account, 'us');
    const before = Overview.parse(await read('/overview'));
    await processorOf('us-1').nextRun(job_id);
    expect(before.regions.map(({ region }) => region)).toEqual(['eu', 'us']);
    expect(before.cells?.map(({ cell, database }) => [cell, database])).toEqual([
      ['default', true],
      ['eu-1', true],
      ['us-1', true],
    ]);
    for (const { bytes } of before.cells ?? []) expect(bytes).toBeGreaterThan(10_000);
    expect(await read(`/jobs/${job_id}`)).toMatchObject({ job_id, region: 'us', instance: 'us-1-0' });
    await edge.runSweep();
    const steps = Overview.parse(await read('/overview')).sweep.map(({ step }) => step);
    expect(steps).toEqual(expect.arrayContaining(['resend', 'copies', 'shares', 'eu-1/resend', 'us-1/reconcile']));
    expect(await read(`/accounts/${account.id}`)).toMatchObject({ running_jobs: 1, stored_files: 1 });
  });

  test('has the times, failures and use of all cells together', async () => {
    const account = await edge.createAccount();
    for (const [cell, region] of [
      ['eu-1', 'eu'],
      ['us-1', 'us'],
    ] as const) {
      const { job_id } = await createJob(account, region);
      await processorOf(cell).fail(await processorOf(cell).nextRun(job_id), 'corrupt_file');
      await account.api.jobIn(job_id, 'failed');
    }
    const activity = Activity.parse(await read('/activity?hours=1'));
    expect(activity.accounts.find(({ account_id }) => account_id === account.id)).toMatchObject({ jobs: 2, failed: 2 });
    expect(activity.failures.find(({ reason }) => reason === 'corrupt_file')?.jobs).toBeGreaterThanOrEqual(2);
    expect(activity.overall?.jobs).toBe(activity.hours.reduce((sum, { jobs }) => sum + jobs, 0));
    expect(activity.overall?.run_ms.counts.reduce((sum, each) => sum + each, 0)).toBe(activity.overall?.jobs);
    const usage = await bodyOf<{ totals: { jobs: number } }>(await account.api.get('/usage'), 200);
    expect(usage.totals.jobs).toBe(2);
  });
});

describe('readiness', () => {
  test('names each cell', async () => {
    const { checks } = Readiness.parse(await bodyOf(await fetch(`${edge.url}/readyz`), 200));
    expect(checks).toMatchObject({ database: true, 'database.eu-1': true, 'storage.us-1': true, 'processor.us-1': true });
  });
});

describe('a cell whose database fails', () => {
  test('lets a request be repeated with its key as soon as it is back', async () => {
    const account = await edge.createAccount();
    const file_id = await account.api.upload(pdfBytes('again'), { region: 'us' });
    const ask = async () =>
      account.api.request('POST', '/jobs/metadata', { json: { file_id, action: 'remove' }, headers: { 'idempotency-key': 'once-more' } });
    for (const table of ['idempotent_requests', 'jobs']) {
      await sqlIn('us-1', `ALTER TABLE ${table} RENAME TO ${table}_away`);
      expect((await ask()).status).toBeGreaterThanOrEqual(500);
      await sqlIn('us-1', `ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
    expect((await ask()).status).toBe(202);
  });

  test('keeps no other from its work', async () => {
    const account = await edge.createAccount({ overrides: { running_jobs: 4, queued_jobs: 8 } });
    const { api } = account;
    const { job_id: away } = await createJob(account, 'us');
    await sqlIn('us-1', 'ALTER TABLE jobs RENAME TO jobs_away');
    try {
      // More than the share that this cell has had.
      const jobs = await Promise.all(Array.from({ length: 3 }, async () => createJob(account, 'eu')));
      // In whatever order they come: the first one created may be the one that waits for room.
      const runAndSucceed = async ({ job_id }: { job_id: string }) => {
        const run = await processorOf('eu-1').nextRun(job_id);
        expect((await processorOf('eu-1').succeed(run)).status).toBe(200);
        await api.jobIn(job_id, 'succeeded');
      };
      await Promise.all(jobs.map(runAndSucceed));
      await edge.runSweep();
      const { cells, sweep } = Overview.parse(await bodyOf(await edge.operator('GET', '/overview'), 200));
      expect(cells?.map(({ cell, database }) => [cell, database])).toEqual([
        ['default', true],
        ['eu-1', true],
        ['us-1', false],
      ]);
      expect(sweep.find(({ step }) => step === 'eu-1/resend')?.failed_at).toBeUndefined();
      expect((await api.get(`/jobs/${away}`)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await sqlIn('us-1', 'ALTER TABLE jobs_away RENAME TO jobs');
    }
    expect((await api.readJob(away)).region).toBe('us');
  });
});
