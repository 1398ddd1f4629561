// What a page break cut in two: paragraphs that go on at the top of the next page or column, tables that go on.

import { startsWithLabel } from './paragraphs.ts';
import type { DraftBlock, DraftTable, DraftText } from './region.ts';

/** @param blocks of the document in order, without headers, footers and notes */
export function joinAcrossPages(blocks: readonly DraftBlock[]): DraftBlock[] {
  const joined: DraftBlock[] = [];
  for (const block of blocks) {
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
    } else joined.push(block);
  }
  return joined;
}

/** On another page, or in another column. */
function isParted(last: DraftText, next: DraftText): boolean {
  const lastLine = last.lines.at(-1);
  const [nextLine] = next.lines;
  return lastLine !== undefined && nextLine !== undefined && (lastLine.pageIndex !== nextLine.pageIndex || nextLine.y < lastLine.y);
}

function goesOnAsText(last: DraftText, next: DraftText): boolean {
  const end = last.lines.at(-1);
  const [start, second] = next.lines;
  if (!end || !start || end.bold !== start.bold || Math.abs(end.size - start.size) > 0.6 || startsWithLabel(start)) return false;
  const text = end.words.at(-1)?.text ?? '';
  const first = start.words[0]?.text ?? '';
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(first)) return true;
  const free = end.rtl ? end.box.left - last.left : last.right - end.box.right;
  const word = start.words[0] ? start.words[0].box.right - start.words[0].box.left : 0;
  if (free > word + end.size * 0.5) return false;
  if (/^\p{Ll}/u.test(first)) return true;
  if (/[.!?:;\u3002\u061f\u06d4]["\u201d\u2019)\]]*$/.test(text)) return false;
  // A first line further in than the next begins a paragraph.
  return !(second && start.box.left > second.box.left + start.size * 0.75);
}

const SAME_POINTS = 3;

function isSameTable(last: DraftTable, next: DraftTable): boolean {
  if (last.bordered !== next.bordered || last.xs.length !== next.xs.length) return false;
  const slack = last.bordered ? SAME_POINTS : SAME_POINTS * 6;
  return last.xs.every((x, index) => Math.abs(x - (next.xs[index] ?? 0)) <= slack || (!last.bordered && index === last.xs.length - 1));
}

function joinTables(last: DraftTable, next: DraftTable): DraftTable {
  const repeated = textOfRow(next, 0) !== '' && textOfRow(next, 0) === textOfRow(last, 0) ? 1 : 0;
  const cells = next.cells.filter(({ row }) => row >= repeated).map((cell) => ({ ...cell, row: cell.row - repeated + last.rows }));
  return {
    ...last,
    rows: last.rows + next.rows - repeated,
    cells: [...last.cells, ...cells],
    pageIndex: next.pageIndex,
    box: { ...last.box, bottom: next.box.bottom },
    ...(last.ys && next.ys ? { ys: joinEdges(last.ys, next.ys.slice(repeated)) } : {}),
  };
}

/** Rows keep their heights. */
function joinEdges(last: readonly number[], next: readonly number[]): number[] {
  const shift = (last.at(-1) ?? 0) - (next[0] ?? 0);
  return [...last, ...next.slice(1).map((y) => y + shift)];
}

function textOfRow(table: DraftTable, row: number): string {
  return table.cells
    .filter((cell) => cell.row === row)
    .map((cell) =>
      cell.blocks
        .map((block) => (block.kind === 'text' ? block.lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ') : ''))
        .join(' '),
    )
    .join('|');
}
