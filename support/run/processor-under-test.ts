// A processor for a test, with the hostile job processes: inside the test's own process, or as a program that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ProcessorConfig, readConfig } from '../../processor/config.ts';
import { makeLog } from '../../processor/log.ts';
import { startProcessor } from '../../processor/start-processor.ts';
import type { Behaviour } from './hostile-child.ts';
import { TEST_SECRET } from './worker-side.ts';

// Bundled as the processor is (scripts/bundle-processor.ts).
const HOSTILE_CHILD = fileURLToPath(new URL('../../dist/processor/hostile-child.mjs', import.meta.url));
const HOSTILE_MAIN = fileURLToPath(new URL('../../dist/processor/hostile-main.mjs', import.meta.url));

export type LogLine = Record<string, unknown> & { readonly event: string };

export interface ProcessorUnderTest extends AsyncDisposable {
  readonly port: number;
  readonly workRoot: string;
  readonly log: LogLine[];
  readonly stop: () => Promise<void>;
}

export function source(behaviour: Behaviour): string {
  return JSON.stringify(behaviour);
}

export async function processorUnderTest(
  changes: Partial<ProcessorConfig> = {},
  now: () => number = Date.now,
  childEntry = HOSTILE_CHILD,
  rootName = 'processor-test-',
): Promise<ProcessorUnderTest> {
  const workRoot = await mkdtemp(join(tmpdir(), rootName));
  const config = {
    ...readConfig({ PATH: process.env['PATH'], PROCESSOR_SECRET: TEST_SECRET }),
    port: 0,
    slots: 1,
    workRoot,
    drainMs: 0,
    ...changes,
  };
  const log: LogLine[] = [];
  const parts = { childEntry, log: makeLog((line) => log.push(JSON.parse(line)), Date.now), now };
  const processor = await startProcessor(config, parts);
  return {
    port: processor.port,
    workRoot,
    log,
    stop: processor.stop,
    [Symbol.asyncDispose]: async () => {
      await processor.stop();
      await rm(workRoot, { recursive: true, force: true });
    },
  };
}

export interface ProcessorProgram extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly workRoot: string;
  readonly log: LogLine[];
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Fulfils with the exit code, or the signal. */
  readonly exited: Promise<number | string>;
}

/** @param workRoot stays as it is at the end. @param program another one than that with the hostile job processes */
export async function processorProgram(
  workRoot: string,
  env: Record<string, string> = {},
  program = HOSTILE_MAIN,
): Promise<ProcessorProgram> {
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      PROCESSOR_SECRET: TEST_SECRET,
      PROCESSOR_PORT: '0',
      PROCESSOR_SLOTS: '1',
      PROCESSOR_WORK_ROOT: workRoot,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | string>((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code ?? -1)));
  const log: LogLine[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.on('exit', () => reject(new Error('the processor did not start')));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = JSON.parse(line) as LogLine;
      log.push(entry);
      if (entry.event === 'listening') resolve(Number(entry['port']));
    });
  });
  return {
    port,
    pid: child.pid!,
    workRoot,
    log,
    kill: (signal) => void child.kill(signal),
    exited,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Looks again every 10 ms. @throws when it does not come true in time. */
export async function eventually(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(10);
  }
}

/** For the command lines of a job's sleepers: a time that `sleep` takes, and that no other has. */
export function sleeperMark(): string {
  return `0.${randomInt(1e14)}1`;
}

/** The pids of the sleepers with that mark, once there are two. */
export async function sleeperPids(mark: string): Promise<number[]> {
  let pids: number[] = [];
  await eventually('the sleepers run', 5000, async () => (pids = await pidsWith(mark)).length === 2);
  return pids;
}

/** The pids of the living processes that have this argument. */
export async function pidsWith(argument: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isSo = async (pid: number): Promise<boolean> =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(argument);
  const found = await Promise.all(all.map(isSo));
  return all.filter((_, i) => found[i]);
}

/** What remains of jobs below the work root: all but the directories of the slots and of their children. */
export async function leftBelow(workRoot: string): Promise<string[]> {
  const entries = await readdir(workRoot, { recursive: true }).catch(() => [] as string[]);
  return entries.filter((path) => !/^slot-[^/]+(?:\/child-[^/]+)?$/.test(path));
}

export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // A zombie is dead; only its parent has not asked yet.
  return stat !== '' && !/\) [ZX] /.test(stat);
}

export async function childPidsOf(pid: number): Promise<number[]> {
  const rows = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => [name, await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')] as const),
  );
  return rows.filter(([, stat]) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid).map(([name]) => Number(name));
}
