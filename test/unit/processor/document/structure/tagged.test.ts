// Structure trees that can be trusted, and those that cannot: empty, flat, in no order. On pages that are set here.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import { readTagged, type TaggedDrafts } from '../../../../../processor/document/structure/tagged.ts';
import type { MarkedContent, StructureElement } from '../../../../../processor/pdf/pages/structure-tree.ts';
import { across, down, pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';
import type { Character, PageContent } from '../../../../../processor/pdf/pdfium/page/page-content.ts';

type Child = StructureElement | number;
const element = (type: string, ...children: readonly Child[]): StructureElement => ({
  type,
  children: children.map((child): StructureElement | MarkedContent => (typeof child === 'number' ? { pageIndex: 0, mcid: child } : child)),
  rowSpan: 1,
  columnSpan: 1,
});
const marked = (text: string, y: number, mcid: number, x = 40): Character[] => set(text, x, y, STYLE, mcid);

function read(tree: StructureElement, parts: readonly Character[][], more: Partial<PageContent> = {}): TaggedDrafts | undefined {
  const unread = () => {
    throw new Error('no table is read by its lines here');
  };
  return readTagged(tree, [pageOf(parts, more)], () => ({ left: 40, right: 500 }), unread);
}

const LINES = Array.from({ length: 6 }, (_, at) => `Paragraph number ${at} of the text`);
const placed = LINES.map((text, at) => marked(text, 40 + at * 20, at));

describe('a structure tree', () => {
  it('leads where it names the text: headings, items with their numbers, cells that are heads', () => {
    const tree = element(
      'Document',
      element('H2', 0),
      element('L', element('LI', element('Lbl', 1), element('LBody', 2)), element('LI', element('LBody', 3))),
      element('Table', element('TR', element('TH', 4), element('TH', 5)), element('TR', element('TD', 6), element('TD', 7))),
    );
    const found = read(tree, [
      marked('A heading', 40, 0),
      [...marked('7. ', 60, 1), ...marked('an item', 60, 2, 60)],
      marked('an item whose bullet is drawn', 80, 3, 60),
      [...marked('Year', 100, 4), ...marked('Sum', 100, 5, 200)],
      [...marked('1976', 120, 6), ...marked('8.2', 120, 7, 200)],
    ]);
    expect([...found!.headings].map(([text, level]) => [textOfDraft(text), level])).toEqual([['A heading', 2]]);
    expect([...found!.items.values()].map(({ format, value, labelWords }) => [format.kind, value, labelWords])).toEqual([
      ['decimal', 7, 1],
      ['bullet', 1, 0],
    ]);
    const table = found!.blocks.find((block) => block.kind === 'table');
    expect(table?.cells.map(({ header }) => header ?? false)).toEqual([true, true, false, false]);
  });

  it('leads texts into cells, whose sides are theirs', () => {
    const tree = element(
      'Document',
      element('Table', element('TR', element('TD', 0), element('TD', 1)), element('TR', element('TD', 2), element('TD', 3))),
    );
    const found = read(tree, [
      [...marked('Year', 100, 0), ...marked('Sum', 100, 1, 200)],
      [...marked('1976', 120, 2), ...marked('8.2', 120, 3, 200)],
    ]);
    const table = found!.blocks.find((block) => block.kind === 'table');
    expect(table?.cells.flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? [block.left, block.right] : [])))).toEqual(
      table?.cells.map(({ column }) => [table.xs[column], table.xs[column + 1]]),
    );
    expect(table?.xs[1]).toBeCloseTo(196, 0);
  });

  it('joins the number of an item with its text, however many groups are around that', () => {
    const body = (mcid: number) => element('LBody', element('Part', element('P', mcid)));
    const tree = element(
      'Document',
      element('L', element('LI', element('Lbl', 0), body(1)), element('LI', element('Lbl', 2), body(3))),
      element('P', 4),
    );
    const found = read(tree, [
      [...marked('1. ', 40, 0), ...marked('a first item;', 40, 1, 60)],
      [...marked('2. ', 60, 2), ...marked('a second item;', 60, 3, 60)],
      marked('Then a paragraph', 90, 4),
    ]);
    expect([...found!.items.keys()].map(textOfDraft)).toEqual(['1. a first item;', '2. a second item;']);
  });

  it('has the head of a table once, though it is tagged on each page that it comes back on', () => {
    const cell = (type: string, ...contents: readonly (readonly [page: number, mcid: number])[]): StructureElement => ({
      ...element(type),
      children: contents.map(([pageIndex, mcid]) => ({ pageIndex, mcid })),
    });
    const tree = element(
      'Document',
      element(
        'Table',
        element('TR', cell('TH', [0, 0], [1, 0]), cell('TH', [0, 1], [1, 1])),
        element('TR', cell('TD', [0, 2]), cell('TD', [0, 3])),
        element('TR', cell('TD', [1, 2]), cell('TD', [1, 3])),
      ),
    );
    const rows = (year: string) => [
      [...marked('Year', 40, 0), ...marked('Sum', 40, 1, 200)],
      [...marked(year, 60, 2), ...marked('8.2', 60, 3, 200)],
    ];
    const pages = [pageOf(rows('1976')), { ...pageOf(rows('1977')), pageIndex: 1 }];
    const found = readTagged(
      tree,
      pages,
      () => ({ left: 40, right: 500 }),
      () => expect.unreachable(),
    );
    const [table] = found!.blocks;
    const texts =
      table?.kind === 'table'
        ? table.cells.map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : '')))
        : [];
    expect(texts).toEqual([['Year'], ['Sum'], ['1976'], ['8.2'], ['1977'], ['8.2']]);
  });

  it('does not lead where it is empty or leaves out a part of the text', () => {
    expect(read(element('Document'), placed)).toBeUndefined();
    expect(read(element('Document', element('P', 0), element('P', 1)), placed)).toBeUndefined();
  });

  it('does not lead where its order is nobody’s', () => {
    const paragraphs = LINES.map((_, at) => element('P', at));
    expect(read(element('Document', ...paragraphs), placed)?.blocks).toHaveLength(6);
    expect(read(element('Document', ...paragraphs.toReversed()), placed)).toBeUndefined();
  });

  it('does not lead where all is a paragraph to it and the page shows tables or lists', () => {
    const flat = element('Document', ...LINES.map((_, at) => element('P', at)));
    const grid = [30, 70, 110, 150].map((y) => across(y, 30, 400)).concat([30, 200, 400].map((x) => down(x, 30, 150)));
    expect(read(flat, placed, { rules: grid })).toBeUndefined();
    const items = LINES.map((text, at) => [...set('\u2022', 40, 40 + at * 20, STYLE, at), ...marked(text, 40 + at * 20, at, 60)]);
    expect(read(flat, items)).toBeUndefined();
  });
});
