// Files that are no documents, were made to do harm, or expand without end, as the sources of pipelines and of batches: each item and each job ends by
// itself, with a result or a reason and the step at which it failed, and those beside it have their results.

import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BatchObject, JobObject } from '#contract/api.ts';
import { BROKEN, HOSTILE } from '../../support/documents/hostile-sources.ts';
import { makePdf, plainObjects } from '../../support/documents/make-pdf.ts';
import { reportPdf } from '../../support/documents/report-pdf.ts';
import { useService } from '../support/service/journey.ts';
import { waitUntil } from '../support/service/service.ts';

const journey = useService();

const BATCH_MS_MAX = 300_000;

/** A page whose content expands to so many bytes. */
function bomb(bytes: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 });
  return makePdf({ objects: { ...plainObjects(), 4: { dict: '/Filter /FlateDecode', data: packed } } });
}

const DOCUMENTS: readonly (readonly [string, Uint8Array, string?])[] = [
  // An empty file is refused when it is sent.
  ...BROKEN.filter(([, bytes]) => bytes.length > 0 && Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'),
  ...HOSTILE,
  ['content that expands to 900 MB', bomb(900_000_000)],
];
const SHORT = DOCUMENTS.filter(([name], at) => at < 2 || /itself|900 MB|cut off/.test(name));

const STEPS = [
  { operation: 'pages', params: { steps: [{ op: 'rotate', degrees: 90 }] } },
  { operation: 'split', params: { pages: 'each' } },
  { operation: 'merge' },
  { operation: 'stamp', params: { marks: [{ kind: 'page_numbers' }] } },
  { operation: 'flatten' },
  { operation: 'protect', params: { user_password: 'open sesame' } },
];

async function upload(documents: typeof DOCUMENTS): Promise<string[]> {
  const ids: string[] = [];
  for (const [, bytes] of documents) ids.push((await journey.client.upload(bytes, 'hostile.pdf')).file_id);
  return ids;
}

function expectReasoned({ status, error }: Pick<JobObject, 'status' | 'error'>, name: string, reason?: string): void {
  expect([name, status]).toEqual([name, expect.stringMatching(/^(succeeded|failed)$/)]);
  if (reason !== undefined) expect([name, error?.reason]).toEqual([name, reason]);
  if (status === 'failed') {
    expect([name, error?.reason]).not.toEqual([name, expect.stringMatching(/^(internal|processor_lost|timeout)$/)]);
    expect(error?.message.length).toBeGreaterThan(20);
  }
}

async function inPipelines(documents: typeof DOCUMENTS): Promise<void> {
  const { client } = journey;
  for (const [at, id] of (await upload(documents)).entries()) {
    const [name = '', , reason] = documents[at] ?? [];
    const body = { files: [{ file_id: id }], steps: STEPS };
    const job = await client.waitForEnd((await client.call<{ job_id: string }>('POST', '/jobs/pipeline', body)).body.job_id);
    expectReasoned(job, name, reason);
    if (job.status === 'failed') expect(job.error).toMatchObject({ details: { failed_step: expect.any(Number) } });
  }
}

async function inBatches(documents: typeof DOCUMENTS): Promise<void> {
  const { client } = journey;
  const good = (await client.upload(reportPdf(), 'good.pdf')).file_id;
  // A good document between any two.
  const items = (await upload(documents)).flatMap((file_id) => [{ file_id }, { file_id: good }]);
  const body = { operation: 'pipeline', items: items.map(({ file_id }) => ({ params: { files: [{ file_id }], steps: STEPS } })) };
  const { batch_id: id } = (await client.call<BatchObject>('POST', '/batches', body)).body;
  const read = async () => (await client.call<BatchObject>('GET', `/batches/${id}`)).body;
  await waitUntil(async () => (await read()).status === 'completed', 'the batch is completed', BATCH_MS_MAX);
  const rows = await journey.service.query<{ job_id: string; position: number }>(
    'SELECT job_id, position FROM batch_items WHERE batch_id = ? ORDER BY position',
    id,
  );
  expect(rows).toHaveLength(items.length);
  for (const { job_id, position } of rows) {
    const job = (await client.call<JobObject>('GET', `/jobs/${job_id}`)).body;
    const [name = '', , reason] = documents[Math.floor(position / 2)] ?? [];
    if (position % 2 === 0) expectReasoned(job, name, reason);
    else expect([name, job.status]).toEqual([name, 'succeeded']);
  }
}

test('through a pipeline of six steps', async () => inPipelines(SHORT.slice(0, 3)));
test('each through a pipeline of six steps', { tags: 'long' }, async () => inPipelines(DOCUMENTS));
test('in a batch, with good ones between them', { tags: 'long', timeout: 2 * BATCH_MS_MAX }, async () => inBatches(DOCUMENTS));
