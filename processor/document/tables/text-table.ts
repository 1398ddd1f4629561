// Tables without lines: consecutive rows whose cells share columns. Conservative: what could be text with tabs stays text.

import { isBarChart } from './charts.ts';
import { joinAcross } from './join-across.ts';
import type { Fill } from '../../pdf/pdfium/page/page-content.ts';
import { isContents, isDrawnWithLetters, isNotes } from './no-table.ts';
import type { ShownBox, Sides } from '../../pdf/geometry/shown-box.ts';
import type { Row, Stack } from './stacks.ts';
import { isMostlyRtl } from '../words/segments.ts';
import { textOfWords } from '../words/lines.ts';

/** Share of the rows that have words in every column. */
const FULL_SHARE = 0.6;
/** Share of the size by which two rows may differ: others are heads with what is below each. */
const SIZE_SHARE = 0.15;
/** In ems: rows further apart are not of one table. */
const ROW_GAP_EM = 1.6;

interface TextTableCell {
  readonly row: number;
  readonly column: number;
  readonly columnSpan: number;
  readonly stacks: readonly Stack[];
}

export interface TextTable {
  readonly rows: number;
  /** Edges, one more than columns. */
  readonly xs: readonly number[];
  readonly cells: readonly TextTableCell[];
  readonly box: ShownBox;
}

/** More lines than this in a cell of the first row is text in columns. */
const CELL_LINES_MAX = 14;
const LEADERS = /(?:\.\s?){4,}|_{3,}/;

export interface Beside {
  readonly fills?: readonly Fill[];
  /** Tables and pictures: text that runs around one on both sides is no table. */
  readonly objects?: readonly ShownBox[];
}

/** @returns the table that starts at rows[start] and how many rows it takes; undefined where none starts */
export function findTextTable(
  rows: readonly Row[],
  start: number,
  { fills = [], objects = [] }: Beside = {},
): { readonly table: TextTable; readonly rowCount: number } | undefined {
  if (!couldBeRow(rows[start])) return undefined;
  let end = start + 1;
  while (end < rows.length && follows(rows, start, end)) end++;
  // Trailing rows with one cell are text after the table.
  while (end > start && (rows[end - 1]?.stacks.length ?? 0) < 2) end--;
  const taken = rows.slice(start, end);
  const columns = findColumns(taken);
  if (columns.length < 2) return undefined;
  const full = taken.filter(({ stacks }) => stacks.length >= 2).length;
  const wrapped = taken.some(({ stacks }) => stacks.some(({ segments }) => segments.length > 1));
  const strong = full >= 3 || (full >= 2 && (columns.length >= 3 || wrapped));
  if (!strong || full < taken.length * FULL_SHARE) return undefined;
  if (taken.length === 2 && Math.abs(sizeOf(taken[0]) - sizeOf(taken[1])) > sizeOf(taken[0]) * SIZE_SHARE) return undefined;
  const cells = taken.flatMap((row, index) => cellsOf(row, index, columns));
  // A column that is nearly always empty is chance.
  const used = columns.map((_, column) => new Set(cells.filter((cell) => cell.column === column).map((cell) => cell.row)).size);
  if (used.some((count) => count < Math.min(2, taken.length))) return undefined;
  const texts = taken.map((_, row) => columns.map((_column, column) => textOfCell(cells, row, column)));
  // From right to left, numbers of pages keep their places in a table only.
  const words = cells.flatMap(({ stacks }) => stacks.flatMap(({ segments }) => segments.flatMap((segment) => segment.words)));
  const rtl = isMostlyRtl(words);
  if (isNotes(rtl ? texts.map((of) => of.toReversed()) : texts) || (!rtl && isContents(texts)) || isDrawnWithLetters(texts))
    return undefined;
  const box = {
    left: Math.min(...taken.map((row) => row.box.left)),
    top: taken[0]?.box.top ?? 0,
    right: Math.max(...taken.map((row) => row.box.right)),
    bottom: Math.max(...taken.map((row) => row.box.bottom)),
  };
  const xs = [box.left, ...columns.slice(1).map((column) => column.left), box.right];
  if (isBarChart({ box, xs, ys: [] }, fills) || objects.some((object) => isBetween(object, columns, box))) return undefined;
  return { table: { rows: taken.length, xs, cells, box }, rowCount: taken.length };
}

