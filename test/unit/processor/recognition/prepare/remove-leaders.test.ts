// Rows of dots that lead from a title to its number, on rasters that are drawn here.

import { describe, expect, it } from 'vitest';
import { findComponents } from '../../../../../processor/recognition/prepare/components.ts';
import { removeLeaders } from '../../../../../processor/recognition/prepare/remove-leaders.ts';
import type { GreyRaster } from '../../../../../processor/recognition/recognised.ts';

const [WIDTH, HEIGHT, LETTER] = [400, 100, 20];

type Spot = readonly [left: number, top: number, width: number, height: number];

function draw(spots: readonly Spot[]): GreyRaster {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [left, top, width, height] of spots)
    for (let y = top; y < top + height; y++) pixels.fill(0, y * WIDTH + left, y * WIDTH + left + width);
  return { pixels, width: WIDTH, height: HEIGHT, channels: 1, dpi: 300 };
}

const inkOf = ({ pixels }: GreyRaster): number => pixels.filter((pixel) => pixel < 128).length;
const cleaned = (spots: readonly Spot[]): number => {
  const raster = draw(spots);
  return inkOf(removeLeaders(raster, findComponents(raster, 128) ?? [], LETTER).raster);
};

const letters: readonly Spot[] = [
  [10, 40, 14, LETTER],
  [30, 40, 14, LETTER],
  [370, 40, 14, LETTER],
];
const dots = (count: number, step: (index: number) => number, rise = 0): Spot[] =>
  Array.from({ length: count }, (_, index): Spot => [60 + step(index), 56 + Math.round(index * rise), 4, 4]);

describe('leaders', () => {
  it('are taken off between a title and its number, also where the line leans', () => {
    expect(cleaned([...letters, ...dots(25, (index) => index * 12)])).toBe(3 * 14 * LETTER);
    expect(cleaned([...letters, ...dots(25, (index) => index * 12, 0.2)])).toBe(3 * 14 * LETTER);
  });

  it('are neither an ellipsis nor full stops of a text', () => {
    const [ellipsis, stops] = [dots(3, (index) => index * 12), dots(8, (index) => index * 30 + (index % 3) * 9)];
    expect(cleaned([...letters, ...ellipsis])).toBe(3 * 14 * LETTER + 3 * 16);
    expect(cleaned([...letters, ...stops])).toBe(3 * 14 * LETTER + 8 * 16);
  });
});
