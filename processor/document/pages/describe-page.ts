// The analysis of a page → its model: drafts of blocks become typed blocks with ids, in reading order; beside them the pairs, fields, links and
// remarks of the page.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import { boxAround, overlaps } from '../../pdf/geometry/shown-box.ts';
import type { PageLink, PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import { makeRuns, type RunContext } from '../build/runs.ts';
import type { DraftBlock, DraftTable, DraftText } from '../drafts.ts';
import type { ListItem } from '../structure/lists.ts';
import type { PageWords } from '../structure/page-words.ts';
import { type Line, textOfLine, textOfWords } from '../words/lines.ts';
import { findCaptions } from './find-captions.ts';
import { findPairs } from './find-pairs.ts';
import { labelFields } from './label-fields.ts';
import type { PlacedField, PlacedRemark } from './list-fields.ts';
import type { Link, Origin, PageBlock, PageModel, PictureBlock, TableBlock, TextBlock } from './page-model.ts';

/** What is known of a page when it is described. */
export interface DescribedPage {
  readonly words: PageWords;
  /** In reading order, without running heads and notes. */
  readonly drafts: readonly DraftBlock[];
  readonly header: readonly Line[];
  readonly footer: readonly Line[];
  readonly footnotes: readonly { readonly mark: string; readonly paragraphs: readonly { readonly lines: readonly Line[] }[] }[];
  readonly headings: ReadonlyMap<DraftText, number>;
  readonly items: ReadonlyMap<DraftText, ListItem>;
  readonly links: readonly PageLink[];
  readonly fields: readonly PlacedField[];
  readonly remarks: readonly PlacedRemark[];
  readonly from: Origin;
}

/** @param joining how words divided between lines are joined in this document */
export function describePage(found: DescribedPage, joining: RunContext): PageModel {
  const page = found.words.pageIndex + 1;
  const id = (kind: string, index: number) => `p${page}-${kind}${index + 1}`;
  const blocks = blocksOf(found, joining).map((block, index) => ({ ...block, id: id('b', index) }));
  const labels = labelFields(found.fields, found.words);
  return {
    page,
    width: found.words.width,
    height: found.words.height,
    blocks: findCaptions(blocks),
    pairs: findPairs(found.words).map((pair, index) => ({ ...pair, id: id('k', index) })),
    fields: found.fields.map((field, index) => ({ label: undefined, ...field, ...labels[index], id: id('f', index) })),
    links: found.links.flatMap((link) => linkOf(link, found.words)).map((link, index) => ({ ...link, id: id('l', index) })),
    remarks: found.remarks.map((remark, index) => ({ ...remark, id: id('r', index) })),
  };
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

function blocksOf(found: DescribedPage, joining: RunContext): WithoutId<PageBlock>[] {
  const { header, footer, footnotes, drafts, from } = found;
  const running = (kind: 'header' | 'footer', lines: readonly Line[]) => lines.map((line) => textBlock(kind, [line], from, joining));
  return [
    ...running('header', header),
    ...drafts.map((draft) => blockOf(draft, found, joining)),
    ...footnotes.map(({ mark, paragraphs }) => ({
      ...textBlock(
        'footnote',
        paragraphs.flatMap(({ lines }) => lines),
        from,
        joining,
      ),
      label: mark,
    })),
    ...running('footer', footer),
  ];
}

function blockOf(draft: DraftBlock, { headings, items, from }: DescribedPage, joining: RunContext): WithoutId<PageBlock> {
  switch (draft.kind) {
    case 'image':
      return pictureBlock(draft.image);
    case 'table':
      return tableBlock(draft, from, joining);
    case 'text': {
      const [level, item] = [headings.get(draft), items.get(draft)];
      if (level !== undefined) return { ...textBlock('heading', draft.lines, from, joining), level };
      if (!item) return textBlock('paragraph', draft.lines, from, joining);
      const label = textOfWords(draft.lines[0]?.words.slice(0, item.labelWords) ?? []);
      return { ...textBlock('list_item', draft.lines, from, joining, item.labelWords), level: item.level + 1, label };
    }
  }
}

/** @param skip words at its start that are its label */
function textBlock(kind: TextBlock['kind'], lines: readonly Line[], from: Origin, joining: RunContext, skip = 0): Omit<TextBlock, 'id'> {
  return {
    kind,
    text: textOfLines(lines, joining, skip),
    lines: lines.map((line) => ({ text: textOfLine(line).replaceAll('\t', ' '), box: line.box })),
    box: boxAround(lines.map(({ box }) => box)),
    from,
  };
}

function textOfLines(lines: readonly Line[], joining: RunContext, skip = 0): string {
  return makeRuns(lines, joining, skip)
    .map(({ text }) => text)
    .join('')
    .replaceAll('\t', ' ')
    .trim();
}

function pictureBlock({ box, widthPixels, heightPixels }: PlacedImage): Omit<PictureBlock, 'id'> {
  return { kind: 'picture', box, widthPixels, heightPixels };
}

function tableBlock(table: DraftTable, from: Origin, joining: RunContext): Omit<TableBlock, 'id'> {
  const columns = table.xs.length - 1;
  const cells = table.cells.map((cell) => {
    const lines = linesOf(cell.blocks);
    return {
      row: cell.row,
      // Columns count in reading direction.
      column: table.rtl ? columns - cell.column - cell.columnSpan : cell.column,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
      header: cell.header ?? false,
      text: cell.blocks
        .map((block) => textOfLines(linesOf([block]), joining))
        .join('\n')
        .trim(),
      box: lines.length > 0 ? boxAround(lines.map(({ box }) => box)) : undefined,
    };
  });
  return { kind: 'table', box: table.box, rows: table.rows, columns, cells, from };
}

function linesOf(blocks: readonly DraftBlock[]): Line[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [...block.lines];
    return block.kind === 'table' ? block.cells.flatMap((cell) => linesOf(cell.blocks)) : [];
  });
}

function linkOf({ boxes, uri, pageIndex }: PageLink, { words }: PageWords): Omit<Link, 'id'>[] {
  const [first] = boxes;
  if (!first || (uri === undefined && pageIndex === undefined)) return [];
  const under = words.filter(({ box }) => boxes.some((one) => overlaps(one, middleOf(box))));
  return [
    {
      text: textOfWords(under),
      box: boxAround(boxes),
      ...(uri === undefined ? {} : { uri }),
      ...(pageIndex === undefined ? {} : { page: pageIndex + 1 }),
    },
  ];
}

function middleOf({ left, top, right, bottom }: ShownBox): ShownBox {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - 0.1, right: x + 0.1, top: y - 0.1, bottom: y + 0.1 };
}
