// `npm run bench:soak`: mixed jobs of a heavy and a light account for half an hour through the public API of two cells, over a platform with faults: a
// processor is killed every 20 s, a cell's database refuses for 30 s in every five minutes, queues deliver one batch in ten twice and one late. Counts what
// was lost and what came twice, and what is left when all is deleted; memory and times by the minute, drawn beside the figures.
// SOAK_SECONDS, SOAK_PER_SECOND, SOAK_FAULTS=0; writes bench/results/.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../support/documents/random.ts';
import { bundleProcessor } from '../scripts/bundle-processor.ts';
import { startLocalCourier } from '../scripts/local/courier.ts';
import { makeSecrets, ROOT, startEdge } from '../scripts/local/edge.ts';
import { findFreePort, startProcessor } from '../scripts/local/processor.ts';
import { callJson, makeAccount } from './api/edge-client.ts';
import { makeSource, waitUntilReady } from './api/jobs.ts';
import { EventSink } from './load/event-sink.ts';
import { memoryOfDescendants } from './load/descendants.ts';
import type { PlatformFaults } from './load/platform-faults.ts';
import { plot } from './load/plot.ts';
import { type Customer, newTally, soakJob, type Tally } from './load/soak-jobs.ts';
import { median, quantile, round, writeResult } from './measure.ts';

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 1800);
const PER_SECOND = Number(process.env['SOAK_PER_SECOND'] ?? 1.2);
const FAULTS = process.env['SOAK_FAULTS'] !== '0';
/** Of the light account: one job in so many milliseconds. */
const LIGHT_EVERY_MS = 5000;
const KILL_EVERY_MS = 20_000;
const REFUSE_EVERY_MS = 300_000;
const REFUSE_FOR_MS = 30_000;
const SAMPLE_EVERY_MS = 10_000;
const CELLS = ['eu-1', 'us-1'];
const DATABASES = ['DB_EU_1', 'DB_US_1'];

const dir = mkdtempSync(join(tmpdir(), 'bench-soak-'));
const secrets = makeSecrets();
await bundleProcessor();
const processors = await Promise.all(
  CELLS.map(async (region) =>
    startProcessor({ region, port: await findFreePort(), secret: secrets.PROCESSOR_SECRET, slots: 2, dir, onRestart: () => undefined }),
  ),
);
const courier = startLocalCourier({
  port: await findFreePort(),
  secret: secrets.COURIER_SECRET,
  allowLoopback: true,
  dir,
  onRestart: () => undefined,
});
const cells = Object.fromEntries(CELLS.map((name, i) => [name, { code: `${'EU'[i]}a`, processorUrl: processors[i]?.url ?? '' }]));
const edge = await startEdge({
  port: await findFreePort(),
  secrets,
  // The cells have processors of their own; the regions' are asked by nobody.
  processorUrls: { eu: processors[0]?.url ?? '', us: processors[1]?.url ?? '' },
  courierUrl: courier.url,
  stateDir: join(dir, 'state'),
  vars: { ALLOW_LOCAL_WEBHOOKS: true, LEASE_MS: 5000 },
  cells,
  entry: 'bench/load/faulty-worker.ts',
});
const sink = await EventSink.start();
try {
  writeResult(FAULTS ? 'soak-faults' : 'soak', await soak());
} finally {
  await sink.close();
  await edge.close();
  for (const child of [...processors, courier]) await child.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);

async function openCustomer(base: string): Promise<Customer> {
  const { accountId, key } = await makeAccount(base, secrets.OPERATOR_KEY);
  await callJson('PATCH', `${base}/operator/accounts/${accountId}`, secrets.OPERATOR_KEY, {
    plan_overrides: { requests_per_minute: 10_000_000, queued_jobs: 100_000, running_jobs: 100 },
  });
  await callJson('POST', `${base}/webhooks`, key, { url: sink.url, events: ['job.succeeded', 'job.failed'] });
  return { base, key, source: await makeSource() };
}

async function soak(): Promise<object> {
  await waitUntilReady(edge.url);
  const [heavy, light] = [await openCustomer(`${edge.url}/v1`), await openCustomer(`${edge.url}/v1`)];
  const tallies = { heavy: newTally(), light: newTally() };
  const start = performance.now();
  const samples: { readonly at: number; readonly mib: Record<string, number> }[] = [];
  const sampler = setInterval(() => samples.push({ at: performance.now() - start, mib: memoryOfDescendants() }), SAMPLE_EVERY_MS);
  const stopFaults = FAULTS ? makeFaults() : async () => undefined;
  const random = seeded(7);
  await Promise.all([
    arrive(heavy, tallies.heavy, () => -Math.log(1 - random()) * (1000 / PER_SECOND), 11),
    arrive(light, tallies.light, () => LIGHT_EVERY_MS, 13),
  ]);
  await stopFaults();
  clearInterval(sampler);
  await sink.quiet();
  const ended = [...tallies.heavy.ended, ...tallies.light.ended];
  draw(samples, ended, start);
  return {
    seconds: SECONDS,
    faults: FAULTS,
    jobs: ended.length,
    jobs_per_second: round(ended.length / SECONDS, 2),
    lost: [...tallies.heavy.lost, ...tallies.light.lost],
    results_missing: tallies.heavy.missing + tallies.light.missing,
    failed: countBy(ended.filter(({ status }) => status !== 'succeeded').map(({ status, reason }) => reason ?? status)),
    ...sink.judge(ended.map(({ jobId }) => jobId)),
    answers: countBy([...tallies.heavy.calls, ...tallies.light.calls].map(({ status }) => String(status))),
    heavy: tell(tallies.heavy),
    light: tell(tallies.light),
    memory_mib: memoryOf(samples),
    left: await leftAtRest(),
  };
}

