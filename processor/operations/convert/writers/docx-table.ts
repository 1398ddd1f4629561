// Tables of the model → those of a Word document, and tables without lines that hold things side by side.

import {
  BorderStyle,
  HeightRule,
  type Paragraph as DocxParagraph,
  ShadingType,
  Table as DocxTable,
  TableCell as DocxTableCell,
  TableLayoutType,
  TableRow,
  TextDirection,
  VerticalAlign,
  WidthType,
} from 'docx';
import type { Block, Table, TableCell } from '../../../document/model.ts';
import { hex, spacer, twips } from './docx-paragraph.ts';

/** Makes the content of a cell. */
export type WriteBlocks = (blocks: readonly Block[], atTop: boolean) => (DocxParagraph | DocxTable)[];

export function tableOf(table: Table, write: WriteBlocks): DocxTable {
  const starts = new Map(table.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const covered = new Set(
    table.cells.flatMap((cell) =>
      Array.from(
        { length: cell.rowSpan * cell.columnSpan },
        (_, at) => `${cell.row + Math.floor(at / cell.columnSpan)} ${cell.column + (at % cell.columnSpan)}`,
      ),
    ),
  );
  const headers = headerRows(table);
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const children: DocxTableCell[] = [];
    for (const [column, width] of table.widths.entries()) {
      const cell = starts.get(`${row} ${column}`);
      if (cell) children.push(cellOf(cell, table, write));
      else if (!covered.has(`${row} ${column}`))
        children.push(new DocxTableCell({ width: { size: twips(width), type: WidthType.DXA }, children: [spacer(4)] }));
    }
    const height = table.rowHeights[row] ?? 0;
    return new TableRow({
      children,
      ...(row < headers ? { tableHeader: true } : {}),
      ...(height > 1 ? { height: { value: twips(height), rule: HeightRule.ATLEAST } } : {}),
    });
  });
  const line = table.bordered
    ? { style: BorderStyle.SINGLE, size: 4, color: hex(table.borderColour) }
    : { style: BorderStyle.NONE, size: 0, color: 'auto' };
  return new DocxTable({
    rows,
    columnWidths: table.widths.map(twips),
    width: { size: twips(table.widths.reduce((sum, width) => sum + width, 0)), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    margins: { left: 0, right: 0, top: 0, bottom: 0, marginUnitType: WidthType.DXA },
    ...(table.indentLeft === 0 ? {} : { indent: { size: twips(table.indentLeft), type: WidthType.DXA } }),
    ...(table.rtl ? { visuallyRightToLeft: true } : {}),
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
  });
}

function cellOf(cell: TableCell, table: Table, write: WriteBlocks): DocxTableCell {
  const blocks = write(cell.blocks, cell.vertical !== undefined);
  const width = table.widths.slice(cell.column, cell.column + cell.columnSpan).reduce((sum, one) => sum + one, 0);
  const [start, end] = table.rtl ? [cell.paddingRight, cell.paddingLeft] : [cell.paddingLeft, cell.paddingRight];
  return new DocxTableCell({
    ...(cell.columnSpan > 1 ? { columnSpan: cell.columnSpan } : {}),
    ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
    width: { size: twips(width), type: WidthType.DXA },
    ...(start > 0 || end > 0 ? { margins: { left: twips(start), right: twips(end), marginUnitType: WidthType.DXA } } : {}),
    ...(cell.vertical === undefined ? {} : { verticalAlign: cell.vertical === 'middle' ? VerticalAlign.CENTER : VerticalAlign.BOTTOM }),
    ...(cell.turned === undefined
      ? {}
      : { textDirection: cell.turned === 90 ? TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT : TextDirection.TOP_TO_BOTTOM_RIGHT_TO_LEFT }),
    ...(cell.shading === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(cell.shading) } }),
    // An empty cell must not be higher than its row.
    children: blocks.length > 0 ? blocks : [spacer(4)],
  });
}

/** Rows from the top whose cells are all headers, with their spans complete: they repeat on each page. */
function headerRows({ rows, cells }: Table): number {
  let count = 0;
  while (count < rows && isHeader(cells.filter((cell) => cell.row === count))) count++;
  const isCut = cells.some((cell) => cell.row < count && cell.row + cell.rowSpan > count);
  return count === rows || isCut ? 0 : count;
}

function isHeader(cells: readonly TableCell[]): boolean {
  return cells.length > 0 && cells.every(({ header }) => header);
}
