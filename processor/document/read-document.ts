// Pages → document: the recipe of the analysis. Pure except for the pictures, which sharp encodes.

import type { Fill, PageContent, PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { StructureElement } from '../pdf/pages/structure-tree.ts';
import type { ConvertedDocument, Paragraph, PictureFile } from './model.ts';
import type { KeptPage } from './kept-page.ts';
import { joinAcrossPages } from './structure/across-pages.ts';
import { buildParagraph, justifiesText } from './build/build-paragraph.ts';
import { findBookmarks } from './build/bookmarks.ts';
import { bodySides, buildSections, draftImage, groupPages, type SectionContext } from './build/build-sections.ts';
import { findEndnotes } from './structure/endnotes.ts';
import { findGrounds } from './pictures/grounds.ts';
import { findFootnotes, type PageFootnote } from './structure/footnotes.ts';
import { findHeadings } from './structure/headings.ts';
import type { Line } from './words/lines.ts';
import { ListReader } from './structure/lists.ts';
import type { PageWords } from './structure/page-words.ts';
import type { PictureFiles } from './pictures/pictures.ts';
import { columnAround } from './structure/columns.ts';
import type { DraftBlock } from './drafts.ts';
import { readGridTable, readRegion } from './structure/region.ts';
import { learnWords } from './build/runs.ts';
import { type GridReader, readTagged, type TaggedDrafts } from './structure/tagged.ts';
import { findRunning, type Running } from './structure/running.ts';
import { findBodyStyle, findFamilies, findTextLook, type TextLook } from './structure/text-look.ts';

const GROUND_SHARE = 0.85;

export interface ReadDocument {
  readonly document: ConvertedDocument;
  readonly order: 'tags' | 'layout';
  readonly wordsIn: number;
  /** 0-based: the first page whose background is left out. */
  readonly groundLostOn?: number;
  /** With headers, footers and notes. */
  readonly pages: readonly PageWords[];
}

/** What the document states about itself. */
export type DocumentProperties = Pick<ConvertedDocument, 'title' | 'language'>;

export async function readDocument(
  pages: readonly KeptPage[],
  files: PictureFiles,
  structure: StructureElement | undefined,
  properties: DocumentProperties,
): Promise<ReadDocument> {
  const whole = pages.map(({ words }) => words);
  const grounds = findGrounds(pages);
  const { running, footnotes, endnotes, bodies } = partPages(whole);
  const notes = [...footnotes.flat(), ...endnotes];
  const look = findTextLook(bodies);
  const tagged = structure && readTagged(structure, bodies, (lines) => columnAround(lines, look.columns), readerOfGrids(bodies, look));
  const groups = groupPages(bodies);
  const blocks = tagged ? splitByGroup(tagged, bodies, groups, look) : readByLayout(bodies, groups, look);
  const all = blocks.flat();
  const sides = bodySides(all, bodies[0]?.width ?? 595);
  const runningImages = [...running.images.header, ...running.images.footer].map((image) => draftImage(image, sides));
  const pictures = await makePictures([...all, ...runningImages], files);
  const context: SectionContext = {
    ...learnWords(linesOf(all)),
    footnotes: new Map(notes.map(({ reference }, index) => [reference, index + 1])),
    headings: tagged && tagged.headings.size > 0 ? tagged.headings : findHeadings(all, look),
    lists: tagged ? listsOfTags(tagged) : new ListReader(),
    alternatives: tagged?.alternatives ?? new Map(),
    pictures,
    ...(grounds.colour === undefined ? {} : { ground: grounds.colour }),
    justifies: justifiesText(all),
    bookmarks: findBookmarks(all),
    fills: new Map(bodies.map((page) => [page.pageIndex, fillsOfPage(page)])),
    imageLinks: new Map(pages.flatMap(({ content }) => linkedImages(content))),
  };
  const noteTops = new Map(
    footnotes.flatMap((own, index) => (own.length > 0 ? [[bodies[index]?.pageIndex ?? 0, topOfNotes(own)] as const] : [])),
  );
  const sections = groups.flatMap((group, index) =>
    buildSections(
      { blocks: blocks[index] ?? [], pages: group.flatMap((at) => bodies[at] ?? []), noteTops, isFirst: index === 0 },
      running,
      sides,
      context,
    ),
  );
  return {
    document: {
      ...properties,
      ...(grounds.colour === undefined ? {} : { background: grounds.colour }),
      families: findFamilies(whole),
      sections,
      footnotes: notes.map((note) => buildNote(note, context)),
    },
    order: tagged ? 'tags' : 'layout',
    ...(grounds.lostOn === undefined ? {} : { groundLostOn: grounds.lostOn }),
    pages: whole,
    wordsIn: bodies.reduce((sum, page) => sum + page.words.length, 0),
  };
}

interface PageParts {
  readonly running: Running;
  /** By index of the page. */
  readonly footnotes: readonly (readonly PageFootnote[])[];
  readonly endnotes: readonly PageFootnote[];
  /** The rest of the pages. */
  readonly bodies: readonly PageWords[];
}

function partPages(whole: readonly PageWords[]): PageParts {
  const running = findRunning(whole);
  const pages = whole.map((page) => ({
    ...page,
    words: page.words.filter((word) => !running.words.has(word)),
    images: page.images.filter((image) => !running.images.all.has(image)),
  }));
  const { size } = findBodyStyle(pages);
  const footnotes = pages.map((page) => findFootnotes(page, size));
  const texts = withoutNotes(pages, footnotes.flat());
  const endnotes = findEndnotes(texts, size);
  return { running, footnotes, endnotes, bodies: withoutNotes(texts, endnotes) };
}

/** Items are those of the tags; numbers of headings are counted as without tags. */
function listsOfTags({ items, lists }: TaggedDrafts): SectionContext['lists'] {
  const reader = new ListReader(lists);
  return {
    read: (blocks, headings) =>
      new Map([
        ...reader.read(
          blocks.filter((block) => headings.has(block) && !items.has(block)),
          headings,
        ),
        ...items,
      ]),
  };
}

function withoutNotes(pages: readonly PageWords[], notes: readonly PageFootnote[]): PageWords[] {
  const taken = new Set(notes.flatMap(({ words }) => [...words]));
  return pages.map((page) => ({ ...page, words: page.words.filter((word) => !taken.has(word)) }));
}

function readerOfGrids(pages: readonly PageWords[], look: TextLook): GridReader {
  const byIndex = new Map(pages.map((page) => [page.pageIndex, page]));
  return (grid, pageIndex) => {
    const page = byIndex.get(pageIndex);
    const region = { words: [], grids: [], images: [], fills: [], ...page, pageIndex, columns: look.columns };
    return readGridTable(grid, region);
  };
}

function readByLayout(pages: readonly PageWords[], groups: readonly number[][], look: TextLook): DraftBlock[][] {
  const drafts = pages.map((page) => readRegion({ ...page, columns: look.columns }));
  return groups.map((group) => joinAcrossPages(group.flatMap((index) => drafts[index] ?? [])));
}

/** The tagged content in its order, for each group of pages; untagged content goes to its place on the page. */
function splitByGroup(tagged: TaggedDrafts, pages: readonly PageWords[], groups: readonly number[][], look: TextLook): DraftBlock[][] {
  const placed = new Set(tagged.blocks.flatMap(imagesOf));
  return groups.map((group) => {
    const indexes = new Set(group.map((at) => pages[at]?.pageIndex));
    const blocks = tagged.blocks.filter(({ pageIndex }) => indexes.has(pageIndex));
    for (const at of group) {
      const page = pages[at];
      if (!page) continue;
      const words = page.words.filter((word) => tagged.untagged.has(word));
      const images = page.images.filter((image) => !placed.has(image));
      for (const block of readRegion({ ...page, words, images, grids: [], columns: look.columns })) insertByPlace(blocks, block);
    }
    return blocks;
  });
}

/** Before the first block of its page that starts below it; else after the last one of its page or of those before. */
function insertByPlace(blocks: DraftBlock[], block: DraftBlock): void {
  const below = blocks.findIndex((other) => other.pageIndex === block.pageIndex && other.box.top >= block.box.top);
  const last = blocks.findLastIndex((other) => other.pageIndex <= block.pageIndex);
  blocks.splice(below < 0 ? last + 1 : below, 0, block);
}

function imagesOf(block: DraftBlock): PlacedImage[] {
  if (block.kind === 'image') return [block.image];
  return block.kind === 'table' ? block.cells.flatMap((cell) => cell.blocks.flatMap(imagesOf)) : [];
}

/** Pictures that a link lies over. */
function linkedImages({ images, links }: PageContent): [PlacedImage, string][] {
  return images.flatMap((image) => {
    const [x, y] = [(image.box.left + image.box.right) / 2, (image.box.top + image.box.bottom) / 2];
    const link = links.find(
      ({ boxes, uri }) => uri !== undefined && boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom),
    );
    return link?.uri === undefined ? [] : [[image, link.uri]];
  });
}

