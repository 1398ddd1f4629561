// GET /files and GET /jobs: what is listed, in which order, how pages are turned, and which index serves each filter.

import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  BATCH_STATES,
  BatchListQuery,
  BatchObject,
  FileListQuery,
  FileObject,
  JobListQuery,
  JobObject,
  JobSummary,
} from '#contract/api.ts';
import { FILE_STATES } from '#contract/files.ts';
import { JOB_STATES } from '#contract/jobs.ts';
import { type ListRequest, listStatement } from '../../worker/http/list-statement.ts';
import { fileList } from '../../worker/files/list.ts';
import { batchList } from '../../worker/batches/list.ts';
import { jobList } from '../../worker/jobs/list.ts';
import { type ApiClient, bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../support/expectations.ts';
import { UNKNOWN_FILE } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;

interface Listed<T> {
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

async function list<T>(api: ApiClient, path: string): Promise<Listed<T>> {
  return bodyOf(await api.get(path), 200);
}

/** Follows next_cursor to the end. */
async function pages<T>(api: ApiClient, path: string, between: () => Promise<unknown> = async () => undefined): Promise<T[][]> {
  const all: T[][] = [];
  let cursor: string | null = null;
  do {
    const page: Listed<T> = await list(api, path + (cursor === null ? '' : `&cursor=${cursor}`));
    all.push(page.data);
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
    await between();
  } while (cursor !== null);
  return all;
}

/** Rows as they are once accepted; several share a millisecond. */
async function insertJobs(account: TestAccount, count: number, fields: { state?: string; from?: number } = {}): Promise<string[]> {
  const fileId = await account.api.upload();
  const ids = Array.from({ length: count }, (_, i) => `job_${String((fields.from ?? 0) + i).padStart(22, '0')}`);
  for (const [i, id] of ids.entries()) {
    await edge.sql(
      `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, created_at, completed_at)
       VALUES (?, ?, 'metadata', ?, 'eu', '{}', ?, ?, 1)`,
      id,
      account.id,
      fileId,
      fields.state ?? 'failed',
      1_700_000_000_000 + (fields.from ?? 0) + Math.floor(i / 3),
    );
  }
  return ids;
}

describe('listFiles 200', () => {
  test('has uploads and results of the account, newest first, and nobody else’s', async () => {
    const { api } = await edge.createAccount();
    await (await edge.createAccount()).api.upload();
    const uploaded = await api.upload(pdfBytes(), { metadata: { order: '7' } });
    const { job_id, file_id } = await api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    const { result_file_id } = await api.jobIn(job_id, 'succeeded');
    const response = await api.get('/files');
    expectJsonHeaders(response);
    expect(response.headers.get('link')).toBeNull();
    const page = await bodyOf<Listed<FileObject>>(response, 200);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    const files = page.data.map((file) => FileObject.parse(file));
    expect(new Set(files.map((file) => file.file_id))).toEqual(new Set([uploaded, file_id, result_file_id]));
    expect(files.map((file) => file.created_at)).toEqual(
      files
        .map((file) => file.created_at)
        .sort()
        .toReversed(),
    );
    for (const file of files) expect(file).toEqual(await api.readFile(file.file_id));
    expect(files.find((file) => file.file_id === uploaded)?.metadata).toEqual({ order: '7' });
  });

  test('each status has exactly the files that show it, also before the sweep has seen their end', async () => {
    const { api } = await edge.createAccount();
    const { file_id: waiting } = await api.createFile(pdfBytes());
    const { file_id: late } = await api.createFile(pdfBytes());
    const [uploaded, deleted, ended, swept] = [await api.upload(), await api.upload(), await api.upload(), await api.upload()];
    await api.request('DELETE', `/files/${deleted}`);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', swept);
    await edge.runSweep();
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id IN (?, ?)', ended, late);
    const wanted = { awaiting_upload: [waiting], uploaded: [uploaded], deleted: [deleted], expired: [late, ended, swept] };
    for (const status of FILE_STATES) {
      const { data } = await list<FileObject>(api, `/files?status=${status}`);
      expect(data.map((file) => file.file_id).sort()).toEqual([...wanted[status]].sort());
      expect(data.every((file) => file.status === status)).toBe(true);
    }
  });

  test('answers 20, as many as asked for, and where the next page is', async () => {
    const { api } = await edge.createAccount();
    for (let i = 0; i < 22; i++) await api.createFile(pdfBytes());
    const response = await api.get('/files');
    const link = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    const first = await bodyOf<Listed<FileObject>>(response, 200);
    expect([first.data.length, first.has_more]).toEqual([20, true]);
    expect(new URL(link).searchParams.get('cursor')).toBe(first.next_cursor);
    const second = await list<FileObject>(api, link.slice(`${edge.url}/v1`.length));
    expect([second.data.length, second.has_more]).toEqual([2, false]);
    expect(new Set([...first.data, ...second.data].map((file) => file.file_id)).size).toBe(22);
    expect((await list(api, '/files?limit=100')).data).toHaveLength(22);
  });
});

describe('listJobs 200', () => {
  test('has every job as GET shows it, without what can be long', async () => {
    const { api } = await edge.createAccount();
    const { job_id } = await api.createJob({ metadata: { order: '7' } });
    await processor.succeed(await processor.nextRun(job_id));
    const job = await api.jobIn(job_id, 'succeeded');
    const response = await api.get('/jobs');
    expectJsonHeaders(response);
    const [listed] = (await bodyOf<Listed<JobSummary>>(response, 200)).data;
    const { params: _, report: __, warnings: ___, result_files: ____, ...short } = JobObject.parse(job);
    expect(listed).toEqual(short);
    expect(JobSummary.strict().parse(listed)).toMatchObject({ metadata: { order: '7' } });
  });

  test('filters by status, type, file and time, alone and together', async () => {
    const account = await edge.createAccount();
    const failed = await insertJobs(account, 4, { from: 100 });
    const cancelled = await insertJobs(account, 3, { from: 200, state: 'cancelled' });
    const ids = async (query: string) => (await list<JobSummary>(account.api, `/jobs?${query}`)).data.map((job) => job.job_id);
    const at = (ms: number) => new Date(1_700_000_000_000 + ms).toISOString();
    expect(await ids('status=failed')).toEqual(failed.toReversed());
    expect(await ids('status=cancelled&type=metadata')).toEqual(cancelled.toReversed());
    expect(await ids('status=queued')).toEqual([]);
    const [row] = await edge.sql<{ file_id: string }>('SELECT file_id FROM jobs WHERE id = ?', failed[0] ?? '');
    expect(await ids(`file_id=${row?.file_id}`)).toEqual(failed.toReversed());
    expect(await ids(`file_id=${row?.file_id}&status=cancelled`)).toEqual([]);
    expect(await ids(`file_id=${UNKNOWN_FILE}`)).toEqual([]);
    expect(await ids(`created_after=${at(100)}`)).toEqual([...cancelled.toReversed(), failed[3]]);
    expect(await ids(`created_before=${at(101)}`)).toEqual(failed.slice(0, 3).toReversed());
    expect(await ids(`created_after=${at(100)}&created_before=${at(200)}`)).toEqual([failed[3]]);
    expect(await ids(`created_after=${encodeURIComponent('2023-11-14T23:13:20.100+01:00')}&status=failed`)).toEqual([failed[3]]);
  });

  test('pages hold each job once, also where several were created in one millisecond', async () => {
    const account = await edge.createAccount();
    const ids = await insertJobs(account, 23, { from: 1000 });
    for (const limit of [1, 2, 7, 23, 100]) {
      const turned = await pages<JobSummary>(account.api, `/jobs?limit=${limit}`);
      expect(turned.map((page) => page.length).slice(0, -1)).toEqual(turned.slice(1).map(() => limit));
      expect(turned.flat().map((job) => job.job_id)).toEqual(ids.toReversed());
    }
  });

  test('a list keeps its order while jobs are added: none is shown twice, none of before is missing', async () => {
    const account = await edge.createAccount();
    const before = await insertJobs(account, 12, { from: 2000 });
    let added = 0;
    const turned = await pages<JobSummary>(account.api, '/jobs?limit=5', async () =>
      insertJobs(account, 4, { from: 3000 + 100 * added++ }),
    );
    expect(turned.flat().map((job) => job.job_id)).toEqual(before.toReversed());
  });
});

describe('listBatches 200', () => {
  const createBatch = async ({ api }: TestAccount, items = 1): Promise<BatchObject> => {
    const file_id = await api.upload();
    const body = { operation: 'metadata', params: { action: 'remove' }, items: Array.from({ length: items }, () => ({ file_id })) };
    return bodyOf(await api.post('/batches', body), 202);
  };

  test('has every batch as GET shows it, newest first, and nobody else’s', async () => {
    const account = await edge.createAccount();
    await createBatch(await edge.createAccount());
    const [one, two] = [await createBatch(account, 3), await createBatch(account)];
    // Their jobs begin meanwhile.
    await vi.waitFor(async () => {
      const response = await account.api.get('/batches');
      expectJsonHeaders(response);
      const { data, has_more } = await bodyOf<Listed<BatchObject>>(response, 200);
      expect([data.map((batch) => BatchObject.strict().parse(batch).batch_id), has_more]).toEqual([[two.batch_id, one.batch_id], false]);
      for (const batch of data) expect(batch).toEqual(await bodyOf(await account.api.get(`/batches/${batch.batch_id}`), 200));
      expect(data[1]?.counts.total).toBe(3);
    }, 20_000);
  });

  test('filters by status and time; pages hold each batch once', async () => {
    const account = await edge.createAccount();
    const batches: BatchObject[] = [];
    for (let i = 0; i < 5; i++) batches.push(await createBatch(account));
    const [first, second, third] = batches.map(({ batch_id }) => batch_id);
    await edge.sql('UPDATE batches SET completed_at = 1 WHERE id = ?', first ?? '');
    await edge.sql('UPDATE batches SET cancel_requested_at = 1 WHERE id IN (?, ?)', first ?? '', second ?? '');
    const ids = async (query: string) => (await list<BatchObject>(account.api, `/batches?${query}`)).data.map(({ batch_id }) => batch_id);
    expect(await ids('status=completed')).toEqual([first]);
    expect(await ids('status=cancelling')).toEqual([second]);
    expect((await ids('status=running')).at(-1)).toBe(third);
    expect(await ids(`created_before=${batches[0]?.created_at}`)).toEqual([]);
    const turned = await pages<BatchObject>(account.api, '/batches?limit=2');
    expect(turned.flat().map(({ batch_id }) => batch_id)).toEqual(batches.map(({ batch_id }) => batch_id).toReversed());
  });
});

const BAD_QUERIES = [
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=',
  'limit=1.5',
  'created_after=yesterday',
  'created_before=2026-13-01',
  'status=lost',
  'page=2',
  'metadata=a',
  'cursor=',
];

describe('listFiles 400 invalid_request', () => {
  test.each(BAD_QUERIES)('refuses the query %s', async (query) => {
    const { api } = await edge.createAccount();
    const error = await expectError(await api.get(`/files?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
  });
});

describe('listBatches 400 invalid_request', () => {
  test.each([...BAD_QUERIES, 'type=metadata'])('refuses the query %s', async (query) => {
    const { api } = await edge.createAccount();
    const error = await expectError(await api.get(`/batches?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
  });
});

describe('listJobs 400 invalid_request', () => {
  test.each([...BAD_QUERIES, 'type=paint', 'file_id=x', 'metadata%5Border%5D=7'])('refuses the query %s', async (query) => {
    const { api } = await edge.createAccount();
    const error = await expectError(await api.get(`/jobs?${query}`), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(decodeURIComponent(query.split('=')[0] ?? ''));
  });

  test('a cursor is good for its own list, account and filters only, and in one piece', async () => {
    const account = await edge.createAccount();
    const stranger = await edge.createAccount();
    await insertJobs(account, 3, { from: 4000 });
    await insertJobs(stranger, 3, { from: 5000 });
    const { next_cursor: cursor } = await list<JobSummary>(account.api, '/jobs?limit=1');
    const good = cursor ?? '';
    expect((await list(account.api, `/jobs?limit=2&cursor=${good}`)).data).toHaveLength(2);
    const token = (await account.api.createFile(pdfBytes())).upload_url.split('/').at(-1) ?? '';
    const [payload = '', signature = ''] = good.split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('1700', '1800')).toString('base64url');
    const wrong: [ApiClient, string][] = [
      [stranger.api, `/jobs?limit=1&cursor=${good}`],
      [account.api, `/files?limit=1&cursor=${good}`],
      [account.api, `/jobs?limit=1&status=failed&cursor=${good}`],
      [account.api, `/jobs?limit=1&created_after=2020-01-01T00:00:00Z&cursor=${good}`],
      [account.api, `/jobs?cursor=${token}`],
      [account.api, `/jobs?cursor=${forged}.${signature}`],
      [account.api, `/jobs?cursor=${payload}.`],
      [account.api, `/jobs?cursor=${payload}`],
      [account.api, `/jobs?cursor=.${signature}`],
      [account.api, `/jobs?cursor=${good}x`],
      [account.api, `/jobs?cursor=${good.slice(0, -2)}`],
      [account.api, `/jobs?cursor=${'a'.repeat(1025)}`],
      [account.api, '/jobs?cursor=%00'],
    ];
    for (const [api, path] of wrong) {
      const error = await expectError(await api.get(path), 'invalid_request');
      expect(error.details?.[0]?.field).toBe('cursor');
    }
  });
});

describe('the statements of lists', () => {
  const position = { createdAt: 1, id: 'x' };
  const range = { created_after: '2026-01-01T00:00:00Z', created_before: '2026-02-01T00:00:00Z' };
  const jobFilters = [
    {},
    { type: 'metadata' },
    { file_id: UNKNOWN_FILE },
    range,
    ...JOB_STATES.flatMap((status) => [{ status }, { status, file_id: UNKNOWN_FILE }]),
  ];
  const fileFilters = [{}, range, ...FILE_STATES.map((status) => ({ status }))];
  const batchFilters = [{}, range, ...BATCH_STATES.map((status) => ({ status }))];
  const requests: [string, ListRequest, boolean][] = [
    // Of waiting and running jobs there are as many as the plan allows: those are sorted.
    ...jobFilters.map((filter): [string, ListRequest, boolean] => [
      `jobs ${JSON.stringify(filter)}`,
      jobList('acct', JobListQuery.parse(filter)),
      'status' in filter && !('file_id' in filter) && ['queued', 'running'].includes(filter.status),
    ]),
    ...batchFilters.map((filter): [string, ListRequest, boolean] => [
      `batches ${JSON.stringify(filter)}`,
      batchList('acct', BatchListQuery.parse(filter)),
      false,
    ]),
    ...fileFilters.map((filter): [string, ListRequest, boolean] => [
      `files ${JSON.stringify(filter)}`,
      fileList('acct', FileListQuery.parse(filter), 2),
      false,
    ]),
  ];

  test.each(requests)('%s searches an index of the account and reads its rows in order', async (_, request, mayBeSorted) => {
    for (const after of [undefined, position]) {
      const { sql, values } = listStatement(request, after);
      const plan = await edge.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
      const steps = plan.map((row) => row.detail);
      expect(steps[0]).toMatch(/^SEARCH \w+ USING INDEX \w+ \((account_id|file_id)=\?/);
      expect(steps[0]).toContain(request.index);
      // What else there is counts the items of a batch that is shown.
      const others = steps.slice(1).filter((step) => !/SCALAR SUBQUERY|SEARCH jobs USING COVERING INDEX jobs_batch/.test(step));
      if (!mayBeSorted) expect(others).toEqual([]);
    }
  });
});
