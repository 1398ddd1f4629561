import { describe, expect, it } from 'vitest';
import { findRules } from '../../../../processor/recognition/find-rules.ts';
import type { GreyRaster } from '../../../../processor/recognition/recognised.ts';

const DPI = 150;

function paint(boxes: readonly (readonly [left: number, top: number, right: number, bottom: number, grey: number])[]): GreyRaster {
  const [width, height] = [400, 300];
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, right, bottom, grey] of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, channels: 1, pixels, dpi: DPI };
}

describe('findRules', () => {
  it('finds black and grey lines in both directions, and lines on shaded cells', () => {
    const rules = findRules(
      paint([
        [20, 150, 380, 250, 220],
        [20, 50, 380, 52, 0],
        [20, 200, 380, 201, 160],
        [100, 30, 102, 270, 150],
      ]),
    );
    const across = rules.filter(({ horizontal }) => horizontal).map(({ box }) => Math.round((box.top + box.bottom) / 2));
    expect(across).toEqual([51, 201]);
    const down = rules.filter(({ horizontal }) => !horizontal);
    expect(down).toHaveLength(1);
    expect(down[0]?.box).toMatchObject({ left: 100, right: 102 });
  });

  it('takes neither strokes of letters nor bars nor edges of panels for lines', () => {
    const letters = Array.from({ length: 20 }, (_, at) => [20 + at * 15, 40, 23 + at * 15, 60, 0] as const);
    expect(findRules(paint([...letters, [50, 100, 300, 130, 0], [50, 200, 300, 260, 120]]))).toEqual([]);
  });
});
