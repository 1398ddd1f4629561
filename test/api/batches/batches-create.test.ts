// POST /batches: many jobs in one request, all of them or those that can be accepted.

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { BatchItemObject, BatchObject, JobObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes, type ApiClient } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError } from '../../support/expectations.ts';
import { UNKNOWN_FILE } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
edge.processor.capabilities = { programs: { qpdf: true }, ai_edit: { planners: ['grammar'] } };
const { api, id: accountId } = await edge.createAccount();
const stranger = await edge.createAccount();
const fileId = await api.upload();
const REMOVE = { operation: 'metadata', params: { action: 'remove' } };

async function create(body: object, client: ApiClient = api, headers: Record<string, string> = {}): Promise<Response> {
  return client.post('/batches', body, headers);
}

async function created(body: object, client: ApiClient = api): Promise<BatchObject> {
  return bodyOf(await create(body, client), 202);
}

async function itemsOf(batchId: string, client: ApiClient = api, query = 'limit=100'): Promise<readonly BatchItemObject[]> {
  return (await bodyOf<{ data: BatchItemObject[] }>(await client.get(`/batches/${batchId}/items?${query}`), 200)).data;
}

/** What a refused batch must not have written. */
async function counts(): Promise<unknown> {
  return Promise.all(
    ['batches', 'batch_items', 'jobs', 'job_sources', "events WHERE event = 'job.queued'"].map(async (rows) =>
      edge.sql(`SELECT count(*) AS n FROM ${rows}`),
    ),
  );
}

async function refused(body: object, code: Parameters<typeof expectError>[1], client: ApiClient = api) {
  const before = await counts();
  const error = await expectError(await create(body, client), code);
  expect(await counts()).toEqual(before);
  return error;
}

afterEach(async () => {
  // What still waits is not to hold up the next test.
  await edge.sql(`UPDATE jobs SET state = 'cancelled', parked = 0, wake_at = NULL, lease_until = NULL, completed_at = 1
    WHERE state IN ('queued', 'running')`);
});

