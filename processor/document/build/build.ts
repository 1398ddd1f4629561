// Drafts of blocks → the model: runs, settings, headings, lists, tables with their cells, pictures as files.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { Block, Float, Image, Table, TableCell } from '../model.ts';
import { alignmentInCell } from './alignment.ts';
import { type BuildContext, breakOf, buildParagraph, columnAt, sourceOf } from './build-paragraph.ts';
import type { DraftBlock, DraftCell, DraftImage, DraftTable, DraftText } from '../drafts.ts';
import { boxesOfBlock, boxesOfCell, boxesOfTable } from './in-source.ts';
import { giveRoom } from './cell-room.ts';
import type { ListItem } from '../structure/lists.ts';
import { measureOf, toTwips } from './measures.ts';
import { rowTops, topOf } from './spacing.ts';

/** In ems: below the baseline. */
const DESCENT_EM = 0.21;
/** In ems: less room in a cell counts as none. */
const ROOM_EM = 0.4;
/** Centred content has equal room above and below, within this share; a centred picture has it at its sides, within that share of its column. */
const MIDDLE_TOLERANCE = 0.3;
const CENTRED_TOLERANCE = 0.05;

export function buildBlocks(drafts: readonly DraftBlock[], context: BuildContext, items = itemsOf(drafts, context)): Block[] {
  return drafts.flatMap((draft): Block[] => {
    switch (draft.kind) {
      case 'text':
        return [buildParagraph(draft, context, items.get(sourceOf(draft)))];
      case 'table':
        return [buildTable(draft, context)];
      case 'image':
        return buildImage(draft, context);
    }
  });
}

export function itemsOf(
  drafts: readonly DraftBlock[],
  { lists, headings }: Pick<BuildContext, 'lists' | 'headings'>,
): ReadonlyMap<DraftText, ListItem> {
  return lists.flow(headings).read(drafts.filter((draft) => draft.kind === 'text').map(sourceOf), []);
}

function buildTable(draft: DraftTable, context: BuildContext): Table {
  const columns = draft.xs.length - 1;
  const mirror = (column: number, span: number) => (draft.rtl ? columns - column - span : column);
  const widths = Array.from({ length: columns }, (_, index) => Math.max(4, (draft.xs[index + 1] ?? 0) - (draft.xs[index] ?? 0)));
  const placing = context.placings.get(draft);
  // Tags and repetition take precedence over a guess.
  const headers = draft.cells.some(({ header }) => header) ? 0 : countHeaderRows(draft);
  return {
    kind: 'table',
    boxes: boxesOfTable(draft),
    spaceBefore: placing?.before ?? 0,
    ...breakOf(placing),
    rowHeights: rowHeights(draft),
    ...(draft.layout ? { layout: true } : {}),
    widths: draft.rtl ? widths.toReversed() : widths,
    rows: draft.rows,
    cells: draft.cells
      .map((cell) => ({
        ...buildCell(cell, draft, context),
        column: mirror(cell.column, cell.columnSpan),
        ...(cell.header === true || cell.row < headers ? { header: true } : {}),
      }))
      .toSorted((a, b) => a.row - b.row || a.column - b.column),
    bordered: draft.bordered,
    borderColour: draft.colour,
    indentLeft: Math.round((draft.xs[0] ?? 0) - columnAt(draft.xs[0] ?? 0, context).left),
    rtl: draft.rtl,
  };
}

