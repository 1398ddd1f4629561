// `deliver_to`: the result of a job put to an address, through the real courier, to a server of this machine.

import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AcceptedJob, BatchObject, JobObject } from '#contract/api.ts';
import { type ApiClient, bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError } from '../../support/expectations.ts';
import { answering, Receiver } from '../../support/service/receiver.ts';
import { UNKNOWN_FILE } from '../../support/service/routes.ts';

const receiver = await Receiver.start();
const edge = await openEdge({ courier: {} });
afterAll(async () => {
  await edge.close();
  await receiver.close();
});
afterEach(() => {
  receiver.react = answering(200);
});
const { processor } = edge;
const { api } = await edge.createAccount({ overrides: { deliver_to: true } });
const fileId = await api.upload();
const result = Buffer.from('%PDF-1.7 the result');
let places = 0;

/** An address of its own for each test. */
function place(): { path: string; url: string } {
  const path = `/bucket/${(places += 1)}?signature=secret`;
  return { path, url: receiver.url(path) };
}

async function create(deliver_to: object, client: ApiClient = api, file_id = fileId): Promise<Response> {
  return client.post('/jobs/metadata', { file_id, action: 'remove', deliver_to });
}

async function succeeded(deliver_to: object, results: readonly Uint8Array[] = [result]): Promise<string> {
  const { job_id } = await bodyOf<AcceptedJob>(await create(deliver_to), 202);
  expect((await processor.succeed(await processor.nextRun(job_id), results)).status).toBe(200);
  return job_id;
}

async function deliveryIn(jobId: string, status: NonNullable<JobObject['delivery']>['status']) {
  const job = await eventually(
    async () => api.readJob(jobId),
    ({ delivery }) => delivery?.status === status,
  );
  return job.delivery;
}

/** So many attempts have been made, and none is under way. */
async function settled(jobId: string, attempts: number): Promise<void> {
  const look = async () => edge.sql('SELECT attempts, claim_token FROM result_deliveries WHERE job_id = ?', jobId);
  await eventually(look, ([row]) => row?.['attempts'] === attempts && row['claim_token'] === null);
}

/** The next attempt is due. */
async function passTime(jobId: string): Promise<void> {
  await edge.sql(`UPDATE result_deliveries SET next_attempt_at = 1, wake_at = 1 WHERE job_id = ? AND state = 'pending'`, jobId);
  await edge.runSweep();
}

test('the result is put to the address with the headers that go with it, once the job has succeeded', async () => {
  const { path, url } = place();
  const { job_id } = await bodyOf<AcceptedJob>(
    await create({ url, headers: { 'x-ms-blob-type': 'BlockBlob', 'cache-control': 'no-store' } }),
    202,
  );
  expect((await api.readJob(job_id)).delivery).toEqual({ status: 'waiting', attempts: 0, delivered: 0 });
  const run = await processor.nextRun(job_id);
  expect(JSON.stringify(run)).not.toContain('secret');
  expect(receiver.at(path)).toEqual([]);
  await processor.succeed(run, [result]);
  expect(await deliveryIn(job_id, 'delivered')).toMatchObject({ attempts: 1, completed_at: expect.any(String) as string });
  const [arrived, ...others] = receiver.at(path);
  expect(others).toEqual([]);
  expect(arrived?.body).toBe(result.toString());
  expect(arrived?.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(result.length),
    'x-ms-blob-type': 'BlockBlob',
    'cache-control': 'no-store',
  });
});

test('the address is sealed while it is needed, then gone, and never shown or logged', async () => {
  const { url } = place();
  const { job_id } = await bodyOf<AcceptedJob>(await create({ url }), 202);
  const shown = async () => [
    ...(await edge.sql('SELECT * FROM jobs WHERE id = ?', job_id)),
    ...(await edge.sql('SELECT * FROM result_deliveries WHERE job_id = ?', job_id)),
    ...(await edge.sql('SELECT * FROM events WHERE job_id = ?', job_id)),
    await api.readJob(job_id),
  ];
  expect(JSON.stringify(await shown())).not.toContain('signature=secret');
  await processor.succeed(await processor.nextRun(job_id), [result]);
  await deliveryIn(job_id, 'delivered');
  expect(JSON.stringify(await shown())).not.toContain('signature=secret');
  expect(await edge.sql('SELECT address_sealed FROM result_deliveries WHERE job_id = ?', job_id)).toEqual([{ address_sealed: null }]);
  expect(edge.logs.join('\n')).not.toContain('signature=secret');
});

