// Deliveries, from the event to the receiver's answer: test, list, redeliver, recover; what receivers do wrong; the schedule; rotation.

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { FileEvent, JobEvent, TestEvent } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import { type CreatedWebhook, Delivery, DeliveryList, type WebhookObject } from '#contract/webhooks.ts';
import { DELAYS_MS, JITTER } from '../../../worker/webhooks/retry-schedule.ts';
import { type ApiClient, bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { eventually, expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { answering, Receiver } from '../../support/service/receiver.ts';
import { UNKNOWN_DELIVERY, UNKNOWN_WEBHOOK } from '../../support/service/routes.ts';

const TIMEOUT_MS = 700;
const receiver = await Receiver.start();
const edge = await openEdge({ courier: { resolveName: async () => ['10.1.2.3'] }, vars: { WEBHOOK_TIMEOUT_MS: TIMEOUT_MS } });
afterAll(async () => {
  await edge.close();
  await receiver.close();
});

// Fails once as the file begins; nobody touches its edge while the other tests run, and its second attempt comes when it is due.
const patient = await Receiver.start();
const undisturbed = await openEdge({ courier: {} });
afterAll(async () => {
  await undisturbed.close();
  await patient.close();
});
const triedAt: number[] = [];
patient.react = (response) => {
  triedAt.push(performance.now());
  response.writeHead(triedAt.length === 1 ? 500 : 200).end();
};
await failOnce();

async function failOnce(): Promise<void> {
  const { api: own } = await undisturbed.createAccount();
  const { webhook_id } = await bodyOf<CreatedWebhook>(await own.post('/webhooks', { url: patient.url(), events: ['*'] }), 201);
  await bodyOf(await own.post(`/webhooks/${webhook_id}/test`), 202);
}

let api: ApiClient;
let nth = 0;
let path = '';
let webhook: CreatedWebhook;
beforeEach(async () => {
  // An account, an endpoint and a path for each test: nothing that an earlier one set going arrives here.
  ({ api } = await edge.createAccount());
  path = `/hook/${nth++}`;
  receiver.react = answering(204);
  webhook = await bodyOf(await api.post('/webhooks', { url: receiver.url(path), events: ['*'] }), 201);
});

const sendTest = async () => bodyOf<Delivery>(await api.post(`/webhooks/${webhook.webhook_id}/test`), 202);
const list = async (query = '') => bodyOf<DeliveryList>(await api.get(`/webhooks/${webhook.webhook_id}/deliveries${query}`), 200);
const readWebhook = async () => bodyOf<WebhookObject>(await api.get(`/webhooks/${webhook.webhook_id}`), 200);

async function readDelivery(deliveryId: string): Promise<Delivery> {
  const found = (await list('?limit=100')).data.find((delivery) => delivery.delivery_id === deliveryId);
  if (!found) throw new Error(`no delivery ${deliveryId}`);
  return found;
}

async function afterAttempts(deliveryId: string, attempts: number): Promise<Delivery> {
  return eventually(
    async () => readDelivery(deliveryId),
    (delivery) => delivery.attempts.length >= attempts || (attempts >= LIMITS.webhookAttemptsLogged && delivery.attempt_count >= attempts),
  );
}

/** Brings the next attempt about, as if its time had come. @returns how long the wait would have been. */
async function nextAttempt(deliveryId: string): Promise<{ waitedMs: number; delivery: Delivery }> {
  const before = await readDelivery(deliveryId);
  const lastEndedAt = Date.parse(before.attempts.at(-1)?.at ?? '') + (before.attempts.at(-1)?.duration_ms ?? 0);
  const waitedMs = Date.parse(before.next_attempt_at ?? '') - lastEndedAt;
  await edge.passTime(waitedMs + LIMITS.resendAfterMs);
  return { waitedMs, delivery: await afterAttempts(deliveryId, before.attempts.length + 1) };
}

/** Of wrangler.toml: so many messages are handled side by side. */
const BATCH_SIZE = 5;

/** Waits until every message that is in the queue now has been handled: two more pass behind them, one batch after the other. */
async function queueToPass(): Promise<void> {
  for (let i = 0; i < 2; i++) await afterAttempts((await sendTest()).delivery_id, 1);
}

describe('testWebhook 202', () => {
  test('sends a signed event to this endpoint alone', async () => {
    const other = await bodyOf<CreatedWebhook>(await api.post('/webhooks', { url: receiver.url(`${path}/other`), events: ['*'] }), 201);
    const response = await api.post(`/webhooks/${webhook.webhook_id}/test`);
    expectJsonHeaders(response);
    const sent = Delivery.parse(await bodyOf(response, 202));
    expect(sent).toMatchObject({ status: 'pending', event: 'webhook.test', attempt_count: 0 });
    const [arrived] = await receiver.arrivals(path, 1);
    const event = TestEvent.parse(new Webhook(webhook.secret).verify(arrived?.body ?? '', arrived?.headers ?? {}));
    expect(event).toMatchObject({ event_id: sent.event_id, webhook_id: webhook.webhook_id });
    expect(arrived?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': sent.event_id });
    expect((await afterAttempts(sent.delivery_id, 1)).status).toBe('delivered');
    expect(receiver.at(`${path}/other`)).toEqual([]);
    expect(await edge.sql('SELECT id FROM deliveries WHERE webhook_id = ?', other.webhook_id)).toEqual([]);
  });

  test('reaches an endpoint that did not subscribe to anything like it', async () => {
    await bodyOf(await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { events: ['job.failed'] } }), 200);
    await sendTest();
    await receiver.arrivals(path, 1);
  });
});

describe('testWebhook 400 invalid_request', () => {
  test('a disabled endpoint is not tested', async () => {
    await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { enabled: false } });
    await expectError(await api.post(`/webhooks/${webhook.webhook_id}/test`), 'invalid_request');
  });
});