/** An object that fills a gap between columns, at some of the rows. */
function isBetween(object: ShownBox, columns: readonly Sides[], { top, bottom }: ShownBox): boolean {
  if (object.bottom <= top || object.top >= bottom) return false;
  return columns.slice(1).some((column, at) => object.left >= (columns[at]?.right ?? 0) && object.right <= column.left);
}

function textOfCell(cells: readonly TextTableCell[], row: number, column: number): string {
  const own = cells.find((cell) => cell.row === row && cell.column === column);
  return own?.stacks.flatMap(({ segments }) => segments.map(({ words }) => textOfWords(words))).join(' ') ?? '';
}

function sizeOf(row: Row | undefined): number {
  return row?.stacks[0]?.segments[0]?.size ?? 0;
}

function couldBeRow(row: Row | undefined): boolean {
  if (!row || row.stacks.length < 2) return false;
  if (row.stacks.some(({ segments }) => segments.length > CELL_LINES_MAX)) return false;
  return !row.stacks.some(({ segments }) => segments.some(({ words }) => LEADERS.test(textOfWords(words))));
}

function follows(rows: readonly Row[], start: number, index: number): boolean {
  const [row, previous] = [rows[index], rows[index - 1]];
  if (!row || !previous) return false;
  const size = Math.max(...row.stacks.flatMap(({ segments }) => segments.map((segment) => segment.size)));
  const gap = row.box.top - previous.box.bottom;
  if (gap > size * ROW_GAP_EM || gap < -size) return false;
  if (row.stacks.length >= 2 && !couldBeRow(row)) return false;
  const taken = rows.slice(start, index);
  const before = findColumns(taken);
  if (row.stacks.length === 1) {
    // A row with one cell must lie within one column, and be followed by a full row.
    const [only] = row.stacks;
    return (
      rows[index + 1] !== undefined &&
      (rows[index + 1]?.stacks.length ?? 0) >= 2 &&
      before.filter((column) => overlaps(column, only?.box)).length === 1
    );
  }
  const after = findColumns([...taken, row]);
  return after.length >= 2 && after.length >= Math.min(before.length, row.stacks.length) && after.length >= before.length - 1;
}

function overlaps(span: Sides, box: Sides | undefined): boolean {
  return box !== undefined && Math.min(span.right, box.right) - Math.max(span.left, box.left) > 0;
}

/** The columns separated by gaps that all rows have; cells over several columns are set aside. */
function findColumns(rows: readonly Row[]): Sides[] {
  const cells = rows.flatMap((row) => (row.stacks.length >= 2 ? row.stacks : []));
  const most = Math.max(...rows.map(({ stacks }) => stacks.length));
  const full = rows.filter(({ stacks }) => stacks.length >= Math.max(2, most - 1)).flatMap(({ stacks }) => stacks);
  return joinAcross((full.length > 0 ? full : cells).map(({ box }) => box));
}

function cellsOf(row: Row, index: number, columns: readonly Sides[]): TextTableCell[] {
  const cells: { column: number; columnSpan: number; stacks: Stack[] }[] = [];
  for (const stack of row.stacks) {
    const touched = columns.flatMap((column, at) => (overlaps(column, stack.box) ? [at] : []));
    const column = touched[0] ?? nearest(columns, stack.box);
    const columnSpan = Math.max(1, (touched.at(-1) ?? column) - column + 1);
    const same = cells.find((cell) => cell.column < column + columnSpan && column < cell.column + cell.columnSpan);
    if (same) same.stacks.push(stack);
    else cells.push({ column, columnSpan, stacks: [stack] });
  }
  return cells.map((cell) => ({ ...cell, row: index }));
}

function nearest(columns: readonly Sides[], box: Sides): number {
  const middle = (box.left + box.right) / 2;
  const distance = (column: Sides) => Math.abs((column.left + column.right) / 2 - middle);
  return columns.reduce((best, column, at) => (distance(column) < distance(columns[best] ?? column) ? at : best), 0);
}
