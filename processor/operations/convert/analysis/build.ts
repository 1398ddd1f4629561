// Drafts of blocks → the model: runs, settings, headings, lists, tables with their cells, pictures as files.

import type { Block, Image, Paragraph, Table, TableCell } from '../model.ts';
import { type Setting, settingOf } from './alignment.ts';
import type { Sides } from './arrange.ts';
import type { ListItem, ListReader } from './lists.ts';
import type { DraftBlock, DraftCell, DraftImage, DraftTable, DraftText } from './region.ts';
import { makeRuns, type RunContext } from './runs.ts';
import { type Placing, rowTops, textsOf, topOf } from './spacing.ts';

export interface BuildContext extends RunContext {
  readonly headings: ReadonlyMap<DraftText, number>;
  readonly lists: Pick<ListReader, 'read'>;
  /** Files of pictures, made before; a picture without one is left out. */
  readonly pictures: ReadonlyMap<DraftImage['image'], Pick<Image, 'type' | 'bytes'>>;
  readonly alternatives: ReadonlyMap<DraftImage['image'], string>;
  readonly imageLinks: ReadonlyMap<DraftImage['image'], string>;
  /** The columns that the blocks stand in, from whose sides indents count. */
  readonly columns: readonly Sides[];
  readonly placings: ReadonlyMap<DraftBlock, Placing>;
  /** Text of this document that is long enough to tell is set to both sides. */
  readonly justifies: boolean;
}

export function buildBlocks(drafts: readonly DraftBlock[], context: BuildContext): Block[] {
  const items = context.lists.read(
    drafts.filter((draft) => draft.kind === 'text'),
    context.headings,
  );
  return drafts.flatMap((draft): Block[] => {
    switch (draft.kind) {
      case 'text':
        return [buildParagraph(draft, context, items.get(draft))];
      case 'table':
        return [buildTable(draft, context)];
      case 'image':
        return buildImage(draft, context);
    }
  });
}

export function buildParagraph(draft: DraftText, context: BuildContext, found?: ListItem): Paragraph {
  // A box to tick is what it says, not a mark of a list.
  const item = found && /[\u2610-\u2612\u25c9\u25cb]/.test(found.format.text) && isSymbol(draft) ? undefined : found;
  const setting = settingIn(draft, context);
  const rtl = draft.lines.filter((line) => line.rtl).length * 2 > draft.lines.length;
  const heading = context.headings.get(draft);
  const runs = makeRuns(draft.lines, context, item?.labelWords ?? 0);
  const inset = insetOf(draft, setting, context);
  const tabs = tabsOf(draft, inset.indentLeft - setting.indentLeft);
  const placing = context.placings.get(draft);
  const base = {
    kind: 'paragraph' as const,
    runs,
    rtl,
    spaceBefore: placing?.before ?? 0,
    lineHeight: placing?.line ?? (draft.lines[0]?.size ?? 10) * 1.17,
    ...breakOf(placing),
    ...(tabs.length > 0 ? { tabs } : {}),
  };
  if (!item) {
    return { ...base, ...setting, ...inset, ...(heading === undefined ? {} : { heading }) };
  }
  const [line] = draft.lines;
  const text = line?.words[item.labelWords];
  const [labelEdge, textEdge] = rtl
    ? [draft.right + item.left, draft.right - (text?.box.right ?? 0)]
    : [item.left - draft.left, (text?.box.left ?? 0) - draft.left];
  return {
    ...base,
    alignment: setting.alignment === 'justified' ? 'justified' : 'left',
    indentLeft: Math.max(0, textEdge + inset.indentLeft - setting.indentLeft),
    indentRight: 0,
    indentFirst: Math.min(0, labelEdge - textEdge),
    ...(heading === undefined ? {} : { heading }),
    list: { list: item.list, level: item.level, format: item.format, value: item.value },
  };
}

