// A tagged document → drafts of blocks by its structure tree: order, headings, lists and tables as the author's program wrote them. Geometry only
// joins the lines inside each part. Whether the tags can lead at all: trust-tags.ts.

import { boxAround, contains, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage, Rule } from '../../pdf/pdfium/page/page-content.ts';
import { isElement, type MarkedContent, type StructureElement } from '../../pdf/pages/structure-tree.ts';
import { joinAcrossPages } from './across-pages.ts';
import type { Grid } from '../tables/grids.ts';
import { readLabel } from '../words/labels.ts';
import { type Line, lineOf } from '../words/lines.ts';
import { bareNumberOf, type ListItem } from './lists.ts';
import type { PagePicture } from './page-pictures.ts';
import type { PageWords } from './page-words.ts';
import { readPicture } from './region.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';
import { makeSegments, type Segment } from '../words/segments.ts';
import { isHeadRow, rowsOf, setInCells, tableOf } from '../tables/tagged-table.ts';
import { turnOf } from '../words/turned-text.ts';
import { areTagsTrusted } from './trust-tags.ts';
import type { Word } from '../words/words.ts';

/** In ems: the largest step between baselines within a paragraph. */
const LEADING_EM = 1.25;
/** In ems: segments with nearer baselines are one line. */
const LEVEL_EM = 0.3;
/** Share of a table's blocks that must be in a grid for it to be the table's. */
const IN_GRID_SHARE = 0.5;

export interface TaggedDrafts {
  readonly blocks: readonly DraftBlock[];
  readonly headings: ReadonlyMap<DraftText, number>;
  readonly items: ReadonlyMap<DraftText, ListItem>;
  /** The highest number of a list. */
  readonly lists: number;
  readonly alternatives: ReadonlyMap<PlacedImage, string>;
  /** Words without a tag. */
  readonly untagged: ReadonlySet<Word>;
}

/** @param columnOf the sides of the column around some lines @returns undefined where the tags do not cover enough */
export function readTagged(
  tree: StructureElement,
  pages: readonly PageWords[],
  columnOf: (lines: readonly Line[]) => Sides,
  readGrid: GridReader,
): TaggedDrafts | undefined {
  const reader = new TagReader(pages, columnOf, readGrid);
  const blocks = reader.read(tree, { level: -1, list: 0 });
  if (!areTagsTrusted(tree, pages, reader)) return undefined;
  const untagged = new Set(pages.flatMap((page) => page.words.filter((word) => !reader.used.has(word))));
  return { blocks, headings: reader.headings, items: reader.items, lists: reader.lists, alternatives: reader.alternatives, untagged };
}

/** Reads a table by its lines. */
export type GridReader = (grid: Grid, pageIndex: number) => { readonly table: DraftTable; readonly words: readonly Word[] };

interface Place {
  /** Of the surrounding list; -1 outside. */
  readonly level: number;
  readonly list: number;
}

const INLINE = new Set([
  'Span',
  'Quote',
  'Reference',
  'Link',
  'Annot',
  'Code',
  'Ruby',
  'Warichu',
  'BibEntry',
  'Em',
  'Strong',
  'Sub',
  'NonStruct',
  'Formula',
]);
const GROUPS = new Set([
  'Document',
  'Part',
  'Art',
  'Sect',
  'Div',
  'BlockQuote',
  'TOC',
  'Index',
  'Private',
  'THead',
  'TBody',
  'TFoot',
  'Aside',
  'Form',
]);

class TagReader {
  readonly used = new Set<Word>();
  readonly texts: DraftText[] = [];
  readonly headings = new Map<DraftText, number>();
  readonly items = new Map<DraftText, ListItem>();
  readonly alternatives = new Map<PlacedImage, string>();
  readonly #words = new Map<string, Word[]>();
  readonly #images = new Map<string, { image: PagePicture; pageIndex: number }[]>();
  readonly #pageOf = new Map<Word, number>();
  readonly #grids: ReadonlyMap<number, readonly Grid[]>;
  readonly #rules: ReadonlyMap<number, readonly Rule[]>;
  readonly #readGrid: GridReader;
  readonly #columnOf: (lines: readonly Line[]) => Sides;
  #lists = 0;

