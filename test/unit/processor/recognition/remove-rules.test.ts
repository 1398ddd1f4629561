import { describe, expect, it } from 'vitest';
import { removeRules } from '../../../../processor/recognition/remove-rules.ts';
import type { GreyRaster } from '../../../../processor/recognition/recognised.ts';

/** 100 dpi; `#` is ink. */
function paint(width: number, height: number, isInk: (x: number, y: number) => boolean): GreyRaster {
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isInk(x, y)) pixels[y * width + x] = 0;
  return { pixels, width, height, channels: 1, dpi: 100 };
}

const inkOf = ({ pixels }: GreyRaster): number => pixels.filter((pixel) => pixel < 160).length;

describe('removeRules', () => {
  it('takes an upright rule out and leaves the stroke that crosses it', () => {
    const page = paint(120, 100, (x, y) => x === 60 || x === 61 || (y >= 50 && y < 53 && x > 40 && x < 80));
    const bare = removeRules(page);
    expect(inkOf(bare)).toBe(3 * 39);
    expect(bare.pixels[51 * 120 + 60]).toBe(0);
  });

  it('leaves a level rule, a stroke of a letter and the edge of a filled box', () => {
    const page = paint(200, 100, (x, y) => y === 5 || (x === 20 && y > 30 && y < 60) || (x > 100 && y > 10));
    expect(removeRules(page)).toBe(page);
  });

  it('leaves what stands between white letters on black', () => {
    const page = paint(120, 100, (x, y) => !(y > 40 && y < 60 && (x % 6 === 0 || x % 6 === 3)));
    expect(removeRules(page)).toBe(page);
  });
});
