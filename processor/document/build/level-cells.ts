// Texts that stand beside each other in a cell: each of its lines is a text of its own, with tabs, because what follows in a cell stands below.

import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';
import { lineOf, rowsOfSegments } from '../words/lines.ts';

export function withLevelCells(table: DraftTable): DraftTable {
  return { ...table, cells: table.cells.map((cell) => levelCell(cell)) };
}

function levelCell(cell: DraftCell): DraftCell {
  const { blocks } = cell;
  const texts = blocks.filter((block): block is DraftText => block.kind === 'text' && !block.turned);
  const isLevel = texts.length === blocks.length && blocks.some((one, at) => blocks.slice(at + 1).some((two) => isBeside(one, two)));
  return isLevel && !cell.turned ? { ...cell, blocks: linesOf(texts) } : cell;
}

function linesOf(texts: readonly DraftText[]): DraftText[] {
  const owners = new Map(
    texts.flatMap((text) => text.lines.flatMap(({ segments }) => segments.map((segment) => [segment, text] as const))),
  );
  const sources = new Set<DraftText>();
  return rowsOfSegments([...owners.keys()]).flatMap((row) => {
    const owner = row[0] && owners.get(row[0]);
    if (!owner) return [];
    const line = lineOf(row, owner.pageIndex);
    const { source = owner, ...own } = owner;
    // A label and a level are those of a text's first line.
    const isFirst = !sources.has(source);
    sources.add(source);
    return [{ ...own, lines: [line], box: line.box, left: line.box.left, right: line.box.right, ...(isFirst && { source }) }];
  });
}

/** They share more than half of the height of one of them. */
export function isBeside({ box: one }: DraftBlock, { box: two }: DraftBlock): boolean {
  const shared = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return shared > Math.min(one.bottom - one.top, two.bottom - two.top) / 2;
}
