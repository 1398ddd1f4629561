// A reference model of files, jobs, their ends and their events, driven by random commands beside the real service: every answer must be one
// that the model allows, and at the end the invariants hold. The seed is printed; SEED replays it.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import type { CreatedFile, FileObject, JobObject } from '#contract/api.ts';
import type { WebhookEvent } from '#contract/events.ts';
import type { CreatedWebhook } from '#contract/webhooks.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { makeRandom, type Random } from '../../support/documents/random.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';
import { startVerifyingReceiver } from '../support/service/verifying-receiver.ts';

const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? 400);

type Variant = 'good' | 'corrupt' | 'locked';

interface ModelFile {
  readonly id: string;
  readonly owner: number;
  readonly variant: Variant;
  readonly bytes: Uint8Array;
  readonly uploadUrl: string | undefined;
  state: 'awaiting_upload' | 'uploaded' | 'deleted' | 'expired';
}

interface ModelJob {
  readonly id: string;
  readonly owner: number;
  readonly file: ModelFile;
  /** Once seen terminal it never changes. */
  ended: string | undefined;
  mayBeCancelled: boolean;
}

interface World {
  readonly service: Service;
  readonly clients: readonly Client[];
  readonly random: Random;
  readonly documents: Readonly<Record<Variant, Uint8Array>>;
  readonly files: ModelFile[];
  readonly jobs: ModelJob[];
}

type Command = (world: World) => Promise<void>;

/** How often a command is drawn, beside once. */
const WEIGHTS: Readonly<Record<string, number>> = { 'upload by form': 3, 'create a job': 8, 'read a job': 2, 'cancel a job': 2 };

const OUTCOME: Record<Variant, { status: string; reason?: string }> = {
  good: { status: 'succeeded' },
  corrupt: { status: 'failed', reason: 'corrupt_file' },
  locked: { status: 'failed', reason: 'encrypted_pdf' },
};

