// Edits that people wrote from pictures of the pages alone (test/acceptance/edits): what the product is judged by, in the form of the chosen ones.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS, readCorpus } from '../../support/corpus.ts';
import { type Edit, pageCountOf } from './choose.ts';

interface WrittenRow {
  readonly id: number;
  /** Below the corpus. */
  readonly file: string;
  /** 1-based. */
  readonly page: number;
  readonly instruction: string;
  readonly kind: 'replace' | 'delete' | 'insert' | 'restyle' | 'link' | 'picture';
  readonly old?: string;
  readonly new?: string;
  readonly anchor?: string;
}

const FOLDER = join(import.meta.dirname, '../../test/acceptance/edits');

/** @param part the rows to build with, those that are put away, or the path of others. @param count how many at most, spread over the files. */
export function readWrittenEdits(part: string, count: number): Edit[] {
  const rows = readFileSync(part.endsWith('.jsonl') ? part : join(FOLDER, `${part}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WrittenRow)
    .filter(({ file }) => existsSync(join(CORPUS, file)));
  const every = Math.max(1, rows.length / count);
  return rows.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every)).map(toEdit);
}

function toEdit({ id, file, page, instruction, kind, old, new: value, anchor }: WrittenRow): Edit {
  const path = join(CORPUS, file);
  return {
    id,
    kind,
    file,
    path,
    bytes: readCorpus(file),
    page,
    pageCount: pageCountOf(path),
    word: (kind === 'insert' ? anchor : old) ?? '',
    value: value ?? '',
    instruction,
  };
}
