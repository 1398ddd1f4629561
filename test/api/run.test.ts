// `POST /run/{operation}`: a job in one call, with the rules of every other job.

import { afterAll, describe, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { RunJob } from '#contract/processor.ts';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { eventually, expectError } from '../support/expectations.ts';
import { LEAVES_AFTER } from '../support/service/leaves-after.ts';
import { runForm } from '../support/service/routes.ts';

const edge = await openEdge({ entry: 'test/support/service/leaving-worker.ts' });
afterAll(edge.close);
const { api, id: accountId, issueKey } = await edge.createAccount();
const REMOVE = { action: 'remove' };

interface Options {
  readonly headers?: Record<string, string>;
  readonly key?: string;
}

const ownKey = (await issueKey()).key;

async function run(operation: string, form: FormData, { headers = {}, key = ownKey }: Options = {}): Promise<Response> {
  // Sent in one piece, so that a refusal before its end is read.
  const sent = new Response(form);
  return fetch(`${edge.url}/v1/run/${operation}`, {
    method: 'POST',
    headers: { connection: 'close', authorization: `Bearer ${key}`, 'content-type': sent.headers.get('content-type') ?? '', ...headers },
    body: await sent.arrayBuffer(),
  });
}

/** The processor does the job as soon as it comes. */
async function answered(response: Promise<Response>, work: (job: RunJob) => Promise<unknown>): Promise<Response> {
  await work(await edge.processor.nextRun());
  return response;
}

const rows = async (table: 'files' | 'jobs') =>
  edge.sql<{ id: string; state: string }>(`SELECT id, state FROM ${table} WHERE account_id = ?`, accountId);
const result = Buffer.from('%PDF-1.7 the result');

describe('run 200', () => {
  test('the bytes of the result, the evidence and the job', async () => {
    const form = runForm({ ...REMOVE }, [pdfBytes('run 200')], { metadata: '{"order":"7"}' });
    const response = await answered(run('metadata', form), async (job) => edge.processor.succeed(job, [result]));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(result);
    expect(JSON.parse(response.headers.get('job-report') ?? '')).toEqual({ verified: true });
    const jobId = response.headers.get('job-id') ?? '';
    expect(response.headers.get('link')).toBe(`</v1/jobs/${jobId}>; rel="describedby"`);
    const job = await api.readJob(jobId);
    expect(job).toMatchObject({ status: 'succeeded', type: 'metadata', params: REMOVE, metadata: { order: '7' } });
    expect(await api.readFile(job.file_id)).toMatchObject({ filename: 'source-0.pdf', status: 'uploaded' });
  });

  test('several files fill the parameter that lists them, in their order', async () => {
    const files = ['one', 'two', 'three'].map(pdfBytes);
    let sources: (string | undefined)[] = [];
    const form = runForm({ files: [{}, { pages: '1' }] }, files);
    const response = await answered(run('merge', form), async (job) => {
      expect(job.params['files']).toMatchObject([{}, { pages: '1' }, {}]);
      sources = await Promise.all(job.sources.map(async ({ url }) => (await fetch(url)).text()));
      await edge.processor.succeed(job);
    });
    expect(response.status).toBe(200);
    expect(sources).toEqual(files.map(String));
  });

  test('fields may come after the files, as curl users write them', async () => {
    const form = withLate({ params: JSON.stringify(REMOVE), metadata: '{"order":"8"}' });
    const response = await answered(run('metadata', form), async (job) => {
      expect(job.params).toMatchObject(REMOVE);
      await edge.processor.succeed(job, [result]);
    });
    expect(response.status).toBe(200);
    expect(await api.readJob(response.headers.get('job-id') ?? '')).toMatchObject({ params: REMOVE, metadata: { order: '8' } });
  });

  test('several results are a ZIP', async () => {
    const parts = ['first', 'second'].map((text) => Buffer.from(text));
    const response = await answered(run('split', runForm({ every: 1 })), async (job) => edge.processor.succeed(job, parts));
    expect(response.headers.get('content-type')).toBe('application/zip');
    const { unzipSync } = await import('fflate');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['result-0.pdf', 'first'],
      ['result-1.pdf', 'second'],
    ]);
  });
});

