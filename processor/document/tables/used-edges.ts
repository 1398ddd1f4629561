// Edges at which no cell begins or ends are no edges of the table: pieces of lines that are a little beside the others. So is the second of two lines
// between which no text has room: a table in the frame of a cell, a double line; but not an empty row that is divided as its neighbours are.

import type { Word } from '../words/words.ts';
import type { Grid, GridCell } from './grids.ts';

/** Points: no text stands between lines that are nearer. */
const SLIT_POINTS = 8;
/** Points, and cells: a strip that has both is a row, or a column, that parts others. */
const PARTING = { points: 5, cells: 3 } as const;

/** @returns the same grid where a text has room between all lines, or stands there */
export function withoutSlits(grid: Grid, words: readonly Word[]): Grid {
  const middles = words.map(({ box }) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const);
  const isIn = (at: number, from: number, to: number) => at > from && at < to;
  const [top, bottom, left, right] = [grid.ys[0] ?? 0, grid.ys.at(-1) ?? 0, grid.xs[0] ?? 0, grid.xs.at(-1) ?? 0];
  const isDivided = (cells: readonly GridCell[], from: number, to: number) => to - from >= PARTING.points && cells.length >= PARTING.cells;
  const columns = slitsOf(
    grid.xs,
    (from, to, at) =>
      !middles.some(([x, y]) => isIn(x, from, to) && isIn(y, top, bottom)) &&
      !isDivided(
        grid.cells.filter((cell) => cell.column === at && cell.columnSpan === 1),
        from,
        to,
      ),
  );
  const rows = slitsOf(
    grid.ys,
    (from, to, at) =>
      !middles.some(([x, y]) => isIn(y, from, to) && isIn(x, left, right)) &&
      !isDivided(
        grid.cells.filter((cell) => cell.row === at && cell.rowSpan === 1),
        from,
        to,
      ),
  );
  if (columns.size === 0 && rows.size === 0) return grid;
  const [xs, ys] = [keptEdges(grid.xs, columns), keptEdges(grid.ys, rows)];
  const before = (slits: ReadonlySet<number>, at: number) => [...slits].filter((slit) => slit < at).length;
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    const column = cell.column - before(columns, cell.column);
    const columnSpan = cell.column + cell.columnSpan - before(columns, cell.column + cell.columnSpan) - column;
    const row = cell.row - before(rows, cell.row);
    const rowSpan = cell.row + cell.rowSpan - before(rows, cell.row + cell.rowSpan) - row;
    return columnSpan > 0 && rowSpan > 0 ? [{ ...cell, column, columnSpan, row, rowSpan }] : [];
  });
  return xs.length < 2 || ys.length < 2 ? grid : { ...grid, xs, ys, cells };
}

/** Strips, by the edge before them. */
function slitsOf(edges: readonly number[], isEmpty: (from: number, to: number, at: number) => boolean): Set<number> {
  return new Set(
    edges.slice(1).flatMap((to, at) => {
      const from = edges[at] ?? to;
      return to - from < SLIT_POINTS && isEmpty(from, to, at) ? [at] : [];
    }),
  );
}

/** The strip's other edge stays, but for the last: there the outer one goes. */
function keptEdges(edges: readonly number[], slits: ReadonlySet<number>): number[] {
  const last = edges.length - 2;
  return edges.filter((_, at) => (at > last ? !slits.has(last) : slits.has(at) ? at === last : true));
}

/** @returns the same grid where every edge is used */
export function withUsedEdges(grid: Grid): Grid {
  const columns = usedIn(
    grid.xs,
    grid.cells.flatMap(({ column, columnSpan }) => [column, column + columnSpan]),
  );
  const rows = usedIn(
    grid.ys,
    grid.cells.flatMap(({ row, rowSpan }) => [row, row + rowSpan]),
  );
  if (columns.length === grid.xs.length && rows.length === grid.ys.length) return grid;
  const cells = grid.cells.map((cell) => {
    const [column, row] = [columns.indexOf(cell.column), rows.indexOf(cell.row)];
    const columnSpan = columns.indexOf(cell.column + cell.columnSpan) - column;
    return { ...cell, column, row, columnSpan, rowSpan: rows.indexOf(cell.row + cell.rowSpan) - row };
  });
  return { ...grid, xs: columns.flatMap((at) => grid.xs[at] ?? []), ys: rows.flatMap((at) => grid.ys[at] ?? []), cells };
}

/** Places of the edges that are used, in order. */
function usedIn(edges: readonly number[], ends: readonly number[]): number[] {
  const used = new Set(ends);
  return edges.flatMap((_, at) => (used.has(at) ? [at] : []));
}
