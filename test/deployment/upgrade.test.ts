// From the version before the newest migration to this one, with jobs under way: in the order in which an operator may do it, with the same state.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { eventually } from '../../support/run/processor-under-test.ts';
import { ApiClient, bodyOf } from '../support/service/api-client.ts';
import { openAccount, type Secrets, type StartedProgram, startProgram, writeSecrets } from '../support/service/served.ts';

const dir = mkdtempSync(join(tmpdir(), 'upgrade-'));
const before = join(dir, 'before');
const stops: (() => Promise<unknown>)[] = [];
let secrets: Secrets;
let ports: { readonly edge: number; readonly processor: number };

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 29 }).trim();
/** A copy without its history has no version before. */
const older = (() => {
  try {
    return git('rev-parse', `${git('log', '-1', '--format=%H', '--', 'migrations/*.sql')}~1`);
  } catch {
    return undefined;
  }
})();

async function start(cwd: string, args: readonly string[], port: number, env: Record<string, string>): Promise<StartedProgram> {
  const program = await startProgram(args, { cwd, port, env });
  stops.push(program.stop);
  return program;
}

const startEdge = async (cwd: string) =>
  start(cwd, ['scripts/serve.ts'], ports.edge, {
    PORT: String(ports.edge),
    STATE_DIR: join(dir, 'state'),
    PROCESSOR_URL_EU: `http://127.0.0.1:${ports.processor}`,
    CREDENTIALS_DIRECTORY: secrets.folder,
  });
const startProcessor = async (cwd: string) =>
  start(cwd, ['dist/processor/main.mjs'], ports.processor, {
    NODE_ENV: 'production',
    PROCESSOR_SECRET: secrets.of('PROCESSOR_SECRET'),
    PROCESSOR_PORT: String(ports.processor),
    PROCESSOR_SLOTS: '2',
    PROCESSOR_WORK_ROOT: join(dir, 'work'),
  });

describe.skipIf(older === undefined)('an upgrade', { tags: 'long', timeout: 600_000 }, () => {
  beforeAll(async () => {
    mkdirSync(before);
    const archive = execFileSync('git', ['archive', older ?? ''], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', before], { input: archive });
    symlinkSync(`${ROOT}node_modules`, join(before, 'node_modules'));
    for (const folder of [before, ROOT]) execFileSync(process.execPath, ['scripts/bundle-processor.ts'], { cwd: folder });
    secrets = writeSecrets(join(dir, 'secrets'));
    ports = { edge: await findFreePort(), processor: await findFreePort() };
  }, 300_000);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('loses no job, does none twice, and keeps what was answered', async () => {
    const sample = readFileSync(`${ROOT}scripts/local/sample.pdf`);
    let edge = await startEdge(before);
    let processor = await startProcessor(before);
    const api = new ApiClient(edge.url, await openAccount(edge.url, secrets));
    const file_id = await api.upload(sample);
    const run = async (count: number) => Promise.all(Array.from({ length: count }, async () => (await api.createJob({ file_id })).job_id));
    const jobs = await run(3);
    const ended = async (ids: readonly string[]) => {
      for (const id of ids)
        await eventually(`${id} has ended`, 150_000, async () => {
          const { status } = await bodyOf<JobObject>(await api.get(`/jobs/${id}?wait=20`), 200);
          if (status === 'failed') throw new Error(`${id} failed`);
          return status === 'succeeded';
        });
    };
    await ended(jobs);
    const first = await bodyOf<JobObject>(await api.get(`/jobs/${jobs[0]}`), 200);
    const keyed = { headers: { 'idempotency-key': 'before-the-upgrade' }, json: { file_id, action: 'remove' } };
    const kept = await bodyOf<JobObject>(await api.request('POST', '/jobs/metadata', keyed), 202);

    // A processor of this version may be first.
    await processor.stop();
    processor = await startProcessor(ROOT);
    jobs.push(kept.job_id, ...(await run(3)));
    await ended(jobs);
    await processor.stop();
    processor = await startProcessor(before);

    // The edge stops in the middle of its work.
    jobs.push(...(await run(8)));
    await edge.stop();
    edge = await startEdge(ROOT);
    jobs.push(...(await run(2)));
    await ended(jobs);
    await processor.stop();
    jobs.push(...(await run(2)));
    processor = await startProcessor(ROOT);
    await ended(jobs);

    const listed = await bodyOf<{ data: JobObject[] }>(await api.get('/jobs?limit=100'), 200);
    expect(listed.data.map(({ job_id }) => job_id).toSorted()).toEqual(jobs.toSorted());
    const files = await bodyOf<{ data: { file_id: string }[] }>(await api.get('/files?limit=100'), 200);
    // One source, one result of each job.
    expect(files.data).toHaveLength(jobs.length + 1);
    expect(await bodyOf<JobObject>(await api.get(`/jobs/${jobs[0]}`), 200)).toMatchObject(first);
    expect((await bodyOf<JobObject>(await api.request('POST', '/jobs/metadata', keyed), 202)).job_id).toBe(kept.job_id);
    const bytes = Buffer.from(await (await fetch(await api.downloadUrl(first.result_file_id ?? ''))).arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
