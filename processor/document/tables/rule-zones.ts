// Tables with lines above, below the head and below the last row only: their place is between lines of one length, rows and columns are read
// from the text. Lines around running text, or one above and one below a page, are none.

import { contains, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Fill, Rule } from '../../pdf/pdfium/page/page-content.ts';
import type { Word } from '../words/words.ts';
import { type Grid, mergeRules, type MergedRule } from './grids.ts';
import { isRunningText } from './running-text.ts';
import { columnsOf } from './text-columns.ts';
import { gridOfText } from './text-grid.ts';
import { rowsOfText } from './text-rows.ts';

/** Points by which the ends of its lines may differ. */
const SAME_POINTS = 4;
/** Points: lines further apart are not of one table, nearer ones are one. */
const BAND = { least: 6, most: 500 } as const;
/** Share of the width: a line in pieces leaves gaps between columns. */
const WHOLE_SHARE = 0.85;
/** Points: what is shorter is below some cells. */
const WIDTH_MIN = 30;
/** Share of the places of a grid. */
const FILLED_SHARE = 0.65;
/** Share of the width that lines of a table leave free on both sides at most: lines of the page reach over tables in its middle. */
const MARGIN_SHARE = 0.2;
/** Larger, by this factor, than what is below: the heading of a section that lines divide from others. */
const HEADING_FACTOR = 1.25;
/** Fewer are a frame or a part of a table. */
const CELLS_MIN = 6;

/** @param grids tables that are found: their lines are not used again */
export function findRuleZones(rules: readonly Rule[], words: readonly Word[], fills: readonly Fill[], grids: readonly Grid[]): Grid[] {
  const free = rules.filter(({ horizontal, box }) => horizontal && !grids.some((grid) => contains(grid.box, box, SAME_POINTS)));
  const lines = mergeRules(free)
    .filter(({ from, to }) => to - from >= WIDTH_MIN)
    .toSorted((a, b) => a.at - b.at);
  const groups: MergedRule[][] = [];
  for (const line of lines) {
    const open = groups.find((group) => isNext(group.at(-1), line));
    if (open) open.push(line);
    else groups.push([line]);
  }
  const zones = groups.flatMap((group) => zonesOf(group, words)).filter((zone) => !grids.some((grid) => isWithin(grid, boxBetween(zone))));
  return zones.flatMap((zone) => gridOf(zone, lines, words, fills) ?? []).filter((grid) => isFilled(grid, words));
}

/** A table that stands between the lines of headings. */
function isWithin({ box, cells }: Grid, zone: ShownBox): boolean {
  return cells.length >= CELLS_MIN && overlaps(box, zone);
}

/** Lines of a letterhead or an invoice have texts of several kinds between them, side by side: most places of such a grid are empty. */
function isFilled({ xs, ys, cells }: Grid, words: readonly Word[]): boolean {
  const filled = cells.filter(({ box }) => words.some((word) => overlaps(word.box, box)));
  return filled.length >= (xs.length - 1) * (ys.length - 1) * FILLED_SHARE;
}

function isNext(last: MergedRule | undefined, next: MergedRule): boolean {
  if (!last) return false;
  const step = next.at - last.at;
  const same = Math.abs(last.from - next.from) <= SAME_POINTS && Math.abs(last.to - next.to) <= SAME_POINTS;
  return same && last.colour === next.colour && step >= BAND.least && step <= BAND.most;
}

/** Runs of lines between which the text stands in columns. */
function zonesOf(group: readonly MergedRule[], words: readonly Word[]): MergedRule[][] {
  const zones: MergedRule[][] = [];
  for (const [index, line] of group.entries()) {
    const before = group[index - 1];
    const open = zones.at(-1);
    if (open && before && isTabular(within(words, boxBetween([before, line])), line)) open.push(line);
    else zones.push([line]);
  }
  return zones.filter((zone) => zone.length >= 2);
}

function isTabular(words: readonly Word[], { from, to }: MergedRule): boolean {
  const margin = (to - from) * MARGIN_SHARE;
  if (words.every(({ box }) => box.left > from + margin && box.right < to - margin)) return false;
  const rows = rowsOfText(words);
  const [first, ...others] = rows;
  if (first && others.length > 0 && others.every(({ size }) => first.size > size * HEADING_FACTOR)) return false;
  const columns = columnsOf(rows);
  return columns.length >= 2 && !isRunningText(rows, columns);
}

function gridOf(
  zone: readonly MergedRule[],
  lines: readonly MergedRule[],
  words: readonly Word[],
  fills: readonly Fill[],
): Grid | undefined {
  const box = boxBetween(zone);
  const own = within(words, box);
  const inside = lines.filter(
    (line) => line.at > box.top + BAND.least && line.at < box.bottom - BAND.least && line.from > box.left - SAME_POINTS,
  );
  const inner = wholeHeights(inside, box);
  const spans = inside.filter((line) => !inner.includes(line.at));
  const [headBottom] = inner;
  const bands = fills.filter((fill) => contains(box, fill.box, SAME_POINTS)).flatMap((fill) => [fill.box.top, fill.box.bottom]);
  return gridOfText(own, {
    box,
    separators: [...inner, ...bands],
    spans,
    colour: zone[0]?.colour ?? 0,
    ...(headBottom !== undefined && { headBottom }),
  });
}

/** Heights at which lines reach over all of the width, in one or several pieces. */
function wholeHeights(lines: readonly MergedRule[], { left, right }: ShownBox): number[] {
  const heights = [...new Set(lines.map(({ at }) => at))];
  return heights.filter((height) => {
    const pieces = lines.filter(({ at }) => at === height);
    return pieces.reduce((sum, { from, to }) => sum + to - from, 0) >= (right - left) * WHOLE_SHARE;
  });
}

function boxBetween(lines: readonly MergedRule[]): ShownBox {
  return {
    left: Math.min(...lines.map(({ from }) => from)),
    right: Math.max(...lines.map(({ to }) => to)),
    top: lines[0]?.at ?? 0,
    bottom: lines.at(-1)?.at ?? 0,
  };
}

function within(words: readonly Word[], { left, right, top, bottom }: ShownBox): Word[] {
  return words.filter(({ box }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x > left - SAME_POINTS && x < right + SAME_POINTS && y > top && y < bottom;
  });
}
