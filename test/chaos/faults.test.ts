// Each fault that the service must survive, one at a time, at the moment where it hurts most.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import type { WireKind } from '../support/service/faulty-wire.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';

let service: Service;
let client: Client;
let fileId: string;
let lapsing: Promise<void>;

/** There is no need to wait for the lease of its jobs. */
function killProcessor(): void {
  service.processor.kill();
  lapsing = service.lapseLeases();
}

beforeAll(async () => {
  service = await startService();
  client = new Client(service, service.key);
  fileId = (await client.upload(await makeLetter('Author In Trouble'))).file_id;
});
afterEach(async () => {
  service.wire.onRequest = () => 'pass';
  await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directory is empty');
  await expectRestingInvariants(service);
});
afterAll(async () => service.stop());

async function run(): Promise<Awaited<ReturnType<Client['waitForEnd']>>> {
  lapsing = Promise.resolve();
  const created = await client.createJob('metadata', fileId, { action: 'remove' });
  const job = await client.waitForEnd(created.job_id);
  await lapsing;
  return job;
}

/** Does something at the first request of a kind, once. */
function atFirst(kind: WireKind, act: () => 'pass' | 'drop' | 'fail' | 'lose_answer' | 'twice'): void {
  let done = false;
  service.wire.onRequest = (wireRequest) => {
    if (done || wireRequest.kind !== kind) return 'pass';
    done = true;
    return act();
  };
}

