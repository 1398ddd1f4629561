// How alike two pages are: what has nothing on it says little.

import { expect, it } from 'vitest';
import { measurePageSsim, measureSsim } from '../../../../processor/images/ssim.ts';

const SIDE = 200;

/** A page of white with a black square. */
function pageWith(left: number, top: number, side: number): Uint8Array {
  const page = new Uint8Array(SIDE * SIDE).fill(255);
  for (let row = top; row < top + side; row++) page.fill(0, row * SIDE + left, row * SIDE + left + side);
  return page;
}

const measureBoth = (one: Uint8Array, two: Uint8Array) => ({
  whole: measureSsim(one, two, SIDE, SIDE),
  page: measurePageSsim(one, two, SIDE, SIDE),
});

it('of the same pages are the same', () => {
  expect(measureBoth(pageWith(20, 20, 30), pageWith(20, 20, 30))).toEqual({ whole: 1, page: 1 });
  expect(measureBoth(pageWith(0, 0, 0), pageWith(0, 0, 0))).toEqual({ whole: 1, page: 1 });
});

it('of a page with little on it, that it stands elsewhere', () => {
  const { whole, page } = measureBoth(pageWith(20, 20, 16), pageWith(60, 90, 16));
  expect(whole).toBeGreaterThan(0.95);
  expect(page).toBeLessThan(0.8);
});

it('of a page that is full, what they are of all of it', () => {
  const { whole, page } = measureBoth(pageWith(8, 8, 150), pageWith(8, 8, 190));
  expect(page).toBeLessThan(1);
  const noise = (page: Uint8Array, seed: number) => page.map((value, at) => value ^ ((at * seed) % 7));
  const full = measureBoth(noise(pageWith(8, 8, 150), 3), noise(pageWith(8, 8, 190), 5));
  expect(full.page).toBe(full.whole);
  expect(whole).toBeLessThan(1);
});