describe('an address that does not take it', () => {
  test('for the moment is tried again, at most five times', async () => {
    receiver.react = answering(503);
    const { path, url } = place();
    const jobId = await succeeded({ url });
    for (let attempt = 1; attempt < 5; attempt++) {
      await settled(jobId, attempt);
      expect((await api.readJob(jobId)).delivery).toMatchObject({ status: 'pending', answered: 503 });
      await passTime(jobId);
    }
    expect(await deliveryIn(jobId, 'failed')).toMatchObject({ attempts: 5, error: 'status', answered: 503 });
    expect(receiver.at(path)).toHaveLength(5);
    await passTime(jobId);
    expect(receiver.at(path)).toHaveLength(5);
    // The result itself is there as ever.
    expect((await api.readJob(jobId)).status).toBe('succeeded');
  });

  test.each([400, 403, 404, 302])('with the answer %s is not tried again', async (status) => {
    receiver.react = answering(status, { location: receiver.url('/elsewhere') });
    const { path, url } = place();
    const jobId = await succeeded({ url });
    expect(await deliveryIn(jobId, 'failed')).toMatchObject({ attempts: 1, error: 'status', answered: status });
    expect([receiver.at(path).length, receiver.at('/elsewhere').length]).toEqual([1, 0]);
  });

  test('at first gets the whole result later', async () => {
    receiver.react = (response) => response.destroy();
    const { path, url } = place();
    const jobId = await succeeded({ url });
    await eventually(
      async () => (await api.readJob(jobId)).delivery?.error,
      (error) => error === 'connection_failed',
    );
    receiver.react = answering(201);
    await passTime(jobId);
    await deliveryIn(jobId, 'delivered');
    expect(receiver.at(path).at(-1)?.body).toBe(result.toString());
  });
});

describe('several results', () => {
  const results = ['one', 'two', 'three'].map((text) => Buffer.from(`%PDF-1.7 ${text}`));

  test('go to an address each, in their order; addresses beyond are not used', async () => {
    const places = [place(), place(), place(), place()];
    const headers = { 'x-ms-blob-type': 'BlockBlob' };
    const jobId = await succeeded({ urls: places.map(({ url }) => url), headers }, results);
    expect(await deliveryIn(jobId, 'delivered')).toMatchObject({ attempts: 1, delivered: 3 });
    expect(places.map(({ path }) => receiver.at(path).map(({ body }) => body))).toEqual([...results.map((bytes) => [String(bytes)]), []]);
    for (const { path } of places.slice(0, 3)) expect(receiver.at(path)[0]?.headers).toMatchObject(headers);
  });

  test('are sent one after the other: what has arrived is not sent again while the next is tried again', async () => {
    const [first, second, third] = [place(), place(), place()];
    receiver.react = (response, arrival) => answering(arrival.path === second.path ? 503 : 200)(response, arrival);
    const jobId = await succeeded({ urls: [first.url, second.url, third.url] }, results);
    await eventually(
      async () => (await api.readJob(jobId)).delivery?.answered,
      (status) => status === 503,
    );
    expect((await api.readJob(jobId)).delivery).toMatchObject({ status: 'pending', delivered: 1, attempts: 1 });
    receiver.react = answering(200);
    await passTime(jobId);
    expect(await deliveryIn(jobId, 'delivered')).toMatchObject({ delivered: 3 });
    expect([first, second, third].map(({ path }) => receiver.at(path).length)).toEqual([1, 2, 1]);
  });

  test('one that is refused ends the delivery, and says how far it came', async () => {
    const [first, second, third] = [place(), place(), place()];
    receiver.react = (response, arrival) => answering(arrival.path === second.path ? 403 : 200)(response, arrival);
    const jobId = await succeeded({ urls: [first.url, second.url, third.url] }, results);
    expect(await deliveryIn(jobId, 'failed')).toMatchObject({ delivered: 1, error: 'status', answered: 403 });
    expect(receiver.at(third.path)).toEqual([]);
  });
});