/** Drawn by a form, or in a type of signs, as boxes to tick are. */
function isSymbol({ lines }: DraftText): boolean {
  return /symbol|dingbat|wingding/i.test(lines[0]?.words[0]?.style.family ?? '');
}

/** Two lines do not tell whether they are set to both sides; the rest of the document does. */
function settingIn(draft: DraftText, { justifies }: BuildContext): Setting {
  const setting = settingOf(draft);
  const [first] = draft.lines;
  if (!justifies || setting.alignment !== 'left' || draft.lines.length !== 2 || !first) return setting;
  const free = first.rtl ? first.box.left - draft.left : draft.right - first.box.right;
  return free < first.size * 0.25 ? { ...setting, alignment: 'justified' } : setting;
}

/** Whether most paragraphs of several lines are. */
export function justifiesText(blocks: readonly DraftBlock[]): boolean {
  const long = textsOf(blocks).filter(({ lines }) => lines.length > 2);
  return long.filter((draft) => settingOf(draft).alignment === 'justified').length > long.length * 0.6;
}

function breakOf(placing: Placing | undefined): Pick<Placing, 'breakBefore'> {
  return placing?.breakBefore === undefined ? {} : { breakBefore: placing.breakBefore };
}

/** @param inset from the column around to the paragraph's own */
function tabsOf({ lines, left, right }: DraftText, inset: number): NonNullable<Paragraph['tabs']> {
  const line = lines.find(({ segments }) => segments.length > 1);
  return (line?.segments.slice(1) ?? []).map(({ box }) => {
    const toRight = right - box.right < 6 && box.left > left;
    return { at: Math.max(0, (toRight ? right : box.left) - left) + inset, right: toRight };
  });
}

function buildTable(draft: DraftTable, context: BuildContext): Table {
  const columns = draft.xs.length - 1;
  const mirror = (column: number, span: number) => (draft.rtl ? columns - column - span : column);
  const widths = Array.from({ length: columns }, (_, index) => Math.max(4, (draft.xs[index + 1] ?? 0) - (draft.xs[index] ?? 0)));
  const placing = context.placings.get(draft);
  return {
    kind: 'table',
    spaceBefore: placing?.before ?? 0,
    ...breakOf(placing),
    rowHeights: rowHeights(draft),
    ...(draft.layout ? { layout: true } : {}),
    widths: draft.rtl ? widths.toReversed() : widths,
    rows: draft.rows,
    cells: draft.cells
      .map((cell) => ({
        row: cell.row,
        column: mirror(cell.column, cell.columnSpan),
        rowSpan: cell.rowSpan,
        columnSpan: cell.columnSpan,
        ...(cell.shading === undefined ? {} : { shading: cell.shading }),
        ...insidesOf(cell, draft, context),
        blocks: buildBlocks(cell.blocks, { ...context, columns: [insideOf(cell, draft)] }),
      }))
      .toSorted((a, b) => a.row - b.row || a.column - b.column),
    bordered: draft.bordered,
    borderColour: draft.colour,
    indentLeft: Math.round((draft.xs[0] ?? 0) - columnAt(draft.xs[0] ?? 0, context).left),
    rtl: draft.rtl,
  };
}

/** The column that starts last before a place. */
function columnAt(x: number, { columns }: BuildContext): Sides {
  const before = columns.filter(({ left }) => left <= x + 6).toSorted((a, b) => b.left - a.left);
  return before[0] ?? columns[0] ?? { left: x, right: x };
}

/** The sides of what a cell holds. */
function insideOf(cell: DraftCell, table: DraftTable): Sides {
  const texts = cell.blocks.filter((block) => block.kind === 'text');
  const [left = 0, right = 0] = [table.xs[cell.column], table.xs[cell.column + cell.columnSpan]];
  if (texts.length === 0) return { left, right };
  return { left: Math.min(...texts.map((draft) => draft.left)), right: Math.max(...texts.map((draft) => draft.right)) };
}

