// A file's classes of records follow it: through every job to its results, and back with the same bytes. The processor gets them.

import { afterAll, expect, test } from 'vitest';
import type { AcceptedJob } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { successReport } from '../../support/service/scripted-processor.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
processor.capabilities = { programs: { qpdf: true }, ai_edit: { planners: ['grammar'] } };
const { api } = await edge.createAccount();

/** Runs a job as a processor that found these records. @returns the classes that it got, and the file that it made */
async function run(fileId: string, bytes: Uint8Array, records?: unknown, path = 'metadata', fields: object = { action: 'remove' }) {
  const { job_id } = await bodyOf<AcceptedJob>(await api.post(`/jobs/${path}`, { file_id: fileId, ...fields }), 202);
  const message = await processor.nextRun(job_id);
  await processor.putResult(message, 0, bytes);
  const report = successReport([bytes]);
  expect((await processor.report(message, { ...report, report: records === undefined ? {} : { records } })).status).toBe(200);
  const { result_file_id = '' } = await api.readJob(job_id);
  return { told: message.limits.source_records, resultId: result_file_id };
}

test('a result stays what its source was, through any jobs, and with the same bytes uploaded anew', async () => {
  const source = await api.upload(pdfBytes('a statement'));
  const first = await run(source, pdfBytes('edited'), ['bank_statement']);
  expect(first.told).toBeUndefined();
  const second = await run(first.resultId, pdfBytes('compressed'));
  expect(second.told).toEqual(['bank_statement']);
  const third = await run(second.resultId, pdfBytes('edited again'), ['transcript']);
  expect(third.told).toEqual(['bank_statement']);
  expect((await run(third.resultId, pdfBytes('x'))).told?.toSorted()).toEqual(['bank_statement', 'transcript']);
  const anew = await api.upload(pdfBytes('compressed'));
  expect((await run(anew, pdfBytes('y'))).told).toEqual(['bank_statement']);
  expect((await api.request('DELETE', `/files/${third.resultId}`)).status).toBe(200);
  const afterDeletion = await api.upload(pdfBytes('edited again'));
  expect((await run(afterDeletion, pdfBytes('z'))).told?.toSorted()).toEqual(['bank_statement', 'transcript']);
});

test('a result of several sources is what each of them was', async () => {
  const picture = makePng([], 40);
  const { resultId } = await run(await api.upload(pdfBytes('an id')), picture, ['identity_document']);
  await edge.sql(`UPDATE files SET content_type = 'image/png' WHERE id = ?`, resultId);
  const fields = { instruction: 'replace the logo with the attached image', images: [{ file_id: resultId }] };
  expect((await run(await api.upload(pdfBytes('a letter')), pdfBytes('both'), [], 'ai-edit', fields)).told).toEqual(['identity_document']);
});

test('nothing is known of other bytes, nor of the same bytes of another account, nor of a class that there is not', async () => {
  await run(await api.upload(pdfBytes('s')), pdfBytes('shared'), ['payslip']);
  const stranger = await edge.createAccount();
  const { job_id } = await stranger.api.createJob({ file_id: await stranger.api.upload(pdfBytes('shared')) });
  expect((await processor.nextRun(job_id)).limits.source_records).toBeUndefined();
  const { resultId } = await run(await api.upload(pdfBytes('other')), pdfBytes('odd'), ['no such class', 7, { a: 1 }]);
  expect((await run(resultId, pdfBytes('odd 2'), 'bank_statement')).told).toBeUndefined();
  expect(await edge.sql(`SELECT count(*) AS n FROM files WHERE records LIKE '%such%'`)).toEqual([{ n: 0 }]);
});

test('all attempts of a job together wait for a language model that never answers for one minute at most', async () => {
  const { job_id } = await api.createJob({});
  const waits: (number | undefined)[] = [];
  for (let attempt = 1; attempt <= LIMITS.jobAttemptsMax; attempt++) {
    const message = await processor.nextRun(job_id);
    waits.push(message.limits.planning_ms);
    await processor.fail(message, 'ai_unavailable', true);
  }
  expect(waits).toEqual(LIMITS.planningMs);
  expect(waits.reduce<number>((sum, wait) => sum + Math.min(wait ?? 60_001, LIMITS.modelRequestMsMax), 0)).toBeLessThanOrEqual(60_000);
});
