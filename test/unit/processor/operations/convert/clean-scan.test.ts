// The ground of a page: words go, what is beside them stays.

import { describe, expect, it } from 'vitest';
import { eraseWords, inkColour, isLightOnDark, standsInInk } from '../../../../../processor/operations/convert/clean-scan.ts';

const [WIDTH, HEIGHT] = [60, 40];

function pageOf(ground: number, ...dark: readonly (readonly [x: number, y: number])[]) {
  const bgra = new Uint8Array(WIDTH * HEIGHT * 4).fill(ground);
  for (const [x, y] of dark) bgra.fill(10, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
  return { bgra, widthPixels: WIDTH, heightPixels: HEIGHT };
}
const at = ({ bgra }: ReturnType<typeof pageOf>, x: number, y: number) => bgra[(y * WIDTH + x) * 4];

describe('the colour of letters', () => {
  const WORD = { left: 15, top: 15, right: 30, bottom: 25 };
  const inked = (bgr: readonly [number, number, number]) => {
    const page = pageOf(245);
    for (let x = 16; x < 28; x += 3) for (let y = 16; y < 24; y++) page.bgra.set(bgr, (y * WIDTH + x) * 4);
    return inkColour(page, [WORD]);
  };

  it('is that of their ink', () => {
    expect(inked([30, 20, 200])).toBe(0xc8141e);
  });

  it('is black for what is grey, brownish or nothing', () => {
    expect([inked([60, 60, 60]), inked([40, 60, 80]), inkColour(pageOf(245), [WORD])]).toEqual([0, 0, 0]);
  });
});

describe('a letter that stands alone', () => {
  const LETTER = { left: 20, top: 15, right: 30, bottom: 25 };
  const ring = (dark: (x: number, y: number) => boolean) =>
    pageOf(
      245,
      ...Array.from({ length: WIDTH * HEIGHT }, (_, at) => [at % WIDTH, Math.floor(at / WIDTH)] as const).filter((one) => dark(...one)),
    );

  it('is part of a picture where there is colour or ink around it', () => {
    const emblem = pageOf(245);
    for (let at = 0; at < WIDTH * HEIGHT; at++) emblem.bgra.set([180, 90, 40], at * 4);
    expect([
      standsInInk(emblem, LETTER),
      standsInInk(
        ring((x, y) => (x + y) % 4 === 0),
        LETTER,
      ),
    ]).toEqual([true, true]);
  });

  it('is text on paper, also beside the side of a cell', () => {
    expect([
      standsInInk(pageOf(245), LETTER),
      standsInInk(
        ring((x) => x === 17),
        LETTER,
      ),
    ]).toEqual([false, false]);
  });
});

describe('the ground of a scan', () => {
  it('has the colour around a word where the word was', () => {
    const page = pageOf(180, [20, 20], [22, 18]);
    eraseWords(page, [{ left: 15, top: 15, right: 30, bottom: 25 }]);
    expect([at(page, 20, 20), at(page, 22, 18)]).toEqual([180, 180]);
  });

  it('is that of most of its box, where lines or letters run along its edges', () => {
    const edges = Array.from({ length: WIDTH }, (_, x) => [14, 25].map((y) => [x, y] as const)).flat();
    const page = pageOf(250, ...edges, [20, 20], [22, 18]);
    eraseWords(page, [{ left: 15, top: 16, right: 30, bottom: 24 }]);
    expect(at(page, 20, 20)).toBe(250);
  });

  it('keeps rules that run through a word and out of it: an underline, the side of a cell, one that leans', () => {
    const under = Array.from({ length: WIDTH - 4 }, (_, x) => [x + 2, x < 30 ? 23 : 24] as const);
    const side = Array.from({ length: HEIGHT }, (_, y) => [16, y] as const);
    const stroke = Array.from({ length: 9 }, (_, y) => [24, y + 14] as const);
    const page = pageOf(250, ...under, ...side, ...stroke);
    eraseWords(page, [{ left: 15, top: 14, right: 36, bottom: 25 }]);
    expect([at(page, 20, 23), at(page, 33, 24), at(page, 16, 18)]).toEqual([10, 10, 10]);
    expect([at(page, 24, 15), at(page, 24, 19)]).toEqual([250, 250]);
  });

  it('may be darker than its words', () => {
    const word = { left: 15, top: 15, right: 30, bottom: 25 };
    const strokes = (ground: number, ink: number) => {
      const page = pageOf(ground);
      for (let x = 16; x < 29; x += 4) for (let y = 16; y < 24; y++) page.bgra.fill(ink, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
      return isLightOnDark(page, word);
    };
    expect([strokes(60, 240), strokes(140, 250), strokes(250, 20), strokes(140, 20), strokes(250, 250)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('keeps what is no word', () => {
    const page = pageOf(250, [50, 35], [20, 20]);
    eraseWords(page, [{ left: 15, top: 15, right: 30, bottom: 25 }]);
    expect(at(page, 50, 35)).toBe(10);
  });

  it('ends at its edges', () => {
    const page = pageOf(250, [0, 0]);
    eraseWords(page, [{ left: -5, top: -5, right: 100, bottom: 3 }]);
    expect(at(page, 0, 0)).toBe(250);
  });
});
