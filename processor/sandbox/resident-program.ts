// Programs that a child process keeps alive between its jobs. They stay in the child's own process group, so that they die with it in
// any case, and are reported to the processor, which otherwise takes a process that outlives its job for a leak. Only the child uses this file.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killTree } from './process-group.ts';
import { socketDirOf } from './socket-dir.ts';

export interface ResidentProgram {
  readonly pid: number;
  readonly ended: Promise<{ readonly exitCode: number | null }>;
  readonly hasEnded: () => boolean;
  /** SIGKILL to the program and everything that it started. */
  readonly kill: () => Promise<void>;
}

const running = new Set<ResidentProgram>();
let directory: string | undefined;
let sockets: string | undefined;

/** Where resident programs of this process keep their files and their sockets; removed by the one that ends this process. */
export function setResidentDirs(path: string, socketPath: string): void {
  directory = path;
  sockets = socketPath;
}

/** Created on first use; readable by its owner only. Removed here only where no directory was set. */
export function residentDir(): string {
  directory ??= removedAtExit(mkdtempSync(join(tmpdir(), 'resident-')));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** The same for sockets, whose paths must be short. */
export function socketDir(): string {
  sockets ??= removedAtExit(socketDirOf(residentDir()));
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  return sockets;
}

function removedAtExit(path: string): string {
  process.on('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Pids of those that run now. */
export function residentPids(): number[] {
  return [...running].map(({ pid }) => pid);
}

/** @param command the program and its arguments. @throws the error of a program that cannot be started. */
export async function startResident(command: readonly string[], env: Record<string, string>): Promise<ResidentProgram> {
  const [name = '', ...args] = command;
  const child: ChildProcess = spawn(name, args, {
    cwd: residentDir(),
    env,
    stdio: 'ignore',
  });
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const pid = child.pid ?? 0;
  let hasEnded = false;
  const ended = new Promise<{ exitCode: number | null }>((resolve) => {
    child.once('exit', (exitCode) => {
      hasEnded = true;
      running.delete(program);
      resolve({ exitCode });
    });
  });
  // The process that owns it ends by a signal, never by waiting for it.
  child.unref();
  const program: ResidentProgram = {
    pid,
    ended,
    hasEnded: () => hasEnded,
    kill: async () => {
      child.ref();
      if (!hasEnded) await killTree(pid);
      await ended;
    },
  };
  running.add(program);
  return program;
}