describe('nothing is delivered', () => {
  test.each(['failed', 'cancelled'] as const)('of a job that has %s', async (end) => {
    const { path, url } = place();
    const { job_id } = await bodyOf<AcceptedJob>(await create({ url }), 202);
    const run = await processor.nextRun(job_id);
    if (end === 'failed') await processor.fail(run, 'corrupt_file');
    else {
      await api.cancel(job_id);
      await processor.report(run, { outcome: 'cancelled' });
    }
    expect(await deliveryIn(job_id, 'dropped')).toMatchObject({ attempts: 0 });
    expect(await edge.sql('SELECT address_sealed FROM result_deliveries WHERE job_id = ?', job_id)).toEqual([{ address_sealed: null }]);
    expect(receiver.at(path)).toEqual([]);
  });

  test.each(['url', 'urls'])('of a job with more results than `%s` has addresses', async (field) => {
    const { path, url } = place();
    const jobId = await succeeded({ [field]: field === 'urls' ? [url] : url }, [result, result]);
    expect(await deliveryIn(jobId, 'failed')).toMatchObject({ error: 'several_results' });
    expect(receiver.at(path)).toEqual([]);
  });

  test('of a result that was deleted before', async () => {
    receiver.react = answering(503);
    const { url } = place();
    const jobId = await succeeded({ url });
    const { result_file_id } = await api.readJob(jobId);
    await eventually(
      async () => (await api.readJob(jobId)).delivery?.answered,
      (status) => status === 503,
    );
    await api.request('DELETE', `/files/${result_file_id}`);
    receiver.react = answering(200);
    await passTime(jobId);
    expect(await deliveryIn(jobId, 'failed')).toMatchObject({ error: 'result_gone' });
  });
});

describe('a message', () => {
  test('that comes three times delivers once', async () => {
    const { path, url } = place();
    const { job_id } = await bodyOf<AcceptedJob>(await create({ url }), 202);
    const run = await processor.nextRun(job_id);
    await edge.sql('UPDATE result_deliveries SET wake_at = 1 WHERE job_id = ?', job_id);
    await Promise.all([processor.succeed(run, [result]), edge.runSweep(), edge.runSweep()]);
    await edge.sql(`UPDATE result_deliveries SET wake_at = 1 WHERE job_id = ? AND state = 'pending'`, job_id);
    await Promise.all([edge.runSweep(), edge.runSweep()]);
    await deliveryIn(job_id, 'delivered');
    expect(receiver.at(path)).toHaveLength(1);
  });

  test('of an attempt whose Worker died is repeated when its claim has lapsed', async () => {
    receiver.react = answering(503);
    const { path, url } = place();
    const jobId = await succeeded({ url });
    await settled(jobId, 1);
    await edge.sql(
      `UPDATE result_deliveries SET next_attempt_at = 1, claim_token = 'dead', claimed_until = ?, wake_at = 1 WHERE job_id = ?`,
      Date.now() + 600_000,
      jobId,
    );
    receiver.react = answering(200);
    await edge.runSweep();
    expect(receiver.at(path)).toHaveLength(1);
    await edge.sql('UPDATE result_deliveries SET claimed_until = 1, wake_at = 1 WHERE job_id = ?', jobId);
    await edge.runSweep();
    await deliveryIn(jobId, 'delivered');
    expect(receiver.at(path)).toHaveLength(2);
  });
});

