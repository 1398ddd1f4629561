// A region's pool of processors: which instance takes a job, what is learned from its answers, and what sleeps stays asleep.

import { afterAll, describe, expect, test } from 'vitest';
import type { Overview } from '#contract/operator.ts';
import type { RunJob } from '#contract/processor.ts';
import { bodyOf } from '../../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../../support/service/edge.ts';
import { eventually } from '../../support/expectations.ts';
import { ScriptedProcessor } from '../../support/service/scripted-processor.ts';
import { makeSecrets } from '../../../scripts/local/edge.ts';

const SECRETS = makeSecrets();
const PLANNER_SECRETS = { PLANNER_KEY_EU: 'key-of-the-model', PLANNER_GATEWAY_TOKEN_EU: 'token-of-the-gateway' };
const closes: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

interface Pool {
  readonly edge: TestEdge;
  readonly processors: readonly ScriptedProcessor[];
  readonly createJobs: (count: number) => Promise<string[]>;
  /** Which instance has how many of the jobs that its processor took and that have not ended. */
  readonly running: () => Promise<Record<string, number>>;
  readonly settled: (running: number, parked: number) => Promise<void>;
  readonly runOf: (jobId: string) => { processor: ScriptedProcessor; run: RunJob; place: number };
  readonly finish: (jobId: string) => Promise<void>;
}

interface Site {
  readonly edge: TestEdge;
  readonly processors: readonly ScriptedProcessor[];
}

type Kind = 'containers' | 'addresses';
const sites = new Map<Kind, Promise<Site>>();

async function openSite(kind: Kind): Promise<Site> {
  const processors = await Promise.all([0, 1, 2].map(async () => ScriptedProcessor.start(SECRETS.PROCESSOR_SECRET)));
  const planners = { PLANNERS: { eu: { model: 'm', base_url: 'http://127.0.0.1:9/v1' } }, ...PLANNER_SECRETS };
  const edge = await openEdge({ secrets: SECRETS, vars: planners, [kind]: processors.map(({ url }) => url) });
  closes.push(async () => void (await Promise.all(processors.map(async (processor) => processor.close()))), edge.close);
  return { edge, processors };
}

/** As if nothing had ever run there: the edge is the costly part, so tests have one of each kind in turn. */
async function makeNew({ edge, processors }: Site, kind: Kind): Promise<void> {
  for (const table of ['deliveries', 'events', 'jobs', 'processor_instances']) await edge.sql(`DELETE FROM ${table}`);
  for (const processor of processors) processor.reset();
  if (kind === 'containers') for (const place of processors.keys()) await edge.stub(`eu-${place}`, 'new');
  edge.logs.length = 0;
}

/** Three instances with two slots each, as stub containers or as addresses. */
async function openPool(kind: Kind = 'containers', slots = 2): Promise<Pool> {
  const opened = sites.get(kind) ?? openSite(kind);
  sites.set(kind, opened);
  const site = await opened;
  await makeNew(site, kind);
  const { edge, processors } = site;
  for (const processor of processors) processor.slots = slots;
  const { api } = await edge.createAccount();
  const fileId = await api.upload();
  const runOf: Pool['runOf'] = (jobId) => {
    for (const [place, processor] of processors.entries()) {
      const run = processor.runs.findLast((each) => each.job_id === jobId);
      if (run) return { processor, run, place };
    }
    throw new Error(`no processor has ${jobId}`);
  };
  return {
    edge,
    processors,
    createJobs: async (count) => Promise.all(Array.from({ length: count }, async () => (await api.createJob({ file_id: fileId })).job_id)),
    running: async () => {
      const rows = await edge.sql<{ instance: string; n: number }>(
        `SELECT instance, count(*) AS n FROM jobs WHERE state = 'running' GROUP BY instance ORDER BY instance`,
      );
      return Object.fromEntries(rows.map(({ instance, n }) => [instance, n]));
    },
    settled: async (running, parked) => {
      await eventually(
        async () => edge.sql(`SELECT sum(state = 'running') AS running, sum(state = 'queued' AND parked = 1) AS parked FROM jobs`),
        ([row]) => row?.['running'] === running && row?.['parked'] === parked,
      );
    },
    runOf,
    finish: async (jobId) => {
      await eventually(() => processors.some((processor) => processor.runs.some((run) => run.job_id === jobId)), Boolean);
      const { processor, run } = runOf(jobId);
      expect((await processor.succeed(run)).status).toBe(200);
    },
  };
}

