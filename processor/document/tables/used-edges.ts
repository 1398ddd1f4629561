// Edges at which no cell begins or ends are no edges of the table: pieces of lines that are a little beside the others.

import type { Grid } from './grids.ts';

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
