// The letter spacing and sizes of a text, beyond its font's own, so that new text can be set the same way.

import type { PlacedGlyph } from './page-text.ts';

/** Glyphs whose baselines are closer than this (ems) share one. */
const BASELINE_EMS = 0.01;
/** Kerning differs from pair to pair: gaps are equal when this share of them is within so many ems of the median. */
const EVEN_EMS = 0.015;
const EVEN_SHARE = 0.8;
/** Less than this (ems) is rounding, not letter spacing. */
const TRACKING_EMS_MIN = 0.02;
/** Small capitals are between these shares of the large ones; beyond, it is the same size or another text. */
const SMALL_CAPITALS = { least: 0.55, most: 0.95 } as const;
/** Sizes that differ by less than this share are the same. */
const SIZE_TOLERANCE = 0.02;

/** Capitals in two sizes: the first letter of a word is full size, the others are smaller. */
export interface SmallCapitals {
  readonly factor: number;
}

const GAPS_MIN = 3;

/** The gap that numbers in arrays or single placement put between letters, in ems of the font size; 0 where they differ. */
export function trackingOf(glyphs: readonly PlacedGlyph[]): number {
  const gaps: number[] = [];
  for (const [index, glyph] of glyphs.entries()) {
    const last = glyphs[index - 1];
    if (!last || !isVisible(last) || !isVisible(glyph) || Math.abs(last.baseline - glyph.baseline) > glyph.size * BASELINE_EMS) continue;
    const { charSpacing, horizontalScale, fontSize } = last.event.state;
    if (!(fontSize > 0) || !(last.size > 0)) continue;
    gaps.push((glyph.start - last.end) / last.size - (charSpacing * horizontalScale) / fontSize);
  }
  if (gaps.length < GAPS_MIN) return 0;
  const middle = gaps.toSorted((one, two) => one - two)[Math.floor(gaps.length / 2)] ?? 0;
  const isEven = gaps.filter((gap) => Math.abs(gap - middle) < EVEN_EMS).length >= gaps.length * EVEN_SHARE;
  return isEven && Math.abs(middle) > TRACKING_EMS_MIN ? middle : 0;
}

/** @returns undefined unless every word is of capitals, the first larger than the rest */
export function capitalsOf(glyphs: readonly PlacedGlyph[]): SmallCapitals | undefined {
  const [first] = glyphs;
  if (!first) return undefined;
  const letters = glyphs.filter(isVisible);
  const small = letters.find(({ size }) => size < first.size * SMALL_CAPITALS.most);
  if (!small || small.size < first.size * SMALL_CAPITALS.least) return undefined;
  const factor = small.size / first.size;
  const fits = letters.every(({ size, shown }, index) => {
    const isStart = index === 0 || glyphs[glyphs.indexOf(letters[index] as PlacedGlyph) - 1] !== letters[index - 1];
    const text = shown.glyph.unicode;
    if (!/\p{L}/u.test(text)) return true;
    return text === text.toUpperCase() && Math.abs(size / first.size - (isStart ? 1 : factor)) < SIZE_TOLERANCE;
  });
  return fits ? { factor } : undefined;
}

function isVisible({ shown }: PlacedGlyph): boolean {
  return shown.glyph.unicode.trim() !== '';
}
