// Columns of text that look like columns of a table: lines that fill their column, one after the other.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import { type TextRow } from './text-rows.ts';

/** A line of text has at least so many words, and takes this share of its column. */
const LINE = { words: 4, share: 0.75 } as const;
/** Share of the lines of a column that are lines of text. */
const LINES_SHARE = 0.5;

/** @param least so many of the columns are text; half of them when absent */
export function isRunningText(rows: readonly Pick<TextRow, 'pieces'>[], columns: readonly Sides[], least = columns.length / 2): boolean {
  const text = columns.filter((column) => {
    const own = rows.flatMap(({ pieces }) => pieces.filter(({ left, right }) => left < column.right && right > column.left));
    const lines = own.filter(
      ({ words, left, right }) => words.length >= LINE.words && right - left >= (column.right - column.left) * LINE.share,
    );
    return lines.length >= 2 && lines.length > own.length * LINES_SHARE;
  });
  return text.length >= least;
}
