// Turning rasters, and finding back from the turned one.

import { expect, it } from 'vitest';
import { uprightToUserSpace } from '../../../../processor/recognition/page-raster.ts';
import type { Rotation } from '../../../../processor/pdf/pages/page-box.ts';
import { turnRaster } from '../../../../processor/recognition/turn-raster.ts';
import { IDENTITY, transform } from '../../../../processor/pdf/geometry/matrix.ts';

const small = { pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), widthPx: 3, heightPx: 2, dpi: 300 };

it.each([
  [0, 3, [1, 2, 3, 4, 5, 6]],
  [90, 2, [4, 1, 5, 2, 6, 3]],
  [180, 3, [6, 5, 4, 3, 2, 1]],
  [270, 2, [3, 6, 2, 5, 1, 4]],
] as const)('turns by %i degrees clockwise', (turn, widthPx, pixels) => {
  expect(turnRaster(small, turn)).toEqual({ pixels: Uint8Array.from(pixels), widthPx, heightPx: 6 / widthPx, dpi: 300 });
});

it.each([90, 180, 270] as const)('every pixel of a large raster turned by %i degrees is found where the matrix says', (turn: Rotation) => {
  const [widthPx, heightPx] = [150, 101];
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, index) => (index * 31 + (index >> 8) * 7) & 255);
  const raster = { pixels, widthPx, heightPx, dpi: 300 };
  const turned = turnRaster(raster, turn);
  const matrix = uprightToUserSpace({ widthPx, heightPx, toUserSpace: IDENTITY }, turn);
  for (let y = 0; y < turned.heightPx; y++) {
    for (let x = 0; x < turned.widthPx; x++) {
      const [atX, atY] = transform(matrix, x + 0.5, y + 0.5).map(Math.floor);
      if (turned.pixels[y * turned.widthPx + x] !== pixels[(atY ?? 0) * widthPx + (atX ?? 0)]) expect.fail(`${x}, ${y}`);
    }
  }
});
