// `npm run bench:throughput`: how many jobs a second the service carries with so many in flight, beside what it carries when the processor does nothing
// (the floor of the Worker and the platform on this machine), in turn, a block each; and who uses the CPU for it. Writes bench/results/.
// THROUGHPUT_PROCESSORS, THROUGHPUT_ROUNDS.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { keepRunning } from '../scripts/local/child.ts';
import { makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../scripts/local/processor.ts';
import { callJson, makeAccount, uploadFile } from './api/edge-client.ts';
import { makeSource, runMetadataJob, waitUntilReady } from './api/jobs.ts';
import { cpuOfDescendants, memoryOfDescendants } from './load/descendants.ts';
import { median, round, writeResult } from './measure.ts';

const PROCESSORS = Number(process.env['THROUGHPUT_PROCESSORS'] ?? 1);
const ROUNDS = Number(process.env['THROUGHPUT_ROUNDS'] ?? 7);
const SLOTS_EACH = 2;
const IN_FLIGHT = 12;
const JOBS_A_BLOCK = 120;
const WARM_UP_JOBS = 40;

interface Block {
  readonly perSecond: number;
  readonly cpuMsAJob: Record<string, number>;
}

const dir = mkdtempSync(join(tmpdir(), 'bench-throughput-'));
const secrets = makeSecrets();
await bundleProcessor();
const ports = await Promise.all(Array.from({ length: PROCESSORS }, findFreePort));
const processors = ports.map((port, place) =>
  startProcessor({ region: `eu-${place}`, port, secret: secrets.PROCESSOR_SECRET, slots: SLOTS_EACH, dir, onRestart: () => undefined }),
);
const emptyPort = await findFreePort();
const empty = keepRunning({
  program: 'bench/load/empty-processor.ts',
  env: { PORT: String(emptyPort), SECRET: secrets.PROCESSOR_SECRET },
  logPath: join(dir, 'logs', 'empty.log'),
  onRestart: (code) => console.error(`the empty processor ended with ${code}`),
});
const edge = await startEdge({
  port: await findFreePort(),
  secrets,
  processorUrls: { eu: processors.map(({ url }) => url).join(' '), us: `http://127.0.0.1:${emptyPort}` },
  stateDir: join(dir, 'state'),
});
try {
  writeResult(PROCESSORS === 1 ? 'throughput' : `throughput-${PROCESSORS}`, await measure());
} finally {
  await edge.close();
  for (const child of [...processors, empty]) await child.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);

async function measure(): Promise<object> {
  await waitUntilReady(edge.url);
  const base = `${edge.url}/v1`;
  const { accountId, key } = await makeAccount(base, secrets.OPERATOR_KEY);
  await callJson('PATCH', `${base}/operator/accounts/${accountId}`, secrets.OPERATOR_KEY, {
    plan_overrides: { requests_per_minute: 10_000_000, queued_jobs: 1_000_000, running_jobs: 1000 },
  });
  const source = await makeSource();
  const contestants: Record<string, () => Promise<unknown>> = {};
  for (const [name, region] of [
    ['metadata', 'eu'],
    ['empty', 'us'],
  ] as const) {
    const fileId = await uploadFile(base, key, source, { region });
    contestants[name] = async () => runMetadataJob(base, key, fileId);
  }
  const blocks: Record<string, Block[]> = { metadata: [], empty: [] };
  const memory = [memoryOfDescendants()];
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const block = await carry(run, round < 0 ? WARM_UP_JOBS : JOBS_A_BLOCK);
      if (round >= 0) blocks[name]?.push(block);
    }
    memory.push(memoryOfDescendants());
  }
  const perSecond = (name: string) => median((blocks[name] ?? []).map((block) => block.perSecond));
  return {
    processors: PROCESSORS,
    slots_each: SLOTS_EACH,
    in_flight: IN_FLIGHT,
    blocks: ROUNDS,
    jobs_a_block: JOBS_A_BLOCK,
    metadata_per_second: round(perSecond('metadata'), 1),
    empty_per_second: round(perSecond('empty'), 1),
    metadata_to_empty: round(perSecond('metadata') / perSecond('empty')),
    cpu_ms_a_job: Object.fromEntries(Object.entries(blocks).map(([name, all]) => [name, medians(all.map(({ cpuMsAJob }) => cpuMsAJob))])),
    memory_mib: memory,
  };
}

async function carry(run: () => Promise<unknown>, jobs: number): Promise<Block> {
  const [before, callers] = [cpuOfDescendants(), process.cpuUsage()];
  const start = performance.now();
  let started = 0;
  const worker = async () => {
    while (started++ < jobs) await run();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(callers);
  const cpuMsAJob: Record<string, number> = { callers: (user + system) / 1000 / jobs };
  for (const [name, used] of Object.entries(cpuOfDescendants())) {
    cpuMsAJob[name] = ((used - (before[name] ?? 0)) * 1000) / jobs;
  }
  return { perSecond: jobs / seconds, cpuMsAJob };
}

function medians(all: readonly Record<string, number>[]): Record<string, number> {
  const names = new Set(all.flatMap((each) => Object.keys(each)));
  return Object.fromEntries([...names].map((name) => [name, round(median(all.map((each) => each[name] ?? 0)), 1)]));
}
