// The words of a place that holds a table → its grid: rows from baselines, columns from gaps over all rows, cells that keep their lines.

import type { ShownBox, Sides } from '../../pdf/geometry/shown-box.ts';
import type { Word } from '../words/words.ts';
import type { Grid, GridCell, MergedRule } from './grids.ts';
import { groupRows } from './group-rows.ts';
import { readHead } from './head-cells.ts';
import { type PlacedRow, placeRow } from './place-cells.ts';
import { edgesOf, tableColumns } from './text-columns.ts';
import { rowsOfText } from './text-rows.ts';

/** Rows below the head that tell its columns without it. */
const BODY_ROWS_MIN = 3;
/** Two rows of two are no table. */
const CELLS_MIN = 6;
/** Share of the rows of a table that may begin with an empty cell. */
const HEADLESS_SHARE = 0.5;

export interface TableZone {
  readonly box: ShownBox;
  /** Heights of lines and ends of fills between rows. */
  readonly separators: readonly number[];
  /** Where the head ends, when that is drawn. */
  readonly headBottom?: number;
  /** Short lines across. */
  readonly spans: readonly MergedRule[];
  readonly colour: number;
  /** Its columns, where they are known. */
  readonly columns?: readonly Sides[];
}

export function gridOfText(words: readonly Word[], zone: TableZone): Grid | undefined {
  // Lines of cells are told apart by what is left of them.
  if (words.some(({ rtl }) => rtl)) return undefined;
  const rows = rowsOfText(words);
  const headBottom = zone.headBottom ?? -Infinity;
  const body = rows.filter(({ y }) => y > headBottom);
  const columns = zone.columns ?? tableColumns(rows, body.length >= BODY_ROWS_MIN ? body : rows);
  if (columns.length < 2) return undefined;
  const placed = rows.map((row) => placeRow(row, columns));
  const wide = widened(columns, placed);
  const head = readHead(
    placed.filter(({ row }) => row.y <= headBottom),
    wide,
    zone.spans,
  );
  const { groups, isSpaced } = groupRows(
    placed.filter(({ row }) => row.y > headBottom),
    { separators: zone.separators, rtl: false },
  );
  const all = [...head.levels, ...groups];
  if (all.length < 2 || all.length * columns.length < CELLS_MIN || (!isSpaced && areTorn(groups))) return undefined;
  const xs = edgesOf(wide, zone.box);
  const ys = edgesBetween(all, zone.box);
  const over = [...head.spanning, ...groups.flatMap((group, index) => spansIn(group, head.levels.length + index))];
  return { box: zone.box, xs, ys, cells: cellsOf(over, xs, ys), colour: zone.colour, rowsOnly: true, bordered: false };
}

/** With all of their cells, those of the head too. */
function widened(columns: readonly Sides[], rows: readonly PlacedRow[]): Sides[] {
  const pieces = rows.flatMap((row) => row.pieces).filter(({ columnSpan }) => columnSpan === 1);
  return columns.map((column, at) => {
    const own = [column, ...pieces.filter((piece) => piece.column === at)];
    return { left: Math.min(...own.map(({ left }) => left)), right: Math.max(...own.map(({ right }) => right)) };
  });
}

/** Rows without a first cell: their cells have several lines, and where they begin is not to be seen. */
function areTorn(groups: readonly (readonly PlacedRow[])[]): boolean {
  const headless = groups.filter((group) => group.every(({ texts }) => texts[0] === ''));
  return headless.length > groups.length * HEADLESS_SHARE;
}

function edgesBetween(groups: readonly (readonly PlacedRow[])[], { top, bottom }: ShownBox): number[] {
  const bottoms = groups.map((group) => Math.max(...group.map(({ row }) => row.bottom)));
  const tops = groups.map((group) => Math.min(...group.map(({ row }) => row.top)));
  let last = top;
  const between = tops.slice(1).map((next, index) => (last = Math.max(last, ((bottoms[index] ?? 0) + next) / 2)));
  return [top, ...between, Math.max(last, bottom)];
}

type Place = Omit<GridCell, 'box'>;

function spansIn(group: readonly PlacedRow[], row: number): Place[] {
  const found: Place[] = [];
  for (const { column, columnSpan } of group.flatMap(({ pieces }) => pieces)) {
    if (columnSpan < 2) continue;
    const meets = found.findIndex((cell) => cell.column < column + columnSpan && column < cell.column + cell.columnSpan);
    const known = found[meets];
    const first = Math.min(column, known?.column ?? column);
    const end = Math.max(column + columnSpan, known ? known.column + known.columnSpan : 0);
    const cell = { row, column: first, rowSpan: 1, columnSpan: end - first };
    if (known) found[meets] = cell;
    else found.push(cell);
  }
  return found;
}

/** The cells over several columns or rows, and all others. */
function cellsOf(over: readonly Place[], xs: readonly number[], ys: readonly number[]): GridCell[] {
  const taken = new Set<string>();
  const cells: GridCell[] = [];
  const add = ({ row, column, rowSpan, columnSpan }: Place) => {
    for (let r = row; r < row + rowSpan; r++) for (let c = column; c < column + columnSpan; c++) taken.add(`${r} ${c}`);
    const box = { left: xs[column] ?? 0, right: xs[column + columnSpan] ?? 0, top: ys[row] ?? 0, bottom: ys[row + rowSpan] ?? 0 };
    cells.push({ row, column, rowSpan, columnSpan, box });
  };
  for (const place of over) add(place);
  for (let row = 0; row < ys.length - 1; row++)
    for (let column = 0; column < xs.length - 1; column++)
      if (!taken.has(`${row} ${column}`)) add({ row, column, rowSpan: 1, columnSpan: 1 });
  return cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
}