const commands: Readonly<Record<string, Command>> = {
  'reserve a file': async (world) => {
    const owner = world.random.below(2);
    const variant = world.random.pick(['good', 'good', 'corrupt', 'locked'] as const);
    const bytes = world.documents[variant];
    const created = await clientOf(world, owner).call<CreatedFile>('POST', '/files', {
      filename: 'model.pdf',
      content_type: 'application/pdf',
      size_bytes: bytes.length,
    });
    expect(created.status).toBe(201);
    world.files.push({ id: created.body.file_id, owner, variant, bytes, uploadUrl: created.body.upload_url, state: 'awaiting_upload' });
  },

  'upload by form': async (world) => {
    const owner = world.random.below(2);
    const variant = world.random.pick(['good', 'good', 'good', 'corrupt', 'locked'] as const);
    const bytes = world.documents[variant];
    const file = await clientOf(world, owner).upload(bytes);
    world.files.push({ id: file.file_id, owner, variant, bytes, uploadUrl: undefined, state: 'uploaded' });
  },

  'put the bytes': async (world) => {
    const file = pickFile(world);
    if (!file?.uploadUrl) return;
    const kind = world.random.pick(['right', 'right', 'right', 'short', 'wrong type', 'other bytes'] as const);
    const body = Buffer.from(kind === 'short' ? file.bytes.subarray(0, -1) : file.bytes);
    if (kind === 'other bytes') body.writeUInt8(body.readUInt8(body.length - 1) ^ 1, body.length - 1);
    const response = await fetch(file.uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Type': kind === 'wrong type' ? 'image/png' : 'application/pdf' },
      body,
    });
    await response.body?.cancel();
    if (kind === 'wrong type') return expect(response.status).toBe(415);
    if (file.state === 'deleted' || file.state === 'expired') return expect([410, 400]).toContain(response.status);
    if (file.state === 'uploaded') return expect(response.status).toBe(kind === 'right' ? 200 : 409);
    if (kind === 'short') return expect(response.status).toBe(400);
    // The first PUT of the declared length wins; other bytes would be another document than the model's.
    expect(response.status).toBe(200);
    file.state = kind === 'right' ? 'uploaded' : 'deleted';
    if (kind === 'other bytes') await clientOf(world, file.owner).call('DELETE', `/files/${file.id}`);
    return undefined;
  },

  'create a job': async (world) => {
    const file = pickFile(world);
    if (!file) return;
    const asker = world.random.below(2);
    const created = await clientOf(world, asker).call<JobObject>('POST', '/jobs/metadata', { file_id: file.id, action: 'remove' });
    if (asker !== file.owner) return expect(created.status).toBe(404);
    expect(created.status).toBe({ awaiting_upload: 409, uploaded: 202, deleted: 410, expired: 410 }[file.state]);
    if (created.status === 202) {
      expect(created.body.status).toBe('queued');
      world.jobs.push({ id: created.body.job_id, owner: file.owner, file, ended: undefined, mayBeCancelled: false });
    }
    return undefined;
  },

  'read a job': async (world) => {
    const job = pickJob(world);
    if (!job) return;
    const asker = world.random.below(2);
    const { status, body } = await clientOf(world, asker).call<JobObject>('GET', `/jobs/${job.id}`);
    if (asker !== job.owner) return expect(status).toBe(404);
    expect(status).toBe(200);
    checkJob(job, body);
    return undefined;
  },

  'wait for a job': async (world) => {
    const job = pickJob(world);
    if (job) checkJob(job, await clientOf(world, job.owner).waitForEnd(job.id));
  },

  'cancel a job': async (world) => {
    const job = pickJob(world);
    if (!job) return;
    const asker = world.random.below(2);
    if (asker === job.owner) job.mayBeCancelled ||= job.ended === undefined;
    const { status, body } = await clientOf(world, asker).call<JobObject>('POST', `/jobs/${job.id}/cancel`);
    if (asker !== job.owner) return expect(status).toBe(404);
    expect(job.ended === undefined ? [200, 202, 409] : [409]).toContain(status);
    if (status === 200) checkJob(job, body);
    return undefined;
  },

  'delete a file': async (world) => {
    const file = pickFile(world);
    if (!file) return;
    const asker = world.random.below(2);
    for (const job of world.jobs) if (asker === file.owner && job.file === file && job.ended === undefined) job.mayBeCancelled = true;
    const { status, body } = await clientOf(world, asker).call('DELETE', `/files/${file.id}`);
    if (asker !== file.owner) return expect(status).toBe(404);
    expect([status, body]).toEqual([200, { file_id: file.id, deleted: true }]);
    if (file.state !== 'expired') file.state = 'deleted';
    return undefined;
  },

  'read a file': async (world) => {
    const file = pickFile(world);
    if (!file) return;
    const { status, body } = await clientOf(world, file.owner).call<FileObject>('GET', `/files/${file.id}`);
    expect([status, body.status]).toEqual([200, file.state]);
    if (file.state === 'uploaded') expect(body.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'));
  },

  'download a file': async (world) => {
    const file = pickFile(world);
    if (!file) return;
    if (file.state === 'uploaded') {
      expect(Buffer.from(await clientOf(world, file.owner).download(file.id)).equals(file.bytes)).toBe(true);
    } else {
      const { status } = await clientOf(world, file.owner).call('GET', `/files/${file.id}/download`);
      expect(status).toBe(file.state === 'awaiting_upload' ? 409 : 410);
    }
  },

  'let a file reach the end of its time': async (world) => {
    const file = pickFile(world);
    if (!file || file.state === 'deleted' || world.jobs.some((job) => job.file === file && job.ended === undefined)) return;
    await world.service.query('UPDATE files SET expires_at = 1 WHERE id = ?', file.id);
    await world.service.sweep();
    file.state = 'expired';
  },

  sweep: async (world) => world.service.sweep(),
};

