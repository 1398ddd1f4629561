// Rejoins what a page break cut in two: paragraphs that continue on the next page or column, tables that continue.

import { startsWithLabel } from './paragraphs.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';
import { SAME_SIZE_PT } from '../words/lines.ts';

/** In ems: a line that falls short of its column by more than this and a word ends its paragraph. */
const FREE_EM = 0.5;
/** In ems: a first line indented by more begins a paragraph. */
const INDENT_EM = 0.75;
/** Share of the rows of a table: where so many have a key in the first column, a row without one continues the row before. */
const KEYED_SHARE = 0.7;
const SENTENCE_WORDS_MIN = 4;
/** Rows that are enough for all. */
const KEYED_ROWS_MIN = 3;

/** @param blocks of the document in order, without headers, footers and notes */
export function joinAcrossPages(blocks: Iterable<DraftBlock>): DraftBlock[] {
  return [...joinBlocks(blocks)];
}

/** A block is given back once nothing that follows can belong to it. */
export function* joinBlocks(blocks: Iterable<DraftBlock>): Generator<DraftBlock, void, void> {
  const joined: DraftBlock[] = [];
  for (const block of blocks) {
    join(joined, block);
    yield* joined.splice(0, firstOpen(joined));
  }
  yield* joined;
}

/** The place of the first that is still looked at: one of the last three, or what is before the pictures of the last page. */
function firstOpen(joined: readonly DraftBlock[]): number {
  const page = joined.at(-1)?.pageIndex;
  const before = joined.findLastIndex(({ kind, pageIndex }) => kind !== 'image' || pageIndex !== page);
  return Math.max(0, Math.min(joined.length - 3, before));
}

function join(joined: DraftBlock[], block: DraftBlock): void {
  // Pictures at the top of the page do not end the text.
  const at =
    block.kind === 'text'
      ? joined.findLastIndex(({ kind, pageIndex }) => kind !== 'image' || pageIndex !== block.pageIndex)
      : joined.length - 1;
  const last = joined[at];
  if (block.kind === 'text' && last?.kind === 'text' && isParted(last, block) && goesOnAsText(last, block)) {
    joined[at] = { ...last, lines: [...last.lines, ...block.lines] };
  } else if (block.kind === 'table' && last?.kind === 'table' && last.pageIndex !== block.pageIndex && isSameTable(last, block)) {
    joined[at] = joinTables(last, block);
  } else if (block.kind === 'table' && repeatsCaption(joined, block)) {
    const caption = joined.pop();
    const open = joined.pop();
    if (open?.kind === 'table') joined.push(joinTables(open, block));
    else if (caption) joined.push(caption, block);
  } else joined.push(block);
}

/** Table, page break, the line above the table again, and its header rows again. */
function repeatsCaption(joined: readonly DraftBlock[], next: DraftTable): boolean {
  const [first, table, again] = joined.slice(-3);
  if (first?.kind !== 'text' || table?.kind !== 'table' || again?.kind !== 'text') return false;
  if (again.pageIndex !== next.pageIndex || table.pageIndex === next.pageIndex || textOfText(first) !== textOfText(again)) return false;
  return isSameTable(table, next) && repeatedRows(table, next) > 0;
}

function textOfText({ lines }: DraftText): string {
  return lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
}

/** On another page, or in another column. */
function isParted(last: DraftText, next: DraftText): boolean {
  const lastLine = last.lines.at(-1);
  const [nextLine] = next.lines;
  return lastLine !== undefined && nextLine !== undefined && (lastLine.pageIndex !== nextLine.pageIndex || nextLine.y < lastLine.y);
}

