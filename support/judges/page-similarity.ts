// How alike the pages of two documents look in poppler: structural similarity of grey pictures.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureSsim } from '../../processor/images/ssim.ts';

export interface PagesDrawn {
  readonly dpi: number;
  /** 1-based. */
  readonly lastPage: number;
}

/** By page; 0 where a page is missing or has another size. Empty when poppler draws no page of the first. */
export function pageSimilarity(one: Uint8Array, two: Uint8Array, options: PagesDrawn): number[] {
  const [before, after] = [drawPages(one, options), drawPages(two, options)];
  return before.map((page, index) => {
    const other = after[index];
    if (!other || other.width !== page.width || other.height !== page.height) return 0;
    return measureSsim(page.data, other.data, page.width, page.height);
  });
}

function drawPages(bytes: Uint8Array, { dpi, lastPage }: PagesDrawn): { width: number; height: number; data: Uint8Array }[] {
  const folder = mkdtempSync(join(tmpdir(), 'similar-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    spawnSync('pdftoppm', ['-gray', '-r', String(dpi), '-l', String(lastPage), path, join(folder, 'page')], { timeout: 60_000 });
    return readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .toSorted()
      .map((name) => readPgm(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readPgm(file: Buffer): { width: number; height: number; data: Uint8Array } {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!head) throw new Error('no grey picture');
  return { width: Number(head[1]), height: Number(head[2]), data: file.subarray(head[0].length) };
}