describe('createBatch 202', () => {
  test('each item is a job like any other, in the order of the request', async () => {
    const other = await api.upload(pdfBytes('other'));
    const response = await create({
      items: [
        { operation: 'metadata', file_id: fileId, params: { action: 'remove' }, metadata: { order: '1' } },
        { operation: 'compress', file_id: other },
        { operation: 'merge', params: { files: [{ file_id: fileId }, { file_id: other }] } },
      ],
      metadata: { run: 'night' },
    });
    const batch = await bodyOf<BatchObject>(response, 202);
    expect(response.headers.get('location')).toBe(`/v1/batches/${batch.batch_id}`);
    expect(batch).toMatchObject({ status: 'running', progress: { percent: 0 }, metadata: { run: 'night' } });
    expect(batch.counts).toMatchObject({ total: 3, refused: 0, queued: 3 });
    const runs = [await edge.processor.nextRun(), await edge.processor.nextRun(), await edge.processor.nextRun()];
    expect(runs.map(({ type }) => type)).toEqual(['metadata', 'compress', 'merge']);
    expect(runs[2]?.sources.map(({ file_id }) => file_id)).toEqual([fileId, other]);
    const job = await api.readJob(runs[0]?.job_id ?? '');
    expect(job).toMatchObject({ batch_id: batch.batch_id, params: { action: 'remove' }, metadata: { order: '1' } });
    for (const run of runs) await edge.processor.succeed(run);
    const items = await itemsOf(batch.batch_id);
    expect(items.map(({ position, status, job: shown }) => [position, status, shown?.type])).toEqual([
      [0, 'succeeded', 'metadata'],
      [1, 'succeeded', 'compress'],
      [2, 'succeeded', 'merge'],
    ]);
    for (const { job_id } of runs) {
      expect((await edge.events(job_id)).map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    }
  });

  test('a thousand items of one operation are accepted at once and counted', async () => {
    const { api: client, id } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const own = await client.upload();
    const batch = await created({ ...REMOVE, items: Array.from({ length: 1000 }, () => ({ file_id: own })) }, client);
    expect(batch.counts).toMatchObject({ total: 1000, queued: 1000 });
    const [row] = await edge.sql(
      `SELECT count(*) AS jobs, count(DISTINCT seq) AS places, sum(batch_id = ?) AS of_batch FROM jobs WHERE account_id = ?`,
      batch.batch_id,
      id,
    );
    expect(row).toEqual({ jobs: 1000, places: 1000, of_batch: 1000 });
    expect(await edge.sql(`SELECT count(*) AS n FROM events WHERE account_id = ? AND event = 'job.queued'`, id)).toEqual([{ n: 1000 }]);
    const response = await bodyOf<BatchObject>(await client.post(`/batches/${batch.batch_id}/cancel`), 202);
    expect(response.counts.cancelled).toBeGreaterThanOrEqual(999);
    await edge.processor.report(await edge.processor.nextRun(), { outcome: 'cancelled' });
    expect((await bodyOf<BatchObject>(await client.get(`/batches/${batch.batch_id}`), 200)).status).toBe('completed');
    expect(await edge.sql('SELECT sum(jobs) AS jobs, sum(cancelled) AS cancelled FROM usage_days WHERE account_id = ?', id)).toEqual([
      { jobs: 1000, cancelled: 1000 },
    ]);
    expect(await edge.sql(`SELECT count(*) AS n FROM events WHERE account_id = ? AND event = 'job.cancelled'`, id)).toEqual([{ n: 1000 }]);
  });

  test('with `continue` what cannot be accepted is told item by item, and the rest is accepted', async () => {
    const theirs = await stranger.api.upload();
    const batch = await created({
      ...REMOVE,
      on_error: 'continue',
      items: [
        { file_id: UNKNOWN_FILE },
        { file_id: fileId },
        { file_id: fileId, params: { action: 'paint' } },
        { file_id: theirs },
        { operation: 'ai_edit', file_id: fileId, params: { instruction: 'make it prettier' } },
      ],
    });
    expect(batch.counts).toMatchObject({ total: 5, refused: 4, queued: 1 });
    expect(batch.progress.percent).toBe(80);
    const items = await itemsOf(batch.batch_id);
    expect(items.map(({ status, error }) => error?.code ?? status)).toEqual([
      'not_found',
      expect.stringMatching(/queued|running/),
      'invalid_request',
      'not_found',
      'invalid_instruction',
    ]);
    expect(items[2]?.error?.details?.[0]?.field).toBe('action');
    expect(items[3]?.error).toEqual(items[0]?.error);
    expect((await itemsOf(batch.batch_id, api, 'status=refused')).map(({ position }) => position)).toEqual([0, 2, 3, 4]);
    expect(await edge.sql('SELECT count(*) AS n FROM jobs WHERE batch_id = ?', batch.batch_id)).toEqual([{ n: 1 }]);
  });

  test('a file that is deleted while the batch waits ends the items that need it, and the batch', async () => {
    const { api: client } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const own = await client.upload();
    const batch = await created({ ...REMOVE, items: [{ file_id: own }, { file_id: own }] }, client);
    await bodyOf(await client.request('DELETE', `/files/${own}`), 200);
    const now = await bodyOf<BatchObject>(await client.get(`/batches/${batch.batch_id}`), 200);
    expect(now).toMatchObject({ status: 'completed', counts: { cancelled: 2 } });
  });
});

describe('the whole batch is refused, and nothing of it written,', () => {
  test.each([
    ['no item', { ...REMOVE, items: [] }, 'items'],
    ['an unknown field', { ...REMOVE, items: [{ file_id: fileId }], colour: 'red' }, 'colour'],
    ['no operation', { items: [{ file_id: fileId }] }, 'items.0.operation'],
    ['no file', { ...REMOVE, items: [{}] }, 'items.0.file_id'],
    ['a file among the parameters', { ...REMOVE, items: [{ params: { file_id: fileId } }] }, 'items.0.params.file_id'],
    ['a bad parameter of the second', { ...REMOVE, items: [{ file_id: fileId }, { file_id: fileId, params: {} }] }, 'items.1.action'],
    [
      'a plan',
      { operation: 'ai_edit', params: { plan_id: `job_${'0'.repeat(22)}` }, items: [{ file_id: fileId }] },
      'items.0.params.plan_id',
    ],
  ])('for %s', async (_, body, field) => {
    const error = await refused(body, 'invalid_request');
    expect(error.details?.map((detail) => detail.field)).toContain(field);
  });

  test('for a thousand and one items', async () => {
    await refused({ ...REMOVE, items: Array.from({ length: 1001 }, () => ({ file_id: fileId })) }, 'invalid_request');
  });

  test('when `continue` leaves nothing', async () => {
    await refused({ ...REMOVE, on_error: 'continue', items: [{ file_id: UNKNOWN_FILE }] }, 'not_found');
  });

  test('for more items than may wait at all', async () => {
    const { api: client } = await edge.createAccount({ overrides: { queued_jobs: 2 } });
    const own = await client.upload();
    const error = await refused({ ...REMOVE, items: Array.from({ length: 3 }, () => ({ file_id: own })) }, 'invalid_request', client);
    expect(error.details?.[0]).toMatchObject({ field: 'items', issue: 'too_many' });
  });

  test('for parameters that together are too long', async () => {
    const ranges = '1-2,'.repeat(100) + '3';
    const steps = Array.from({ length: 8 }, () => ({ operation: 'split', params: { ranges: [ranges, ranges] } }));
    const params = { files: [{ file_id: fileId }], steps };
    await refused({ operation: 'pipeline', params, items: Array.from({ length: 1000 }, () => ({})) }, 'request_too_large');
  });

  test('for files of all items that are too many', async () => {
    const params = { files: Array.from({ length: 100 }, () => ({ file_id: fileId })) };
    await refused({ operation: 'merge', params, items: Array.from({ length: 101 }, () => ({})) }, 'invalid_request');
  });

  test('while too many of the account wait', async () => {
    const { api: client } = await edge.createAccount({ overrides: { queued_jobs: 3, running_jobs: 1 } });
    const own = await client.upload();
    const three = { ...REMOVE, items: Array.from({ length: 3 }, () => ({ file_id: own })) };
    await created(three, client);
    await edge.processor.nextRun();
    await refused(three, 'rate_limited', client);
  });
});

describe('createBatch 404 not_found', () => {
  test('another account’s file is a file that there is not, and no job ever reads it', async () => {
    const theirs = await stranger.api.upload();
    const unknown = await refused({ ...REMOVE, items: [{ file_id: fileId }, { file_id: UNKNOWN_FILE }] }, 'not_found');
    const foreign = await refused({ ...REMOVE, items: [{ file_id: fileId }, { file_id: theirs }] }, 'not_found');
    expect([foreign.message, foreign.details]).toEqual([unknown.message, unknown.details]);
    const merge = { operation: 'merge', params: { files: [{ file_id: fileId }, { file_id: theirs }] } };
    await refused({ items: [merge] }, 'not_found');
    expect(await edge.sql('SELECT 1 FROM jobs WHERE file_id = ?', theirs)).toEqual([]);
    expect(await edge.sql('SELECT 1 FROM job_sources WHERE file_id = ?', theirs)).toEqual([]);
  });
});

describe('createBatch 409 file_not_ready', () => {
  test('a file without bytes', async () => {
    const { file_id } = await api.createFile(pdfBytes());
    await refused({ ...REMOVE, items: [{ file_id: fileId }, { file_id }] }, 'file_not_ready');
  });
});

describe('createBatch 410 expired', () => {
  test('a deleted file', async () => {
    const gone = await api.upload();
    await api.request('DELETE', `/files/${gone}`);
    const error = await refused({ ...REMOVE, items: [{ file_id: gone }, { file_id: fileId }] }, 'expired');
    expect(error.details).toEqual([{ field: 'items.0', issue: 'expired', message: 'The file was deleted.' }]);
  });
});

describe('createBatch 413 file_too_large', () => {
  test('files of one item that are too large together', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 100 } });
    const own = await small.api.upload(pdfBytes('x'.repeat(60)));
    const item = { operation: 'merge', params: { files: Array.from({ length: 4 }, () => ({ file_id: own })) } };
    await refused({ items: [item] }, 'file_too_large', small.api);
  });
});

