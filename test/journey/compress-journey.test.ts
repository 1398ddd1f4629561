// A customer makes a document smaller through the real service, and gets a report of it.

import { describe, expect, test } from 'vitest';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { makePicturePdf } from '../../support/documents/make-compressible.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();

describe('compress', () => {
  test('goes from upload to a smaller document with the same text, and the report says where the bytes went', async () => {
    const bytes = await makePicturePdf('rgb flate', 300);
    const file = await journey.client.upload(bytes, 'brochure.pdf');
    const job = await journey.client.waitForEnd((await journey.client.createJob('compress', file.file_id, { quality: 'maximum' })).job_id);
    expect(job).toMatchObject({ status: 'succeeded', progress: { percent: 100 }, metrics: { input_bytes: bytes.length, pages: 1 } });
    const result = await journey.client.download(job.result_file_id ?? '');
    expect(result.length).toBeLessThan(bytes.length / 10);
    expect(textOfPdf(result)).toBe(textOfPdf(bytes));
    expect(job.report).toMatchObject({
      quality: 'maximum',
      input_bytes: bytes.length,
      output_bytes: result.length,
      images: { total: 1, changed: 1 },
      verification: { result: 'verified', text_identical: true },
    });
  });

  test('gives the very bytes back when there is nothing to gain', async () => {
    const small = await makePicturePdf('jbig2');
    const first = await journey.client.waitForEnd(
      (await journey.client.createJob('compress', (await journey.client.upload(small)).file_id, {})).job_id,
    );
    const once = await journey.client.download(first.result_file_id ?? '');
    const again = await journey.client.waitForEnd(
      (await journey.client.createJob('compress', (await journey.client.upload(once)).file_id, {})).job_id,
    );
    expect(Buffer.from(await journey.client.download(again.result_file_id ?? '')).equals(Buffer.from(once))).toBe(true);
    expect(again.report).toMatchObject({ changed: false, ratio: 1 });
  });

  test('is refused for what is no PDF and for a level that does not exist', async () => {
    const file = await journey.client.upload(await makePicturePdf('jbig2'));
    expect((await journey.client.call('POST', '/jobs/compress', { file_id: file.file_id, quality: 'tiny' })).status).toBe(400);
  });
});
