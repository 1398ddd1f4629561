// A customer has the form of a document made part of its pages through the real service.

import { expect, test } from 'vitest';
import { reportPdf } from '../../support/documents/report-pdf.ts';
import { readParts } from '../../support/judges/read-parts.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();

test('flatten: fields and annotations become content, links stay', async () => {
  const { client } = journey;
  const source = await client.upload(reportPdf(), 'report.pdf');
  const job = await client.waitForEnd((await client.createJob('flatten', source.file_id, {})).job_id);
  expect(job).toMatchObject({ status: 'succeeded', report: { flattened: { fields: 4 }, verification: { result: 'verified' } } });
  const { texts, fields, links } = await readParts(await client.download(job.result_file_id ?? ''));
  expect(texts[0]).toBe('AlphaFilled');
  expect(fields).toEqual({});
  expect(links[0]).toEqual([4, 'https://example.com/']);
});
