// Chromium prints one HTML document to PDF: a new browser with its own profile inside the job's directory, without network, driven over its
// debugging pipe. What it may load is in chromium-print.ts.

import { spawn } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { isolateConverter } from '../sandbox/converter-isolation.ts';
import { NOWHERE } from '../sandbox/nowhere.ts';
import { killTree } from '../sandbox/process-group.ts';
import { socketDir } from '../sandbox/resident-program.ts';
import { runProgram } from '../sandbox/run-program.ts';
import { Browser, ProtocolError } from './chromium-pipe.ts';
import { print, type PrintOutcome, type PrintRequest } from './chromium-print.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The program that Debian's start script runs. */
const DEBIAN_PROGRAM = '/usr/lib/chromium/chromium';
const PROBE_MS_MAX = 10_000;

const OPTIONS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-features=site-per-process,Translate,MediaRouter,OptimizationHints',
  '--renderer-process-limit=1',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--js-flags=--jitless',
];

/** Absolute path of the program, or undefined. */
export async function findChromium(searchPath = process.env['PATH'] ?? ''): Promise<string | undefined> {
  for (const name of NAMES) {
    for (const folder of searchPath.split(delimiter)) {
      const path = join(folder, name);
      if (!(await isExecutable(path))) continue;
      return folder === '/usr/bin' && name === 'chromium' && (await isExecutable(DEBIAN_PROGRAM)) ? DEBIAN_PROGRAM : realpath(path);
    }
  }
  return undefined;
}

/** The version of the Chromium that printHtml uses, or undefined when there is none. */
export async function probeChromium(searchPath?: string): Promise<string | undefined> {
  const program = await findChromium(searchPath);
  if (program === undefined) return undefined;
  const known = versions.get(program);
  if (known !== undefined) return known;
  const run = await runProgram(program, ['--version'], { timeMsMax: PROBE_MS_MAX });
  const version = /\b(\d+(?:\.\d+)+)/.exec(run.stdout.toString('latin1'))?.[1] ?? 'unknown';
  versions.set(program, version);
  return version;
}

const versions = new Map<string, string>();

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @throws the error of a program that cannot be started; never for what it does. */
export async function printHtml(request: PrintRequest): Promise<PrintOutcome | { readonly kind: 'missing' }> {
  const program = await findChromium();
  if (program === undefined) return { kind: 'missing' };
  const outcome = await printWith(program, request, sandboxOptions());
  // Where neither user namespaces nor the setuid helper are available, the browser's own sandbox cannot start; then the job's process and its
  // missing network are the bounds.
  if (outcome.kind === 'ended' && !withoutSandbox) {
    withoutSandbox = true;
    return printWith(program, request, sandboxOptions());
  }
  return outcome;
}

let withoutSandbox = process.getuid?.() === 0;

function sandboxOptions(): string[] {
  return withoutSandbox ? ['--no-sandbox', '--no-zygote'] : [];
}

async function printWith(program: string, request: PrintRequest, options: readonly string[]): Promise<PrintOutcome> {
  const dir = join(request.workDir, 'chromium');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Its sockets are in the directory for temporary files; below the job's directory their paths would be too long.
  const tmp = await mkdtemp(join(socketDir(), 'c'));
  const view = { readable: [dirname(program)], writable: [dir], sockets: tmp };
  const command = await isolateConverter(view, [program, ...OPTIONS, ...options, `--user-data-dir=${dir}`, 'about:blank']);
  const [name = '', ...args] = command;
  const child = spawn(name, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: dir, TMPDIR: tmp, LANG: 'C.UTF-8', XDG_CONFIG_HOME: dir, ...NOWHERE },
  });
  const gone = Promise.withResolvers<void>();
  child.once('exit', () => gone.resolve()).once('error', () => gone.resolve());
  const timeUp = Promise.withResolvers<PrintOutcome>();
  const timer = setTimeout(() => timeUp.resolve({ kind: 'timed_out' }), request.timeMsMax);
  try {
    const ended = gone.promise.then((): PrintOutcome => ({ kind: 'ended' }));
    return await Promise.race([print(new Browser(child), request), timeUp.promise, ended]);
  } catch (error) {
    if (error instanceof ProtocolError) return { kind: 'ended' };
    throw error;
  } finally {
    clearTimeout(timer);
    if (child.pid !== undefined) await killTree(child.pid);
    await gone.promise;
    await rm(tmp, { recursive: true, force: true });
  }
}
