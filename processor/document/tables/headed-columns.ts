// Texts beside each other, each below a heading of its own, as on slides: drawn row by row they look like lines with tabs, but each is read to its
// end before the next begins.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { Segment } from '../words/segments.ts';
import { joinAcross } from './join-across.ts';
import type { Row } from './stacks.ts';

/** More rows are a table without lines. */
const ROWS = { least: 2, most: 4 } as const;
/** In ems: text this near is of one line; starts or middles that are as near are the same. */
const GAP_EM = 2;
const ALIKE_EM = 1.2;
/** Points by which a heading is larger or smaller than what is below it. */
const OTHER_SIZE_PT = 0.8;

/** @returns the columns that begin at rows[start], from left to right, and how many rows they take; undefined where none begin */
export function findHeadedColumns(
  rows: readonly Row[],
  start: number,
): { readonly columns: readonly (readonly Segment[])[]; readonly rowCount: number } | undefined {
  const head = rows[start];
  const count = head?.stacks.length ?? 0;
  if (!head || count < 2 || head.stacks.some(({ segments }) => segments.length > 1)) return undefined;
  let end = start + 1;
  while (rows[end]?.stacks.length === count && areColumns(rows.slice(start, end + 1), count)) end++;
  const taken = rows.slice(start, end);
  if (taken.length < ROWS.least || taken.length > ROWS.most || !areHeads(taken)) return undefined;
  const columns = columnsOf(taken);
  const isIn = ({ box }: Segment, { left, right }: Sides) => box.left < right && box.right > left;
  const segments = taken.flatMap(({ stacks }) => stacks.flatMap((stack) => stack.segments));
  return { columns: columns.map((column) => segments.filter((segment) => isIn(segment, column))), rowCount: taken.length };
}

function columnsOf(rows: readonly Row[]): readonly Sides[] {
  return joinAcross(rows.flatMap(({ stacks }) => stacks.map(({ box }) => box)));
}

/** Parted by white space, and in each column what is below starts where the heading does, or has its middle there. */
function areColumns(rows: readonly Row[], count: number): boolean {
  const columns = columnsOf(rows);
  const size = rows[0]?.stacks[0]?.segments[0]?.size ?? 10;
  if (columns.length !== count || columns.some(({ left }, at) => left - (columns[at - 1]?.right ?? -Infinity) < size * GAP_EM))
    return false;
  const own = (column: Sides) =>
    rows.flatMap(({ stacks }) => stacks.filter(({ box }) => box.left < column.right && box.right > column.left));
  return columns.every((column) => {
    const boxes = own(column).map(({ box }) => box);
    const isAlike = (of: (box: Sides) => number) => boxes.every((box) => Math.abs(of(box) - of(boxes[0] ?? box)) <= size * ALIKE_EM);
    return isAlike(({ left }) => left) || isAlike(({ left, right }) => (left + right) / 2);
  });
}

/** The first row looks alike all over, and other than the row below; and something below runs over several lines. */
function areHeads([head, next, ...rest]: readonly Row[]): boolean {
  const [one, two] = [looksOf(head), looksOf(next)];
  if (one.length !== 1 || two.some((look) => isLike(look, one[0]))) return false;
  return [next, ...rest].some((row) => row?.stacks.some(({ segments }) => segments.length > 1));
}

interface Look {
  readonly size: number;
  readonly bold: boolean;
}

/** Those of the first words of its stacks, each once. */
function looksOf(row: Row | undefined): Look[] {
  const looks: Look[] = [];
  for (const { segments } of row?.stacks ?? []) {
    const [first] = segments;
    const look = { size: first?.size ?? 0, bold: first?.words[0]?.style.bold ?? false };
    if (!looks.some((known) => isLike(known, look))) looks.push(look);
  }
  return looks;
}

function isLike(one: Look, two: Look | undefined): boolean {
  return two !== undefined && one.bold === two.bold && Math.abs(one.size - two.size) < OTHER_SIZE_PT;
}
