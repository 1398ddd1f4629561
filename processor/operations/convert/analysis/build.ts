// Drafts of blocks → the model: runs, settings, headings, lists, tables with their cells, pictures as files.

import type { Block, Image, Paragraph, Table } from '../model.ts';
import { settingOf } from './alignment.ts';
import type { ListItem, ListReader } from './lists.ts';
import type { DraftBlock, DraftImage, DraftTable, DraftText } from './region.ts';
import { makeRuns, type RunContext } from './runs.ts';

export interface BuildContext extends RunContext {
  readonly headings: ReadonlyMap<DraftText, number>;
  readonly lists: Pick<ListReader, 'read'>;
  /** Files of pictures, made before; a picture without one is left out. */
  readonly pictures: ReadonlyMap<DraftImage['image'], Pick<Image, 'type' | 'bytes'>>;
  readonly alternatives: ReadonlyMap<DraftImage['image'], string>;
  readonly imageLinks: ReadonlyMap<DraftImage['image'], string>;
  /** The left side of the body, from which indents count. */
  readonly bodyLeft: number;
  readonly bodyRight: number;
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

export function buildParagraph(draft: DraftText, context: BuildContext, item?: ListItem): Paragraph {
  const setting = settingOf(draft);
  const rtl = draft.lines.filter((line) => line.rtl).length * 2 > draft.lines.length;
  const heading = context.headings.get(draft);
  const runs = makeRuns(draft.lines, context, item?.labelWords ?? 0);
  const tabs = tabsOf(draft);
  const spaceBefore = Math.min(60, Math.round(draft.spaceBefore * 2) / 2);
  const base = { kind: 'paragraph' as const, runs, rtl, spaceBefore, ...(tabs.length > 0 ? { tabs } : {}) };
  if (!item) {
    return { ...base, ...setting, ...(heading === undefined ? {} : { heading }) };
  }
  const [line] = draft.lines;
  const text = line?.words[item.labelWords];
  const [labelEdge, textEdge] = rtl
    ? [draft.right + item.left, draft.right - (text?.box.right ?? 0)]
    : [item.left - draft.left, (text?.box.left ?? 0) - draft.left];
  return {
    ...base,
    alignment: setting.alignment === 'justified' ? 'justified' : 'left',
    indentLeft: Math.max(0, textEdge),
    indentRight: 0,
    indentFirst: Math.min(0, labelEdge - textEdge),
    ...(heading === undefined ? {} : { heading }),
    list: { list: item.list, level: item.level, format: item.format, value: item.value },
  };
}

function tabsOf({ lines, left, right }: DraftText): NonNullable<Paragraph['tabs']> {
  const line = lines.find(({ segments }) => segments.length > 1);
  return (line?.segments.slice(1) ?? []).map(({ box }) => {
    const toRight = right - box.right < 6 && box.left > left;
    return { at: Math.max(0, (toRight ? right : box.left) - left), right: toRight };
  });
}

function buildTable(draft: DraftTable, context: BuildContext): Table {
  const columns = draft.xs.length - 1;
  const mirror = (column: number, span: number) => (draft.rtl ? columns - column - span : column);
  const widths = Array.from({ length: columns }, (_, index) => Math.max(4, (draft.xs[index + 1] ?? 0) - (draft.xs[index] ?? 0)));
  return {
    kind: 'table',
    widths: draft.rtl ? widths.toReversed() : widths,
    rows: draft.rows,
    cells: draft.cells
      .map((cell) => ({
        row: cell.row,
        column: mirror(cell.column, cell.columnSpan),
        rowSpan: cell.rowSpan,
        columnSpan: cell.columnSpan,
        ...(cell.shading === undefined ? {} : { shading: cell.shading }),
        ...(cell.header ? { header: true } : {}),
        ...(cell.turned ? { turned: cell.turned } : {}),
        blocks: buildBlocks(cell.blocks, context),
      }))
      .toSorted((a, b) => a.row - b.row || a.column - b.column),
    bordered: draft.bordered,
    borderColour: draft.colour,
    indentLeft: Math.max(0, Math.round((draft.xs[0] ?? 0) - context.bodyLeft)),
    rtl: draft.rtl,
  };
}

function buildImage({ image, box, column }: DraftImage, context: BuildContext): Image[] {
  const file = context.pictures.get(image);
  if (!file) return [];
  const before = box.left - column.left;
  const behind = column.right - box.right;
  const centred = Math.abs(before - behind) < Math.max(6, 0.05 * (column.right - column.left)) && before > 12;
  const alignment = centred ? 'centre' : behind < 6 && before > 40 ? 'right' : 'left';
  const link = context.imageLinks.get(image);
  const alternative = context.alternatives.get(image);
  return [
    {
      kind: 'image',
      ...file,
      ...(link === undefined ? {} : { link }),
      ...(alternative === undefined ? {} : { alternative }),
      width: box.right - box.left,
      height: box.bottom - box.top,
      alignment,
    },
  ];
}
