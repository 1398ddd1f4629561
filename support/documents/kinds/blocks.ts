// A document of a known kind as blocks, without a look: what write-docx.ts and write-html.ts write, and what a reader should find again.

import { collapse, type Outline, type OutlineCell, type OutlineParagraph } from '../../judges/quality/outline.ts';

export interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4;
  readonly text: string;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  readonly role?: 'caption' | 'small' | 'right' | 'centre' | 'lead' | 'mark';
  /** Bold words at the start of the paragraph. */
  readonly bold?: string;
}

export interface Item {
  readonly text: string;
  /** Further paragraphs of the item. */
  readonly more?: readonly string[];
  readonly inner?: ItemsBlock;
}

export interface ItemsBlock {
  readonly kind: 'items';
  readonly format: 'bullet' | 'square' | 'dash' | 'decimal' | 'parenthesis' | 'letter' | 'roman' | 'bracket' | 'clause';
  readonly items: readonly Item[];
  /** The first number. */
  readonly start?: number;
}

export interface Cell {
  readonly text: string;
  readonly more?: readonly string[];
  readonly columnSpan?: number;
  readonly rowSpan?: number;
  readonly header?: boolean;
  readonly right?: boolean;
  /** Reads from bottom to top. */
  readonly turned?: boolean;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly (Cell | string)[])[];
  /** Shares of the width. */
  readonly widths: readonly number[];
  /** Lines around all cells, between rows, at head and foot only, or none. */
  readonly lines: 'all' | 'rows' | 'head' | 'none';
  /** How many rows are header rows. */
  readonly heads?: number;
}

interface ColumnsBlock {
  readonly kind: 'columns';
  readonly count: number;
  readonly blocks: readonly KindBlock[];
}

export type KindBlock = HeadingBlock | TextBlock | ItemsBlock | TableBlock | ColumnsBlock;

export interface KindDocument {
  readonly blocks: readonly KindBlock[];
  readonly header?: string;
  readonly footer?: boolean;
  /** Headings are numbered: 1, 1.1. */
  readonly numberedHeadings?: boolean;
}

export const heading = (level: HeadingBlock['level'], text: string): HeadingBlock => ({ kind: 'heading', level, text });
export const text = (content: string, role?: TextBlock['role']): TextBlock => ({
  kind: 'text',
  text: content,
  ...(role ? { role } : {}),
});
export const items = (format: ItemsBlock['format'], list: readonly (Item | string)[], start?: number): ItemsBlock => ({
  kind: 'items',
  format,
  items: list.map((item) => (typeof item === 'string' ? { text: item } : item)),
  ...(start === undefined ? {} : { start }),
});
export const cellOf = (cell: Cell | string): Cell => (typeof cell === 'string' ? { text: cell } : cell);

/** The truth. The number of a heading is not part of its text: a program counts it. */
export function outlineOf({ blocks }: KindDocument): Outline {
  const paragraphs: OutlineParagraph[] = [];
  const tables: OutlineCell[][] = [];
  const add = (content: string, more: Omit<OutlineParagraph, 'text'> = {}) => paragraphs.push({ text: collapse(content), ...more });
  const visitItems = (list: ItemsBlock, level: number) => {
    for (const item of list.items) {
      add(item.text, { listLevel: level });
      for (const further of item.more ?? []) add(further);
      if (item.inner) visitItems(item.inner, level + 1);
    }
  };
  const visit = (block: KindBlock) => {
    if (block.kind === 'heading') add(block.text, { heading: block.level });
    else if (block.kind === 'text') add(`${block.bold ?? ''} ${block.text}`);
    else if (block.kind === 'items') visitItems(block, 0);
    else if (block.kind === 'columns') for (const inner of block.blocks) visit(inner);
    else {
      const cells: OutlineCell[] = [];
      for (const { row, column, cell } of placed(block)) {
        cells.push({ row, column, text: collapse([cell.text, ...(cell.more ?? [])].join(' ')) });
        for (const one of [cell.text, ...(cell.more ?? [])]) if (one !== '') add(one);
      }
      tables.push(cells);
    }
  };
  for (const block of blocks) visit(block);
  return { paragraphs, tables, links: [], images: 0 };
}

/** Cells with their places, spans counted. */
function placed({ rows }: TableBlock): { readonly row: number; readonly column: number; readonly cell: Cell }[] {
  const taken = new Set<string>();
  return rows.flatMap((cells, row) => {
    let column = 0;
    return cells.map(cellOf).map((cell) => {
      while (taken.has(`${row} ${column}`)) column++;
      for (let r = 0; r < (cell.rowSpan ?? 1); r++) for (let c = 0; c < (cell.columnSpan ?? 1); c++) taken.add(`${row + r} ${column + c}`);
      return { row, column, cell };
    });
  });
}
