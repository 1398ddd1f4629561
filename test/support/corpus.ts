// Where real files are, for tests that read them where they exist: beside the repository, or where CORPUS_DIR says.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { ALL_FILES } from './everything.ts';

export const CORPUS = process.env['CORPUS_DIR'] ?? resolve(import.meta.dirname, '../../../shared/corpus');

/** `folder/name` of the files with one of these extensions (`.pdf`); none where the corpus is not. */
export function listCorpus(folder: string, extensions: readonly string[]): string[] {
  const path = join(CORPUS, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => extensions.includes(extname(name)))
    .map((name) => join(folder, name));
}

/** By `folder/name`, from the manifest. */
export function readCorpusPasswords(): ReadonlyMap<string, string> {
  const path = join(CORPUS, 'manifest.tsv');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      const password = /\bpw=([^\t,]+)/.exec(line)?.[1];
      return password === undefined ? [] : [[line.split('\t', 1)[0] ?? '', password] as const];
    }),
  );
}

/**
 * A part of the files for the daily run, the same ones each time, spread by the hash of their names; all of them where all are asked for.
 * @param count how many at most.
 */
export function sampleCorpus(names: readonly string[], count: number): string[] {
  if (ALL_FILES) return [...names];
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
