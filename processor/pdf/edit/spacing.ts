// How the letters of a text are set apart and how large they are, beyond what its font says, so that new text can be set the same way.

import type { PlacedGlyph } from './page-text.ts';

/** Capitals in two sizes: the first letter of a word is full size, the others are smaller. */
export interface SmallCapitals {
  readonly factor: number;
}

const GAPS_MIN = 3;

/** The gap that numbers in arrays or single placement put between letters, in ems of the font size; 0 where it is not one for all. */
export function trackingOf(glyphs: readonly PlacedGlyph[]): number {
  const gaps: number[] = [];
  for (const [index, glyph] of glyphs.entries()) {
    const last = glyphs[index - 1];
    if (!last || !isVisible(last) || !isVisible(glyph) || Math.abs(last.baseline - glyph.baseline) > glyph.size * 0.01) continue;
    const { charSpacing, horizontalScale, fontSize } = last.event.state;
    if (!(fontSize > 0) || !(last.size > 0)) continue;
    gaps.push((glyph.start - last.end) / last.size - (charSpacing * horizontalScale) / fontSize);
  }
  if (gaps.length < GAPS_MIN) return 0;
  const middle = gaps.toSorted((one, two) => one - two)[Math.floor(gaps.length / 2)] ?? 0;
  // Kerning differs from pair to pair.
  const isEven = gaps.filter((gap) => Math.abs(gap - middle) < 0.015).length >= gaps.length * 0.8;
  return isEven && Math.abs(middle) > 0.02 ? middle : 0;
}

/** @returns undefined unless every word is of capitals, the first larger than the rest */
export function capitalsOf(glyphs: readonly PlacedGlyph[]): SmallCapitals | undefined {
  const [first] = glyphs;
  if (!first) return undefined;
  const letters = glyphs.filter(isVisible);
  const small = letters.find(({ size }) => size < first.size * 0.95);
  if (!small || small.size < first.size * 0.55) return undefined;
  const factor = small.size / first.size;
  const fits = letters.every(({ size, shown }, index) => {
    const isStart = index === 0 || glyphs[glyphs.indexOf(letters[index] as PlacedGlyph) - 1] !== letters[index - 1];
    const text = shown.glyph.unicode;
    if (!/\p{L}/u.test(text)) return true;
    return text === text.toUpperCase() && Math.abs(size / first.size - (isStart ? 1 : factor)) < 0.02;
  });
  return fits ? { factor } : undefined;
}

function isVisible({ shown }: PlacedGlyph): boolean {
  return shown.glyph.unicode.trim() !== '';
}
