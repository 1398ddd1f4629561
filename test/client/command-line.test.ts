// `pdf-api` as people and scripts use it: the real program against the real service.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../client/generated/operations.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { type Ran, runCommand, startCommand } from '../support/service/command.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/service/faulty-proxy.ts';
import { useService } from '../support/service/journey.ts';
import { waitUntil } from '../support/service/service.ts';

const journey = useService();
let proxy: FaultyProxy;
let letter: Uint8Array;
let dir: string;
const at = (path: string) => join(dir, path);
const withKey = () => ({ PDF_API_KEY: journey.service.key, PDF_API_URL: proxy.url });
const run = async (args: readonly string[], input?: Uint8Array | string): Promise<Ran> =>
  runCommand({ env: withKey(), cwd: dir }, args, input);

beforeAll(async () => {
  proxy = await startFaultyProxy(new URL(journey.service.baseUrl).origin);
  letter = await makeLetter('Author Of The Letter');
});
afterAll(async () => proxy.close());
beforeEach(async () => {
  proxy.choose = () => undefined;
  if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  dir = await mkdtemp(join(tmpdir(), 'command-'));
  await mkdir(at('in/deep'), { recursive: true });
  for (const name of ['a.pdf', 'b.pdf', 'in/c.pdf', 'in/deep/d.pdf']) await writeFile(at(name), letter);
  await writeFile(at('in/notes.unknown'), 'not taken');
});

/** How many jobs there are. */
async function countJobs(): Promise<number> {
  return (await journey.service.query<{ n: number }>('SELECT count(*) AS n FROM jobs'))[0]?.n ?? 0;
}

describe('files', () => {
  test('a result lies beside its source, which stays as it is; a second one gets a name of its own', async () => {
    expect(await run(['flatten', 'a.pdf'])).toMatchObject({ code: 0, stderr: expect.stringContaining('a-flatten.pdf') });
    expect((await run(['flatten', 'a.pdf'])).stderr).toContain('a-flatten-2.pdf');
    await run(['flatten', 'a.pdf', '--force']);
    expect((await readdir(dir)).filter((name) => name.startsWith('a'))).toEqual(['a-flatten-2.pdf', 'a-flatten.pdf', 'a.pdf']);
    expect(await readFile(at('a.pdf'))).toEqual(Buffer.from(letter));
  });

  test('-o names a file or a folder; another format has its own ending', async () => {
    expect((await run(['convert', 'a.pdf', '--target-format', 'md', '-o', 'x/y.md'])).code).toBe(0);
    expect((await run(['convert', 'a.pdf', '--target-format', 'txt'])).code).toBe(0);
    expect(await readFile(at('a.txt'), 'utf8')).not.toBe('');
    expect(existsSync(at('x/y.md'))).toBe(true);
    expect(await run(['compress', 'a.pdf', '-o', 'a.pdf'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the source itself'),
    });
  });

  test('a pattern and a folder are all their files, which keep their places below -o', async () => {
    expect((await run(['flatten', '*.pdf', 'in', '-o', 'out'])).code).toBe(0);
    expect((await readdir(at('out'), { recursive: true })).toSorted()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'deep', 'deep/d.pdf']);
    expect((await run(['flatten', 'in/**/*.pdf', '-o', 'again'])).stderr.match(/✓/g)).toHaveLength(2);
  });

  test('sources of the same name have a result each', async () => {
    await copyFile(at('a.pdf'), at('in/a.pdf'));
    expect((await run(['flatten', 'a.pdf', 'in/a.pdf', '-o', 'out'])).code).toBe(0);
    expect((await readdir(at('out'))).toSorted()).toEqual(['a-2.pdf', 'a.pdf']);
  });

  test('standard input becomes standard output, and nothing else is written there', async () => {
    const { code, stdout } = await run(['metadata', '-', '--action', 'remove'], letter);
    expect(code).toBe(0);
    expect((await PDFDocument.load(stdout, { updateMetadata: false })).getAuthor()).toBeUndefined();
    const text = await run(['convert', '-', '--target-format', 'pdf', '--name', 'note.txt'], 'A note from a pipe');
    expect(textOfPdf(text.stdout)).toContain('A note from a pipe');
  });

  test('several results lie in a folder of their own', async () => {
    await run(['merge', 'a.pdf', 'b.pdf#1', 'a.pdf', '-o', 'whole.pdf']);
    expect((await PDFDocument.load(await readFile(at('whole.pdf')))).getPageCount()).toBe(3);
    expect((await run(['split', 'whole.pdf', '--pages', 'each'])).code).toBe(0);
    expect((await readdir(at('whole-split'))).length).toBe(3);
  });

  test('--json says for each file what became of it, with the report, in one line', async () => {
    await writeFile(at('broken.pdf'), '%PDF-1.7\nbroken');
    const { code, stdout, stderr } = await run(['compress', 'a.pdf', 'broken.pdf', '-o', 'out', '--json']);
    const lines = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(1);
    expect(lines.find(({ input }) => input === 'a.pdf')).toMatchObject({
      status: 'succeeded',
      outputs: ['out/a.pdf'],
      report: { quality: 'balanced' },
    });
    expect(lines.find(({ input }) => input === 'broken.pdf')).toMatchObject({
      status: 'failed',
      error: { kind: 'JobFailedError', reason: 'corrupt_file' },
    });
    expect(stderr).toContain('broken.pdf');
  });

  test('--delete leaves nothing of it on the service', async () => {
    const before = await journey.service.query<{ n: number }>(`SELECT count(*) AS n FROM files WHERE state = 'uploaded'`);
    expect((await run(['flatten', 'a.pdf', '--delete'])).code).toBe(0);
    expect(await journey.service.query(`SELECT count(*) AS n FROM files WHERE state = 'uploaded'`)).toEqual(before);
  });
});