/** How far in a paragraph stands because its own column is narrower than the one around it. */
function insetOf(draft: DraftText, setting: Setting, context: BuildContext): Pick<Setting, 'indentLeft' | 'indentRight'> {
  const column = columnAt(draft.left, context);
  const rtl = draft.lines.filter((line) => line.rtl).length * 2 > draft.lines.length;
  const far = (points: number) => (points > 4 ? Math.round(points * 2) / 2 : 0);
  const [before, behind] = [far(draft.left - column.left), far(column.right - draft.right)];
  const isSet = setting.alignment !== 'left' || draft.lines.length > 2;
  const [start, end] = rtl ? [behind, before] : [before, behind];
  return { indentLeft: setting.indentLeft + start, indentRight: setting.indentRight + (isSet ? end : 0) };
}

function rowHeights(draft: DraftTable): number[] {
  const { ys, rows } = draft;
  if (ys) return Array.from({ length: rows }, (_, row) => Math.max(0, (ys[row + 1] ?? 0) - (ys[row] ?? 0)));
  const tops = rowTops(draft);
  return tops.map((top, row) => Math.max(0, (tops[row + 1] ?? top ?? 0) - (top ?? 0)));
}

/** Where the content of a cell stands in it. */
function insidesOf(
  cell: DraftCell,
  table: DraftTable,
  context: BuildContext,
): Pick<TableCell, 'paddingLeft' | 'paddingRight' | 'vertical'> {
  const [left = 0, right = 0] = [table.xs[cell.column], table.xs[cell.column + cell.columnSpan]];
  const texts = cell.blocks.filter((block) => block.kind === 'text');
  if (texts.length === 0) return { paddingLeft: 0, paddingRight: 0 };
  const within = (points: number) => Math.max(0, Math.round(points * 2) / 2);
  const paddingLeft = within(Math.min(...texts.map((draft) => draft.left)) - left);
  // Lines that do not end at the right side may use all the room there is: fonts differ.
  const reaches = texts.some((draft) => settingOf(draft).alignment !== 'left');
  const paddingRight = reaches ? within(right - Math.max(...texts.map((draft) => draft.right))) : 0;
  return { paddingLeft, paddingRight, ...verticalOf(cell, table, context) };
}

/** By the room above and below; needs the lines of the row. */
function verticalOf({ blocks, row, rowSpan }: DraftCell, table: DraftTable, context: BuildContext): Pick<TableCell, 'vertical'> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  const [top, bottom] = [table.ys?.[row], table.ys?.[row + rowSpan]];
  if (table.layout || first?.kind !== 'text' || last?.kind !== 'text' || top === undefined || bottom === undefined) return {};
  const above = topOf(first, context.placings.get(first)?.line ?? 0) - top;
  const below = bottom - (last.lines.at(-1)?.y ?? bottom) - (last.lines[0]?.size ?? 0) * 0.21;
  const step = (first.lines[0]?.size ?? 10) * 0.4;
  if (above < step) return {};
  if (Math.abs(above - below) < Math.max(step, above * 0.3)) return { vertical: 'middle' };
  return below < step ? { vertical: 'bottom' } : {};
}

function buildImage(draft: DraftImage, context: BuildContext): Image[] {
  const { image, box } = draft;
  const around = columnAt(box.left, context);
  // What sticks out of every column is set in the whole of them.
  const column = box.right > around.right + 12 ? draft.column : around;
  const file = context.pictures.get(image);
  if (!file) return [];
  const before = box.left - column.left;
  const behind = column.right - box.right;
  const centred = Math.abs(before - behind) < Math.max(6, 0.05 * (column.right - column.left)) && before > 12;
  const alignment = centred ? 'centre' : behind < 6 && before > 40 ? 'right' : 'left';
  const placing = context.placings.get(draft);
  const link = context.imageLinks.get(image);
  const alternative = context.alternatives.get(image);
  return [
    {
      kind: 'image',
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
