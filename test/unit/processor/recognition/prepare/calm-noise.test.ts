// Noise of grey pages, on rasters that are drawn here.

import { expect, it } from 'vitest';
import { calmNoise } from '../../../../../processor/recognition/prepare/calm-noise.ts';
import { seeded } from '../../../../../support/documents/random.ts';
import type { GreyRaster } from '../../../../../processor/recognition/recognised.ts';

const [WIDTH, HEIGHT] = [240, 180];

/** Lines of letters, black on white. */
const clean: GreyRaster = {
  pixels: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    return y % 30 < 14 && x % 12 < 3 ? 20 : 245;
  }),
  width: WIDTH,
  height: HEIGHT,
  channels: 1,
  dpi: 200,
};
/** Grey levels up and down, the same each time. */
function withNoise(levels: number): GreyRaster {
  const next = seeded(1);
  const random = () => next() * 2 - 1;
  const pixels = clean.pixels.map((pixel) =>
    Math.max(0, Math.min(255, Math.round(pixel * 0.9 + levels * (random() + random() + random())))),
  );
  return { ...clean, pixels };
}
const unevenness = ({ pixels }: GreyRaster): number => {
  const paper = [...pixels.keys()].filter((at) => at % WIDTH < WIDTH - 1 && clean.pixels[at] === 245 && clean.pixels[at + 1] === 245);
  return paper.reduce((sum, at) => sum + Math.abs((pixels[at] ?? 0) - (pixels[at + 1] ?? 0)), 0) / paper.length;
};

it('is calmed, and a page without it keeps every pixel', async () => {
  expect((await calmNoise(clean, 128)).pixels).toBe(clean.pixels);
  const noisy = withNoise(22);
  const calm = await calmNoise(noisy, 128);
  expect(unevenness(calm)).toBeLessThan(unevenness(noisy) / 2);
  const slight = withNoise(3);
  expect((await calmNoise(slight, 128)).pixels).toBe(slight.pixels);
});
