// A job's own directory: made before its sources are fetched, removed whatever becomes of the job.
// What a processor that was killed left behind is removed by the next one's start.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RESIDENT_PREFIX } from './sandbox/job-process.ts';

const PREFIX = 'job-';

export interface WorkDir extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
}

/** @param root absolute path of an existing directory. The new directory can be read by its owner only. */
export async function makeWorkDir(root: string): Promise<WorkDir> {
  const path = await mkdtemp(join(root, PREFIX));
  return { path, [Symbol.asyncDispose]: () => removeTree(path) };
}

/**
 * Makes the root where there is none and removes every job's directory in it. @returns how many there were.
 * @param clearResidentDir removes what a child process kept between its jobs.
 */
export async function sweepWorkRoot(root: string, clearResidentDir: (path: string) => Promise<void>): Promise<number> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) if (name.startsWith(RESIDENT_PREFIX)) await clearResidentDir(join(root, name));
  const left = (await readdir(root)).filter((name) => name.startsWith(PREFIX));
  for (const name of left) await removeTree(join(root, name));
  return left.length;
}

export async function removeTree(path: string): Promise<void> {
  // Retried: a process of the predecessor may be writing until it notices that its parent is gone.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
