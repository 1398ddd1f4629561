// Which rows of a table are header rows: those at the top that are bold where the others are not, with their spans complete.

import type { DraftCell } from '../drafts.ts';

const HEAD_ROWS_MAX = 4;

/** @returns the same cells, those of header rows marked */
export function markHeads(cells: readonly DraftCell[]): DraftCell[] {
  const rows = Math.max(0, ...cells.map(({ row, rowSpan }) => row + rowSpan));
  const isBold = (row: number) => {
    const filled = cells.filter((cell) => cell.row === row && lettersOf(cell) > 0);
    return filled.length > 0 && filled.every(isBoldCell);
  };
  let count = 0;
  while (count < rows && (isBold(count) || isCovered(cells, count))) count++;
  // A head goes as far down as its cells do.
  count = Math.max(count, ...cells.flatMap(({ row, rowSpan }) => (row < count ? [row + rowSpan] : [])));
  if (count === 0 || count > HEAD_ROWS_MAX || count >= rows) return [...cells];
  // A bold first column continues below; a header row does not.
  const reaches = cells.some(({ row, rowSpan }) => row < count && row + rowSpan > count);
  return reaches ? [...cells] : cells.map((cell) => (cell.row < count ? { ...cell, header: true } : cell));
}

/** Every cell of the row begins above it. */
function isCovered(cells: readonly DraftCell[], row: number): boolean {
  return (
    row > 0 &&
    !cells.some((cell) => cell.row === row && lettersOf(cell) > 0) &&
    cells.some((cell) => cell.row < row && cell.row + cell.rowSpan > row)
  );
}

function lettersOf({ blocks }: DraftCell): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'text' ? block.lines.length : 1), 0);
}

function isBoldCell({ blocks }: DraftCell): boolean {
  return blocks.every((block) => block.kind === 'text' && block.lines.every((line) => line.bold));
}