function goesOnAsText(last: DraftText, next: DraftText): boolean {
  if (last.inPicture || next.inPicture) return false;
  const end = last.lines.at(-1);
  const [start, second] = next.lines;
  if (!end || !start || end.bold !== start.bold || Math.abs(end.size - start.size) > SAME_SIZE_PT || startsWithLabel(start)) return false;
  const text = end.words.at(-1)?.text ?? '';
  const first = start.words[0]?.text ?? '';
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(first)) return true;
  const free = end.rtl ? end.box.left - last.left : last.right - end.box.right;
  const word = start.words[0] ? start.words[0].box.right - start.words[0].box.left : 0;
  if (free > word + end.size * FREE_EM) return false;
  if (/^\p{Ll}/u.test(first)) return true;
  if (/[.!?:;\u3002\u061f\u06d4]["\u201d\u2019)\]]*$/.test(text)) return false;
  // A first line further in than the next begins a paragraph.
  return !(second && start.box.left > second.box.left + start.size * INDENT_EM);
}

const SAME_POINTS = 3;

function isSameTable(last: DraftTable, next: DraftTable): boolean {
  if (last.bordered !== next.bordered || last.xs.length !== next.xs.length) return false;
  const slack = last.bordered ? SAME_POINTS : SAME_POINTS * 6;
  if (hasHeadOfItsOwn(last, next)) return false;
  return last.xs.every((x, index) => Math.abs(x - (next.xs[index] ?? 0)) <= slack || (!last.bordered && index === last.xs.length - 1));
}

/** Both begin with a head that differs in its number alone, or with the same labels and other values: tables after one form. */
function hasHeadOfItsOwn(last: DraftTable, next: DraftTable): boolean {
  const isHead = ({ cells }: DraftTable) => cells.some(({ row, header }) => row === 0 && header);
  const [one, two] = [textOfRow(last, 0), textOfRow(next, 0)];
  if (one === two) return false;
  if (isHead(last) && isHead(next) && withoutNumbers(one) === withoutNumbers(two)) return true;
  const labels = (table: DraftTable) => Array.from({ length: FORM_LABELS }, (_, row) => labelOf(table, row)).join('|');
  return last.rows > FORM_LABELS && next.rows > FORM_LABELS && labels(last) === labels(next) && /\p{L}.*\|.*\p{L}/u.test(labels(last));
}

/** So many rows tell that two tables have the same form. */
const FORM_LABELS = 3;

function withoutNumbers(text: string): string {
  return text.replaceAll(/\p{Nd}+/gu, '');
}

function labelOf(table: DraftTable, row: number): string {
  const [first] = filledCells(table, row);
  return first?.column === 0 ? textOfCell(first) : '';
}

/** Header rows that repeat on each page. */
const HEAD_ROWS_MAX = 4;

function joinTables(last: DraftTable, next: DraftTable): DraftTable {
  const repeated = repeatedRows(last, next);
  const goesOn = rowGoesOn(last, next, repeated);
  const shift = last.rows - repeated - (goesOn ? 1 : 0);
  const kept = last.cells.map((cell) => {
    const more = goesOn ? next.cells.find(({ row, column }) => row === repeated && column === cell.column) : undefined;
    const whole =
      more && cell.row + cell.rowSpan === last.rows ? { ...cell, blocks: joinAcrossPages([...cell.blocks, ...more.blocks]) } : cell;
    return cell.row < repeated ? { ...whole, header: true } : whole;
  });
  const added = next.cells.filter(({ row }) => row >= repeated + (goesOn ? 1 : 0)).map((cell) => ({ ...cell, row: cell.row + shift }));
  const skipped = repeated + (goesOn ? 1 : 0);
  return {
    ...last,
    rows: next.rows + shift,
    cells: [...kept, ...added],
    pageIndex: next.pageIndex,
    box: { ...last.box, bottom: next.box.bottom },
    ...(last.ys && next.ys ? { ys: joinEdges(last.ys, next.ys.slice(skipped)) } : {}),
  };
}

/** Rows keep their heights. */
function joinEdges(last: readonly number[], next: readonly number[]): number[] {
  const shift = (last.at(-1) ?? 0) - (next[0] ?? 0);
  return [...last, ...next.slice(1).map((y) => y + shift)];
}

function repeatedRows(last: DraftTable, next: DraftTable): number {
  let count = 0;
  while (count < HEAD_ROWS_MAX && count < next.rows && textOfRow(next, count) === textOfRow(last, count)) count++;
  return Array.from({ length: count }, (_, row) => textOfRow(next, row))
    .join('')
    .replaceAll('|', '') === ''
    ? 0
    : count;
}

/** The page break cut a row: the first row on the page is incomplete and continues the last one. */
function rowGoesOn(last: DraftTable, next: DraftTable, first: number): boolean {
  const [above, below] = [filledCells(last, last.rows - 1), filledCells(next, first)];
  if (below.length === 0 || below.length > above.length) return false;
  const pairs = below.map((cell) => [above.find(({ column }) => column === cell.column), cell] as const);
  if (pairs.some(([one]) => one === undefined)) return false;
  if (below.length === above.length) return pairs.every(([one, two]) => one !== undefined && breaksOff(textOfCell(one), textOfCell(two)));
  const keyed = Array.from({ length: last.rows }, (_, row) => filledCells(last, row)).filter((cells) =>
    cells.some(({ column }) => column === 0),
  );
  const withoutKey = !below.some(({ column }) => column === 0) && keyed.length >= last.rows * KEYED_SHARE;
  // A row without a key is none where all others have one.
  const others = Array.from({ length: next.rows - first - 1 }, (_, at) => filledCells(next, first + 1 + at));
  const allKeyed = keyed.length === last.rows && others.every((cells) => cells.some(({ column }) => column === 0));
  if (withoutKey && allKeyed && last.rows + others.length >= KEYED_ROWS_MIN) return true;
  return pairs.some(([one, two]) => {
    const [end, start] = [one ? textOfCell(one) : '', textOfCell(two)];
    return /^[\p{Ll}(]/u.test(start) || (withoutKey && !/[.!?:;\u3002]["\u201d)]*$/.test(end));
  });
}

/** In the middle of a sentence of several words. */
function breaksOff(end: string, start: string): boolean {
  return end.split(' ').length >= SENTENCE_WORDS_MIN && /[\p{L},]$/u.test(end) && /^\p{Ll}/u.test(start);
}

function filledCells(table: DraftTable, row: number): DraftCell[] {
  return table.cells.filter((cell) => cell.row + cell.rowSpan - 1 === row && textOfCell(cell) !== '');
}

function textOfRow(table: DraftTable, row: number): string {
  return table.cells
    .filter((cell) => cell.row === row)
    .map(textOfCell)
    .join('|');
}

function textOfCell(cell: DraftCell): string {
  return cell.blocks
    .map((block) => (block.kind === 'text' ? textOfText(block) : ''))
    .join(' ')
    .trim();
}
