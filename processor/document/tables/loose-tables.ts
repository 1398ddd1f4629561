// Tables without any lines: rows below each other whose short pieces stand in the same columns. Read from the whole page by geometry, with lines of
// running text set aside; contents, notes, forms and text in columns are no tables.

import { boxAround, overlaps, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Fill } from '../../pdf/pdfium/page/page-content.ts';
import { textOfWords } from '../words/lines.ts';
import type { Word } from '../words/words.ts';
import type { Grid } from './grids.ts';
import { findBoldHeads } from './bold-heads.ts';
import { isFigure } from './group-rows.ts';
import { areFields, isContents, isDrawnWithLetters, isLabelled } from './no-table.ts';
import { type PlacedRow, placeRow } from './place-cells.ts';
import { tableColumns } from './text-columns.ts';
import { gridOfText } from './text-grid.ts';
import { type Piece, rowsOfText, type TextRow } from './text-rows.ts';

/** A piece with so many words that is so wide (in ems) is a line of running text. */
const LINE = { words: 6, em: 16 } as const;
/** In ems: rows whose baselines are further apart are not of one table. */
const STEP_EM = 2.6;
/** Share of the size: a row in another size is not of the table. */
const SIZE_SHARE = 0.15;
const ROWS_MIN = 3;
const PAIR_COLUMNS_MIN = 3;
/** Share of the pieces of a column that share a side or a middle, within so many ems. */
const ALIGNED = { share: 0.75, em: 0.4 } as const;
/** Share of the rows in which a column of figures holds one. */
const FIGURES_SHARE = 0.6;
/** Share of the rows that may be over several columns, or fill one only. */
const ODD_SHARE = 0.34;
/** Points that Word leaves beside the text of a cell. */
const PADDING = 5.4;
/** From so many columns on, so many may have no name: one of marks, for example. */
const NAMELESS = { columns: 5, most: 1 } as const;
/** In ems: columns further apart are not of one table. */
const APART_EM = 16;

export function findLooseTables(words: readonly Word[], fills: readonly Fill[]): Grid[] {
  const all = rowsOfText(words);
  const found = byGaps(all, fills);
  const headed = findBoldHeads(all).filter((one) => found.every((other) => !overlaps(one.box, other.box) || tellsMore(one, other)));
  return [...found.filter(({ box }) => !headed.some((one) => overlaps(one.box, box))), ...headed].toSorted((a, b) => a.box.top - b.box.top);
}

/** More columns, or as many without the text that follows. */
function tellsMore(one: Grid, other: Grid): boolean {
  return one.xs.length > other.xs.length || (one.xs.length === other.xs.length && one.box.bottom < other.box.bottom - 1);
}

function byGaps(all: readonly TextRow[], fills: readonly Fill[]): Grid[] {
  const rows = all.flatMap((row) => {
    const pieces = row.pieces.filter((piece) => !isLine(piece, row.size));
    return pieces.length > 0 ? [{ ...row, pieces }] : [];
  });
  const grids: Grid[] = [];
  for (let start = 0; start < rows.length;) {
    const end = endOfRun(rows, start);
    const found = longestIn(rows, start, end, fills);
    const few = rows.slice(start, end);
    const pair = found ? undefined : (headAndFigures(few) ?? figuresBelowHead(few, all) ?? twoBelowHead(few, all, fills));
    if (found) grids.push(withHead(found.rows, all, fills) ?? found.grid);
    else if (pair) grids.push(pair);
    start = found?.end ?? Math.max(end, start + 1);
  }
  return grids;
}

/** Two rows alone are a table where each of several texts has a figure below it. */
function headAndFigures(rows: readonly TextRow[]): Grid | undefined {
  const [head, body] = rows;
  if (rows.length !== 2 || !head || !body || head.pieces.length < PAIR_COLUMNS_MIN || head.pieces.length !== body.pieces.length)
    return undefined;
  const isPair = ({ words, left, right }: Piece, at: number) => {
    const below = body.pieces[at];
    return below && !isFigure(textOfWords(words)) && isFigure(textOfWords(below.words)) && below.left < right && below.right > left;
  };
  if (!head.pieces.every(isPair)) return undefined;
  const words = rows.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  const text = boxAround(words.map((word) => word.box));
  const box = { ...text, left: text.left - PADDING, right: text.right + PADDING * 2 };
  return gridOfText(words, { box, separators: [], spans: [], colour: 0, headBottom: head.y });
}

