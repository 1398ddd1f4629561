// The life of a job between Worker and processor: reports right and wrong, attempts lost and repeated, and one event for each state.

import { afterAll, describe, expect, test } from 'vitest';
import type { RunJob } from '#contract/processor.ts';
import { LIMITS } from '#contract/limits.ts';
import { JobEvent } from '#contract/events.ts';
import { pdfBytes } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually } from '../../support/expectations.ts';
import { sha256, successReport } from '../../support/service/scripted-processor.ts';
import { thinned } from '../../../support/everything.ts';

const edge = await openEdge();
afterAll(edge.close);
const { processor } = edge;
const { api } = await edge.createAccount();
const result = pdfBytes('the result');

async function startedRun(fields: Record<string, unknown> = {}): Promise<RunJob> {
  const { job_id } = await api.createJob(fields);
  return processor.nextRun(job_id);
}

async function eventNames(jobId: string): Promise<string[]> {
  return (await edge.events(jobId)).map(({ event }) => event);
}

async function rowOf(jobId: string): Promise<Record<string, unknown>> {
  return (await edge.sql('SELECT * FROM jobs WHERE id = ?', jobId))[0] ?? {};
}

describe('a report', () => {
  test('of success writes state, results and event together', async () => {
    const run = await startedRun({ metadata: { order: '7' } });
    await processor.putResult(run, 0, result);
    expect((await processor.report(run, successReport([result]))).status).toBe(200);
    const job = await api.readJob(run.job_id);
    const events = await edge.events(run.job_id);
    expect(events.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['job.queued', 1],
      ['job.running', 2],
      ['job.succeeded', 3],
    ]);
    expect(JobEvent.parse(events[2]?.body)).toMatchObject({
      result_file_id: job.result_file_id,
      metadata: { order: '7' },
      status: 'succeeded',
    });
    expect(await edge.objectKeys(`results/${run.job_id}/`)).toEqual([`results/${run.job_id}/1/0`]);
  });

  test('that is repeated changes nothing and announces nothing', async () => {
    const run = await startedRun();
    await processor.succeed(run, [result]);
    const before = [
      await rowOf(run.job_id),
      await edge.events(run.job_id),
      await edge.sql('SELECT * FROM files WHERE job_id = ?', run.job_id),
    ];
    const again = await Promise.all([
      processor.report(run, successReport([result])),
      processor.fail(run, 'internal', true),
      processor.report(run, { outcome: 'handed_back' }),
      processor.report(run, { outcome: 'cancelled' }),
    ]);
    expect(again.map((answer) => answer.status)).toEqual([409, 409, 409, 409]);
    expect([
      await rowOf(run.job_id),
      await edge.events(run.job_id),
      await edge.sql('SELECT * FROM files WHERE job_id = ?', run.job_id),
    ]).toEqual(before);
    const { result_file_id = '' } = await api.readJob(run.job_id);
    expect(await (await fetch(await api.downloadUrl(result_file_id))).text()).toBe(Buffer.from(result).toString());
  });

  test('that comes many times at once is accepted once', async () => {
    const run = await startedRun();
    await processor.putResult(run, 0, result);
    const answers = await Promise.all(Array.from({ length: 8 }, async () => processor.report(run, successReport([result]))));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)]);
    expect((await api.readJob(run.job_id)).result_files).toHaveLength(1);
    expect(await eventNames(run.job_id)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    expect(await edge.objectKeys(`results/${run.job_id}/`)).toHaveLength(1);
  });

  test('of success and of failure at once has one winner', async () => {
    const run = await startedRun();
    await processor.putResult(run, 0, result);
    const answers = await Promise.all([processor.report(run, successReport([result])), processor.fail(run, 'corrupt_file')]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status } = await api.readJob(run.job_id);
    expect(status).toBe(answers[0]?.status === 200 ? 'succeeded' : 'failed');
    expect(await eventNames(run.job_id)).toEqual(['job.queued', 'job.running', `job.${status}`]);
  });

  test('that is not signed by the processor changes nothing', async () => {
    const run = await startedRun();
    await processor.putResult(run, 0, result);
    const before = await rowOf(run.job_id);
    const body = successReport([result]);
    const now = Date.now();
    const forged = [
      await processor.report(run, body, { secret: 'dev-another-secret-of-somebody' }),
      await processor.report(run, body, { signature: '' }),
      await processor.report(run, body, { signature: `v1=${'0'.repeat(64)}` }),
      await processor.report(run, body, { signature: 'v1=zz' }),
      await processor.report(run, body, { timestampMs: now - LIMITS.internalSignatureAgeMsMax - 1000 }),
      await processor.report(run, body, { timestampMs: now + LIMITS.internalSignatureAgeMsMax + 60_000 }),
      await fetch(run.report_url, { method: 'POST', body: JSON.stringify(body) }),
    ];
    expect(forged.map((answer) => answer.status)).toEqual(forged.map(() => 401));
    expect((await processor.heartbeat(run, 1, { secret: 'dev-another-secret-of-somebody' })).status).toBe(401);
    expect(await rowOf(run.job_id)).toEqual(before);
    await processor.fail(run, 'corrupt_file');
  });

  test('that was signed for another path or is no report is refused', async () => {
    const [a, b] = [await startedRun(), await startedRun()];
    expect(
      (await processor.post(b.report_url, { ...successReport([]), job_id: a.job_id, attempt: 1, attempt_token: a.attempt_token })).status,
    ).toBe(400);
    for (const body of [{ outcome: 'splendid' }, { outcome: 'succeeded', results: [] }, successReport([])]) {
      expect((await processor.report(a, body)).status).toBe(400);
    }
    expect((await processor.report(a, { outcome: 'failed', padding: 'x'.repeat(LIMITS.reportBytesMax) })).status).toBe(413);
    expect((await api.readJob(a.job_id)).status).toBe('running');
    for (const run of [a, b]) await processor.fail(run, 'corrupt_file');
  });

  test('with the token of another attempt changes nothing and removes nothing', async () => {
    const run = await startedRun();
    await processor.putResult(run, 0, result);
    expect((await processor.report(run, { ...successReport([result]), attempt_token: 'req_0000000000000000000000' })).status).toBe(409);
    expect((await processor.report(run, { ...successReport([result]), attempt: 2 })).status).toBe(409);
    expect((await api.readJob(run.job_id)).status).toBe('running');
    expect((await processor.report(run, successReport([result]))).status).toBe(200);
  });

  test('of a job that nobody knows is stale', async () => {
    const run = await startedRun();
    const stranger = `job_${'0'.repeat(22)}`;
    const answer = await processor.post(run.report_url.replace(run.job_id, stranger), {
      ...successReport([result]),
      job_id: stranger,
      attempt: 1,
      attempt_token: run.attempt_token,
    });
    expect(answer.status).toBe(409);
    await processor.fail(run, 'corrupt_file');
  });

  test.each<[string, (run: RunJob) => Promise<unknown>, Record<string, unknown>]>([
    ['was never sent', async () => undefined, {}],
    ['has another size', async (run) => processor.putResult(run, 0, pdfBytes('another and longer result')), {}],
    ['has another hash', async (run) => processor.putResult(run, 0, pdfBytes('the resulT')), {}],
  ])('of success whose result %s is refused, and can be made good', async (_, send) => {
    const run = await startedRun();
    await send(run);
    expect((await processor.report(run, successReport([result]))).status).toBe(422);
    expect((await api.readJob(run.job_id)).status).toBe('running');
    expect((await processor.succeed(run, [result])).status).toBe(200);
  });
});

