// What a job costs at the platform, from the upload to the deletion, by what its bindings say: the table of docs/scaling.md.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/local/edge.ts';
import { bodyOf, pdfBytes, type ApiClient } from '../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';

let edge: TestEdge;
beforeAll(async () => {
  edge = await openEdge({ entry: 'test/support/service/counting-worker.ts' });
});
afterAll(async () => edge.close());

/** The counts since the last time. */
async function counted(url = edge.url): Promise<Record<string, number>> {
  const { counts } = (await (await fetch(`${url}/counted`)).json()) as { counts: Record<string, number> };
  return counts;
}

/** Upload by a form, job, the processor's calls, long poll, download, both deletions. */
async function liveOnce(api: ApiClient, processor = edge.processor): Promise<void> {
  const form = new FormData();
  form.append('file', new File([pdfBytes().slice()], 'a.pdf', { type: 'application/pdf' }));
  const { file_id } = await bodyOf<{ file_id: string }>(await api.request('POST', '/files', { body: form }), 201);
  const { job_id } = await api.createJob({ file_id });
  const run = await processor.nextRun(job_id);
  await (await processor.fetchSource(run)).arrayBuffer();
  await processor.heartbeat(run);
  await processor.succeed(run);
  const { result_file_id = '' } = await bodyOf<{ result_file_id?: string }>(await api.get(`/jobs/${job_id}?wait=5`), 200);
  await (await fetch(await api.downloadUrl(result_file_id))).arrayBuffer();
  for (const id of [result_file_id, file_id]) await bodyOf(await api.request('DELETE', `/files/${id}`), 200);
}

/** `| what | number | …` */
function tableOf(page: string): Record<string, number> {
  const rows = page.matchAll(/^\| ([a-zA-Z0-9 ]+?) +\| +(\d+) +\|/gm);
  return Object.fromEntries([...rows].map(([, what = '', times]) => [what, Number(times)]));
}

test('a job costs what docs/scaling.md says', async () => {
  const { api } = await edge.createAccount();
  // The first job of an account, and of an isolate, does more.
  await liveOnce(api);
  await counted();
  await liveOnce(api);
  const { 'd1 rows read': rowsRead = 0, ...counts } = await counted();
  const { 'd1 rows read': documentedReads = 0, ...documented } = tableOf(readFileSync(`${ROOT}docs/scaling.md`, 'utf8'));
  expect(counts).toMatchObject(documented);
  expect(Object.keys(documented).length).toBeGreaterThan(5);
  expect(rowsRead).toBeLessThanOrEqual(documentedReads);
});

test('a job in a cell writes no row more, of an account that works in two of them', { tags: 'long' }, async () => {
  const celled = await openEdge({
    regions: ['eu', 'us'],
    cells: { 'eu-1': { code: 'Ea' }, 'us-1': { code: 'Ua' } },
    entry: 'test/support/service/counting-worker.ts',
  });
  try {
    const { api } = await celled.createAccount();
    await api.upload(pdfBytes(), { region: 'us' });
    const processor = celled.processors['eu-1'] ?? celled.processor;
    await liveOnce(api, processor);
    await counted(celled.url);
    await liveOnce(api, processor);
    const { 'd1 rows read': rowsRead = 0, ...counts } = await counted(celled.url);
    const { 'd1 rows read': documentedReads = 0, ...documented } = tableOf(readFileSync(`${ROOT}docs/scaling.md`, 'utf8'));
    expect(counts).toMatchObject(documented);
    expect(rowsRead).toBeLessThanOrEqual(documentedReads + 30);
  } finally {
    await celled.close();
  }
});
