// The head of a table read from its text: levels of cells over several columns, and cells that reach over all levels below them.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { MergedRule } from './grids.ts';
import type { PlacedPiece, PlacedRow } from './place-cells.ts';

/** In ems: a text over several columns has its middle above theirs. */
const CENTRED_EM = 1.2;
/** In ems: so exactly in the middle of more columns, it is over all of them. */
const MIDDLE_EM = 0.25;
/** Points: a rule below a cell ends where its columns end. */
const RULE_POINTS = 6;

interface HeadCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface Head {
  readonly levels: readonly (readonly PlacedRow[])[];
  /** Those over more than one column or level. */
  readonly spanning: readonly HeadCell[];
}

/** @param rules short ones between the rows */
export function readHead(rows: readonly PlacedRow[], columns: readonly Sides[], rules: readonly MergedRule[]): Head {
  const spans = rows.map((row, index) => spansOf(row, rows.slice(index + 1), columns, rules));
  const last = spans.findLastIndex((of) => of.length > 0);
  if (last < 0) return { levels: rows.length > 0 ? [rows] : [], spanning: [] };
  const levels: PlacedRow[][] = [];
  const levelSpans: (readonly PlacedPiece[])[] = [];
  for (const [index, row] of rows.slice(0, last + 1).entries()) {
    const own = spans[index] ?? [];
    const before = levelSpans.at(-1) ?? [];
    // A second line of the same cells, or of cells that reach down from here.
    const goesOn = own.every((span) => before.some((one) => one.column === span.column && one.columnSpan === span.columnSpan));
    if (levels.length > 0 && goesOn) levels.at(-1)?.push(row);
    else {
      levels.push([row]);
      levelSpans.push(own);
    }
  }
  const below = rows.slice(last + 1);
  if (below.length > 0) levels.push(below);
  return { levels, spanning: spanning(levelSpans, levels.length, columns.length) };
}

function spanning(levelSpans: readonly (readonly PlacedPiece[])[], levels: number, columns: number): HeadCell[] {
  const over = levelSpans.flatMap((spans, row) =>
    spans.filter(({ columnSpan }) => columnSpan > 1).map(({ column, columnSpan }) => ({ row, column, rowSpan: 1, columnSpan })),
  );
  const down = Array.from({ length: columns }, (_, column): HeadCell => {
    const isOver = (cell: HeadCell) => cell.column <= column && column < cell.column + cell.columnSpan;
    const row = Math.max(-1, ...over.filter(isOver).map((cell) => cell.row)) + 1;
    return { row, column, rowSpan: levels - row, columnSpan: 1 };
  });
  return [...over, ...down.filter(({ rowSpan }) => rowSpan > 1)];
}

/** Pieces over several columns, with the free columns beside that they are in the middle of, or that a rule below them reaches over. */
function spansOf(
  { row, pieces }: PlacedRow,
  below: readonly PlacedRow[],
  columns: readonly Sides[],
  rules: readonly MergedRule[],
): PlacedPiece[] {
  const next = below[0]?.row;
  return pieces.flatMap((piece) => {
    const under = rules.find(({ at, from, to }) => at > row.y && (!next || at < next.y) && from < piece.right && to > piece.left);
    const isShared = pieces.some((other) => other !== piece && under && under.from < other.right && under.to > other.left);
    const ruled = under && !isShared && columnsUnder(under, columns);
    if (ruled && ruled.columnSpan > 1) return [{ ...piece, ...ruled }];
    const isFree = (column: number) =>
      pieces.every((other) => other === piece || column < other.column || column >= other.column + other.columnSpan) &&
      below.some(({ texts }) => texts[column] !== '');
    const wider = centred(piece, columns, isFree, row.size);
    return wider.columnSpan > 1 ? [{ ...piece, ...wider }] : [];
  });
}

function columnsUnder({ from, to }: MergedRule, columns: readonly Sides[]): { column: number; columnSpan: number } | undefined {
  const own = columns.flatMap(({ left, right }, at) => (left >= from - RULE_POINTS && right <= to + RULE_POINTS ? [at] : []));
  return own[0] === undefined ? undefined : { column: own[0], columnSpan: own.length };
}

function centred(
  piece: PlacedPiece,
  columns: readonly Sides[],
  isFree: (column: number) => boolean,
  size: number,
): { column: number; columnSpan: number } {
  const middle = (piece.left + piece.right) / 2;
  let best = { column: piece.column, columnSpan: piece.columnSpan, off: offCentre(columns, piece, middle) };
  for (let first = piece.column; first === piece.column || (first >= 0 && isFree(first)); first--) {
    const end = piece.column + piece.columnSpan;
    for (let last = end; last === end || (last <= columns.length && isFree(last - 1)); last++) {
      const span = { column: first, columnSpan: last - first };
      const off = offCentre(columns, span, middle);
      const isWider = off < size * MIDDLE_EM && span.columnSpan > best.columnSpan;
      if (isWider || (off < size * CENTRED_EM && off < best.off - 1)) best = { ...span, off };
    }
  }
  return best;
}

function offCentre(columns: readonly Sides[], { column, columnSpan }: { column: number; columnSpan: number }, middle: number): number {
  return Math.abs(((columns[column]?.left ?? 0) + (columns[column + columnSpan - 1]?.right ?? 0)) / 2 - middle);
}
