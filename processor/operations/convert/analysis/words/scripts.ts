// Superscript and subscript: smaller than the line and off its baseline.

import type { Line } from './lines.ts';
import type { Word } from './words.ts';

export function scriptOf(word: Word, line: { readonly size: number; readonly y: number }): 'super' | 'sub' | undefined {
  if (word.style.size > line.size * 0.85) return undefined;
  const rise = line.y - word.y;
  if (rise > line.size * 0.12) return 'super';
  return rise < -line.size * 0.06 ? 'sub' : undefined;
}

/** The size of a word as if it stood on the line. */
export function fullSize(word: Word, line: Line): number {
  return scriptOf(word, line) ? line.size : word.style.size;
}
