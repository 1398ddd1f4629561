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

/** At the third request of a kind, when some items have ended and others wait. */
function atThird(kind: WireKind, act: () => 'pass' | 'drop'): void {
  let count = 0;
  service.wire.onRequest = (wireRequest) => (wireRequest.kind === kind && (count += 1) === 3 ? act() : 'pass');
}

const BOUNDARIES = (['source', 'result', 'report'] as const).flatMap((kind) =>
  (['drop', 'pass'] as const).map((answer) => [kind, answer] as const),
);

test.each(BOUNDARIES)('the processor is killed at a %s that is answered by %s', { tags: 'long' }, async (kind, answer) => {
  let lapsing = Promise.resolve();
  atThird(kind, () => {
    service.processor.kill();
    lapsing = service.lapseLeases();
    return answer;
  });
  const batchId = await createBatch();
  await expectAllDone(batchId);
  await lapsing;
});

async function isOpen(batchId: string): Promise<boolean> {
  return (await service.query(`SELECT 1 FROM jobs WHERE batch_id = ? AND state IN ('queued', 'running')`, batchId)).length > 0;
}

test.each(['at once', 'source', 'result', 'report'] as const)('the Worker dies: %s', { tags: 'long' }, async (moment) => {
  const dying = Promise.withResolvers<void>();
  if (moment !== 'at once')
    atThird(moment, () => {
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
