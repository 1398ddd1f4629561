// Turning rasters, and finding back from the turned one.

import { expect, it } from 'vitest';
import { uprightToUserSpace } from '../../../../processor/recognition/page-raster.ts';
import type { Rotation } from '../../../../processor/pdf/pages/page-box.ts';
import { turnRaster } from '../../../../processor/recognition/turn-raster.ts';
import { IDENTITY, transform } from '../../../../processor/pdf/geometry/matrix.ts';

const small = { pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2, channels: 1, dpi: 300 } as const;

it.each([
  [0, 3, [1, 2, 3, 4, 5, 6]],
  [90, 2, [4, 1, 5, 2, 6, 3]],
  [180, 3, [6, 5, 4, 3, 2, 1]],
  [270, 2, [3, 6, 2, 5, 1, 4]],
] as const)('turns by %i degrees clockwise', (turn, width, pixels) => {
  expect(turnRaster(small, turn)).toEqual({ ...small, pixels: Uint8Array.from(pixels), width, height: 6 / width });
});

it.each([90, 180, 270] as const)('every pixel of a large raster turned by %i degrees is found where the matrix says', (turn: Rotation) => {
  const [width, height] = [150, 101];
  const pixels = Uint8Array.from({ length: width * height }, (_, index) => (index * 31 + (index >> 8) * 7) & 255);
  const raster = { pixels, width, height, channels: 1, dpi: 300 } as const;
  const turned = turnRaster(raster, turn);
  const matrix = uprightToUserSpace({ width, height, toUserSpace: IDENTITY }, turn);
  for (let y = 0; y < turned.height; y++) {
    for (let x = 0; x < turned.width; x++) {
      const [atX, atY] = transform(matrix, x + 0.5, y + 0.5).map(Math.floor);
      if (turned.pixels[y * turned.width + x] !== pixels[(atY ?? 0) * width + (atX ?? 0)]) expect.fail(`${x}, ${y}`);
    }
  }
});
