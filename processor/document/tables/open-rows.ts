// Tables with lines between columns but not between rows: a band between two lines that holds several rows is cut where fills end, where the
// lines between columns are pieced together, or else where each text begins anew although it had room.

import { contains, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import { type Fill, onWhite, type Rule } from '../../pdf/pdfium/page/page-content.ts';
import { isMostlyRtl } from '../words/segments.ts';
import type { Word } from '../words/words.ts';
import type { Grid, GridCell } from './grids.ts';
import { columnsFilled, type FilledRow, groupRows, isFigure } from './group-rows.ts';
import { type PlacedRow, placeRow } from './place-cells.ts';
import { rowsOfText } from './text-rows.ts';

/** Points: an end of a fill or a line this near to another is the same. */
const SAME_POINTS = 1.5;
/** Points: a fill ends this near to the line that it goes up to. */
const WIDE_POINTS = 3;
/** Share of the lines between columns that must be pieced together at one height. */
const PIECED_SHARE = 0.5;
/** Rows that fill this share of the columns are full; so many of them, and of all, make a table without other signs. */
const FULL = { share: 0.6, rows: 3, ofAll: 0.6 } as const;
/** Share of the steps to the next line at which the first word had room above. */
const FORCED_SHARE = 0.7;
/** A space between two words in ems, and what a cell leaves free on either side in points, at least and at most. */
const ROOM = { em: 0.3, points: { min: 5.4, max: 14.4 } } as const;
/** Bands between the head and the last row that hold one row: so many, and lines stand between all rows. */
const SINGLE_BANDS = 2;

export interface PageMarks {
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
}

/** @returns the same grid where every band is a row */
export function openRows(given: Grid, marks: PageMarks): Grid {
  if (given.xs.length < 3) return given;
  const grid = { ...given, cells: given.cells.flatMap((cell) => splitByFills(cell, given, marks)) };
  const separators = separatorsIn(grid, marks);
  const found = grid.ys.slice(1).map((_, row) => cutsOf(grid, row, separators, marks.words));
  const isRuled = areRowsRuled(found);
  let shift = 0;
  const ys: number[] = grid.ys.slice(0, 1);
  const cells: GridCell[] = [];
  const start: number[] = [];
  for (const [row, { at, isDrawn }] of found.entries()) {
    start.push(row + shift);
    const cuts = isRuled && !isDrawn ? [] : at;
    ys.push(...cuts, grid.ys[row + 1] ?? 0);
    shift += cuts.length;
  }
  if (shift === 0) return grid;
  start.push(ys.length - 1);
  for (const cell of grid.cells) cells.push(...cutCell(cell, start, ys));
  return { ...grid, ys, cells };
}

interface Cuts {
  readonly at: readonly number[];
  /** By fills or lines, not by the text alone. */
  readonly isDrawn: boolean;
}

/** Several bands of the body are one row each, and no fewer than hold several: then those have cells of several lines. */
function areRowsRuled(bands: readonly Cuts[]): boolean {
  const body = bands.slice(1, -1);
  const single = body.filter(({ at }) => at.length === 0).length;
  return single >= SINGLE_BANDS && single >= body.length - single;
}

/** A cell over several bands is cut where a fill that is as wide ends between two of them; where one of its colour goes on, if both have text. */
function splitByFills(cell: GridCell, { ys }: Grid, { fills, words }: PageMarks): GridCell[] {
  if (cell.rowSpan === 1) return [cell];
  const { left, right, top, bottom } = cell.box;
  const isAsWide = ({ box }: Fill) => Math.abs(box.left - left) <= WIDE_POINTS && Math.abs(box.right - right) <= WIDE_POINTS;
  const wide = fills.filter(isAsWide);
  const own = wide.filter(({ box }) => box.top >= top - WIDE_POINTS && box.bottom <= bottom + WIDE_POINTS);
  const inner = ys.slice(cell.row + 1, cell.row + cell.rowSpan);
  const endsAt = (y: number, side: 'top' | 'bottom', of = wide) => of.find(({ box }) => Math.abs(box[side] - y) <= WIDE_POINTS);
  const drawn = inner.flatMap((y, index) => ((endsAt(y, 'top', own) ?? endsAt(y, 'bottom', own)) ? [cell.row + 1 + index] : []));
  const edges = [cell.row, ...drawn, cell.row + cell.rowSpan];
  const hasText = (edge: number) =>
    words.some((word) => isIn(word, { left, right, top: ys[edges[edge] ?? 0] ?? top, bottom: ys[edges[edge + 1] ?? 0] ?? bottom }));
  const ends = drawn.filter((row, index) => {
    const [above, below] = [endsAt(ys[row] ?? top, 'bottom'), endsAt(ys[row] ?? top, 'top')];
    return !above || !below || onWhite(above) !== onWhite(below) || (hasText(index) && hasText(index + 1));
  });
  return [cell.row, ...ends].map((row, index, starts) => {
    const end = starts[index + 1] ?? cell.row + cell.rowSpan;
    return { ...cell, row, rowSpan: end - row, box: { ...cell.box, top: ys[row] ?? 0, bottom: ys[end] ?? 0 } };
  });
}

/** A cell of one band is cut with it; one over several bands reaches over all of their rows. */
function cutCell(cell: GridCell, start: readonly number[], ys: readonly number[]): GridCell[] {
  const [first, end] = [start[cell.row] ?? 0, start[cell.row + cell.rowSpan] ?? 0];
  if (cell.rowSpan > 1) return [{ ...cell, row: first, rowSpan: end - first }];
  return Array.from({ length: end - first }, (_, index) => ({
    ...cell,
    row: first + index,
    box: { ...cell.box, top: ys[first + index] ?? 0, bottom: ys[first + index + 1] ?? 0 },
  }));
}

const NO_CUTS: Cuts = { at: [], isDrawn: false };

function cutsOf(grid: Grid, row: number, separators: readonly number[], words: readonly Word[]): Cuts {
  const [top, bottom] = [grid.ys[row] ?? 0, grid.ys[row + 1] ?? 0];
  const band = grid.cells.filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan);
  if (band.length < 2 || band.some(({ rowSpan }) => rowSpan > 1)) return NO_CUTS;
  const own = words.filter((word) => isIn(word, { left: grid.box.left, right: grid.box.right, top, bottom }));
  const columns = band.map(({ box }) => box).toSorted((a, b) => a.left - b.left);
  const rows = rowsOfText(own).map((one) => placeRow(one, columns));
  if (rows.length < 2) return NO_CUTS;
  const inside = separators.filter((at) => at > top + SAME_POINTS && at < bottom - SAME_POINTS);
  const drawn = inside.filter((at) => isBetweenRows(rows, at, columns));
  if (drawn.length > 0) return { at: drawn, isDrawn: true };
  if (!areRows(rows, columns)) return NO_CUTS;
  const { groups } = groupRows(rows, { separators: [], rtl: isMostlyRtl(own) });
  const at = groups.slice(1).map((group, index) => (bottomOf(groups[index]) + (group[0]?.row.top ?? 0)) / 2);
  return { at, isDrawn: false };
}

