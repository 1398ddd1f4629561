// Rules → grids: tables drawn with lines, with merged cells where a line is missing. A grid knows nothing of text.

import { contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Fill, Rule } from '../../pdf/pdfium/page/page-content.ts';
import { mendLines } from './broken-lines.ts';
import { makeGroundsDiffer } from './cell-grounds.ts';

/** Share of a cell's side that a rule must cover to separate two cells. */
const COVERED_SHARE = 0.6;
/** Share of a cell: a box that takes up so much of its width or height is the cell's own. */
const FILLED_SHARE = 0.6;

export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly box: ShownBox;
}

export interface Grid {
  readonly box: ShownBox;
  /** Edges, one more than columns. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
  readonly colour: number;
  /** Only its rows are drawn: the ends of its columns are unknown. */
  readonly rowsOnly?: boolean;
  /** False: no lines are to be drawn around its cells. */
  readonly bordered?: boolean;
}

export interface MergedRule {
  /** y of a horizontal, x of a vertical line. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly colour: number;
}

/** Points: lines this near are one, ends this near touch. */
const NEAR = 3.2;
const TOUCH = 3.5;
const CELL_MIN = 4;
const WHITE = 0xffffff;

export function findGrids(rules: readonly Rule[], fills: readonly Fill[]): Grid[] {
  const horizontal = mergeLines(rules.filter((rule) => rule.horizontal).map(lineOf));
  const vertical = mergeLines(rules.filter((rule) => !rule.horizontal).map(lineOf));
  const groups = connect(horizontal, vertical);
  const differ = makeGroundsDiffer(fills);
  const grids = groups.flatMap(({ horizontal: across, vertical: down }) => {
    const grid = gridOf(across, down);
    if (grid && isPicture(grid, fills)) return [];
    const isWhole = grid?.cells.every(({ rowSpan, columnSpan }) => rowSpan * columnSpan === 1);
    const own = isWhole ? grid : (gridOf(across, down, differ) ?? grid);
    return own && (grid || !isPicture(own, fills)) ? [own] : [];
  });
  return grids.toSorted((a, b) => a.box.top - b.box.top);
}

function lineOf({ box, horizontal, colour }: Rule): MergedRule {
  return horizontal
    ? { at: (box.top + box.bottom) / 2, from: box.left, to: box.right, colour }
    : { at: (box.left + box.right) / 2, from: box.top, to: box.bottom, colour };
}

/** Rules of one direction. */
export function mergeRules(rules: readonly Rule[]): MergedRule[] {
  return mergeLines(rules.map(lineOf));
}

/** Joins pieces of one line, consecutive or overlapping. */
function mergeLines(lines: readonly MergedRule[]): MergedRule[] {
  const merged: MergedRule[] = [];
  const byPlace = lines.toSorted((a, b) => a.at - b.at);
  for (let start = 0; start < byPlace.length;) {
    let end = start + 1;
    const first = byPlace[start]?.at ?? 0;
    while (end < byPlace.length && (byPlace[end]?.at ?? 0) - first <= NEAR) end++;
    const same = byPlace.slice(start, end).toSorted((a, b) => a.from - b.from);
    const at = same.reduce((sum, line) => sum + line.at, 0) / same.length;
    let open: MergedRule | undefined;
    for (const line of same) {
      if (open && line.from <= open.to + NEAR) open = { ...open, to: Math.max(open.to, line.to) };
      else {
        if (open) merged.push(open);
        open = { ...line, at };
      }
    }
    if (open) merged.push(open);
    start = end;
  }
  return merged.filter((line) => line.to - line.from >= CELL_MIN);
}

function connect(
  horizontal: readonly MergedRule[],
  vertical: readonly MergedRule[],
): { horizontal: MergedRule[]; vertical: MergedRule[] }[] {
  const groupOf = new Map<MergedRule, Set<MergedRule>>();
  for (const line of [...horizontal, ...vertical]) groupOf.set(line, new Set([line]));
  for (const across of horizontal) {
    for (const down of vertical) {
      const touches =
        down.at >= across.from - TOUCH && down.at <= across.to + TOUCH && across.at >= down.from - TOUCH && across.at <= down.to + TOUCH;
      const [one, two] = [groupOf.get(across), groupOf.get(down)];
      if (!touches || !one || !two || one === two) continue;
      const [small, large] = one.size < two.size ? [one, two] : [two, one];
      for (const line of small) {
        large.add(line);
        groupOf.set(line, large);
      }
    }
  }
  const isAcross = new Set(horizontal);
  return [...new Set(groupOf.values())].map((group) => ({
    horizontal: [...group].filter((line) => isAcross.has(line)),
    vertical: [...group].filter((line) => !isAcross.has(line)),
  }));
}

/** Lines across that begin together inside a frame; and the points that they must be away from its sides. */
const LABELLED = { lines: 3, inside: 20 } as const;

/** The fields of a form, whose lines begin behind their labels: labels are a column, and have rows, without lines. */
function unseenSides(
  horizontal: readonly MergedRule[],
  vertical: readonly MergedRule[],
): { readonly across: readonly MergedRule[]; readonly down: readonly MergedRule[] } {
  const sides = vertical.map(({ at }) => at);
  const [left, right] = [Math.min(...sides), Math.max(...sides)];
  const inner = horizontal.filter(
    ({ from, to }) =>
      from > left + LABELLED.inside && Math.abs(to - right) <= TOUCH && !sides.some((at) => Math.abs(at - from) <= LABELLED.inside),
  );
  const [first] = inner;
  if (!first || inner.length < LABELLED.lines || inner.some(({ from }) => Math.abs(from - first.from) > TOUCH)) return NO_SIDES;
  const places = inner.map(({ at }) => at);
  const others = horizontal.filter((line) => !inner.includes(line) && line.from <= left + TOUCH).map(({ at }) => at);
  const above = Math.max(...others.filter((at) => at < Math.min(...places)));
  const below = Math.min(...others.filter((at) => at > Math.max(...places)));
  const isClosed = Number.isFinite(above) && Number.isFinite(below) && !others.some((at) => at > above && at < below);
  if (!isClosed || vertical.some(({ at, from, to }) => at > left + TOUCH && at < first.from && from < below && to > above)) return NO_SIDES;
  return {
    across: inner.map((line) => ({ ...line, from: left, to: line.from })),
    down: [{ at: first.from, from: above, to: below, colour: first.colour }],
  };
}

const NO_SIDES = { across: [], down: [] } as const;

/** @param differ whether two places of the grid are two cells without a line between them */
function gridOf(
  horizontal: readonly MergedRule[],
  drawn: readonly MergedRule[],
  differ: (one: ShownBox, other: ShownBox) => boolean = () => false,
): Grid | undefined {
  if (horizontal.length === 0 || drawn.length === 0 || horizontal.length + drawn.length < 3) return undefined;
  const unseen = unseenSides(horizontal, drawn);
  const vertical = [...drawn, ...unseen.down];
  // A table may be open at its sides: the ends of the lines across are edges too.
  const xs = edges([
    ...vertical.map(({ at }) => at),
    Math.min(...horizontal.map(({ from }) => from)),
    Math.max(...horizontal.map(({ to }) => to)),
  ]);
  const ys = edges([
    ...horizontal.map(({ at }) => at),
    Math.min(...vertical.map(({ from }) => from)),
    Math.max(...vertical.map(({ to }) => to)),
  ]);
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  if (rows < 1 || columns < 1 || rows * columns > 20_000) return undefined;
  if (rows * columns === 1) return frameOf(xs, ys, horizontal, vertical);
  const cells = findCells(xs, ys, { across: [...horizontal, ...unseen.across], down: vertical, differ });
  if (cells.length < 2) return undefined;
  const box = { left: xs[0] ?? 0, top: ys[0] ?? 0, right: xs[columns] ?? 0, bottom: ys[rows] ?? 0 };
  return { box, xs, ys, cells, colour: horizontal[0]?.colour ?? 0 };
}

/** A box with all four sides. */
function frameOf(
  xs: readonly number[],
  ys: readonly number[],
  across: readonly MergedRule[],
  down: readonly MergedRule[],
): Grid | undefined {
  const [left = 0, right = 0] = xs;
  const [top = 0, bottom = 0] = ys;
  const isWhole = (lines: readonly MergedRule[], from: number, to: number) =>
    lines.length === 2 && lines.every((line) => line.from <= from + TOUCH && line.to >= to - TOUCH);
  if (!isWhole(across, left, right) || !isWhole(down, top, bottom)) return undefined;
  const box = { left, top, right, bottom };
  return { box, xs, ys, cells: [{ row: 0, column: 0, rowSpan: 1, columnSpan: 1, box }], colour: across[0]?.colour ?? 0 };
}

function edges(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const found: number[] = [];
  for (const value of sorted) {
    const last = found.at(-1);
    if (last === undefined || value - last > CELL_MIN) found.push(value);
  }
  return found;
}

interface Separators {
  readonly across: readonly MergedRule[];
  readonly down: readonly MergedRule[];
  readonly differ: (one: ShownBox, other: ShownBox) => boolean;
}

function findCells(xs: readonly number[], ys: readonly number[], { across, down, differ }: Separators): GridCell[] {
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  const covered = (lines: readonly MergedRule[], at: number, from: number, to: number) =>
    lines.some(
      (line) => Math.abs(line.at - at) <= CELL_MIN && Math.min(line.to, to) - Math.max(line.from, from) >= COVERED_SHARE * (to - from),
    );
  const owner = new Int32Array(rows * columns).map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    while (owner[at] !== at) at = owner[at] ?? at;
    return at;
  };
  const x = (index: number) => xs[index] ?? 0;
  const y = (index: number) => ys[index] ?? 0;
  const placeAt = (row: number, column: number): ShownBox => ({ left: x(column), top: y(row), right: x(column + 1), bottom: y(row + 1) });
  const places = ys.slice(1).map((_, row) => xs.slice(1).map((_x, column) => placeAt(row, column)));
  const isRight = (one: ShownBox, next = one) => next === one || covered(down, one.right, one.top, one.bottom) || differ(one, next);
  const isBelow = (one: ShownBox, next = one) => next === one || covered(across, one.bottom, one.left, one.right) || differ(one, next);
  const drawn = {
    right: places.map((all) => all.map((one, column) => isRight(one, all[column + 1]))),
    below: places.map((all, row) => all.map((one, column) => isBelow(one, places[row + 1]?.[column]))),
  };
  const lines = mendLines(drawn, xs, ys);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = row * columns + column;
      if (!lines.right[row]?.[column]) owner[rootOf(here + 1)] = rootOf(here);
      if (!lines.below[row]?.[column]) owner[rootOf(here + columns)] = rootOf(here);
    }
  }
  return rectangles(rows, columns, rootOf).map(({ row, column, rowSpan, columnSpan }) => ({
    row,
    column,
    rowSpan,
    columnSpan,
    box: { left: x(column), top: y(row), right: x(column + columnSpan), bottom: y(row + rowSpan) },
  }));
}

