// Reads near the caller, with the primary database far away: what an account has written it reads at once, and what it only looks at costs no way to
// the primary.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { pdfBytes } from '../support/service/api-client.ts';
import { eventually } from '../support/expectations.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';
import type { Asked, Far } from '../support/service/far.ts';

const edge = await openEdge({ entry: 'test/support/service/far-worker.ts', databases: ['REPLICA'], vars: { READ_REPLICAS: true } });
afterAll(async () => edge.close());

async function setFar(far: Far): Promise<Asked> {
  return (await fetch(`${edge.url}/far`, { method: 'PUT', body: JSON.stringify(far) })).json() as Promise<Asked>;
}
const NEVER = 3_600_000;
beforeEach(async () => setFar({ distanceMs: 0, lagMs: 0 }));

async function jobOf({ api }: TestAccount): Promise<string> {
  return (await api.createJob({ file_id: await api.upload(pdfBytes('near')) })).job_id;
}

/** The gate has learned how far the database is, which it is told behind an answer, and the replica is as far. */
async function readNear(api: TestAccount['api'], path = '/files'): Promise<void> {
  const readOnce = async () => {
    await setFar({ distanceMs: 0, lagMs: 0 });
    expect((await api.get(path)).status).toBe(200);
    return setFar({ distanceMs: 0, lagMs: 0 });
  };
  await eventually(readOnce, ({ primary }) => primary === 0);
}

describe('with a replica that lags behind', () => {
  test('an account reads what it has written, however far the replica is', async () => {
    const { api } = await edge.createAccount();
    await readNear(api);
    await setFar({ distanceMs: 0, lagMs: NEVER });
    const file_id = await api.upload(pdfBytes('written'));
    expect((await api.get(`/files/${file_id}`)).status).toBe(200);
    const { job_id } = await api.createJob({ file_id });
    expect((await api.readJob(job_id)).file_id).toBe(file_id);
    expect((await api.request('DELETE', `/files/${file_id}`)).status).toBe(200);
    expect(await (await api.get(`/files/${file_id}`)).json()).toMatchObject({ status: 'deleted' });
  });

  test('who hears of an end reads it', async () => {
    const account = await edge.createAccount();
    const { api } = account;
    const job_id = await jobOf(account);
    const run = await edge.processor.nextRun(job_id);
    await readNear(api);
    await setFar({ distanceMs: 0, lagMs: NEVER });
    // Not a request of the account: the processor reports.
    expect((await edge.processor.succeed(run)).status).toBe(200);
    expect((await api.readJob(job_id)).status).toBe('succeeded');
  });

  test('another account’s writing keeps nobody from the replica', async () => {
    const [one, other] = [await edge.createAccount(), await edge.createAccount()];
    const job_id = await jobOf(one);
    await readNear(one.api);
    await setFar({ distanceMs: 0, lagMs: NEVER });
    await jobOf(other);
    await setFar({ distanceMs: 0, lagMs: NEVER });
    await one.api.readJob(job_id);
    expect((await setFar({ distanceMs: 0, lagMs: 0 })).replica).toBeGreaterThan(0);
  });
});

test('what only shows does not ask the primary, but for the key', async () => {
  const account = await edge.createAccount();
  const job_id = await jobOf(account);
  const run = await edge.processor.nextRun(job_id);
  await edge.processor.succeed(run);
  // Queues and the sweep ask the primary now and then; a request that did would ask it each time.
  for (const path of [`/jobs/${job_id}`, '/jobs', '/files', '/usage', '/webhooks', '/batches']) await readNear(account.api, path);
});

test('a gate that has forgotten asks the primary once, and reads are near again', async () => {
  const account = await edge.createAccount();
  const job_id = await jobOf(account);
  await readNear(account.api);
  await fetch(`${edge.url}/far?account=${account.id}`, { method: 'DELETE' });
  await setFar({ distanceMs: 0, lagMs: 0 });
  await account.api.readJob(job_id);
  expect((await setFar({ distanceMs: 0, lagMs: 0 })).primary).toBeGreaterThan(0);
  await readNear(account.api);
});
