// Superscript and subscript: smaller than the line and off its baseline.

import type { Word } from './words.ts';

/** Shares of the line's font size: a larger word is no script, and one off the baseline by less is on it. */
const SIZE_EM_MAX = 0.85;
const RISE_EM = 0.12;
const DROP_EM = 0.06;

export function scriptOf(word: Word, line: { readonly size: number; readonly y: number }): 'super' | 'sub' | undefined {
  if (word.style.size > line.size * SIZE_EM_MAX) return undefined;
  const rise = line.y - word.y;
  if (rise > line.size * RISE_EM) return 'super';
  return rise < -line.size * DROP_EM ? 'sub' : undefined;
}
