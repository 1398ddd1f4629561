// The API document in the hands of others: a linter, two generators of clients and one of another language, with each of which a job is done.
// The programs come from the package registry, into a folder of their own: TypeScript here is of another version than they need.

import { build } from 'esbuild';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/local/edge.ts';
import { isPresent } from '../../support/judges/present.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';

const run = promisify(execFile);
const PACKAGES = [
  '@redocly/cli@2.77.0',
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'quicktype@26.0.0',
  'typescript@5.9.3',
  '@types/node@24',
];
const MINUTES = 5 * 60_000;

/** What every client does once it has `call`: upload, run, wait, and read what only a job of this type and state has. */
const STEPS = `
const bytes = new TextEncoder().encode('%PDF-1.7\\n% generated\\n%%EOF\\n');
const created = await createFile({ filename: 'a.pdf', content_type: 'application/pdf', size_bytes: bytes.byteLength });
if (!('upload_url' in created)) throw new Error('no address');
const sent = await fetch(created.upload_url, { method: created.upload_method, headers: { 'content-type': 'application/pdf' }, body: bytes });
if (!sent.ok) throw new Error(await sent.text());
const { job_id } = await createJob({ file_id: created.file_id, languages: ['en'] });
let job = await readJob(job_id);
while (job.status === 'queued' || job.status === 'running') job = await readJob(job_id);
if (job.type !== 'ocr' || job.status !== 'succeeded') throw new Error(job.status);
const languages: string[] | undefined = job.params.languages;
const words: number | undefined = job.report?.totals?.words;
const result: string = job.result_file_id;
const size: number | undefined = job.result_files[0]?.size_bytes;
const address: string = (await downloadAddress(result)).download_url;
const content = await (await fetch(address)).text();
console.log(JSON.stringify({ languages, isRead: words !== undefined, size, content }));
`;

const WITH_TYPES = `
import createClient from 'openapi-fetch';
import type { components, paths } from './types';
const client = createClient<paths>({ baseUrl: process.env['BASE'] ?? '', headers: { authorization: 'Bearer ' + process.env['KEY'] } });
function told<T>({ data, error }: { data?: T; error?: components['schemas']['ApiError'] }): T {
  if (data === undefined) throw new Error(error?.error.message);
  return data;
}
const createFile = async (body: components['schemas']['CreateFile']) => told(await client.POST('/files', { body }));
const createJob = async (body: components['schemas']['OcrJobRequest']) => told(await client.POST('/jobs/ocr', { body }));
const readJob = async (job_id: string) => told(await client.GET('/jobs/{job_id}', { params: { path: { job_id }, query: { wait: 5 } } }));
const downloadAddress = async (file_id: string) => told(await client.GET('/files/{file_id}/download', { params: { path: { file_id } } }));
${STEPS}`;

const WITH_SDK = `
import * as api from './sdk';
import { client } from './sdk/client.gen';
client.setConfig({ baseUrl: process.env['BASE'] ?? '', auth: process.env['KEY'] ?? '' });
const throwOnError = true as const;
const createFile = async (body: api.CreateFile) => (await api.createFile({ body, throwOnError })).data;
const createJob = async (body: api.OcrJobRequest) => (await api.createOcrJob({ body, throwOnError })).data;
const readJob = async (job_id: string) => (await api.readJob({ path: { job_id }, query: { wait: 5 }, throwOnError })).data;
const downloadAddress = async (file_id: string) => (await api.createDownloadAddress({ path: { file_id }, throwOnError })).data;
const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
const form = await api.runOperation({ path: { operation: 'nothing' }, body: { file } });
const refusal: string | undefined = form.error?.error.code;
if (refusal !== 'not_found') throw new Error(String(refusal));
${STEPS}`;

/** As a job of this type reports. */
const REPORT = {
  engine: { name: 'tesseract', version: '5.5.0' },
  languages: ['eng'],
  mode: 'skip_text',
  output_format: 'pdf',
  totals: { pages: 1, ocr: 1, words: 2, confidence: 91.5 },
  pages_without_text: '',
  pages_format: 'one entry for each page',
  pages: [{ page: 1, source: 'ocr', words: 2, confidence: 91.5 }],
};