async function makePictures(blocks: readonly DraftBlock[], pictures: PictureFiles): Promise<Map<PlacedImage, PictureFile>> {
  const files = new Map<PlacedImage, PictureFile>();
  const collect = async (all: readonly DraftBlock[]): Promise<void> => {
    for (const block of all) {
      if (block.kind === 'table') for (const cell of block.cells) await collect(cell.blocks);
      if (block.kind !== 'image') continue;
      const file = await pictures.of(block.image);
      if (file) files.set(block.image, file);
    }
  };
  await collect(blocks);
  return files;
}

function linesOf(blocks: readonly DraftBlock[]): Line[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return block.lines;
    return block.kind === 'table' ? block.cells.flatMap((cell) => linesOf(cell.blocks)) : [];
  });
}

/** Without what covers the page: that is its background. */
function fillsOfPage({ fills, width, height }: PageWords): Fill[] {
  return fills.filter(({ box }) => (box.right - box.left) * (box.bottom - box.top) < width * height * GROUND_SHARE);
}

function topOfNotes(notes: readonly PageFootnote[]): number {
  return Math.min(...notes.flatMap(({ paragraphs }) => paragraphs.map(({ box }) => box.top)));
}

function buildNote(note: PageFootnote, context: SectionContext): Paragraph[] {
  const columns = note.paragraphs.slice(0, 1);
  return note.paragraphs.map((draft) => buildParagraph(draft, { ...context, placings: new Map(), columns }));
}
