// What the processor answers to offers, cancellations and watchers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { OPERATION_NAMES } from '#contract/operations.ts';
import { eventually, processorUnderTest, type ProcessorUnderTest, source } from '../../support/run/processor-under-test.ts';
import { cancelJob, offerJob, offerUntilTaken, runToReport, sendCall, signCall, WorkerSide } from '../../support/run/worker-side.ts';

describe('the intake', () => {
  let clockOffsetMs = 0;
  let processor: ProcessorUnderTest;
  let side: WorkerSide;

  beforeAll(async () => {
    processor = await processorUnderTest({}, () => Date.now() + clockOffsetMs);
    side = await WorkerSide.start();
  });
  afterAll(async () => {
    await processor[Symbol.asyncDispose]();
    await side[Symbol.asyncDispose]();
    expect(side.complaints).toEqual([]);
  });

  test('refuses an offer without a signature, with a wrong one, or with one for another path or method, and runs nothing', async () => {
    const job = side.job(source({ does: 'copy' }));
    const right = await signCall('POST', '/jobs', job);
    const calls = [
      { ...right, headers: {} },
      await signCall('POST', '/jobs', job, 'another secret than the right one'),
      { ...right, body: right.body.replace('"attempt":1', '"attempt":2') },
      { ...(await signCall('POST', '/jobs/', job)), path: '/jobs' },
      { ...(await signCall('DELETE', '/jobs', job)), method: 'POST' },
      { ...right, method: 'DELETE', path: `/jobs/${job.job_id}` },
    ];
    for (const call of calls) expect((await sendCall(processor.port, call)).status).toBe(401);
    expect(side.calls.source).toBe(0);
  });

  test('refuses a signature that is too old, replayed later, or from the future', async () => {
    const ageMs = LIMITS.internalSignatureAgeMsMax + 2000;
    const job = side.job(source({ does: 'copy' }));
    for (const timestampMs of [Date.now() - ageMs, Date.now() + ageMs]) {
      expect((await sendCall(processor.port, await signCall('POST', '/jobs', job, undefined, timestampMs))).status).toBe(401);
    }
    const call = await signCall('POST', '/jobs', job);
    const report = side.nextReport();
    expect((await sendCall(processor.port, call)).status).toBe(202);
    await report;
    clockOffsetMs = ageMs;
    expect((await sendCall(processor.port, call)).status).toBe(401);
    clockOffsetMs = 0;
  });

  test('takes a repeated offer of the same attempt without running it again, while it runs and after it ended', async () => {
    const job = side.job(source({ does: 'copy' }));
    const sourcesBefore = side.calls.source;
    const reportsBefore = side.reports.length;
    const report = side.nextReport();
    await offerUntilTaken(processor.port, job);
    expect((await offerJob(processor.port, job)).status).toBe(202);
    await report;
    // The only slot is taken by another job, so the first one has ended when its offer is repeated.
    await runToReport(processor.port, side, side.job(source({ does: 'copy' })));
    await offerUntilTaken(processor.port, job);
    const last = side.job(source({ does: 'copy' }));
    await offerUntilTaken(processor.port, last);
    await side.until(() => side.reports.at(-1)?.job_id === last.job_id);
    expect(side.calls.source).toBe(sourcesBefore + 3);
    expect(side.reports.length).toBe(reportsBefore + 3);
  });

  test('answers 503 with Retry-After when every slot is busy, and accepts again when one is free', async () => {
    const waiting = side.job(source({ does: 'wait' }));
    await offerUntilTaken(processor.port, waiting);
    const next = side.job(source({ does: 'copy' }));
    const refused = await offerJob(processor.port, next);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const report = side.nextReport();
    await cancelJob(processor.port, waiting);
    await report;
    expect((await runToReport(processor.port, side, next)).outcome).toBe('succeeded');
  });

  test('has a free slot while a report is being taken, and says with each answer how many slots it has', async () => {
    const [first, second, third] = [1, 2, 3].map(() => side.job(source({ does: 'copy' })));
    const answers: unknown[] = [];
    const offer = async (job: typeof first) => {
      const answer = await offerJob(processor.port, job!);
      answers.push([answer.status, ((await answer.json()) as { slots: number }).slots]);
    };
    side.whileReporting = async () => {
      side.whileReporting = undefined;
      await offer(second);
      await offer(third);
    };
    await offerUntilTaken(processor.port, first!);
    await side.until(() => side.reports.some(({ job_id }) => job_id === second!.job_id));
    expect(answers).toEqual([
      [202, 1],
      [503, 1],
    ]);
  });

  test('a newer attempt of a job ends the older one, and an older one is not run', async () => {
    const first = side.job(source({ does: 'wait' }));
    await offerUntilTaken(processor.port, first);
    const second = { ...first, attempt: 2, attempt_token: 'the-token-of-attempt-2', sources: side.job(source({ does: 'wait' })).sources };
    await offerUntilTaken(processor.port, second);
    expect((await offerJob(processor.port, { ...first, attempt_token: 'a-late-token-of-attempt-1' })).status).toBe(202);

    const report = side.nextReport();
    expect((await cancelJob(processor.port, second)).status).toBe(202);
    expect(await report).toMatchObject({ outcome: 'cancelled', attempt: 2 });
  });

  test('answers 202 to the cancellation of a job that is not here', async () => {
    expect((await cancelJob(processor.port, side.job('{}'))).status).toBe(202);
  });

  test('refuses a malformed message with 400 and an endless one with 413', async () => {
    expect((await sendCall(processor.port, await signCall('POST', '/jobs', '{'))).status).toBe(400);
    expect((await sendCall(processor.port, await signCall('POST', '/jobs', { ...side.job('{}'), type: '__proto__' }))).status).toBe(400);
    const message = { job_id: 'job_1', attempt: 1, attempt_token: 'the-token-of-attempt-1' };
    expect((await sendCall(processor.port, await signCall('DELETE', '/jobs/job_2', message))).status).toBe(400);
    expect((await sendCall(processor.port, await signCall('POST', '/jobs', ' '.repeat(1024 * 1024 + 1)))).status).toBe(413);
    expect((await fetch(`http://127.0.0.1:${processor.port}/nothing`)).status).toBe(404);
  });

  test('says that it lives, what it can do, and what it did', async () => {
    const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${processor.port}${path}`);
    await runToReport(processor.port, side, side.job(source({ does: 'refuse' })));
    expect((await get('/healthz')).status).toBe(200);
    await eventually('the slot is free', 2000, async () => ((await (await get('/readyz')).json()) as { busy: number }).busy === 0);
    expect(await (await get('/readyz')).json()).toMatchObject({
      ready: true,
      slots: 1,
      busy: 0,
      operations: OPERATION_NAMES,
      region: 'local',
    });

    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/^processor_jobs_total\{type="metadata",outcome="failed",reason="page_too_large"\} 1$/m);
    expect(metrics).toMatch(/^processor_jobs_total\{type="metadata",outcome="succeeded",reason=""\} \d+$/m);
    expect(metrics).toMatch(/^processor_job_duration_seconds_bucket\{type="metadata",le="\+Inf"\} \d+$/m);
    expect(metrics).toMatch(/^processor_slots_busy 0$/m);
    expect(metrics).toMatch(/^processor_child_restarts_total [1-9]\d*$/m);
    expect(metrics).toMatch(/^processor_resident_memory_bytes [1-9]\d*$/m);
    expect(metrics).toMatch(/^processor_children_resident_memory_bytes [1-9]\d*$/m);
  });
});
