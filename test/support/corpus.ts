// Where real files are, for tests that read them where they exist: beside the repository, or where CORPUS_DIR says.

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

export const CORPUS = process.env['CORPUS_DIR'] ?? resolve(import.meta.dirname, '../../../shared/corpus');

/**
 * A part of the files for the daily run, the same ones each time, spread by the hash of their names; all of them with CORPUS_ALL=1.
 * @param count how many at most.
 */
export function sampleCorpus(names: readonly string[], count: number): string[] {
  if (process.env['CORPUS_ALL'] !== undefined) return [...names];
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
  const spread = names.toSorted((a, b) => hashOf(a).localeCompare(hashOf(b)));
  return spread.slice(0, count).toSorted((a, b) => a.localeCompare(b));
}

/** One of the items, the same each time for a file; SEED=… gives others, so that a run over everything can be repeated with other choices. */
export function pickFor<T>(name: string, items: readonly T[]): T {
  const digest = createHash('sha256')
    .update(`${process.env['SEED'] ?? '1'} ${name} ${items.length}`)
    .digest();
  return items[digest.readUInt32BE(0) % items.length] as T;
}
