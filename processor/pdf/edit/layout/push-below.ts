// Room for a paragraph that becomes longer: what stands below it in its column moves down, the rows of a table below the row of a cell with all of
// their cells. Only where it is seen what belongs to the column.

import type { Box } from '../../geometry/box.ts';
import { type PageText, SAME_ANGLE } from '../page-text.ts';
import { centredBeside } from './centred-cells.ts';
import { type Column, isMark, isMarkOf, isSameSource, risingBelow, sinkingBelow } from './column.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Move } from './move-below.ts';
import type { Paragraph } from './paragraph.ts';
import { endsRow, ruleBelow } from './table-rows.ts';
import { type Drawing, markOf } from './units.ts';

/** Ems below the last baseline at which the paragraph ends; underlines are above it. */
const END_EMS = 0.32;
/** Ems to the next rows of a table; by which the baselines of the cells of one row differ, and the sides of those of a column. */
const ROWS_EMS = 5;
const ROW_EMS = { baseline: 0.3, side: 0.35 } as const;
/** How far above a paragraph text beside it shows that there are columns. */
const BESIDE_EMS = 8;
/** Columns of text are at least so wide (ems); narrower text beside others is a cell. */
const COLUMN_EMS = 15;
/** Of the measure, by which the last line of a paragraph is shorter at least. */
const FULL_SHARE = 0.12;
/** Ems by which what moves may reach out of its column. */
const OUT_EMS = 1.5;
/** Ems that the ground of a text reaches below it. */
const GROUND_EMS = 3;

/** @param by downwards. @returns undefined where it cannot move, or nobody can tell what belongs to it */
export function pushBelow(page: PageText, paragraph: Paragraph, by: number, drawings: readonly Drawing[], pageBox: Box): Move | undefined {
  const last = paragraph.lines.at(-1);
  if (!last || Math.abs(last.angle) > SAME_ANGLE || !(by > 0) || mayContinue(page, paragraph, last)) return undefined;
  const column = columnBelow(page, paragraph, last, drawings);
  const moving = column && sinkingBelow(page, column, by, drawings, pageBox);
  if (!column || !moving) return undefined;
  const out = last.size * OUT_EMS;
  // What is wider than the column would leave the text beside it behind.
  if (moving.lines.some((line) => (line.start < column.left - out && !isMark(line)) || line.end > column.right + out)) return undefined;
  return { column, moving, drawings, by: -by };
}

/** What is below keeps its gap. Cells have their room. */
export function pushFlow(page: PageText, paragraph: Paragraph, by: number, drawings: readonly Drawing[], pageBox: Box): Move | undefined {
  const last = paragraph.lines.at(-1);
  if (!last || (paragraph.lines.length < 2 && !markOf(page, last) && isCell(page, last))) return undefined;
  const end = last.baseline - last.size * END_EMS;
  const move = endsRow(page, last, end) ? undefined : pushBelow(page, paragraph, by, drawings, pageBox);
  return move?.column.top === end && move.moving.lines.length > 0 ? move : undefined;
}

/** Beside a line alone stands another, and both begin where those of another row near it do: a label before a caption is no cell. */
function isCell(page: PageText, line: TextLine): boolean {
  const near = linesOfPage(page).all.filter(
    (other) =>
      Math.abs(other.angle - line.angle) < SAME_ANGLE &&
      Math.abs(other.baseline - line.baseline) < line.size * ROWS_EMS &&
      other.glyphs.some(isVisible),
  );
  const isInRow = (one: TextLine, two: TextLine) => Math.abs(one.baseline - two.baseline) < line.size * ROW_EMS.baseline;
  const isUnder = (one: TextLine, two: TextLine) =>
    !isInRow(one, two) && [one.start - two.start, one.end - two.end].some((by) => Math.abs(by) < line.size * ROW_EMS.side);
  const over = near.filter((other) => isUnder(other, line));
  return near.some((beside) => {
    if (beside === line || !isInRow(beside, line) || (isMark(beside) && isMarkOf(beside, line))) return false;
    return over.some((cell) => near.some((other) => isInRow(other, cell) && isUnder(other, beside)));
  });
}