/** One row of figures, below a line whose words stand at the sides of its columns, however near they are to each other. */
function figuresBelowHead(rows: readonly TextRow[], all: readonly TextRow[]): Grid | undefined {
  const [row] = rows;
  if (rows.length !== 1 || !row || row.pieces.length < PAIR_COLUMNS_MIN || !row.pieces.every(({ words }) => isFigure(textOfWords(words))))
    return undefined;
  const head = all.findLast(({ y }) => y < row.y - 1);
  const words = head?.pieces.flatMap((piece) => piece.words) ?? [];
  if (!head || row.y - head.y > row.size * STEP_EM || words.some(({ text }) => isFigure(text))) return undefined;
  const starts = row.pieces.map(({ left }) => words.findIndex(({ box }) => Math.abs(box.left - left) <= row.size * ALIGNED.em));
  if (starts[0] !== 0 || starts.some((at, index) => index > 0 && at <= (starts[index - 1] ?? -1))) return undefined;
  const text = boxAround([...words, ...row.pieces.flatMap((piece) => piece.words)].map(({ box }) => box));
  const box = { ...text, left: text.left - PADDING, right: text.right + PADDING * 2 };
  const xs = [
    box.left,
    ...starts.slice(1).map((at, index) => Math.min(words[at]?.box.left ?? 0, row.pieces[index + 1]?.left ?? 0) - 1),
    box.right,
  ];
  const ys = [box.top, (head.y + Math.min(...row.pieces.flatMap((piece) => piece.words.map((word) => word.box.top)))) / 2, box.bottom];
  const cells = ys.slice(1).flatMap((bottom, at) =>
    xs.slice(1).map((right, column) => ({
      row: at,
      column,
      rowSpan: 1,
      columnSpan: 1,
      box: { left: xs[column] ?? 0, right, top: ys[at] ?? 0, bottom },
    })),
  );
  return { box, xs, ys, cells, colour: 0, rowsOnly: true, bordered: false };
}

/** Two rows of figures, below a line whose words stand at their columns. */
function twoBelowHead(rows: readonly TextRow[], all: readonly TextRow[], fills: readonly Fill[]): Grid | undefined {
  const areFigures = rows.every(({ pieces }) => pieces.every((piece) => piece.words.every(({ text }) => isFigure(text))));
  return rows.length === 2 && areFigures ? withHead(rows, all, fills) : undefined;
}

function isLine({ words, left, right }: Piece, size: number): boolean {
  return words.length >= LINE.words && right - left > size * LINE.em;
}

function endOfRun(rows: readonly TextRow[], start: number): number {
  if ((rows[start]?.pieces.length ?? 0) < 2) return start + 1;
  let end = start + 1;
  for (; end < rows.length; end++) {
    const [last, next] = [rows[end - 1], rows[end]];
    if (!last || !next || next.y - last.y > Math.max(last.size, next.size) * STEP_EM) break;
    if (Math.abs(next.size - last.size) > last.size * SIZE_SHARE) break;
    if (next.pieces.length < 2 && (last.pieces.length < 2 || (rows[end + 1]?.pieces.length ?? 0) < 2)) break;
  }
  while (end > start && (rows[end - 1]?.pieces.length ?? 0) < 2) end--;
  return end;
}

/** A line right above whose words stand at the columns is their head, however near they are to each other. */
function withHead(rows: readonly TextRow[], all: readonly TextRow[], fills: readonly Fill[]): Grid | undefined {
  const [first] = rows;
  const above = first && all.findLast(({ y }) => y < first.y - 1);
  if (!above || first.y - above.y > first.size * STEP_EM || Math.abs(above.size - first.size) > first.size * SIZE_SHARE) return undefined;
  const columns = tableColumns(rows, rows);
  const { pieces } = placeRow(above, columns);
  const nameless = columns.length >= NAMELESS.columns ? NAMELESS.most : 0;
  if (pieces.length < columns.length - nameless || pieces.length > columns.length || pieces.some(({ columnSpan }) => columnSpan > 1))
    return undefined;
  return tableOf([{ ...above, pieces }, ...rows], fills, above.y);
}

