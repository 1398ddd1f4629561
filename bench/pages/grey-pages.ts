// Pages as grey pictures, drawn by poppler.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A size in points that is rounded otherwise gives a pixel more or less. */
const SIZE_SLACK = 3;

export interface GreyPage {
  readonly width: number;
  readonly height: number;
  /** A byte for each pixel, rows without padding. */
  readonly data: Uint8Array;
}

/** Where a picture is on a page: in its pixels, the page 0-based. */
export interface PicturePlace {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** @param page the only one to draw, from 1 on */
export function drawGrey(path: string, dpi: number, page?: number): GreyPage[] {
  const folder = mkdtempSync(join(tmpdir(), 'grey-pages-'));
  try {
    const only = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
    spawnSync('pdftoppm', ['-gray', '-cropbox', '-r', String(dpi), ...only, path, join(folder, 'page')], { timeout: 120_000 });
    return readdirSync(folder)
      .toSorted()
      .map((name) => readPgm(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readPgm(file: Buffer): GreyPage {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!head) throw new Error('no grey picture');
  return { width: Number(head[1]), height: Number(head[2]), data: file.subarray(head[0].length) };
}

/** The second with the size of the first, cut or with white at the right and below; undefined where the sizes are not the same. */
export function onSameCanvas(one: GreyPage, two: GreyPage): GreyPage | undefined {
  const { width, height } = one;
  if (width === two.width && height === two.height) return two;
  if (Math.abs(width - two.width) > SIZE_SLACK || Math.abs(height - two.height) > SIZE_SLACK) return undefined;
  const data = new Uint8Array(width * height).fill(255);
  const across = Math.min(width, two.width);
  for (let y = 0; y < Math.min(height, two.height); y++) data.set(two.data.subarray(y * two.width, y * two.width + across), y * width);
  return { width, height, data };
}
