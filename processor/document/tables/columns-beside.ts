// Text in columns that is drawn line by line over all of them: rows like those of a table, but each column is running text.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Segment } from '../words/segments.ts';
import { joinAcross } from './join-across.ts';
import { isRunningText } from './running-text.ts';
import type { Row } from './stacks.ts';

const ROWS_MIN = 4;

/** @returns the columns that begin at rows[start], from left to right, and how many rows they take; undefined where none begin */
export function findTextColumns(
  rows: readonly Row[],
  start: number,
): { readonly columns: readonly (readonly Segment[])[]; readonly rowCount: number } | undefined {
  const count = rows[start]?.stacks.length ?? 0;
  if (count < 2) return undefined;
  let end = start;
  let columns: readonly Sides[] = [];
  for (; end < rows.length && rows[end]?.stacks.length === count; end++) {
    const next = joinAcross(rows.slice(start, end + 1).flatMap(({ stacks }) => stacks.map(({ box }) => box)));
    if (next.length !== count) break;
    columns = next;
  }
  const taken = rows.slice(start, end);
  if (taken.length < ROWS_MIN || !isRunningText(taken.flatMap(linesOf), columns, columns.length)) return undefined;
  const segments = taken.flatMap(({ stacks }) => stacks.flatMap((stack) => stack.segments));
  const isIn = ({ box }: Segment, { left, right }: Sides) => box.left < right && box.right > left;
  return { columns: columns.map((column) => segments.filter((segment) => isIn(segment, column))), rowCount: taken.length };
}

function linesOf({ stacks }: Row): { pieces: (Sides & { words: Segment['words'] })[] }[] {
  return stacks.flatMap(({ segments }) =>
    segments.map(({ words }) => ({ pieces: [{ ...boxAround(words.map(({ box }) => box)), words }] })),
  );
}
