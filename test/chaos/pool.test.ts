// Three real processors with two slots each behind stub containers: twelve jobs at once, and the same with one processor killed at work.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { makeSecrets } from '../../scripts/local/edge.ts';
import { bodyOf, type ApiClient } from '../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { eventually, processorProgram, type ProcessorProgram } from '../../support/run/processor-under-test.ts';
import { BUNDLED_MAIN } from '../../scripts/bundle-processor.ts';

const JOBS = 12;
const BUSY_SHARE_MAX = 0.05;
const SECRETS = makeSecrets();

let dir: string;
let processors: ProcessorProgram[];
let edge: TestEdge;
let api: ApiClient;
let fileId: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pool-'));
  processors = await Promise.all(
    [0, 1, 2].map(async (place) =>
      processorProgram(join(dir, String(place)), { PROCESSOR_SECRET: SECRETS.PROCESSOR_SECRET, PROCESSOR_SLOTS: '2' }, BUNDLED_MAIN),
    ),
  );
  edge = await openEdge({
    secrets: SECRETS,
    containers: processors.map(({ port }) => `http://127.0.0.1:${port}`),
  });
  api = (await edge.createAccount()).api;
  fileId = await api.upload(await makeLetter('Author Of A Pool'));
});
afterAll(async () => {
  await edge.close();
  for (const processor of processors) await processor[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

async function createJobs(): Promise<string[]> {
  const jobs = Array.from({ length: JOBS }, async () =>
    bodyOf<{ job_id: string }>(await api.post('/jobs/convert', { file_id: fileId, target_format: 'png', dpi: 200 }), 202),
  );
  return (await Promise.all(jobs)).map(({ job_id }) => job_id);
}

async function endOf(jobId: string): Promise<JobObject> {
  for (;;) {
    const job = await bodyOf<JobObject>(await api.get(`/jobs/${jobId}?wait=20`), 200);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

/** What each processor answered to each offer. */
function acceptances(): string[] {
  return processors.flatMap(({ log }) => log.filter(({ event }) => event === 'job_offered').map((line) => String(line['acceptance'])));
}

async function expectOneEndEach(jobs: readonly string[]): Promise<void> {
  for (const job of jobs) {
    const told = (await edge.events(job)).map(({ event }) => event);
    expect(told.filter((event) => ['job.succeeded', 'job.failed', 'job.cancelled'].includes(event))).toEqual(['job.succeeded']);
  }
}

test('twelve jobs for six slots are spread over all three, and hardly an offer meets a full processor', { tags: 'long' }, async () => {
  const jobs = await createJobs();
  for (const job of await Promise.all(jobs.map(endOf))) expect(job).toMatchObject({ status: 'succeeded', attempts: 1 });
  await expectOneEndEach(jobs);
  const answers = acceptances();
  const full = answers.filter((answer) => answer === 'full').length;
  process.stdout.write(`${JOBS} jobs, ${answers.length} offers, ${full} met a full processor\n`);
  expect(full / answers.length).toBeLessThanOrEqual(BUSY_SHARE_MAX);
  for (const { log } of processors) expect(log.some(({ event }) => event === 'job_offered')).toBe(true);
});

test('a processor that is killed at work loses nothing: every job ends once, on another', { tags: 'long' }, async () => {
  const victim = processors[1]!;
  const named = (event: string) => victim.log.filter((line) => line.event === event).map((line) => String(line['job_id']));
  const before = new Set(named('job_started'));
  const jobs = await createJobs();
  const held = () => named('job_started').filter((job) => !before.has(job) && !named('job_finished').includes(job));
  await eventually('the victim is at work', 20_000, () => held().length > 0);
  victim.kill('SIGKILL');
  expect(await victim.exited).toBe('SIGKILL');
  for (const job of held()) await edge.lapseLease(job);
  for (const job of await Promise.all(jobs.map(endOf))) expect(job.status).toBe('succeeded');
  for (const job of held()) expect(await edge.sql('SELECT instance FROM jobs WHERE id = ?', job)).not.toEqual([{ instance: 'eu-1' }]);
  await expectOneEndEach(jobs);
});
