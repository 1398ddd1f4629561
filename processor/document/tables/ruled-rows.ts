// Tables with ruled rows only: lines of one length below each other, with text in columns between them. They become grids, so that
// everything about grids applies to them.

import { joinAcross } from './join-across.ts';
import { contains, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Rule } from '../../pdf/pdfium/page/page-content.ts';
import { type Grid, type GridCell, mergeRules, type MergedRule } from './grids.ts';
import { withOpenEdges } from './open-edges.ts';
import { makeSegments } from '../words/segments.ts';
import type { Word } from '../words/words.ts';

/** Share of the bands between rules: where fewer hold words, the rules are not a table. */
const FILLED_SHARE = 0.5;

const SAME_POINTS = 4;
const LINES_MIN = 4;
const BAND_MAX = 220;
const FULL_SHARE = 0.6;
/** Between so many lines of full length there are so many short ones at least, of this share of their width. */
const SHORT_LINES = { between: 3, least: 2, widthShare: 0.5 } as const;

interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly cells: readonly Sides[];
}

/** @param grids tables that also have vertical lines: their lines are not used again */
export function findRuledRows(rules: readonly Rule[], words: readonly Word[], grids: readonly Grid[]): Grid[] {
  const free = rules.filter(({ horizontal, box }) => horizontal && !grids.some((grid) => contains(grid.box, box, SAME_POINTS)));
  if (free.length < LINES_MIN) return [];
  const lines = mergeRules(free);
  const groups: MergedRule[][] = [];
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const open = groups.find((group) => isNext(group.at(-1), line));
    if (open) open.push(line);
    else groups.push([line]);
  }
  return withShortLines(groups).flatMap((group) => (group.length >= LINES_MIN ? openGridOf(group, words) : []));
}

function openGridOf(lines: readonly MergedRule[], words: readonly Word[]): Grid[] {
  const grid = gridOf(lines, words);
  return grid ? [withOpenEdges(grid, words)] : [];
}

/** Lines that leave out the first columns: what stands there is over several rows. They end where those around them end. */
function withShortLines(groups: readonly MergedRule[][]): MergedRule[][] {
  const taken = new Set<MergedRule>();
  const joined = groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last || group.length < SHORT_LINES.between) return group;
    const isShort = (line: MergedRule) =>
      line.at > first.at &&
      line.at < last.at &&
      Math.min(Math.abs(line.to - first.to), Math.abs(line.from - first.from)) <= SAME_POINTS &&
      line.to - line.from < first.to - first.from - SAME_POINTS &&
      line.to - line.from >= (first.to - first.from) * SHORT_LINES.widthShare;
    const short = groups.flatMap((other) => (other === group ? [] : other.filter(isShort)));
    if (short.length < SHORT_LINES.least) return group;
    for (const line of short) taken.add(line);
    return [...group, ...short].toSorted((a, b) => a.at - b.at);
  });
  return joined.map((group, at) => (group === groups[at] ? group.filter((line) => !taken.has(line)) : group));
}

function isNext(last: MergedRule | undefined, next: MergedRule): boolean {
  return (
    last !== undefined &&
    Math.abs(last.from - next.from) <= SAME_POINTS &&
    Math.abs(last.to - next.to) <= SAME_POINTS &&
    next.at - last.at <= BAND_MAX &&
    next.at - last.at > 6
  );
}

function gridOf(lines: readonly MergedRule[], words: readonly Word[]): Grid | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const ys = lines.map(({ at }) => at);
  const [left, right] = [Math.min(...lines.map(({ from }) => from)), Math.max(...lines.map(({ to }) => to))];
  const inside = words.filter(({ box }) => isBetween(box, { left, right, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 }));
  const bands = ys.slice(1).map((bottom, index): Band => {
    const top = ys[index] ?? 0;
    return { top, bottom, cells: project(inside.filter(({ box }) => isBetween(box, { left, right, top, bottom }))) };
  });
  const filled = bands.filter(({ cells }) => cells.length > 0);
  const full = filled.filter(({ cells }) => cells.length >= 2);
  if (full.length < 2 || full.length < filled.length * FULL_SHARE || filled.length < bands.length * FILLED_SHARE) return undefined;
  const most = Math.max(...full.map(({ cells }) => cells.length));
  const fullest = full.filter(({ cells }) => cells.length === most);
  const telling = fullest.length >= 2 ? fullest : full.filter(({ cells }) => cells.length >= most - 1);
  const columns = joinAcross(telling.flatMap(({ cells }) => cells));
  if (columns.length < 2 || bands.some((band) => holdsRows(inside, band, columns))) return undefined;
  const between = columns.slice(1).map((column, index) => ((columns[index]?.right ?? 0) + column.left) / 2);
  const xs = [left, ...between, right];
  return {
    box: { left, right, top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0 },
    xs,
    ys,
    cells: joinDown(
      bands.flatMap((band, row) => cellsOf(band, row, xs)),
      lines,
    ),
    colour: first.colour,
    rowsOnly: true,
  };
}

const ROWS_MAX = 2;

/** Several lines that fill most columns: the rows of this table are separated by their text. */
function holdsRows(words: readonly Word[], { top, bottom }: Band, columns: readonly Sides[]): boolean {
  const own = words.filter(({ box }) => (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom);
  const rows = Map.groupBy(own, ({ y }) => Math.round(y / 3));
  const filled = [...rows.values()].filter((row) => {
    const count = columns.filter((column) => row.some(({ box }) => box.left < column.right && box.right > column.left)).length;
    return count >= 2 && count >= columns.length * FULL_SHARE;
  });
  return filled.length > ROWS_MAX;
}

/** Text over an edge spans it. */
function cellsOf({ top, bottom, cells }: Band, row: number, xs: readonly number[]): GridCell[] {
  const found: GridCell[] = [];
  for (let column = 0; column < xs.length - 1;) {
    let end = column + 1;
    while (end < xs.length - 1 && cells.some((span) => span.left < (xs[end] ?? 0) - 1 && span.right > (xs[end] ?? 0) + 1)) end++;
    found.push({ row, column, rowSpan: 1, columnSpan: end - column, box: { left: xs[column] ?? 0, right: xs[end] ?? 0, top, bottom } });
    column = end;
  }
  return found;
}

/** Cells with no line between them are one. */
function joinDown(cells: readonly GridCell[], lines: readonly MergedRule[]): GridCell[] {
  const joined: GridCell[] = [];
  for (const cell of cells) {
    const middle = (cell.box.left + cell.box.right) / 2;
    const line = lines[cell.row];
    const above = joined.findLastIndex(
      ({ row, rowSpan, column, columnSpan }) => row + rowSpan === cell.row && column === cell.column && columnSpan === cell.columnSpan,
    );
    const open = joined[above];
    if (open && line && (middle < line.from || middle > line.to))
      joined[above] = { ...open, rowSpan: open.rowSpan + 1, box: { ...open.box, bottom: cell.box.bottom } };
    else joined.push(cell);
  }
  return joined;
}

function isBetween(box: ShownBox, area: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x > area.left - 2 && x < area.right + 2 && y > area.top && y < area.bottom;
}

/** Pieces of lines, across all lines of a band. */
function project(words: readonly Word[]): Sides[] {
  return joinAcross(makeSegments(words).map(({ box }) => box));
}
