// `npm run bench:fairness`: how long the jobs of a light account take beside another account's waiting OCR jobs, and alone, on two slots.
// Writes bench/results/. OCR is two minutes of both cores; FAIRNESS_OCR_JOBS, FAIRNESS_LIGHT_JOBS; FAIRNESS_BATCH=1: as one batch.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../scripts/local/processor.ts';
import { callJson, makeAccount, uploadFile } from './api/edge-client.ts';
import { makeSource, waitUntilReady } from './api/jobs.ts';
import { median, quantile, round, writeResult } from './measure.ts';

const OCR_JOBS = Number(process.env['FAIRNESS_OCR_JOBS'] ?? 60);
/** Of the OCR jobs: one request. */
const AS_BATCH = process.env['FAIRNESS_BATCH'] === '1';
const LIGHT_JOBS = Number(process.env['FAIRNESS_LIGHT_JOBS'] ?? 60);

interface Job {
  readonly job_id: string;
  readonly status: string;
}

const dir = mkdtempSync(join(tmpdir(), 'bench-fairness-'));
const secrets = makeSecrets();
await bundleProcessor();
const processor = startProcessor({
  region: 'eu',
  port: await findFreePort(),
  secret: secrets.PROCESSOR_SECRET,
  slots: 2,
  dir,
  onRestart: () => undefined,
});
const edge = await startEdge({ port: await findFreePort(), secrets, processorUrls: { eu: processor.url }, stateDir: join(dir, 'state') });
try {
  await waitUntilReady(edge.url);
  const base = `${edge.url}/v1`;
  const [light, heavy] = [await makeAccount(base, secrets.OPERATOR_KEY), await makeAccount(base, secrets.OPERATOR_KEY)];
  const fileId = await uploadFile(base, light.key, await makeSource());
  const scan = await uploadScan(base, heavy.key);
  const lightJobs = async () => {
    const times: number[] = [];
    for (let i = 0; i < LIGHT_JOBS; i++) {
      const start = performance.now();
      await wait(base, light.key, await callJson<Job>('POST', `${base}/jobs/metadata`, light.key, { file_id: fileId, action: 'remove' }));
      times.push(performance.now() - start);
    }
    return times;
  };
  await lightJobs();
  const alone = await lightJobs();
  await wait(base, heavy.key, await callJson<Job>('POST', `${base}/jobs/ocr`, heavy.key, { file_id: scan }));
  if (AS_BATCH)
    await callJson('POST', `${base}/batches`, heavy.key, {
      operation: 'ocr',
      items: Array.from({ length: OCR_JOBS }, () => ({ file_id: scan })),
    });
  else for (let i = 0; i < OCR_JOBS; i++) await callJson<Job>('POST', `${base}/jobs/ocr`, heavy.key, { file_id: scan });
  const beside = await lightJobs();
  const { data } = await callJson<{ data: Job[] }>('GET', `${base}/jobs?type=ocr&status=queued&limit=100`, heavy.key);
  const tell = (times: readonly number[]) => ({ p50_ms: round(median(times), 1), p95_ms: round(quantile(times, 0.95), 1) });
  writeResult(AS_BATCH ? 'fairness-batch' : 'fairness', {
    slots: 2,
    ocr_jobs: OCR_JOBS,
    ocr_jobs_still_waiting: data.length,
    light_jobs: LIGHT_JOBS,
    alone: tell(alone),
    beside: tell(beside),
    p95_ratio: round(quantile(beside, 0.95) / quantile(alone, 0.95)),
  });
} finally {
  await edge.close();
  await processor.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);

async function wait(base: string, key: string, { job_id }: Job): Promise<void> {
  for (;;) {
    const { status } = await callJson<Job>('GET', `${base}/jobs/${job_id}?wait=20`, key);
    if (status === 'succeeded') return;
    if (status !== 'queued' && status !== 'running') throw new Error(`a job ${status}`);
  }
}

/** A page of text as a picture. */
async function uploadScan(base: string, key: string): Promise<string> {
  const canvas = createCanvas(1240, 1754);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '22px sans-serif';
  for (let line = 0; line < 55; line++) {
    context.fillText(`Line ${line + 1} of a page that is read again and again while others wait for their turn.`, 90, 100 + line * 28);
  }
  const bytes = canvas.toBuffer('image/png');
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'scan.png', { type: 'image/png' }));
  const response = await fetch(`${base}/files`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form });
  if (response.status !== 201) throw new Error(`the upload answered ${response.status}`);
  return ((await response.json()) as { file_id: string }).file_id;
}
