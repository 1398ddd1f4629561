// Tables of the model → those of a Word document (ISO/IEC 29500-1 17.4), and tables without lines that hold things side by side.

import type { CellBorder, CellBorders, Table, TableCell } from '../../../../document/model.ts';
import { hex, shadingXml, twips } from './measures.ts';
import { closeParagraph, spacer } from './paragraph.ts';

/** Makes the content of a cell. */
export type WriteCell = (cell: TableCell) => Iterable<string>;

export function* tableXml(table: Table, writeCell: WriteCell): Generator<string> {
  yield `<w:tbl><w:tblPr>${tablePropertiesXml(table)}</w:tblPr><w:tblGrid>`;
  for (const width of table.widths) yield `<w:gridCol w:w="${twips(width)}"/>`;
  yield '</w:tblGrid>';
  const grid = new Grid(table);
  const headers = headerRows(table);
  for (let row = 0; row < table.rows; row++) {
    const height = table.rowHeights[row] ?? 0;
    const properties = [
      height > 1 ? `<w:trHeight w:val="${twips(height)}" w:hRule="${table.rowsExact ? 'exact' : 'atLeast'}"/>` : '',
      row < headers ? '<w:tblHeader/>' : '',
    ].join('');
    yield properties === '' ? '<w:tr>' : `<w:tr><w:trPr>${properties}</w:trPr>`;
    for (const [column, width] of table.widths.entries()) {
      const cell = grid.at(row, column);
      if (!cell) yield `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/></w:tcPr>${EMPTY}</w:tc>`;
      else if (cell.column === column) yield* cellXml(cell, row, table, writeCell);
    }
    yield '</w:tr>';
  }
  yield '</w:tbl>';
}

/** An empty cell must not be higher than its row. */
const EMPTY = closeParagraph(spacer(4));

/** Which cell covers a place. */
class Grid {
  readonly #cells = new Map<number, TableCell>();
  readonly #columns: number;

  constructor({ cells, widths }: Table) {
    this.#columns = widths.length;
    for (const cell of cells)
      for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
        for (let column = cell.column; column < cell.column + cell.columnSpan; column++) this.#put(cell, row, column);
  }

  at(row: number, column: number): TableCell | undefined {
    return this.#cells.get(row * this.#columns + column);
  }

  /** Where two cells overlap, the one that begins there is shown: nothing is lost. */
  #put(cell: TableCell, row: number, column: number): void {
    const starts = cell.row === row && cell.column === column;
    if (column < this.#columns && (starts || !this.at(row, column))) this.#cells.set(row * this.#columns + column, cell);
  }
}

function tablePropertiesXml(table: Table): string {
  const width = table.widths.reduce((sum, one) => sum + one, 0);
  const isRuled = table.bordered && table.cells.every(({ borders }) => !borders);
  const line = isRuled ? `w:val="single" w:sz="4" w:color="${hex(table.borderColour)}"` : 'w:val="none" w:sz="0" w:color="auto"';
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} ${line}/>`);
  const margins = ['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} w:w="0" w:type="dxa"/>`);
  const { place } = table;
  const floats = place && `w:vertAnchor="page" w:horzAnchor="page" w:tblpX="${twips(place.left)}" w:tblpY="${twips(place.top)}"`;
  return [
    floats
      ? `<w:tblpPr w:leftFromText="0" w:rightFromText="0" w:topFromText="0" w:bottomFromText="0" ${floats}/><w:tblOverlap w:val="overlap"/>`
      : '',
    table.rtl ? '<w:bidiVisual/>' : '',
    `<w:tblW w:w="${twips(width)}" w:type="dxa"/>`,
    table.indentLeft === 0 ? '' : `<w:tblInd w:w="${twips(table.indentLeft)}" w:type="dxa"/>`,
    `<w:tblBorders>${borders.join('')}</w:tblBorders>`,
    '<w:tblLayout w:type="fixed"/>',
    `<w:tblCellMar>${margins.join('')}</w:tblCellMar>`,
  ].join('');
}

