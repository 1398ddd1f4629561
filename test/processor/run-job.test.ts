// One attempt from its offer to its report, with a Worker that answers well, badly, late or not at all.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunJob } from '#contract/processor.ts';
import {
  eventually,
  leftBelow,
  type LogLine,
  processorUnderTest,
  type ProcessorUnderTest,
  source,
} from '../../support/run/processor-under-test.ts';
import { cancelJob, offerUntilTaken, runToReport, type ScriptedAnswer, sha256, WorkerSide } from '../../support/run/worker-side.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

let processor: ProcessorUnderTest;
let side: WorkerSide;

beforeAll(async () => {
  processor = await processorUnderTest({ slots: 2 });
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

/** The last log line of the job. */
async function finishOf(job: RunJob): Promise<LogLine | undefined> {
  const line = (): LogLine | undefined => processor.log.find((entry) => entry.event === 'job_finished' && entry['job_id'] === job.job_id);
  await eventually('the job is finished', 10_000, () => line() !== undefined);
  return line();
}

describe('a job that goes well', () => {
  test('is reported as succeeded with the hash and size of the stored result, its evidence, warnings and metrics', async () => {
    const text = source({ does: 'copy' });
    const job = side.job(text);
    const report = await runToReport(processor.port, side, job);
    expect(report).toMatchObject({
      job_id: job.job_id,
      attempt: 1,
      attempt_token: job.attempt_token,
      outcome: 'succeeded',
      results: [
        { index: 0, filename: 'result.json', content_type: 'application/json', size_bytes: text.length, sha256: sha256(Buffer.from(text)) },
      ],
      report: { done: true },
      warnings: [{ code: 'copied' }],
      metrics: { input_bytes: text.length, output_bytes: text.length, pages: 3 },
    });
    expect(side.results.get(0)?.bytes.toString()).toBe(text);
    expect(side.results.get(0)?.contentType).toBe('application/json');
    expect(report.outcome === 'succeeded' && report.metrics.peak_memory_bytes).toBeGreaterThan(10 * 1024 * 1024);
  });

  test('has its directory removed before the report is sent', async () => {
    const report = side.nextReport();
    await offerUntilTaken(processor.port, side.job(source({ does: 'copy' })));
    await report;
    expect(await leftBelow(processor.workRoot)).toEqual([]);
  });

  test('sends a result of many megabytes whole', async () => {
    const bytes = 40 * 1024 * 1024 + 1;
    const limits = { processing_ms: 20_000, pages: 1, output_bytes: bytes };
    const report = await runToReport(processor.port, side, side.job(source({ does: 'write', bytes }), { limits }));
    expect(report).toMatchObject({ outcome: 'succeeded', results: [{ size_bytes: bytes, sha256: sha256(Buffer.alloc(bytes)) }] });
  });

  test('leaves no address, parameter or text of the document in the log', async () => {
    const job = side.job(source({ does: 'throw' }), { params: { action: 'set', values: { title: 'a private title' } } });
    await runToReport(processor.port, side, job);
    await finishOf(job);
    const lines = processor.log.filter((line) => line['job_id'] === job.job_id);
    const log = JSON.stringify(lines);
    for (const secret of ['signature', side.url, 'a private title', 'text of the document', 'evil name', job.attempt_token])
      expect(log).not.toContain(secret);
    expect(lines.find(({ event }) => event === 'operation_failed')).toMatchObject({
      job_id: job.job_id,
      request_id: 'req_of_the_test',
      cause: { name: 'TypeError', at: expect.arrayContaining([expect.stringContaining('hostile-child.mjs')]) },
    });
  });
});

describe('a job that fails', () => {
  test('is reported with the reason, page and details that the operation gave', async () => {
    expect(await runToReport(processor.port, side, side.job(source({ does: 'refuse' })))).toMatchObject({
      outcome: 'failed',
      error: { reason: 'page_too_large', retryable: false, page: 7, details: { width: 20_000 } },
    });
  });

  test('is reported as internal, without the words of the error, when anything else is thrown', async () => {
    const report = await runToReport(processor.port, side, side.job(source({ does: 'throw' })));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'internal', retryable: true } });
    expect(JSON.stringify(report)).not.toContain('text of the document');
  });

  test('is reported as internal when its parameters are not those of the operation', async () => {
    const report = await runToReport(processor.port, side, side.job(source({ does: 'copy' }), { params: { action: 'explode' } }));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'internal' } });
  });

  test('is reported as output_limit when its result is one byte too large, and nothing of it is sent', async () => {
    const limits = { processing_ms: 20_000, pages: 1, output_bytes: 1000 };
    const report = await runToReport(processor.port, side, side.job(source({ does: 'write', bytes: 1001 }), { limits }));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'output_limit' } });
    expect(side.calls.result).toBe(0);
    expect(await runToReport(processor.port, side, side.job(source({ does: 'write', bytes: 1000 }), { limits }))).toMatchObject({
      outcome: 'succeeded',
    });
  });

  test('never sends a file from outside its directory', async () => {
    for (const behaviour of [
      { does: 'link', target: '/etc/hostname' },
      { does: 'point_outside', target: '/etc/hostname' },
    ] as const) {
      const report = await runToReport(processor.port, side, side.job(source(behaviour)));
      expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'internal' } });
    }
    expect(side.calls.result).toBe(0);
  });
});