const overviewOf = async (edge: TestEdge) => (await bodyOf<Overview>(await edge.operator('GET', '/overview'), 200)).regions[0];
const statesOf = async (edge: TestEdge) => (await overviewOf(edge))?.instances.map(({ state, running, slots }) => [state, running, slots]);

describe('a pool of containers', () => {
  test('runs job after job on the one that is warm, and starts no other', async () => {
    const pool = await openPool();
    for (let i = 0; i < 6; i++) {
      const [jobId = ''] = await pool.createJobs(1);
      await pool.finish(jobId);
    }
    expect(pool.processors.map(({ runs }) => runs.length)).toEqual([6, 0, 0]);
    expect((await pool.edge.stub('eu-0')).starts).toBe(1);
    expect([await pool.edge.stub('eu-1'), await pool.edge.stub('eu-2')].map(({ starts }) => starts)).toEqual([0, 0]);
    expect(await statesOf(pool.edge)).toEqual([
      ['ready', 0, 2],
      ['asleep', 0, 2],
      ['asleep', 0, 2],
    ]);
  });

  test('starts a container with the secret that both share and nothing else: no key of a language model, no internet', async () => {
    const pool = await openPool();
    const [jobId = ''] = await pool.createJobs(1);
    await pool.finish(jobId);
    const { env, internet } = await pool.edge.stub('eu-0');
    expect(Object.keys(env).toSorted()).toEqual(['PROCESSOR_HOST', 'PROCESSOR_PORT', 'PROCESSOR_SECRET']);
    const { PROCESSOR_SECRET, ...others } = SECRETS;
    expect(env['PROCESSOR_SECRET']).toBe(PROCESSOR_SECRET);
    for (const secret of Object.values({ ...others, ...PLANNER_SECRETS })) expect(JSON.stringify(env)).not.toContain(secret);
    expect(internet).toBe(false);
  });

  test('grows by one instance when the warm ones are full, up to its size; what is beyond waits in line', async () => {
    const pool = await openPool();
    const [first = ''] = await pool.createJobs(1);
    await pool.finish(first);
    const jobs = await pool.createJobs(2);
    await pool.settled(2, 0);
    expect(await pool.running()).toEqual({ 'eu-0': 2 });
    jobs.push(...(await pool.createJobs(1)));
    await pool.settled(3, 0);
    expect(await pool.running()).toEqual({ 'eu-0': 2, 'eu-1': 1 });
    expect((await pool.edge.stub('eu-2')).starts).toBe(0);
    jobs.push(...(await pool.createJobs(9)));
    await pool.settled(6, 6);
    expect(await pool.running()).toEqual({ 'eu-0': 2, 'eu-1': 2, 'eu-2': 2 });
    expect(await overviewOf(pool.edge)).toMatchObject({ slots: 6, running: 6, queued: 6, parked: 6 });
    while (jobs.length > 0) {
      await eventually(() => jobs.some((job) => pool.processors.some(({ runs }) => runs.some((run) => run.job_id === job))), Boolean);
      const next = jobs.findIndex((job) => pool.processors.some(({ runs }) => runs.some((run) => run.job_id === job)));
      await pool.finish(jobs.splice(next, 1)[0] ?? '');
      expect(Object.values(await pool.running()).every((count) => count <= 2)).toBe(true);
    }
    expect(pool.edge.logs.filter((line) => line.includes('processor.busy'))).toEqual([]);
  });

  test('believes what an instance says it has: no job meets a full one', async () => {
    const pool = await openPool('containers', 1);
    const offered = () => pool.processors.map(({ runs }) => runs.length);
    await pool.createJobs(8);
    await pool.settled(3, 5);
    expect(offered()).toEqual([1, 1, 1]);
    expect(pool.edge.logs.filter((line) => line.includes('processor.busy'))).toEqual([]);
  });

  test('asks for nothing of an instance that is full although it should not be, until it has had time', async () => {
    const pool = await openPool();
    const [first = ''] = await pool.createJobs(1);
    await pool.finish(first);
    pool.processors[0]!.react = () => 'busy';
    const [second = ''] = await pool.createJobs(1);
    await pool.finish(second);
    expect(pool.runOf(second).place).toBe(1);
    const busy = () => pool.edge.logs.filter((line) => line.includes('processor.busy')).length;
    expect(busy()).toBe(1);
    const [third = ''] = await pool.createJobs(1);
    await pool.finish(third);
    expect([pool.runOf(third).place, busy()]).toEqual([1, 1]);
  });

  test('passes over an instance that does not answer, and says so', async () => {
    const pool = await openPool();
    pool.processors[0]!.react = () => 'refused';
    const jobs = await pool.createJobs(4);
    for (const job of jobs) await pool.finish(job);
    expect(pool.processors.map(({ runs }) => runs.length)[0]).toBe(0);
    expect(await pool.edge.sql(`SELECT attempts FROM jobs WHERE attempts <> 1`)).toEqual([]);
    expect((await statesOf(pool.edge))?.[0]?.[0]).toBe('down');
    expect((await fetch(`${pool.edge.url}/readyz`)).status).toBe(200);
  });

  test('prefers a warm instance with a free slot to one that sleeps, whatever their order', async () => {
    const pool = await openPool();
    const jobs = await pool.createJobs(3);
    await pool.settled(3, 0);
    for (const job of jobs) await pool.finish(job);
    await pool.edge.sql(`UPDATE processor_instances SET seen_at = 1 WHERE name <> 'eu-1'`);
    const [next = ''] = await pool.createJobs(1);
    await pool.finish(next);
    expect(pool.runOf(next).place).toBe(1);
  });

  test('a cancellation reaches the instance that has the job, and no other', async () => {
    const pool = await openPool();
    const jobs = await pool.createJobs(5);
    await pool.settled(5, 0);
    for (const job of jobs) await eventually(() => pool.processors.some(({ runs }) => runs.some((run) => run.job_id === job)), Boolean);
    const target = jobs.find((job) => pool.runOf(job).place === 1) ?? '';
    const { account_id } = (await pool.edge.sql<{ account_id: string }>('SELECT account_id FROM jobs LIMIT 1'))[0] ?? {};
    const { key } = await bodyOf<{ key: string }>(await pool.edge.operator('POST', `/accounts/${account_id}/keys`, { name: 'k' }), 201);
    expect((await pool.edge.client(key).cancel(target)).status).toBe(202);
    expect(pool.processors.map(({ cancels }) => cancels.map(({ job_id }) => job_id))).toEqual([[], [target], []]);
    expect(await bodyOf(await pool.edge.operator('GET', `/jobs/${target}`), 200)).toMatchObject({ instance: 'eu-1' });
  });

  test('questions wake nobody, but the first ever finds out whether a container starts at all', async () => {
    const pool = await openPool();
    const starts = async () =>
      [await pool.edge.stub('eu-0'), await pool.edge.stub('eu-1'), await pool.edge.stub('eu-2')].map((s) => s.starts);
    expect((await fetch(`${pool.edge.url}/readyz`)).status).toBe(200);
    expect(await starts()).toEqual([1, 0, 0]);
    // What it said is known from then on.
    expect(await statesOf(pool.edge)).toEqual([
      ['ready', 0, 2],
      ['asleep', 0, 2],
      ['asleep', 0, 2],
    ]);
    await pool.edge.sql('UPDATE processor_instances SET seen_at = 1');
    await pool.edge.stub('eu-0', 'sleep');
    for (let i = 0; i < 3; i++) expect((await fetch(`${pool.edge.url}/readyz`)).status).toBe(200);
    await overviewOf(pool.edge);
    expect(await starts()).toEqual([1, 0, 0]);
    expect((await statesOf(pool.edge))?.map(([state]) => state)).toEqual(['asleep', 'asleep', 'asleep']);
  });

  test('of which no container has ever answered is not ready, however often it is asked', { tags: 'long' }, async () => {
    const edge = await openEdge({ containers: ['http://127.0.0.1:1', 'http://127.0.0.1:1'] });
    closes.push(edge.close);
    for (let i = 0; i < 2; i++) {
      const response = await fetch(`${edge.url}/readyz`);
      expect(await bodyOf(response, 503)).toMatchObject({ checks: { 'processor.eu': false, database: true } });
    }
    expect((await overviewOf(edge))?.processor).toBe(false);
  });

  test('an instance is kept awake while it works and left to sleep when it does not', async () => {
    const pool = await openPool();
    const [jobId = ''] = await pool.createJobs(1);
    await pool.settled(1, 0);
    const working = await pool.edge.stub('eu-0');
    expect(working).toMatchObject({ running: true, hasAlarm: true });
    pool.processors[0]!.busy = 1;
    const looked = await pool.edge.stub('eu-0', 'alarm');
    expect(looked).toMatchObject({ renewals: working.renewals + 1, hasAlarm: true });
    await pool.finish(jobId);
    pool.processors[0]!.busy = 0;
    expect(await pool.edge.stub('eu-0', 'alarm')).toMatchObject({ renewals: looked.renewals, hasAlarm: false });
  });

  test('nothing is started to cancel what a sleeping instance cannot hold', async () => {
    const pool = await openPool();
    const [jobId = ''] = await pool.createJobs(1);
    await pool.settled(1, 0);
    await pool.edge.stub('eu-0', 'sleep');
    const { starts } = await pool.edge.stub('eu-0');
    await pool.edge.sql(`UPDATE files SET state = 'uploaded'`);
    const [{ account_id } = { account_id: '' }] = await pool.edge.sql<{ account_id: string }>('SELECT account_id FROM jobs LIMIT 1');
    const { key } = await bodyOf<{ key: string }>(await pool.edge.operator('POST', `/accounts/${account_id}/keys`, { name: 'k' }), 201);
    expect((await pool.edge.client(key).cancel(jobId)).status).toBe(202);
    expect(await pool.edge.stub('eu-0')).toMatchObject({ running: false, starts });
    expect(pool.processors[0]!.cancels).toEqual([]);
  });
});

describe('a pool of addresses', () => {
  test('takes jobs by the same rule, and each address has its row', { tags: 'long' }, async () => {
    const pool = await openPool('addresses');
    const jobs = await pool.createJobs(9);
    await pool.settled(6, 3);
    expect(await pool.running()).toEqual({ 'eu-0': 2, 'eu-1': 2, 'eu-2': 2 });
    pool.processors[2]!.ready = false;
    expect(await statesOf(pool.edge)).toEqual([
      ['ready', 2, 2],
      ['ready', 2, 2],
      ['down', 2, 2],
    ]);
    expect((await fetch(`${pool.edge.url}/readyz`)).status).toBe(200);
    for (const processor of pool.processors) processor.ready = false;
    expect((await fetch(`${pool.edge.url}/readyz`)).status).toBe(503);
    for (const processor of pool.processors) processor.ready = true;
    for (const job of jobs) await pool.finish(job);
  });
});
