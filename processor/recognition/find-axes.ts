// A chart among what was read: numbers that stand in a row or a column at equal steps are those of an axis.

import type { RecognisedPage, RecognisedWord } from './recognised.ts';

/** Fewer numbers at equal steps may be anything. */
const TICKS_MIN = 4;
/** A page with more words has a text. */
const WORDS_MAX = 80;
/** Share of a number's height: those of one axis are not further from each other's row or column. */
const ASIDE = 0.6;
/** Share of a step by which it may differ. */
const STEP_SLACK = 0.01;
/** A tick of the axis is read as a dash beside its number. */
const NUMBER = /^[-\u2212]?\d{1,7}(?:[.,]\d{1,4})?(?=-?$)/;

interface Tick {
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly height: number;
}

export function hasAxis({ lines }: Pick<RecognisedPage, 'lines'>): boolean {
  const words = lines.flatMap((line) => line.words);
  if (words.length > WORDS_MAX) return false;
  const ticks = words.flatMap(tickOf);
  return ticks.some((first) => {
    const slack = first.height * ASIDE;
    const row = ticks.filter(({ y }) => Math.abs(y - first.y) < slack).toSorted((one, two) => one.x - two.x);
    const column = ticks.filter(({ right }) => Math.abs(right - first.right) < slack).toSorted((one, two) => two.y - one.y);
    return hasEqualSteps(row) || hasEqualSteps(column);
  });
}

function tickOf({ text, box }: RecognisedWord): Tick[] {
  const [number] = NUMBER.exec(text) ?? [];
  if (number === undefined) return [];
  const { left, top, right, bottom } = box;
  const value = Number(number.replace('\u2212', '-').replace(',', '.'));
  return [{ value, x: (left + right) / 2, y: (top + bottom) / 2, right, height: bottom - top }];
}

function hasEqualSteps(ticks: readonly Tick[]): boolean {
  let count = 1;
  let step = 0;
  for (const [index, { value }] of ticks.entries()) {
    const next = ticks[index + 1];
    if (!next) break;
    const own = next.value - value;
    count = own > 0 && Math.abs(own - step) <= step * STEP_SLACK ? count + 1 : 2;
    step = own;
    if (own > 0 && count >= TICKS_MIN) return true;
  }
  return false;
}
