// `npm run bench:load`: mixed jobs through the public API at several rates, arriving at random: throughput, queue time, times of the API, memory,
// and what is left at the end; beside each rate what the simulation says of the same arrivals (support/simulation). Writes bench/results/.
// LOAD_SECONDS for each rate, LOAD_UTILISATIONS (of the slots, separated by commas), LOAD_PROCESSORS, LOAD_KILLS=1: a processor is killed every 20 s.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { type Edge, makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../scripts/local/processor.ts';
import { call, callJson, makeAccount, uploadFile } from './api/edge-client.ts';
import { makeSource, waitUntilReady } from './api/jobs.ts';
import { type Finished, MIX, runOpenLoop } from './load/open-loop.ts';
import { memoryOfDescendants } from './load/descendants.ts';
import { mean, median, quantile, round, writeResult } from './measure.ts';
import { simulate } from '../support/simulation/queue.ts';
import { seeded } from '../support/documents/random.ts';

const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 60);
const UTILISATIONS = (process.env['LOAD_UTILISATIONS'] ?? '0.3,0.5,0.7,0.85').split(',').map(Number);
const PROCESSORS = Number(process.env['LOAD_PROCESSORS'] ?? 1);
const KILLS = process.env['LOAD_KILLS'] === '1';
const KILL_EVERY_MS = 20_000;
const SLOTS_EACH = 2;
const CALIBRATION_JOBS = 60;
const LEASE_MS = 3000;

const dir = mkdtempSync(join(tmpdir(), 'bench-load-'));
const secrets = makeSecrets();
await bundleProcessor();
const ports = await Promise.all(Array.from({ length: PROCESSORS }, findFreePort));
const processors = ports.map((port, place) =>
  startProcessor({ region: `eu-${place}`, port, secret: secrets.PROCESSOR_SECRET, slots: SLOTS_EACH, dir, onRestart: () => undefined }),
);
const edge = await startEdge({
  port: await findFreePort(),
  secrets,
  processorUrls: { eu: processors.map(({ url }) => url).join(' ') },
  stateDir: join(dir, 'state'),
  vars: KILLS ? { LEASE_MS } : {},
});
try {
  writeResult(KILLS ? 'load-kills' : 'load', await measure());
} finally {
  await edge.close();
  for (const processor of processors) await processor.stop();
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
  const target = { base, key, fileId: await uploadFile(base, key, await makeSource()) };
  // How long a job holds its slot while all slots are busy: the rates are shares of what the slots can carry.
  const warm = await runOpenLoop(target, { jobs: CALIBRATION_JOBS, gapMs: () => 1, random: seeded(1) });
  const holdMs = median(warm.finished.map(({ runMs }) => runMs));
  const handoverMs = handoverOf(warm.finished);
  const perSecondMax = (PROCESSORS * SLOTS_EACH * 1000) / (mean(warm.finished.map(({ runMs }) => runMs)) + handoverMs);
  const rates: object[] = [];
  for (const [place, utilisation] of UTILISATIONS.entries()) {
    const random = seeded(100 + place);
    const perSecond = utilisation * perSecondMax;
    const before = memoryOfDescendants();
    const stopKilling = KILLS ? killInTurn() : () => undefined;
    const load = await runOpenLoop(target, {
      jobs: Math.ceil(perSecond * SECONDS),
      gapMs: () => -Math.log(1 - random()) * (1000 / perSecond),
      random,
    });
    stopKilling();
    rates.push({
      wanted_utilisation: utilisation,
      per_second: round(perSecond, 1),
      ...tell(load.finished, load.apiMs, handoverMs),
      memory_mib: { before, after: memoryOfDescendants() },
    });
  }
  return {
    processors: PROCESSORS,
    slots_each: SLOTS_EACH,
    mix: Object.fromEntries(MIX.map(({ name, share }) => [name, share])),
    seconds_each: SECONDS,
    hold_p50_ms: round(holdMs, 1),
    handover_ms: round(handoverMs, 1),
    carried_per_second_at_most: round(perSecondMax, 1),
    rates,
    left: await leftAtRest(edge, target),
  };
}

