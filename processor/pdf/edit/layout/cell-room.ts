// Room for a new line in a cell of a table: what is free above the rule below it, beside a cell that reaches further down, or a row that becomes
// higher.

import type { Box } from '../../geometry/box.ts';
import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { type Column, type Movable, sinkingBelow } from './column.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { ruleBelow } from './table-rows.ts';
import type { Drawing, FoundUnit } from './units.ts';

/** Ems between lines of one cell, at most. */
const FOLLOWING_EMS = 2.4;
/** Ems: rows whose text ends within them end together. */
const SAME_EMS = 0.3;
/** Ems above a rule in which the last lines of a row stand. */
const ROW_EMS = 4;

export interface CellRoom {
  readonly column: Column;
  readonly moving: Movable;
  /** Those that may move. */
  readonly drawings: readonly Drawing[];
}

interface Place {
  readonly found: FoundUnit;
  readonly column: Column;
  readonly by: number;
  readonly drawings: readonly Drawing[];
  readonly pageBox: Box;
}

/** @param mayGrow the row may become higher. @returns undefined where the unit stands in no cell, or there is no room */
export function roomInCell(page: PageText, { found, column, by, drawings, pageBox }: Place, mayGrow: boolean): CellRoom | undefined {
  const sides = [found.start, found.end] as const;
  const lines = linesInCell(page, found, column, drawings);
  const last = lines.at(-1) ?? found.lines.at(-1);
  const rule = last && ruleBelow(drawings, last, sides, last.baseline - last.size * SAME_EMS);
  if (!last || !rule) return undefined;
  const others = levelLines(page).filter(
    ({ baseline, start, end, size }) =>
      baseline > rule[3] && baseline < rule[3] + size * ROW_EMS && start > rule[0] - 1 && end < rule[2] + 1,
  );
  const lowest = Math.min(last.baseline, ...others.map(({ baseline }) => baseline));
  if (last.baseline - by > lowest - last.size * SAME_EMS) {
    const inside = { left: found.start - found.size, right: found.end, top: column.top, baseline: column.baseline, size: column.size };
    return { column: inside, moving: { lines, bottom: last.baseline - last.size * SAME_EMS }, drawings: marksOf(drawings, lines) };
  }
  if (!mayGrow || lines.some((line) => marksOf(drawings, [line]).length > 0)) return undefined;
  const below = { ...column, left: rule[0] - 1, right: rule[2] + 1, top: rule[3] + 1, baseline: last.baseline };
  const moving = sinkingBelow(page, below, by, drawings, pageBox);
  return moving && { column: below, moving: { ...moving, lines: [...lines, ...moving.lines] }, drawings };
}

/** The lines below a unit that follow it in its cell. */
function linesInCell(page: PageText, found: FoundUnit, { top }: Column, drawings: readonly Drawing[]): TextLine[] {
  const lines: TextLine[] = [];
  let last = found.lines.at(-1);
  const below = levelLines(page)
    .filter(({ baseline, start, end }) => baseline < top && end > found.start - found.size * 2 && start < found.end)
    .toSorted((one, two) => two.baseline - one.baseline);
  for (const line of below) {
    if (!last || last.baseline - line.baseline > last.size * FOLLOWING_EMS) break;
    const rule = ruleBelow(drawings, last, [found.start, found.end], last.baseline - last.size * SAME_EMS);
    if (rule && line.baseline < rule[3]) break;
    lines.push(line);
    last = line;
  }
  return lines;
}

function levelLines(page: PageText): TextLine[] {
  return linesOfPage(page).all.filter((line) => Math.abs(line.angle) < SAME_ANGLE && line.glyphs.some(isVisible));
}

/** Ems between a drawn mark of a list and its text; it is smaller than one. */
const MARK_EMS = 3;

/** Bullets that are drawn. */
export function marksOf(drawings: readonly Drawing[], lines: readonly TextLine[]): Drawing[] {
  return drawings.filter(({ box: [left, low, right, high] }) =>
    lines.some(
      ({ start, baseline, size }) =>
        Math.max(right - left, high - low) < size &&
        Math.min(right - left, high - low) > size * 0.1 &&
        right <= start &&
        start - right < size * MARK_EMS &&
        Math.abs((low + high) / 2 - baseline - size * 0.3) < size * 0.4,
    ),
  );
}