/** Jobs arrive when they arrive, in turn in each region; all of them end. */
async function arrive(customer: Customer, tally: Tally, gapMs: () => number, seed: number): Promise<void> {
  const random = seeded(seed);
  const until = performance.now() + SECONDS * 1000;
  const running: Promise<void>[] = [];
  for (let i = 0, dueAt = performance.now(); dueAt < until; i++, dueAt += gapMs()) {
    await sleep(Math.max(0, dueAt - performance.now()));
    running.push(soakJob(customer, i % 3 === 2 ? 'us' : 'eu', random, tally));
  }
  await Promise.all(running);
}

/** @returns what ends them */
function makeFaults(): () => Promise<void> {
  const queues = { twice: 0.1, late: 0.1, lateMs: 3000 };
  const say = async (faults: PlatformFaults) => void (await fetch(`${edge.url}/faults`, { method: 'PUT', body: JSON.stringify(faults) }));
  void say({ refusing: [], ...queues });
  let kills = 0;
  const killer = setInterval(() => processors[kills++ % processors.length]?.kill(), KILL_EVERY_MS);
  let refusals = 0;
  const refuser = setInterval(() => {
    void say({ refusing: [DATABASES[refusals++ % DATABASES.length] ?? ''], ...queues });
    setTimeout(() => void say({ refusing: [], ...queues }), REFUSE_FOR_MS);
  }, REFUSE_EVERY_MS);
  return async () => {
    clearInterval(killer);
    clearInterval(refuser);
    await say({ refusing: [], twice: 0, late: 0, lateMs: 0 });
  };
}

function tell({ calls, ended }: Tally): object {
  const times = calls.filter(({ status, waits }) => status > 0 && status < 500 && !waits).map(({ ms }) => ms);
  const totals = ended.map(({ totalMs }) => totalMs);
  const queue = ended.map(({ queueMs }) => queueMs);
  return {
    jobs: ended.length,
    job_p50_ms: round(median(totals), 0),
    job_p95_ms: round(quantile(totals, 0.95), 0),
    queue_p50_ms: round(median(queue), 0),
    queue_p95_ms: round(quantile(queue, 0.95), 0),
    api_p50_ms: round(median(times), 1),
    api_p99_ms: round(quantile(times, 0.99), 1),
  };
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Of each program: the median of the second third of the time and that of the last. */
function memoryOf(samples: readonly { readonly mib: Record<string, number> }[]): object {
  const third = Math.floor(samples.length / 3);
  const names = [...new Set(samples.flatMap(({ mib }) => Object.keys(mib)))];
  const of = (name: string, from: number) => Math.round(median(samples.slice(from, from + third).map(({ mib }) => mib[name] ?? 0)));
  return Object.fromEntries(names.map((name) => [name, { second_third: of(name, third), last_third: of(name, 2 * third) }]));
}

function draw(
  samples: readonly { readonly at: number; readonly mib: Record<string, number> }[],
  ended: Tally['ended'],
  start: number,
): void {
  const names = [...new Set(samples.flatMap(({ mib }) => Object.keys(mib)))];
  const memory = names.map((name) => ({ name, points: samples.map(({ at, mib }) => [at / 60_000, mib[name] ?? 0] as const) }));
  const byMinute = Map.groupBy(ended, ({ at }) => Math.floor((at - start) / 60_000));
  const times = (q: number) =>
    [...byMinute]
      .toSorted(([a], [b]) => a - b)
      .map(
        ([minute, some]) =>
          [
            minute,
            quantile(
              some.map(({ totalMs }) => totalMs),
              q,
            ),
          ] as const,
      );
  const file = (what: string) => `${ROOT}bench/results/${new Date().toISOString().slice(0, 10)}-soak${FAULTS ? '-faults' : ''}-${what}.svg`;
  writeFileSync(file('memory'), plot('Resident memory by program', { x: 'minutes', y: 'MiB' }, memory));
  writeFileSync(
    file('times'),
    plot('From upload to the end of the job', { x: 'minutes', y: 'ms' }, [
      { name: 'median', points: times(0.5) },
      { name: 'p95', points: times(0.95) },
    ]),
  );
}

/** Everything was deleted: what rows of work, objects and files of processors are there still. */
async function leftAtRest(): Promise<object> {
  await sleep(5000);
  let [objects, unfinished] = [0, 0];
  for (const cell of ['', ...CELLS.map((name) => `_${name.toUpperCase().replace('-', '_')}`)]) {
    const db = await edge.miniflare.getD1Database(`DB${cell}`);
    unfinished += (await db.prepare(`SELECT count(*) AS n FROM jobs WHERE state IN ('queued', 'running')`).first<number>('n')) ?? 0;
    if (cell !== '') objects += (await (await edge.miniflare.getR2Bucket(`BUCKET${cell}`)).list()).objects.length;
  }
  const work = readdirSync(join(dir, 'work'), { recursive: true }).filter((path) => String(path).includes('job-'));
  return { unfinished_jobs: unfinished, objects, work_files: work.length };
}