describe('options', () => {
  test('steps and marks are words or JSON, values come from files, numbers may be negative', async () => {
    await run(['merge', 'a.pdf', 'a.pdf', 'a.pdf', '-o', 'three.pdf']);
    const steps = ['--steps', 'rotate pages=odd degrees=-90', '--steps', '{"op":"delete","pages":"last"}'];
    expect((await run(['pages', 'three.pdf', ...steps, '-o', 'turned.pdf'])).code).toBe(0);
    const turned = await PDFDocument.load(await readFile(at('turned.pdf')));
    expect(turned.getPages().map((page) => page.getRotation().angle)).toEqual([270, 0]);
    await writeFile(at('marks.json'), '[{"kind":"text","text":"CONFIDENTIAL","rotation":0}]');
    expect((await run(['stamp', 'a.pdf', '--marks', '@marks.json', '--marks', 'header left="Page one"', '-o', 's.pdf'])).stderr).toContain(
      '✓',
    );
    const text = textOfPdf(await readFile(at('s.pdf')));
    expect(text).toContain('CONFIDENTIAL');
    expect(text).toContain('Page one');
  });

  test('objects of plain values are options of their own, and passwords need not be on the command line', async () => {
    await writeFile(at('secret.txt'), 'a long secret\n');
    const args = [
      'protect',
      'a.pdf',
      '--owner-password',
      '@secret.txt',
      '--permissions.print',
      'none',
      '--no-permissions.copy',
      '-o',
      'p.pdf',
    ];
    expect((await run(args)).code).toBe(0);
    expect((await run(['unlock', 'p.pdf', '--password', '@secret.txt', '-o', 'u.pdf'])).code).toBe(0);
    expect(textOfPdf(await readFile(at('u.pdf')))).toBe(textOfPdf(letter));
  });

  test('every operation has a help with each of its parameters, and names that are told apart', async () => {
    for (const { path, options } of Object.values(OPERATIONS)) {
      const { code, stdout } = await run([path, '--help']);
      expect(code, path).toBe(0);
      for (const { name } of options) expect(stdout.toString(), path).toContain(`--${name}`);
    }
  });

  test.each<[string, string[], number, string]>([
    ['a command', ['compres', 'a.pdf'], 2, 'Did you mean compress?'],
    ['an option', ['compress', 'a.pdf', '--qualty', 'high'], 2, 'Did you mean --quality?'],
    ['a value of the service', ['compress', 'a.pdf', '--quality', 'hihg'], 4, 'high'],
    ['a step', ['pages', 'a.pdf', '--steps', 'rotte pages=1'], 2, 'Did you mean rotate?'],
    ['a number', ['split', 'a.pdf', '--every', 'two'], 2, '--every takes a number'],
    ['JSON', ['stamp', 'a.pdf', '--marks', '[{'], 2, 'no valid JSON'],
    ['what is required', ['metadata', 'a.pdf'], 2, '--action is missing (remove, read, set)'],
    ['a file', ['compress', 'missing.pdf'], 2, 'There is no file missing.pdf'],
    ['a pattern', ['compress', 'nothing-*.pdf'], 2, 'No file matches'],
    ['an instruction', ['edit', 'a.pdf'], 2, 'Say what to do'],
    ['a job', ['jobs', 'get', 'job_0000000000000000000000'], 4, 'not_found'],
    ['a verb', ['jobs', 'lst'], 2, 'Did you mean list?'],
    ['a failing job', ['edit', 'a.pdf', 'Replace "not in there" with "x"'], 1, 'text_not_found'],
  ])('%s that is wrong is refused with what was meant, and its exit code', async (_, args, code, told) => {
    const ran = await run(args);
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(told) });
    expect(ran.stdout.toString()).toBe('');
  });
});