/**
 * How long a slot stands empty between two jobs while others wait: a report, a queue's message and a dispatch. Measured where all slots always had a
 * job to come: what they took for each job, less what the job itself took.
 */
function handoverOf(finished: readonly Finished[]): number {
  const starts = finished.map(({ arrivesAt, queueMs }) => arrivesAt + queueMs);
  const ends = finished.map(({ runMs }, i) => (starts[i] ?? 0) + runMs);
  const cycleMs = (PROCESSORS * SLOTS_EACH * (Math.max(...ends) - Math.min(...starts))) / finished.length;
  return Math.max(0, cycleMs - mean(finished.map(({ runMs }) => runMs)));
}

function tell(finished: readonly Finished[], apiMs: readonly number[], handoverMs: number): object {
  const byArrival = finished.toSorted((a, b) => a.arrivesAt - b.arrivesAt);
  const held = byArrival.map(({ arrivesAt, runMs }) => ({ arrivesAt, runMs: runMs + handoverMs }));
  const simulated = simulate(held, {
    instances: PROCESSORS,
    slotsEach: SLOTS_EACH,
    instancesMax: PROCESSORS,
    startMs: 0,
    idleMs: Infinity,
  });
  const seconds = ((byArrival.at(-1)?.arrivesAt ?? 0) - (byArrival[0]?.arrivesAt ?? 0)) / 1000;
  const measured = byArrival.map(({ queueMs }) => queueMs);
  const overhead = quantile(measured, 0.1);
  const waited = measured.map((ms) => Math.max(0, ms - overhead));
  return {
    jobs: finished.length,
    failed: finished.filter(({ status }) => status !== 'succeeded').length,
    double: finished.length - new Set(finished.map(({ jobId }) => jobId)).size,
    jobs_per_second: round(finished.length / seconds, 1),
    utilisation: round(simulated.utilisation),
    api_p50_ms: round(median(apiMs), 1),
    api_p99_ms: round(quantile(apiMs, 0.99), 1),
    queue_mean_ms: round(mean(measured), 1),
    queue_p95_ms: round(quantile(measured, 0.95), 1),
    // What a job waits although a slot is free: two requests and three statements.
    dispatch_ms: round(overhead, 1),
    simulated_mean_ms: round(mean(simulated.queueMs), 1),
    simulated_p95_ms: round(quantile(simulated.queueMs, 0.95), 1),
    simulated_to_measured_mean: round(mean(simulated.queueMs) / Math.max(0.1, mean(waited))),
  };
}

function killInTurn(): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    processors[turn++ % processors.length]?.kill();
  }, KILL_EVERY_MS);
  return () => clearInterval(timer);
}

/** Deletes everything and counts what stays. */
async function leftAtRest({ miniflare }: Edge, { base, key, fileId }: { base: string; key: string; fileId: string }): Promise<object> {
  for (;;) {
    const { data } = await callJson<{ data: { file_id: string }[] }>('GET', `${base}/files?status=uploaded&limit=100`, key);
    if (data.length === 0) break;
    for (const { file_id } of data) await call('DELETE', `${base}/files/${file_id}`, { Authorization: `Bearer ${key}` });
  }
  await call('DELETE', `${base}/files/${fileId}`, { Authorization: `Bearer ${key}` });
  await sleep(1000);
  const db = await miniflare.getD1Database('DB');
  const unfinished = await db.prepare(`SELECT count(*) AS n FROM jobs WHERE state IN ('queued', 'running')`).first<number>('n');
  const size = (await db.prepare('SELECT count(*) AS n FROM jobs').all<{ n: number }>()) as {
    meta: { size_after?: number };
    results: { n: number }[];
  };
  const { objects } = await (await miniflare.getR2Bucket('BUCKET_EU')).list();
  const jobs = size.results[0]?.n ?? 0;
  return {
    jobs,
    unfinished_jobs: unfinished,
    objects: objects.length,
    database_bytes_a_job: round((size.meta.size_after ?? 0) / Math.max(1, jobs), 0),
  };
}