describe('testWebhook 404 not_found', () => {
  test('there is no such webhook', async () => {
    await expectError(await api.post(`/webhooks/${UNKNOWN_WEBHOOK}/test`), 'not_found');
  });
});

describe('listDeliveries 200', () => {
  test('pages through all deliveries, newest first, each once', async () => {
    const sent = [await sendTest(), await sendTest(), await sendTest(), await sendTest(), await sendTest()];
    const seen: string[] = [];
    let query = '?limit=2';
    for (let pages = 1; ; pages++) {
      const response = await api.get(`/webhooks/${webhook.webhook_id}/deliveries${query}`);
      expectJsonHeaders(response);
      const page = DeliveryList.parse(await bodyOf(response, 200));
      seen.push(...page.data.map((delivery) => delivery.delivery_id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      expect(pages).toBeLessThan(4);
      query = `?limit=2&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(seen).toEqual(sent.map((delivery) => delivery.delivery_id).toReversed());
  });

  test('selects by status', async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    expect((await list('?status=delivered')).data).toHaveLength(1);
    expect((await list('?status=failed')).data).toEqual([]);
  });
});

describe('listDeliveries 400 invalid_request', () => {
  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=', 'cursor=%00', 'cursor=bm9uc2Vuc2U', 'status=lost', 'unknown=1'])(
    'refuses the query %s',
    async (query) => {
      const error = await expectError(await api.get(`/webhooks/${webhook.webhook_id}/deliveries?${query}`), 'invalid_request');
      expect(error.details?.[0]?.field).toBe(query.split('=')[0]);
    },
  );
});

describe('listDeliveries 404 not_found', () => {
  test('there is no such webhook', async () => {
    await expectError(await api.get(`/webhooks/${UNKNOWN_WEBHOOK}/deliveries`), 'not_found');
  });
});

describe('redeliver 202', () => {
  test('sends the same event under the same webhook-id again, whatever became of it before', async () => {
    const { delivery_id, event_id } = await sendTest();
    expect((await afterAttempts(delivery_id, 1)).status).toBe('delivered');
    const response = await api.post(`/webhooks/${webhook.webhook_id}/deliveries/${delivery_id}/redeliver`);
    expectJsonHeaders(response);
    expect(Delivery.parse(await bodyOf(response, 202))).toMatchObject({ delivery_id, status: 'pending' });
    const arrived = await receiver.arrivals(path, 2);
    expect(arrived.map((one) => one.headers['webhook-id'])).toEqual([event_id, event_id]);
    expect(arrived[1]?.body).toBe(arrived[0]?.body);
    expect(await afterAttempts(delivery_id, 2)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });
});

describe('redeliver 400 invalid_request', () => {
  test('nothing is sent to a disabled endpoint', async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { enabled: false } });
    await expectError(await api.post(`/webhooks/${webhook.webhook_id}/deliveries/${delivery_id}/redeliver`), 'invalid_request');
  });
});

describe('redeliver 404 not_found', () => {
  test('there is no such webhook, or no such delivery of it', async () => {
    const { delivery_id } = await sendTest();
    const other = await bodyOf<CreatedWebhook>(await api.post('/webhooks', { url: receiver.url(path), events: ['*'] }), 201);
    for (const [webhookId, deliveryId] of [
      [UNKNOWN_WEBHOOK, delivery_id],
      [webhook.webhook_id, UNKNOWN_DELIVERY],
      [other.webhook_id, delivery_id],
    ]) {
      await expectError(await api.post(`/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`), 'not_found');
    }
  });
});

const recover = async (since: string) => api.post(`/webhooks/${webhook.webhook_id}/recover`, { since });
const LONG_AGO = '2020-01-01T00:00:00Z';

describe('recoverDeliveries 202', () => {
  test('sends again what failed and what was missed while disabled, once, and nothing that arrived', async () => {
    const { file_id: arrivedFile } = await api.createFile(Buffer.from('%PDF-1.7\n'));
    await api.request('DELETE', `/files/${arrivedFile}`);
    await receiver.arrivals(path, 1);
    receiver.react = answering(410);
    const { file_id: failedFile } = await api.createFile(Buffer.from('%PDF-1.7\n'));
    await api.request('DELETE', `/files/${failedFile}`);
    await eventually(readWebhook, (now) => !now.enabled);
    const { file_id: missedFile } = await api.createFile(Buffer.from('%PDF-1.7\n'));
    await api.request('DELETE', `/files/${missedFile}`);
    expect((await list()).data).toHaveLength(2);

    receiver.react = answering(200);
    await bodyOf(await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { enabled: true } }), 200);
    const before = receiver.at(path).length;
    const response = await recover(LONG_AGO);
    expectJsonHeaders(response);
    expect(await bodyOf(response, 202)).toEqual({ recovered: 2, has_more: false });
    const arrived = (await receiver.arrivals(path, before + 2)).slice(before);
    expect(arrived.map((one) => FileEvent.parse(one.json).file_id).sort()).toEqual([failedFile, missedFile].sort());
    await eventually(
      async () => (await list('?status=delivered')).data.length,
      (delivered) => delivered === 3,
    );
    expect(await bodyOf(await recover(LONG_AGO), 202)).toEqual({ recovered: 0, has_more: false });
  });

  test('takes nothing from before the time that is named', async () => {
    receiver.react = answering(410);
    const { file_id } = await api.createFile(Buffer.from('%PDF-1.7\n'));
    await api.request('DELETE', `/files/${file_id}`);
    await eventually(readWebhook, (now) => !now.enabled);
    await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { enabled: true } });
    expect(await bodyOf(await recover(new Date(Date.now() + 1000).toISOString()), 202)).toMatchObject({ recovered: 0 });
  });
});

describe('recoverDeliveries 400 invalid_request', () => {
  test.each([{}, { since: 'yesterday' }, { since: 5 }, { since: LONG_AGO, until: LONG_AGO }])('refuses %j', async (json) => {
    await expectError(await api.post(`/webhooks/${webhook.webhook_id}/recover`, json), 'invalid_request');
  });
});

describe('recoverDeliveries 404 not_found', () => {
  test('there is no such webhook', async () => {
    await expectError(await api.post(`/webhooks/${UNKNOWN_WEBHOOK}/recover`, { since: LONG_AGO }), 'not_found');
  });
});

describe('recoverDeliveries 413 request_too_large', () => {
  test('refuses a body beyond the bound', async () => {
    await expectError(await recover('x'.repeat(LIMITS.jsonBodyBytesMax)), 'request_too_large');
  });
});

describe('recoverDeliveries 415 unsupported_media_type', () => {
  test('refuses a request without JSON', async () => {
    await expectError(await api.post(`/webhooks/${webhook.webhook_id}/recover`), 'unsupported_media_type');
  });
});

describe('events', () => {
  test('reach the endpoint as they happened, each state once, with the fields of the contract', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const file_id = await api.upload();
    const body = { action: 'remove', file_id, metadata: { order: '7' } };
    const { job_id } = await bodyOf<{ job_id: string }>(await api.post('/jobs/metadata', body, { traceparent }), 202);
    await edge.processor.succeed(await edge.processor.nextRun(job_id));
    const { result_file_id } = await api.jobIn(job_id, 'succeeded');
    await api.request('DELETE', `/files/${result_file_id}`);
    await api.request('DELETE', `/files/${result_file_id}`);
    await api.request('DELETE', `/files/${file_id}`);
    const arrived = await receiver.arrivals(path, 5);
    for (const one of arrived) new Webhook(webhook.secret).verify(one.body, one.headers);
    const jobs = arrived.filter((one) => one.json['event'] !== 'file.expired').map((one) => JobEvent.parse(one.json));
    expect(jobs.sort((a, b) => a.sequence - b.sequence)).toMatchObject([
      { event: 'job.queued', status: 'queued', sequence: 1, job_id, job_type: 'metadata', file_id, metadata: { order: '7' } },
      { event: 'job.running', status: 'running', sequence: 2, job_id },
      { event: 'job.succeeded', status: 'succeeded', sequence: 3, job_id, result_file_id },
    ]);
    const files = arrived.filter((one) => one.json['event'] === 'file.expired').map((one) => FileEvent.parse(one.json));
    expect(files).toContainEqual(expect.objectContaining({ file_id: result_file_id, job_id, reason: 'deleted' }));
    expect(files.find((file) => file.file_id === file_id)).not.toHaveProperty('job_id');
    for (const one of arrived.filter(({ json }) => json['job_id'] === job_id)) expect(one.headers['traceparent']).toBe(traceparent);
    expect(new Set(arrived.map((one) => one.headers['webhook-id'])).size).toBe(5);
    expect(receiver.at(path)).toHaveLength(5);
  });

  test('go only where they are wanted', async () => {
    await bodyOf(await api.request('PATCH', `/webhooks/${webhook.webhook_id}`, { json: { events: ['job.failed'] } }), 200);
    const { job_id } = await api.createJob();
    await edge.processor.fail(await edge.processor.nextRun(job_id), 'corrupt_file');
    await api.jobIn(job_id, 'failed');
    const [arrived] = await receiver.arrivals(path, 1);
    expect(JobEvent.parse(arrived?.json).error).toEqual({ code: 'job_failed', reason: 'corrupt_file', message: 'because of corrupt_file' });
    expect((await list()).data).toHaveLength(1);
  });

  test('of a file whose time has come name retention as the reason, once, however often the sweep runs', async () => {
    const fileId = await api.upload();
    await edge.sql('UPDATE files SET expires_at = 1 WHERE id = ?', fileId);
    await Promise.all([edge.runSweep(), edge.runSweep(), edge.runSweep()]);
    const [arrived] = await receiver.arrivals(path, 1);
    expect(FileEvent.parse(arrived?.json)).toMatchObject({ file_id: fileId, reason: 'retention' });
    expect((await list()).data).toHaveLength(1);
  });
});

describe('a receiver that', () => {
  const wrongs: [string, (response: Parameters<Receiver['react']>[0]) => void, object][] = [
    ['answers 500', (response) => response.writeHead(500).end('out of order'), { error: 'status', status: 500, answer: 'out of order' }],
    ['answers 404', (response) => response.writeHead(404).end(), { error: 'status', status: 404 }],
    ['hangs', () => undefined, { error: 'timeout' }],
    ['closes the connection', (response) => response.destroy(), { error: 'connection_failed' }],
    ['answers no HTTP', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'), { error: 'malformed_answer' }],
  ];
  test.each(wrongs)('%s has failed, and the attempt says how', async (_, react, attempt) => {
    receiver.react = react;
    const { delivery_id } = await sendTest();
    const delivery = await afterAttempts(delivery_id, 1);
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1, attempts: [{ attempt: 1, ...attempt }] });
    expect(Date.parse(delivery.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
    expect((await readWebhook()).failing_since).toBeDefined();
  });

  test('redirects to a private address has failed, and nobody is called there', async () => {
    const inner = await Receiver.start();
    try {
      receiver.react = answering(307, { location: inner.url('/secret') });
      const { delivery_id } = await sendTest();
      expect((await afterAttempts(delivery_id, 1)).attempts).toMatchObject([{ status: 307, error: 'redirect' }]);
      expect(inner.connections).toBe(0);
    } finally {
      await inner.close();
    }
  });

  test('answers 1 GB is heard for 4 KiB, and 1 KiB of it is kept', async () => {
    let sentBytes = 0;
    receiver.react = (response) => {
      const block = Buffer.alloc(1024 * 1024, 'y');
      response.writeHead(500, { 'content-length': 1024 ** 3 });
      const more = (): void => {
        while (sentBytes < 1024 ** 3 && !response.destroyed) {
          sentBytes += block.length;
          if (!response.write(block)) return;
        }
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    };
    const { delivery_id } = await sendTest();
    const [attempt] = (await afterAttempts(delivery_id, 1)).attempts;
    expect(attempt?.answer).toBe('y'.repeat(LIMITS.webhookAnswerBytesKept));
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  test('says 2xx and then sends its body for ever has succeeded', async () => {
    receiver.react = (response) => {
      response.writeHead(202);
      response.write('taken');
    };
    const { delivery_id } = await sendTest();
    expect(await afterAttempts(delivery_id, 1)).toMatchObject({ status: 'delivered', attempts: [{ status: 202, answer: 'taken' }] });
  });

  test('says 410 is disabled, and what waits for it has failed', async () => {
    receiver.react = answering(500);
    const waiting = await sendTest();
    await afterAttempts(waiting.delivery_id, 1);
    receiver.react = answering(410);
    const { delivery_id } = await sendTest();
    expect(await afterAttempts(delivery_id, 1)).toMatchObject({ status: 'failed', attempts: [{ status: 410, error: 'gone' }] });
    expect(await readWebhook()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(await readDelivery(waiting.delivery_id)).toMatchObject({ status: 'failed' });
    await api.createJob();
    expect((await list()).data).toHaveLength(2);
  });

  test('is behind a name that leads to a private address is never called', async () => {
    const inside = await bodyOf<CreatedWebhook>(await api.post('/webhooks', { url: 'https://rebind.example.com/', events: ['*'] }), 201);
    webhook = inside;
    const { delivery_id } = await sendTest();
    const delivery = await afterAttempts(delivery_id, 1);
    expect(delivery.attempts).toMatchObject([{ error: 'address_refused' }]);
    expect(delivery.attempts[0]).not.toHaveProperty('status');
  });

  test('hangs in as many attempts as an endpoint may have at once gets no more, and the others get theirs', async () => {
    const hanging = await Promise.all(Array.from({ length: LIMITS.webhookAttemptsAtOnce }, sendTest));
    for (const { delivery_id } of hanging) await afterAttempts(delivery_id, 1);
    const until = Date.now() + 60_000;
    await edge.sql(
      `UPDATE deliveries SET state = 'pending', next_attempt_at = 1, claim_token = 'busy', claimed_until = ?1, wake_at = ?1 WHERE webhook_id = ?2`,
      until,
      webhook.webhook_id,
    );
    const busy = webhook;
    const { delivery_id } = await sendTest();
    webhook = await bodyOf<CreatedWebhook>(await api.post('/webhooks', { url: receiver.url(`${path}/other`), events: ['*'] }), 201);
    await queueToPass();
    expect(receiver.at(`${path}/other`)).toHaveLength(2);
    webhook = busy;
    expect(await readDelivery(delivery_id)).toMatchObject({ status: 'pending', attempt_count: 0 });
    await edge.sql('UPDATE deliveries SET claimed_until = 1 WHERE id = ?', hanging[0]?.delivery_id ?? '');
    await edge.sendDelivery(delivery_id);
    expect(await afterAttempts(delivery_id, 1)).toMatchObject({ status: 'delivered' });
  });
});

describe('the schedule', () => {
  test('makes ten attempts over 75 hours, each under the same webhook-id with a signature of its own time', { tags: 'long' }, async () => {
    receiver.react = answering(503);
    const { delivery_id, event_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    let totalMs = 0;
    for (let attempt = 2; attempt <= DELAYS_MS.length; attempt++) {
      const { waitedMs, delivery } = await nextAttempt(delivery_id);
      const plannedMs = DELAYS_MS[attempt - 1] ?? 0;
      expect(waitedMs).toBeGreaterThanOrEqual(plannedMs * (1 - JITTER) - 100);
      expect(waitedMs).toBeLessThanOrEqual(plannedMs * (1 + JITTER) + 500);
      expect(delivery.attempt_count).toBe(attempt);
      totalMs += waitedMs;
    }
    const done = await readDelivery(delivery_id);
    expect(done.status).toBe('failed');
    expect(done).not.toHaveProperty('next_attempt_at');
    expect(totalMs / 3_600_000).toBeGreaterThan(68);
    expect(totalMs / 3_600_000).toBeLessThan(84);
    const arrived = receiver.at(path);
    expect(arrived).toHaveLength(DELAYS_MS.length);
    for (const one of arrived) {
      expect(one.headers['webhook-id']).toBe(event_id);
      new Webhook(webhook.secret).verify(one.body, one.headers);
    }
    await edge.passTime(30 * 86_400_000);
    expect(receiver.at(path)).toHaveLength(DELAYS_MS.length);
    // Three days of failures are not five.
    expect((await readWebhook()).enabled).toBe(true);
  });

  test('an endpoint that only fails for five days is disabled; one success in between and it is not', async () => {
    receiver.react = answering(500);
    const first = await sendTest();
    await afterAttempts(first.delivery_id, 1);
    await edge.passTime(4 * 86_400_000);
    await afterAttempts(first.delivery_id, 2);
    receiver.react = answering(200);
    const good = await sendTest();
    await afterAttempts(good.delivery_id, 1);
    expect(await readWebhook()).not.toHaveProperty('failing_since');

    receiver.react = answering(500);
    const second = await sendTest();
    await afterAttempts(second.delivery_id, 1);
    await edge.passTime(4.9 * 86_400_000);
    await afterAttempts(second.delivery_id, 2);
    expect((await readWebhook()).enabled).toBe(true);
    await edge.passTime(0.2 * 86_400_000);
    await afterAttempts(second.delivery_id, 3);
    expect(await readWebhook()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect(await readDelivery(second.delivery_id)).toMatchObject({ status: 'failed' });
  });
});

describe('a delivery', () => {
  test('whose messages come many at once is attempted once', async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    await edge.sql(
      `UPDATE deliveries SET state = 'pending', next_attempt_at = 1, wake_at = ?, completed_at = NULL WHERE id = ?`,
      Date.now() + 600_000,
      delivery_id,
    );
    // The database answers in turn: a claim made together with this attempt has its answer before this question.
    receiver.react = (response) => void edge.sql('SELECT 1').then(() => response.writeHead(200).end());
    await edge.sendDelivery(delivery_id, BATCH_SIZE);
    await queueToPass();
    expect(await afterAttempts(delivery_id, 2)).toMatchObject({ status: 'delivered', attempt_count: 2 });
    expect(receiver.at(path).filter((one) => one.headers['webhook-id'] === receiver.at(path)[0]?.headers['webhook-id'])).toHaveLength(2);
  });

  test('whose message was lost is sent by the sweep', async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    const later = Date.now() + 600_000;
    await edge.sql(
      `UPDATE deliveries SET state = 'pending', next_attempt_at = ?, wake_at = ?, completed_at = NULL WHERE id = ?`,
      later,
      later,
      delivery_id,
    );
    await edge.passTime(600_001);
    await receiver.arrivals(path, 2);
  });

  test('whose consumer died in the attempt is attempted again when the claim has lapsed, and not before', async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    await edge.sql(
      `UPDATE deliveries SET state = 'pending', next_attempt_at = 1, completed_at = NULL, claim_token = 'dead', claimed_until = ?, wake_at = ?
       WHERE id = ?`,
      Date.now() + 60_000,
      Date.now() + 60_000,
      delivery_id,
    );
    await edge.sendDelivery(delivery_id);
    await edge.runSweep();
    await queueToPass();
    expect(await readDelivery(delivery_id)).toMatchObject({ status: 'pending', attempt_count: 1 });
    await edge.passTime(60_001);
    expect((await afterAttempts(delivery_id, 2)).status).toBe('delivered');
  });

  test('waits while the courier is away, and that does not count against the receiver', async () => {
    const away = await openEdge();
    try {
      const account = await away.createAccount();
      const made = await bodyOf<CreatedWebhook>(await account.api.post('/webhooks', { url: 'https://example.com/', events: ['*'] }), 201);
      await bodyOf(await account.api.post(`/webhooks/${made.webhook_id}/test`), 202);
      await eventually(
        () => away.logs.some((line) => line.includes('courier.unreachable')),
        (seen) => seen,
      );
      const row = await eventually(
        async () => (await away.sql('SELECT state, attempts, step, claim_token, log FROM deliveries'))[0],
        (now) => now?.['claim_token'] === null,
      );
      expect(row).toEqual({ state: 'pending', attempts: 0, step: 0, claim_token: null, log: '[]' });
    } finally {
      await away.close();
    }
  });

  test('keeps the latest attempts only', { tags: 'long' }, async () => {
    const { delivery_id } = await sendTest();
    await afterAttempts(delivery_id, 1);
    for (let i = 2; i <= LIMITS.webhookAttemptsLogged + 2; i++) {
      await bodyOf(await api.post(`/webhooks/${webhook.webhook_id}/deliveries/${delivery_id}/redeliver`), 202);
      await eventually(
        async () => readDelivery(delivery_id),
        (now) => now.status === 'delivered' && now.attempt_count === i,
      );
    }
    const { attempts, attempt_count } = await readDelivery(delivery_id);
    expect([attempts.length, attempts[0]?.attempt, attempt_count]).toEqual([
      LIMITS.webhookAttemptsLogged,
      3,
      LIMITS.webhookAttemptsLogged + 2,
    ]);
  });

  test('to an endpoint that is deleted in the attempt leaves nothing behind', async () => {
    receiver.react = () => undefined;
    await sendTest();
    await receiver.arrivals(path, 1);
    expect((await api.request('DELETE', `/webhooks/${webhook.webhook_id}`)).status).toBe(204);
    await edge.runSweep();
    expect(await edge.sql('SELECT id FROM deliveries WHERE webhook_id = ?', webhook.webhook_id)).toEqual([]);
  });
});

describe('a rotation of the secret', () => {
  test('signs with both secrets for the time of grace, and with the new one alone after it', async () => {
    const rotated = await bodyOf<CreatedWebhook>(
      await api.post(`/webhooks/${webhook.webhook_id}/rotate-secret`, { grace_seconds: 600 }),
      200,
    );
    await sendTest();
    const [both] = await receiver.arrivals(path, 1);
    expect(both?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [webhook.secret, rotated.secret]) new Webhook(secret).verify(both?.body ?? '', both?.headers ?? {});
    await edge.passTime(600_001);
    await sendTest();
    const after = (await receiver.arrivals(path, 2))[1];
    new Webhook(rotated.secret).verify(after?.body ?? '', after?.headers ?? {});
    expect(() => new Webhook(webhook.secret).verify(after?.body ?? '', after?.headers ?? {})).toThrow('No matching signature');
  });

  test('without grace makes the old secret worthless at once', async () => {
    const rotated = await bodyOf<CreatedWebhook>(
      await api.post(`/webhooks/${webhook.webhook_id}/rotate-secret`, { grace_seconds: 0 }),
      200,
    );
    await sendTest();
    const [arrived] = await receiver.arrivals(path, 1);
    new Webhook(rotated.secret).verify(arrived?.body ?? '', arrived?.headers ?? {});
    expect(() => new Webhook(webhook.secret).verify(arrived?.body ?? '', arrived?.headers ?? {})).toThrow('No matching signature');
  });
});

test('the second attempt comes by itself after five seconds', async () => {
  await patient.arrivals('/hook', 2);
  const [first = 0, second = 0] = triedAt;
  expect(second - first).toBeGreaterThan(4000);
});
