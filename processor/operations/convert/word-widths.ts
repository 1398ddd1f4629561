// How wide the ink of a word is in a standard font. Pure.

import { standardMetrics } from '../../pdf/fonts/standard-fonts.ts';

/** 1/1000 of the em that ink leaves free at the sides of a word. */
const BEARINGS = 60;

/** 1/1000 of the em. */
export function widthOf(text: string, metrics: ReturnType<typeof standardMetrics>): number {
  return Array.from(text).reduce((sum, letter) => sum + (metrics.widthOf(letter) ?? 500), -BEARINGS);
}

/** In a face that is neither wide nor narrow, in ems. */
export function usualWidth(text: string): number {
  return widthOf(text, standardMetrics('Times-Roman')) / 1000;
}
