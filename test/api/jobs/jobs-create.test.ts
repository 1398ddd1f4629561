// POST /jobs/{operation}: what holds for the creation of a job of every type, and what holds for one.

import { afterAll, describe, expect, test } from 'vitest';
import { AcceptedJob } from '#contract/api.ts';
import { JobEvent } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { jobBody, JOB_ROUTES, UNKNOWN_FILE } from '../../support/service/routes.ts';
import { sha256 } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const fileId = await api.upload();

describe.each(JOB_ROUTES)('every job route 202 ($name)', ({ name, path, params }) => {
  test('accepts the job, says where it is, and announces it', async () => {
    const response = await api.post(path, { ...jobBody(name, params, fileId), metadata: { order: '7' } });
    expectJsonHeaders(response);
    expect(response.headers.get('retry-after')).toBe('1');
    const job = AcceptedJob.parse(await bodyOf(response, 202));
    expect(job).toMatchObject({ status: 'queued', type: name, file_id: fileId });
    expect(response.headers.get('location')).toBe(`/v1/jobs/${job.job_id}`);
    const [event] = await edge.events(job.job_id);
    expect(JobEvent.parse(event?.body)).toMatchObject({
      event: 'job.queued',
      job_id: job.job_id,
      job_type: name,
      sequence: 1,
      created_at: job.created_at,
      metadata: { order: '7' },
    });
  });

  test('hands the processor what it needs, once', async () => {
    const bytes = pdfBytes(`for ${name}`);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const source = await api.upload(bytes, { filename: 'the source.pdf' });
    const response = await api.post(path, jobBody(name, params, source), { traceparent });
    const job = await bodyOf<AcceptedJob>(response, 202);
    const run = await edge.processor.nextRun(job.job_id);
    expect(run).toMatchObject({
      attempt: 1,
      type: name,
      params,
      traceparent,
      request_id: response.headers.get('x-request-id'),
    });
    expect(run.sources[0]).toMatchObject({
      file_id: source,
      filename: 'the source.pdf',
      size_bytes: bytes.byteLength,
      sha256: sha256(bytes),
    });
    expect(Buffer.from(await (await edge.processor.fetchSource(run)).arrayBuffer())).toEqual(Buffer.from(bytes));
    expect(edge.processor.badSignatures).toBe(0);
  });
});

describe.each(JOB_ROUTES)('every job route 400 invalid_request ($name)', ({ name, path, params }) => {
  test('names an unknown field, a missing file and a malformed identifier', async () => {
    const valid = jobBody(name, params, fileId);
    const [missing, malformed] = name === 'merge' || name === 'pipeline' ? ['files', 'files.0.file_id'] : ['file_id', 'file_id'];
    for (const [body, field] of [
      [{ ...valid, colour: 'red' }, 'colour'],
      [params, missing],
      [jobBody(name, params, 'x'), malformed],
      [jobBody(name, params, 7), malformed],
      [{ ...valid, metadata: [] }, 'metadata'],
      [{ ...valid, metadata: { a: { b: 1 } } }, 'metadata.a'],
    ] as const) {
      const error = await expectError(await api.post(path, body), 'invalid_request');
      expect(error.details?.map((detail) => detail.field)).toContain(field);
    }
  });
});

describe.each(JOB_ROUTES)('every job route 413 request_too_large ($name)', ({ name, path, params }) => {
  test('refuses a body over the limit', async () => {
    const body = JSON.stringify(jobBody(name, params, fileId)).padEnd(LIMITS.jsonBodyBytesMax + 1, ' ');
    await expectError(await api.request('POST', path, { body, headers: { 'content-type': 'application/json' } }), 'request_too_large');
  });
});

describe.each(JOB_ROUTES)('every job route 415 unsupported_media_type ($name)', ({ name, path, params }) => {
  test('reads JSON only', async () => {
    const body = JSON.stringify(jobBody(name, params, fileId));
    await expectError(await api.request('POST', path, { body, headers: { 'content-type': 'text/plain' } }), 'unsupported_media_type');
  });
});

describe.each(JOB_ROUTES)('every job route 404 not_found ($name)', ({ name, path, params }) => {
  test('there is no such file', async () => {
    await expectError(await api.post(path, jobBody(name, params, UNKNOWN_FILE)), 'not_found');
  });
});

describe.each(JOB_ROUTES)('every job route 415 unsupported_file_type ($name)', ({ name, path, params }) => {
  test('a type that the operation does not accept is refused', async () => {
    // Only results can be of this type, and no operation reads it.
    const json = await api.upload();
    await edge.sql(`UPDATE files SET content_type = 'application/json' WHERE id = ?`, json);
    await expectError(await api.post(path, jobBody(name, params, json)), 'unsupported_file_type');
  });
});

describe.each(JOB_ROUTES)('every job route 409 file_not_ready ($name)', ({ name, path, params }) => {
  test('the bytes have to arrive first', async () => {
    const { file_id } = await api.createFile(pdfBytes());
    await expectError(await api.post(path, jobBody(name, params, file_id)), 'file_not_ready');
  });
});

