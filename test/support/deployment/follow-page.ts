// Follows the commands of a page literally, in a clone with what the page needs, and with this run's ports instead of the page's.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sectionOf, shellLines } from '../../../scripts/deploy/read-page.ts';
import { ROOT } from '../../../scripts/local/edge.ts';
import { findFreePort } from '../../../scripts/local/processor.ts';

const PARTS = ['package.json', 'package-lock.json', 'tsconfig.json', 'wrangler.toml', '.dev.vars.example'];
const FOLDERS = ['contract', 'instruction', 'worker', 'processor', 'courier', 'scripts', 'migrations', 'docs', 'reference', 'console'];
/** Where the pages say that Worker, processor and courier listen. */
const PAGE_PORTS = ['8787', '8788', '8789'];
/** Nothing hangs: a service that does not become ready ends the run. */
const WITHIN_MS = 150_000;

export interface Clone extends Disposable {
  readonly dir: string;
  /** Runs the lines in one shell; ends, with all that they have started, once the last one has. Answers what they wrote. */
  readonly follow: (lines: readonly string[]) => Promise<{ code: number | null; output: string }>;
}

/** The repository without tests and local state, with the packages of this one. */
export async function cloneRepository(): Promise<Clone> {
  const dir = mkdtempSync(join(tmpdir(), 'clone-'));
  for (const name of [...PARTS, ...FOLDERS]) cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  const ports = await Promise.all(PAGE_PORTS.map(async () => String(await findFreePort())));
  const moved = (text: string) => PAGE_PORTS.reduce((before, port, i) => before.replaceAll(port, ports[i] ?? ''), text);
  const example = join(dir, '.dev.vars.example');
  writeFileSync(example, moved(readFileSync(example, 'utf8')));
  return {
    dir,
    follow: async (lines) => follow(dir, moved(lines.join('\n')), { PROCESSOR_PORT: ports[1], COURIER_PORT: ports[2] }),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  };
}

async function follow(dir: string, script: string, env: Record<string, string | undefined>) {
  const { OPERATOR_KEY: _key, OPERATOR_BASE_URL: _url, LOCAL_DIR: _dir, ...inherited } = process.env;
  // As on a machine where nothing of the project is on the path.
  const path = process.env['PATH']?.split(':').filter((entry) => !entry.endsWith('node_modules/.bin'));
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...env, PATH: path?.join(':'), WRANGLER_SEND_METRICS: 'false', CI: '1' },
  });
  const { pid } = shell;
  if (pid === undefined) throw new Error('bash does not start');
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(shell, 'close');
  const late = setTimeout(() => process.kill(-pid, 'SIGKILL'), WITHIN_MS);
  const [code] = (await once(shell, 'exit')) as [number | null];
  clearTimeout(late);
  // What runs in the background belongs to the group; its end closes the pipes.
  if (isGroupAlive(pid)) process.kill(-pid, 'SIGTERM');
  await closed;
  return { code, output };
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** The commands of a section of a page. */
export function commandsOf(path: string, title: string): string[] {
  return shellLines(sectionOf(readFileSync(join(ROOT, path), 'utf8'), title));
}

/** The README's first job, from the upload on: `BASE` and `KEY` are those of the page that is followed. Then what became of the job. */
export function firstJob(): string[] {
  const lines = commandsOf('README.md', 'Your first job');
  const upload = lines.findIndex((line) => line.startsWith('# 1.'));
  const status = `curl -s "$BASE/jobs/$JOB" -H "Authorization: Bearer $KEY" | node -p "'STATUS ' + JSON.parse(require('fs').readFileSync(0)).status"`;
  return [...lines.slice(upload), status];
}
