// Tables whose only line is the one below their head: texts side by side above it tell the columns, and what stands in these below it, down to the
// first text across them, is the body. Statistics software and document generators set tables so.

import { boxAround, contains, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Rule } from '../../pdf/pdfium/page/page-content.ts';
import { textOfWords } from '../words/lines.ts';
import type { Word } from '../words/words.ts';
import { type Grid, mergeRules, type MergedRule } from './grids.ts';
import { areFields, isContents, isLabelled } from './no-table.ts';
import { isRunningText } from './running-text.ts';
import { gridOfText } from './text-grid.ts';
import { rowsOfText, type TextRow } from './text-rows.ts';

/** Points: shorter lines are below words; ends of text may reach so far over the line. */
const LINE = { least: 100, over: 4 } as const;
/** In ems: the head above its line, lines of a head, the first row below the line, and rows. */
const STEP_EM = { head: 1.6, headLines: 1.5, first: 2.4, rows: 2.6 } as const;
/** In ems: the narrowest gap between two columns, where there are so many rows, where there are fewer, and where all letters are as wide. */
const GAP_EM = { many: 0.4, few: 0.8, rows: 5, fixed: 0.9 } as const;
/** Rows below the head, of a table with two columns and with more. */
const BODY_MIN = { two: 3, more: 2 } as const;

/** Share of the lines of a body that fill a column; a name over several columns is read elsewhere. */
const FILLED_SHARE = 0.2;

/** @param grids tables that are found: their lines are not used again */
export function findLinedHeads(rules: readonly Rule[], words: readonly Word[], grids: readonly Grid[]): Grid[] {
  const free = rules.filter(({ horizontal, box }) => horizontal && !grids.some((grid) => contains(grid.box, box, LINE.over)));
  const lines = mergeRules(free)
    .filter(({ from, to }) => to - from >= LINE.least)
    .toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) return [];
  const rows = rowsOfText(words.filter((word) => !grids.some((grid) => contains(grid.box, word.box, LINE.over))));
  const found: Grid[] = [];
  for (const line of lines) {
    if (found.some(({ box }) => line.at > box.top && line.at < box.bottom)) continue;
    const grid = gridBelow(line, rows, lines);
    if (grid) found.push(grid);
  }
  return found;
}

function gridBelow(line: MergedRule, rows: readonly TextRow[], lines: readonly MergedRule[]): Grid | undefined {
  const head = headOf(line, rows);
  const names = head.at(-1)?.pieces.length ?? 0;
  if (names < 2) return undefined;
  const body = bodyOf(line, head, rows, lines);
  const columns = columnsOf([...head, ...body]);
  if (columns.length < names || body.length < (columns.length === 2 ? BODY_MIN.two : BODY_MIN.more)) return undefined;
  const texts = body.map((row) => columns.map((column) => textOfWords(wordsIn(row, column))));
  if (
    columnsOf(body).length > columns.length ||
    columns.some((_, at) => texts.filter((own) => own[at] !== '').length < body.length * FILLED_SHARE)
  )
    return undefined;
  if (isRunningText(body, columns) || isContents(texts) || isLabelled(texts) || areFields(texts)) return undefined;
  const words = [...head, ...body].flatMap(wordsOf);
  const text = boxAround(words.map(({ box }) => box));
  const box = { ...text, left: Math.min(line.from, text.left), right: Math.max(line.to, text.right) };
  return gridOfText(words, { box, separators: [], spans: [], colour: line.colour, headBottom: line.at, columns });
}

/** The row right above the line, inside its ends, with the lines of its longer names. */
function headOf(line: MergedRule, rows: readonly TextRow[]): TextRow[] {
  const at = rows.findLastIndex(({ y }) => y <= line.at + 1);
  const last = rows[at];
  if (!last || line.at - last.y > last.size * STEP_EM.head || !isInside(last, line)) return [];
  const head = [last];
  for (let above = at - 1; above >= 0; above--) {
    const [row, first] = [rows[above], head[0]];
    if (!row || !first || first.y - row.y > first.size * STEP_EM.headLines || !isInside(row, line)) break;
    if (row.pieces.length > last.pieces.length || !row.pieces.every((piece) => last.pieces.filter((own) => meets(piece, own)).length === 1))
      break;
    head.unshift(row);
  }
  return head;
}

/** Down to what stands across the columns, further away, beside the line, or at the next line. */
function bodyOf(line: MergedRule, head: readonly TextRow[], rows: readonly TextRow[], lines: readonly MergedRule[]): TextRow[] {
  const names = head.at(-1)?.pieces.length ?? 0;
  const next = lines.find(({ at, from, to }) => at > line.at + 1 && from < line.to && to > line.from)?.at ?? Infinity;
  const body: TextRow[] = [];
  for (const row of rows) {
    if (row.y <= line.at + 1) continue;
    const last = body.at(-1);
    const step = last ? row.y - last.y : row.y - line.at;
    if (row.y > next || step > row.size * (last ? STEP_EM.rows : STEP_EM.first) || !isInside(row, line)) break;
    if (columnsOf([...head, ...body, row]).length < names) break;
    body.push(row);
  }
  return body;
}

function isInside({ pieces }: TextRow, { from, to }: MergedRule): boolean {
  return pieces.every(({ left, right }) => left > from - LINE.over && right < to + LINE.over);
}

function meets(one: Sides, two: Sides): boolean {
  return one.left < two.right && one.right > two.left;
}

function wordsOf(row: TextRow): Word[] {
  return row.pieces.flatMap(({ words }) => words);
}

function wordsIn(row: TextRow, { left, right }: Sides): Word[] {
  return wordsOf(row).filter(({ box }) => box.left >= left - 0.01 && box.right <= right + 0.01);
}

/** What all rows leave free parts two columns. */
function columnsOf(rows: readonly TextRow[]): Sides[] {
  const words = rows.flatMap(wordsOf);
  const em = words.every(({ style }) => style.fixedPitch) ? GAP_EM.fixed : rows.length < GAP_EM.rows ? GAP_EM.few : GAP_EM.many;
  const gap = Math.max(...rows.map(({ size }) => size)) * em;
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of words.map(({ box }) => box).toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left - last.right < gap) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}
