// A job's own directory, in the directory of its slot: created before its sources are fetched, removed whatever the outcome of the job.
// The next start removes what a killed processor left behind.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TRIAL_PREFIX } from './sandbox/find-isolation.ts';
import { RESIDENT_PREFIX } from './sandbox/job-process.ts';
import { SLOT_PREFIX } from './sandbox/job-processes.ts';

const PREFIX = 'job-';

export interface WorkDir extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
}

/** @param slotDir absolute path of an existing directory. The new directory can be read by its owner only. */
export async function makeWorkDir(slotDir: string): Promise<WorkDir> {
  const path = await mkdtemp(join(slotDir, PREFIX));
  return { path, [Symbol.asyncDispose]: () => removeTree(path) };
}

/**
 * Creates the root where there is none and removes every slot's directory in it. @returns how many jobs were in them.
 * @param clearResidentDir removes the files that a child process kept between its jobs.
 */
export async function sweepWorkRoot(root: string, clearResidentDir: (path: string) => Promise<void>): Promise<number> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  let jobs = 0;
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (name.startsWith(SLOT_PREFIX)) {
      const inSlot = await readdir(path);
      for (const child of inSlot.filter((entry) => entry.startsWith(RESIDENT_PREFIX))) await clearResidentDir(join(path, child));
      jobs += inSlot.filter((entry) => entry.startsWith(PREFIX)).length;
    } else if (!name.startsWith(TRIAL_PREFIX)) continue;
    await removeTree(path);
  }
  return jobs;
}

export async function removeTree(path: string): Promise<void> {
  // Retried: a process of the previous processor may still write until it notices that its parent is gone.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
