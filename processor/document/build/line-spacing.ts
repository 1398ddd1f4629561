// The line spacing of a paragraph: as a multiple of the font's own height where that is known, so that the text can be
// changed freely; in points elsewhere.

import type { LineSpacing, Paragraph } from '../model.ts';

/**
 * Height of a line in ems: ascent, descent and gap of the fonts themselves (OpenType hhea). Only of fonts that are everywhere,
 * or have a stand-in of the same measures everywhere: another font would need other room.
 */
const NATURAL: ReadonlyMap<string, number> = new Map([
  ['Arial', 1.149],
  ['Times New Roman', 1.149],
  ['Courier New', 1.133],
  ['Liberation Sans', 1.149],
  ['Liberation Serif', 1.149],
  ['Liberation Mono', 1.133],
  ['DejaVu Sans', 1.164],
  ['DejaVu Serif', 1.164],
]);

/** Near enough to single spacing to be that. */
const SINGLE = 0.03;

export function lineSpacingOf({ runs, lineHeight }: Paragraph): LineSpacing {
  const size = Math.max(1, ...runs.map((run) => run.size));
  const families = new Set(runs.map(({ family }) => family));
  const [family = ''] = families;
  const natural = families.size === 1 && isAlphabetic(runs.map(({ text }) => text).join('')) ? NATURAL.get(family) : undefined;
  if (natural === undefined) return exactly(lineHeight);
  const multiple = lineHeight / (natural * size);
  return { rule: 'multiple', value: Math.abs(multiple - 1) < SINGLE ? 240 : Math.round(multiple * 24) * 10 };
}

/** @param points from one baseline to the next */
export function exactly(points: number): LineSpacing {
  return { rule: 'exact', value: Math.round(points * 20) };
}

/** Letters that these fonts have: others come from fonts with other heights. */
function isAlphabetic(text: string): boolean {
  return !/[\u0590-\u1dff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufdff\ufe30-\uffef]/.test(text);
}