/** What is below a paragraph follows it up when its last lines are gone: text that stands near it, and nothing that is drawn. @param by upwards */
export function pullBelow(page: PageText, paragraph: Paragraph, by: number, drawings: readonly Drawing[]): Move | undefined {
  const [first, last] = [paragraph.lines[0], paragraph.lines.at(-1)];
  if (!first || !last || Math.abs(last.angle) > SAME_ANGLE || !(by > 0)) return undefined;
  const [left, right] = [Math.min(...paragraph.lines.map(({ start }) => start), paragraph.start), Math.max(paragraph.end, last.end)];
  const lower = pullRow(page, paragraph, by, drawings);
  if (lower) return lower;
  const isAlone = !hasTextBeside(page, paragraph, last, [left, right]);
  if (!isAlone && right - left < last.size * COLUMN_EMS) return undefined;
  const sides = isAlone ? { left: -Infinity, right: Infinity } : { left, right };
  const column = { ...sides, top: last.baseline - last.size * END_EMS, baseline: last.baseline, size: last.size };
  // What is drawn stays, and all below it: notes stand under their rule.
  const isGround = ([, low, , high]: Box) => low < last.baseline - last.size * GROUND_EMS && high > first.baseline + first.size;
  const source = first.glyphs[0]?.event.source;
  const small = new Set(drawings.filter((one) => isSmallRule(one) && isSameSource(one.source, source)));
  const drawn = drawings
    .flatMap((one) => (small.has(one) ? [] : [one.box]))
    .filter((box) => box[2] > left && box[0] < right && box[1] < first.baseline + first.size && !isGround(box));
  // A frame around the paragraph ends what moves; what only stands beside it does not.
  const isBeside = (box: Box) => box[3] > first.baseline + first.size;
  const isAround = (box: Box) => box[0] < left + 1 && box[2] > right - 1;
  const ends = drawn.flatMap((box) => (!isBeside(box) ? [box[3]] : isAround(box) ? [box[1]] : []));
  const limit = Math.max(-Infinity, ...ends);
  const rising = risingBelow(page, column).lines.filter(({ baseline, size }) => baseline - size * END_EMS > limit);
  const lines = untilGap(page, column, rising, ends);
  const moving = { lines, bottom: Math.min(...lines.map(({ baseline, size }) => baseline - size * END_EMS)) };
  const out = last.size * OUT_EMS;
  const isOut = moving.lines.some((line) => (line.start < column.left - out && !isMark(line)) || line.end > column.right + out);
  return moving.lines.length === 0 || isOut ? undefined : { column, moving, drawings: [...small], by };
}

/** Points: so long the lines of fractions are, and the underlines of words. */
const SMALL_RULE = { length: 60, thickness: 1.5 } as const;

function isSmallRule({ kind, box: [left, bottom, right, top] }: Drawing): boolean {
  return kind === 'path' && right - left < SMALL_RULE.length && top - bottom < SMALL_RULE.thickness;
}

/** Ems: what stands nearer to what stays stays with it, as the numerator of a fraction does with its line. */
const TOGETHER_EMS = 1;

/** Lines that move, up to the last gap before what stays. @param drawn where things that stay begin, from above */
function untilGap(page: PageText, column: Column, lines: readonly TextLine[], drawn: readonly number[]): TextLine[] {
  const staying = linesOfPage(page).all.filter((line) => !lines.includes(line) && line.end > column.left && line.start < column.right);
  const tops = [
    ...drawn,
    ...staying.filter(({ glyphs }) => glyphs.some(isVisible)).map(({ baseline, size }) => baseline + size * ASCENT_EMS),
  ];
  const moving = lines.toSorted((one, two) => two.baseline - one.baseline);
  for (;;) {
    const last = moving.at(-1);
    if (!last) return moving;
    const { baseline, size } = last;
    const foot = baseline - size * END_EMS;
    if (!tops.some((top) => top < foot + size && top > foot - size * TOGETHER_EMS)) return moving;
    moving.pop();
    tops.push(baseline + size * ASCENT_EMS);
  }
}

const ASCENT_EMS = 0.7;

/** Ems between the lines of a cell, at most. */
const CELL_LEADING_EMS = 2.2;

/** A row becomes lower where the cell that made it high has lost lines, as far as its other cells do. */
function pullRow(page: PageText, paragraph: Paragraph, by: number, drawings: readonly Drawing[]): Move | undefined {
  const last = paragraph.lines.at(-1);
  if (!last) return undefined;
  const sides = [Math.min(...paragraph.lines.map(({ start }) => start)), Math.max(...paragraph.lines.map(({ end }) => end))] as const;
  const rule = ruleBelow(drawings, last, sides, last.baseline - last.size * END_EMS);
  if (!rule || !isFirstBelow(page, last, rule, sides)) return undefined;
  const own = new Set(paragraph.lines);
  const centred = new Set(centredBeside(page, paragraph, drawings));
  const others = linesOfPage(page)
    .all.filter(
      (line) =>
        !own.has(line) &&
        line.glyphs.some(isVisible) &&
        line.baseline > rule[3] &&
        line.baseline < last.baseline + by + last.size * CELL_LEADING_EMS &&
        line.start > rule[0] - 1 &&
        line.end < rule[2] + 1,
    )
    .map((line) => line.baseline + (centred.has(line) ? by / 2 : 0));
  const least = Math.min(by, Math.min(...others) - last.baseline);
  if (others.length === 0 || least < by - last.size * END_EMS) return undefined;
  const column = { left: rule[0] - 1, right: rule[2] + 1, top: rule[3] + 1, baseline: last.baseline, size: last.size };
  const moving = risingBelow(page, column);
  return { column, moving, drawings, by: least, isRow: true };
}