describe('the processor is killed', () => {
  const kill = (then: 'drop' | 'pass') => () => {
    killProcessor();
    return then;
  };

  test('at the start: the job succeeds in a later attempt', async () => {
    atFirst('source', kill('drop'));
    expect(await run()).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  test('in the middle, as it sends the result: the job succeeds in a later attempt', { tags: 'long' }, async () => {
    atFirst('result', kill('drop'));
    expect(await run()).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  test('after the result was stored: the attempt’s object is replaced by the next attempt’s', { tags: 'long' }, async () => {
    atFirst('result', kill('pass'));
    const job = await run();
    expect(job).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  test('before its report arrives: the job succeeds in a later attempt', { tags: 'long' }, async () => {
    atFirst('report', kill('drop'));
    expect(await run()).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  test('in every attempt: the job fails as processor_lost after the last one', { tags: 'long' }, async () => {
    service.wire.onRequest = (wireRequest) => {
      if (wireRequest.kind === 'source') killProcessor();
      return 'pass';
    };
    expect(await run()).toMatchObject({ status: 'failed', attempts: 3, error: { reason: 'processor_lost' } });
  });
});

describe('a report', () => {
  const reports = () => service.wire.answers.filter((answer) => answer.kind === 'report');

  test('that arrives twice changes nothing the second time', async () => {
    const before = reports().length;
    atFirst('report', () => 'twice');
    const job = await run();
    expect(job.status).toBe('succeeded');
    // The job is seen to have ended by the first of them.
    await waitUntil(async () => reports().length >= before + 2, 'both reports are answered');
    expect(reports().slice(-2)).toEqual([
      { kind: 'report', status: 200 },
      { kind: 'report', status: 409 },
    ]);
    await client.download(job.result_file_id ?? '');
  });

  test('whose answer is lost is sent again and changes nothing', async () => {
    const before = reports().length;
    atFirst('report', () => 'lose_answer');
    const job = await run();
    expect(job).toMatchObject({ status: 'succeeded', attempts: 1 });
    // The job is seen to have ended by the first report; the second must not be taken for one of the next test's job.
    await waitUntil(async () => reports().length >= before + 2, 'the report is sent again');
    expect(
      reports()
        .slice(-2)
        .map((answer) => answer.status),
    ).toEqual([200, 409]);
    await client.download(job.result_file_id ?? '');
  });

  test('of an attempt that was given up is refused and its object removed', { tags: 'long' }, async () => {
    let late: (typeof service.wire.seen)[number] | undefined;
    atFirst('report', () => {
      late = service.wire.seen.at(-1);
      killProcessor();
      return 'drop';
    });
    const job = await run();
    expect(job).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(late).toBeDefined();
    if (late) expect(await service.wire.replay(late)).toBe(409);
    await client.download(job.result_file_id ?? '');
  });

  test('that is forged is refused', async () => {
    const job = await run();
    const real = service.wire.seen.findLast((wireRequest) => wireRequest.kind === 'report');
    expect(real).toBeDefined();
    if (!real) return;
    const forgedBody = Buffer.from(real.body.toString('utf8').replace(/"sha256":"./, '"sha256":"0'));
    expect(
      await service.wire.replay({ ...real, body: forgedBody, headers: { ...real.headers, 'content-length': String(forgedBody.length) } }),
    ).toBe(401);
    const oldHeaders = { ...real.headers, 'x-internal-timestamp': String(Date.now() - 600_000) };
    expect(await service.wire.replay({ ...real, headers: oldHeaders })).toBe(401);
    expect((await client.call('GET', `/jobs/${job.job_id}`)).body).toMatchObject({ status: 'succeeded' });
  });
});

describe('the Worker fails for a moment', () => {
  for (const kind of ['source', 'result', 'report'] as const) {
    test(`on ${kind}: the processor tries again within the same attempt`, async () => {
      let failures = 0;
      service.wire.onRequest = (wireRequest) => (wireRequest.kind === kind && failures++ < 2 ? 'fail' : 'pass');
      expect(await run()).toMatchObject({ status: 'succeeded', attempts: 1 });
      expect(failures).toBeGreaterThan(2);
    });
  }
});

describe('the queue', () => {
  test('loses a message: the sweep sends it again', async () => {
    const created = await client.createJob('metadata', fileId, { action: 'remove' });
    await client.waitForEnd(created.job_id);
    // The row as it would be had the message never arrived.
    await service.query(`DELETE FROM events WHERE job_id = ? AND event <> 'job.queued'`, created.job_id);
    await service.query('DELETE FROM files WHERE job_id = ?', created.job_id);
    const stray = await service.objectKeys();
    const bucket = await service.edge.miniflare.getR2Bucket('BUCKET_EU');
    await bucket.delete(stray.filter((key) => key.startsWith(`results/${created.job_id}/`)));
    await service.query(
      `UPDATE jobs SET state = 'queued', attempts = 0, completed_at = NULL, result_file_id = NULL, report = NULL, wake_at = 1 WHERE id = ?`,
      created.job_id,
    );
    await service.sweep();
    expect(await client.waitForEnd(created.job_id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('delivers a message twice: one attempt runs', async () => {
    const queue = await service.edge.miniflare.getQueueProducer('QUEUE_EU');
    const created = await client.createJob('metadata', fileId, { action: 'remove' });
    await Promise.all([queue.send({ job_id: created.job_id }), queue.send({ job_id: created.job_id })]);
    expect(await client.waitForEnd(created.job_id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('delivers a message that names no job: it is dropped and the next job works', async () => {
    const queue = await service.edge.miniflare.getQueueProducer('QUEUE_EU');
    await queue.send({ job_id: 'job_unknown' });
    await queue.send({ nonsense: true });
    expect((await run()).status).toBe('succeeded');
  });
});

test('a Worker that restarts with jobs under way finishes all of them', async () => {
  const created = await Promise.all(Array.from({ length: 8 }, async () => client.createJob('metadata', fileId, { action: 'remove' })));
  await service.restartEdge();
  await service.query('UPDATE jobs SET wake_at = 1 WHERE wake_at IS NOT NULL');
  await service.sweep();
  const jobs = await Promise.all(created.map(async (job) => client.waitForEnd(job.job_id)));
  expect(jobs.map((job) => job.status)).toEqual(jobs.map(() => 'succeeded'));
});

test('cancelling twice, and deleting while running, end the job once', async () => {
  const first = await client.createJob('metadata', fileId, { action: 'remove' });
  const answers = await Promise.all([
    client.call('POST', `/jobs/${first.job_id}/cancel`),
    client.call('POST', `/jobs/${first.job_id}/cancel`),
  ]);
  for (const { status } of answers) expect([200, 202, 409]).toContain(status);
  await client.waitForEnd(first.job_id);

  const doomed = await client.upload(await makeLetter('Deleted While Running'));
  const second = await client.createJob('metadata', doomed.file_id, { action: 'remove' });
  await client.call('DELETE', `/files/${doomed.file_id}`);
  const job = await client.waitForEnd(second.job_id);
  if (job.status === 'cancelled') expect(job.error?.reason).toBe('source_deleted');
  else expect(job.status).toBe('succeeded');
});
