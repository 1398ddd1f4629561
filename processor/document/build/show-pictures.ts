// What lies behind the text of a page with places is seen: pictures under cells, and those that are the bullets of lines.

import { boxAround, contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';
import { standsFor } from '../words/drawn-bullets.ts';
import { lineOf } from '../words/lines.ts';
import { segmentOf } from '../words/segments.ts';
import { sourceOf } from './build-paragraph.ts';

/** @param backgrounds pictures that are drawn behind all text */
export function showPictures(drafts: readonly DraftBlock[], backgrounds: readonly PlacedImage[]): DraftBlock[] {
  if (backgrounds.length === 0) return [...drafts];
  return drafts.map((draft): DraftBlock => {
    if (draft.kind === 'text') return withoutBullet(draft, backgrounds);
    if (draft.kind === 'image') return draft;
    const table = withoutCovers(draft, backgrounds);
    return { ...table, cells: table.cells.map((cell) => ({ ...cell, blocks: showPictures(cell.blocks, backgrounds) })) };
  });
}

/** A cell's ground would cover a picture that is drawn on it: the page draws all grounds of that colour, behind the picture. */
function withoutCovers(table: DraftTable, backgrounds: readonly PlacedImage[]): DraftTable {
  if (!table.ys || !table.bordered) return table;
  const covering = table.cells.filter((cell) => backgrounds.some(({ box }) => contains(boxOfCell(cell, table), box)));
  const colours = new Set(covering.map(({ shading }) => shading));
  if (colours.size === 0) return table;
  return {
    ...table,
    cells: table.cells.map(({ shading, ...cell }) => (shading === undefined || colours.has(shading) ? cell : { ...cell, shading })),
  };
}

function boxOfCell({ row, column, rowSpan, columnSpan }: DraftCell, { xs, ys = [] }: DraftTable): ShownBox {
  return { left: xs[column] ?? 0, top: ys[row] ?? 0, right: xs[column + columnSpan] ?? 0, bottom: ys[row + rowSpan] ?? 0 };
}

/** The line begins behind its bullet. */
function withoutBullet(draft: DraftText, backgrounds: readonly PlacedImage[]): DraftText {
  const [line, ...others] = draft.lines;
  const [segment, ...segments] = line?.segments ?? [];
  const [bullet, ...words] = segment?.words ?? [];
  if (!line || !bullet || !backgrounds.some((picture) => standsFor(bullet, picture))) return draft;
  const left = [...(words.length > 0 ? [segmentOf(words)] : []), ...segments];
  if (left.length === 0) return draft;
  const lines = [lineOf(left, line.pageIndex), ...others];
  const box = boxAround(lines.map((one) => one.box));
  return { ...draft, lines, box, left: box.left, source: sourceOf(draft) };
}