describe('a result', () => {
  test('without its length or digest, out of bounds or too large is refused and not stored', async () => {
    const small = await edge.createAccount({ overrides: { file_bytes: 100 } });
    const { job_id } = await small.api.createJob();
    const run = await processor.nextRun(job_id);
    const put = async (index: string, body: Uint8Array, headers: Record<string, string> = {}) =>
      (await fetch(`${run.results_url}/${index}`, { method: 'PUT', body: Buffer.from(body), headers })).status;
    const digest = { 'repr-digest': `sha-256=:${sha256(result, 'base64')}:` };
    expect(await put('0', result)).toBe(400);
    expect(await put('0', result, { 'repr-digest': 'sha-256=:AAAA:' })).toBe(400);
    expect(await put('-1', result, digest)).toBe(400);
    expect(await put('x', result, digest)).toBe(400);
    expect(await put('20001', result, digest)).toBe(400);
    const large = Buffer.alloc(201);
    expect((await processor.putResult(run, 0, large)).status).toBe(413);
    expect(await edge.objectKeys(`results/${job_id}/`)).toEqual([]);
    const answer = await processor.putResult(run, 0, result);
    expect([answer.status, await answer.json()]).toEqual([200, { sha256: sha256(result), size_bytes: result.byteLength }]);
    await processor.fail(run, 'corrupt_file');
    expect(await edge.objectKeys(`results/${job_id}/`)).toEqual([]);
  });

  test('sent to an address that was not signed for the attempt is refused', async () => {
    const run = await startedRun();
    const forged = run.results_url.replace(/attempts\/[^/]+/, 'attempts/eyJwIjoiYXR0ZW1wdCJ9.AAAA');
    expect((await fetch(`${forged}/0`, { method: 'PUT', body: Buffer.from(result) })).status).toBe(401);
    const downloadToken = (await api.downloadUrl(run.sources[0]?.file_id ?? '')).split('/').at(-1);
    expect((await fetch(`${edge.url}/internal/attempts/${downloadToken}/source`)).status).toBe(401);
    await processor.fail(run, 'corrupt_file');
  });
});

