// The examples of the documentation, unchanged, against the real service: those of each operation and the whole workflows of
// the introduction. What a reader copies works.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route, RouteName } from '#contract/api.ts';
import { codeSamples } from '#contract/reference/code-samples.ts';
import { variableOf } from '#contract/reference/sample-call.ts';
import { fillIntroduction } from '#contract/reference/introduction.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { INTRODUCTION } from '../support/service/introduction.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { isPresent } from '../../support/judges/present.ts';
import { ALL_ROUTES } from '../support/service/routes.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';

const run = promisify(execFile);

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

const REQUESTS = 'python3-requests';

const isThere = (program: string) =>
  program === REQUESTS ? spawnSync('python3', ['-c', 'import requests']).status === 0 : isInstalled(program);
/** Without their programs examples are skipped. */
const KINDS = [
  { kind: 'curl', lang: 'bash', programs: ['bash', 'curl', 'jq'] },
  { kind: 'TypeScript', lang: 'typescript', programs: [] },
  { kind: 'Python', lang: 'python', programs: [REQUESTS] },
  { kind: 'CLI', lang: 'bash', programs: ['bash'] },
].map(({ programs, ...row }) => ({ ...row, missing: programs.filter((program) => !isPresent(program, isThere(program))) }));

/** `nth` of the blocks of its language in the introduction. */
const WORKFLOWS = KINDS.map((row) => ({ ...row, nth: row.kind === 'CLI' ? 1 : 0 }));

let service: Service;
let origin: string;
let dir: string;