describe('run 202', () => {
  test('a client that waits no longer gets the job, which goes on', async () => {
    const response = await run('metadata', runForm(REMOVE), { headers: { prefer: 'respond-async, wait=0' } });
    const job = await bodyOf<JobObject>(response, 202);
    expect(response.headers.get('location')).toBe(`/v1/jobs/${job.job_id}`);
    await edge.processor.succeed(await edge.processor.nextRun(job.job_id));
    expect((await api.readJob(job.job_id)).status).toBe('succeeded');
  });
});

describe('run 409 job_failed', () => {
  test('says why, and names the job', async () => {
    const response = await answered(run('metadata', runForm(REMOVE)), async (job) => edge.processor.fail(job, 'encrypted_pdf'));
    expect(response.headers.get('link')).toMatch(/^<\/v1\/jobs\/job_\w+>/);
    expect((await expectError(response, 'job_failed')).details).toEqual([
      { field: 'file', issue: 'encrypted_pdf', message: 'because of encrypted_pdf' },
    ]);
  });
});

/** A form whose fields come after its file. */
function withLate(fields: Record<string, string>): FormData {
  const form = new FormData();
  form.append('file', new File([pdfBytes('late').slice()], 'source-0.pdf', { type: 'application/pdf' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Nothing of a refused run stays. */
async function refused(response: () => Promise<Response>, code: Parameters<typeof expectError>[1]) {
  const before = [await rows('files'), await rows('jobs'), await edge.objectKeys()];
  const error = await expectError(await response(), code);
  expect([await rows('files'), await rows('jobs'), await edge.objectKeys()]).toEqual(before);
  return error;
}

describe('run 400 invalid_request', () => {
  test.each([
    ['no file', 'metadata', runForm(REMOVE, []), 'file'],
    ['parameters of another operation', 'metadata', runForm({ quality: 'high' }), 'quality'],
    ['an unknown field', 'metadata', runForm(REMOVE, undefined, { colour: 'red' }), 'colour'],
    ['parameters that are no JSON', 'metadata', runForm(REMOVE, undefined, { params: '{' }), 'params'],
    ['two files for one', 'metadata', runForm(REMOVE, [pdfBytes('a'), pdfBytes('b')]), 'file'],
    ['one file for several', 'merge', runForm({}), 'files'],
    ['a region behind the file', 'metadata', withLate({ region: 'eu' }), 'region'],
    ['late parameters that are no JSON', 'metadata', withLate({ params: '{' }), 'params'],
    ['late parameters of another operation', 'metadata', withLate({ params: '{"quality":"high"}' }), 'quality'],
    ['an unknown field behind the file', 'metadata', withLate({ colour: 'red' }), 'colour'],
  ])('%s', async (_, operation, form, field) => {
    const error = await refused(async () => run(operation, form), 'invalid_request');
    expect(error.details?.map((detail) => detail.field)).toContain(field);
  });

  test('an Idempotency-Key that is none', async () => {
    const error = await refused(async () => run('metadata', runForm(REMOVE), { headers: { 'idempotency-key': '""' } }), 'invalid_request');
    expect(error.details?.[0]?.field).toBe('Idempotency-Key');
  });
});

describe('run 404 not_found', () => {
  test('an operation that there is not', async () => {
    await refused(async () => run('unknown', runForm({})), 'not_found');
  });
});

describe('run 413 request_too_large', () => {
  test('a field that is too long', async () => {
    await refused(async () => run('metadata', runForm({ x: 'x'.repeat(20_000) })), 'request_too_large');
  });
});

describe('run 413 file_too_large', () => {
  test('a file above the plan’s size', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 100 } });
    const { key } = await small.issueKey();
    await refused(async () => run('metadata', runForm(REMOVE, [pdfBytes('x'.repeat(200))]), { key }), 'file_too_large');
  });
});

describe('run 415 unsupported_media_type', () => {
  test('JSON', async () => {
    await refused(async () => api.post('/run/metadata', { action: 'remove' }), 'unsupported_media_type');
  });
});

describe('run 415 unsupported_file_type', () => {
  test('bytes that are not what they are called, and a type that the operation does not take', async () => {
    await refused(async () => run('metadata', runForm(REMOVE, [Buffer.from('text')])), 'unsupported_file_type');
    const form = new FormData();
    form.append('file', new File(['plain'], 'a.txt', { type: 'text/plain' }));
    await refused(async () => run('compress', form), 'unsupported_file_type');
  });
});

describe('run 400 size_mismatch', () => {
  test('an empty file', async () => {
    await refused(async () => run('metadata', runForm(REMOVE, [new Uint8Array()])), 'size_mismatch');
  });
});