describe('what goes wrong on the way', () => {
  test('no key, a wrong key and no service have exit codes of their own', async () => {
    const bare = async (env: Record<string, string>) => (await runCommand({ env, cwd: dir }, ['compress', 'a.pdf'])).code;
    expect(await bare({ PDF_API_URL: proxy.url })).toBe(3);
    expect(await bare({ PDF_API_URL: proxy.url, PDF_API_KEY: 'pdfk_test_wrong' })).toBe(3);
    expect(await bare({ PDF_API_URL: 'http://127.0.0.1:9', PDF_API_KEY: 'pdfk_test_wrong' })).toBe(5);
  });

  test('--resume does not do again what is done, and goes on with a job whose answer was lost', { tags: 'long' }, async () => {
    const before = await countJobs();
    expect((await run(['flatten', 'a.pdf', 'b.pdf', '-o', 'out', '--resume'])).code).toBe(0);
    const again = await run(['flatten', 'a.pdf', 'b.pdf', 'in/c.pdf', '-o', 'out', '--resume']);
    expect(again.stderr.match(/done before/g)).toHaveLength(2);
    expect(await countJobs()).toBe(before + 3);

    // The service takes the job, and the line is dead from then on.
    let isDead = false;
    proxy.choose = (_, path) => {
      if (path === '/v1/jobs/compress' && !isDead) {
        isDead = true;
        return 'lose_answer';
      }
      return isDead ? 'reset' : undefined;
    };
    expect((await run(['compress', 'a.pdf', '-o', 'out/', '--resume'])).code).toBe(5);
    expect(await countJobs()).toBe(before + 4);
    proxy.choose = () => undefined;
    expect((await run(['compress', 'a.pdf', '-o', 'out/', '--resume'])).code).toBe(0);
    expect(await countJobs()).toBe(before + 4);
  });

  test.each([undefined, 'late_answer'] as const)('Ctrl-C ends it at once, and cancels what runs: %s', async (fault) => {
    proxy.choose = (_, path) => (path === '/v1/jobs/flatten' ? fault : undefined);
    // The processor's report never arrives: the job goes on until it is cancelled.
    journey.service.wire.onRequest = ({ kind }) => (kind === 'report' ? 'fail' : 'pass');
    const before = await countJobs();
    const running = startCommand({ env: withKey(), cwd: dir }, ['flatten', 'a.pdf']);
    await waitUntil(async () => (await countJobs()) > before, 'the job is there');
    running.interrupt();
    expect((await running.ended).code).toBe(130);
    // What was done before the answer came has succeeded all the same, once it is reported.
    const [latest] = await journey.service.query<{ cancel_requested_at: number | null; state: string }>(
      'SELECT cancel_requested_at, state FROM jobs ORDER BY created_at DESC LIMIT 1',
    );
    expect(latest?.cancel_requested_at !== null || latest.state === 'cancelled').toBe(true);
    journey.service.wire.onRequest = () => 'pass';
    await waitUntil(async () => {
      const [ended] = await journey.service.query<{ state: string }>('SELECT state FROM jobs ORDER BY created_at DESC LIMIT 1');
      return ended?.state === 'cancelled' || ended?.state === 'succeeded';
    }, 'the job has ended');
    expect(await readdir(dir)).not.toContain('a-flatten.pdf');
  });

  test('--watch does what comes into the folder, once, and not what was done before it began', { tags: 'long' }, async () => {
    const args = ['flatten', '--watch', 'in', '-o', 'out'];
    const first = startCommand({ env: withKey(), cwd: dir }, args);
    await waitUntil(async () => existsSync(at('out/c.pdf')) && existsSync(at('out/deep/d.pdf')), 'what is there is done');
    await copyFile(at('a.pdf'), at('in/new.pdf'));
    await waitUntil(async () => existsSync(at('out/new.pdf')), 'what came is done');
    await waitUntil(async () => first.stderr().includes('new.pdf →'), 'and told');
    first.interrupt();
    expect((await first.ended).code).toBe(0);
    const before = await countJobs();
    const second = startCommand({ env: withKey(), cwd: dir }, args);
    await waitUntil(async () => (second.stderr().match(/done before/g) ?? []).length === 3, 'all is known');
    second.interrupt();
    await second.ended;
    expect(await countJobs()).toBe(before);
  });
});

