// How many letters of each look some words have.

import type { TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import type { Word } from './words.ts';

/** How many letters look alike, looks in the order of the words. */
export type Letters = readonly (readonly [style: TextStyle, letters: number])[];

export function countLetters(words: readonly Word[]): Letters {
  const counts = new Map<TextStyle, number>();
  for (const { style, text } of words) counts.set(style, (counts.get(style) ?? 0) + text.length);
  return [...counts];
}