describe('a Worker in trouble', () => {
  test.each<[string, ScriptedAnswer[]]>([
    ['500 and 503', [500, 503]],
    ['a reset connection', ['drop', 'drop']],
  ])('is survived: %s on source, result and report', async (_, answers) => {
    side.script.source.push(...answers);
    side.script.result.push(...answers);
    side.script.report.push(...answers);
    const text = source({ does: 'copy' });
    expect(await runToReport(processor.port, side, side.job(text))).toMatchObject({ outcome: 'succeeded' });
    expect(side.calls).toMatchObject({ source: 3, result: 3, report: 3 });
    expect(side.results.get(0)?.bytes.toString()).toBe(text);
  });

  test('that sends damaged bytes once is asked again', async () => {
    side.script.source.push('garble');
    expect(await runToReport(processor.port, side, side.job(source({ does: 'copy' })))).toMatchObject({ outcome: 'succeeded' });
    expect(side.calls.source).toBe(2);
  });

  test('that sends damaged bytes each time makes the job fail as internal', { tags: 'long' }, async () => {
    side.always.source = 'garble';
    const report = await runToReport(processor.port, side, side.job(source({ does: 'copy' })));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'internal', retryable: true } });
    expect(side.calls.source).toBeGreaterThan(2);
  });

  test.each(['source', 'result', 'report'] as const)('that answers 409 to the %s makes the processor discard the attempt', async (kind) => {
    side.always[kind] = 409;
    const job = side.job(source({ does: 'copy' }));
    await offerUntilTaken(processor.port, job);
    expect(await finishOf(job)).toMatchObject({ outcome: 'discarded', reason: 'stale' });
    expect(side.calls[kind]).toBe(1);
    expect(side.calls.report).toBe(kind === 'report' ? 1 : 0);
  });

  test('that stores no more than it was told (413) makes the job fail as output_limit', async () => {
    side.always.result = 413;
    expect(await runToReport(processor.port, side, side.job(source({ does: 'copy' })))).toMatchObject({
      error: { reason: 'output_limit' },
    });
  });

  test('that misses a result (422) is told that the attempt failed', async () => {
    side.script.report.push(422);
    expect(await runToReport(processor.port, side, side.job(source({ does: 'copy' })))).toMatchObject({
      outcome: 'failed',
      error: { reason: 'internal' },
    });
  });
});

describe('the heartbeat', () => {
  test('comes every third of the lease and carries the latest progress', async () => {
    side.leaseMs = 1500;
    await offerUntilTaken(processor.port, side.job(source({ does: 'progress', stages: ['reading', 'writing'] })));
    await side.until(() => side.heartbeats.length >= 6);
    expect(side.heartbeats.at(-1)?.progress).toEqual({ percent: 1, stage: 'writing' });
    const report = side.nextReport();
    side.cancelAtHeartbeat = true;
    expect(await report).toMatchObject({ outcome: 'cancelled' });
  });

  test('is sent within about a second when a new stage begins, and only once for it', async () => {
    const job = side.job(source({ does: 'progress', stages: ['reading'] }));
    const startedAt = performance.now();
    await offerUntilTaken(processor.port, job);
    await side.until(() => side.heartbeats.length > 0);
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(2000));
    expect(side.heartbeats[0]?.progress.stage).toBe('reading');
    const report = side.nextReport();
    await cancelJob(processor.port, job);
    await report;
    expect(side.heartbeats.length).toBe(1);
  });

  test('that is answered 409 ends the job at once, unreported', async () => {
    side.leaseMs = 1500;
    side.always.heartbeat = 409;
    const job = side.job(source({ does: 'loop' }));
    await offerUntilTaken(processor.port, job);
    expect(await finishOf(job)).toMatchObject({ outcome: 'discarded', reason: 'stale' });
    expect(side.calls.report).toBe(0);
  });

  test('that is not answered for the whole lease ends the job, unreported', async () => {
    side.leaseMs = 1500;
    side.always.heartbeat = 503;
    const job = side.job(source({ does: 'wait' }));
    await offerUntilTaken(processor.port, job);
    expect(await finishOf(job)).toMatchObject({ outcome: 'discarded', reason: 'lease_lost' });
    expect(side.calls.heartbeat).toBeGreaterThan(1);
    expect(side.calls.report).toBe(0);
  });

  test('that fails now and then does not end the job', async () => {
    side.leaseMs = 1500;
    side.script.heartbeat.push(500, 'drop', 503);
    const job = side.job(source({ does: 'wait' }));
    await offerUntilTaken(processor.port, job);
    await side.until(() => side.heartbeats.length >= 3);
    const report = side.nextReport();
    side.cancelAtHeartbeat = true;
    expect(await report).toMatchObject({ outcome: 'cancelled' });
  });
});
