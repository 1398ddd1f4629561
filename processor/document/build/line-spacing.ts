// The line spacing of a paragraph: as a multiple of the font's own height where that is known, so that the text can be
// changed freely; in points elsewhere.

import type { LineSpacing, Paragraph } from '../model.ts';

interface NaturalLine {
  readonly height: number;
  /** Of it, above the baseline. */
  readonly ascent: number;
}

const SANS: NaturalLine = { height: 1.149, ascent: 0.938 };
const SERIF: NaturalLine = { height: 1.149, ascent: 0.933 };
const MONO: NaturalLine = { height: 1.133, ascent: 0.833 };
const DEJAVU: NaturalLine = { height: 1.164, ascent: 0.928 };

/**
 * A line in ems: ascent, descent and gap of the fonts themselves (OpenType hhea). Only of fonts that are everywhere,
 * or have a stand-in of the same measures everywhere: another font would need other room.
 */
const NATURAL: ReadonlyMap<string, NaturalLine> = new Map([
  ['Arial', SANS],
  ['Times New Roman', SERIF],
  ['Courier New', MONO],
  ['Liberation Sans', SANS],
  ['Liberation Serif', SERIF],
  ['Liberation Mono', MONO],
  ['DejaVu Sans', DEJAVU],
  ['DejaVu Serif', DEJAVU],
]);

/** Near enough to single spacing to be that. */
const SINGLE = 0.03;

export function lineSpacingOf({ runs, lineHeight }: Paragraph): LineSpacing {
  const size = Math.max(1, ...runs.map((run) => run.size));
  const families = new Set(runs.map(({ family }) => family));
  const [family = ''] = families;
  const natural = families.size === 1 ? naturalLineOf(family, runs.map(({ text }) => text).join('')) : undefined;
  if (!natural) return exactly(lineHeight);
  const multiple = lineHeight / (natural.height * size);
  return { rule: 'multiple', value: Math.abs(multiple - 1) < SINGLE ? 240 : Math.round(multiple * 240) };
}

/** Undefined where lines are set in points. */
export function naturalLineOf(family: string, text: string): NaturalLine | undefined {
  return isAlphabetic(text) ? NATURAL.get(family) : undefined;
}

/** Share of an exact line that is above its baseline (LibreOffice, and as near as can be seen Word). */
export const ASCENT_SHARE = 0.8;

/** @param points from one baseline to the next */
export function exactly(points: number): LineSpacing {
  return { rule: 'exact', value: Math.round(points * 20) };
}

/** Letters that these fonts have: others come from fonts with other heights. */
function isAlphabetic(text: string): boolean {
  return !/[\u0590-\u1dff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufdff\ufe30-\uffef]/.test(text);
}
