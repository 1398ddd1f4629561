// Where blocks are in the source: a box for each page and column that their content spans.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';
import type { PageBox } from '../model.ts';
import type { Line } from '../words/lines.ts';

export function boxesOfText({ lines }: Pick<DraftText, 'lines'>): PageBox[] {
  return stretchesOf(lines).map((stretch) =>
    boxOn(
      stretch[0]?.pageIndex ?? 0,
      stretch.map(({ box }) => box),
    ),
  );
}

/** Of its text; none where it is empty. */
export function boxesOfCell({ blocks }: Pick<DraftCell, 'blocks'>): PageBox[] {
  const parts = blocks.flatMap((block) => (block.kind === 'text' ? boxesOfText(block) : boxesOfBlock(block)));
  return Map.groupBy(parts, ({ page }) => page)
    .entries()
    .map(([page, on]) => ({ page, box: boxAround(on.map(({ box }) => box)) }))
    .toArray();
}

/** On one page its frame; on several the text that each has. */
export function boxesOfTable(table: DraftTable): PageBox[] {
  const texts = boxesOfCell({ blocks: table.cells.flatMap(({ blocks }) => blocks) });
  if (texts.length > 1) return texts;
  return [boxOn(table.pageIndex, [table.box, ...texts.map(({ box }) => box)])];
}

export function boxesOfBlock(block: DraftBlock): PageBox[] {
  switch (block.kind) {
    case 'text':
      return boxesOfText(block);
    case 'table':
      return boxesOfTable(block);
    case 'image':
      return [boxOn(block.pageIndex, [block.box])];
  }
}

function boxOn(pageIndex: number, boxes: readonly ShownBox[]): PageBox {
  return { page: pageIndex + 1, box: boxAround(boxes) };
}

/** Lines that follow each other downwards on one page. */
function stretchesOf(lines: readonly Line[]): Line[][] {
  const stretches: Line[][] = [];
  for (const line of lines) {
    const last = stretches.at(-1)?.at(-1);
    const isNext = last?.pageIndex === line.pageIndex && line.box.bottom > last.box.top;
    if (isNext) stretches.at(-1)?.push(line);
    else stretches.push([line]);
  }
  return stretches;
}