describe('createBatch 415 unsupported_file_type', () => {
  test('a type that the operation does not take', async () => {
    const text = await api.upload(Buffer.from('plain'), { content_type: 'text/plain', filename: 'a.txt' });
    await refused({ operation: 'compress', items: [{ file_id: text }] }, 'unsupported_file_type');
  });
});

describe('createBatch 415 unsupported_media_type', () => {
  test('a body that is no JSON', async () => {
    const response = await api.request('POST', '/batches', { body: 'x', headers: { 'content-type': 'text/plain' } });
    await expectError(response, 'unsupported_media_type');
  });
});

describe('createBatch 422 invalid_instruction', () => {
  test('names the item', async () => {
    const bad = { operation: 'ai_edit', file_id: fileId, params: { instruction: 'Delete page 2 and make it prettier' } };
    const error = await refused({ items: [{ ...REMOVE, file_id: fileId }, bad] }, 'invalid_instruction');
    expect(error.details?.[0]?.field).toBe('items.1.instruction');
  });
});

describe('createBatch 403 policy_violation', () => {
  test('acceptable use refuses the whole batch, also with `continue`, and the audit log says so', async () => {
    const bad = {
      operation: 'ai_edit',
      file_id: fileId,
      params: { instruction: 'Change the balance on my bank statement to 9,000' },
    };
    await refused({ on_error: 'continue', items: [{ ...REMOVE, file_id: fileId }, bad] }, 'policy_violation');
    expect(await edge.sql(`SELECT count(*) AS n FROM audit WHERE account_id = ? AND action = 'policy.refused'`, accountId)).toEqual([
      { n: 1 },
    ]);
  });
});