describe('an attempt', () => {
  test('that fails for a moment is made again, three times in all, and the job then fails with the last reason', async () => {
    const { job_id } = await api.createJob();
    for (let attempt = 1; attempt <= LIMITS.jobAttemptsMax; attempt++) {
      const run = await processor.nextRun(job_id);
      expect(run.attempt).toBe(attempt);
      await processor.putResult(run, 0, result);
      expect((await processor.fail(run, 'internal', true)).status).toBe(200);
      expect(await edge.objectKeys(`results/${job_id}/`)).toEqual([]);
      if (attempt < LIMITS.jobAttemptsMax) {
        expect(await api.readJob(job_id)).toMatchObject({
          status: 'queued',
          attempts: attempt,
          progress: { percent: 0, stage: 'waiting' },
        });
        await edge.redeliver(job_id);
      }
    }
    expect(await api.jobIn(job_id, 'failed')).toMatchObject({ attempts: 3, error: { reason: 'internal', retryable: true } });
    expect(await eventNames(job_id)).toEqual(['job.queued', 'job.running', 'job.failed']);
  });

  test('that fails for good is not made again', async () => {
    const run = await startedRun();
    await processor.fail(run, 'corrupt_file');
    await edge.redeliver(run.job_id);
    expect(await api.readJob(run.job_id)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(processor.runs.filter((other) => other.job_id === run.job_id)).toHaveLength(1);
  });

  test('that is handed back does not count', async () => {
    const { job_id } = await api.createJob();
    for (let times = 1; times <= 5; times++) {
      const run = await processor.nextRun(job_id);
      expect(run.attempt).toBe(times);
      expect((await processor.report(run, { outcome: 'handed_back' })).status).toBe(200);
    }
    const last = await processor.nextRun(job_id);
    await processor.succeed(last);
    expect(await api.readJob(job_id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(await eventNames(job_id)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
  });

  test('whose lease has lapsed is replaced; the old one is told 409 everywhere and nothing of it stays', async () => {
    const old = await startedRun();
    await processor.putResult(old, 0, pdfBytes('of the old attempt'));
    await edge.lapseLease(old.job_id);
    const fresh = await processor.nextRun(old.job_id);
    expect(fresh.attempt).toBe(2);
    expect(fresh.attempt_token).not.toBe(old.attempt_token);
    const stale = [
      await processor.heartbeat(old),
      await processor.fetchSource(old),
      await processor.putResult(old, 1, result),
      await processor.report(old, successReport([pdfBytes('of the old attempt')])),
      await processor.report(old, successReport([pdfBytes('never sent')])),
      await processor.fail(old, 'corrupt_file'),
      await processor.report(old, { outcome: 'handed_back' }),
    ];
    expect(stale.map((answer) => answer.status)).toEqual(stale.map(() => 409));
    expect(await edge.objectKeys(`results/${old.job_id}/`)).toEqual([]);
    expect(await api.readJob(old.job_id)).toMatchObject({ status: 'running', attempts: 2 });
    expect((await processor.succeed(fresh, [result])).status).toBe(200);
    expect(await edge.objectKeys(`results/${old.job_id}/`)).toEqual([`results/${old.job_id}/2/0`]);
    expect(await eventNames(old.job_id)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
  });

  test('that was lost after it had sent results leaves none of them behind the one that succeeds', async () => {
    const old = await startedRun();
    await processor.putResult(old, 0, pdfBytes('of the old attempt'));
    await edge.lapseLease(old.job_id);
    await processor.succeed(await processor.nextRun(old.job_id), [result]);
    expect(await edge.objectKeys(`results/${old.job_id}/`)).toEqual([`results/${old.job_id}/2/0`]);
  });

  test('that beats keeps its lease', async () => {
    const run = await startedRun();
    await edge.sql('UPDATE jobs SET lease_until = lease_until - 25000 WHERE id = ?', run.job_id);
    await processor.heartbeat(run);
    const { lease_until, wake_at } = await rowOf(run.job_id);
    expect(Number(lease_until) - Date.now()).toBeGreaterThan(run.lease_ms - 5000);
    expect(wake_at).toBe(lease_until);
    await edge.sendToQueue({ job_id: run.job_id });
    await processor.fail(run, 'corrupt_file');
    expect(processor.runs.filter((other) => other.job_id === run.job_id)).toHaveLength(1);
  });

  test('that is lost three times fails the job with processor_lost', async () => {
    const { job_id } = await api.createJob();
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await processor.nextRun(job_id)).attempt).toBe(attempt);
      await edge.lapseLease(job_id);
    }
    const job = await api.jobIn(job_id, 'failed');
    expect(job).toMatchObject({ attempts: 3, error: { reason: 'processor_lost', retryable: true } });
    expect(await eventNames(job_id)).toEqual(['job.queued', 'job.running', 'job.failed']);
    expect(processor.runs.filter((run) => run.job_id === job_id)).toHaveLength(3);
  });

  test.each(thinned(['reset', 'busy', 'refused'] as const, 3))(
    'that the processor answers as %s is made again and does not count',
    async (reaction) => {
      let refusals = 0;
      processor.react = () => (++refusals <= 2 ? reaction : 'taken');
      const { job_id } = await api.createJob();
      await eventually(
        () => refusals,
        (n) => n >= 1,
      );
      const run = await processor.nextRun(job_id);
      processor.react = () => 'taken';
      expect(run.attempt).toBe(3);
      await processor.succeed(run);
      expect(await api.readJob(job_id)).toMatchObject({ status: 'succeeded', attempts: 1 });
      expect(await eventNames(job_id)).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    },
  );
});

describe('a queue message', () => {
  test('that comes many times starts the job once', async () => {
    const run = await startedRun();
    for (let times = 0; times < 5; times++) await edge.sendToQueue({ job_id: run.job_id });
    const other = await startedRun();
    await processor.succeed(other);
    expect(processor.runs.filter(({ job_id }) => job_id === run.job_id)).toHaveLength(1);
    await processor.succeed(run);
    await edge.sendToQueue({ job_id: run.job_id });
    expect((await api.readJob(run.job_id)).attempts).toBe(1);
  });

  test('that means nothing harms nobody else', async () => {
    for (const poison of [null, 'text', 7, {}, { job_id: 7 }, { job_id: 'job_nobody' }, [], { job_id: '__proto__' }])
      await edge.sendToQueue(poison);
    const run = await startedRun();
    await processor.succeed(run);
    expect((await api.readJob(run.job_id)).status).toBe('succeeded');
    expect(edge.logs.filter((line) => line.includes('"queue.malformed"')).length).toBeGreaterThanOrEqual(6);
    expect(edge.logs.filter((line) => line.includes('"queue.message_failed"'))).toEqual([]);
  });
});
