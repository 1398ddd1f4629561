// The service without the platform: the Worker as `npm run serve` and a processor as its unit starts it. Stopped, copied, started from the copy.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { eventually } from '../../support/run/processor-under-test.ts';
import { ApiClient, bodyOf } from '../support/service/api-client.ts';
import { openAccount, type StartedProgram, startProgram, writeSecrets } from '../support/service/served.ts';
import { SECRET_NAMES } from '../../worker/settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'serve-'));
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  rmSync(dir, { recursive: true, force: true });
});

const PUBLIC_URL = 'https://pdf.example.com';

describe('npm run serve', { timeout: 180_000 }, () => {
  test('goes on from a copy of its state: accounts, files, jobs that ended and jobs that waited', { tags: 'long' }, async () => {
    const secrets = writeSecrets(join(dir, 'secrets'));
    const start = async (args: readonly string[], port: number, env: Record<string, string>): Promise<StartedProgram> => {
      const program = await startProgram(args, { port, env });
      stops.push(program.stop);
      return program;
    };
    const [edgePort, processorPort] = [await findFreePort(), await findFreePort()];
    const processor = async () =>
      start(['dist/processor/main.mjs'], processorPort, {
        NODE_ENV: 'production',
        PROCESSOR_SECRET: secrets.of('PROCESSOR_SECRET'),
        PROCESSOR_PORT: String(processorPort),
        PROCESSOR_WORK_ROOT: join(dir, 'work'),
      });
    const edge = async (state: string) =>
      start(['scripts/serve.ts'], edgePort, {
        PORT: String(edgePort),
        STATE_DIR: join(dir, state),
        PUBLIC_URL,
        PROCESSOR_URL_EU: `http://127.0.0.1:${processorPort}`,
        CREDENTIALS_DIRECTORY: secrets.folder,
      });

    const first = { edge: await edge('state'), processor: await processor() };
    const key = await openAccount(first.edge.url, secrets);
    const api = new ApiClient(first.edge.url, key);
    const created = await api.createFile(readFileSync(`${ROOT}scripts/local/sample.pdf`));
    expect(created.upload_url).toMatch(`${PUBLIC_URL}/v1/`);
    const form = new FormData();
    form.append('file', new File([readFileSync(`${ROOT}scripts/local/sample.pdf`)], 'sample.pdf', { type: 'application/pdf' }));
    const { file_id } = await bodyOf<{ file_id: string }>(await api.request('POST', '/files', { body: form }), 201);
    const done = await api.createJob({ file_id });
    const { result_file_id = '' } = await api.jobIn(done.job_id, 'succeeded');
    await first.processor.stop();
    const waiting = await api.createJob({ file_id });
    expect(await first.edge.stop()).toBe(0);

    cpSync(join(dir, 'state'), join(dir, 'copy'), { recursive: true });
    rmSync(join(dir, 'state'), { recursive: true });
    const second = { edge: await edge('copy'), processor: await processor() };
    expect(await bodyOf<JobObject>(await api.get(`/jobs/${done.job_id}`), 200)).toMatchObject({ status: 'succeeded', result_file_id });
    const { pathname, search } = new URL(await api.downloadUrl(result_file_id));
    const bytes = Buffer.from(await (await fetch(`${second.edge.url}${pathname}${search}`)).arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    // Its message was lost with the queue; the sweep sends it again when its lease, or its time in the queue, is over.
    await eventually('the job that waited has ended', 120_000, async () => {
      const { status } = await bodyOf<JobObject>(await api.get(`/jobs/${waiting.job_id}?wait=20`), 200);
      return status === 'succeeded';
    });
    // Neither log holds a secret.
    for (const name of SECRET_NAMES) expect(second.edge.log() + first.edge.log()).not.toContain(secrets.of(name));
  });

  test.each([
    [{}, /STATE_DIR/],
    [{ STATE_DIR: '/tmp/x' }, /PROCESSOR_URL_<REGION>/],
    [{ STATE_DIR: '/tmp/x', PROCESSOR_URL_EU: 'http://127.0.0.1:1' }, /KEY_PEPPER is not set/],
  ])('with %j it says what is missing', async (env, message) => {
    await expect(startProgram(['scripts/serve.ts'], { port: 1, env })).rejects.toThrow(message);
  });
});

test('what units and Compose start is there', () => {
  const files = [...readdirSync(`${ROOT}deploy/systemd`).map((name) => `systemd/${name}`), 'compose.yaml'];
  const texts = files.map((name) => readFileSync(`${ROOT}deploy/${name}`, 'utf8'));
  const programs = texts.flatMap((text) =>
    [...text.matchAll(/(?:scripts|dist\/processor|courier)\/[a-z]+\.m?[tj]s|[a-z]+\/Dockerfile/g)].map(([path]) => path),
  );
  expect(new Set(programs)).toEqual(
    new Set(['scripts/serve.ts', 'dist/processor/main.mjs', 'courier/main.ts', 'processor/Dockerfile', 'courier/Dockerfile']),
  );
  for (const path of programs) expect(existsSync(`${ROOT}${path}`), path).toBe(true);
  const edgeUnit = texts[files.indexOf('systemd/pdf-api-edge.service')] ?? '';
  for (const name of SECRET_NAMES) for (const text of [edgeUnit, texts.at(-1)]) expect(text).toContain(name);
});
