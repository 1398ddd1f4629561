// Tables without any lines whose head is bold: words of the head over texts that begin, end or have their middle below each other, however near the
// columns are. Pages made from Markdown have such tables.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import { textOfWords } from '../words/lines.ts';
import type { Word } from '../words/words.ts';
import type { Grid } from './grids.ts';
import { areFields, isContents, isLabelled } from './no-table.ts';
import { isRunningText } from './running-text.ts';
import { gridOfText } from './text-grid.ts';
import type { TextRow } from './text-rows.ts';

/** In ems: the narrowest gap between two columns, and what one row at least has between them: more than a space, also where all letters are as wide. */
const GAP_EM = { least: 0.15, once: 0.5, onceFixed: 1.1 } as const;
/** In ems: baselines of rows further apart are not of one table. */
const STEP_EM = 2.6;
/** Share of the size: a row in another size is not of the table. */
const SIZE_SHARE = 0.15;
/** Rows below the head. */
const BODY_MIN = 3;
/** Share of the rows that fill a column of which the texts begin, end or have their middle within so many ems of each other. */
const ALIGNED = { share: 0.8, em: 0.2 } as const;
/** Points that Word leaves beside the text of a cell. */
const PADDING = 5.4;

interface HeadedTable {
  readonly grid: Grid;
  readonly end: number;
}

/** @param rows of a page, from top to bottom */
export function findBoldHeads(rows: readonly TextRow[]): Grid[] {
  const found: HeadedTable[] = [];
  for (let start = 0; start < rows.length; start++) {
    if (start < (found.at(-1)?.end ?? 0) || !isBold(rows[start])) continue;
    const best = fullest(rows, start);
    if (best) found.push(best);
  }
  return found.map(({ grid }) => grid);
}

/** Text right below a table leaves fewer columns free; of as many columns, the most rows. */
function fullest(rows: readonly TextRow[], start: number): HeadedTable | undefined {
  let best: HeadedTable | undefined;
  for (let end = endOfBody(rows, start); end > start + BODY_MIN; end--) {
    const grid = gridBelow(rows.slice(start, end));
    if (grid && grid.xs.length > (best?.grid.xs.length ?? 0)) best = { grid, end };
  }
  return best;
}

function wordsOf(row: TextRow): Word[] {
  return row.pieces.flatMap(({ words }) => words);
}

function isBold(row: TextRow | undefined): boolean {
  return row !== undefined && wordsOf(row).every(({ style }) => style.bold);
}

/** Behind the rows that follow at the distances of rows, in the size of the head and not in its look. */
function endOfBody(rows: readonly TextRow[], start: number): number {
  let end = start + 1;
  for (; end < rows.length; end++) {
    const [last, next] = [rows[end - 1], rows[end]];
    if (!last || !next || next.y - last.y > Math.max(last.size, next.size) * STEP_EM) break;
    if (Math.abs(next.size - last.size) > last.size * SIZE_SHARE || isBold(next)) break;
  }
  return end;
}

function gridBelow(rows: readonly TextRow[]): Grid | undefined {
  const columns = columnsOf(rows);
  if (columns.length < 2) return undefined;
  const texts = rows.map((row) => columns.map((column) => textOfWords(wordsIn(row, column))));
  const [head = [], ...body] = texts;
  if (head.includes('') || body.filter(([first]) => first !== '').length < BODY_MIN) return undefined;
  if (isRunningText(rows.slice(1), columns) || isContents(body) || isLabelled(body) || areFields(body)) return undefined;
  const words = rows.flatMap(wordsOf);
  const text = boxAround(words.map(({ box }) => box));
  const box = { ...text, left: text.left - PADDING, right: text.right + PADDING * 2 };
  return gridOfText(words, { box, separators: [], spans: [], colour: 0, headBottom: rows[0]?.y ?? 0, columns });
}

/** What all rows leave free between words, where one has more than a space there and the texts behind it stand alike. */
function columnsOf(rows: readonly TextRow[]): Sides[] {
  const size = Math.max(...rows.map((row) => row.size));
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of coveredBy(rows, size * GAP_EM.least)) {
    const last = columns.at(-1);
    if (last && !isBetween(rows, last, { left, right }, size)) last.right = right;
    else columns.push({ left, right });
  }
  return columns.every((column) => isAligned(rows, column, size)) ? columns : [];
}

function coveredBy(rows: readonly TextRow[], gap: number): Sides[] {
  const covered: { left: number; right: number }[] = [];
  const boxes = rows.flatMap((row) => wordsOf(row).map(({ box }) => box));
  for (const { left, right } of boxes.toSorted((a, b) => a.left - b.left)) {
    const last = covered.at(-1);
    if (last && left - last.right < gap) last.right = Math.max(last.right, right);
    else covered.push({ left, right });
  }
  return covered;
}

/** @returns whether a row has more than a space between the two, and the texts of the second stand alike */
function isBetween(rows: readonly TextRow[], before: Sides, after: Sides, size: number): boolean {
  const isWide = rows.some((row) => {
    const [last, first] = [wordsIn(row, before).at(-1), wordsIn(row, after)[0]];
    return last && first && first.box.left - last.box.right >= size * (last.style.fixedPitch ? GAP_EM.onceFixed : GAP_EM.once);
  });
  return isWide && isAligned(rows, after, size);
}

/** At one side or in the middle; the head may stand elsewhere. */
function isAligned(rows: readonly TextRow[], column: Sides, size: number): boolean {
  const own = rows.slice(1).flatMap((row) => {
    const words = wordsIn(row, column).map(({ box }) => box);
    return words.length === 0 ? [] : [boxAround(words)];
  });
  const share = (placeOf: (box: Sides) => number) => {
    const places = own.map(placeOf);
    return Math.max(0, ...places.map((at) => places.filter((other) => Math.abs(other - at) <= size * ALIGNED.em).length)) / own.length;
  };
  const best = Math.max(
    share(({ left }) => left),
    share(({ right }) => right),
    share(({ left, right }) => (left + right) / 2),
  );
  return own.length > 0 && best >= ALIGNED.share;
}

function wordsIn(row: TextRow, { left, right }: Sides): Word[] {
  return wordsOf(row).filter(({ box }) => box.left >= left - 0.01 && box.right <= right + 0.01);
}
