// Pages → document: the recipe of the analysis. Pure but for the pictures, which sharp encodes.

import type { PageContent, PlacedImage } from '../../../pdf/text/page-content.ts';
import type { StructureElement } from '../../../pdf/structure-tree.ts';
import type { ConvertedDocument, Image, Margins, Paragraph, Section } from '../model.ts';
import { joinAcrossPages } from './across-pages.ts';
import { buildBlocks, type BuildContext, buildParagraph } from './build.ts';
import { findFootnotes, type PageFootnote } from './footnotes.ts';
import { findHeadings } from './headings.ts';
import type { Line } from './lines.ts';
import { ListReader } from './lists.ts';
import { type PageWords, readPageWords } from './page-words.ts';
import { makePicture } from './pictures.ts';
import { columnAround } from './columns.ts';
import { type DraftBlock, type DraftImage, type DraftText, readGridTable, readRegion } from './region.ts';
import { learnWords } from './runs.ts';
import { splitByColumns } from './sections.ts';
import { type GridReader, readTagged, type TaggedDrafts } from './tagged.ts';
import { findRunning, type Running, type RunningLine } from './running.ts';
import { findTextLook, type TextLook } from './text-look.ts';

export interface ReadDocument {
  readonly document: ConvertedDocument;
  readonly order: 'tags' | 'layout';
  readonly wordsIn: number;
  /** With headers, footers and notes. */
  readonly pages: readonly PageWords[];
}

/** What the document says of itself. */
export type DocumentProperties = Pick<ConvertedDocument, 'title' | 'language'>;

export async function readDocument(
  contents: readonly PageContent[],
  structure: StructureElement | undefined,
  properties: DocumentProperties,
): Promise<ReadDocument> {
  const whole = contents.map(readPageWords);
  const running = findRunning(whole);
  const pages = whole.map((page) => ({
    ...page,
    words: page.words.filter((word) => !running.words.has(word)),
    images: page.images.filter((image) => !running.images.all.has(image)),
  }));
  const size = findTextLook(pages).size;
  const notes = pages.map((page) => findFootnotes(page, size));
  const noteWords = new Set(notes.flat().flatMap(({ words }) => [...words]));
  const bodies = pages.map((page) => ({ ...page, words: page.words.filter((word) => !noteWords.has(word)) }));
  const look = findTextLook(bodies);
  const tagged = structure && readTagged(structure, bodies, (lines) => columnAround(lines, look.columns), readerOfGrids(bodies, look));
  const groups = groupPages(bodies);
  const blocks = tagged ? splitByGroup(tagged, bodies, groups, look) : readByLayout(bodies, groups, look);
  const all = blocks.flat();
  const pictures = await makePictures([
    ...all,
    ...[...running.images.header, ...running.images.footer].map((image) => draftImage(image, bodySides(all, bodies))),
  ]);
  const sides = bodySides(all, bodies);
  const context: BuildContext = {
    ...learnWords(linesOf(all)),
    footnotes: new Map(notes.flat().map(({ reference }, index) => [reference, index + 1])),
    headings: tagged && tagged.headings.size > 0 ? tagged.headings : findHeadings(all, look),
    lists: tagged ? listsOfTags(tagged) : new ListReader(),
    alternatives: tagged?.alternatives ?? new Map(),
    pictures,
    imageLinks: new Map(contents.flatMap(linkedImages)),
    bodyLeft: sides.left,
    bodyRight: sides.right,
  };
  const sections = groups.flatMap((group, index) =>
    buildSections(
      blocks[index] ?? [],
      group.flatMap((at) => bodies[at] ?? []),
      { running, sides },
      context,
    ),
  );
  return {
    document: { ...properties, sections, footnotes: notes.flat().map((note) => buildNote(note, context)) },
    order: tagged ? 'tags' : 'layout',
    pages: whole,
    wordsIn: bodies.reduce((sum, page) => sum + page.words.length, 0),
  };
}