/** Rows at its begin and end that do not fit are given up, one by one. */
function longestIn(
  rows: readonly TextRow[],
  start: number,
  end: number,
  fills: readonly Fill[],
): { readonly grid: Grid; readonly rows: readonly TextRow[]; readonly end: number } | undefined {
  for (let first = start; first <= end - ROWS_MIN && first < start + ROWS_MIN; first++) {
    for (let last = end; last >= first + ROWS_MIN && last > end - ROWS_MIN; last--) {
      const taken = rows.slice(first, last);
      const grid = tableOf(taken, fills);
      if (grid) return { grid, rows: taken, end: last };
    }
  }
  return undefined;
}

/** @param headBottom its head does not tell its columns */
function tableOf(rows: readonly TextRow[], fills: readonly Fill[], headBottom?: number): Grid | undefined {
  if ((rows[0]?.pieces.length ?? 0) < 2) return undefined;
  const columns = tableColumns(
    rows,
    rows.filter(({ y }) => headBottom === undefined || y > headBottom),
  );
  const size = Math.max(...rows.map((row) => row.size));
  if (columns.length < 2 || columns.some((column, at) => column.left - (columns[at - 1]?.right ?? column.left) > size * APART_EM))
    return undefined;
  const placed = rows.map((row) => placeRow(row, columns));
  if (!areRows(placed, columns, size)) return undefined;
  const words = rows.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  const text = boxAround(words.map((word) => word.box));
  const box = { ...text, left: text.left - PADDING, right: text.right + PADDING * 2 };
  const bottom = lower(headBottom, textHeadOf(placed, columns));
  const bands = fills.filter((fill) => isBand(fill.box, box)).flatMap((fill) => [fill.box.top, fill.box.bottom]);
  return gridOfText(words, { box, separators: bands, spans: [], colour: 0, ...(bottom !== undefined && { headBottom: bottom }) });
}

function lower(one: number | undefined, two: number | undefined): number | undefined {
  return one === undefined || two === undefined ? (one ?? two) : Math.max(one, two);
}

/** Lines of text above the first figures are a head of several lines, or levels. A single text in front is the name of what follows. */
function textHeadOf(rows: readonly PlacedRow[], columns: readonly Sides[]): number | undefined {
  const figures = columns.flatMap((_, column) => (isColumnOfFigures(rows, column) ? [column] : []));
  const first = rows.findIndex(({ texts }) => figures.some((column) => isFigure(texts[column])));
  const head = rows.slice(0, Math.max(0, first)).filter(({ texts }) => texts.slice(1).some((text) => text !== ''));
  return figures.length < columns.length - 1 || head.length < 2 ? undefined : head.at(-1)?.row.y;
}

function isBand(fill: ShownBox, { top, bottom, left, right }: ShownBox): boolean {
  return fill.bottom > top && fill.top < bottom && fill.bottom - fill.top < (bottom - top) / 2 && fill.left < right && fill.right > left;
}

function areRows(rows: readonly PlacedRow[], columns: readonly Sides[], size: number): boolean {
  const odd = rows.filter((row) => row.pieces.length < 2 || row.pieces.some(({ columnSpan }) => columnSpan > 1));
  if (odd.length > rows.length * ODD_SHARE || rows.length - odd.length < ROWS_MIN) return false;
  const texts = rows.map((row) => row.texts);
  if (isContents(texts) || isLabelled(texts) || areFields(texts) || isDrawnWithLetters(texts)) return false;
  const figures = columns.filter((_, column) => isColumnOfFigures(rows, column));
  if (figures.length === 0 || (columns.length === 2 && figures.length === 2 && rows.length < ROWS_MIN * 2)) return false;
  return columns.every((_, column) => isAligned(rows, column, size));
}

function isColumnOfFigures(rows: readonly PlacedRow[], column: number): boolean {
  const texts = rows.flatMap((row) => row.texts[column] || []);
  return texts.length >= 2 && texts.filter(isFigure).length >= texts.length * FIGURES_SHARE;
}

function isAligned(rows: readonly PlacedRow[], column: number, size: number): boolean {
  const own = rows.flatMap(({ pieces }) => pieces.filter((piece) => piece.column === column && piece.columnSpan === 1));
  const share = (value: (piece: Piece) => number) => {
    const values = own.map(value);
    return Math.max(0, ...values.map((at) => values.filter((other) => Math.abs(other - at) <= size * ALIGNED.em).length)) / values.length;
  };
  const best = Math.max(
    share(({ left }) => left),
    share(({ right }) => right),
    share(({ left, right }) => (left + right) / 2),
  );
  return own.length > 0 && best * own.length >= Math.min(own.length - 1, own.length * ALIGNED.share);
}
