// Cells that stand in the middle of the height of their row, and stay there when it becomes higher or lower.

import type { Box } from '../../geometry/box.ts';
import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Paragraph } from './paragraph.ts';
import { ruleBelow } from './table-rows.ts';
import type { Drawing } from './units.ts';

/** Ems above and below their baselines that letters take. */
const [ASCENT, DESCENT] = [0.7, 0.2];
/** Ems: middles that differ by less are one; a cell is so much less high than the row's highest before its place says anything. */
const [SAME, LOWER] = [0.3, 0.8];
/** Points: a rule is thinner. */
const RULE_PT = 2;
/** Ems above the first baseline up to which the rule above a cell lies. */
const ABOVE_EMS = 4;

/** The lines of the cells beside a paragraph that stand in the middle of its row; none where no cell shows that they do. */
export function centredBeside(page: PageText, { lines }: Paragraph, drawings: readonly Drawing[]): readonly TextLine[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || Math.abs(last.angle) > SAME_ANGLE) return [];
  const sides = [Math.min(...lines.map(({ start }) => start)), Math.max(...lines.map(({ end }) => end))] as const;
  const below = ruleBelow(drawings, last, sides, last.baseline);
  const top = below && ruleAbove(drawings, first, below);
  if (!below || top === undefined) return [];
  const middle = (below[3] + top) / 2;
  const inRow = linesOfPage(page).all.filter(
    (line) =>
      line.glyphs.some(isVisible) &&
      Math.abs(line.angle) < SAME_ANGLE &&
      line.baseline > below[3] &&
      line.baseline < top &&
      line.start > below[0] - 1 &&
      line.end < below[2] + 1,
  );
  const cells = cellsOf(inRow);
  const own = cells.find((cell) => cell.includes(last));
  const height = heightOf(own ?? lines);
  const centred = cells.filter((cell) => cell !== own && Math.abs(middleOf(cell) - middle) < last.size * SAME);
  const isShown = centred.some((cell) => heightOf(cell) < height - last.size * LOWER);
  return isShown ? centred.flat() : [];
}

function ruleAbove(drawings: readonly Drawing[], first: TextLine, [left, , right]: Box): number | undefined {
  const tops = drawings
    .map(({ box }) => box)
    .filter(([x1, bottom, x2, top]) => {
      const isNear = bottom > first.baseline && bottom < first.baseline + first.size * ABOVE_EMS;
      return isNear && top - bottom < RULE_PT && x1 < first.end && x2 > first.start && x1 > left - RULE_PT && x2 < right + RULE_PT;
    })
    .map(([, bottom]) => bottom);
  return tops.length > 0 ? Math.min(...tops) : undefined;
}

/** Lines that stand under each other. */
function cellsOf(lines: readonly TextLine[]): TextLine[][] {
  const cells: TextLine[][] = [];
  for (const line of lines.toSorted((one, two) => one.start - two.start)) {
    const cell = cells.find((one) => one.some(({ start, end }) => start < line.end && end > line.start));
    if (cell) cell.push(line);
    else cells.push([line]);
  }
  return cells;
}

function edgesOf(cell: readonly TextLine[]): readonly [number, number] {
  return [
    Math.min(...cell.map(({ baseline, size }) => baseline - size * DESCENT)),
    Math.max(...cell.map(({ baseline, size }) => baseline + size * ASCENT)),
  ];
}

function heightOf(cell: readonly TextLine[]): number {
  const [bottom, top] = edgesOf(cell);
  return top - bottom;
}

function middleOf(cell: readonly TextLine[]): number {
  const [bottom, top] = edgesOf(cell);
  return (bottom + top) / 2;
}