/** The last line is full, and another of its kind follows at the distance of its paragraph: the paragraph may go on there, in a way that was not seen. */
function mayContinue(page: PageText, { lines, start, end, leading }: Paragraph, last: TextLine): boolean {
  if (lines.length < 2 || end - last.end > (end - start) * FULL_SHARE) return false;
  return linesOfPage(page).all.some(
    (line) =>
      Math.abs(last.baseline - line.baseline - leading) < leading * 0.2 &&
      Math.abs(line.start - start) < last.size * 0.5 &&
      Math.abs(line.size - last.size) < last.size * 0.1,
  );
}

function columnBelow(page: PageText, paragraph: Paragraph, last: TextLine, drawings: readonly Drawing[]): Column | undefined {
  const own = [Math.min(...paragraph.lines.map(({ start }) => start), paragraph.start), Math.max(paragraph.end, last.end)] as const;
  const [left, right] = paragraph.lines.length > 1 ? own : wholeColumn(page, last, own);
  const column = { left, right, top: last.baseline - last.size * END_EMS, baseline: last.baseline, size: last.size };
  if (!hasTextBeside(page, paragraph, last, [left, right])) return { ...column, left: -Infinity, right: Infinity };
  const rule = ruleBelow(drawings, last, [left, right], column.top);
  if (rule && isFirstBelow(page, last, rule, [left, right])) return { ...column, left: rule[0] - 1, right: rule[2] + 1, top: rule[3] + 1 };
  if (endsRow(page, last, column.top)) return { ...column, left: -Infinity, right: Infinity };
  return right - left > last.size * COLUMN_EMS ? column : undefined;
}

/** With the label before a caption, where the text below is as wide as both, and nothing else stands beside it there. */
function wholeColumn(page: PageText, line: TextLine, [left, right]: readonly [number, number]): readonly [number, number] {
  const level = linesOfPage(page).all.filter((one) => Math.abs(one.angle) < SAME_ANGLE && one.glyphs.some(isVisible));
  const below = level
    .filter(({ baseline, start, end, size }) => baseline < line.baseline - size * END_EMS && start < line.end && end > line.start)
    .toSorted((one, two) => two.baseline - one.baseline)[0];
  if (!below || below.start > left || below.end - below.start < line.size * COLUMN_EMS) return [left, right];
  const beside = level.filter(
    (one) =>
      one !== line &&
      Math.abs(one.baseline - line.baseline) < line.size * ROW_EMS.baseline &&
      one.end > below.start &&
      one.start < Math.max(right, below.end),
  );
  const isLabelled = beside.length === 1 && beside.every((one) => one.end < line.start && one.start > below.start - line.size);
  return isLabelled ? [below.start, Math.max(line.end, below.end)] : [left, right];
}

/** No other text stands between a line and the rule below it. */
function isFirstBelow(page: PageText, last: TextLine, rule: Box, [left, right]: readonly [number, number]): boolean {
  return !linesOfPage(page).all.some(
    ({ baseline, start, end }) => end > left && start < right && baseline < last.baseline - last.size * 0.3 && baseline > rule[3],
  );
}

function hasTextBeside(page: PageText, { lines }: Paragraph, last: TextLine, [left, right]: readonly [number, number]): boolean {
  const top = (lines[0]?.baseline ?? last.baseline) + last.size * BESIDE_EMS;
  const own = new Set(lines);
  return linesOfPage(page).all.some(
    (line) =>
      !own.has(line) &&
      !(isMark(line) && lines[0] && isMarkOf(line, lines[0])) &&
      line.glyphs.some(isVisible) &&
      Math.abs(line.angle) < SAME_ANGLE &&
      line.baseline > last.baseline - last.size * END_EMS &&
      line.baseline < top &&
      (line.end < left + last.size || line.start > right - last.size),
  );
}