/** A cell, or what goes on of it in a row below its first. */
function* cellXml(cell: TableCell, row: number, table: Table, writeCell: WriteCell): Generator<string> {
  const width = table.widths.slice(cell.column, cell.column + cell.columnSpan).reduce((sum, one) => sum + one, 0);
  const [start, end] = table.rtl ? [cell.paddingRight, cell.paddingLeft] : [cell.paddingLeft, cell.paddingRight];
  const goesOn = row > cell.row;
  yield [
    '<w:tc><w:tcPr>',
    `<w:tcW w:w="${twips(width)}" w:type="dxa"/>`,
    cell.columnSpan > 1 ? `<w:gridSpan w:val="${cell.columnSpan}"/>` : '',
    cell.rowSpan > 1 ? `<w:vMerge w:val="${goesOn ? 'continue' : 'restart'}"/>` : '',
    cell.borders ? bordersXml(bordersInRow(cell.borders, cell, row), table.rtl) : '',
    shadingXml(cell.shading),
    start > 0 || end > 0
      ? `<w:tcMar><w:left w:w="${twips(start)}" w:type="dxa"/><w:right w:w="${twips(end)}" w:type="dxa"/></w:tcMar>`
      : '',
    cell.turned === undefined ? '' : `<w:textDirection w:val="${cell.turned === 90 ? 'btLr' : 'tbRl'}"/>`,
    cell.vertical === undefined ? '' : `<w:vAlign w:val="${cell.vertical === 'middle' ? 'center' : 'bottom'}"/>`,
    '</w:tcPr>',
  ].join('');
  if (goesOn) yield '<w:p/>';
  else if (cell.blocks.length === 0) yield EMPTY;
  else yield* writeCell(cell);
  yield '</w:tc>';
}

/** Within a cell of several rows is no line: LibreOffice moves down what stands beside it in the row. */
function bordersInRow({ top, bottom, ...sides }: CellBorders, { row, rowSpan }: TableCell, at: number): CellBorders {
  return { ...sides, ...(top && at === row && { top }), ...(bottom && at === row + rowSpan - 1 && { bottom }) };
}

/** Eighths of a point (17.18.97): the least and the most. */
const BORDER = { least: 2, most: 96 } as const;
/** In the order of the schema, where the left of a table is where its rows start. */
const SIDES = [
  ['top', 'top'],
  ['left', 'right'],
  ['bottom', 'bottom'],
  ['right', 'left'],
] as const;

function bordersXml(borders: CellBorders, rtl: boolean): string {
  const sides = SIDES.map(([side, mirrored]) => {
    const border = borders[rtl ? mirrored : side];
    if (!border) return '';
    const size = Math.min(BORDER.most, Math.max(BORDER.least, Math.round(border.thickness * 8)));
    return `<w:${side} w:val="${styleOf(border)}" w:sz="${size}" w:space="0" w:color="${hex(border.colour)}"/>`;
  });
  return `<w:tcBorders>${sides.join('')}</w:tcBorders>`;
}

/** Times the thickness: a shorter dash is a dot. */
const DOT_MAX = 1.6;

/** 17.18.2. */
function styleOf({ dash, thickness }: CellBorder): string {
  if (!dash) return 'single';
  const [on = 0, off = 0] = dash;
  if (dash.length > 2 && dash[2] !== on) return 'dotDash';
  if (on <= thickness * DOT_MAX) return 'dotted';
  return off < on ? 'dashSmallGap' : 'dashed';
}

/** Rows from the top whose cells are all headers, with their spans complete: they repeat on each page. */
function headerRows({ rows, cells }: Table): number {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  let count = 0;
  while (count < rows && byRow.get(count)?.every(({ header }) => header)) count++;
  const isCut = cells.some((cell) => cell.row < count && cell.row + cell.rowSpan > count);
  return count === rows || isCut ? 0 : count;
}
