// The tables of a document, one after the other: cells as text with the marks of notes apart, and what each table is.

import type { PageBox, Paragraph, StreamedDocument, Table, TableCell } from '../../../../document/model.ts';
import { numberBlocks } from '../../../../document/number-blocks.ts';
import type { ShownBox } from '../../../../pdf/geometry/shown-box.ts';
import { labelOf } from '../labels.ts';

export interface TableChoice {
  /** 1-based: tables that begin on other pages are left out. */
  readonly pages?: ReadonlySet<number>;
  /** Tables that lie in none of them are left out. */
  readonly areas?: readonly (ShownBox & { readonly page: number })[];
}

export interface SheetCell extends Pick<TableCell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'header'> {
  readonly text: string;
  /** Raised beside the text, and no part of it. */
  readonly marks: string;
}

export interface TableSheet {
  /** From 1, of those that were chosen. */
  readonly number: number;
  /** As in Markdown and JSON. */
  readonly id: string;
  readonly caption: string | undefined;
  readonly boxes: readonly PageBox[];
  readonly rows: number;
  /** Points. */
  readonly widths: readonly number[];
  readonly cells: readonly SheetCell[];
  readonly rtl: boolean;
}

/** Share of a table that lies in an area where it is meant. */
const IN_AREA = 0.5;

/** A table is given back once the block after it is known, which may be its caption. */
export async function* tableSheets(parts: StreamedDocument['parts'], choice: TableChoice): AsyncGenerator<TableSheet, void, void> {
  let number = 0;
  let waiting: { readonly id: string; readonly table: Table } | undefined;
  let above: { readonly of: string; readonly text: string } | undefined;
  const close = (caption?: string): TableSheet[] => {
    const open = waiting;
    waiting = undefined;
    if (!open || !isChosen(open.table.boxes ?? [], choice)) return [];
    return [sheetOf(open.table, { id: open.id, number: ++number, caption: caption ?? (above?.of === open.id ? above.text : undefined) })];
  };
  for await (const item of numberBlocks(parts)) {
    if (item.kind !== 'block') continue;
    const { block, id, captionOf } = item;
    if (block.kind === 'paragraph' && captionOf !== undefined) {
      const text = textOfRuns(block);
      if (captionOf === waiting?.id) yield* close(text);
      else above = { of: captionOf, text };
    } else yield* close();
    if (block.kind === 'table' && !isFrame(block)) waiting = { id, table: block };
  }
  yield* close();
}

/** A box around a text is no table. */
function isFrame({ rows, widths, cells }: Table): boolean {
  return rows === 1 && widths.length === 1 && !cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));
}

function isChosen(boxes: readonly PageBox[], { pages, areas }: TableChoice): boolean {
  const [first] = boxes;
  if (pages && !(first && pages.has(first.page))) return false;
  return !areas || boxes.some(({ page, box }) => areas.some((area) => area.page === page && shareIn(box, area) >= IN_AREA));
}

function shareIn(box: ShownBox, area: ShownBox): number {
  const width = Math.min(box.right, area.right) - Math.max(box.left, area.left);
  const height = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top);
  return (Math.max(0, width) * Math.max(0, height)) / Math.max(1, (box.right - box.left) * (box.bottom - box.top));
}

function sheetOf(table: Table, about: Pick<TableSheet, 'id' | 'number' | 'caption'>): TableSheet {
  const { rows, widths, rtl, boxes = [] } = table;
  return { ...about, boxes, rows, widths, rtl, cells: table.cells.map(cellOf) };
}

function cellOf({ row, column, rowSpan, columnSpan, header = false, blocks }: TableCell): SheetCell {
  const paragraphs = paragraphsOf(blocks);
  const isRaised = (run: Paragraph['runs'][number]) => run.footnote !== undefined || run.script === 'super';
  const runs = paragraphs.flatMap((paragraph) => paragraph.runs);
  // A raised text before the rest is not its mark; one inside of it, as in 10⁶ m, is a part of it.
  const lastPlain = runs.findLastIndex((run) => !isRaised(run) && run.text.trim() !== '');
  const marks = new Set(lastPlain < 0 ? [] : runs.slice(lastPlain + 1).filter(isRaised));
  const texts = paragraphs.map((paragraph) => textOfRuns({ ...paragraph, runs: paragraph.runs.filter((run) => !marks.has(run)) }));
  const text = texts.filter((one) => one !== '').join('\n');
  return { row, column, rowSpan, columnSpan, header, text, marks: [...marks].map((run) => run.text.trim()).join('') };
}

function paragraphsOf(blocks: TableCell['blocks']): Paragraph[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'image') return [];
    return block.kind === 'table' ? block.cells.flatMap((cell) => paragraphsOf(cell.blocks)) : [block];
  });
}

function textOfRuns({ list, runs }: Pick<Paragraph, 'list' | 'runs'>): string {
  const text = runs.map((run) => run.text).join('');
  return `${list ? `${labelOf(list)} ` : ''}${text}`
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