beforeAll(async () => {
  service = await startService();
  origin = new URL(service.baseUrl).origin;
  dir = await mkdtemp(join(tmpdir(), 'examples-'));
  // As in a project that has installed the client.
  await mkdir(join(dir, 'node_modules'));
  for (const name of await readdir(`${ROOT}node_modules`)) await symlink(`${ROOT}node_modules/${name}`, join(dir, 'node_modules', name));
  await symlink(`${ROOT}client`, join(dir, 'node_modules/pdf-api'));
  await mkdir(join(dir, 'bin'));
  await symlink(`${ROOT}client/dist/cli/main.js`, join(dir, 'bin/pdf-api'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A fresh directory with the document that the examples send. */
async function makePlace(name: string): Promise<string> {
  const place = join(dir, name);
  await mkdir(place);
  await writeFile(join(place, 'document.pdf'), await makeLetter('Author Of The Example'));
  return place;
}

const RUNNERS: Record<string, readonly [string, string]> = {
  bash: ['bash', 'example.sh'],
  typescript: [process.execPath, 'example.ts'],
  python: ['python3', 'example.py'],
};

/** @returns what the program printed. @throws Error with what it said when it fails. */
async function runExample(place: string, lang: string, source: string, env: Record<string, string>): Promise<string> {
  const [program = '', file = ''] = RUNNERS[lang] ?? [];
  await writeFile(join(place, file), source);
  const path = `${join(dir, 'bin')}:${process.env['PATH']}`;
  const { stdout } = await run(program, [file], { cwd: place, env: { PATH: path, HOME: place, PDF_API_KEY: service.key, ...env } });
  return stdout;
}

async function authorOf(path: string): Promise<string | undefined> {
  return (await PDFDocument.load(await readFile(path), { updateMetadata: false })).getAuthor();
}

/** The fenced blocks of the introduction. */
function blocksOf(lang: string): string[] {
  const text = fillIntroduction(INTRODUCTION, origin);
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === lang).map(([, , source = '']) => source);
}

describe('the whole workflow', () => {
  // In the order of the introduction.
  describe.each(WORKFLOWS)('in $kind (missing: $missing)', ({ kind, lang, missing, nth }) => {
    test.skipIf(missing.length > 0)('uploads, waits, downloads a result without metadata, and deletes', async () => {
      const place = await makePlace(`workflow-${kind}`);
      const source = blocksOf(lang)[nth] ?? '';
      expect(source).toContain(service.baseUrl);
      await runExample(place, lang, source, {});
      expect(await authorOf(join(place, 'document.pdf'))).toBe('Author Of The Example');
      expect(await authorOf(join(place, 'result.pdf'))).toBeUndefined();
      const [latest] = await service.query<{ state: string }>(
        'SELECT state FROM files WHERE job_id IS NULL ORDER BY created_at DESC LIMIT 1',
      );
      expect(latest).toEqual({ state: 'deleted' });
    });
  });
});

describe('the first page', () => {
  const text = readFileSync(`${ROOT}docs/welcome.md`, 'utf8');

  describe.each(KINDS)('in $kind (missing: $missing)', ({ kind, lang, missing }) => {
    test.skipIf(missing.length > 0)('makes a file smaller in one call', async () => {
      const place = await makePlace(`first-${kind}`);
      const block = new RegExp(`^\`\`\`${lang} ${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(fillIntroduction(text, origin))?.[1] ?? '';
      expect(block).toContain(service.baseUrl);
      await runExample(place, lang, block, {});
      const [source, result] = await Promise.all(['document.pdf', 'result.pdf'].map(async (name) => readFile(join(place, name))));
      expect(result?.subarray(0, 5).toString()).toBe('%PDF-');
      expect(result?.length).toBeLessThanOrEqual(source?.length ?? 0);
    });
  });
});

describe('the examples of the operations', () => {
  /** Sources before what is done with them, deletions at the end. */
  function orderOf([name, route]: [RouteName, Route]): number {
    if (name === 'cancelJob') return 2;
    if (route.method === 'DELETE') return 3;
    return name === 'createFile' || name === 'uploadFile' || route.operation !== undefined ? 0 : 1;
  }
  // Nothing is fetched from the host of the example, its batch has ended before it could be cancelled, and its file is too small for parts.
  const apart = ['fetchFile', 'cancelBatch', 'uploadPart', 'listParts', 'completeUpload'];
  const ordered = ALL_ROUTES.filter(([name]) => !apart.includes(name)).toSorted((a, b) => orderOf(a) - orderOf(b));

  describe.each(KINDS)('in $kind (missing: $missing)', ({ kind, lang, missing }) => {
    test.skipIf(missing.length > 0)(
      'succeed one after another, each with what the others answered',
      { tags: 'long', timeout: 480_000 },
      async () => {
        const place = await makePlace(`operations-${kind}`);
        const size = (await readFile(join(place, 'document.pdf'))).length;
        const receiver = `http://127.0.0.1:${await findFreePort()}/events`;
        const env = await namesFor(place, receiver);
        for (const [name, route] of ordered) {
          if (name === 'cancelJob') env['JOB_ID'] = await createEndlessJob(env['FILE_ID'] ?? '');
          if (name === 'batchResults') await waitForBatch(env['BATCH_ID'] ?? '');
          for (const { source } of codeSamples(route, origin).filter(({ label }) => label.startsWith(kind))) {
            const printed = await runExample(place, lang, here(source, size, receiver, env['FILE_ID'] ?? ''), env);
            const answer = parse(printed);
            const answered = Object.values(route.success).find((schema) => schema !== null && schema !== undefined);
            // The client and the command answer in their own way.
            if (answered && route.bytes !== 'parts' && ['curl', 'Python'].includes(kind)) {
              expect(answered.safeParse(answer).error, name).toBeUndefined();
            }
            for (const [field, value] of Object.entries(answer)) {
              if (/_(id|url)$/.test(field) && typeof value === 'string') env[variableOf(field)] = value;
            }
            if (route.operation !== undefined) env['JOB_ID'] = await lastJobDone();
            // The command waits for its batch, and prints no name of it.
            if (name === 'createBatch') env['BATCH_ID'] = await lastBatch();
          }
        }
        service.wire.onRequest = () => 'pass';
        expect((await readFile(join(place, 'result.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
      },
    );
  });
});

/** What an example may name that no example of its kind makes. */
async function namesFor(place: string, receiver: string): Promise<Record<string, string>> {
  const client = new Client(service, service.key);
  const bytes = await readFile(join(place, 'document.pdf'));
  const named = { filename: 'document.pdf', content_type: 'application/pdf', size_bytes: bytes.length };
  const { body: upload } = await client.call<{ upload_url: string }>('POST', '/files', named);
  const { file_id } = await client.upload(bytes, 'document.pdf');
  const { body: webhook } = await client.call<{ webhook_id: string }>('POST', '/webhooks', { url: receiver, events: ['job.failed'] });
  return { UPLOAD_URL: upload.upload_url, FILE_ID: file_id, WEBHOOK_ID: webhook.webhook_id };
}

/** Empty where it is no object of JSON. */
function parse(printed: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(printed)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The size of the document that is there, its identifier, and a receiver of webhooks on this machine: nobody else is called. */
function here(source: string, sizeBytes: number, receiver: string, fileId: string): string {
  return source
    .replaceAll('48213', String(sizeBytes))
    .replaceAll('https://example.com/events', receiver)
    .replaceAll('file_0123456789ABCDEFGHIJKL', fileId);
}

/** A job whose end the Worker never hears of, so that it is there to be cancelled. */
async function createEndlessJob(fileId: string): Promise<string> {
  service.wire.onRequest = ({ kind }) => (kind === 'report' ? 'fail' : 'pass');
  return (await new Client(service, service.key).createJob('metadata', fileId, { action: 'remove' })).job_id;
}

async function waitForBatch(batchId: string): Promise<void> {
  const client = new Client(service, service.key);
  if (batchId === '') return;
  await waitUntil(
    async () => (await client.call<{ status: string }>('GET', `/batches/${batchId}`)).body.status === 'completed',
    'the batch has ended',
  );
}

async function lastBatch(): Promise<string> {
  const { body } = await new Client(service, service.key).call<{ data: readonly { batch_id: string }[] }>('GET', '/batches');
  return body.data[0]?.batch_id ?? '';
}

async function lastJobDone(): Promise<string> {
  const [latest] = await service.query<{ id: string }>('SELECT id FROM jobs ORDER BY created_at DESC LIMIT 1');
  const { id } = latest ?? { id: '' };
  await waitUntil(async () => {
    const [job] = await service.query<{ state: string }>('SELECT state FROM jobs WHERE id = ?', id);
    return job?.state === 'succeeded';
  }, 'the job of the example has succeeded');
  return id;
}

test('the TypeScript examples are free of type errors', async () => {
  const place = await makePlace('types');
  const samples = ALL_ROUTES.flatMap(([name, route]) =>
    codeSamples(route, origin)
      .filter(({ lang }) => lang === 'typescript')
      .map(({ source }, i) => [`${name}-${i}.ts`, source] as const),
  );
  const blocks = blocksOf('typescript').map((source, i) => [`introduction-${i}.ts`, source] as const);
  expect(blocks.length).toBe(2);
  for (const [file, source] of [...samples, ...blocks]) await writeFile(join(place, file), `${source}\nexport {};\n`);
  const compilerOptions = { target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] };
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = await run(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', place]).catch((failed) => failed);
  expect(stdout).toBe('');
});

describe('the receiver of webhooks', () => {
  test('takes what is signed with its secret, and refuses anything else', async () => {
    const place = await makePlace('receiver');
    const port = String(await findFreePort());
    const key = randomBytes(32);
    await writeFile(join(place, 'receiver.ts'), blocksOf('typescript')[1] ?? '');
    const receiver = spawn(process.execPath, ['receiver.ts'], {
      cwd: place,
      env: { PATH: process.env['PATH'], PORT: port, WEBHOOK_SECRET: `whsec_${key.toString('base64')}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(receiver, 'exit');
    let printed = '';
    receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const url = `http://127.0.0.1:${port}/`;
    await waitUntil(async () => (await fetch(url).catch(() => undefined)) !== undefined, 'the receiver listens');

    const body = JSON.stringify({ event: 'job.succeeded', event_id: 'evt_1', job_id: 'job_1' });
    const send = async (sent: string, ageSeconds = 0) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
      const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
      return (await fetch(url, { method: 'POST', headers, body: sent })).status;
    };
    expect([await send(body), await send(body), await send(body.replace('job_1', 'job_2')), await send(body, 3600)]).toEqual([
      204, 204, 400, 400,
    ]);
    receiver.kill();
    await exited;
    expect(printed).toBe('job.succeeded evt_1\n');
  });
});
