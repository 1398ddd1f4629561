// The package as it is published: packed, installed into an empty folder, and used from there, in each runtime that is at hand; and its README.

import { execFile, spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/local/edge.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { useService } from '../support/service/journey.ts';

const run = promisify(execFile);
const journey = useService();
let dir: string;
let letter: Uint8Array;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'package-'));
  letter = await makeLetter('Somebody');
  await writeFile(join(dir, 'document.pdf'), letter);
  const { stdout } = await run('npm', ['pack', '--pack-destination', dir, '--json'], { cwd: `${ROOT}client` });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await writeFile(join(dir, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(dir, packed?.filename ?? '')], { cwd: dir });
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: dir,
  PDF_API_KEY: journey.service.key,
  PDF_API_URL: journey.service.baseUrl,
});

/** What every runtime does: bytes up with progress, a job, the result down. */
const PROGRAM = `
import { Pdf, unwrap } from 'pdf-api';
const bytes = Uint8Array.from(atob('BYTES'), (letter) => letter.charCodeAt(0));
export async function use(options) {
  const pdf = new Pdf(options);
  let sent = 0;
  const result = await pdf.run('flatten', new Blob([bytes], { type: 'application/pdf' }), {}, { onUpload: (progress) => (sent = progress.sent) });
  const streamed = await pdf.files.upload(new Blob([bytes]).stream(), { filename: 'b.pdf' });
  const refused = await unwrap('{}', {}, 'whsec_AAAA').catch((failure) => failure.name);
  return { status: result.job.status, isAllSent: sent === bytes.length, size: (await result.bytes()).length > 0, streamed: streamed.size_bytes === bytes.length, refused };
}
`;
const EXPECTED = { status: 'succeeded', isAllSent: true, size: true, streamed: true, refused: 'WebhookSignatureError' };
const program = () => PROGRAM.replace('BYTES', Buffer.from(letter).toString('base64'));

test('the package holds what it needs and nothing else, and depends on nothing', async () => {
  const root = join(dir, 'node_modules/pdf-api');
  expect((await readdir(root)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect((await readdir(join(dir, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['pdf-api']);
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies?: object };
  expect(dependencies ?? {}).toEqual({});
  expect((await stat(join(dir, 'node_modules/.bin/pdf-api'))).mode & 0o111).not.toBe(0);
});

/** The Node of the system is the oldest at hand. */
const SYSTEM_NODE = '/usr/bin/node';
const isOn = (program: string) => (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
const RUNTIMES = [
  ['this Node', process.execPath, [], true],
  [
    'the Node of the system',
    SYSTEM_NODE,
    [],
    existsSync(SYSTEM_NODE) && Number(spawnSync(SYSTEM_NODE, ['-p', 'parseInt(process.versions.node)']).stdout) >= 20,
  ],
  ['Deno', 'deno', ['run', '--allow-all', '--no-prompt'], isOn('deno')],
  ['Bun', 'bun', ['run'], isOn('bun')],
] as const;

describe.each(RUNTIMES)('%s', (_, runtime, args, isThere) => {
  test.skipIf(!isThere)('uploads, runs a job and fetches its result, from bytes and from a path', async () => {
    await writeFile(join(dir, 'use.mjs'), program());
    const main = `import { use } from './use.mjs';
      import { Pdf } from 'pdf-api';
      const saved = await (await new Pdf().run('flatten', './document.pdf')).save('./flat.pdf');
      console.log(JSON.stringify({ ...(await use()), saved }));`;
    await writeFile(join(dir, 'main.mjs'), main);
    const { stdout, stderr } = await run(runtime, [...args, 'main.mjs'], { cwd: dir, env: environment() });
    expect(JSON.parse(stdout)).toEqual({ ...EXPECTED, saved: './flat.pdf' });
    if (runtime.endsWith('node')) expect(stderr).toBe('');
    expect((await readFile(join(dir, 'flat.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test.skipIf(!existsSync(SYSTEM_NODE))('the command runs under the Node of the system', async () => {
  const cli = join(dir, 'node_modules/pdf-api/dist/cli/main.js');
  const { stdout } = await run(SYSTEM_NODE, [cli, 'convert', 'document.pdf', '--target-format', 'txt', '-o', '-', '-q'], {
    cwd: dir,
    env: environment(),
  });
  expect(stdout).toContain('letter');
});

test('workerd uploads, runs a job and fetches its result', async () => {
  await writeFile(join(dir, 'use.mjs'), program());
  const source = `import { use } from './use.mjs';
    export default { fetch: async (request, env) => Response.json(await use({ apiKey: env.KEY, baseUrl: env.URL })) };`;
  const built = await build({
    stdin: { contents: source, resolveDir: dir },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    external: ['node:*'],
  });
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: built.outputFiles[0]?.text ?? '',
      compatibilityDate: '2026-11-01',
      bindings: { KEY: journey.service.key, URL: journey.service.baseUrl },
    }),
  );
  try {
    const response = await worker.dispatchFetch('http://localhost/');
    expect(await response.json()).toEqual(EXPECTED);
  } finally {
    await worker.dispose();
  }
});

test('its types are found, under the compiler of now and the one before', async () => {
  const source = `import { Pdf, type types } from 'pdf-api';
    const result = await new Pdf().run('compress', 'a.pdf', { quality: 'high' });
    const ratio: number = result.report.ratio;
    const job: types.Job = await new Pdf().jobs.get('job_1');
    // @ts-expect-error There is no such quality.
    await new Pdf().run('compress', 'a.pdf', { quality: 'hihg' });
    // @ts-expect-error An action is needed.
    await new Pdf().run('metadata', 'a.pdf');
    console.log(ratio, job);`;
  await writeFile(join(dir, 'types.ts'), source);
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--skipLibCheck',
    'false',
    '--lib',
    'es2024,dom,dom.iterable',
  ];
  const compilers = [`${ROOT}node_modules/typescript/bin/tsc`, `${ROOT}client/node_modules/typescript/bin/tsc`].filter((path) =>
    existsSync(path),
  );
  for (const compiler of compilers) {
    const { stdout } = await run(process.execPath, [compiler, ...options, 'types.ts'], { cwd: dir }).catch(
      (failed: { stdout: string }) => failed,
    );
    expect(stdout, compiler).toBe('');
  }
});

describe('the README', () => {
  const blocks = async (lang: string) =>
    [...(await readFile(`${ROOT}client/README.md`, 'utf8')).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
      .filter(([, name]) => name === lang)
      .map(([, , source = '']) => source);

  test('each example in TypeScript runs', async () => {
    const sources = await blocks('ts');
    expect(sources.length).toBeGreaterThan(5);
    for (const [i, source] of sources.entries()) {
      await writeFile(join(dir, `readme-${i}.ts`), source);
      await run(process.execPath, [`readme-${i}.ts`], { cwd: dir, env: environment() });
    }
    for (const name of ['small.pdf', 'merged.pdf']) expect((await readFile(join(dir, name))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('each command runs', { tags: 'long' }, async () => {
    const commands = (await blocks('sh')).at(-1)?.trim().split('\n') ?? [];
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) await run('bash', ['-euo', 'pipefail', '-c', command], { cwd: dir, env: environment() });
    for (const name of ['document-compress.pdf', 'edited.pdf', 'turned.pdf']) expect(existsSync(join(dir, name)), name).toBe(true);
  });
});
