// Which way of isolation works on this machine, found by trying to break it: a process that is isolated twice, as a job's child and as a
// converter of that child, tries to read a file beside its own, its parent's working directory and the list of users.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '#contract/processor-capabilities.ts';
import { isSuperuser, ISOLATION_WAYS, isolate, type View } from './isolation.ts';
import { runProgram } from './run-program.ts';

/** Prefix of a trial's directory. */
export const TRIAL_PREFIX = 'trial-';
const TRIAL_MS_MAX = 10_000;
const INSIDE = 'written by the trial';
const OUTSIDE = 'kept from the trial';

/**
 * @param wanted `auto`: the first that works.
 * @param folder absolute path of an existing directory, where the directories of jobs will be.
 */
export async function findIsolation(wanted: Isolation | 'auto', folder: string): Promise<Isolation> {
  for (const way of ISOLATION_WAYS) if ((wanted === 'auto' || wanted === way) && (await holds(way, folder))) return way;
  return 'none';
}

async function holds(way: Isolation, folder: string): Promise<boolean> {
  const trial = await mkdtemp(join(folder, TRIAL_PREFIX));
  const own = join(trial, 'own');
  const secret = join(trial, 'secret');
  const view: View = { readable: [], writable: [own] };
  try {
    await mkdir(own, { mode: 0o700 });
    await writeFile(secret, OUTSIDE, { mode: 0o600 });
    const script = [
      `printf '${INSIDE}' > ${own}/result; cat ${own}/result`,
      `cat ${secret} /proc/${process.pid}/cwd/package.json /proc/${process.pid}/environ`,
      'cat /etc/passwd',
    ].join('; ');
    const command = isolate(way, view, isolate(way, view, ['sh', '-c', script], { madeBySuperuser: isSuperuser() }));
    const [name = '', ...args] = command;
    const run = await runProgram(name, args, { timeMsMax: TRIAL_MS_MAX });
    return run.stdout.toString('utf8') === INSIDE;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}