  constructor(pages: readonly PageWords[], columnOf: (lines: readonly Line[]) => Sides, readGrid: GridReader) {
    this.#readGrid = readGrid;
    this.#columnOf = columnOf;
    this.#grids = new Map(pages.map(({ pageIndex, grids }) => [pageIndex, grids]));
    this.#rules = new Map(pages.map(({ pageIndex, rules }) => [pageIndex, rules]));
    for (const { pageIndex, words, images } of pages) {
      for (const word of words) {
        this.#pageOf.set(word, pageIndex);
        add(this.#words, `${pageIndex} ${word.mcid}`, word);
      }
      for (const image of images) add(this.#images, `${pageIndex} ${image.mcid}`, { image, pageIndex });
    }
  }

  get lists(): number {
    return this.#lists;
  }

  read(element: StructureElement, place: Place): DraftBlock[] {
    const { type } = element;
    if (type === 'Artifact') return [];
    if (type === 'L') return this.#readList(element, { level: place.level + 1, list: ++this.#lists });
    if (type === 'Table') return this.#readTable(element, place);
    if (type === 'Figure') return this.#readFigure(element, place);
    const heading = /^H([1-6])?$/.exec(type);
    if (heading || type === 'Title') return this.#readText(element, place, heading?.[1] === undefined ? 1 : Number(heading[1]));
    if (GROUPS.has(type) || element.children.some((child) => isElement(child) && !isInline(child))) return this.#readGroup(element, place);
    return this.#readText(element, place);
  }

  /** Children one after the other; content between them is separate text. */
  #readGroup(element: StructureElement, place: Place): DraftBlock[] {
    const blocks: DraftBlock[] = [];
    let loose: (StructureElement | MarkedContent)[] = [];
    const flush = () => {
      if (loose.length > 0) blocks.push(...this.#readText({ ...element, children: loose }, place));
      loose = [];
    };
    for (const child of element.children) {
      if (!isElement(child) || isInline(child)) loose.push(child);
      else {
        flush();
        blocks.push(...this.read(child, place));
      }
    }
    flush();
    return blocks;
  }

  #readText(element: StructureElement, _place: Place, heading?: number): DraftBlock[] {
    const contents = contentsOf(element);
    const images = contents.flatMap((content) => this.#takeImages(content, undefined));
    const words = contents
      .flatMap((content) => this.#words.get(`${content.pageIndex} ${content.mcid}`) ?? [])
      .filter((word) => !this.used.has(word));
    const lines = this.#linesOf(words);
    if (lines.length === 0) return images;
    for (const word of words) this.used.add(word);
    const text: DraftText = {
      kind: 'text',
      lines,
      ...this.#columnOf(lines),
      spaceBefore: this.#spaceBefore(lines),
      box: boxAround(lines.map(({ box }) => box)),
      pageIndex: lines[0]?.pageIndex ?? 0,
    };
    this.texts.push(text);
    if (heading !== undefined) this.headings.set(text, heading);
    return [...images, text];
  }

  /** Points to the text before it, where that is above on the same page. */
  #spaceBefore([first]: readonly Line[]): number {
    const last = this.texts.at(-1)?.lines.at(-1);
    if (!first || last?.pageIndex !== first.pageIndex || first.y <= last.y) return 0;
    const gap = first.y - last.y - Math.max(first.size, last.size) * LEADING_EM;
    return gap > 1 && gap < 100 ? gap : 0;
  }

  /** In the order of the page's text; segments on one baseline are a line. */
  #linesOf(words: readonly Word[]): Line[] {
    const byPage = Map.groupBy(words, (word) => this.#pageOf.get(word) ?? 0);
    return [...byPage].flatMap(([pageIndex, own]) => {
      const rows: Segment[][] = [];
      for (const segment of makeSegments(own.toSorted((a, b) => a.order - b.order))) {
        const open = rows.at(-1);
        const last = open?.at(-1);
        if (open && last && Math.abs(last.y - segment.y) < Math.max(last.size, segment.size) * LEVEL_EM) open.push(segment);
        else rows.push([segment]);
      }
      return rows.map((row) => lineOf(row, pageIndex));
    });
  }

  #readList(element: StructureElement, place: Place): DraftBlock[] {
    return element.children.flatMap((child) => {
      if (!isElement(child)) return this.#readText({ ...element, children: [child] }, place);
      if (child.type === 'LI') return this.#readItem(child, place);
      return this.read(child, place);
    });
  }

  #readItem(element: StructureElement, place: Place): DraftBlock[] {
    const label = element.children.find((child): child is StructureElement => isElement(child) && child.type === 'Lbl');
    const rest = element.children.filter((child) => child !== label);
    const inner = rest.flatMap(unwrapped);
    // The first text of the item goes with its label; lists and further paragraphs follow.
    const first = inner.findIndex((child) => isElement(child) && !isInline(child) && child.type !== 'P');
    const at = first < 0 ? inner.length : first;
    const [head, ...more] = splitParagraphs(inner.slice(0, at));
    const blocks = this.#readText({ ...element, children: [...(label ? [label] : []), ...(head ?? [])] }, place);
    const text = blocks.find((block) => block.kind === 'text');
    const item = text && this.#itemOf(text, label ? contentsOf(label) : [], place);
    if (text && item) this.items.set(text, item);
    return [
      ...blocks,
      ...more.flatMap((children) => this.#readText({ ...element, children }, place)),
      ...inner.slice(at).flatMap((child) => (isElement(child) ? this.read(child, place) : [])),
    ];
  }

  #itemOf(text: DraftText, label: readonly MarkedContent[], place: Place): ListItem | undefined {
    const [line] = text.lines;
    if (!line) return undefined;
    const marks = new Set(label.map(({ pageIndex, mcid }) => `${pageIndex} ${mcid}`));
    const tagged = line.words.findIndex((word) => !marks.has(`${line.pageIndex} ${word.mcid}`));
    const first = line.words[0];
    const read = first && line.words.length > 1 ? (readLabel(first.text) ?? bareNumberOf(line)) : undefined;
    const labelWords = tagged > 0 ? tagged : read ? 1 : 0;
    // A drawn bullet, or none: it is still an item.
    const shown = read ?? { kind: 'bullet' as const, pattern: (labelWords > 0 ? first?.text : undefined) ?? '\u2022', value: 1 };
    return {
      list: place.list,
      level: Math.min(8, place.level),
      format: { kind: shown.kind, text: shown.pattern },
      value: shown.value,
      labelWords,
      left: line.rtl ? -(first?.box.right ?? 0) : (first?.box.left ?? 0),
    };
  }

