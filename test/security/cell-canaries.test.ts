// A job of a region leaves no row, byte, message or line of the log with content outside of its cell. Jobs of every operation, with every way to an end,
// carry a word that is nowhere else; then every other store is searched for it, as its engine reads it and as bytes on the disk.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cellCodeOf } from '#contract/ids.ts';
import type { OperationName } from '#contract/operations.ts';
import { OPERATION_NAMES, OPERATIONS } from '#contract/operations.ts';
import type { RunJob } from '#contract/processor.ts';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';
import { findText } from '../support/service/find-text.ts';
import { Receiver } from '../support/service/receiver.ts';
import { jobBody, runForm, VALID_PARAMS } from '../support/service/routes.ts';
import { sha256 } from '../support/service/scripted-processor.ts';

const CELLS = { 'eu-1': { code: 'Ea' }, 'eu-2': { code: 'Eb' }, 'us-1': { code: 'Ua' } };
const STORES = { databases: ['default', ...Object.keys(CELLS)], buckets: ['eu', 'us', ...Object.keys(CELLS)] };
const stateDir = await mkdtemp(join(tmpdir(), 'cells-'));
const receiver = await Receiver.start();
const edge = await openEdge({
  regions: ['eu', 'us'],
  cells: CELLS,
  courier: {},
  stateDir,
  entry: 'test/support/service/recording-worker.ts',
});
afterAll(async () => {
  await edge.close();
  await receiver.close();
  await rm(stateDir, { recursive: true });
});

const find = async (text: string) => findText({ edge, stateDir, ...STORES }, text);

