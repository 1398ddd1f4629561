// Whether letters are seen where they are read: poppler draws the page, and each place has ink beside its ground.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const DPI = 144;
/** Points around the origin of a letter in which a part of it is drawn. */
const REACH = { right: 6, up: 7 } as const;
const CONTRAST = 60;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface DrawnPage {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

async function draw(bytes: Uint8Array): Promise<DrawnPage> {
  const folder = mkdtempSync(join(tmpdir(), 'ink-at-'));
  try {
    const path = join(folder, 'page.pdf');
    writeFileSync(path, bytes);
    const { stdout } = spawnSync('pdftoppm', ['-r', String(DPI), '-png', path], { maxBuffer: 64 * 1024 * 1024 });
    return await sharp(stdout).greyscale().raw().toBuffer({ resolveWithObject: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How bright (0 to 255) the page is at places, in points from its lower left corner. */
export async function greyAt(bytes: Uint8Array, places: readonly Place[]): Promise<number[]> {
  const { data, info } = await draw(bytes);
  const scale = DPI / 72;
  return places.map(({ x, y }) => data[(info.height - Math.round(y * scale)) * info.width + Math.round(x * scale)] ?? 0);
}

/** @param places origins of letters, in points from the lower left corner of the page */
export async function inkAt(bytes: Uint8Array, places: readonly Place[]): Promise<boolean> {
  const { data, info } = await draw(bytes);
  return places.every(({ x, y }) => {
    const scale = DPI / 72;
    const [left, bottom] = [Math.round(x * scale), info.height - Math.round(y * scale)];
    const values: number[] = [];
    for (let row = Math.max(0, bottom - REACH.up * scale); row <= Math.min(info.height - 1, bottom); row++)
      for (let column = left; column <= Math.min(info.width - 1, left + REACH.right * scale); column++)
        values.push(data[row * info.width + column] ?? 0);
    return Math.max(...values) - Math.min(...values) > CONTRAST;
  });
}
