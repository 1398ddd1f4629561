// `--watch FOLDER`: every file that comes into the folder, once it has stopped growing, until Ctrl-C.

import { resolve } from 'node:path';
import { pause } from '../http/retry.ts';
import { UsageError } from './exit-codes.ts';
import { type Input, listFolder } from './inputs.ts';
import { runOne, type Work } from './run-operation.ts';

const LOOK_MS = 500;

/** Size and time of change: a file that has changed is another. */
const printOf = ({ path, size, modified }: Input) => `${path} ${size} ${modified}`;

export async function watchFolder(work: Work, folder: string, parallel: number): Promise<void> {
  const { signal, operation, destination, progress, isQuiet } = work;
  if (destination.out === undefined) throw new UsageError('--watch needs a folder for the results: -o FOLDER.');
  if (`${resolve(destination.out)}/`.startsWith(`${resolve(folder)}/`))
    throw new UsageError('Results cannot lie in the folder that is watched.');
  if (!isQuiet) progress.say(`Watching ${folder}: Ctrl-C ends it.`);
  const taken = new Set<string>();
  const running = new Set<Promise<unknown>>();
  let seen = new Set<string>();
  while (!signal.aborted) {
    const found = await listFolder(folder, operation.endings);
    for (const input of found.filter((each) => seen.has(printOf(each)) && !taken.has(printOf(each)) && each.size > 0)) {
      if (running.size >= parallel) break;
      taken.add(printOf(input));
      const run = runOne(work, [input]).finally(() => running.delete(run));
      running.add(run);
    }
    seen = new Set(found.map(printOf));
    await pause(LOOK_MS, signal).catch(() => undefined);
  }
  await Promise.all(running);
}