/** Not within the lines of one text: in some column, the line below could have gone on above. */
function isBetweenRows(rows: readonly PlacedRow[], at: number, columns: readonly ShownBox[]): boolean {
  const next = rows.findIndex((one) => middleOf(one) > at);
  const [above, below] = [rows[next - 1], rows[next]];
  if (!above || !below) return false;
  const steps = columns.map((column, index) => isForced(above, below, withoutPadding(rows, column, index), index));
  return steps.every((step) => step === undefined) || steps.includes(true);
}

function bottomOf(group: readonly FilledRow[] = []): number {
  return Math.max(...group.map(({ row }) => row.bottom));
}

function middleOf({ row }: FilledRow): number {
  return (row.top + row.bottom) / 2;
}

function isIn({ box }: Word, area: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}

/** Several full rows whose lines were not broken for want of room; figures in one column, or three columns. */
function areRows(rows: readonly PlacedRow[], columns: readonly ShownBox[]): boolean {
  const full = rows.filter((row) => columnsFilled(row).length >= Math.max(2, columns.length * FULL.share));
  if (full.length < FULL.rows || full.length < rows.length * FULL.ofAll) return false;
  const figures = columns.some((_, column) => full.filter(({ texts }) => isFigure(texts[column])).length >= full.length * FULL.share);
  if (!figures && columns.length < 3) return false;
  if (columns.some((_, column) => full.every(({ texts }) => isFigure(texts[column])))) return true;
  const inner = columns.map((column, at) => withoutPadding(rows, column, at));
  const steps = rows.slice(1).flatMap((row, index) => inner.flatMap((column, at) => isForced(rows[index], row, column, at) ?? []));
  return steps.filter(Boolean).length >= steps.length * FORCED_SHARE;
}