function checkJob(job: ModelJob, seen: JobObject): void {
  const ended = seen.status !== 'queued' && seen.status !== 'running' ? seen.status : undefined;
  if (job.ended !== undefined) expect(seen.status, `${job.id} was ${job.ended}`).toBe(job.ended);
  if (ended === undefined) return;
  job.ended = ended;
  expect(seen.completed_at).toBeDefined();
  if (ended === 'cancelled') return expect(job.mayBeCancelled, `${job.id} was cancelled by nobody`).toBe(true);
  const expected = OUTCOME[job.file.variant];
  expect([seen.status, seen.error?.reason]).toEqual([expected.status, expected.reason]);
}

/** An owner's endpoint got each state of its jobs and each end of its files, once, and nothing else. */
async function expectMailOf(world: World, owner: number, events: ReadonlyMap<string, WebhookEvent>): Promise<void> {
  const undelivered = async () => world.service.query(`SELECT id FROM deliveries WHERE state <> 'delivered'`);
  await waitUntil(async () => (await undelivered()).length === 0, 'every event is delivered');
  const told = [...events.values()].map((event) => `${subjectOf(event)} ${event.event}`);
  const jobs = world.jobs.filter((job) => job.owner === owner);
  const files = world.files.filter((file) => file.owner === owner && (file.state === 'deleted' || file.state === 'expired'));
  const expected = [
    ...jobs.flatMap((job) => [`${job.id} job.queued`, `${job.id} job.${job.ended}`]),
    ...files.map((file) => `${file.id} file.expired`),
  ];
  expect(told.filter((line) => !line.endsWith(' job.running')).sort()).toEqual(expected.sort());
  expect(new Set(told).size).toBe(told.length);
}

function subjectOf(event: WebhookEvent): string {
  switch (event.event) {
    case 'file.expired':
      return event.file_id;
    case 'batch.completed':
      return event.batch_id;
    case 'webhook.test':
      return event.webhook_id;
    default:
      return event.job_id;
  }
}

function clientOf(world: World, owner: number): Client {
  const client = world.clients[owner];
  if (!client) throw new Error(`no client ${owner}`);
  return client;
}

function pickFile(world: World): ModelFile | undefined {
  return world.files.length === 0 ? undefined : world.random.pick(world.files.slice(-12));
}

function pickJob(world: World): ModelJob | undefined {
  return world.jobs.length === 0 ? undefined : world.random.pick(world.jobs.slice(-12));
}

test(`${COMMANDS} random commands get only answers that the model allows`, { timeout: 300_000, tags: 'long' }, async () => {
  const random = makeRandom('model');
  const service = await startService();
  try {
    const locked = await PDFDocument.load(await makeLetter('Locked'));
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
    const documents = {
      good: await makeLetter('Model Author'),
      corrupt: Buffer.from('%PDF-1.4\nnothing that could be a document'),
      locked: await locked.save(),
    };
    const clients = [new Client(service, service.key), new Client(service, service.otherKey)];
    const receiver = await startVerifyingReceiver();
    const registered = await clients[0]?.call<CreatedWebhook>('POST', '/webhooks', { url: receiver.url, events: ['*'] });
    receiver.useSecret(registered?.body.secret ?? '');
    const world: World = { service, clients, random, documents, files: [], jobs: [] };
    const names = Object.keys(commands).flatMap((name) => Array.from({ length: WEIGHTS[name] ?? 1 }, () => name));
    const told: string[] = [];
    for (let i = 0; i < COMMANDS; i++) {
      const name = random.pick(names);
      told.push(name);
      try {
        await commands[name]?.(world);
      } catch (cause) {
        throw new Error(`SEED=${random.seed}, command ${i} (${name}), after: ${told.slice(-8).join(', ')}`, { cause });
      }
    }
    for (const job of world.jobs) checkJob(job, await clientOf(world, job.owner).waitForEnd(job.id));
    process.stdout.write(`${world.files.length} files, ${world.jobs.length} jobs\n`);
    expect(world.jobs.length).toBeGreaterThan(0);
    await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directories are gone');
    await expectRestingInvariants(service);
    await expectMailOf(world, 0, receiver.events);
    await receiver.close();
  } finally {
    await service.stop();
  }
});
