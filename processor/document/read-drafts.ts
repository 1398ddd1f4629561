// Bodies of pages → drafts of blocks for each group of pages, by the tags of the document where they can lead, else by the layout of each page.

import type { StructureElement } from '../pdf/pages/structure-tree.ts';
import type { PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { PageGroup } from './build/build-sections.ts';
import type { DraftBlock } from './drafts.ts';
import type { Sequence } from './page-sequence.ts';
import { joinBlocks } from './structure/across-pages.ts';
import { columnAround } from './structure/columns.ts';
import { joinTitles } from './structure/join-titles.ts';
import type { PageWords } from './structure/page-words.ts';
import { readGridTable, readRegion } from './structure/region.ts';
import { type GridReader, readTagged, type TaggedDrafts } from './structure/tagged.ts';
import type { TextLook } from './structure/text-look.ts';

/**
 * Tags lead through the whole document, so all of it is held: beyond so many words, some 300 pages of text, its layout leads, page by page.
 */
const TAGGED_WORDS_MAX = 150_000;

export interface DraftSource {
  /** The same blocks, in order, whenever they are asked for. */
  readonly blocksOf: (group: PageGroup) => Iterable<DraftBlock>;
  /** Absent where the layout leads. */
  readonly tagged?: TaggedDrafts;
}

export interface Pages {
  /** Without headers, footers and notes. */
  readonly bodies: Sequence<PageWords>;
  readonly wholes: Sequence<PageWords>;
}

/** The blocks of placed pages have their headers, footers and notes, by their layout. */
export function readDrafts(
  pages: Pages,
  groups: readonly PageGroup[],
  look: TextLook,
  structure: StructureElement | undefined,
): DraftSource {
  const words = groups.reduce((sum, group) => sum + group.words, 0);
  const tagged = structure && words <= TAGGED_WORDS_MAX && readByTags(structure, pages, groups, look);
  return tagged || readByLayout(pages, look);
}

/** Blocks of a document that is in memory anyway are kept with it, else they are found anew whenever they are asked for. */
function readByLayout({ bodies, wholes }: Pages, look: TextLook): DraftSource {
  const read = (group: PageGroup) => joinBlocks(layoutOf(group.placed ? wholes : bodies, group, look));
  if (!Array.isArray(bodies)) return { blocksOf: read };
  const kept = new Map<PageGroup, readonly DraftBlock[]>();
  return {
    blocksOf(group) {
      const blocks = kept.get(group) ?? [...read(group)];
      kept.set(group, blocks);
      return blocks;
    },
  };
}

function* layoutOf(bodies: Sequence<PageWords>, { start, end }: PageGroup, look: TextLook): Generator<DraftBlock, void, void> {
  for (let place = start; place < end; place++) {
    const page = bodies.at(place);
    if (page) yield* joinTitles(readRegion({ ...page, columns: look.columns }), look);
  }
}

/** The tags lead through the whole document, so all of it is held. */
function readByTags(
  structure: StructureElement,
  { bodies, wholes }: Pages,
  groups: readonly PageGroup[],
  look: TextLook,
): DraftSource | undefined {
  const pages = [...bodies];
  const tagged = readTagged(structure, pages, (lines) => columnAround(lines, look.columns), readerOfGrids(pages, look));
  if (!tagged) return undefined;
  const blocks = splitByGroup(tagged, pages, groups, look);
  return {
    blocksOf: (group) => (group.placed ? layoutOf(wholes, group, look) : (blocks[groups.indexOf(group)] ?? [])),
    tagged,
  };
}

function readerOfGrids(pages: readonly PageWords[], look: TextLook): GridReader {
  const byIndex = new Map(pages.map((page) => [page.pageIndex, page]));
  return (grid, pageIndex) => {
    const page = byIndex.get(pageIndex);
    const region = { words: [], grids: [], images: [], fills: [], rules: [], ...page, pageIndex, columns: look.columns };
    return readGridTable(grid, region);
  };
}

/** The tagged content in its order, for each group of pages; untagged content goes to its place on the page. */
function splitByGroup(tagged: TaggedDrafts, pages: readonly PageWords[], groups: readonly PageGroup[], look: TextLook): DraftBlock[][] {
  const placed = new Set(tagged.blocks.flatMap(imagesOf));
  return groups.map(({ start, end }) => {
    const own = pages.slice(start, end);
    const indexes = new Set(own.map(({ pageIndex }) => pageIndex));
    const blocks = tagged.blocks.filter(({ pageIndex }) => indexes.has(pageIndex));
    for (const page of own) {
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