describe('run 429 quota_exceeded', () => {
  test('counts as a job', async () => {
    const small = await edge.createAccount({ overrides: { jobs_per_month: 1 } });
    const { key } = await small.issueKey();
    await edge.processor.nextRun((await small.api.createJob()).job_id);
    await refused(async () => run('metadata', runForm(REMOVE), { key }), 'quota_exceeded');
  });
});

describe('run 422 invalid_instruction', () => {
  test('an instruction that means nothing', async () => {
    await refused(async () => run('ai-edit', runForm({ instruction: 'Delete page 2 and make it prettier' })), 'invalid_instruction');
  });
});

describe('run 403 policy_violation', () => {
  test('acceptable use holds as for any job', async () => {
    const instruction = 'Change the balance on my bank statement to 9,000';
    await refused(async () => run('ai-edit', runForm({ instruction })), 'policy_violation');
  });
});

const keyed = (key: string, form = runForm(REMOVE, [pdfBytes(key)])) => run('metadata', form, { headers: { 'idempotency-key': key } });

describe('run 409 idempotency_in_progress', () => {
  test('an equal request while the first is being accepted', async () => {
    const options = { headers: { 'idempotency-key': 'k1', prefer: 'wait=0' } };
    await edge.processor.nextRun((await bodyOf<JobObject>(await run('metadata', runForm(REMOVE, [pdfBytes('k1')]), options), 202)).job_id);
    await edge.sql(`UPDATE idempotent_requests SET status = NULL, answer = NULL WHERE key = 'k1'`);
    await refused(async () => keyed('k1'), 'idempotency_in_progress');
  });
});

describe('run 422 idempotency_key_reused', () => {
  test('other bytes under the same key', async () => {
    const first = await answered(keyed('k2'), async (job) => edge.processor.succeed(job));
    expect(first.status).toBe(200);
    await refused(async () => keyed('k2', runForm(REMOVE, [pdfBytes('other')])), 'idempotency_key_reused');
  });

  test('a refused request leaves the key free', async () => {
    await refused(async () => keyed('k4', runForm({ action: 'none' })), 'invalid_request');
    expect((await answered(keyed('k4'), async (job) => edge.processor.succeed(job))).status).toBe(200);
  });
});

describe('a repeated run', () => {
  test('is answered the result of the first, and makes no other job', async () => {
    const first = await answered(keyed('k3'), async (job) => edge.processor.succeed(job, [result]));
    const bytes = Buffer.from(await first.arrayBuffer());
    const before = [await rows('files'), await rows('jobs')];
    const again = await keyed('k3');
    expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('job-id')]).toEqual([
      200,
      'true',
      first.headers.get('job-id'),
    ]);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
    expect([await rows('files'), await rows('jobs')]).toEqual(before);
  });
});

describe('a client that goes away', () => {
  test('takes its job and its files with it', async () => {
    const response = run('metadata', runForm(REMOVE, [pdfBytes('leaving')]), { headers: { [LEAVES_AFTER]: '300' } });
    const { job_id, sources } = await edge.processor.nextRun();
    expect((await response).status).not.toBe(200);
    const stateOf = async (table: 'files' | 'jobs', id: string) => (await rows(table)).find((row) => row.id === id)?.state;
    const fileId = sources[0]?.file_id ?? '';
    await eventually(
      async () => stateOf('files', fileId),
      (state) => state === 'deleted',
    );
    await eventually(
      async () => stateOf('jobs', job_id),
      (state) => state === 'cancelled',
    );
    await eventually(
      async () => edge.objectKeys(`uploads/${fileId}`),
      (keys) => keys.length === 0,
    );
    expect(edge.processor.cancels.map((cancel) => cancel.job_id)).toContain(job_id);
  });

  test('leaves its job where a key says that it may come back', async () => {
    const form = () => runForm(REMOVE, [pdfBytes('coming back')]);
    const key = { 'idempotency-key': 'k5' };
    const response = run('metadata', form(), { headers: { ...key, [LEAVES_AFTER]: '300' } });
    const job = await edge.processor.nextRun();
    expect((await response).status).toBe(202);
    await edge.processor.succeed(job, [result]);
    const again = await run('metadata', form(), { headers: key });
    expect([again.status, again.headers.get('job-id')]).toEqual([200, job.job_id]);
  });
});

test('the wait is a minute at most', () => {
  expect(LIMITS.runWaitSecondsMax).toBe(60);
});
