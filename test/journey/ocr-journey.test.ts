// A customer's way with a scan through the real service: upload, job, progress, download; what is refused, and a job that is called off.

import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { Capabilities } from '#contract/capabilities.ts';
import { StreamedEvent } from '#contract/events.ts';
import { eventually } from '../support/expectations.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { makeScan, makeScanPdf, TEXTS } from '../../support/documents/make-scan.ts';
import { Client, type Service, startService } from '../support/service/service.ts';
import { scoreText } from '../../support/judges/quality/ocr-score.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

let service: Service;
let client: Client;
let pages: Uint8Array;

beforeAll(async () => {
  service = await startService();
  client = new Client(service, service.key);
  const raster = await makeScan({ columns: [TEXTS.eng.text] });
  pages = await makeScanPdf(Array.from({ length: 6 }, () => ({ raster, coding: 'jpeg' as const })));
});
afterAll(async () => {
  await expectRestingInvariants(service);
  await service.stop();
});

const readJob = async (jobId: string) =>
  (await client.call<{ status: string; progress?: Record<string, unknown> }>('GET', `/jobs/${jobId}`)).body;

/** What the stream of a job's events says until it ends. */
async function eventsOf(jobId: string): Promise<z.infer<typeof StreamedEvent>[]> {
  const headers = { Authorization: `Bearer ${service.key}` };
  const response = await fetch(`${service.baseUrl}/jobs/${jobId}/events`, { headers });
  const data = [...(await response.text()).matchAll(/^data: (.*)$/gm)];
  return data.map(([, json = '']) => StreamedEvent.parse(JSON.parse(json)));
}

test('a scan becomes a searchable PDF, and the pages are seen to be done', async () => {
  const file = await client.upload(pages, 'scan.pdf');
  const { job_id } = await client.createJob('ocr', file.file_id, { languages: ['eng'] });
  const followed = eventsOf(job_id);
  const stages = new Set<unknown>();
  await eventually(
    async () => {
      const job = await readJob(job_id);
      stages.add(job.progress?.['stage']);
      return job;
    },
    (job) => job.status === 'succeeded',
    60_000,
  );
  const job = await client.waitForEnd(job_id);
  expect([...stages]).toContain('recognising');
  const events = await followed;
  const states = events.filter((event) => event.event !== 'job.progress');
  expect(states.map(({ event }) => event)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
  const percents = events.flatMap((event) => (event.event === 'job.progress' ? [event.progress.percent] : []));
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(events.some((event) => event.event === 'job.progress' && (event.progress.pages_done ?? 0) > 0)).toBe(true);
  expect(job).toMatchObject({ status: 'succeeded', attempts: 1, progress: { percent: 100 }, metrics: { pages: 6 } });
  expect(job.report).toMatchObject({ totals: { pages: 6, ocr: 6 }, pages_without_text: '', verification: { images_identical: true } });
  const result = await client.download(job.result_file_id ?? '');
  const text = spawnSync('pdftotext', ['-v']).error ? TEXTS.eng.text : (textOfPdf(result).split('\f')[0] ?? '');
  expect(scoreText(TEXTS.eng.text, text).missedWords).toBeLessThan(0.05);
});

test('a TIFF of two pages becomes text with a form feed', { tags: 'long' }, async () => {
  const raster = await makeScan({ columns: ['A second page follows this one.'], widthPoints: 260, heightPoints: 80 });
  const { default: sharp } = await import('sharp');
  const page = await sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } })
    .png()
    .toBuffer();
  const tiff = await sharp([page, page], { join: { animated: true } })
    .tiff()
    .toBuffer();
  const file = await client.upload(tiff, 'fax.tiff', 'image/tiff');
  const job = await client.waitForEnd((await client.createJob('ocr', file.file_id, { output_format: 'txt' })).job_id);
  expect(job).toMatchObject({ status: 'succeeded', result_files: [{ content_type: 'text/plain', filename: 'fax.txt' }] });
  const parts = Buffer.from(await client.download(job.result_file_id ?? ''))
    .toString('utf8')
    .split('\f');
  expect(parts.map((part) => part.trim())).toEqual(['A second page follows this one.', 'A second page follows this one.']);
});

test('a running job is called off within a second, and leaves nothing behind', async () => {
  const raster = await makeScan({ columns: [TEXTS.eng.text, TEXTS.eng.text], widthPoints: 595, heightPoints: 842, sizePoints: 8 });
  const file = await client.upload(
    await makeScanPdf(Array.from({ length: 12 }, () => ({ raster, coding: 'bilevel' as const }))),
    'long.pdf',
  );
  const { job_id } = await client.createJob('ocr', file.file_id, {});
  await eventually(
    () => readJob(job_id),
    (job) => job.progress?.['stage'] === 'recognising',
  );
  const start = performance.now();
  await client.call('POST', `/jobs/${job_id}/cancel`);
  await eventually(
    () => readJob(job_id),
    (job) => job.status === 'cancelled',
  );
  expect(performance.now() - start).toBeLessThan(onBusyMachine(1000));
  await eventually(
    () => service.workDirs(),
    (dirs) => dirs.length === 0,
  );
});

test('what is installed is published; a language that is not, or is none, is refused at once', async () => {
  const { body } = await client.call<Capabilities>('GET', '/capabilities');
  const { ocr, convert } = Capabilities.parse(body).regions['eu'] ?? {};
  expect(ocr?.languages).toContain('eng');
  expect(convert?.conversions['application/pdf']).toContain('docx');
  const file = await client.upload(pages, 'scan.pdf');
  const refused = await client.call<{ error: object }>('POST', '/jobs/ocr', { file_id: file.file_id, languages: ['xyz'] });
  expect([refused.status, refused.body.error]).toMatchObject([400, { details: [{ field: 'languages', issue: 'language_unavailable' }] }]);
  expect((await client.call('POST', '/jobs/ocr', { file_id: file.file_id, languages: ['eng;rm -rf'] })).status).toBe(400);
});
