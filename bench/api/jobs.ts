// Questions: how long from an accepted job to its success on an idle service, how many jobs a second are sustained, and does the
// processor's memory stay flat? A 20 kB `metadata remove` through the public API, with the real processor in its own process.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { makeSecrets, startEdge } from '../../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../../scripts/local/processor.ts';
import { median, quantile, round } from '../measure.ts';
import { call, callJson, makeAccount, uploadFile } from './edge-client.ts';
import { bundleProcessor } from '../../scripts/bundle-processor.ts';

const SOURCE_BYTES = 20_000;
const IDLE_JOBS = 60;
const SUSTAINED_JOBS = 2_000;
const IN_FLIGHT = 12;
const MEMORY_SAMPLES = 8;
const SLOTS = availableParallelism();

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly error?: object;
  readonly metrics?: { readonly processing_ms: number; readonly queue_ms: number };
}

export async function benchJobs(): Promise<object> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-jobs-'));
  const secrets = makeSecrets();
  const port = await findFreePort();
  const restarts: (number | null)[] = [];
  await bundleProcessor();
  const processor = startProcessor({
    region: 'eu',
    port,
    secret: secrets.PROCESSOR_SECRET,
    slots: SLOTS,
    dir,
    onRestart: (code) => restarts.push(code),
  });
  const edge = await startEdge({
    port: await findFreePort(),
    secrets,
    processorUrls: { eu: processor.url },
    stateDir: join(dir, 'state'),
  });
  try {
    await waitUntilReady(edge.url);
    const base = `${edge.url}/v1`;
    const { key } = await makeAccount(base, secrets.OPERATOR_KEY);
    const fileId = await uploadFile(base, key, await makeSource());
    const run = async () => runMetadataJob(base, key, fileId);
    for (let i = 0; i < 10; i++) await run();

    const idle: number[] = [];
    const processing: number[] = [];
    for (let i = 0; i < IDLE_JOBS; i++) {
      const start = performance.now();
      const job = await run();
      idle.push(performance.now() - start);
      processing.push(job.metrics?.processing_ms ?? Number.NaN);
    }
    const sustained = await sustain(run, async () => readMemory(processor.url));
    return {
      source_bytes: SOURCE_BYTES,
      idle: {
        jobs: IDLE_JOBS,
        accepted_to_succeeded_p50_ms: round(median(idle), 1),
        accepted_to_succeeded_p95_ms: round(quantile(idle, 0.95), 1),
        processing_p50_ms: round(median(processing), 1),
      },
      sustained,
      processor_restarts: restarts.length,
    };
  } finally {
    await edge.close();
    await processor.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function sustain(run: () => Promise<unknown>, memory: () => Promise<Memory>): Promise<object> {
  const samples: Memory[] = [await memory()];
  let started = 0;
  let done = 0;
  const start = performance.now();
  const worker = async () => {
    while (started < SUSTAINED_JOBS) {
      started += 1;
      await run();
      done += 1;
      if (done % (SUSTAINED_JOBS / MEMORY_SAMPLES) === 0) samples.push(await memory());
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - start) / 1000;
  return { jobs: done, in_flight: IN_FLIGHT, jobs_per_second: round(done / seconds, 1), processor_memory_mib: samples };
}

/** @throws Error when the job does not succeed. */
export async function runMetadataJob(base: string, key: string, fileId: string): Promise<Job> {
  const created = await callJson<Job>('POST', `${base}/jobs/metadata`, key, { file_id: fileId, action: 'remove' });
  for (;;) {
    const job = await callJson<Job>('GET', `${base}/jobs/${created.job_id}?wait=20`, key);
    if (job.status === 'succeeded') return job;
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(`the job ${job.status}: ${JSON.stringify(job.error)}`);
  }
}

interface Memory {
  /** Resident memory of the processor's main process and of all its children. */
  readonly main: number;
  readonly children: number;
}

async function readMemory(processorUrl: string): Promise<Memory> {
  const { body } = await call('GET', `${processorUrl}/metrics`);
  const read = (name: string) => {
    const values = [...body.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map((match) => Number(match[1]));
    if (values.length === 0) throw new Error(`/metrics has no ${name}`);
    return Math.round(values.reduce((sum, value) => sum + value, 0) / 2 ** 20);
  };
  return { main: read('processor_resident_memory_bytes'), children: read('processor_children_resident_memory_bytes') };
}

export async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await call('GET', `${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the service did not become ready');
}

/** A text document of about SOURCE_BYTES with the usual metadata; its text does not compress, so the size is that of its content. */
export async function makeSource(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('Benchmark source');
  document.setAuthor('Bench Author');
  document.setCreator('bench/api/jobs.ts');
  const font = await document.embedFont(StandardFonts.Helvetica);
  let seed = 7;
  const word = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed.toString(36);
  };
  for (let bytes = 0; bytes < SOURCE_BYTES; bytes = (await document.save()).length) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < 50; line++) {
      page.drawText(Array.from({ length: 10 }, word).join(' '), { x: 40, y: 800 - line * 15, size: 10, font });
    }
  }
  return document.save();
}
