// One colour that nothing else has: a document that shows it has read the file that holds it. Judged by poppler's picture of the pages.

import { execFileSync } from 'node:child_process';
import sharp from 'sharp';

export async function magentaPng(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer();
}

export function showsMagenta(pdf: Uint8Array): boolean {
  const pages = execFileSync('pdftoppm', ['-r', '30'], { input: pdf, maxBuffer: 1e9 });
  for (let at = 0; at + 2 < pages.length; at++) if (pages[at]! > 240 && pages[at + 1]! < 16 && pages[at + 2]! > 240) return true;
  return false;
}
