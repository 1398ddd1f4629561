// How many letters of each look some words have.

import type { TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import type { Word } from './words.ts';

/** How many letters look alike, looks in the order of the words. */
export type Letters = readonly (readonly [style: TextStyle, letters: number])[];

export function countLetters(words: readonly Word[]): Letters {
  const counts = new Map<TextStyle, number>();
  let [last, letters]: [TextStyle | undefined, number] = [undefined, 0];
  const add = () => last && counts.set(last, (counts.get(last) ?? 0) + letters);
  // Neighbours mostly look alike.
  for (const { style, text } of words) {
    if (style !== last) {
      add();
      [last, letters] = [style, 0];
    }
    letters += text.length;
  }
  add();
  return [...counts];
}
