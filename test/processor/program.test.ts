// The processor as a program that is stopped or killed.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  childPidsOf,
  eventually,
  isAlive,
  leftBelow,
  processorProgram,
  sleeperMark,
  sleeperPids,
  source,
} from '../../support/run/processor-under-test.ts';
import { offerJob, offerUntilTaken, WorkerSide } from '../../support/run/worker-side.ts';

let side: WorkerSide;
let folder: string;
let workRoot: string;

beforeEach(async () => {
  side = await WorkerSide.start();
  folder = await mkdtemp(join(tmpdir(), 'processor-test-'));
  workRoot = join(folder, 'work');
});
afterEach(async () => {
  await side[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  expect(side.complaints).toEqual([]);
});

test('SIGTERM refuses new jobs, lets a job end within the grace, and exits with 0 and no process left', async () => {
  side.leaseMs = 300;
  await using program = await processorProgram(workRoot, { PROCESSOR_DRAIN_MS: '10000', PROCESSOR_SLOTS: '2' });
  const job = side.job(source({ does: 'wait' }), { limits: { processing_ms: 1500, pages: 1, output_bytes: 1000 } });
  await offerUntilTaken(program.port, job);
  await side.until(() => side.heartbeats.length > 0);
  const children = await childPidsOf(program.pid);
  const report = side.nextReport();
  program.kill('SIGTERM');
  await eventually('new jobs are refused', 1000, async () => (await offerJob(program.port, side.job('{}'))).status === 503);
  expect(await report).toMatchObject({ outcome: 'failed', error: { reason: 'timeout' } });
  expect(await program.exited).toBe(0);
  expect(children.length).toBe(2);
  for (const pid of children) expect(await isAlive(pid)).toBe(false);
});

test('SIGTERM hands back what does not end within the grace', async () => {
  await using program = await processorProgram(workRoot, { PROCESSOR_DRAIN_MS: '200' });
  const mark = sleeperMark();
  const job = side.job(source({ does: 'sleepers_then_loop', mark }));
  await offerUntilTaken(program.port, job);
  const pids = await sleeperPids(mark);
  const report = side.nextReport();
  program.kill('SIGTERM');
  expect(await report).toEqual({ job_id: job.job_id, attempt: 1, attempt_token: job.attempt_token, outcome: 'handed_back' });
  expect(await program.exited).toBe(0);
  for (const pid of pids) expect(await isAlive(pid)).toBe(false);
  expect(await readdir(workRoot)).toEqual([]);
});

test.each(['sleepers_then_wait', 'sleepers_then_loop'] as const)(
  'SIGKILL of the processor in mid-job (%s) leaves no process after 2 s, and the next start sweeps',
  async (does) => {
    await using program = await processorProgram(workRoot);
    const mark = sleeperMark();
    await offerUntilTaken(program.port, side.job(source({ does, mark })));
    const sleepers = await sleeperPids(mark);
    const children = await childPidsOf(program.pid);
    program.kill('SIGKILL');
    expect(await program.exited).toBe('SIGKILL');
    await eventually(
      'every process is gone',
      2000,
      async () => !(await Promise.all([...sleepers, ...children].map(isAlive))).includes(true),
    );
    expect((await leftBelow(workRoot)).length).toBeGreaterThan(0);

    await using next = await processorProgram(workRoot);
    expect(await leftBelow(workRoot)).toEqual([]);
    expect(next.log.find(({ event }) => event === 'listening')).toMatchObject({ swept: 1 });
  },
);

test('SIGTERM ends a processor that has nothing to do at once', async () => {
  await using program = await processorProgram(workRoot);
  program.kill('SIGTERM');
  expect(await program.exited).toBe(0);
});