/** Of Python each answer is read by the class that was made of its schema, which checks every field. */
const MODELS = ['CreateFile', 'CreatedFile', 'OcrJobRequest', 'AcceptedJob', 'OcrJob', 'DownloadAddress'];
const IN_PYTHON = `
import json, os, requests
from models import (AcceptedJob, CreatedFile, CreateFile, DownloadAddress, OcrJob, OcrJobRequest)

def call(method, path, body=None):
    headers = {'Authorization': 'Bearer ' + os.environ['KEY']}
    answer = requests.request(method, os.environ['BASE'] + path, headers=headers, json=None if body is None else body.to_dict())
    answer.raise_for_status()
    return answer.json()

document = b'%PDF-1.7\\n% generated\\n%%EOF\\n'
created = CreatedFile.from_dict(call('POST', '/files', CreateFile.from_dict(
    {'filename': 'a.pdf', 'content_type': 'application/pdf', 'size_bytes': len(document)})))
requests.request(created.upload_method.value, created.upload_url, data=document, headers=created.upload_headers).raise_for_status()
accepted = AcceptedJob.from_dict(call('POST', '/jobs/ocr', OcrJobRequest(file_id=created.file_id, languages=['en'])))
while True:
    answer = call('GET', f'/jobs/{accepted.job_id}?wait=5')
    if answer['status'] not in ('queued', 'running'):
        break
job = OcrJob.from_dict(answer)
address = DownloadAddress.from_dict(call('GET', f'/files/{job.result_file_id}/download')).download_url
words = job.report.totals.words if job.report and job.report.totals else None
print(json.dumps({'languages': job.params.languages, 'isRead': words is not None, 'size': job.result_files[0].size_bytes,
                  'content': requests.get(address).text}))
`;
/** Of python3-dateutil the classes need this alone. */
const PARSER = 'from datetime import datetime\n\ndef parse(text):\n    return datetime.fromisoformat(text)\n';
const REQUESTS = 'python3-requests';
const hasRequests = () => spawnSync('python3', ['-c', 'import requests']).status === 0;

describe('the API document, taken by others', { tags: 'long' }, () => {
  let folder: string;
  let edge: TestEdge;
  const program = (name: string) => join(folder, 'node_modules/.bin', name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'generators-'));
    edge = await openEdge();
    const document = await (await fetch(`${edge.url}/openapi.json`)).text();
    await writeFile(join(folder, 'openapi.json'), document);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder });
  }, MINUTES);

  afterAll(async () => {
    await edge?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** With the address and a key of a new account in its environment. */
  async function doesAJob(interpreter: string, file: string): Promise<void> {
    const { api, issueKey } = await edge.createAccount();
    const env = { PATH: process.env['PATH'], HOME: folder, BASE: `${edge.url}/v1`, KEY: (await issueKey()).key };
    const running = run(interpreter, [file], { env, cwd: folder });
    await edge.processor.succeed(await edge.processor.nextRun(), [Buffer.from('the result')], REPORT);
    expect(JSON.parse((await running).stdout)).toEqual({ languages: ['eng'], isRead: true, size: 10, content: 'the result' });
    expect(await (await api.get('/jobs?status=succeeded')).json()).toMatchObject({ data: [{ type: 'ocr' }] });
  }

  test(
    'has no error and no warning in redocly lint',
    async () => {
      const options = ['lint', 'openapi.json', '--config', `${ROOT}redocly.yaml`, '--format', 'json'];
      const { stdout } = await run(program('redocly'), options, { cwd: folder, maxBuffer: 1 << 26 });
      expect((JSON.parse(stdout) as { problems: unknown[] }).problems).toEqual([]);
    },
    MINUTES,
  );

  test.each([
    ['openapi-typescript', ['openapi.json', '-o', 'types.ts', '--default-non-nullable=false'], WITH_TYPES],
    ['openapi-ts', ['-i', 'openapi.json', '-o', 'sdk', '--silent'], WITH_SDK],
  ])(
    'a client of %s type-checks and does a job',
    async (generator, options, source) => {
      await run(program(generator), options, { cwd: folder });
      const entry = join(folder, `${generator}-client.ts`);
      await writeFile(entry, source);
      const strict = [
        '--noEmit',
        '--strict',
        '--target',
        'es2024',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--skipLibCheck',
      ];
      await run(program('tsc'), [...strict, '--types', 'node', entry], { cwd: folder }).catch((cause: unknown) => {
        throw new Error((cause as { stdout: string }).stdout, { cause });
      });
      const outfile = join(folder, `${generator}-client.mjs`);
      await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
      await doesAJob(process.execPath, outfile);
    },
    MINUTES,
  );

  test.skipIf(!isPresent(REQUESTS, hasRequests()))(
    `classes of quicktype for Python read every answer of a job (skipped without ${REQUESTS})`,
    async () => {
      const schemas = MODELS.flatMap((name) => ['--src', `openapi.json#/components/schemas/${name}`]);
      await run(program('quicktype'), ['--lang', 'python', '--src-lang', 'schema', ...schemas, '-o', 'models.py'], { cwd: folder });
      await mkdir(join(folder, 'dateutil'));
      await writeFile(join(folder, 'dateutil/__init__.py'), 'from . import parser\n');
      await writeFile(join(folder, 'dateutil/parser.py'), PARSER);
      await writeFile(join(folder, 'job.py'), IN_PYTHON);
      await doesAJob('python3', 'job.py');
    },
    MINUTES,
  );
});
