// Rows of the sets: an instruction, its document, and what a person expects. A row's file lies beside its set, or in the corpus.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../../support/corpus.ts';
import { ROOT } from '../../scripts/local/edge.ts';

export interface Row {
  readonly no: number;
  readonly path: string;
  readonly instruction: string;
  readonly class: string;
  readonly expect: 'do' | 'refuse-policy' | 'clarify-or-refuse' | 'refuse-impossible';
  readonly params: Readonly<Record<string, unknown>>;
  /** Paths of the pictures that come with it. */
  readonly images: readonly string[];
  /** The row as it is written, for the judge. */
  readonly written: unknown;
}

/** Beside the project: the set, and the judge of all sets. */
export const SHARED_SET = join(ROOT, '../shared/edit-set');

/** The project's own, for building with; what is held back is named with UNDERSTAND_SETS when a version is judged. */
const OWN_SET = join(ROOT, 'test/acceptance/understand/open.jsonl');

/** Documents that were printed from office files, as `files/x.pdf` below it. */
const PRINTED = process.env['UNDERSTAND_FILES'];

/** Rows whose document is there. */
export function readSets(further: readonly string[]): Row[] {
  return [join(SHARED_SET, 'set.jsonl'), OWN_SET, ...further].flatMap((path) => (existsSync(path) ? readSet(path) : []));
}

function readSet(path: string): Row[] {
  const folder = dirname(path);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Row | undefined => {
      const written = JSON.parse(line) as Row & { readonly file: string };
      const found = (name: string, folders: readonly string[]) => folders.map((one) => join(one, name)).find((one) => existsSync(one));
      const file = found(written.file, [folder, join(folder, 'files'), CORPUS, ...(PRINTED === undefined ? [] : [PRINTED])]);
      if (file === undefined) return undefined;
      const images = (written.images ?? []).map((name) => found(name, [folder, SHARED_SET, CORPUS]) ?? name);
      return { ...written, path: file, params: written.params ?? {}, images, written };
    })
    .filter((row) => row !== undefined);
}
