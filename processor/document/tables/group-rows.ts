// Rows of one baseline → rows of a table: what goes on below its cell belongs to the row above. Lines and fills between rows are believed first,
// then distances, then what is empty.

import type { TextRow } from './text-rows.ts';

/** Lines of one cell are nearer to each other, by this factor, than rows are. */
const CLOSER = 0.85;
/** In ems: a line further below does not go on. */
const LEADING_MAX = 1.7;
/** Share of the columns: a row that fills more of them does not go on. */
const FEW_SHARE = 0.5;

/**
 * Where the distance of lines is among all steps; by what factor those between rows are larger; by how much lines may differ, and how many of them;
 * so many rows and further lines at least, and what share of the columns of first lines the others fill at most.
 */
const GAPS = { leadingAt: 0.2, factor: 1.2, even: 0.06, evenShare: 0.9, rowsMin: 3, fillShare: 0.75 } as const;

/** A row with the text of each column. */
export interface FilledRow {
  readonly row: TextRow;
  /** '' where it is empty. */
  readonly texts: readonly string[];
}

interface GroupOptions {
  /** Heights of what separates rows. */
  readonly separators: readonly number[];
  /** Its first column is the right one. */
  readonly rtl: boolean;
}

export interface Groups<T> {
  readonly groups: T[][];
  /** Their distances tell rows from lines of cells: where a row begins is seen, also without its first cell. */
  readonly isSpaced: boolean;
}

export function groupRows<T extends FilledRow>(given: readonly T[], { separators, rtl }: GroupOptions): Groups<T> {
  const rows = rtl ? given.map(({ row, texts }) => ({ row, texts: texts.toReversed() })) : given;
  const [first, last] = [rows[0]?.row.top ?? 0, rows.at(-1)?.row.y ?? 0];
  const between = separators.filter((at) => at > first && at < last);
  const byGaps = between.length === 0 ? groupByGaps(rows) : undefined;
  const counts = byGaps ?? groupFilled(rows, separators);
  return { groups: counts.map(({ start, end }) => given.slice(start, end)), isSpaced: byGaps !== undefined };
}

/** Where lines of cells have one distance and rows a larger one, that alone tells them apart. */
function groupByGaps(rows: readonly FilledRow[]): { start: number; end: number }[] | undefined {
  const steps = rows.slice(1).map(({ row }, at) => row.y - (rows[at]?.row.y ?? 0));
  const leading = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * GAPS.leadingAt)] ?? 0;
  const isGap = steps.map((step) => step > leading * GAPS.factor);
  const gaps = isGap.filter(Boolean).length;
  const even = steps.filter((step, at) => !isGap[at] && Math.abs(step - leading) < leading * GAPS.even).length;
  if (gaps < GAPS.rowsMin || steps.length - gaps < GAPS.rowsMin || even < (steps.length - gaps) * GAPS.evenShare) return undefined;
  const firsts = rows.filter((_, at) => at === 0 || isGap[at - 1]);
  const others = rows.filter((_, at) => at > 0 && !isGap[at - 1]);
  const filledBy = (of: readonly FilledRow[]) => of.reduce((sum, row) => sum + columnsFilled(row).length, 0) / of.length;
  // Rows in groups fill as many columns throughout.
  if (filledBy(others) > filledBy(firsts) * GAPS.fillShare) return undefined;
  const starts = rows.flatMap((_, at) => (at === 0 || isGap[at - 1] ? [at] : []));
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? rows.length }));
}

function groupFilled(rows: readonly FilledRow[], separators: readonly number[]): { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = [];
  const between = rowDistance(rows);
  for (const [index, row] of rows.entries()) {
    const last = rows[index - 1];
    const open = groups.at(-1);
    const above = open ? rows.slice(open.start, open.end) : [];
    if (open && last && goesOn({ open: above, last, next: row, after: rows[index + 1] }, between, separators)) open.end++;
    else groups.push({ start: index, end: index + 1 });
  }
  return groups;
}

interface Step {
  readonly open: readonly FilledRow[];
  readonly last: FilledRow;
  readonly next: FilledRow;
  readonly after: FilledRow | undefined;
}

function goesOn({ open, last, next, after }: Step, between: number, separators: readonly number[]): boolean {
  const distance = next.row.y - last.row.y;
  const [from, to] = [(last.row.y + last.row.top) / 2, (next.row.y + next.row.top) / 2];
  if (separators.some((at) => at > from && at < to)) return false;
  if (distance > Math.max(last.row.size, next.row.size) * LEADING_MAX) return false;
  const filled = columnsFilled(next);
  const above = new Set(open.flatMap(columnsFilled));
  if (filled.some((column) => isFigure(next.texts[column]) && above.has(column))) return false;
  const few = filled.length <= Math.max(1, next.texts.length * FEW_SHARE);
  // Nearer to what is above than rows are to each other.
  if (distance < between * CLOSER && (few || !filled.includes(0))) return true;
  if (!few || !filled.every((column) => above.has(column)) || distance > between * (2 - CLOSER)) return false;
  // Its first column would begin a row, unless only that goes on.
  if (filled.includes(0)) return filled.length === 1 && above.size > 1 && isUnfinished(last.texts[0], next.texts[0]);
  const nextDistance = after ? after.row.y - next.row.y : Infinity;
  return distance <= nextDistance / CLOSER;
}

/** Half of the rows that fill most columns are no further from the one before: the distance of rows. */
function rowDistance(rows: readonly FilledRow[]): number {
  const most = Math.max(0, ...rows.map((row) => columnsFilled(row).length));
  const full = rows.filter((row) => columnsFilled(row).length > most * FEW_SHARE);
  const distances = full.slice(1).map((row, index) => row.row.y - (full[index]?.row.y ?? 0));
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? Infinity;
}

export function columnsFilled({ texts }: FilledRow): number[] {
  return texts.flatMap((text, column) => (text === '' ? [] : [column]));
}

export function isFigure(text = ''): boolean {
  // With a unit of up to three letters.
  return /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,3}$/u.test(text) || /^(?:[-.\u2013\u2014]|n\/?a|\u2026)$/iu.test(text);
}

/** The text above ends in the middle of a sentence, or the text below does not begin one. */
function isUnfinished(above = '', below = ''): boolean {
  return /(?:[-,/&(]|\b(?:and|or|of|the|in|for|to|with|by))$/u.test(above) || /^[\p{Ll})&]/u.test(below);
}
