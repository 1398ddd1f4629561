// What a scanner or a camera does to a page: less resolution, a lean, noise, blur, a shadow, JPEG, black and white. The same each time.

import sharp, { type Sharp } from 'sharp';
import type { GreyRaster } from '../../processor/recognition/recognised.ts';

export interface Damage {
  readonly name: string;
  readonly dpi: number;
  /** Clockwise. */
  readonly leanDegrees?: number;
  readonly blurPixels?: number;
  /** Grey levels. */
  readonly noise?: number;
  /** Share of the light that is left in the darkest corner. */
  readonly shadow?: number;
  readonly jpegQuality?: number;
  readonly bilevel?: boolean;
  /** Share of the pixels that are black or white by chance. */
  readonly specks?: number;
}

export const DAMAGES: readonly Damage[] = [
  { name: 'clean 300', dpi: 300 },
  { name: 'leaning 200', dpi: 200, leanDegrees: 0.7, jpegQuality: 60 },
  { name: 'black and white 300', dpi: 300, bilevel: true },
  { name: 'coarse 150', dpi: 150 },
  { name: 'noisy 200', dpi: 200, noise: 22, blurPixels: 0.7, jpegQuality: 50 },
  { name: 'shaded 200', dpi: 200, shadow: 0.45, jpegQuality: 50 },
  { name: 'leaning black and white 250', dpi: 250, leanDegrees: -1.5, bilevel: true, specks: 0.0015 },
];

export async function damage(clean: GreyRaster, kind: Damage): Promise<GreyRaster> {
  const raw = (raster: GreyRaster): Sharp => sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } });
  const take = async (picture: Sharp): Promise<GreyRaster> => {
    const { data, info } = await picture.toColourspace('b-w').extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8Array(data), width: info.width, height: info.height, channels: 1, dpi: clean.dpi };
  };
  let raster = clean;
  if (kind.leanDegrees) raster = await take(raw(raster).rotate(kind.leanDegrees, { background: '#ffffff' }));
  if (kind.blurPixels) raster = await take(raw(raster).blur(kind.blurPixels));
  if (kind.shadow) raster = shade(raster, kind.shadow);
  const random = makeRandom();
  if (kind.noise) raster = { ...raster, pixels: raster.pixels.map((pixel) => clamp(pixel * 0.9 + bell(random) * (kind.noise ?? 0))) };
  if (kind.bilevel) raster = { ...raster, pixels: raster.pixels.map((pixel) => (pixel < 140 ? 0 : 255)) };
  if (kind.specks)
    for (let left = raster.pixels.length * kind.specks; left > 0; left--)
      raster.pixels[Math.floor(random() * raster.pixels.length)] = random() < 0.5 ? 0 : 255;
  if (kind.jpegQuality) {
    const bytes = await raw(raster).toColourspace('b-w').jpeg({ quality: kind.jpegQuality }).toBuffer();
    raster = await take(sharp(bytes));
  }
  return raster;
}

/** Darker towards one corner, with a soft dark band beside the left edge, as a bound book has it. */
function shade(raster: GreyRaster, light: number): GreyRaster {
  const { width, height } = raster;
  const pixels = raster.pixels.map((pixel, index) => {
    const [x, y] = [(index % width) / width, Math.floor(index / width) / height];
    const across = 1 - (1 - light) * ((x + y) / 2) ** 2 - 0.35 * Math.max(0, 1 - x / 0.12);
    return clamp(pixel * across);
  });
  return { ...raster, pixels };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function bell(random: () => number): number {
  return (random() + random() + random() + random() - 2) * 1.73;
}

/** xorshift32 */
function makeRandom(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
