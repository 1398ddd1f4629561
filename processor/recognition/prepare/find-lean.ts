// How far the lines of a page lean: the angle at which the feet of its letters fall into the fewest rows (projection profile of components,
// Baird 1987). Pure.

import type { Component } from './components.ts';

const DEGREES_MAX = 5;
const STEP = 0.1;
const SLOPE_MAX = Math.tan(((DEGREES_MAX + STEP) * Math.PI) / 180);
const FINE_STEP = 0.02;
/** The profile at the best angle beside the level one: 4 and more for a lean of 0.4 degrees, up to 1.09 for pages on their sides. */
const GAIN_MIN = 1.5;
/** Less lean does no harm. */
const DEGREES_MIN = 0.25;
const LETTERS_MIN = 60;
/** Letters that are looked at. */
const LETTERS_MAX = 4000;

/** @param letters components of the size of letters @param rowPixels height of a row of the profile. @returns degrees, clockwise on the page; 0 where the lines are level, or there are too few */
export function findLean(letters: readonly Component[], rowPixels: number): number {
  if (letters.length < LETTERS_MIN) return 0;
  const step = Math.ceil(letters.length / LETTERS_MAX);
  const feet = letters.filter((_, index) => index % step === 0).map(({ left, right, bottom }) => ({ x: (left + right) / 2, y: bottom }));
  const heightMax = feet.reduce((most, { x, y }) => Math.max(most, y + x * SLOPE_MAX), 0);
  const [before, after] = [
    Math.ceil(feet.reduce((most, { x }) => Math.max(most, x * SLOPE_MAX), 0) / rowPixels),
    Math.ceil(heightMax / rowPixels),
  ];
  const rows = new Int32Array(before + after + 2);
  const sharpness = (degrees: number): number => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    rows.fill(0);
    for (const { x, y } of feet) {
      const row = before + Math.round((y - x * slope) / rowPixels);
      rows[row] = (rows[row] ?? 0) + 1;
    }
    return rows.reduce((sum, count) => sum + count * count, 0);
  };
  let best = bestOf(-DEGREES_MAX, DEGREES_MAX, STEP, sharpness);
  best = bestOf(best - STEP, best + STEP, FINE_STEP, sharpness);
  return Math.abs(best) < DEGREES_MIN || sharpness(best) < sharpness(0) * GAIN_MIN ? 0 : best;
}

function bestOf(from: number, to: number, step: number, of: (degrees: number) => number): number {
  let [best, score] = [0, -1];
  for (let degrees = from; degrees <= to + step / 2; degrees += step) {
    const one = of(degrees);
    if (one > score) [best, score] = [degrees, one];
  }
  return best;
}
