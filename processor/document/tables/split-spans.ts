// Lines between columns that are drawn in some rows only (in the head, say): a wide cell whose text stands in the columns of the others is cut.

import type { Word } from '../words/words.ts';
import type { Grid, GridCell } from './grids.ts';
import { piecesOf, rowsOfText } from './text-rows.ts';

/** In ems: a gap this wide over an edge, in each row of the cell that has text on both sides, is one between cells. */
const GAP_EM = 0.9;
/** In ems: text may reach so far over the edge of the other rows. */
const OVER_EM = 0.5;

/** @returns the same grid where no wide cell holds text in columns */
export function splitSpans(grid: Grid, words: readonly Word[]): Grid {
  if (grid.cells.every(({ columnSpan }) => columnSpan === 1)) return grid;
  const cells = grid.cells.flatMap((cell) => (cell.columnSpan > 1 ? splitCell(cell, grid, words) : [cell]));
  return cells.length === grid.cells.length ? grid : { ...grid, cells };
}

function splitCell(cell: GridCell, { xs }: Grid, words: readonly Word[]): GridCell[] {
  const own = words.filter((word) => isIn(word, cell));
  const rows = rowsOfText(own);
  const isCut = (x: number) => {
    let between = 0;
    for (const { pieces, size } of rows) {
      const parts = piecesOf(
        pieces.flatMap((piece) => piece.words),
        size * GAP_EM,
      );
      const over = size * OVER_EM;
      if (parts.some(({ left, right }) => left < x - over && right > x + over)) return false;
      if (parts.some(({ right }) => right <= x + over) && parts.some(({ left }) => left >= x - over)) between++;
    }
    return between > 0 && between * 2 > rows.length;
  };
  const edges = xs.slice(cell.column + 1, cell.column + cell.columnSpan);
  const cuts = edges.flatMap((x, index) => (isCut(x) ? [cell.column + 1 + index] : []));
  if (cuts.length === 0) return [cell];
  return [cell.column, ...cuts].map((column, index, starts) => {
    const end = starts[index + 1] ?? cell.column + cell.columnSpan;
    return { ...cell, column, columnSpan: end - column, box: { ...cell.box, left: xs[column] ?? 0, right: xs[end] ?? 0 } };
  });
}

function isIn({ box }: Word, { box: area }: GridCell): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}
