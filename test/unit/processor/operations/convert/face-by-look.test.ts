// Whether letters have serifs, by their pictures: set here in other faces than those that they are compared with.

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasSerifs } from '../../../../../processor/operations/convert/face-by-look.ts';

const WORDS = ['harbour', 'market', 'window', 'evening', 'kitchen', 'garden', 'railway', 'morning', 'letters', 'seventy'];
const [WIDTH, PITCH, SIZE] = [300, 40, 22];

async function seenIn(family: string): Promise<boolean | undefined> {
  const lines = WORDS.map((word, at) => `<text x="10" y="${at * PITCH + 30}" font-family="${family}" font-size="${SIZE}">${word}</text>`);
  const height = WORDS.length * PITCH;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`;
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const words = WORDS.map((text, at) => ({ text, box: { left: 0, top: at * PITCH, right: WIDTH, bottom: (at + 1) * PITCH } }));
  return hasSerifs(words, { bgra: new Uint8Array(rgba), widthPixels: WIDTH, heightPixels: height });
}

test.each([
  ['DejaVu Serif', true],
  ['DejaVu Sans', false],
])('%s', async (family, serifs) => {
  expect(await seenIn(family)).toBe(serifs);
});

test('a few words do not tell', async () => {
  expect(await hasSerifs([], { bgra: new Uint8Array(4), widthPixels: 1, heightPixels: 1 })).toBeUndefined();
});
