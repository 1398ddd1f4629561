// A customer chains operations in one job through the real service, and gets what the single jobs would have made.

import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { makePng } from '../../support/documents/make-png.ts';
import { PAGE_WORDS, reportPdf } from '../../support/documents/report-pdf.ts';
import { readParts } from '../../support/judges/read-parts.ts';
import { useService } from '../support/service/journey.ts';
import { waitUntil } from '../support/service/service.ts';

const journey = useService();

type Steps = readonly { readonly operation: string; readonly params?: object }[];

async function start(ids: readonly string[], steps: Steps): Promise<string> {
  const files = ids.map((file_id) => ({ file_id }));
  const created = await journey.client.call<{ job_id: string }>('POST', '/jobs/pipeline', { files, steps });
  expect(created).toMatchObject({ status: 202 });
  return created.body.job_id;
}

async function pipeline(ids: readonly string[], steps: Steps): Promise<JobObject> {
  return journey.client.waitForEnd(await start(ids, steps));
}

/** The same by jobs of their own, each on the results of the one before. */
async function singly(ids: readonly string[], steps: Steps): Promise<string[]> {
  const { client } = journey;
  let files = [...ids];
  for (const { operation, params = {} } of steps) {
    const path = operation.replace('_', '-');
    const bodies =
      operation === 'merge'
        ? [{ ...params, files: files.map((file_id) => ({ file_id })) }]
        : files.map((file_id) => ({ ...params, file_id }));
    files = [];
    for (const body of bodies) {
      const job = await client.waitForEnd((await client.call<{ job_id: string }>('POST', `/jobs/${path}`, body)).body.job_id);
      files.push(...(job.result_files ?? []).map(({ file_id }) => file_id));
    }
  }
  return files;
}

const FAN: Steps = [
  { operation: 'split', params: { pages: 'each' } },
  { operation: 'metadata', params: { action: 'remove' } },
  { operation: 'compress' },
  { operation: 'merge', params: { outline: 'file_names' } },
];

