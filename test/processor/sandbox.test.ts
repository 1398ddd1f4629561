// What a job cannot do: run on, grow, outlive its end, see the secret, or disturb the next job.

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  eventually,
  isAlive,
  leftBelow,
  pidsWith,
  processorUnderTest,
  type ProcessorUnderTest,
  sleeperMark,
  sleeperPids,
  source,
} from '../../support/run/processor-under-test.ts';
import type { JobReport } from '#contract/processor.ts';
import { cancelJob, offerUntilTaken, runToReport, TEST_SECRET, WorkerSide } from '../../support/run/worker-side.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

const MIB = 1024 ** 2;
const briefly = { processing_ms: 700, pages: 1, output_bytes: MIB };

let processor: ProcessorUnderTest;
let side: WorkerSide;

beforeAll(async () => {
  processor = await processorUnderTest({ jobMemoryBytesMax: 300 * MIB });
});
afterAll(() => processor[Symbol.asyncDispose]());
beforeEach(async () => {
  side = await WorkerSide.start();
});
afterEach(async () => {
  await side[Symbol.asyncDispose]();
  expect(side.complaints).toEqual([]);
  await eventually('the work root is empty', 2000, async () => (await leftBelow(processor.workRoot)).length === 0);
});

async function nameOfChild(): Promise<string> {
  return childOf(await runToReport(processor.port, side, side.job(source({ does: 'tell' }))));
}

function childOf(report: JobReport): string {
  if (report.outcome !== 'succeeded') throw new Error(report.outcome);
  return String(report.report['child']);
}

test('a loop that never yields is ended as timeout, and the next job runs', async () => {
  const report = await runToReport(processor.port, side, side.job(source({ does: 'loop' }), { limits: briefly }));
  expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'timeout', retryable: false } });
  expect(report.outcome === 'failed' && report.metrics.processing_ms).toBeLessThan(onBusyMachine(1700));
  expect(await runToReport(processor.port, side, side.job(source({ does: 'copy' })))).toMatchObject({ outcome: 'succeeded' });
});

test.each(['sleepers_then_wait', 'sleepers_then_loop'] as const)(
  '%s: a timeout also ends what the job started, in its own session too',
  async (does) => {
    const mark = sleeperMark();
    const ended = runToReport(processor.port, side, side.job(source({ does, mark }), { limits: { ...briefly, processing_ms: 1500 } }));
    const pids = await sleeperPids(mark);
    expect(await ended).toMatchObject({ outcome: 'failed', error: { reason: 'timeout' } });
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);
  },
);

test('a process that a finished job left behind is ended, and so is its child process', async () => {
  const before = await nameOfChild();
  const mark = sleeperMark();
  expect(await runToReport(processor.port, side, side.job(source({ does: 'sleepers_then_copy', mark })))).toMatchObject({
    outcome: 'succeeded',
  });
  await eventually('the sleepers are dead', 2000, async () => (await pidsWith(mark)).length === 0);
  expect(await nameOfChild()).not.toBe(before);
});

test('a cancelled job is dead and reported within a second', async () => {
  const mark = sleeperMark();
  const job = side.job(source({ does: 'sleepers_then_loop', mark }));
  await offerUntilTaken(processor.port, job);
  const pids = await sleeperPids(mark);
  const report = side.nextReport();
  const startedAt = performance.now();
  expect((await cancelJob(processor.port, job)).status).toBe(202);
  expect(await report).toMatchObject({ outcome: 'cancelled', job_id: job.job_id });
  expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(1000));
  for (const pid of pids) expect(await isAlive(pid)).toBe(false);
});

test('a cancellation with the token of another attempt ends nothing', async () => {
  const job = side.job(source({ does: 'wait' }), { limits: briefly });
  const report = side.nextReport();
  await offerUntilTaken(processor.port, job);
  await cancelJob(processor.port, { ...job, attempt_token: 'the-token-of-another-attempt' });
  expect(await report).toMatchObject({ outcome: 'failed', error: { reason: 'timeout' } });
});

test.each(['fill_buffers', 'fill_heap'] as const)('%s: more memory than allowed is out_of_memory', async (does) => {
  const report = await runToReport(processor.port, side, side.job(source({ does })));
  expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'out_of_memory', retryable: false } });
});

test('a heap that V8 gives up on is out_of_memory', { tags: 'long' }, async () => {
  await using roomy = await processorUnderTest({ jobMemoryBytesMax: 640 * MIB });
  const report = await runToReport(roomy.port, side, side.job(source({ does: 'fill_heap' })));
  expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'out_of_memory' } });
  expect(roomy.log.find(({ event }) => event === 'job_failing')).toMatchObject({
    cause: { name: 'ChildCrashed', code: expect.stringMatching(/^(?:SIGABRT|exit code 134)$/) },
  });
});

test('a crash without a cause is internal, and the next job finds another child', async () => {
  for (const does of ['exit', 'stray'] as const) {
    const before = await nameOfChild();
    const report = await runToReport(processor.port, side, side.job(source({ does })));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'internal', retryable: true } });
    expect(await nameOfChild()).not.toBe(before);
  }
});

test('a child is warm for the next job, and replaced after its number of jobs', async () => {
  await using other = await processorUnderTest({ jobsPerChildMax: 3 });
  const children: string[] = [];
  for (let i = 0; i < 7; i++) {
    const report = await runToReport(other.port, side, side.job(source({ does: 'tell' })));
    children.push(childOf(report));
  }
  const [first, , , second, , , third] = children;
  expect(children).toEqual([first, first, first, second, second, second, third]);
  expect(new Set(children).size).toBe(3);
});

test('a child that holds much memory between jobs is replaced, so that the next job has its own', async () => {
  await using other = await processorUnderTest({ jobMemoryBytesMax: 640 * MIB });
  const children: string[] = [];
  for (const does of ['tell', 'hoard', 'tell', 'tell'] as const) {
    const behaviour = does === 'hoard' ? { does, bytes: 320 * MIB } : { does };
    const report = await runToReport(other.port, side, side.job(source(behaviour)));
    children.push(childOf(report));
  }
  expect(children).toEqual([children[0], children[0], children[2], children[2]]);
  expect(children[2]).not.toBe(children[0]);
});

test('a job sees its own files and nothing of the processor: no secret, no address, no name of the customer', async () => {
  process.env['A_SECRET_OF_THE_PROCESSOR'] = TEST_SECRET;
  await using other = await processorUnderTest();
  const report = await runToReport(other.port, side, side.job(source({ does: 'tell' })));
  delete process.env['A_SECRET_OF_THE_PROCESSOR'];
  if (report.outcome !== 'succeeded') throw new Error(report.outcome);
  const { env, files, sourcePath } = report.report as { env: Record<string, string>; files: string[]; sourcePath: string };
  expect(Object.keys(env).toSorted()).toEqual(
    ['HOME', 'LANG', 'MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'PATH', 'PWD', 'TMPDIR', 'TZ'].filter((name) => name in env),
  );
  expect(JSON.stringify(report.report)).not.toContain(TEST_SECRET);
  expect(JSON.stringify(report.report)).not.toContain(side.url);
  expect(files.toSorted()).toEqual(['result.json', 'source-0.pdf']);
  expect(sourcePath).toBe(join(env['TMPDIR']!, 'source-0.pdf'));
});
