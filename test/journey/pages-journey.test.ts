// A customer arranges the pages of a document through the real service, alone and as a step of a pipeline.

import { describe, expect, test } from 'vitest';
import { PAGE_WORDS, reportPdf } from '../../support/documents/report-pdf.ts';
import { readParts } from '../../support/judges/read-parts.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();

describe('pages', () => {
  test('steps one after the other, and the failure of one', async () => {
    const { client } = journey;
    const source = await client.upload(reportPdf(), 'report.pdf');
    const steps = [
      { op: 'reorder', order: 'reverse' },
      { op: 'n_up', pages_per_sheet: 2, page_size: 'a4' },
    ];
    const job = await client.waitForEnd((await client.createJob('pages', source.file_id, { steps })).job_id);
    expect(job).toMatchObject({ status: 'succeeded', report: { pages: 2, verification: { result: 'verified' } }, metrics: { pages: 2 } });
    const [alpha, bravo, charlie, delta] = PAGE_WORDS;
    const { texts } = await readParts(await client.download(job.result_file_id ?? ''));
    expect(texts).toEqual([`${delta}${charlie}`, `${bravo}${alpha}`]);

    const missing = await client.createJob('pages', source.file_id, { steps: [...steps, { op: 'delete', pages: '3' }] });
    const failed = await client.waitForEnd(missing.job_id);
    expect(failed).toMatchObject({ status: 'failed', error: { reason: 'page_out_of_range', details: { step: 3, pages: 2 } } });
    const refused = await client.call('POST', '/jobs/pages', { file_id: source.file_id, steps: [{ op: 'rotate', degrees: 45 }] });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });

  test('as steps of a pipeline', async () => {
    const { client } = journey;
    const source = await client.upload(reportPdf(), 'report.pdf');
    const steps = [
      { operation: 'pages', params: { steps: [{ op: 'keep', pages: '2' }] } },
      { operation: 'pages', params: { steps: [{ op: 'rotate', degrees: 90 }] } },
    ];
    const created = await client.call<{ job_id: string }>('POST', '/jobs/pipeline', { files: [{ file_id: source.file_id }], steps });
    const job = await client.waitForEnd(created.body.job_id);
    expect(job).toMatchObject({ status: 'succeeded', report: { steps: [{ operation: 'pages' }, { operation: 'pages' }] } });
    expect((await readParts(await client.download(job.result_file_id ?? ''))).texts).toEqual([PAGE_WORDS[1]]);
  });
});
