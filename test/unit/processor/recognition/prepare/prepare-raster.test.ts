import { describe, expect, it } from 'vitest';
import { findComponents, thresholdOf } from '../../../../../processor/recognition/prepare/components.ts';
import { evenLight } from '../../../../../processor/recognition/prepare/even-light.ts';
import { leadBack, prepareRaster } from '../../../../../processor/recognition/prepare/prepare-raster.ts';
import type { GreyRaster, RecognisedLine } from '../../../../../processor/recognition/recognised.ts';
import { makeScan, TEXTS } from '../../../../../support/documents/make-scan.ts';

function paint(width: number, height: number, levelOf: (x: number, y: number) => number): GreyRaster {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * width + x] = levelOf(x, y);
  return { pixels, width, height, channels: 1, dpi: 100 };
}

describe('findComponents', () => {
  it('joins ink that touches at a corner and keeps apart what does not', () => {
    const ring = paint(20, 20, (x, y) =>
      ((x === 2 || x === 8) && y >= 2 && y <= 8) || ((y === 2 || y === 8) && x >= 2 && x <= 8) ? 0 : 255,
    );
    expect(findComponents(ring, 128)).toEqual([{ left: 2, top: 2, right: 9, bottom: 9, area: 24 }]);
    const steps = paint(20, 20, (x, y) => (x === y || x === 15 ? 0 : 255));
    expect(findComponents(steps, 128)).toHaveLength(1);
    expect(
      findComponents(
        paint(20, 20, (x) => (x % 3 === 0 ? 0 : 255)),
        128,
      ),
    ).toHaveLength(7);
  });

  it('takes the threshold between the two kinds of pixels there are', () => {
    const threshold = thresholdOf(paint(90, 90, (x) => (x < 20 ? 60 : 140)));
    expect(threshold).toBeGreaterThan(60);
    expect(threshold).toBeLessThanOrEqual(140);
  });
});

describe('evenLight', () => {
  it('lifts paper in a shadow to white, ink stays dark, and leaves a page with even light as it is', () => {
    const page = paint(300, 300, (x, y) => ((x % 15) + (y % 15) < 3 ? 20 : 240) * (1 - x / 600));
    const { pixels } = evenLight(page);
    expect(Math.min(pixels[150 * 300 + 290] ?? 0, pixels[157 * 300 + 8] ?? 0)).toBeGreaterThan(225);
    expect(pixels[150 * 300 + 285]).toBeLessThan(60);
    const even = paint(300, 300, (x, y) => ((x % 15) + (y % 15) < 3 ? 20 : 240));
    expect(evenLight(even)).toBe(even);
  });
});

describe('prepareRaster', () => {
  it('levels leaning lines and leads places back to the given page', async () => {
    const given = await makeScan({ columns: [TEXTS.eng.text], dpi: 200, skewDegrees: 2 });
    const prepared = await prepareRaster(given);
    expect(prepared.leanDegrees).toBeCloseTo(2, 0.5);
    const box = { left: prepared.width - 110, top: 90, right: prepared.width - 90, bottom: 110 };
    const line: RecognisedLine = {
      words: [{ text: 'word', confidence: 90, box }],
      box,
      baseline: { x0: 0, y0: prepared.height / 2, x1: prepared.width, y1: prepared.height / 2 },
      isRightToLeft: false,
      block: 0,
      paragraph: 0,
    };
    const [back] = leadBack([line], prepared, given);
    const { x0, y0, x1, y1 } = back?.baseline ?? { x0: 0, y0: 0, x1: 1, y1: 0 };
    expect((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI).toBeCloseTo(prepared.leanDegrees, 5);
    expect(back?.words[0]?.box.right).toBeLessThanOrEqual(given.width);
  });

  it('keeps every pixel of a clean page and enlarges small letters', async () => {
    const clean = await makeScan({ columns: [TEXTS.eng.text], dpi: 225 });
    expect(await prepareRaster(clean)).toMatchObject({ scale: 1, leanDegrees: 0, pixels: clean.pixels });
    const coarse = await prepareRaster(await makeScan({ columns: [TEXTS.eng.text], dpi: 90 }));
    expect(coarse.scale).toBeGreaterThan(1.5);
  });

  it('takes specks off and leaves the points of the text', async () => {
    const page = await makeScan({ columns: [TEXTS.eng.text], dpi: 200, bilevel: true });
    const speckled = await makeScan({ columns: [TEXTS.eng.text], dpi: 200, bilevel: true, speckle: 0.003 });
    const inkOf = ({ pixels }: GreyRaster): number => pixels.reduce((sum, pixel) => sum + (pixel < 128 ? 1 : 0), 0);
    const [clean, cleaned] = [inkOf(page), inkOf(await prepareRaster(speckled))];
    expect(Math.abs(cleaned - clean)).toBeLessThan((inkOf(speckled) - clean) / 3);
    expect((await prepareRaster(page)).pixels).toEqual(page.pixels);
  });
});
