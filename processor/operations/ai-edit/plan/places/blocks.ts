// The blocks of the document's model at their places in the text that is edited: headings, paragraphs, items, captions, notes, tables with their
// cells. A word belongs to the block whose line its middle lies in.

import type { PageBlock, PageModel } from '../../../../document/pages/page-model.ts';
import type { PlacedWord } from '../../facts/locate.ts';
import { wordsOf } from '../../facts/words-in-box.ts';
import type { PageLines } from '../places/page-lines.ts';

export interface PlacedCell {
  /** 0-based. */
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly words: readonly PlacedWord[];
  readonly text: string;
}

export interface PlacedBlock {
  /** 1-based. */
  readonly page: number;
  readonly kind: PageBlock['kind'];
  /** Of a heading 1–6; of a list item from 1. */
  readonly level: number | undefined;
  /** Of a list item or footnote: its number or bullet. */
  readonly label: string | undefined;
  readonly text: string;
  readonly words: readonly PlacedWord[];
  /** Of a table, in rows. */
  readonly cells: readonly PlacedCell[];
  /** Upper edge and lower edge, in points from the top of the page. */
  readonly top: number;
  readonly bottom: number;
}

export function placeBlocks(model: PageModel, lines: PageLines): PlacedBlock[] {
  const within = wordsOf({ words: lines.words, heightPt: lines.height });
  return model.blocks.map((block): PlacedBlock => {
    const common = { page: model.page, kind: block.kind, top: block.box.top, bottom: block.box.bottom };
    if (block.kind === 'picture') return { ...common, level: undefined, label: undefined, text: '', words: [], cells: [] };
    if (block.kind === 'table') {
      const cells = block.cells.map(({ row, column, rowSpan, columnSpan, box, text }) => {
        return { row, column, rowSpan, columnSpan, text: text.replaceAll(/\s+/gu, ' ').trim(), words: box ? within(box) : [] };
      });
      const text = cells.map((cell) => cell.text).join(' ');
      return { ...common, level: undefined, label: undefined, text, words: cells.flatMap(({ words }) => words), cells };
    }
    const words = [...new Set(block.lines.flatMap(({ box }) => within(box)))];
    return { ...common, level: block.level, label: block.label, text: block.text, words, cells: [] };
  });
}

/** The rows of a table as their cells, from the top. */
export function rowsOfTable({ cells }: PlacedBlock): readonly (readonly PlacedCell[])[] {
  const rows = Map.groupBy(cells, ({ row }) => row);
  return [...rows.keys()].toSorted((one, two) => one - two).map((row) => (rows.get(row) ?? []).toSorted((a, b) => a.column - b.column));
}
