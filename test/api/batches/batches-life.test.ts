// A batch after it was accepted: what it shows, how it ends, how it is cancelled, and its results.

import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { BatchItemObject, BatchObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { RunJob } from '#contract/processor.ts';
import { type ApiClient, bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge, type PlanOverrides } from '../../support/service/edge.ts';
import { eventually, expectError } from '../../support/expectations.ts';
import { Receiver } from '../../support/service/receiver.ts';
import { UNKNOWN_BATCH } from '../../support/service/routes.ts';

const edge = await openEdge({ courier: {} });
afterAll(edge.close);
const { processor } = edge;

interface Started {
  readonly api: ApiClient;
  readonly accountId: string;
  readonly batchId: string;
  readonly jobs: readonly string[];
}

/** A batch of an account of its own. */
async function start(count: number, overrides: PlanOverrides = {}, more: object = {}): Promise<Started> {
  const { api, id: accountId } = await edge.createAccount({ overrides });
  const items = await Promise.all(Array.from({ length: count }, async (_, i) => ({ file_id: await api.upload(pdfBytes(`item ${i}`)) })));
  const body = { operation: 'metadata', params: { action: 'remove' }, items, ...more };
  const { batch_id: batchId } = await bodyOf<BatchObject>(await api.post('/batches', body), 202);
  return { api, accountId, batchId, jobs: (await itemsOf(api, batchId)).map(({ job }) => job?.job_id ?? '') };
}

async function itemsOf(api: ApiClient, batchId: string): Promise<readonly BatchItemObject[]> {
  return (await bodyOf<{ data: BatchItemObject[] }>(await api.get(`/batches/${batchId}/items?limit=100`), 200)).data;
}

const read = async ({ api, batchId }: Started) => bodyOf<BatchObject>(await api.get(`/batches/${batchId}`), 200);
const cancel = async ({ api, batchId }: Started) => api.post(`/batches/${batchId}/cancel`);

async function succeedAll({ jobs }: Started): Promise<void> {
  for (const job of jobs) expect((await processor.succeed(await processor.nextRun(job))).status).toBe(200);
}

/** The processor was busy; it is asked again at once. */
async function takeAgain(): Promise<void> {
  processor.react = () => 'taken';
  await edge.sql('UPDATE processor_instances SET avoid_until = NULL');
}

/** The events of the batch itself. */
async function completions({ batchId }: Started): Promise<Record<string, unknown>[]> {
  const rows = await edge.sql<{ body: string }>(`SELECT body FROM events WHERE cause = ?`, `${batchId}:completed`);
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

/** Each job has ended, is counted once and was told once; so has the batch. */
async function expectAtRest(started: Started): Promise<void> {
  const { accountId, jobs } = started;
  const batch = await read(started);
  expect(batch.status).toBe('completed');
  const { total, refused, queued, running } = batch.counts;
  expect([queued, running, total - refused]).toEqual([0, 0, jobs.length]);
  expect(await completions(started)).toHaveLength(1);
  const events = await edge.sql<{ n: number }>(
    `SELECT count(*) AS n FROM events WHERE account_id = ? AND event IN ('job.succeeded', 'job.failed', 'job.cancelled') GROUP BY job_id`,
    accountId,
  );
  expect(events.map(({ n }) => n)).toEqual(jobs.map(() => 1));
  expect(await edge.sql('SELECT sum(jobs) AS n FROM usage_days WHERE account_id = ?', accountId)).toEqual([{ n: jobs.length }]);
  const open = await edge.sql('SELECT id FROM jobs WHERE account_id = ? AND (wake_at IS NOT NULL OR parked <> 0)', accountId);
  expect(open).toEqual([]);
}

describe('readBatch 200', () => {
  test('counts its items by state; when the last has ended the batch is completed and that is told once', async () => {
    const receiver = await Receiver.start();
    const batch = await start(3, {}, { metadata: { run: '7' } });
    const hook = { url: receiver.url(), events: ['batch.completed'] };
    await bodyOf(await batch.api.post('/webhooks', hook), 201);
    const [first = '', second = '', third = ''] = batch.jobs;
    await processor.succeed(await processor.nextRun(first));
    await processor.fail(await processor.nextRun(second), 'corrupt_file');
    await processor.nextRun(third);
    expect(await read(batch)).toMatchObject({
      status: 'running',
      progress: { percent: 66 },
      counts: { total: 3, refused: 0, queued: 0, running: 1, succeeded: 1, failed: 1, cancelled: 0, expired: 0 },
    });
    expect(await completions(batch)).toEqual([]);
    const run = processor.runs.find(({ job_id }) => job_id === third) as RunJob;
    await processor.succeed(run);
    // Again, as when the answer was lost.
    await processor.succeed(run);
    const done = await read(batch);
    expect(done).toMatchObject({ status: 'completed', progress: { percent: 100 }, counts: { succeeded: 2, failed: 1 } });
    const [arrived] = await receiver.arrivals('/hook', 1);
    expect(arrived?.json).toMatchObject({ event: 'batch.completed', batch_id: batch.batchId, counts: done.counts, metadata: { run: '7' } });
    expect(receiver.received).toHaveLength(1);
    await expectAtRest(batch);
    await receiver.close();
  });

  test('a batch without a map of its own has none in its event', async () => {
    const batch = await start(1);
    await succeedAll(batch);
    expect(await completions(batch)).toEqual([expect.not.objectContaining({ metadata: expect.anything() as unknown })]);
  });

  test('items that waited too long end it too', async () => {
    const batch = await start(2, { running_jobs: 1 });
    const run = await processor.nextRun(batch.jobs[0]);
    await edge.sql('UPDATE jobs SET created_at = ? WHERE id = ?', Date.now() - LIMITS.queuedMsMax, batch.jobs[1] ?? '');
    await edge.runSweep();
    await edge.runSweep();
    await batch.api.jobIn(batch.jobs[1] ?? '', 'expired');
    await processor.succeed(run);
    expect(await read(batch)).toMatchObject({ status: 'completed', counts: { succeeded: 1, expired: 1 } });
    expect(await completions(batch)).toHaveLength(1);
  });
});

describe('readBatch 404 not_found', () => {
  test('an unknown one', async () => {
    const { api } = await edge.createAccount();
    await expectError(await api.get(`/batches/${UNKNOWN_BATCH}`), 'not_found');
  });
});

describe('another account', () => {
  test('can neither see, list, cancel nor fetch a batch, an item or a result', async () => {
    const batch = await start(2);
    const run = await processor.nextRun(batch.jobs[0]);
    await processor.succeed(run, [Buffer.from('a canary of the owner')]);
    const { api: stranger } = await edge.createAccount();
    const job = await batch.api.readJob(batch.jobs[0] ?? '');
    const answers = [
      await stranger.get(`/batches/${batch.batchId}`),
      await stranger.get(`/batches/${batch.batchId}/items`),
      await stranger.post(`/batches/${batch.batchId}/cancel`),
      await stranger.get(`/batches/${batch.batchId}/results`),
      await stranger.get(`/jobs/${batch.jobs[1]}`),
      await stranger.get(`/files/${job.result_file_id}/download`),
    ];
    for (const answer of answers) {
      expect(await answer.clone().text()).not.toMatch(/canary|batch_/);
      await expectError(answer, 'not_found');
    }
    const { data } = await bodyOf<{ data: unknown[] }>(await stranger.get('/jobs'), 200);
    expect(data).toEqual([]);
    expect((await read(batch)).status).toBe('running');
    await processor.succeed(await processor.nextRun(batch.jobs[1]));
    for (const path of ['', '/items', '/results']) {
      await expectError(await stranger.get(`/batches/${batch.batchId}${path}`), 'not_found');
    }
    const cursor = (await bodyOf<{ next_cursor: string }>(await batch.api.get(`/batches/${batch.batchId}/items?limit=1`), 200)).next_cursor;
    const own = await start(2);
    await expectError(await own.api.get(`/batches/${own.batchId}/items?cursor=${encodeURIComponent(cursor)}`), 'invalid_request');
    await succeedAll(own);
  });
});

describe('listBatchItems 200', () => {
  test('all items, page by page, in the order of the request', async () => {
    const batch = await start(5);
    const seen: number[] = [];
    let path: string | undefined = `/batches/${batch.batchId}/items?limit=2`;
    while (path !== undefined) {
      const response: Response = await batch.api.get(path);
      const page = await bodyOf<{ data: BatchItemObject[]; next_cursor: string | null }>(response.clone(), 200);
      seen.push(...page.data.map(({ position }) => position));
      const next: string | undefined = /<[^>]*\/v1([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
      expect(next === undefined).toBe(page.next_cursor === null);
      path = next;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    await succeedAll(batch);
    const succeeded = await batch.api.get(`/batches/${batch.batchId}/items?status=succeeded&limit=3`);
    expect((await bodyOf<{ data: unknown[]; has_more: boolean }>(succeeded, 200)).has_more).toBe(true);
  });
});

describe('listBatchItems 400 invalid_request', () => {
  test.each(['status=lost', 'limit=0', 'cursor=x', 'colour=red'])('%s', async (query) => {
    const { api, batchId, jobs } = await start(1);
    await expectError(await api.get(`/batches/${batchId}/items?${query}`), 'invalid_request');
    await processor.succeed(await processor.nextRun(jobs[0]));
  });
});

describe('listBatchItems 404 not_found', () => {
  test('an unknown batch', async () => {
    const { api } = await edge.createAccount();
    await expectError(await api.get(`/batches/${UNKNOWN_BATCH}/items`), 'not_found');
  });
});

describe('cancelBatch 200', () => {
  test('what waits is cancelled at once, and the batch with it', async () => {
    processor.react = () => 'busy';
    const batch = await start(4, { running_jobs: 1 });
    await eventually(
      async () => read(batch),
      ({ counts }) => counts.queued === 4,
    );
    const answer = await cancel(batch);
    await takeAgain();
    expect(await bodyOf<BatchObject>(answer, 200)).toMatchObject({ status: 'completed', counts: { cancelled: 4 } });
    await expectAtRest(batch);
    const jobs = await Promise.all(batch.jobs.map(async (id) => batch.api.readJob(id)));
    for (const job of jobs) {
      const file = await batch.api.readFile(job.file_id);
      expect(Date.parse(file.expires_at)).toBeGreaterThan(Date.parse(job.completed_at ?? ''));
    }
  });
});

describe('cancelBatch 202', () => {
  test('running items are asked to stop; the batch is completed when they have', async () => {
    const batch = await start(4, { running_jobs: 2 });
    const runs = [await processor.nextRun(batch.jobs[0]), await processor.nextRun(batch.jobs[1])];
    expect(await bodyOf<BatchObject>(await cancel(batch), 202)).toMatchObject({
      status: 'cancelling',
      counts: { cancelled: 2, running: 2 },
    });
    expect(processor.cancels.map(({ job_id }) => job_id)).toEqual(expect.arrayContaining(runs.map(({ job_id }) => job_id)));
    // One stops, the other has just finished.
    await processor.report(runs[0] as RunJob, { outcome: 'cancelled' });
    await processor.succeed(runs[1] as RunJob);
    expect(await read(batch)).toMatchObject({ status: 'completed', counts: { cancelled: 3, succeeded: 1 } });
    await expectAtRest(batch);
  });

  test('a running item whose processor is lost ends as cancelled, not as waiting again', async () => {
    const batch = await start(2, { running_jobs: 1 });
    const [running = ''] = batch.jobs;
    await processor.nextRun(running);
    await bodyOf(await cancel(batch), 202);
    await edge.lapseLease(running);
    await batch.api.jobIn(running, 'cancelled');
    await expectAtRest(batch);
  });
});

describe('cancelBatch 404 not_found', () => {
  test('an unknown batch', async () => {
    const { api } = await edge.createAccount();
    await expectError(await api.post(`/batches/${UNKNOWN_BATCH}/cancel`), 'not_found');
  });
});

describe('cancelBatch 409 job_not_cancellable', () => {
  test('a completed batch', async () => {
    const batch = await start(1);
    await succeedAll(batch);
    await expectError(await cancel(batch), 'job_not_cancellable');
    await expectAtRest(batch);
  });
});

describe('at the same time', () => {
  test('several cancels end each item once', async () => {
    const batch = await start(6, { running_jobs: 2 });
    const runs = [await processor.nextRun(batch.jobs[0]), await processor.nextRun(batch.jobs[1])];
    const answers = await Promise.all([cancel(batch), cancel(batch), cancel(batch)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await Promise.all(runs.map(async (run) => processor.report(run, { outcome: 'cancelled' })));
    await expectAtRest(batch);
  });

  test('cancel, single cancels and the end of running items end each item once', async () => {
    const batch = await start(8, { running_jobs: 3 });
    const runs = [await processor.nextRun(batch.jobs[0]), await processor.nextRun(batch.jobs[1]), await processor.nextRun(batch.jobs[2])];
    await Promise.all([
      processor.succeed(runs[0] as RunJob),
      cancel(batch),
      processor.succeed(runs[1] as RunJob),
      ...batch.jobs.slice(3, 6).map(async (id) => batch.api.cancel(id)),
      processor.fail(runs[2] as RunJob, 'corrupt_file'),
      cancel(batch),
    ]);
    // An item that took a slot of one that ended was started meanwhile.
    for (;;) {
      const open = (await itemsOf(batch.api, batch.batchId)).find(({ status }) => status === 'queued' || status === 'running');
      if (!open) break;
      const id = open.job?.job_id ?? '';
      const run = processor.runs.findLast(({ job_id }) => job_id === id);
      if (run) await processor.report(run, { outcome: 'cancelled' });
      else await edge.redeliver(id);
    }
    await expectAtRest(batch);
  });
});

describe('batchResults 200', () => {
  test('a folder for each item with its results, and a manifest of all', async () => {
    const batch = await start(3);
    const [first = '', second = '', third = ''] = batch.jobs;
    await processor.succeed(await processor.nextRun(first), [Buffer.from('one'), Buffer.from('two')]);
    await processor.fail(await processor.nextRun(second), 'encrypted_pdf');
    await processor.succeed(await processor.nextRun(third), [Buffer.from('three')]);
    const response = await batch.api.get(`/batches/${batch.batchId}/results`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toContain(`${batch.batchId}.zip`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
    const { 'manifest.json': manifest = '', ...results } = texts;
    expect(results).toEqual({ '0000/result-0.pdf': 'one', '0000/result-1.pdf': 'two', '0002/result-0.pdf': 'three' });
    expect(JSON.parse(manifest)).toMatchObject({
      batch_id: batch.batchId,
      status: 'completed',
      counts: { succeeded: 2, failed: 1 },
      items: [
        {
          position: 0,
          status: 'succeeded',
          operation: 'metadata',
          job_id: first,
          files: [{ path: '0000/result-0.pdf' }, { size_bytes: 3 }],
        },
        { position: 1, status: 'failed', job_id: second, error: { reason: 'encrypted_pdf' }, files: [] },
        { position: 2, status: 'succeeded', job_id: third, files: [{ path: '0002/result-0.pdf' }] },
      ],
    });
  });

  test('a result that ended before is missing in the archive and named in the manifest', async () => {
    const batch = await start(2);
    await succeedAll(batch);
    const job = await batch.api.readJob(batch.jobs[0] ?? '');
    await batch.api.request('DELETE', `/files/${job.result_file_id}`);
    const response = await batch.api.get(`/batches/${batch.batchId}/results`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['0001/result-0.pdf', 'manifest.json']);
    const { items } = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as { items: { files: unknown[] }[] };
    expect(items[0]?.files).toEqual([expect.objectContaining({ file_id: job.result_file_id, missing: true })]);
  });
});

describe('batchResults 404 not_found', () => {
  test('an unknown batch', async () => {
    const { api } = await edge.createAccount();
    await expectError(await api.get(`/batches/${UNKNOWN_BATCH}/results`), 'not_found');
  });
});

describe('batchResults 409 file_not_ready', () => {
  test('before the last item has ended', async () => {
    const batch = await start(1);
    await expectError(await batch.api.get(`/batches/${batch.batchId}/results`), 'file_not_ready');
    await succeedAll(batch);
  });
});

describe('batchResults 410 expired', () => {
  test('after the results have ended', async () => {
    const batch = await start(1);
    await succeedAll(batch);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE account_id = ?', batch.accountId);
    await edge.sql('UPDATE jobs SET expires_at = 1 WHERE account_id = ?', batch.accountId);
    await expectError(await batch.api.get(`/batches/${batch.batchId}/results`), 'expired');
    await edge.runSweep();
    expect(await read(batch)).toMatchObject({ status: 'completed', counts: { expired: 1 } });
    await expectError(await batch.api.get(`/batches/${batch.batchId}/results`), 'expired');
    expect(await edge.objectKeys(`results/${batch.jobs[0]}/`)).toEqual([]);
  });
});

describe('batchResults 413 file_too_large', () => {
  test('more results than one archive holds', async () => {
    const batch = await start(1);
    await succeedAll(batch);
    await edge.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?)
       INSERT INTO files (id, account_id, region, state, filename, content_type, size_bytes, job_id, created_at, expires_at)
       SELECT 'file_' || i, f.account_id, f.region, 'uploaded', 'a.pdf', f.content_type, 1, f.job_id, 1, f.expires_at FROM n, files f WHERE f.job_id = ?`,
      LIMITS.batchResultsMax,
      batch.jobs[0] ?? '',
    );
    await expectError(await batch.api.get(`/batches/${batch.batchId}/results`), 'file_too_large');
    await edge.sql(`DELETE FROM files WHERE account_id = ? AND created_at = 1`, batch.accountId);
  });

  test('more bytes than one archive holds', async () => {
    const batch = await start(1);
    await succeedAll(batch);
    await edge.sql('UPDATE files SET size_bytes = ? WHERE job_id = ?', LIMITS.batchResultsBytesMax + 1, batch.jobs[0] ?? '');
    await expectError(await batch.api.get(`/batches/${batch.batchId}/results`), 'file_too_large');
  });
});

describe('the sweep', () => {
  test('wakes a batch whose Worker died as soon as it was written', async () => {
    processor.react = () => 'busy';
    const batch = await start(3, { running_jobs: 1 });
    await eventually(
      async () => read(batch),
      ({ counts }) => counts.queued === 3,
    );
    // As acceptance writes them.
    await edge.sql('UPDATE jobs SET parked = 1, wake_at = NULL, attempt = 0, attempts = 0 WHERE batch_id = ?', batch.batchId);
    await takeAgain();
    await edge.runSweep();
    await succeedAll(batch);
    await expectAtRest(batch);
  });

  test('keeps the jobs of a batch as long as the batch, and removes both when their time is over', async () => {
    const batch = await start(2);
    await succeedAll(batch);
    const old = Date.now() - LIMITS.rowsKeptMs - 1;
    await edge.sql(`UPDATE jobs SET state = 'expired', completed_at = ? WHERE batch_id = ?`, old, batch.batchId);
    await edge.runSweep();
    expect(await itemsOf(batch.api, batch.batchId)).toHaveLength(2);
    await edge.sql('UPDATE batches SET completed_at = ? WHERE id = ?', old, batch.batchId);
    await edge.runSweep();
    await expectError(await batch.api.get(`/batches/${batch.batchId}`), 'not_found');
    const left = await edge.sql(
      `SELECT (SELECT count(*) FROM batch_items WHERE batch_id = ?1) AS items, (SELECT count(*) FROM jobs WHERE batch_id = ?1) AS jobs`,
      batch.batchId,
    );
    expect(left).toEqual([{ items: 0, jobs: 0 }]);
  });
});

describe('another account beside a batch of a thousand items', () => {
  test('has its job run with the next slot that becomes free', async () => {
    processor.slots = 2;
    await edge.sql('UPDATE processor_instances SET slots = 2');
    const { api } = await edge.createAccount();
    const file_id = await api.upload();
    const items = Array.from({ length: 1000 }, () => ({ file_id }));
    const { batch_id: batchId } = await bodyOf<BatchObject>(
      await api.post('/batches', { operation: 'metadata', params: { action: 'remove' }, items }),
      202,
    );
    const runs = [await processor.nextRun(), await processor.nextRun()];
    const { api: light } = await edge.createAccount();
    const { job_id: quick } = await light.createJob();
    await processor.succeed(runs[0] as RunJob);
    expect((await processor.nextRun()).job_id).toBe(quick);
    await bodyOf(await api.post(`/batches/${batchId}/cancel`), 202);
    for (const run of processor.runs.slice(-3)) await processor.succeed(run);
    processor.slots = 1000;
    await edge.sql('UPDATE processor_instances SET slots = 1000');
  });
});