/** Groups of atomic cells that do not form a rectangle are widened until they do. */
function rectangles(rows: number, columns: number, rootOf: (index: number) => number): Omit<GridCell, 'box'>[] {
  const areas = new Map<number, { top: number; left: number; bottom: number; right: number }>();
  for (let index = 0; index < rows * columns; index++) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const area = areas.get(rootOf(index));
    if (!area) areas.set(rootOf(index), { top: row, left: column, bottom: row, right: column });
    else {
      area.top = Math.min(area.top, row);
      area.bottom = Math.max(area.bottom, row);
      area.left = Math.min(area.left, column);
      area.right = Math.max(area.right, column);
    }
  }
  const found = [...areas.values()];
  // Together they cover every cell: where they are no larger than that, none lies over another.
  const covered = found.reduce((sum, { top, left, bottom, right }) => sum + (bottom - top + 1) * (right - left + 1), 0);
  for (let changed = covered > rows * columns; changed;) {
    changed = false;
    for (let i = 0; i < found.length && !changed; i++) {
      for (let j = i + 1; j < found.length && !changed; j++) {
        const [one, two] = [found[i], found[j]];
        if (!one || !two || one.left > two.right || two.left > one.right || one.top > two.bottom || two.top > one.bottom) continue;
        one.top = Math.min(one.top, two.top);
        one.left = Math.min(one.left, two.left);
        one.bottom = Math.max(one.bottom, two.bottom);
        one.right = Math.max(one.right, two.right);
        found.splice(j, 1);
        changed = true;
      }
    }
  }
  return found
    .map(({ top, left, bottom, right }) => ({ row: top, column: left, rowSpan: bottom - top + 1, columnSpan: right - left + 1 }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}

/** Bars and plot areas of a chart are inside a frame of lines; a table's fills fill its cells. */
function isPicture(grid: Grid, fills: readonly Fill[]): boolean {
  const inside = fills.filter((fill) => isSeen(fill) && contains(grid.box, fill.box, 2) && fill.box.right - fill.box.left > 2);
  if (inside.length < 3) return false;
  const free = inside.filter(
    ({ box }) => !grid.cells.some((cell) => contains(cell.box, box, 3) && fillsWidth(cell.box, box)) && !spansCells(grid, box),
  );
  return free.length > inside.length / 2 && free.length >= 3;
}

/** The white ground of paragraphs, as texts from web pages bring it along, is no shape. */
export function isSeen({ colour }: Fill): boolean {
  return colour !== WHITE;
}

function fillsWidth(cell: ShownBox, box: ShownBox): boolean {
  return box.right - box.left >= FILLED_SHARE * (cell.right - cell.left) || box.bottom - box.top >= FILLED_SHARE * (cell.bottom - cell.top);
}

function spansCells(grid: Grid, box: ShownBox): boolean {
  const near = (values: readonly number[], value: number) => values.some((edge) => Math.abs(edge - value) <= NEAR);
  return near(grid.xs, box.left) && near(grid.xs, box.right);
}
