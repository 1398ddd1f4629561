// Tables of which only the rows are drawn, with lines or shading, in a frame: one wide cell for each row, whose texts stand in columns.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Word } from '../words/words.ts';
import type { Grid, GridCell } from './grids.ts';
import { placeRow } from './place-cells.ts';
import { isRunningText } from './running-text.ts';
import { edgesOf, tableColumns } from './text-columns.ts';
import { rowsOfText } from './text-rows.ts';

/** Share of the rows with text that fill two columns at least; others are titles over all of them. */
const PARTED_SHARE = 0.6;
/** Fewer columns in two rows are a label and its text. */
const FEW = { rows: 2, columns: 3 } as const;

/** @returns the same grid where its texts are no columns */
export function withTextColumns(grid: Grid, words: readonly Word[]): Grid {
  if (grid.xs.length !== 2 || grid.ys.length < 3) return grid;
  const own = words.filter((word) => isIn(word, grid.box) && !word.rtl);
  const rows = rowsOfText(own);
  const columns = tableColumns(rows, rows);
  if (columns.length < 2 || isRunningText(rows, columns)) return grid;
  const bands = grid.ys.slice(1).map((bottom, row) => {
    const box = { ...grid.box, top: grid.ys[row] ?? 0, bottom };
    const placed = rowsOfText(own.filter((word) => isIn(word, box))).map((one) => placeRow(one, columns));
    const isOver = placed.some(({ pieces }) => pieces.some(({ columnSpan }) => columnSpan > 1));
    const filled = columns.filter((_, column) => placed.some(({ texts }) => texts[column] !== '')).length;
    return { row, box, isEmpty: placed.length === 0, isParted: !isOver && filled >= 2 };
  });
  const parted = bands.filter(({ isParted }) => isParted);
  const full = bands.filter(({ isEmpty }) => !isEmpty);
  if (parted.length < 2 || parted.length < full.length * PARTED_SHARE) return grid;
  if (parted.length <= FEW.rows && columns.length < FEW.columns) return grid;
  const xs = edgesOf(columns, grid.box);
  const cells = bands.flatMap(({ row, box, isParted }): GridCell[] =>
    isParted
      ? columns.map((_, column) => ({
          row,
          column,
          rowSpan: 1,
          columnSpan: 1,
          box: { ...box, left: xs[column] ?? 0, right: xs[column + 1] ?? 0 },
        }))
      : [{ row, column: 0, rowSpan: 1, columnSpan: columns.length, box }],
  );
  return { ...grid, xs, cells, rowsOnly: true };
}

function isIn({ box }: Word, area: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x > area.left && x < area.right && y > area.top && y < area.bottom;
}