describe('is refused', () => {
  test('where the plan does not say so', async () => {
    const { api: other } = await edge.createAccount();
    const error = await expectError(await create({ url: receiver.url() }, other, await other.upload()), 'invalid_request');
    expect(error.details?.[0]).toMatchObject({ field: 'deliver_to', issue: 'not_in_plan' });
  });

  test.each([
    [{ url: 'http://169.254.169.254/latest' }, 'deliver_to.url'],
    [{ url: 'https://10.0.0.1/x' }, 'deliver_to.url'],
    [{ url: 'https://[::ffff:10.0.0.1]/x' }, 'deliver_to.url'],
    [{ url: 'http://example.com/x' }, 'deliver_to.url'],
    [{ url: 'https://example.com:22/x' }, 'deliver_to.url'],
    [{ url: 'https://example.com/x', headers: { authorization: 'Bearer x' } }, 'deliver_to.headers.authorization'],
    [{ url: 'https://example.com/x', headers: { 'content-type': 'a\r\nx: y' } }, 'deliver_to.headers.content-type'],
    [{ url: 'https://example.com/x', headers: { host: 'internal' } }, 'deliver_to.headers.host'],
    [{ url: 'https://example.com/x', method: 'POST' }, 'deliver_to.method'],
    [{}, 'deliver_to.url'],
    [{ url: 'https://example.com/x', urls: ['https://example.com/x'] }, 'deliver_to.url'],
    [{ urls: [] }, 'deliver_to.urls'],
    [{ urls: ['https://example.com/x', 'https://10.0.0.1/x'] }, 'deliver_to.urls.1'],
  ])('%j', async (deliver_to, field) => {
    const error = await expectError(await create(deliver_to), 'invalid_request');
    expect(error.details?.map((detail) => detail.field)).toContain(field);
  });

  test('at the call, for a name that leads to a private address', async () => {
    const resolving = await openEdge({ courier: { resolveName: async () => ['10.0.0.1'] } });
    try {
      const account = await resolving.createAccount({ overrides: { deliver_to: true } });
      const { job_id } = await bodyOf<AcceptedJob>(
        await create({ url: 'https://rebind.example.com/x' }, account.api, await account.api.upload()),
        202,
      );
      await resolving.processor.succeed(await resolving.processor.nextRun(job_id), [result]);
      const { delivery } = await eventually(
        async () => account.api.readJob(job_id),
        (job) => job.delivery?.status === 'failed',
      );
      expect(delivery).toMatchObject({ attempts: 1, error: 'address_refused' });
    } finally {
      await resolving.close();
    }
  });
});

test('each item of a batch may have an address, and one that is cancelled while it waits has nothing delivered', async () => {
  const { api: client } = await edge.createAccount({ overrides: { deliver_to: true, running_jobs: 1 } });
  const own = await client.upload();
  const [first, second] = [place(), place()];
  const items = [first, second].map(({ url }) => ({ file_id: own, deliver_to: { url } }));
  const body = { operation: 'metadata', params: { action: 'remove' }, items };
  const { batch_id } = await bodyOf<BatchObject>(await client.post('/batches', body), 202);
  const run = await processor.nextRun();
  await bodyOf(await client.post(`/batches/${batch_id}/cancel`), 202);
  await processor.succeed(run, [result]);
  await receiver.arrivals(first.path, 1);
  const rows = await edge.sql(
    `SELECT d.state, d.address_sealed IS NULL AS gone FROM result_deliveries d JOIN jobs j ON j.id = d.job_id WHERE j.batch_id = ? AND j.id <> ?`,
    batch_id,
    run.job_id,
  );
  expect(rows).toEqual([{ state: 'dropped', gone: 1 }]);
  expect(receiver.at(second.path)).toEqual([]);
});

test('a job that is refused leaves no address', async () => {
  const before = await edge.sql('SELECT count(*) AS n FROM result_deliveries');
  await expectError(await create({ url: place().url }, api, UNKNOWN_FILE), 'not_found');
  expect(await edge.sql('SELECT count(*) AS n FROM result_deliveries')).toEqual(before);
});