/** Items are those of the tags; numbers of headings are counted as they are without tags. */
function listsOfTags({ items, lists }: TaggedDrafts): BuildContext['lists'] {
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

/** What the tags say, in their order, for each group of pages; what they leave out goes where it stands on its page. */
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

interface Surroundings {
  readonly running: Running;
  readonly sides: Sides;
}

/** One page size; a section for each change in the number of columns. */
function buildSections(
  blocks: readonly DraftBlock[],
  pages: readonly PageWords[],
  { running, sides }: Surroundings,
  context: BuildContext,
): Section[] {
  const [first] = pages;
  const stretches = splitByColumns(blocks, bodySides(blocks, pages));
  const base = {
    pageWidth: first?.width ?? 595,
    pageHeight: first?.height ?? 842,
    margins: marginsOf(blocks, pages),
    header: [...buildRunningImages(running.images.header, sides, context), ...buildRunning(running.header, sides, context)],
    footer: [...buildRunning(running.footer, sides, context), ...buildRunningImages(running.images.footer, sides, context)],
  };
  const whole = stretches.length > 0 ? stretches : [{ blocks, columns: 1, gap: 0 }];
  return whole.map((stretch, index) => ({
    ...base,
    columns: stretch.columns,
    columnGap: stretch.gap,
    newPage: index === 0,
    blocks: buildBlocks(stretch.blocks, context),
  }));
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

/** Consecutive pages of one size. */
function groupPages(pages: readonly PageWords[]): number[][] {
  const groups: number[][] = [];
  for (const [index, page] of pages.entries()) {
    const open = groups.at(-1);
    const first = open === undefined ? undefined : pages[open[0] ?? 0];
    if (open && first && Math.abs(first.width - page.width) < 3 && Math.abs(first.height - page.height) < 3) open.push(index);
    else groups.push([index]);
  }
  return groups;
}

async function makePictures(blocks: readonly DraftBlock[]): Promise<Map<PlacedImage, Pick<Image, 'type' | 'bytes'>>> {
  const files = new Map<PlacedImage, Pick<Image, 'type' | 'bytes'>>();
  const collect = async (all: readonly DraftBlock[]): Promise<void> => {
    for (const block of all) {
      if (block.kind === 'table') for (const cell of block.cells) await collect(cell.blocks);
      if (block.kind !== 'image') continue;
      const file = await makePicture(block.image);
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

interface Sides {
  readonly left: number;
  readonly right: number;
}

function bodySides(blocks: readonly DraftBlock[], pages: readonly PageWords[]): Sides {
  const width = pages[0]?.width ?? 595;
  if (blocks.length === 0) return { left: width * 0.12, right: width * 0.88 };
  const lefts = blocks.map(({ box }) => box.left).toSorted((a, b) => a - b);
  const rights = blocks.map(({ box }) => box.right).toSorted((a, b) => a - b);
  return { left: lefts[Math.floor(lefts.length * 0.05)] ?? 0, right: rights[Math.floor(rights.length * 0.95)] ?? width };
}

const MARGIN_MIN = 14;

function marginsOf(blocks: readonly DraftBlock[], pages: readonly PageWords[]): Margins {
  const [page] = pages;
  const { width, height } = page ?? { width: 595, height: 842 };
  const sides = bodySides(blocks, pages);
  const boxes = pages.flatMap(({ words, images }) => [...words.map(({ box }) => box), ...images.map(({ box }) => box)]);
  const top = Math.min(...boxes.map((box) => box.top), height * 0.15);
  const bottom = Math.min(...boxes.map((box) => height - box.bottom), height * 0.12);
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(MARGIN_MIN, value)));
  const left = within(sides.left, width * 0.35);
  return {
    left,
    top: within(top, height * 0.3),
    right: within(width - sides.right, Math.min(width * 0.35, left * 1.6)),
    bottom: within(bottom, height * 0.3),
  };
}

function buildRunning(lines: readonly RunningLine[], sides: Sides, context: BuildContext): Paragraph[] {
  return lines.map(({ line, fields }) => buildParagraph(draftOf([line], sides), { ...context, fields, headings: new Map() }));
}

function buildRunningImages(images: readonly PlacedImage[], sides: Sides, context: BuildContext): Image[] {
  return buildBlocks(
    images.map((image) => draftImage(image, sides)),
    context,
  ).filter((block) => block.kind === 'image');
}

function draftImage(image: PlacedImage, column: Sides): DraftImage {
  return { kind: 'image', image, box: image.box, pageIndex: 0, column };
}

function draftOf(lines: readonly Line[], sides: Sides): DraftText {
  const [first] = lines;
  const box = first?.box ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return { kind: 'text', lines, ...sides, spaceBefore: 0, box, pageIndex: first?.pageIndex ?? 0 };
}

function buildNote(note: PageFootnote, context: BuildContext): Paragraph[] {
  return note.paragraphs.map((draft) => buildParagraph(draft, context));
}
