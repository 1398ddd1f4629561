// GET /jobs/{job_id}/events: what happens to a job, as server-sent events.

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterAll, describe, expect, test } from 'vitest';
import { StreamedEvent } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import { openEdge, type TestAccount } from '../../support/service/edge.ts';
import { expectError, eventually } from '../../support/expectations.ts';
import { LEAVES_AFTER } from '../../support/service/leaves-after.ts';
import { UNKNOWN_JOB } from '../../support/service/routes.ts';

const edge = await openEdge({ entry: 'test/support/service/leaving-worker.ts' });
afterAll(edge.close);
const { processor } = edge;
const { api } = await edge.createAccount();

interface Stream {
  readonly response: Response;
  readonly said: EventSourceMessage[];
  readonly comments: string[];
  readonly retry: { ms?: number };
  /** Until the service ends it. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

/** Reads a stream with a parser of others. */
async function follow(jobId: string, headers: Record<string, string> = {}, client = api): Promise<Stream> {
  const response = await client.request('GET', `/jobs/${jobId}/events`, { headers });
  const stream: Stream = { response, said: [], comments: [], retry: {}, ended: Promise.resolve(), leave: () => undefined };
  if (response.status !== 200 || !response.body) return stream;
  const parser = createParser({
    onEvent: (event) => stream.said.push(event),
    onComment: (comment) => stream.comments.push(comment),
    onRetry: (ms) => (stream.retry.ms = ms),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
  };
  return { ...stream, ended: read(), leave: () => void reader.cancel() };
}

/** `1 job.queued`; progress by its percent. Every event is what the contract says. */
function told({ said }: Stream): string[] {
  return said.map(({ id = '', event, data }) => {
    const body = StreamedEvent.parse(JSON.parse(data));
    expect(event).toBe(body.event);
    if (body.event !== 'job.progress') expect(id).toBe(String(body.sequence));
    return body.event === 'job.progress' ? `${body.progress.percent} % ${body.progress.stage}` : `${id} ${body.event}`;
  });
}

async function hears(stream: Stream, what: string): Promise<void> {
  await eventually(
    () => told(stream),
    (events) => events.includes(what),
  );
}

describe('readJobEvents 200', () => {
  test('every state and the progress, in order, until the job has ended', async () => {
    const { job_id } = await api.createJob({ metadata: { order: '7' } });
    const run = await processor.nextRun(job_id);
    const stream = await follow(job_id);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    await hears(stream, '0 % starting');
    for (const percent of [20, 60]) {
      await processor.heartbeat(run, percent);
      await hears(stream, `${percent} % operate`);
    }
    await processor.succeed(run);
    await stream.ended;
    expect(told(stream)).toEqual(['1 job.queued', '2 job.running', '0 % starting', '20 % operate', '60 % operate', '3 job.succeeded']);
    const bodies = stream.said.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
    const ofReceivers = (await edge.events(job_id)).map(({ body }) => body);
    expect(bodies.filter(({ event }) => event !== 'job.progress')).toEqual(ofReceivers);
    expect(bodies.at(-1)).toMatchObject({ result_file_id: (await api.readJob(job_id)).result_file_id, metadata: { order: '7' } });
  });

  test('a job that is over is told at once, and the stream ends', async () => {
    const { job_id } = await api.createJob();
    await processor.fail(await processor.nextRun(job_id), 'corrupt_file');
    const stream = await follow(job_id);
    await stream.ended;
    expect(told(stream)).toEqual(['1 job.queued', '2 job.running', '3 job.failed']);
  });

  test('Last-Event-ID goes on after that event: nothing is missed, nothing comes twice', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await processor.heartbeat(run, 30);
    const first = await follow(job_id);
    await hears(first, '30 % operate');
    first.leave();
    const lastRead = first.said.at(-1)?.id ?? '';
    const second = await follow(job_id, { 'last-event-id': lastRead });
    await processor.heartbeat(run, 70);
    await hears(second, '70 % operate');
    second.leave();
    await processor.succeed(run);
    const third = await follow(job_id, { 'last-event-id': second.said.at(-1)?.id ?? '' });
    await third.ended;
    expect([told(second), told(third)]).toEqual([['70 % operate'], ['3 job.succeeded']]);
  });

  test.each(['x', '9', '', '2', '1.running.1'])('Last-Event-ID %j of no event does no harm', async (id) => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    const stream = await follow(job_id, { 'last-event-id': id });
    await processor.succeed(run);
    await stream.ended;
    if (id !== '9') expect(told(stream).at(-1)).toBe('3 job.succeeded');
  });

  test('a job that waits again after its processor was lost says so', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    await processor.heartbeat(run, 50);
    const stream = await follow(job_id);
    await hears(stream, '50 % operate');
    processor.react = () => 'busy';
    await edge.lapseLease(job_id);
    await hears(stream, '0 % waiting');
    processor.react = () => 'taken';
    await api.cancel(job_id);
    await stream.ended;
    expect(told(stream).at(-1)).toBe('3 job.cancelled');
  });