describe('createBatch 429 quota_exceeded', () => {
  test('each item counts as a job, each step of a pipeline too', async () => {
    const small = await edge.createAccount({ overrides: { jobs_per_month: 5 } });
    const own = await small.api.upload();
    const pipeline = { operation: 'pipeline', params: { files: [{ file_id: own }], steps: [REMOVE, REMOVE] } };
    const three = { items: [pipeline, { ...REMOVE, file_id: own }] };
    await created(three, small.api);
    await refused(three, 'quota_exceeded', small.api);
    await created({ items: [pipeline] }, small.api);
  });
});

describe('an equal request with the same Idempotency-Key', () => {
  const body = { ...REMOVE, items: Array.from({ length: 20 }, () => ({ file_id: fileId })) };
  const count = async () => (await edge.sql<{ n: number }>('SELECT count(*) AS n FROM batches WHERE account_id = ?', accountId))[0]?.n;

  test('makes one batch, also when both come at once', async () => {
    const before = (await count()) ?? 0;
    const answers = await Promise.all([1, 2, 3].map(async () => create(body, api, { 'idempotency-key': 'twice' })));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    for (const answer of answers) expect([202, 409]).toContain(answer.status);
    const again = await create(body, api, { 'idempotency-key': 'twice' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await bodyOf(again, 202)).toEqual(await bodyOf(accepted[0] as Response, 202));
    expect(await count()).toBe(before + 1);
  });

  test('gets the answer of a request whose Worker died before it could answer', async () => {
    const first = await bodyOf<BatchObject>(await create(body, api, { 'idempotency-key': 'died' }), 202);
    // The answer was kept in the batch of statements that wrote the jobs, so it is there whenever they are.
    const [row] = await edge.sql<{ status: number }>(`SELECT status FROM idempotent_requests WHERE key = 'died'`);
    expect(row?.status).toBe(202);
    expect((await bodyOf<BatchObject>(await create(body, api, { 'idempotency-key': 'died' }), 202)).batch_id).toBe(first.batch_id);
  });

  test('may be as long as a batch', async () => {
    const long = { ...REMOVE, items: Array.from({ length: 1000 }, () => ({ file_id: fileId, metadata: { note: 'x'.repeat(200) } })) };
    expect(JSON.stringify(long).length).toBeGreaterThan(LIMITS.jsonBodyBytesMax);
    await bodyOf(await create(long, api, { 'idempotency-key': 'long' }), 202);
  });
});

test('two different batches at once that together are too many: one is accepted', async () => {
  const { api: client } = await edge.createAccount({ overrides: { queued_jobs: 10, running_jobs: 1 } });
  const own = await client.upload();
  const body = { ...REMOVE, items: Array.from({ length: 10 }, () => ({ file_id: own })) };
  edge.processor.react = () => 'busy';
  const answers = await Promise.all([create(body, client), create(body, client), create(body, client)]);
  edge.processor.react = () => 'taken';
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429]);
});

test('the secret of an item is kept sealed and reaches its job only', async () => {
  const batch = await created({
    operation: 'metadata',
    items: [
      { file_id: fileId, params: { action: 'remove', password: 'opensesame' } },
      { file_id: fileId, params: { action: 'remove' } },
    ],
  });
  const jobs = (await itemsOf(batch.batch_id)).map(({ job }) => job?.job_id ?? '');
  const runs = await Promise.all(jobs.map(async (jobId) => edge.processor.nextRun(jobId)));
  expect(runs.map(({ params }) => params['password'])).toEqual(['opensesame', undefined]);
  expect(JSON.stringify(await edge.sql('SELECT * FROM jobs WHERE batch_id = ?', batch.batch_id))).not.toContain('opensesame');
  const job = await eventually(
    async () => api.readJob(runs[0]?.job_id ?? ''),
    (shown: JobObject) => shown.status === 'running',
  );
  expect(JSON.stringify(job)).not.toContain('opensesame');
});
