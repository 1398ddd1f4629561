// The colours of a page as poppler draws it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns the colour at a point: units of 1/72 inch from the upper left corner */
export function drawnPixels(pdf: Uint8Array, page: number): (x: number, y: number) => readonly [number, number, number] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    spawnSync('pdftoppm', ['-r', '72', '-f', String(page), '-l', String(page), '-singlefile', path, join(folder, 'page')], {
      timeout: 60_000,
    });
    const file = readFileSync(join(folder, 'page.ppm'));
    const [header = '', width = 0] =
      /^P6\s+(\d+)\s+\d+\s+255\s/
        .exec(file.subarray(0, 40).toString('latin1'))
        ?.map((part, index) => (index === 0 ? part : Number(part))) ?? [];
    const pixels = file.subarray(String(header).length);
    return (x, y) => {
      const at = (Math.floor(y) * Number(width) + Math.floor(x)) * 3;
      const [red, green, blue] = pixels.subarray(at, at + 3);
      return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue];
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
