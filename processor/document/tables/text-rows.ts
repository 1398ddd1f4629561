// Words → rows of one baseline, cut into pieces where the gap is wide. By geometry alone: the order of the stream does not count.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { Word } from '../words/words.ts';

/** In ems: words with nearer baselines are on one row; a raised mark stays on its row. */
const LEVEL_EM = 0.42;
/** In ems: a wider gap separates two pieces. Spaces of justified text reach .6, gaps between columns seldom fall below 1. */
const PIECE_GAP_EM = 0.9;

export interface Piece extends Sides {
  readonly words: readonly Word[];
}

export interface TextRow {
  /** Baseline and size of its largest words. */
  readonly y: number;
  readonly size: number;
  readonly top: number;
  readonly bottom: number;
  /** From left to right. */
  readonly pieces: readonly Piece[];
}

/** From top to bottom; turned words are left out. */
export function rowsOfText(words: readonly Word[]): TextRow[] {
  const rows: { y: number; size: number; words: Word[] }[] = [];
  const upright = words.filter(({ style }) => style.angle === 0);
  // Large words first: marks and indices join the row of their text.
  for (const word of upright.toSorted((a, b) => b.style.size - a.style.size || a.y - b.y)) {
    const row = rows.find(({ y, size }) => Math.abs(y - word.y) < size * LEVEL_EM);
    if (row) row.words.push(word);
    else rows.push({ y: word.y, size: word.style.size, words: [word] });
  }
  return rows.toSorted((a, b) => a.y - b.y).map(rowOf);
}

function rowOf({ y, size, words }: { y: number; size: number; words: Word[] }): TextRow {
  const [top, bottom] = [Math.min(...words.map(({ box }) => box.top)), Math.max(...words.map(({ box }) => box.bottom))];
  return { y, size, top, bottom, pieces: piecesOf(words, size * PIECE_GAP_EM) };
}

/** @param gapMin points */
export function piecesOf(words: readonly Word[], gapMin: number): Piece[] {
  const pieces: { left: number; right: number; words: Word[] }[] = [];
  for (const word of words.toSorted((a, b) => a.box.left - b.box.left)) {
    const last = pieces.at(-1);
    if (last && word.box.left < last.right + gapMin) {
      last.words.push(word);
      last.right = Math.max(last.right, word.box.right);
    } else pieces.push({ left: word.box.left, right: word.box.right, words: [word] });
  }
  return pieces;
}
