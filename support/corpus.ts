// The corpus: real and hostile files, for tests and benchmarks that read them where they exist, which is `corpus/` in the repository (`npm run
// corpus` lays it out), a folder beside the repository, or where CORPUS_DIR says. It is read through this file only. A folder that is missing,
// empty or half filled lists what is there: nothing here throws for what is not.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { ALL_FILES } from './everything.ts';

const REPOSITORY = resolve(import.meta.dirname, '..');
/** Where `npm run corpus` lays the files out. */
export const OWN_CORPUS = join(REPOSITORY, 'corpus');

export const CORPUS = process.env['CORPUS_DIR'] ?? (existsSync(OWN_CORPUS) ? OWN_CORPUS : join(REPOSITORY, '../shared/corpus'));

/** The files with one of these extensions (`.pdf`), sorted; none where there is nothing. */
export function listFolder(folder: string, extensions: readonly string[]): string[] {
  const path = join(CORPUS, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => extensions.includes(extname(name)))
    .toSorted();
}

/** The same as `folder/name`. */
export function listCorpus(folder: string, extensions: readonly string[]): string[] {
  return listFolder(folder, extensions).map((name) => `${folder}/${name}`);
}

/** For what has nothing to do without files. */
export function requireFiles(names: readonly string[]): readonly string[] {
  if (names.length === 0)
    throw new Error(`There are no files of the corpus in ${CORPUS}: npm run corpus lays them out, CORPUS_DIR names another folder.`);
  return names;
}

/** @param name `folder/name` */
export function readCorpus(name: string): Buffer {
  return readFileSync(join(CORPUS, name));
}

/** The known text of a file of the corpus; undefined where none is known. */
export function readGroundTruth(name: string): string | undefined {
  return readText(name.slice(0, -extname(name).length) + '.gt.txt');
}

/** Undefined where the file is not. */
export function readText(name: string): string | undefined {
  const path = join(CORPUS, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** By `folder/name`, from the manifest. */
export function readCorpusPasswords(): ReadonlyMap<string, string> {
  const rows = readTable('manifest.tsv').flatMap((columns) => {
    const password = columns.map((column) => /\bpw=([^,]+)/.exec(column)?.[1]).find((found) => found !== undefined);
    return password === undefined ? [] : [[columns[0] ?? '', password] as const];
  });
  return new Map(rows);
}

export interface Expectation {
  /** `reject`, `ok`, `limit`, … */
  readonly outcome: string;
  /** What kind of harm it is. */
  readonly tags: readonly string[];
}

/** What each hostile file must lead to, by `bad/name`. */
export function readExpectations(): ReadonlyMap<string, Expectation> {
  return new Map(
    readTable('bad.expect.tsv').map(([name = '', tags = '', outcome = '']) => [`bad/${name}`, { outcome, tags: tags.split(';') }]),
  );
}

/** The rows below the heading; none where the file is not. */
function readTable(name: string): string[][] {
  const lines = (readText(name) ?? '').split('\n').slice(1);
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

/** Each takes ten times as long as another file, whatever is done to it: left to the runs over all. */
const LONG: readonly string[] = [
  'pdfjs-issue16263.pdf',
  'plumb-ca-warn-report.pdf',
  'poi-bug65649.docx',
  'miner-issue-1061-colour-space-stack.pdf',
  'ocr-cardinal.pdf',
  'ocr-skew.pdf',
  'tess-8071_093.3B.tif',
  'udhr-deu-300-rot90.pdf',
];

/**
 * A part of the files for the daily run, the same ones each time, spread by the hash of their names; all of them where all are asked for.
 * @param count how many at most.
 */
export function sampleCorpus(names: readonly string[], count: number): string[] {
  if (ALL_FILES) return [...names];
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
  const spread = names.filter((name) => !LONG.includes(basename(name))).toSorted((a, b) => hashOf(a).localeCompare(hashOf(b)));
  return spread.slice(0, count).toSorted((a, b) => a.localeCompare(b));
}

/** One of the items, the same each time for a file; SEED=… gives others, so that a run over everything can be repeated with other choices. */
export function pickFor<T>(name: string, items: readonly T[]): T {
  const digest = createHash('sha256')
    .update(`${process.env['SEED'] ?? '1'} ${name} ${items.length}`)
    .digest();
  return items[digest.readUInt32BE(0) % items.length] as T;
}
