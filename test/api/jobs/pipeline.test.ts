// POST /jobs/pipeline: each step is judged when the job is created, as a job of its own would be.

import { afterAll, describe, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { ApiClient, bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
edge.processor.capabilities = { programs: { qpdf: true }, ai_edit: { planners: ['grammar'] } };
const { api, issueKey } = await edge.createAccount();
const stranger = await edge.createAccount();
const fileId = await api.upload();
const CLEAN = { operation: 'metadata', params: { action: 'remove' } };
const COMPRESS = { operation: 'compress' };

async function create(steps: readonly object[], ids: readonly string[] = [fileId], client: ApiClient = api): Promise<Response> {
  return client.post('/jobs/pipeline', { files: ids.map((file_id) => ({ file_id })), steps });
}

function withImage(id: string): object {
  return { operation: 'ai_edit', params: { instruction: 'replace the logo with the attached image', images: [{ file_id: id }] } };
}

const upload = async (client: ApiClient) => client.upload(makePng(), { content_type: 'image/png', filename: 'logo.png' });

describe('another account’s file', () => {
  test('in `files` and in a step is a file that there is not', async () => {
    const own = await upload(api);
    const [theirs, picture] = [await stranger.api.upload(), await upload(stranger.api)];
    for (const attempt of [create([CLEAN], [theirs]), create([CLEAN], [fileId, theirs]), create([CLEAN, withImage(picture)])]) {
      await expectError(await attempt, 'not_found');
    }
    const { job_id } = await bodyOf<AcceptedJob>(await create([CLEAN, withImage(own)]), 202);
    const run = await edge.processor.nextRun(job_id);
    expect(run.sources.map(({ file_id }) => file_id)).toEqual([fileId, own]);
    expect(await edge.sql('SELECT * FROM job_sources WHERE file_id IN (?, ?)', theirs, picture)).toEqual([]);
  });
});

describe('create_pipeline 422 invalid_instruction', () => {
  test('names the step', async () => {
    const steps = [CLEAN, { operation: 'ai_edit', params: { instruction: 'Delete page 2 and make it prettier' } }];
    const error = await expectError(await create(steps), 'invalid_instruction');
    expect(error.details?.[0]?.field).toBe('steps.1.params.instruction');
    expect(error.message).toMatch(/^Step 2 \(ai_edit\): /);
  });
});

describe('create_pipeline 403 policy_violation', () => {
  test('acceptable use holds in each step', async () => {
    const steps = [CLEAN, { operation: 'ai_edit', params: { instruction: 'Change the balance on my bank statement to 9,000' } }];
    await expectError(await create(steps), 'policy_violation');
    expect(await edge.sql(`SELECT count(*) AS n FROM jobs WHERE type = 'pipeline' AND params LIKE '%balance%'`)).toEqual([{ n: 0 }]);
  });
});

test('a key without the scope of a step’s operation is refused', async () => {
  const { key } = await issueKey({ scopes: ['jobs:pipeline', 'jobs:compress'] });
  const client = new ApiClient(edge.url, key);
  await expectError(await create([COMPRESS, CLEAN], undefined, client), 'forbidden');
  await bodyOf(await create([COMPRESS, COMPRESS], undefined, client), 202);
});

test.each([
  ['an operation that there is not', [{ operation: 'pipeline' }], 'steps.0.operation'],
  ['a parameter of another operation', [{ operation: 'compress', params: { action: 'remove' } }], 'steps.0.params.action'],
  ['a parameter that is missing', [COMPRESS, { operation: 'metadata' }], 'steps.1.params.action'],
  ['files of `merge`', [{ operation: 'merge', params: { files: [] } }], 'steps.0.params.files'],
  ['no step', [], 'steps'],
  ['nine steps', Array.from({ length: 9 }, () => COMPRESS), 'steps'],
  ['a plan', [CLEAN, { operation: 'ai_edit', params: { plan_id: `job_${'0'.repeat(22)}` } }], 'steps.1.params'],
])('%s is refused with its place', async (_, steps, field) => {
  const error = await expectError(await create(steps), 'invalid_request');
  expect(error.details?.map((detail) => detail.field)).toContain(field);
});

test('a step that cannot read what the one before makes is refused', async () => {
  const error = await expectError(
    await create([{ operation: 'split', params: { every: 1, output: 'zip' } }, COMPRESS]),
    'unsupported_file_type',
  );
  expect(error.message).toContain('Step 2: compress does not accept application/zip');
});

test('each step counts for the monthly quota, before and after the job has ended', async () => {
  const account = await edge.createAccount({ overrides: { jobs_per_month: 5 } });
  const own = await account.api.upload(pdfBytes('quota'));
  const three = [CLEAN, COMPRESS, COMPRESS];
  const { job_id } = await bodyOf<AcceptedJob>(await create(three, [own], account.api), 202);
  await expectError(await create(three, [own], account.api), 'quota_exceeded');
  await edge.processor.succeed(await edge.processor.nextRun(job_id));
  await expectError(await create(three, [own], account.api), 'quota_exceeded');
  await bodyOf(await create([CLEAN, COMPRESS], [own], account.api), 202);
});
