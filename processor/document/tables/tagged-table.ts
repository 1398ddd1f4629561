// Tables of tagged documents: their rows, and the edges of columns, which tags do not give.

import { boxAround } from '../../pdf/geometry/shown-box.ts';
import { isElement, type StructureElement } from '../../pdf/pages/structure-tree.ts';
import type { DraftCell, DraftTable } from '../drafts.ts';

export function rowsOf(element: StructureElement): StructureElement[] {
  return element.children.flatMap((child) => {
    if (!isElement(child)) return [];
    return child.type === 'TR' ? [child] : ['THead', 'TBody', 'TFoot'].includes(child.type) ? rowsOf(child) : [];
  });
}

export function isHeadRow({ children }: StructureElement): boolean {
  const cells = children.filter((child): child is StructureElement => isElement(child));
  return cells.length > 0 && cells.every(({ type }) => type === 'TH');
}

/** Edges between columns: half way between their contents, even where they have none. */
export function tableOf(cells: readonly DraftCell[], rows: number): DraftTable {
  const columns = Math.max(...cells.map((cell) => cell.column + cell.columnSpan));
  const boxes = (column: number) =>
    cells.filter((cell) => cell.column === column && cell.columnSpan === 1).flatMap((cell) => cell.blocks.map(({ box }) => box));
  const all = cells.flatMap((cell) => cell.blocks.map(({ box }) => box));
  const box = all.length > 0 ? boxAround(all) : { left: 72, top: 0, right: 520, bottom: 0 };
  const texts = cells.flatMap((cell) => cell.blocks.flatMap((block) => (block.kind === 'text' ? block.lines : [])));
  const rtl = texts.filter((line) => line.rtl).length * 2 > texts.length;
  const xs = Array.from({ length: columns + 1 }, (_, index) => {
    const even = box.left + ((box.right - box.left) * index) / columns;
    const own = boxes(rtl ? columns - 1 - index : index);
    return index === 0 ? box.left : index === columns || own.length === 0 ? even : Math.min(...own.map(({ left }) => left)) - 4;
  });
  const sorted = xs.every((x, index) => index === 0 || x > (xs[index - 1] ?? 0) + 6);
  const edges = sorted ? xs : xs.map((_, index) => box.left + (Math.max(box.right - box.left, columns * 30) * index) / columns);
  const mirrored = rtl ? cells.map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan })) : cells;
  return {
    kind: 'table',
    xs: edges,
    rows,
    cells: mirrored,
    bordered: true,
    colour: 0x888888,
    box,
    pageIndex: cells[0]?.blocks[0]?.pageIndex ?? 0,
    rtl,
  };
}

/** Points: a text that reaches further out of its cell is not measured by it. */
const REACH = 2;

/** Texts of cells have the sides of their cells, not those of the column that the table stands in: their indents count from there. */
export function setInCells({ cells, xs }: DraftTable): void {
  for (const { column, columnSpan, blocks, turned } of cells) {
    const [left, right] = [xs[column], xs[column + columnSpan]];
    if (left === undefined || right === undefined || turned !== undefined) continue;
    for (const block of blocks) {
      const isWithin = block.box.left > left - REACH && block.box.right < right + REACH;
      if (block.kind === 'text' && isWithin) Object.assign(block, { left, right });
    }
  }
}
