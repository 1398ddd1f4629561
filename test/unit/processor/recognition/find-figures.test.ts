// Figures of scans on pages that are made here: one pixel a point, black on white.

import { describe, expect, it } from 'vitest';
import type { Raster } from '../../../../processor/images/raster.ts';
import type { ShownBox } from '../../../../processor/pdf/geometry/shown-box.ts';
import { findFigures } from '../../../../processor/recognition/find-figures.ts';

const box = (left: number, top: number, right: number, bottom: number): ShownBox => ({ left, top, right, bottom });
const WORDS = Array.from({ length: 40 }, (_, at) =>
  box(60 + (at % 8) * 50, 60 + Math.floor(at / 8) * 20, 100 + (at % 8) * 50, 70 + Math.floor(at / 8) * 20),
);

function pageOf(...dark: readonly ShownBox[]): Raster<1> {
  const [width, height] = [500, 700];
  const pixels = new Uint8Array(width * height).fill(250);
  for (const { left, top, right, bottom } of dark) for (let y = top; y < bottom; y++) pixels.fill(20, y * width + left, y * width + right);
  return { width, height, channels: 1, pixels };
}

describe('figures of a scan', () => {
  it('are dark places outside of words', () => {
    const [figure, ...others] = findFigures(pageOf(...WORDS, box(100, 300, 280, 450)), WORDS);
    expect(others).toEqual([]);
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((figure?.[side] ?? 0) - box(100, 300, 280, 450)[side])).toBeLessThanOrEqual(6);
  });

  it('are line drawings of some size', () => {
    const lines = Array.from({ length: 12 }, (_, at) => box(100 + at * 12, 300, 102 + at * 12, 420));
    expect(findFigures(pageOf(...lines), [])).toHaveLength(1);
  });

  it('are line drawings around which text runs', () => {
    // A drawing beside the lower lines, and a branch of it above the words.
    const lines = Array.from({ length: 14 }, (_, at) => box(60 + at * 8, 250, 62 + at * 8, 420));
    const branch = [box(100, 180, 103, 250), box(100, 180, 460, 183)];
    const words = Array.from({ length: 30 }, (_, at) =>
      box(200 + (at % 6) * 45, 200 + Math.floor(at / 6) * 40, 235 + (at % 6) * 45, 212 + Math.floor(at / 6) * 40),
    );
    const figures = findFigures(pageOf(...words, ...lines, ...branch), words);
    expect(figures.some(({ left, right, top, bottom }) => left <= 66 && right >= 160 && right < 200 && top <= 256 && bottom >= 414)).toBe(
      true,
    );
  });

  it('are not the empty rows of a form', () => {
    const rules = Array.from({ length: 12 }, (_, at) => box(50, 55 + at * 30, 470, 57 + at * 30));
    const sides = [box(50, 55, 52, 387), box(468, 55, 470, 387)];
    const words = WORDS.slice(0, 16);
    expect(findFigures(pageOf(...words, ...rules, ...sides), words)).toEqual([]);
  });

  it('are not words, nor the rules of a table around them', () => {
    const rules = Array.from({ length: 6 }, (_, at) => box(50, 55 + at * 20, 470, 56 + at * 20));
    expect(findFigures(pageOf(...WORDS, ...rules), WORDS)).toEqual([]);
  });

  it('are not the shadow of an edge', () => {
    expect(findFigures(pageOf(box(0, 0, 30, 700)), [])).toEqual([]);
  });
});
