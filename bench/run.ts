// `npm run bench:run`: what `POST /run/{operation}` adds to its job's own time (from acceptance to its end), and the same by single calls
// (upload, job, wait, address, bytes), in turn, on an idle service. Writes bench/results/.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../scripts/local/processor.ts';
import { call, callJson, makeAccount, uploadFile } from './api/edge-client.ts';
import { makeSource, waitUntilReady } from './api/jobs.ts';
import { interleave, median, quantile, round, writeResult } from './measure.ts';

const ROUNDS = Number(process.env['RUN_ROUNDS'] ?? 60);

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly result_file_id: string;
  readonly created_at: string;
  readonly completed_at: string;
}

const dir = mkdtempSync(join(tmpdir(), 'bench-run-'));
const secrets = makeSecrets();
await bundleProcessor();
const processor = startProcessor({
  region: 'eu',
  port: await findFreePort(),
  secret: secrets.PROCESSOR_SECRET,
  slots: 1,
  dir,
  onRestart: () => undefined,
});
const edge = await startEdge({ port: await findFreePort(), secrets, processorUrls: { eu: processor.url }, stateDir: join(dir, 'state') });
try {
  await waitUntilReady(edge.url);
  const base = `${edge.url}/v1`;
  const { key } = await makeAccount(base, secrets.OPERATOR_KEY);
  const bytes = await makeSource();
  const jobs: string[] = [];
  const times = await interleave(
    { run: async () => jobs.push(await runOnce(base, key, bytes)), single_calls: async () => callOneByOne(base, key, bytes) },
    ROUNDS,
    5,
  );
  const own = await Promise.all(jobs.slice(-ROUNDS).map(async (id) => ownTime(await callJson<Job>('GET', `${base}/jobs/${id}`, key))));
  const added = (times['run'] ?? []).map((ms, i) => ms - (own[i] ?? Number.NaN));
  const ratios = (times['run'] ?? []).map((ms, i) => ms / (times['single_calls']?.[i] ?? Number.NaN));
  writeResult('run', {
    rounds: ROUNDS,
    source_bytes: bytes.length,
    own_time_p50_ms: round(median(own), 1),
    run_p50_ms: round(median(times['run'] ?? []), 1),
    added_p50_ms: round(median(added), 1),
    added_p95_ms: round(quantile(added, 0.95), 1),
    single_calls_p50_ms: round(median(times['single_calls'] ?? []), 1),
    run_to_single_calls: round(median(ratios)),
  });
} finally {
  await edge.close();
  await processor.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);

function ownTime(job: Job): number {
  return Date.parse(job.completed_at) - Date.parse(job.created_at);
}

/** @returns the job's identifier */
async function runOnce(base: string, key: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.append('params', JSON.stringify({ action: 'remove' }));
  form.append('file', new File([bytes.slice()], 'bench.pdf', { type: 'application/pdf' }));
  const response = await fetch(`${base}/run/metadata`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the run answered ${response.status}`);
  return response.headers.get('job-id') ?? '';
}

async function callOneByOne(base: string, key: string, bytes: Uint8Array): Promise<void> {
  const fileId = await uploadFile(base, key, bytes);
  let job = await callJson<Job>('POST', `${base}/jobs/metadata`, key, { file_id: fileId, action: 'remove' });
  while (job.status !== 'succeeded') job = await callJson<Job>('GET', `${base}/jobs/${job.job_id}?wait=20`, key);
  const { download_url } = await callJson<{ download_url: string }>('GET', `${base}/files/${job.result_file_id}/download`, key);
  const { status } = await call('GET', download_url);
  if (status !== 200) throw new Error(`the download answered ${status}`);
}
