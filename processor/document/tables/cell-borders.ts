// The lines at the sides of a table's cells, as the page draws them: each with its own colour and thickness, or none.

import type { ShownBox, Sides } from '../../pdf/geometry/shown-box.ts';
import type { Rule } from '../../pdf/pdfium/page/page-content.ts';
import type { DraftTable } from '../drafts.ts';
import type { CellBorders, CellSide } from '../model.ts';

/** Points: edges of a grid are the middle of lines that are nearer to each other. */
const NEAR = 4;
/** Share of a side that lines must cover. */
const COVERED_SHARE = 0.6;
/** Share of a line that its table must draw, or it is drawn on its own. */
const DRAWN_SHARE = 0.5;

const SIDES: readonly CellSide[] = ['top', 'left', 'bottom', 'right'];

/** Of the cells of one table; undefined where no line is known. @param grounds colours of its cells */
export function readBorders(
  rules: readonly Rule[],
  table: ShownBox,
  grounds: ReadonlySet<number | undefined> = new Set(),
): ((cell: ShownBox) => CellBorders) | undefined {
  const own = rules.filter(({ box }) => distance(box, table) < NEAR);
  if (own.length === 0) return undefined;
  const across = own.filter(({ horizontal }) => horizontal);
  const down = own.filter(({ horizontal }) => !horizontal);
  // The ground of a cell may be drawn in strips, which are no lines beside one.
  const isSeen = ({ colour }: Rule) => !grounds.has(colour);
  return (cell) =>
    Object.fromEntries(
      SIDES.flatMap((side) => {
        const isAcross = side === 'top' || side === 'bottom';
        const range = isAcross ? { left: cell.left, right: cell.right } : { left: cell.top, right: cell.bottom };
        const lines = isAcross ? across : down;
        const line = lineAlong(lines.filter(isSeen), cell[side], range) ?? lineAlong(lines, cell[side], range);
        return line ? [[side, line]] : [];
      }),
    );
}

function distance(one: ShownBox, two: ShownBox): number {
  return Math.max(one.left - two.right, two.left - one.right, one.top - two.bottom, two.top - one.bottom);
}

/** Where a line is across and along its direction. */
function placeOf({ box, horizontal }: Rule): { readonly at: number; readonly along: Sides } {
  return horizontal
    ? { at: (box.top + box.bottom) / 2, along: { left: box.left, right: box.right } }
    : { at: (box.left + box.right) / 2, along: { left: box.top, right: box.bottom } };
}

function shared(one: Sides, two: Sides): number {
  return Math.max(0, Math.min(one.right, two.right) - Math.max(one.left, two.left));
}

/** The line that covers most of a side, where all of them together cover enough; the later of two. */
function lineAlong(rules: readonly Rule[], at: number, range: Sides): CellBorders['top'] {
  const near = rules.filter((rule) => Math.abs(placeOf(rule).at - at) <= NEAR && shared(placeOf(rule).along, range) > 0);
  const covered = coveredBy(
    near.map((rule) => placeOf(rule).along),
    range,
  );
  if (near.length === 0 || covered < COVERED_SHARE * (range.right - range.left)) return undefined;
  const longest = near.reduce((best, rule) => (shared(placeOf(rule).along, range) >= shared(placeOf(best).along, range) ? rule : best));
  return { thickness: longest.thickness, colour: longest.colour, ...(longest.pen?.dash && { dash: longest.pen.dash }) };
}

/** @returns true where the borders of its cells are most of a line that lies in a table */
export function isBorderOf(table: DraftTable, rule: Rule): boolean {
  const { ys, xs, cells } = table;
  if (!ys) return true;
  const { at, along } = placeOf(rule);
  const edges = rule.horizontal ? ys : xs;
  const sides: Sides[] = [];
  for (const { row, column, rowSpan, columnSpan, borders } of cells) {
    if (!borders) return true;
    const isNear = (edge: number) => Math.abs((edges[edge] ?? Infinity) - at) <= NEAR;
    const [from, to, range] = rule.horizontal
      ? [row, row + rowSpan, { left: xs[column] ?? 0, right: xs[column + columnSpan] ?? 0 }]
      : [column, column + columnSpan, { left: ys[row] ?? 0, right: ys[row + rowSpan] ?? 0 }];
    const [first, last] = rule.horizontal ? [borders.top, borders.bottom] : [borders.left, borders.right];
    if ((first && isNear(from)) || (last && isNear(to))) sides.push(range);
  }
  return coveredBy(sides, along) >= DRAWN_SHARE * (along.right - along.left);
}

/** How much of a range some others cover together. */
function coveredBy(others: readonly Sides[], range: Sides): number {
  let [covered, end] = [0, range.left];
  for (const { left, right } of others.toSorted((one, two) => one.left - two.left)) {
    covered += Math.max(0, Math.min(right, range.right) - Math.max(left, end));
    end = Math.max(end, right);
  }
  return covered;
}