  #readTable(element: StructureElement, place: Place): DraftBlock[] {
    const captions = element.children.filter((child): child is StructureElement => isElement(child) && child.type === 'Caption');
    const rows = rowsOf(element);
    const heads = new Set(rows.filter(isHeadRow).map(({ children }) => children));
    const taken = new Set<string>();
    const cells: DraftCell[] = [];
    for (const [row, { children }] of rows.entries()) {
      let column = 0;
      for (const child of children) {
        if (!isElement(child) || (child.type !== 'TD' && child.type !== 'TH')) continue;
        while (taken.has(`${row} ${column}`)) column++;
        const rowSpan = Math.min(child.rowSpan, rows.length - row);
        for (let r = 0; r < rowSpan; r++) for (let c = 0; c < child.columnSpan; c++) taken.add(`${row + r} ${column + c}`);
        this.#dropRepeated(child);
        const blocks = this.#readGroup(child, { level: -1, list: 0 });
        const header = child.type === 'TH' && (row === 0 || heads.has(children)) ? { header: true } : {};
        const turned = turnOf(blocks.flatMap((block) => (block.kind === 'text' ? block.lines.flatMap(({ words }) => words) : [])));
        cells.push({ row, column, rowSpan, columnSpan: child.columnSpan, blocks, ...header, ...(turned ? { turned } : {}) });
        column += child.columnSpan;
      }
    }
    const before = captions.flatMap((caption) => this.read(caption, place));
    if (cells.length === 0) return before;
    const drawn = this.#asDrawn(cells, rows.length);
    if (drawn) return [...before, ...drawn];
    const table = this.#onGrid(tableOf(cells, rows.length));
    setInCells(table);
    // A table of one cell without lines or fill only sets text apart: it is text.
    return table.xs.length <= 2 && rows.length === 1 && !table.bordered ? [...before, ...(cells[0]?.blocks ?? [])] : [...before, table];
  }

  /** Rows of different lengths are incompletely tagged: where lines are drawn around the cells, the lines are followed instead. */
  #asDrawn(cells: readonly DraftCell[], rows: number): DraftBlock[] | undefined {
    const columns = Math.max(...cells.map((cell) => cell.column + cell.columnSpan));
    const filled = new Set(
      cells.flatMap((cell) =>
        range(cell.row, cell.rowSpan).flatMap((row) => range(cell.column, cell.columnSpan).map((column) => `${row} ${column}`)),
      ),
    );
    if (filled.size === rows * columns) return undefined;
    const boxes = cells.flatMap((cell) => cell.blocks);
    const pages = [...new Set(boxes.map(({ pageIndex }) => pageIndex))];
    const tables = pages.flatMap((pageIndex) => {
      const own = boxes.filter((block) => block.pageIndex === pageIndex);
      return (this.#grids.get(pageIndex) ?? [])
        .filter(({ box }) => own.filter((block) => contains(box, block.box, 6)).length > own.length * IN_GRID_SHARE)
        .slice(0, 1)
        .map((grid) => this.#readGrid(grid, pageIndex));
    });
    if (tables.length < pages.length) return undefined;
    for (const { words } of tables) for (const word of words) this.used.add(word);
    const kept = new Set(tables.flatMap(({ words }) => words));
    // Content outside the lines is read at its place.
    for (const block of boxes)
      if (block.kind === 'text') for (const line of block.lines) for (const word of line.words) if (!kept.has(word)) this.used.delete(word);
    return joinAcrossPages(tables.map(({ table }) => table));
  }

  /** Where lines are drawn around as many columns, they give the widths, and around as many rows the heights. */
  #onGrid(table: DraftTable): DraftTable {
    const grid = this.#grids.get(table.pageIndex)?.find(({ box, xs }) => xs.length === table.xs.length && contains(box, table.box, 8));
    if (grid) {
      const { xs, ys, colour, box } = grid;
      const isWhole = table.cells.every(({ blocks }) => blocks.every(({ pageIndex }) => pageIndex === table.pageIndex));
      return { ...table, xs, colour, box, ...(isWhole && ys.length === table.rows + 1 && { ys }) };
    }
    const rules = this.#rules.get(table.pageIndex) ?? [];
    return { ...table, bordered: rules.some(({ box }) => contains(table.box, box, 12)) };
  }

  /** The header rows of a table may be drawn, and tagged, again on the next page. */
  #dropRepeated(cell: StructureElement): void {
    const byPage = Map.groupBy(
      contentsOf(cell).flatMap(({ pageIndex, mcid }) => this.#words.get(`${pageIndex} ${mcid}`) ?? []),
      (word) => this.#pageOf.get(word) ?? 0,
    );
    const [first, ...others] = [...byPage.values()];
    const textOf = (words: readonly Word[] = []) => words.map(({ text }) => text).join(' ');
    for (const words of others) if (textOf(words) === textOf(first)) for (const word of words) this.used.add(word);
  }

  #readFigure(element: StructureElement, place: Place): DraftBlock[] {
    const contents = contentsOf(element);
    const images = contents.flatMap((content) => this.#takeImages(content, element.alternative));
    const inner = element.children.some((child) => isElement(child) && !isInline(child))
      ? this.#readGroup(element, place)
      : this.#readText(element, place);
    return [...images, ...inner];
  }

  #takeImages({ pageIndex, mcid }: MarkedContent, alternative: string | undefined): DraftBlock[] {
    const key = `${pageIndex} ${mcid}`;
    const found = this.#images.get(key) ?? [];
    this.#images.delete(key);
    return found.flatMap(({ image }): DraftBlock[] => {
      if (alternative !== undefined) this.alternatives.set(image, alternative);
      return [
        { kind: 'image', image, box: image.box, pageIndex, column: this.#columnOf([]) },
        ...readPicture(image, { pageIndex, columns: [] }),
      ];
    });
  }
}

function range(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}

function isInline(element: StructureElement): boolean {
  return INLINE.has(element.type) && element.children.every((child) => !isElement(child) || isInline(child));
}

function contentsOf(element: StructureElement): MarkedContent[] {
  return element.children.flatMap((child) => (isElement(child) ? contentsOf(child) : [child]));
}

/** Groups without a meaning of their own, around what an item holds. */
const WRAPPERS: ReadonlySet<string> = new Set(['LBody', 'Part', 'Div', 'NonStruct']);

function unwrapped(child: StructureElement | MarkedContent): readonly (StructureElement | MarkedContent)[] {
  return isElement(child) && WRAPPERS.has(child.type) ? child.children.flatMap(unwrapped) : [child];
}

/** Content before the first paragraph belongs to it; each further paragraph stands alone. */
function splitParagraphs(children: readonly (StructureElement | MarkedContent)[]): (StructureElement | MarkedContent)[][] {
  const parts: (StructureElement | MarkedContent)[][] = [[]];
  for (const child of children) {
    const isParagraph = isElement(child) && child.type === 'P';
    const open = parts.at(-1) ?? [];
    if (isParagraph && open.length > 0) parts.push([child]);
    else open.push(child);
  }
  return parts;
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
