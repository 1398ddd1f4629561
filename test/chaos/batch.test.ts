// The items of a batch while processor and Worker die: each ends once, nothing is lost, and the batch is completed once.

import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BatchObject } from '#contract/api.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import type { WireKind } from '../support/service/faulty-wire.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';

const ITEMS = 6;
let service: Service;
let client: Client;
let fileId: string;

beforeAll(async () => {
  service = await startService();
  client = new Client(service, service.key);
  fileId = (await client.upload(await makeLetter('Author Of Many'))).file_id;
});
afterEach(async () => {
  service.wire.onRequest = () => 'pass';
  await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directory is empty');
  await expectRestingInvariants(service);
});
afterAll(async () => service.stop());

async function createBatch(): Promise<string> {
  const items = Array.from({ length: ITEMS }, () => ({ file_id: fileId }));
  const body = { operation: 'metadata', params: { action: 'remove' }, items };
  const created = await client.call<BatchObject>('POST', '/batches', body);
  expect(created.status).toBe(202);
  return created.body.batch_id;
}

/** Every item has succeeded, its result is in the archive, and both ends were told once. */
async function expectAllDone(batchId: string): Promise<void> {
  const read = async () => (await client.call<BatchObject>('GET', `/batches/${batchId}`)).body;
  await waitUntil(async () => (await read()).status === 'completed', 'the batch is completed');
  expect((await read()).counts).toMatchObject({ total: ITEMS, succeeded: ITEMS });
  const told = await service.query<{ n: number }>('SELECT count(*) AS n FROM events WHERE cause = ?', `${batchId}:completed`);
  expect(told).toEqual([{ n: 1 }]);
  const results = await service.query('SELECT f.id FROM files f JOIN jobs j ON j.id = f.job_id WHERE j.batch_id = ?', batchId);
  expect(results).toHaveLength(ITEMS);
  const archive = await fetch(`${service.baseUrl}/batches/${batchId}/results`, { headers: { Authorization: `Bearer ${service.key}` } });
  expect(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))).toHaveLength(ITEMS + 1);
}

/** At one request of a kind: `place` 3 is when some items have ended and others wait. */
function atRequest(place: number, kind: WireKind, act: () => 'pass' | 'drop'): void {
  let count = 0;
  service.wire.onRequest = (wireRequest) => (wireRequest.kind === kind && (count += 1) === place ? act() : 'pass');
}

/** One item's own result and event, whatever happened to those beside it. */
async function expectEachOnce(batchId: string): Promise<void> {
  const each = await service.query<{ position: number; state: string; results: number; ends: number }>(
    `SELECT i.position, j.state, (SELECT count(*) FROM files f WHERE f.job_id = j.id) AS results,
       (SELECT count(*) FROM events e WHERE e.job_id = j.id AND e.event = 'job.succeeded') AS ends FROM batch_items i JOIN jobs j ON j.id = i.job_id WHERE i.batch_id = ? ORDER BY 1`,
    batchId,
  );
  expect(each).toEqual(Array.from({ length: ITEMS }, (_, position) => ({ position, state: 'succeeded', results: 1, ends: 1 })));
}

async function killAt(item: number, kind: WireKind, answer: 'pass' | 'drop'): Promise<void> {
  let lapsing: Promise<void> | undefined;
  atRequest(item, kind, () => {
    service.processor.kill();
    lapsing = service.lapseLeases();
    return answer;
  });
  const batchId = await createBatch();
  await expectAllDone(batchId);
  expect(lapsing).toBeDefined();
  await lapsing;
  await expectEachOnce(batchId);
}

const BOUNDARIES = (['source', 'result', 'report'] as const).flatMap((kind) =>
  (['drop', 'pass'] as const).map((answer) => [kind, answer] as const),
);

test('the processor is killed at the second report', async () => killAt(2, 'report', 'drop'));

const EVERY_ITEM = Array.from({ length: ITEMS }, (_, at) => BOUNDARIES.map(([kind, answer]) => [at + 1, kind, answer] as const)).flat();
test.each(EVERY_ITEM)('the processor is killed at item %i: a %s that is answered by %s', { tags: 'long' }, killAt);

async function isOpen(batchId: string): Promise<boolean> {
  return (await service.query(`SELECT 1 FROM jobs WHERE batch_id = ? AND state IN ('queued', 'running')`, batchId)).length > 0;
}

test.each(['at once', 'source', 'result', 'report'] as const)('the Worker dies: %s', { tags: 'long' }, async (moment) => {
  const dying = Promise.withResolvers<void>();
  if (moment !== 'at once')
    atRequest(3, moment, () => {
      dying.resolve();
      return 'drop';
    });
  else dying.resolve();
  const batchId = await createBatch();
  await dying.promise;
  // Queues are in memory: every message is lost with it.
  await service.restartEdge();
  await service.query(`UPDATE jobs SET wake_at = 1 WHERE wake_at IS NOT NULL AND state = 'queued'`);
  await service.sweep();
  await waitUntil(async () => {
    await service.query(`UPDATE jobs SET lease_until = 1, wake_at = 1 WHERE state = 'running' AND lease_until < ?`, Date.now() + 25_000);
    await service.sweep();
    return !(await isOpen(batchId));
  }, 'all items have ended');
  await expectAllDone(batchId);
});
