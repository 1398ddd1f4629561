// A table whose lines are below its rows has its head above the first of them; one with lines between its rows has its last row below them all:
// what stands there in the same columns belongs to it. So do the rows without lines below a head in a frame.

import type { Word } from '../words/words.ts';
import type { Grid, GridCell } from './grids.ts';
import { type Piece, rowsOfText, type TextRow } from './text-rows.ts';

/** Times the usual height of a row: what is further from the line is not of the table. */
const NEAR_ROWS = 1.3;
/** Share of the columns that such a row fills, and two at least. */
const FULL_SHARE = 0.6;
/** Points by which a text may reach over the edge of its cell. */
const OVER_POINTS = 2;
/** In ems: a text that begins or ends so near to others of its column is set like them. */
const ALIGNED_EM = 0.5;
/** Points that a row leaves free above and below its text. */
const PADDING = 2;

/** @param grid of rows with lines between them */
export function withOpenEdges(grid: Grid, words: readonly Word[]): Grid {
  const heights = grid.ys.slice(1).map((y, at) => y - (grid.ys[at] ?? 0));
  const usual = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0;
  const [first, last] = [grid.ys[0] ?? 0, grid.ys.at(-1) ?? 0];
  const inside = words.filter(({ box }) => box.left < grid.box.right && box.right > grid.box.left);
  const rowIn = (top: number, bottom: number) => rowsOfText(inside.filter(({ y }) => y > top && y < bottom));
  const above = rowIn(first - usual * NEAR_ROWS, first).at(-1);
  const below = rowIn(last, last + usual * NEAR_ROWS)[0];
  const withHead = above && isRow(above, grid, inside) ? addRow(grid, above.top - PADDING, 'above') : grid;
  return below && isRow(below, grid, inside) ? addRow(withHead, below.bottom + PADDING, 'below') : withHead;
}

function isRow({ pieces, size }: TextRow, grid: Grid, words: readonly Word[]): boolean {
  const columns = pieces.map((piece) => columnOf(piece, grid));
  const isOwn = new Set(columns).size === columns.length && !columns.includes(-1);
  if (!isOwn || columns.length < Math.max(2, (grid.xs.length - 1) * FULL_SHARE)) return false;
  // A caption with its number has two pieces too.
  return grid.xs.length > 3 || pieces.every((piece, at) => isAligned(piece, size, wordsOfColumn(grid, columns[at] ?? 0, words)));
}

function columnOf({ left, right }: Piece, { xs }: Grid): number {
  return xs.slice(1).findIndex((end, at) => left >= (xs[at] ?? 0) - OVER_POINTS && right <= end + OVER_POINTS);
}

function wordsOfColumn({ xs, box }: Grid, column: number, words: readonly Word[]): Word[] {
  const [left, right] = [xs[column] ?? 0, xs[column + 1] ?? 0];
  return words.filter((word) => word.box.left >= left && word.box.right <= right && word.y > box.top && word.y < box.bottom);
}

function isAligned({ left, right }: Piece, size: number, words: readonly Word[]): boolean {
  const [start, end] = [Math.min(...words.map(({ box }) => box.left)), Math.max(...words.map(({ box }) => box.right))];
  return Math.abs(left - start) < size * ALIGNED_EM || Math.abs(right - end) < size * ALIGNED_EM;
}

function addRow(grid: Grid, edge: number, where: 'above' | 'below'): Grid {
  const isAbove = where === 'above';
  const ys = isAbove ? [edge, ...grid.ys] : [...grid.ys, edge];
  const row = isAbove ? 0 : ys.length - 2;
  const [top, bottom] = [ys[row] ?? 0, ys[row + 1] ?? 0];
  const own = grid.xs.slice(1).map((right, column): GridCell => ({
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    box: { left: grid.xs[column] ?? 0, right, top, bottom },
  }));
  const others = isAbove ? grid.cells.map((cell) => ({ ...cell, row: cell.row + 1 })) : grid.cells;
  const box = { ...grid.box, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 };
  return { ...grid, box, ys, cells: isAbove ? [...own, ...others] : [...others, ...own] };
}

/** In points: a body begins so near below its head. */
const HEAD_GAP = 14;
const HEAD_ROWS_MAX = 4;

/** @param drawn grids of lines @param loose those of text alone @returns all, where a head of lines and the rows of text below it are one */
export function joinHeads(drawn: readonly Grid[], loose: readonly Grid[]): Grid[] {
  const heads = new Map(
    loose.flatMap((body) => {
      const head = drawn.find((grid) => isHeadOf(grid, body));
      return head ? [[head, body] as const] : [];
    }),
  );
  const bodies = new Set(heads.values());
  const joined = drawn.map((grid) => {
    const body = heads.get(grid);
    return body ? headAndBody(grid, body) : grid;
  });
  return [...joined, ...loose.filter((body) => !bodies.has(body))];
}

function isHeadOf({ box, xs, ys }: Grid, body: Grid): boolean {
  const gap = body.box.top - box.bottom;
  if (xs.length !== body.xs.length || xs.length < 3 || ys.length - 1 > HEAD_ROWS_MAX || Math.abs(gap) > HEAD_GAP) return false;
  return xs.slice(1).every((right, at) => {
    const [left, from, to] = [xs[at] ?? 0, body.xs[at] ?? 0, body.xs[at + 1] ?? 0];
    return (from + to) / 2 > left && (from + to) / 2 < right;
  });
}

function headAndBody(head: Grid, body: Grid): Grid {
  const { xs } = head;
  const shift = head.ys.length - 1;
  const ys = [...head.ys, ...body.ys.slice(1)];
  const cells = body.cells.map((cell): GridCell => {
    const row = cell.row + shift;
    const [left, right] = [xs[cell.column] ?? 0, xs[cell.column + cell.columnSpan] ?? 0];
    return { ...cell, row, box: { left, right, top: ys[row] ?? 0, bottom: ys[row + cell.rowSpan] ?? 0 } };
  });
  return { ...head, ys, cells: [...head.cells, ...cells], box: { ...head.box, bottom: ys.at(-1) ?? 0 } };
}