describe.each(JOB_ROUTES)('every job route 410 expired ($name)', ({ name, path, params }) => {
  test('a deleted and an expired file have no jobs any more', async () => {
    const [deleted, expired] = [await api.upload(), await api.upload()];
    await api.request('DELETE', `/files/${deleted}`);
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', expired);
    for (const id of [deleted, expired]) await expectError(await api.post(path, jobBody(name, params, id)), 'expired');
  });
});

describe('a trace', () => {
  test('is in the answer, the message to the processor and every line of the log about the job', async () => {
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    const response = await api.post('/jobs/metadata', { file_id: fileId, action: 'remove' }, { traceparent, 'x-request-id': 'mine-7' });
    expect(response.headers.get('traceparent')).toBe(traceparent);
    const { job_id } = await bodyOf<AcceptedJob>(response, 202);
    const run = await edge.processor.nextRun(job_id);
    expect(run.traceparent).toBe(traceparent);
    await edge.processor.succeed(run);
    const lines = edge.logs.filter((line) => line.includes(job_id)).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['event'])).toEqual(['job.accepted', 'job.reported']);
    for (const line of lines) expect(line).toMatchObject({ traceparent, request_id: response.headers.get('x-request-id') });
    expect(lines[0]).toMatchObject({ client_request_id: 'mine-7', type: 'metadata' });
  });

  test.each(['', 'x', `00-${'c'.repeat(32)}-${'d'.repeat(16)}`, `00-${'C'.repeat(32)}-${'d'.repeat(16)}-01`])(
    'that is malformed is ignored: %j',
    async (traceparent) => {
      const response = await api.post('/jobs/metadata', { file_id: fileId, action: 'remove' }, { traceparent });
      expect(response.headers.get('traceparent')).toBeNull();
      const { job_id } = await bodyOf<AcceptedJob>(response, 202);
      expect(await edge.processor.nextRun(job_id)).not.toHaveProperty('traceparent');
    },
  );
});

describe('a result as a source', () => {
  test('one job’s result is another’s source', async () => {
    const first = await api.createJob();
    const bytes = pdfBytes('a result');
    await edge.processor.succeed(await edge.processor.nextRun(first.job_id), [bytes]);
    const { result_file_id } = await api.jobIn(first.job_id, 'succeeded');
    const second = await api.createJob({ file_id: result_file_id });
    const run = await edge.processor.nextRun(second.job_id);
    expect(await (await edge.processor.fetchSource(run)).text()).toBe(Buffer.from(bytes).toString());
  });
});

describe('the parameters of metadata', () => {
  test.each([
    ['action', { action: 'destroy' }],
    ['action', { action: undefined }],
    ['values', { action: 'set' }],
    ['values', { action: 'set', values: {} }],
    ['values', { action: 'remove', values: { title: 'x' } }],
    ['values.colour', { action: 'set', values: { colour: 'red' } }],
    ['values.title', { action: 'set', values: { title: 'x'.repeat(2001) } }],
    ['password', { password: '' }],
    ['password', { password: 'x'.repeat(LIMITS.passwordCharsMax + 1) }],
    ['on_signature', { on_signature: 'ignore' }],
    ['strict', { strict: 'yes' }],
  ])('%s is judged in %j', async (field, fields) => {
    const error = await expectError(await api.post('/jobs/metadata', { file_id: fileId, action: 'remove', ...fields }), 'invalid_request');
    expect(error.details?.map((detail) => detail.field)).toContain(field);
  });

  test('defaults are filled in and shown', async () => {
    const job = await api.createJob();
    expect((await api.readJob(job.job_id)).params).toEqual({
      action: 'remove',
      remove_authors: false,
      remove_layer_names: false,
      on_signature: 'refuse',
      strict: false,
    });
  });
});

describe('a password', () => {
  test('reaches the processor, is sealed at rest, never answered or logged, and gone with the job’s end', async () => {
    const password = 'open sesame 7f3a';
    const job = await api.createJob({ password });
    const run = await edge.processor.nextRun(job.job_id);
    expect(run.params['password']).toBe(password);
    const row = JSON.stringify(await edge.sql('SELECT * FROM jobs WHERE id = ?', job.job_id));
    expect(row).toContain('password_sealed":"');
    expect(row).not.toContain(password);
    expect(JSON.stringify(await api.readJob(job.job_id))).not.toContain(password);
    await edge.processor.fail(run, 'password_incorrect');
    await api.jobIn(job.job_id, 'failed');
    expect(await edge.sql('SELECT password_sealed FROM jobs WHERE id = ?', job.job_id)).toEqual([{ password_sealed: null }]);
    expect(edge.logs.join('\n')).not.toContain(password);
    expect(JSON.stringify(await edge.events(job.job_id))).not.toContain(password);
  });
});
