import { expect, test } from 'vitest';
import { matchPages } from '../../../../../../processor/operations/convert/layout/page-likeness.ts';

const SIDE = 40;

/** A page with its own stripes; `noise` of its pixels are others. */
function page(stripe: number, noise = 0) {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    at % 101 < noise ? 128 : Math.floor((at % SIDE) / stripe) % 2 === 0 ? 255 : 0,
  );
  return { width: SIDE, height: SIDE, channels: 1 as const, pixels };
}

const [A, B, C] = [page(3), page(5), page(8)];
const OTHER = page(1);

test('the same pages are alike', () => {
  expect(matchPages([A, B, C], [A, B, C])).toEqual([A, B, C].map(() => ({ ssim: 1, more: 0 })));
});

test('a page that has grown is followed by pages that are like none', () => {
  const matched = matchPages([A, B, C], [A, B, OTHER, OTHER, C]);
  expect(matched.map(({ more }) => more)).toEqual([0, 2, 0]);
  expect(matched.map(({ ssim }) => ssim)).toEqual([1, 1, 1]);
});

test('what comes after the last page belongs to it', () => {
  expect(matchPages([A, B], [A, B, OTHER]).map(({ more }) => more)).toEqual([0, 1]);
});

test('a page that is missing is like none', () => {
  const matched = matchPages([A, B, C], [A, C]);
  expect(matched[2]).toEqual({ ssim: 1, more: 0 });
  expect(matched[1]?.ssim).toBe(0);
});

test('pages that differ a little are matched all the same; pages of another size are not', () => {
  const [first, second] = matchPages([A, B], [page(3, 10), { ...B, width: SIDE * 2, pixels: new Uint8Array(SIDE * SIDE * 2) }]);
  expect(first?.ssim).toBeGreaterThan(0.3);
  expect(first?.ssim).toBeLessThan(1);
  expect(second?.ssim).toBe(0);
});

test('a page that could not be drawn is like none', () => {
  expect(matchPages([undefined, B], [A, B])[0]?.ssim).toBe(0);
});
