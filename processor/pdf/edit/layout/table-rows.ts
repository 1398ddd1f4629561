// Where a row of a table ends, seen from one of its cells: at the rule below it, which may be drawn piece by piece, or, without rules, where its
// cells stand in the columns of the next row.

import type { Box } from '../../geometry/box.ts';
import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { paragraphOf } from './paragraph.ts';
import type { Drawing } from './units.ts';

/** Points: a rule is thinner, and its pieces are nearer to each other. */
const RULE_PT = { thick: 2, apart: 3, level: 1 } as const;
/** Ems below the last baseline in which the rule below a cell lies, and by how much it is longer than the cell's text. */
const CELL = { below: 4, longer: 3 } as const;
/** Ems: cells are narrower, rows not further apart, and sides that differ by less are those of one column. */
const ROW_EMS = { widest: 15, apart: 2.6, side: 0.35, same: 0.3 } as const;

/** The rule below a line, with all of its pieces, where it goes on beside the line's own cell. */
export function ruleBelow(
  drawings: readonly Drawing[],
  last: TextLine,
  [left, right]: readonly [number, number],
  top: number,
): Box | undefined {
  const rules = drawings.flatMap(({ box }) => (box[3] - box[1] < RULE_PT.thick ? [box] : isAround(box, last) ? [lowerSide(box)] : []));
  const near = rules.filter(
    ([x1, bottom, x2, high]) => bottom < top && high > last.baseline - last.size * CELL.below && x1 < right && x2 > left,
  );
  const whole = near.map((box) => joinedRule(rules, box));
  return whole.find(([x1, , x2]) => x1 < left + last.size && x2 > right - last.size && x2 - x1 > right - left + last.size * CELL.longer);
}

/** A frame that is drawn as one shape has its last rule at its lower side. */
function isAround([left, bottom, right, top]: Box, { start, end, baseline, size }: TextLine): boolean {
  return left < start && right > end && bottom < baseline && top > baseline + size;
}

function lowerSide([left, bottom, right]: Box): Box {
  return [left, bottom, right, bottom + RULE_PT.level];
}

/** Cells have their own pieces of a rule, and corners between them. */
function joinedRule(rules: readonly Box[], box: Box): Box {
  const level = rules.filter((one) => Math.abs(one[1] - box[1]) < RULE_PT.level && Math.abs(one[3] - box[3]) < RULE_PT.level);
  let [left, right] = [box[0], box[2]];
  for (const [x1, , x2] of level.toSorted((one, two) => one[0] - two[0])) if (x1 < right + RULE_PT.apart) right = Math.max(right, x2);
  for (const [x1, , x2] of level.toSorted((one, two) => two[2] - one[2])) if (x2 > left - RULE_PT.apart) left = Math.min(left, x1);
  return [left, box[1], right, box[3]];
}

/** Nothing parts the row of a line from the one below but its place: all of its cells end there, and stand in columns. */
export function endsRow(page: PageText, last: TextLine, cut: number): boolean {
  const { all } = linesOfPage(page);
  const level = all.filter((line) => Math.abs(line.angle) < SAME_ANGLE && line.glyphs.some(isVisible));
  const rowAt = (baseline: number) => level.filter((line) => Math.abs(line.baseline - baseline) < last.size * ROW_EMS.same);
  const row = rowAt(last.baseline);
  const isCell = (line: TextLine) => line.end - line.start < last.size * ROW_EMS.widest;
  const beside = level.filter((line) => line.end > last.start && line.start < last.end && line !== last);
  const gapTo = (line: TextLine) => Math.abs(line.baseline - last.baseline);
  const [nearest] = beside.filter((line) => gapTo(line) < last.size * ROW_EMS.apart).toSorted((one, two) => gapTo(one) - gapTo(two));
  const next = nearest ? rowAt(nearest.baseline) : [];
  if (row.length < 2 || next.length < 2 || ![...row, ...next].every(isCell)) return false;
  const isAligned = (line: TextLine) =>
    next.some((other) => [other.start - line.start, other.end - line.end].some((by) => Math.abs(by) < last.size * ROW_EMS.side));
  if (row.filter(isAligned).length < 2) return false;
  const below = level.filter((line) => line.baseline < cut);
  const first = below.filter((line) => line.end > last.start && line.start < last.end).map(({ baseline }) => baseline);
  const isBetween = ({ baseline, size }: TextLine) => baseline > Math.max(-Infinity, ...first) + size * ROW_EMS.same;
  if (below.some(isBetween)) return false;
  const above = level.filter((line) => line.baseline > cut && line.baseline < cut + last.size * ROW_EMS.apart);
  return above.every((line) => paragraphOf(page, line, line.end).lines.every(({ baseline }) => baseline > cut));
}