  test('a silent stream has comments, and ends when the key that opened it is revoked', { tags: 'long', timeout: 60_000 }, async () => {
    const account = await edge.createAccount();
    const { job_id } = await account.api.createJob();
    const run = await processor.nextRun(job_id);
    const { api: opener, keyId } = await account.issueKey();
    const stream = await follow(job_id, {}, opener);
    await eventually(
      () => stream.comments,
      (comments) => comments.length > 0,
      20_000,
    );
    await edge.operator('DELETE', `/keys/${keyId}`);
    await stream.ended;
    expect([stream.retry.ms, told(stream).at(-1)]).toEqual([1000, '0 % starting']);
    await expectError((await follow(job_id, { 'last-event-id': '2' }, opener)).response, 'unauthorized');
    await processor.succeed(run);
  });

  test('HEAD has the headers alone, and takes no place', async () => {
    const { job_id } = await api.createJob();
    const run = await processor.nextRun(job_id);
    const response = await api.request('HEAD', `/jobs/${job_id}/events`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/event-stream', '']);
    await processor.succeed(run);
  });
});

describe('readJobEvents 204', () => {
  test('nothing comes after the last event', async () => {
    const { job_id } = await api.createJob();
    await processor.succeed(await processor.nextRun(job_id));
    const { response } = await follow(job_id, { 'last-event-id': '3' });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });
});

describe('readJobEvents 404 not_found', () => {
  test('there is no such job', async () => {
    await expectError((await follow(UNKNOWN_JOB)).response, 'not_found');
  });
});

describe('readJobEvents 429 rate_limited', () => {
  const fill = async (account: TestAccount, jobId: string, headers = {}) => {
    const open = await Promise.all(Array.from({ length: LIMITS.eventStreamsMax }, async () => follow(jobId, headers, account.api)));
    expect(open.map(({ response }) => response.status)).toEqual(open.map(() => 200));
    return open;
  };

  test('an account has so many streams and no more, others have their own, and the end of a stream frees its place', async () => {
    const account = await edge.createAccount();
    const { job_id } = await account.api.createJob();
    const run = await processor.nextRun(job_id);
    const open = await fill(account, job_id);
    const error = await expectError((await follow(job_id, {}, account.api)).response, 'rate_limited');
    expect(error.message).toContain(String(LIMITS.eventStreamsMax));
    const other = await api.createJob();
    const otherRun = await processor.nextRun(other.job_id);
    const others = await follow(other.job_id);
    expect(others.response.status).toBe(200);
    await processor.succeed(run);
    await processor.succeed(otherRun);
    await Promise.all([...open, others].map(async ({ ended }) => ended));
    await fill(account, job_id);
  });

  test('a client that goes away frees its place', async () => {
    const account = await edge.createAccount();
    const { job_id } = await account.api.createJob();
    const run = await processor.nextRun(job_id);
    const open = await fill(account, job_id, { [LEAVES_AFTER]: '200' });
    await Promise.all(open.map(async ({ ended }) => ended));
    // What a stream says at its end, whoever wanted it.
    expect(open.map(({ retry }) => retry.ms)).toEqual(open.map(() => 1000));
    const next = await follow(job_id, {}, account.api);
    expect(next.response.status).toBe(200);
    await processor.succeed(run);
    await next.ended;
  });

  test('so does one whose connection is gone without a word, at the next comment', { tags: 'long', timeout: 60_000 }, async () => {
    const account = await edge.createAccount();
    const { job_id } = await account.api.createJob();
    const run = await processor.nextRun(job_id);
    const [first, ...others] = await fill(account, job_id);
    first?.leave();
    const next = await eventually(
      async () => follow(job_id, {}, account.api),
      ({ response }) => response.status === 200,
      40_000,
    );
    await processor.succeed(run);
    await Promise.all([next, ...others].map(async ({ ended }) => ended));
  });
});