function buildCell(cell: DraftCell, table: DraftTable, context: BuildContext): TableCell {
  const padding = insidesOf(cell, table, context);
  const blocks = buildInCell(cell, {
    ...context,
    columns: [insideOf(cell, table)],
    ...(table.layout ? {} : { fills: new Map() }),
    ...(cell.shading === undefined ? {} : { ground: cell.shading }),
  });
  const [left = 0, right = 0] = [table.xs[cell.column], table.xs[cell.column + cell.columnSpan]];
  const inside = { left: left + padding.paddingLeft, right: right - padding.paddingRight };
  const isRoomy = !context.fits || table.rtl || cell.turned !== undefined || blocks.length !== cell.blocks.length;
  return {
    row: cell.row,
    column: cell.column,
    rowSpan: cell.rowSpan,
    columnSpan: cell.columnSpan,
    ...(cell.shading === undefined ? {} : { shading: cell.shading }),
    ...(cell.turned ? { turned: cell.turned } : {}),
    ...(cell.borders ? { borders: cell.borders } : {}),
    ...padding,
    boxes: boxesOfCell(cell),
    blocks: isRoomy ? blocks : giveRoom(blocks, cell.blocks, { left, right }, inside),
  };
}

function buildInCell({ blocks }: DraftCell, context: BuildContext): Block[] {
  const built = buildBlocks(blocks, context);
  if (built.length !== blocks.length) return built;
  return built.map((block, index) => {
    const draft = blocks[index];
    if (block.kind !== 'paragraph' || block.list || block.alignment !== 'left' || draft?.kind !== 'text') return block;
    return alignmentInCell(draft, blocks) === 'centre' ? { ...block, alignment: 'centre', indentLeft: 0, indentRight: 0 } : block;
  });
}

/** The sides of a cell's content. */
function insideOf(cell: DraftCell, table: DraftTable): Sides {
  const texts = cell.blocks.filter((block) => block.kind === 'text');
  const [left = 0, right = 0] = [table.xs[cell.column], table.xs[cell.column + cell.columnSpan]];
  if (texts.length === 0) return { left, right };
  return { left: Math.min(...texts.map((draft) => draft.left)), right: Math.max(...texts.map((draft) => draft.right)) };
}

/** The first row, when all of it is bold or filled and the rows below are not. */
function countHeaderRows({ cells, rows, layout }: DraftTable): number {
  if (layout || rows < 2) return 0;
  const own = (row: number) => cells.filter((cell) => cell.row === row && cell.blocks.length > 0);
  const [first, second] = [own(0), own(1)];
  if (first.length < 2 || second.length === 0 || first.some(({ rowSpan }) => rowSpan > 1)) return 0;
  const isBold = ({ blocks }: DraftCell) => blocks.every((block) => block.kind === 'text' && block.lines.every((line) => line.bold));
  const isFilled = ({ shading }: DraftCell) => shading !== undefined;
  const sets = (test: (cell: DraftCell) => boolean) => first.every(test) && !second.every(test);
  return sets(isBold) || sets(isFilled) ? 1 : 0;
}

function rowHeights(draft: DraftTable): number[] {
  const { ys, rows } = draft;
  if (ys) return Array.from({ length: rows }, (_, row) => Math.max(0, (ys[row + 1] ?? 0) - (ys[row] ?? 0)));
  const tops = rowTops(draft);
  return tops.map((top, row) => Math.max(0, (tops[row + 1] ?? top ?? 0) - (top ?? 0)));
}

/** Points: the width of the lines of tables, where it is not known. */
export const TABLE_LINE = 0.5;
/** Points: a column that is known better than the cell shows nothing about its padding. */
const PADDING_MAX = 14;

