// Which real PDFs the bench converts: half of them the pages of a benchmark of others, half whole documents, the same ones each time.

import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { CORPUS, listCorpus, readCorpus, requireFiles } from '../../support/corpus.ts';

const COUNT = Number(process.env['PAGES_FILES'] ?? 60);
const ONLY = process.env['PAGES_ONLY']?.split(',');
/** Longer documents would outweigh the others. */
const PAGES_MAX = 40;

export interface Source {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function* choosePdfs(): Generator<Source> {
  const whole = spread(listCorpus('pdf', ['.pdf']));
  const single = spread(listCorpus('dpbench/pdf', ['.pdf']));
  const inTurn = whole.flatMap((name, index) => [name, ...single.slice(index, index + 1)]);
  const wanted = ONLY ? inTurn.filter((name) => ONLY.includes(basename(name, '.pdf'))) : inTurn;
  let left = ONLY ? wanted.length : COUNT;
  for (const name of requireFiles(wanted)) {
    const path = join(CORPUS, name);
    if (left === 0 || !isOrdinary(path)) continue;
    left--;
    yield { name, path, bytes: readCorpus(name) };
  }
}

function spread(names: readonly string[]): string[] {
  const hashOf = (name: string) => createHash('sha256').update(basename(name)).digest('hex');
  return names.toSorted((one, two) => hashOf(one).localeCompare(hashOf(two)));
}

/** Opens without a password, and poppler finds its pages and something on them. */
function isOrdinary(path: string): boolean {
  const { status, stdout } = spawnSync('pdfinfo', [path], { encoding: 'utf8' });
  const pages = Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? 0);
  if (status !== 0 || pages === 0 || pages > PAGES_MAX || /^Encrypted:\s+yes/m.test(stdout)) return false;
  return spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' }).stdout.trim().length > 0 || hasPictures(path);
}

function hasPictures(path: string): boolean {
  return spawnSync('pdfimages', ['-list', path], { encoding: 'utf8' }).stdout.split('\n').length > 3;
}
