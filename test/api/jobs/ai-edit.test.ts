// POST /jobs/ai-edit: what is judged when the job is created: the instruction, acceptable use, and the plan that a `plan_id` names.

import { afterAll, describe, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError } from '../../support/expectations.ts';
import { sha256, successReport } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
edge.processor.capabilities = { programs: { qpdf: true }, ai_edit: { planners: ['grammar'] } };
afterAll(edge.close);
const account = await edge.createAccount();
const { api } = account;
const bytes = pdfBytes('a letter');
const fileId = await api.upload(bytes);
const create = (body: Record<string, unknown>) => api.post('/jobs/ai-edit', { file_id: fileId, ...body });
const FORGERY = 'Change the balance on my bank statement to 9,000';

test('a region without a language model has no way to one', async () => {
  const { job_id } = await bodyOf<AcceptedJob>(await create({ instruction: 'delete page 2' }), 202);
  const run = await edge.processor.nextRun(job_id);
  expect(run.model_url).toBeUndefined();
  const asking = { ...run, model_url: run.report_url.replace(/report$/, 'model') };
  expect((await edge.processor.askModel(asking, { messages: [{ role: 'user', content: 'hello' }] })).status).toBe(404);
  expect((await edge.processor.fail(run, 'plan_invalid')).status).toBe(200);
  await edge.sql('DELETE FROM events');
  await edge.sql('DELETE FROM jobs WHERE id = ?', job_id);
});

describe('create_ai_edit 422 invalid_instruction', () => {
  test('names the span that is not understood, and what would be', async () => {
    const instruction = 'Delete page 2 and make it prettier';
    const error = await expectError(await create({ instruction }), 'invalid_instruction');
    const [detail] = error.details ?? [];
    expect(detail).toMatchObject({ field: 'instruction', issue: 'not_understood', suggestions: expect.any(Array) });
    const { start = 0, end = 0 } = detail as { start?: number; end?: number };
    expect(instruction.slice(start, end)).toContain('prettier');
    expect(await edge.sql(`SELECT id FROM jobs WHERE type = 'ai_edit' AND account_id = ?`, account.id)).toEqual([]);
  });

  test.each([
    ['none', {}],
    ['an empty one', { instruction: ' \n ' }],
    ['one with a control character', { instruction: 'delete page 2\u0000' }],
    ['one that is too long', { instruction: `delete "${'a'.repeat(5000)}"` }],
    ['no text', { instruction: 7 }],
  ])('%s', async (_, body) => {
    const error = await expectError(await create(body), 'invalid_instruction');
    expect(error.details?.map(({ field }) => field)).toEqual(['instruction']);
  });

  test('with a plan beside it the instruction need not be understood', async () => {
    const plan = { operations: [{ id: 'op1', op: 'delete_pages', because: 'drop the second one', pages: '2' }], unresolved: [] };
    await bodyOf(await create({ instruction: 'drop the second one, would you', plan }), 202);
  });

  test('a plan with an operation, a field or an address that no plan has is an invalid request', async () => {
    for (const operation of [
      { id: 'op1', op: 'run_script', because: 'x', script: 'rm' },
      { id: 'op1', op: 'flatten_forms', because: 'x', url: 'https://example.com/' },
      { id: 'op1', op: 'replace_image', because: 'x', occurrence: 1, file_id: fileId },
    ]) {
      await expectError(await create({ plan: { operations: [operation], unresolved: [] } }), 'invalid_request');
    }
  });
});

describe('create_ai_edit 403 policy_violation', () => {
  test('what acceptable use forbids is refused with its class, and audited', async () => {
    const error = await expectError(await create({ instruction: FORGERY }), 'policy_violation');
    expect(error.message).toContain('a bank statement');
    const { data } = await bodyOf<{ data: { action: string; subject_id: string; details: { message: string } }[] }>(
      await api.get('/audit?action=policy.refused'),
      200,
    );
    expect(data).toMatchObject([{ action: 'policy.refused', subject_id: fileId, details: { message: error.message } }]);
  });

  test('a refusal inside the job is audited with the job, once', async () => {
    const job = await bodyOf<AcceptedJob>(await create({ instruction: 'replace "1,000" with "9,000"' }), 202);
    const run = await edge.processor.nextRun(job.job_id);
    await edge.processor.fail(run, 'policy_violation');
    expect(await api.jobIn(job.job_id, 'failed')).toMatchObject({ error: { reason: 'policy_violation' } });
    const { data } = await bodyOf<{ data: { subject_id: string }[] }>(await api.get('/audit?action=policy.refused'), 200);
    expect(data.filter(({ subject_id }) => subject_id === job.job_id)).toHaveLength(1);
  });
});

describe('plan_id of ai-edit', () => {
  const instruction = 'delete the last page';
  const plan = {
    plan_version: 1,
    planner: { kind: 'grammar', version: '1' },
    source: { sha256: sha256(bytes), pages: 3 },
    operations: [{ id: 'op1', op: 'delete_pages', because: instruction, pages: 'last' }],
    unresolved: [],
  };

  async function dryRun(of = fileId): Promise<string> {
    const job = await bodyOf<AcceptedJob>(await api.post('/jobs/ai-edit', { file_id: of, instruction, dry_run: true }), 202);
    const run = await edge.processor.nextRun(job.job_id);
    const result = Buffer.from('{}');
    await edge.processor.putResult(run, 0, result);
    await edge.processor.report(run, { ...successReport([result]), report: { plan, plan_id: job.job_id } });
    await api.jobIn(job.job_id, 'succeeded');
    return job.job_id;
  }

  test('hands the plan of the dry run, with its instruction, to the processor', async () => {
    const planId = await dryRun();
    const job = await bodyOf<AcceptedJob>(await create({ plan_id: planId, allow_partial: true }), 202);
    const run = await edge.processor.nextRun(job.job_id);
    expect(run.params).toMatchObject({ plan, instruction, dry_run: false, allow_partial: true });
    expect(run.params).not.toHaveProperty('plan_id');
  });

  test('404 for a job that is no dry run, is not done, or is another account’s', async () => {
    const applied = await bodyOf<AcceptedJob>(await create({ instruction }), 202);
    await edge.processor.succeed(await edge.processor.nextRun(applied.job_id));
    const waiting = await bodyOf<AcceptedJob>(await create({ instruction, dry_run: true }), 202);
    for (const id of [applied.job_id, waiting.job_id, `job_${'0'.repeat(22)}`])
      await expectError(await create({ plan_id: id }), 'not_found');
    const stranger = await edge.createAccount();
    const theirs = await stranger.api.upload(bytes);
    await expectError(await stranger.api.post('/jobs/ai-edit', { file_id: theirs, plan_id: await dryRun() }), 'not_found');
  });

  test('410 after a day', async () => {
    const planId = await dryRun();
    await edge.sql('UPDATE jobs SET created_at = ? WHERE id = ?', Date.now() - LIMITS.planKeptMs - 1000, planId);
    await expectError(await create({ plan_id: planId }), 'expired');
  });

  test('400 for a file with other bytes, and beside an instruction', async () => {
    const planId = await dryRun();
    const other = await api.upload(pdfBytes('another letter'));
    await expectError(await api.post('/jobs/ai-edit', { file_id: other, plan_id: planId }), 'invalid_request');
    await expectError(await create({ plan_id: planId, instruction }), 'invalid_request');
  });
});
