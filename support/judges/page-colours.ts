// Two colours that nothing shows by chance, and whether the pages of a PDF show them: poppler draws, the pixels are counted here.

import { spawnSync } from 'node:child_process';
import sharp from 'sharp';

interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Of a picture that no result may show. */
export const SECRET: Colour = { r: 211, g: 17, b: 143 };
/** Of a picture that every result must show. */
export const GOOD: Colour = { r: 17, g: 190, b: 60 };

export interface PageColours {
  secret: boolean;
  good: boolean;
}

export function solidPng(colour: Colour): Promise<Uint8Array> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: { ...colour } } })
    .png()
    .toBuffer();
}

export function coloursOfPdf(pdf: Uint8Array): PageColours {
  const pixels = spawnSync('pdftoppm', ['-r', '20', '-'], { input: pdf, maxBuffer: 64 * 1024 * 1024 }).stdout;
  const near = (at: number, value: number) => Math.abs((pixels[at] ?? 0) - value) < 12;
  const seen = { secret: false, good: false };
  // Pages one after the other: `P6 width height 255`, then three bytes for each pixel.
  for (let at = 0; at < pixels.length;) {
    const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(pixels.toString('latin1', at, at + 40)) ?? [];
    if (head === undefined) throw new Error('pdftoppm wrote no picture');
    const end = at + head.length + Number(width) * Number(height) * 3;
    for (let pixel = at + head.length; pixel < end; pixel += 3) {
      const is = ({ r, g, b }: Colour) => near(pixel, r) && near(pixel + 1, g) && near(pixel + 2, b);
      seen.secret ||= is(SECRET);
      seen.good ||= is(GOOD);
    }
    at = end;
  }
  return seen;
}