describe('a pipeline', () => {
  test('makes byte for byte what the single jobs make: divided, changed, joined', async () => {
    const { client } = journey;
    const { file_id } = await client.upload(reportPdf(), 'report.pdf');
    const job = await pipeline([file_id], FAN);
    expect(job).toMatchObject({ status: 'succeeded', type: 'pipeline', file_id, attempts: 1, progress: { percent: 100 } });
    const results = await Promise.all((job.result_files ?? []).map(async (file) => client.download(file.file_id)));
    const wanted = await Promise.all((await singly([file_id], FAN)).map(async (id) => client.download(id)));
    expect(results.map((bytes) => Buffer.from(bytes).toString('latin1'))).toEqual(
      wanted.map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    expect((await readParts(results[0] as Uint8Array)).texts).toEqual(PAGE_WORDS);

    const { steps } = job.report as { steps: { operation: string; files: { sources: string[]; results: string[]; report: object }[] }[] };
    expect(steps.map((step) => [step.operation, step.files.length])).toEqual([
      ['split', 1],
      ['metadata', 4],
      ['compress', 4],
      ['merge', 1],
    ]);
    expect(steps[3]?.files[0]?.sources).toHaveLength(4);
    for (const { report } of steps.flatMap(({ files }) => files)) expect(Object.keys(report).length).toBeGreaterThan(0);
    // Nothing of what lies between was sent.
    expect((await journey.service.objectKeys()).filter((key) => key.startsWith(`results/${job.job_id}/`))).toHaveLength(1);
  });

  test('takes several files, and keeps their order', async () => {
    const { client } = journey;
    const files = [await client.upload(await makeLetter('First Author'), 'a.pdf'), await client.upload(makePng(), 'b.png', 'image/png')];
    const job = await pipeline(
      files.map(({ file_id }) => file_id),
      [{ operation: 'merge' }, { operation: 'split', params: { pages: 'each' } }],
    );
    expect(job).toMatchObject({ status: 'succeeded', report: { steps: [{ operation: 'merge' }, { operation: 'split' }] } });
    expect((job.result_files ?? []).map(({ filename }) => filename)).toEqual(['a-merged-1.pdf', 'a-merged-2.pdf']);
  });

  test('says which step failed, on which file', async () => {
    const { client } = journey;
    const [good, bad] = [await client.upload(reportPdf()), await client.upload(Buffer.from('%PDF-1.7\nnothing'), 'broken.pdf')];
    const job = await pipeline(
      [good.file_id, bad.file_id],
      [{ operation: 'metadata', params: { action: 'remove' } }, { operation: 'compress' }],
    );
    expect(job).toMatchObject({
      status: 'failed',
      error: { reason: 'corrupt_file', details: { failed_step: 1, operation: 'metadata', file: 2, filename: 'broken.pdf' } },
    });
    const later = await pipeline([good.file_id], [{ operation: 'compress' }, { operation: 'split', params: { ranges: ['90'] } }]);
    expect(later).toMatchObject({
      status: 'failed',
      error: { reason: 'page_out_of_range', details: { failed_step: 2, operation: 'split' } },
    });
  });

  test('opens each step’s file with that step’s password, which is nowhere in clear', async () => {
    const { client, service } = journey;
    const { file_id } = await client.upload(reportPdf());
    const job = await pipeline(
      [file_id],
      [{ operation: 'metadata', params: { action: 'remove', password: 'hush-hush' } }, { operation: 'compress' }],
    );
    expect(job.status).toBe('succeeded');
    const rows = await service.query<{ params: string; password_sealed: string | null }>(
      'SELECT params, password_sealed FROM jobs WHERE id = ?',
      job.job_id,
    );
    expect(rows[0]?.params).not.toContain('hush-hush');
    expect(rows[0]?.password_sealed).toBeNull();
    expect(JSON.stringify(job)).not.toContain('hush-hush');
  });

  test('keeps a statement a statement: what a step may not change in a job of its own it may not change in a pipeline', async () => {
    const { client } = journey;
    const text = 'Bank statement\nAccount number 12345678\nOpening balance 100.00\nClosing balance 250.00\nSort code 20-00-00';
    const { file_id } = await client.upload(Buffer.from(text), 'statement.txt', 'text/plain');
    const toPdf = { operation: 'convert', params: { target_format: 'pdf' } };
    const edit = { instruction: 'Replace "250.00" with "950.00"' };
    const [pdf = ''] = await singly([file_id], [toPdf]);
    const alone = await client.waitForEnd((await client.createJob('ai-edit', pdf, edit)).job_id);
    expect(alone).toMatchObject({ status: 'failed', error: { reason: 'policy_violation' } });
    const chained = await pipeline([file_id], [toPdf, { operation: 'ai_edit', params: edit }]);
    expect(chained).toMatchObject({ status: 'failed', error: { reason: 'policy_violation', details: { failed_step: 2 } } });
  });
});

describe('the processor is killed as a step begins', () => {
  const killedAt = async (step: number) => {
    const { client, service } = journey;
    const { file_id } = await client.upload(reportPdf(), 'report.pdf');
    const jobId = await start([file_id], FAN);
    await waitUntil(async () => stepDirs().some((path) => path.endsWith(`step-${step}`)), `step ${step} begins`);
    service.processor.kill();
    await service.lapseLeases();
    const job = await client.waitForEnd(jobId);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(job.result_files).toHaveLength(1);
    expect((await readParts(await client.download(job.result_file_id ?? ''))).texts).toEqual(PAGE_WORDS);
    const events = await service.query<{ event: string }>(`SELECT event FROM events WHERE job_id = ? ORDER BY body ->> 'sequence'`, jobId);
    expect(events.map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    await waitUntil(async () => stepDirs().length === 0, 'nothing remains of the steps');
  };
  const stepDirs = () => globSync(join(journey.service.dir, 'work', 'eu', '*', 'job-*', 'step-*')).filter((path) => existsSync(path));

  test.each([1, 2, 3, 4])('step %i: one result, nothing twice', { tags: 'long' }, async (step) => killedAt(step));
});