/** The place of the content in its cell. */
function insidesOf(
  cell: DraftCell,
  table: DraftTable,
  context: BuildContext,
): Pick<TableCell, 'paddingLeft' | 'paddingRight' | 'vertical'> {
  const [left = 0, right = 0] = [table.xs[cell.column], table.xs[cell.column + cell.columnSpan]];
  const texts = cell.blocks.filter((block) => block.kind === 'text');
  // Turned text has its own axes.
  if (cell.turned) return { paddingLeft: 0, paddingRight: 0, ...(isInMiddle(cell, table) && { vertical: 'middle' }) };
  if (texts.length === 0) return { paddingLeft: 0, paddingRight: 0 };
  const within = (points: number) => Math.max(0, toTwips(points));
  const alignments = new Set(texts.map((draft) => alignmentInCell(draft, cell.blocks)));
  // Lines that do not end at the right side, or do not begin at the left, may use all the room there: fonts differ. So may those in the middle.
  const isSetRight = [...alignments].every((alignment) => alignment === 'right') && texts.every(({ lines }) => lines.length === 1);
  const before = isSetRight ? 0 : Math.min(PADDING_MAX, within(Math.min(...texts.map((draft) => draft.left)) - left));
  const after = [...alignments].every((alignment) => alignment === 'left')
    ? 0
    : Math.min(table.layout ? Infinity : PADDING_MAX, within(right - Math.max(...texts.map((draft) => draft.right))));
  const spare = [...alignments].every((alignment) => alignment === 'centre') ? Math.min(before, after) : 0;
  const [paddingLeft, paddingRight] = [before - spare, after - spare];
  return { paddingLeft, paddingRight, ...(context.fits ? {} : verticalOf(cell, table, context)) };
}

/** Turned text with as much room beside it as on its other side. */
export function isInMiddle({ turned, blocks, column, columnSpan }: DraftCell, { xs }: DraftTable): boolean {
  const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  if (!turned || lines.length === 0) return false;
  const ink = boxAround(lines.map(({ box }) => box));
  const below = (xs[column + columnSpan] ?? 0) - (xs[column] ?? 0) - ink.bottom;
  return Math.abs(ink.top - below) < Math.max(...lines.map(({ size }) => size)) * ROOM_EM;
}

/** By the room above and below; needs the lines of the row. */
function verticalOf({ blocks, row, rowSpan }: DraftCell, table: DraftTable, context: BuildContext): Pick<TableCell, 'vertical'> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  const [top, bottom] = [table.ys?.[row], table.ys?.[row + rowSpan]];
  if (table.layout || first?.kind !== 'text' || last?.kind !== 'text' || top === undefined || bottom === undefined) return {};
  const above = topOf(measureOf(first), context.placings.get(first)?.line ?? 0) - top;
  const below = bottom - (last.lines.at(-1)?.y ?? bottom) - (last.lines[0]?.size ?? 0) * DESCENT_EM;
  const step = (first.lines[0]?.size ?? 10) * ROOM_EM;
  if (above < step) return {};
  if (Math.abs(above - below) < Math.max(step, above * MIDDLE_TOLERANCE)) return { vertical: 'middle' };
  return below < step ? { vertical: 'bottom' } : {};
}

/** Its place on the page. */
export function floatOf({ box: { left, top }, object }: Pick<PlacedImage, 'box' | 'object'>): Float {
  return { from: 'page', left, top, ...(object >= 0 && { object }) };
}

function buildImage(draft: DraftImage, context: BuildContext): Image[] {
  const { image, box } = draft;
  const around = columnAt(box.left, context);
  // What sticks out of every column spans all of them.
  const column = box.right > around.right + 12 ? draft.column : around;
  const file = context.pictures.get(image);
  if (!file) return [];
  const before = box.left - column.left;
  const behind = column.right - box.right;
  const centred = Math.abs(before - behind) < Math.max(6, CENTRED_TOLERANCE * (column.right - column.left)) && before > 12;
  const alignment = centred ? 'centre' : behind < 6 && before > 40 ? 'right' : 'left';
  const placing = context.placings.get(draft);
  const link = context.imageLinks.get(image);
  const alternative = context.alternatives.get(image) ?? image.alternative;
  return [
    {
      kind: 'image',
      boxes: boxesOfBlock(draft),
      ...file,
      spaceBefore: placing?.before ?? 0,
      ...breakOf(placing),
      indentLeft: alignment === 'left' ? Math.max(0, before) : 0,
      ...(link === undefined ? {} : { link }),
      ...(alternative === undefined ? {} : { alternative }),
      width: box.right - box.left,
      height: box.bottom - box.top,
      alignment,
    },
  ];
}
