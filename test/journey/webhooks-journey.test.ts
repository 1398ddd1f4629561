// A customer who does not poll: registers an endpoint, runs jobs through the real service, and learns everything from verified events,
// also when the processor and the courier are killed in between.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookEvent } from '#contract/events.ts';
import type { CreatedWebhook } from '#contract/webhooks.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';
import { startVerifyingReceiver } from '../support/service/verifying-receiver.ts';

let service: Service;
let client: Client;
let receiver: Awaited<ReturnType<typeof startVerifyingReceiver>>;
let webhookId: string;

beforeAll(async () => {
  service = await startService();
  client = new Client(service, service.key);
});
beforeEach(async () => {
  receiver = await startVerifyingReceiver();
  const created = await client.call<CreatedWebhook>('POST', '/webhooks', { url: receiver.url, events: ['*'] });
  expect(created.status).toBe(201);
  receiver.useSecret(created.body.secret);
  webhookId = created.body.webhook_id;
});
afterEach(async () => {
  service.wire.onRequest = () => 'pass';
  await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directory is empty');
  await expectRestingInvariants(service);
  await service.query('DELETE FROM webhooks WHERE id = ?', webhookId);
  await receiver.close();
});
afterAll(async () => service.stop());

const arrived = () => [...receiver.events.values()];
const namesOf = (events: readonly WebhookEvent[]) => events.map((event) => event.event).sort();

async function allDelivered(): Promise<boolean> {
  const open = await service.query(`SELECT id FROM deliveries WHERE webhook_id = ? AND state <> 'delivered'`, webhookId);
  return open.length === 0;
}

/** One delivery for each event of the account since the endpoint was made, each with one event. */
async function expectADeliveryEach(): Promise<void> {
  const rows = await service.query<{ cause: string; n: number }>(
    `SELECT e.cause, count(d.id) AS n FROM events e JOIN webhooks w ON w.account_id = e.account_id AND w.id = ?
     LEFT JOIN deliveries d ON d.event_id = e.id AND d.webhook_id = w.id WHERE e.created_at > w.created_at GROUP BY e.id`,
    webhookId,
  );
  expect(rows.filter((row) => row.n !== 1)).toEqual([]);
  expect(new Set(rows.map((row) => row.cause)).size).toBe(rows.length);
  expect(receiver.events.size).toBe(rows.length);
}

test('every event of a job’s life arrives verified, and tells where the result is', async () => {
  const file = await client.upload(await makeLetter('Author In The Mail'));
  const job = await client.createJob('metadata', file.file_id, { action: 'remove', metadata: { order: '17' } });
  await waitUntil(async () => arrived().some((event) => event.event === 'job.succeeded'), 'job.succeeded has arrived');
  const told = arrived().find((event) => event.event === 'job.succeeded');
  if (told?.event !== 'job.succeeded') throw new Error('no such event');
  expect(told).toMatchObject({ job_id: job.job_id, file_id: file.file_id, metadata: { order: '17' } });
  expect(Buffer.from(await client.download(told.result_file_id ?? '')).includes('Author In The Mail')).toBe(false);

  await client.call('DELETE', `/files/${told.result_file_id}`);
  await client.call('DELETE', `/files/${file.file_id}`);
  await waitUntil(async () => receiver.events.size === 5 && (await allDelivered()), 'all events have arrived');
  expect(namesOf(arrived())).toEqual(['file.expired', 'file.expired', 'job.queued', 'job.running', 'job.succeeded']);
  expect(receiver.counts).toEqual({ arrived: 5, refused: 0 });
  await expectADeliveryEach();
});

test.each(['source', 'result', 'report'] as const)(
  'a processor that is killed at its %s makes no event twice and loses none',
  { tags: 'long' },
  async (kind) => {
    let lapsing: Promise<void> | undefined;
    service.wire.onRequest = (wireRequest) => {
      if (lapsing || wireRequest.kind !== kind) return 'pass';
      service.processor.kill();
      lapsing = service.lapseLeases();
      return 'drop';
    };
    const file = await client.upload(await makeLetter('Author Under Fire'));
    const { job_id } = await client.createJob('metadata', file.file_id, { action: 'remove' });
    expect(await client.waitForEnd(job_id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    await lapsing;
    await waitUntil(async () => receiver.events.size === 3 && (await allDelivered()), 'all events have arrived');
    expect(namesOf(arrived())).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    await expectADeliveryEach();
  },
);

test('a courier that is killed, and an edge that starts anew with an empty queue, lose no event', { tags: 'long' }, async () => {
  const file = await client.upload(await makeLetter('Author On Hold'));
  service.courier.kill();
  const jobs = [];
  for (let i = 0; i < 5; i++) jobs.push(await client.createJob('metadata', file.file_id, { action: 'remove' }));
  for (const job of jobs) expect((await client.waitForEnd(job.job_id)).status).toBe('succeeded');
  await service.restartEdge();
  // Whatever was claimed or sent when the edge ended is taken up when its time has come.
  await waitUntil(async () => {
    await service.query(
      `UPDATE deliveries SET wake_at = 1, next_attempt_at = 1, claimed_until = 1 WHERE claimed_until IS NOT NULL OR wake_at > 1`,
    );
    await service.sweep();
    return allDelivered();
  }, 'all events have arrived');
  expect(receiver.events.size).toBe(15);
  expect(receiver.counts.refused).toBe(0);
  await expectADeliveryEach();
});