describe('an edit looked at before it is made', () => {
  test('--dry-run shows each place before and after, and changes nothing; --yes makes the edit of that plan', async () => {
    await writeFile(at('text.txt'), 'The price is 10 EUR.\n\nPay the price today.');
    await run(['convert', 'text.txt', '--target-format', 'pdf']);
    const args = ['edit', 'text.pdf', 'Replace "price" with "fee"', '--dry-run'];
    const shown = await run(args);
    expect(shown.code).toBe(0);
    expect(shown.stderr).toContain('page 1  …The [-price-]{+fee+} is 10 EUR.');
    expect(shown.stderr).toContain('[-price-]{+fee+} today.');
    expect(shown.stderr).toContain('Nothing was changed');
    expect(await readdir(dir)).not.toContain('text-ai-edit.pdf');
    expect((await run([...args, '--yes'])).code).toBe(0);
    expect(textOfPdf(await readFile(at('text-ai-edit.pdf')))).toMatch(/The fee is 10 EUR\.[^]*Pay the fee today\./);
  });
});

describe('the account', () => {
  test('login tries the key, stores it for its owner alone, and logout removes it; the environment wins', async () => {
    const without = { env: {}, cwd: dir };
    const stored = at('config/pdf-api/credentials.json');
    expect((await runCommand(without, ['login', '--url', proxy.url], 'pdfk_test_wrong\n')).code).toBe(3);
    expect(existsSync(stored)).toBe(false);
    expect((await runCommand(without, ['login', '--url', proxy.url], `${journey.service.key}\n`)).code).toBe(0);
    expect(statSync(stored).mode & 0o777).toBe(0o600);
    expect(statSync(at('config/pdf-api')).mode & 0o777).toBe(0o700);
    const who = await runCommand(without, ['whoami']);
    expect(who.stdout.toString()).toContain(journey.service.key.slice(-4));
    expect(who.stdout.toString()).not.toContain(journey.service.key);
    expect((await runCommand({ env: { PDF_API_KEY: 'pdfk_test_other' }, cwd: dir }, ['whoami'])).code).toBe(3);
    expect((await runCommand(without, ['flatten', 'a.pdf'])).code).toBe(0);
    await runCommand(without, ['logout']);
    expect((await runCommand(without, ['whoami'])).code).toBe(3);
  });

  test('doctor looks at address, service, clock, key and capabilities, and ends with what is wrong', { tags: 'long' }, async () => {
    const good = await run(['doctor']);
    expect(good.code).toBe(0);
    for (const name of ['address', 'service', 'clock', 'key', 'capabilities']) expect(good.stderr).toMatch(new RegExp(`✓ ${name}`));
    expect(good.stderr).toMatch(/clock +within \d+ s/);
    const wrongKey = await runCommand({ env: { ...withKey(), PDF_API_KEY: 'pdfk_test_wrong' }, cwd: dir }, ['doctor']);
    expect(wrongKey).toMatchObject({ code: 3, stderr: expect.stringMatching(/✗ key/) });
    const nowhere = await runCommand({ env: { ...withKey(), PDF_API_URL: 'http://127.0.0.1:9' }, cwd: dir }, ['doctor']);
    expect(nowhere).toMatchObject({ code: 5, stderr: expect.stringMatching(/✗ service/) });
  });

  test.each([
    ['pdf-api co', 'convert compress completion'],
    ['pdf-api ocr --la', '--languages'],
    ['pdf-api compress --quality ""', 'high balanced maximum'],
    ['pdf-api jobs ca', 'cancel'],
  ])('bash completes %s with %s', async (line, expected) => {
    await writeFile(at('completion.bash'), (await run(['completion', 'bash'])).stdout);
    const words = `COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pdf_api; echo "\${COMPREPLY[*]}"`;
    const { stdout } = spawnSync('bash', ['-c', `source completion.bash; ${words}`], { cwd: dir, encoding: 'utf8' });
    expect(stdout.trim()).toBe(expected);
  });

  test('jobs, files, webhooks and usage are listed, and a batch is one ZIP', { tags: 'long' }, async () => {
    await run(['edit', 'a.pdf', 'Replace "not in there" with "x"']);
    expect((await run(['jobs', 'list', '--status', 'failed', '--type', 'edit', '--limit', '1'])).stdout.toString()).toMatch(
      /^job_\w+ +ai_edit +failed .*text_not_found/,
    );
    const uploaded = JSON.parse((await run(['files', 'upload', 'a.pdf', '--json'])).stdout.toString()) as { file_id: string };
    expect((await run(['files', 'download', uploaded.file_id, '-o', 'got'])).code).toBe(0);
    expect(readFileSync(at('got/a.pdf'))).toEqual(Buffer.from(letter));
    expect((await run(['files', 'rm', uploaded.file_id])).stderr).toContain('is deleted');
    expect((await run(['webhooks', 'list'])).code).toBe(0);
    expect((await run(['usage', '--by', 'type'])).stdout.toString()).toMatch(/all +\d+ jobs/);
    expect((await run(['batch', 'flatten', 'in', '-o', 'all.zip'])).stderr).toContain('2 of 2 done');
    expect(readFileSync(at('all.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  describe('batches', () => {
    let id: string;
    const told = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await run(['batches', ...args]);
      return { code, out: stdout.toString(), stderr };
    };
    beforeEach(async () => {
      const made = await run(['batch', 'flatten', 'a.pdf', 'b.pdf', '-o', 'made.zip', '--json']);
      id = (JSON.parse(made.stdout.toString()) as { batch_id: string }).batch_id;
    });

    test('list: a line for each, of the state that is asked for', { tags: 'long' }, async () => {
      expect((await told('list', '--limit', '1')).out).toMatch(new RegExp(`^${id} +completed .*2 items +2 succeeded`));
      expect((await told('list', '--status', 'completed')).out).toContain(id);
      expect((await told('list', '--status', 'running')).out).not.toContain(id);
      expect(JSON.parse((await told('list', '--limit', '1', '--json')).out)).toMatchObject({ batch_id: id });
    });

    test('get and wait: the batch as JSON, of several one after the other', { tags: 'long' }, async () => {
      expect(JSON.parse((await told('get', id)).out)).toMatchObject({ batch_id: id, status: 'completed', counts: { succeeded: 2 } });
      expect(JSON.parse((await told('wait', id)).out)).toMatchObject({ batch_id: id, counts: { total: 2 } });
      expect(await told('get', `batch_${'0'.repeat(22)}`)).toMatchObject({ stderr: expect.stringContaining('no such batch') });
    });

    test('download: a ZIP with the results and the manifest', async () => {
      expect((await told('download', id, '-o', 'got')).code).toBe(0);
      const names = Object.keys(unzipSync(readFileSync(at(`got/${id}.zip`))));
      expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
      expect(names).toContain('manifest.json');
    });

    test('cancel: the items that wait are cancelled, and what has ended stays', { tags: 'long' }, async () => {
      const { key } = journey.service;
      const [{ file_id } = { file_id: '' }] = await journey.service.query<{ file_id: string }>(
        'SELECT file_id FROM jobs WHERE batch_id = ?',
        id,
      );
      const items = Array.from({ length: 40 }, () => ({ file_id }));
      const body = JSON.stringify({ operation: 'ocr', params: { mode: 'force' }, items });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const created = await fetch(`${journey.service.baseUrl}/batches`, { method: 'POST', headers, body });
      const { batch_id: open } = (await created.json()) as { batch_id: string };
      expect(await told('cancel', open)).toMatchObject({ code: 0, stderr: expect.stringContaining(`${open} is cancelled`) });
      const { counts } = JSON.parse((await told('wait', open)).out) as { counts: { cancelled: number; total: number } };
      expect(counts.total).toBe(40);
      expect(counts.cancelled).toBeGreaterThan(30);
    });

    test('an unknown word is answered with what was probably meant', { tags: 'long' }, async () => {
      expect(await told('cancle', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('cancel') });
      expect(await told('get')).toMatchObject({ code: 2 });
    });
  });
});
