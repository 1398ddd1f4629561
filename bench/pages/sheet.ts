// A picture for each file: pages of the source above the same pages of the result, to judge by eye.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Source } from './choose.ts';

const DPI = 60;
const COLUMNS = 4;
const GAP = 8;

export async function writeSheet(source: Source, pdf: Uint8Array, sheets: string): Promise<void> {
  mkdirSync(sheets, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  try {
    writeFileSync(join(folder, 'result.pdf'), pdf);
    const [above, below] = [draw(source.path, join(folder, 'source')), draw(join(folder, 'result.pdf'), join(folder, 'result'))];
    const sizes = await Promise.all([...above, ...below].map((path) => sharp(path).metadata()));
    const width = Math.max(...sizes.map((size) => size.width)) + GAP;
    const height = Math.max(...sizes.map((size) => size.height)) + GAP;
    const placed = [above, below].flatMap((row, index) =>
      row.map((input, column) => ({ input, left: column * width, top: index * height })),
    );
    await sharp({ create: { width: width * Math.max(above.length, below.length), height: 2 * height, channels: 3, background: '#8080a0' } })
      .composite(placed)
      .png()
      .toFile(join(sheets, `${basename(source.name, '.pdf')}.png`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function draw(path: string, into: string): string[] {
  mkdirSync(into);
  spawnSync('pdftoppm', ['-png', '-cropbox', '-r', String(DPI), '-l', String(COLUMNS), path, join(into, 'page')]);
  return readdirSync(into)
    .toSorted()
    .map((name) => join(into, name));
}