/** What a column has for its text: it leaves as much free on either side as its lines do where they are nearest to it. */
function withoutPadding(rows: readonly PlacedRow[], { left, right }: ShownBox, column: number): Sides {
  const pieces = rows.flatMap((row) => row.pieces.filter((piece) => piece.column === column));
  const free = pieces.flatMap((piece) => [piece.left - left, right - piece.right]);
  const padding = Math.min(ROOM.points.max, Math.max(ROOM.points.min, Math.min(...free)));
  return { left: left + padding, right: right - padding };
}

/** The first word of the line had room at the end of the line above. @param sides of what the column has for its text */
function isForced(above: PlacedRow | undefined, below: PlacedRow, { left, right }: Sides, column: number): boolean | undefined {
  const [one, two] = [above, below].map((row) => row?.pieces.filter((piece) => piece.column === column) ?? []);
  const rtl = isMostlyRtl(two?.flatMap(({ words }) => words) ?? []);
  const first = rtl ? two?.at(-1)?.words.at(-1) : two?.[0]?.words[0];
  const last = one?.at(-1);
  if (!first || !last || !one?.[0]) return undefined;
  // No text is broken between two figures.
  if (isFigure(above?.texts[column]) && isFigure(below.texts[column])) return true;
  const used = last.right - one[0].left;
  return used + (first.box.right - first.box.left) + first.style.size * ROOM.em < right - left;
}

function separatorsIn(grid: Grid, { rules, fills }: PageMarks): number[] {
  const { box } = grid;
  const cells = fills.filter((fill) => contains(box, fill.box, SAME_POINTS * 2) && isWideAs(grid, fill.box));
  // The ground of a line of text lies on the cell's, in the same colour.
  const own = cells.filter((fill) => !cells.some((other) => other !== fill && isLarger(other, fill) && contains(other.box, fill.box, 1)));
  const ends = own.flatMap((fill) => [fill.box.top, fill.box.bottom]);
  return merge([...ends, ...piecedAt(grid, rules)]);
}

function isLarger(one: Fill, two: Fill): boolean {
  return one.colour === two.colour && one.box.bottom - one.box.top > two.box.bottom - two.box.top + SAME_POINTS;
}

/** Fills a column at least, from edge to edge. */
function isWideAs({ xs }: Grid, { left, right }: ShownBox): boolean {
  const near = (at: number) => xs.some((x) => Math.abs(x - at) <= SAME_POINTS * 2);
  return near(left) && near(right) && right > left + SAME_POINTS;
}

/** Heights at which the lines between columns end and begin again. */
function piecedAt(grid: Grid, rules: readonly Rule[]): number[] {
  const down = rules.filter((rule) => !rule.horizontal && contains(grid.box, rule.box, SAME_POINTS * 2));
  const lines = Map.groupBy(down, ({ box }) => grid.xs.findIndex((x) => Math.abs(x - box.left) <= SAME_POINTS * 2));
  const breaks = [...lines.values()].map((pieces) =>
    pieces.flatMap(({ box }) => (pieces.some((other) => Math.abs(other.box.top - box.bottom) <= SAME_POINTS) ? [box.bottom] : [])),
  );
  const heights = merge(breaks.flat());
  return heights.filter(
    (at) => breaks.filter((of) => of.some((other) => Math.abs(other - at) <= SAME_POINTS)).length >= lines.size * PIECED_SHARE,
  );
}

function merge(heights: readonly number[]): number[] {
  const merged: number[] = [];
  for (const at of heights.toSorted((a, b) => a - b)) if (at - (merged.at(-1) ?? -Infinity) > SAME_POINTS * 2) merged.push(at);
  return merged;
}
