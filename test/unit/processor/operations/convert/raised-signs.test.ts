// Figures with a raised sign behind them, drawn as they are printed.

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { holdsRaisedSign } from '../../../../../processor/operations/convert/raised-signs.ts';

/** What is printed, and the words that were read there. */
async function seen(printed: string, read: string): Promise<boolean> {
  const [width, height] = [200, 60];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><text x="10" y="45" font-family="Liberation Sans" font-size="36">${printed}</text></svg>`;
  const bgra = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return holdsRaisedSign(read, { left: 5, top: 5, right: 195, bottom: 58 }, { bgra, widthPixels: width, heightPixels: height });
}

test.each([
  ['1º.-', '12.-'],
  ['11º.-', '112.-'],
  ['nº6,', 'n26,'],
  ['12²', '122'],
])('%s read as %s', async (printed, read) => {
  expect(await seen(printed, read)).toBe(true);
});

test.each(['12.-', '112.-', '2026', '1,5', '3:1', '10%', 'n.6', '1.º'])('%s is what it says', async (text) => {
  expect(await seen(text, text)).toBe(false);
});
