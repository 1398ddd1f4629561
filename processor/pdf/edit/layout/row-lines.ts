// The lines of a row of a table, those included that go on below in one of its cells, and how far the rows around it stand apart.

import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { type Drawing, described, type FoundUnit } from './units.ts';

/** Ems by which baselines of one row differ, and sizes of one table. */
const [LEVEL_EMS, SAME_SIZE] = [0.3, 0.1];
/** Ems to the next line of a cell, and by which lines of a row stand nearer than rows. */
const [LEADING_EMS, NEARER_EMS] = [1.6, 0.15];
/** Ems by which lines of one cell begin in one place. */
const SIDE_EMS = 0.5;
/** Ems between rows of one table at most, and by which their distances differ. */
const [APART_EMS, SAME_EMS] = [4, 0.06];
/** So many rows on each side tell how far rows stand apart. */
const ROWS_AROUND = 4;
/** Points: pieces of a rule are thinner. */
const RULE_PT = 2;

interface Row {
  readonly lines: readonly TextLine[];
  readonly top: number;
  readonly bottom: number;
}

/** Lines of one baseline, from the top, that stand over or under a row. */
function levelsAround(page: PageText, { start, end, size }: FoundUnit): TextLine[][] {
  const levels: TextLine[][] = [];
  const near = linesOfPage(page).all.filter(
    (line) =>
      Math.abs(line.angle) < SAME_ANGLE &&
      !line.isLeader &&
      line.glyphs.some(isVisible) &&
      line.end > start &&
      line.start < end &&
      Math.abs(line.size - size) < size * SAME_SIZE,
  );
  for (const line of near.toSorted((one, two) => two.baseline - one.baseline)) {
    const level = levels.at(-1);
    if (level?.[0] && level[0].baseline - line.baseline < size * LEVEL_EMS) level.push(line);
    else levels.push([line]);
  }
  return levels;
}

const baselineOf = ([line]: readonly TextLine[]) => line?.baseline ?? 0;

function isOver(one: TextLine, two: TextLine): boolean {
  return one.start < two.end && one.end > two.start;
}

/** The cells of a row: its lines of one baseline that has most of them. */
function cellsOf({ lines, size }: FoundUnit): TextLine[] {
  const levels: TextLine[][] = [];
  for (const line of lines.filter((one) => !one.isLeader && one.glyphs.some(isVisible))) {
    const level = levels.find((one) => Math.abs(baselineOf(one) - line.baseline) < size * LEVEL_EMS);
    if (level) level.push(line);
    else levels.push([line]);
  }
  return levels.reduce<TextLine[]>((most, level) => (level.length > most.length ? level : most), []);
}

/** Rows with as good as all cells, in the columns of the found one. */
function isRow(level: readonly TextLine[], cells: readonly TextLine[]): boolean {
  const met = cells.filter((cell) => level.some((line) => isOver(line, cell))).length;
  return met >= 2 && met >= cells.length - 1;
}

/** With the lines below that go on in a cell, where they were not seen to be of it: nearer than rows are, or before the next line that is drawn. */
export function withRestOfCells(page: PageText, drawings: readonly Drawing[], found: FoundUnit): FoundUnit {
  const cells = cellsOf(found);
  if (cells.length < 2) return found;
  const levels = levelsAround(page, found);
  const rows = levels.filter((level) => isRow(level, cells));
  const lines = new Set(found.lines);
  let bottom = found.bottom;
  for (const level of levels.filter((one) => baselineOf(one) < found.bottom - found.size * LEVEL_EMS)) {
    const [at, next] = [baselineOf(level), rows.find((row) => baselineOf(row) < baselineOf(level))];
    const isCell = level.every((line) => isOfCell(line, cells)) && !isRow(level, cells) && level.length < cells.length;
    const isParted = edgesBetween(drawings, found, at, bottom).length > 0;
    if (!isCell || isParted || bottom - at > found.size * LEADING_EMS) break;
    const below = next ? at - baselineOf(next) : Infinity;
    const isNearer = bottom - at < Math.min(below, pitchAbove(rows, found)) - found.size * NEARER_EMS;
    if (!isNearer && !isClosed(drawings, found, at, next ? baselineOf(next) : -Infinity)) break;
    for (const line of level) lines.add(line);
    bottom = at;
  }
  return lines.size === found.lines.length ? found : described(lines);
}

