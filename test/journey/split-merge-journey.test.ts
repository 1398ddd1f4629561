// A customer divides a document and joins files through the real service, and gets what belongs to the pages with them.

import { describe, expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import { PAGE_WORDS, reportPdf } from '../../support/documents/report-pdf.ts';
import { makePng } from '../../support/documents/make-png.ts';
import { readParts } from '../../support/judges/read-parts.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();

describe('split and merge', () => {
  test('a document becomes files of its pages, and these one document again', async () => {
    const { client } = journey;
    const source = await client.upload(reportPdf(), 'report.pdf');
    const split = await client.waitForEnd((await client.createJob('split', source.file_id, { pages: 'each' })).job_id);
    expect(split).toMatchObject({
      status: 'succeeded',
      metrics: { pages: 4 },
      report: { results: 4, verification: { result: 'verified' } },
    });
    const results = split.result_files ?? [];
    expect(results.map(({ filename }) => filename)).toEqual(['report-1.pdf', 'report-2.pdf', 'report-3.pdf', 'report-4.pdf']);
    expect(split.result_file_id).toBe(results[0]?.file_id);
    for (const [at, { file_id }] of results.entries())
      expect((await readParts(await client.download(file_id))).texts).toEqual([PAGE_WORDS[at]]);

    const files = results.toReversed().map(({ file_id }) => ({ file_id }));
    const created = await client.call<{ job_id: string; file_id: string }>('POST', '/jobs/merge', { files, outline: 'file_names' });
    expect([created.status, created.body.file_id]).toEqual([202, results[3]?.file_id]);
    const merged = await client.waitForEnd(created.body.job_id);
    expect(merged).toMatchObject({
      status: 'succeeded',
      params: { files },
      report: { pages: 4, verification: { result: 'verified', counted: true } },
    });
    const parts = await readParts(await client.download(merged.result_file_id ?? ''));
    expect(parts.texts).toEqual(PAGE_WORDS.toReversed());
    expect(parts.outline[0]).toBe('report-4 1');
  });

  test('all results in one archive', async () => {
    const { client } = journey;
    const source = await client.upload(reportPdf(), 'report.pdf');
    const job = await client.waitForEnd((await client.createJob('split', source.file_id, { every: 3, output: 'zip' })).job_id);
    expect(job.result_files).toMatchObject([{ filename: 'report.zip', content_type: 'application/zip' }]);
    expect(Object.keys(unzipSync(await client.download(job.result_file_id ?? '')))).toEqual(['report-1.pdf', 'report-2.pdf']);
  });

  test('pictures are merged too; the failure names the file', async () => {
    const { client } = journey;
    const [letter, logo, broken] = [
      await client.upload(reportPdf()),
      await client.upload(makePng(), 'logo.png', 'image/png'),
      await client.upload(Buffer.from('%PDF-1.7\nnothing'), 'broken.pdf'),
    ];
    const run = async (ids: readonly string[]) => {
      const created = await client.call<{ job_id: string }>('POST', '/jobs/merge', { files: ids.map((file_id) => ({ file_id })) });
      return client.waitForEnd(created.body.job_id);
    };
    expect(await run([letter.file_id, logo.file_id])).toMatchObject({ status: 'succeeded', report: { pages: 5 } });
    expect(await run([letter.file_id, broken.file_id])).toMatchObject({
      status: 'failed',
      error: { reason: 'corrupt_file', details: { file: 2, filename: 'broken.pdf' } },
    });
  });

  test('what is asked wrongly is refused with the field', async () => {
    const { client } = journey;
    const { file_id } = await client.upload(reportPdf());
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await client.call<{ error: { details?: { field: string }[] } }>('POST', path, body);
      return [status, answer.error.details?.[0]?.field];
    };
    expect(await refused('/jobs/split', { file_id })).toEqual([400, 'ranges']);
    expect(await refused('/jobs/split', { file_id, every: 2, pages: 'each' })).toEqual([400, 'ranges']);
    expect(await refused('/jobs/split', { file_id, ranges: ['1-x'] })).toEqual([400, 'ranges.0']);
    expect(await refused('/jobs/split', { file_id, by_text: '(a' })).toEqual([400, 'by_text']);
    expect(await refused('/jobs/merge', { files: [{ file_id }] })).toEqual([400, 'files']);
    expect(await refused('/jobs/merge', { file_id, files: [{ file_id }, { file_id }] })).toEqual([400, 'file_id']);
  });
});