/** A word of letters, as no identifier is. */
function makeCanary(region: string): string {
  return `canary${region}${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
}

const AT_ONCE = 4;

interface Flock {
  readonly account: TestAccount;
  readonly region: string;
  readonly canary: string;
}

async function upload({ account, region, canary }: Flock): Promise<string> {
  const fields = { filename: `${canary}.pdf`, metadata: { of: canary }, region };
  return account.api.upload(pdfBytes(canary), fields);
}

function paramsOf(name: OperationName, canary: string): Record<string, unknown> {
  if (name === 'ai_edit') return { instruction: `Replace "${canary}" with "${canary} once more"` };
  if (name === 'protect') return { user_password: canary };
  if (name === 'stamp') return { marks: [{ kind: 'text', text: canary }] };
  return VALID_PARAMS[name];
}

/** Each in its way: alone, with an Idempotency-Key twice, as a run, in a batch, with a delivery of its result. @returns the job's id */
async function accept(flock: Flock, nth: number): Promise<string> {
  const { account, canary } = flock;
  const { api } = account;
  const name = OPERATION_NAMES[nth % OPERATION_NAMES.length] ?? 'metadata';
  const fileId = await upload(flock);
  const metadata = { note: canary };
  const body = { ...jobBody(name, paramsOf(name, canary), fileId), metadata };
  const send = async (fields: object, headers = {}) =>
    bodyOf<{ job_id: string }>(await api.post(`/jobs/${OPERATIONS[name].path}`, fields, headers), 202);
  if (nth % 5 === 1) {
    await send(body, { 'idempotency-key': `key ${nth}` });
    return (await send(body, { 'idempotency-key': `key ${nth}` })).job_id;
  }
  if (nth % 5 === 2) {
    const form = runForm({ action: 'remove' }, [pdfBytes(canary)], { region: flock.region, metadata: JSON.stringify(metadata) });
    const response = await api.request('POST', '/run/metadata', { body: form, headers: { prefer: 'wait=0' } });
    return (await bodyOf<{ job_id: string }>(response, 202)).job_id;
  }
  if (nth % 5 === 3) {
    const items = [
      { file_id: fileId, metadata },
      { file_id: fileId, params: { action: canary } },
    ];
    const batch = { operation: 'metadata', params: { action: 'remove' }, items, metadata, on_error: 'continue' };
    const { batch_id } = await bodyOf<{ batch_id: string }>(await api.post('/batches', batch, { 'idempotency-key': `batch ${nth}` }), 202);
    const list = await bodyOf<{ data: { job?: { job_id: string } }[] }>(await api.get(`/batches/${batch_id}/items`), 200);
    return list.data.flatMap(({ job }) => job?.job_id ?? [])[0] ?? '';
  }
  if (nth % 5 === 4)
    return (await send({ ...body, deliver_to: { url: receiver.url('/results'), headers: { 'x-amz-meta-of': canary } } })).job_id;
  return (await send(body)).job_id;
}

/** Each with another end. */
async function end({ account, canary }: Flock, jobId: string, nth: number): Promise<void> {
  const { api } = account;
  const scripted = edge.processors[cellNamedIn(jobId)] as typeof edge.processor;
  const run = await scripted.nextRun(jobId);
  expect(await (await scripted.fetchSource(run)).text()).toContain(canary);
  await scripted.heartbeat(run);
  if (nth % 4 === 1) {
    const error = { reason: 'corrupt_file', message: `At ${canary} it ends.`, retryable: false, details: { near: canary } };
    await scripted.report(run, { outcome: 'failed', error, warnings: [{ code: 'repaired', message: canary }], metrics: {} });
    return void (await api.jobIn(jobId, 'failed'));
  }
  if (nth % 4 === 2) {
    await api.cancel(jobId);
    await scripted.report(run, { outcome: 'cancelled' });
    return void (await api.jobIn(jobId, 'cancelled'));
  }
  await scripted.report(run, await success(scripted, run, canary));
  const job = await api.jobIn(jobId, 'succeeded');
  expect(await (await fetch(await api.downloadUrl(job.result_file_id ?? ''))).text()).toContain(canary);
  await (await api.get(`/jobs/${jobId}/events`)).text();
  if (nth % 8 === 3) await api.request('DELETE', `/files/${job.result_file_id}`);
}

function cellNamedIn(id: string): string {
  return Object.entries(CELLS).find(([, { code }]) => code === cellCodeOf(id))?.[0] ?? '';
}

async function success(scripted: typeof edge.processor, run: RunJob, canary: string): Promise<Record<string, unknown>> {
  const bytes = Buffer.from(`%PDF-1.7 result with ${canary}`);
  await scripted.putResult(run, 0, bytes);
  return {
    outcome: 'succeeded',
    results: [
      { index: 0, filename: `${canary}-done.pdf`, content_type: 'application/pdf', size_bytes: bytes.byteLength, sha256: sha256(bytes) },
    ],
    report: { verified: true, text: canary },
    warnings: [{ code: 'repaired', message: canary }],
    metrics: { pages: 1, processing_ms: 5, input_bytes: 1, output_bytes: 1 },
  };
}

async function fly(flock: Flock, jobs: number): Promise<void> {
  await bodyOf(await flock.account.api.post('/webhooks', { url: receiver.url(`/of-${flock.region}`), events: ['*'] }), 201);
  const waiting = Array.from({ length: jobs }, (_, nth) => nth);
  const next = async (): Promise<void> => {
    for (let nth = waiting.shift(); nth !== undefined; nth = waiting.shift()) await end(flock, await accept(flock, nth), nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  await edge.runSweep();
  await edge.operator('GET', '/overview');
  await edge.operator('GET', '/activity?hours=1');
}

async function hatch(region: string): Promise<Flock> {
  return { account: await edge.createAccount({ overrides: { deliver_to: true } }), region, canary: makeCanary(region) };
}

/** Which of the cells of a region it is, and that it is in no other place. */
async function expectInOneCell({ canary, region }: Flock): Promise<string> {
  const found = await find(canary);
  expect(found.databases).toHaveLength(1);
  const [cell = ''] = found.databases;
  expect(cell.startsWith(`${region}-`)).toBe(true);
  expect(found.buckets).toEqual([cell]);
  expect(found.logLines).toEqual([]);
  expect(found.messages).toEqual([]);
  // One database, and objects of the cell's bucket: neither another database nor the storage of a Durable Object.
  const databases = found.files.filter((path) => path.endsWith('.sqlite'));
  expect(databases).toHaveLength(1);
  expect(databases[0]).toMatch(/(^|\/)d1\//);
  expect(found.files.filter((path) => !databases.includes(path) && !new RegExp(`(^|/)r2/cell-${cell}/`).test(path))).toEqual([]);
  return cell;
}

describe('content', () => {
  test('of jobs stays in the cell of its region', async () => {
    const [eu, us] = [await hatch('eu'), await hatch('us')];
    await Promise.all([fly(eu, OPERATION_NAMES.length), fly(us, 3)]);
    await expectInOneCell(eu);
    expect(await expectInOneCell(us)).toBe('us-1');
  });

  test('of 200 jobs stays in the cell of its region', { tags: 'long', timeout: 600_000 }, async () => {
    const flocks = [await hatch('eu'), await hatch('us'), await hatch('eu'), await hatch('us')];
    await Promise.all(flocks.map(async (flock) => fly(flock, 50)));
    for (const flock of flocks) await expectInOneCell(flock);
  });

  test('that leaks is found: in a row, an object, a message, a line of the log', async () => {
    const leaked = await hatch('eu');
    await edge.sql(`INSERT INTO dead_letters (id, queue, body, received_at) VALUES ('dead_1', 'a queue', ?, ?)`, leaked.canary, Date.now());
    await (await edge.bucketOf('us')).put('leaked', Buffer.from(`a text with ${leaked.canary} in it`).toString('base64'));
    await edge.sendToQueue({ job_id: leaked.canary });
    edge.logs.push(`{"event":"${leaked.canary}"}`);
    const found = await find(leaked.canary);
    expect(found.databases).toEqual(['default']);
    expect(found.buckets).toEqual(['us']);
    expect(found.files.length).toBeGreaterThanOrEqual(2);
    expect(found.logLines.length).toBeGreaterThanOrEqual(1);
    await expect(expectInOneCell(leaked)).rejects.toThrow();
  });
});

test('a new account is at home in the cell of the region whose database is smaller', async () => {
  for (const [full, empty] of [
    ['eu-1', 'Eb'],
    ['eu-2', 'Ea'],
  ]) {
    await edge.sql('UPDATE cell_sizes SET bytes = 1');
    await edge.sql('INSERT OR REPLACE INTO cell_sizes (cell, bytes, noted_at) VALUES (?, 9000000000, 1)', full ?? '');
    const { api } = await edge.createAccount();
    expect(cellCodeOf(await api.upload(pdfBytes(), { region: 'eu' }))).toBe(empty);
  }
});