/** It begins under one of the cells, and ends before the next. */
function isOfCell(line: TextLine, cells: readonly TextLine[]): boolean {
  const own = cells.findLast((cell) => Math.abs(cell.start - line.start) < line.size * SIDE_EMS);
  const next = own && cells.find(({ start }) => start > own.start + own.size);
  return own !== undefined && (next === undefined || line.end < next.start);
}

function pitchAbove(rows: readonly (readonly TextLine[])[], { top, size }: FoundUnit): number {
  const above = rows.map(baselineOf).filter((y) => y > top + size * LEVEL_EMS);
  return above.length > 0 ? Math.min(...above) - top : Infinity;
}

/** Where rules and grounds end that lie over or under a row. */
function edgesBetween(drawings: readonly Drawing[], { start, end, size }: FoundUnit, low: number, high: number): number[] {
  const wide = drawings.filter(({ box }) => Math.min(box[2], end) - Math.max(box[0], start) > size);
  const edges = wide.flatMap(({ box }) => (box[3] - box[1] < RULE_PT ? [box[1]] : [box[1], box[3]]));
  return edges.filter((y) => y > low + size * LEVEL_EMS && y < high - size * 0.1);
}

/** Something drawn parts the line from the next row, and the row from the one above. */
function isClosed(drawings: readonly Drawing[], found: FoundUnit, at: number, next: number): boolean {
  const [low, high] = [Math.max(next, at - found.size * APART_EMS), found.top + found.size * APART_EMS];
  return edgesBetween(drawings, found, low, at).length > 0 && edgesBetween(drawings, found, found.top + found.size * 0.5, high).length > 0;
}

/** From the last line of a row to the first of the next, as most of the rows around one have it; undefined where there are none. */
export function rowGap(page: PageText, found: FoundUnit): number | undefined {
  const cells = cellsOf(found);
  const rows = rowsAmong(levelsAround(page, found), cells);
  const own = rows.findIndex(({ top, bottom }) => top > found.bottom - 1 && bottom < found.top + 1);
  if (own < 0) return undefined;
  const near = rows.slice(Math.max(0, own - ROWS_AROUND), own + ROWS_AROUND + 1);
  const gaps = near.slice(1).flatMap((row, index) => {
    const gap = (near[index]?.bottom ?? Infinity) - row.top;
    return gap < found.size * APART_EMS ? [gap] : [];
  });
  const same = (gap: number) => gaps.filter((one) => Math.abs(one - gap) < found.size * SAME_EMS).length;
  return gaps.toSorted((one, two) => same(two) - same(one) || one - two)[0];
}

/** The lines between two rows are of the nearer one. */
function rowsAmong(levels: readonly (readonly TextLine[])[], cells: readonly TextLine[]): Row[] {
  const own = levels.flatMap((level, index) => (isRow(level, cells) ? [index] : []));
  const rows = own.map((at) => ({ lines: levels[at] ?? [], top: baselineOf(levels[at] ?? []), bottom: baselineOf(levels[at] ?? []) }));
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    for (const level of levels.slice((own[index] ?? 0) + 1, own[index + 1] ?? 0)) {
      const y = baselineOf(level);
      if (!next || row.bottom - y <= y - next.top + 1) row.bottom = y;
      else next.top = Math.max(next.top, y);
    }
  }
  return rows;
}

/**
 * A line of the row on the other side of the new one, where that looks like the one beyond it and the found one does not: what comes above a sum is
 * one of the rows that it sums up, what comes below a head is one of the rows below it.
 */
export function likelierNeighbour(page: PageText, found: FoundUnit, place: 'before' | 'after'): TextLine | undefined {
  const cells = cellsOf(found);
  const rows = rowsAmong(levelsAround(page, found), cells);
  const own = rows.findIndex(({ top, bottom }) => top > found.bottom - 1 && bottom < found.top + 1);
  const by = place === 'before' ? -1 : 1;
  const [next, beyond] = [rows[own + by], rows[own + 2 * by]];
  if (own < 0 || !next || !beyond) return undefined;
  const gap = by < 0 ? next.bottom - found.top : found.bottom - next.top;
  const isOdd = !isLike(next.lines, cells) && isLike(next.lines, beyond.lines);
  return isOdd && gap < found.size * APART_EMS ? next.lines[0] : undefined;
}

/** In the faces of the cells below or above. */
function isLike(one: readonly TextLine[], two: readonly TextLine[]): boolean {
  const fontOf = ({ glyphs }: TextLine) => glyphs.find(isVisible)?.event.font;
  const pairs = one.flatMap((line) => two.filter((other) => isOver(line, other)).map((other) => fontOf(line) === fontOf(other)));
  return pairs.some((isSame) => isSame);
}
