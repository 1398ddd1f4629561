// Drafts of blocks → parts of the model, some blocks at a time. Also counts what the head of the document says of its paragraphs.

import type { Fill, PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { Sides } from '../pdf/geometry/shown-box.ts';
import { arrangeFlow } from './build/arrange.ts';
import { buildBlocks } from './build/build.ts';
import { type BuildContext, buildParagraph, sourceOf } from './build/build-paragraph.ts';
import { draftImage, type GroupPlan, innerSides, type PageGroup, type SectionContext, sectionsOf } from './build/build-sections.ts';
import type { Bookmarks } from './build/bookmarks.ts';
import { draftsOfImages, placeBlocksOfPage, sectionOfPlaced, shapesBehind, withoutOpenTables } from './build/place-blocks.ts';
import type { Drifts } from './build/drifts.ts';
import { showPictures } from './build/show-pictures.ts';
import type { RunContext } from './build/runs.ts';
import type { Stretch } from './build/split-by-columns.ts';
import { placeCells, type Placing, textsOf } from './build/spacing.ts';
import { UsualLook } from './build/usual-look.ts';
import { type Block, type DocumentHead, type DocumentPart, paragraphsIn } from './model.ts';
import type { DraftBlock, DraftText } from './drafts.ts';
import type { PartStore } from './part-store.ts';
import type { PictureFiles } from './pictures/pictures.ts';
import type { DraftSource } from './read-drafts.ts';
import type { FoundNote } from './structure/footnotes.ts';
import { type ListFlow, ListReader, LOOK_AHEAD } from './structure/lists.ts';
import type { PageWords } from './structure/page-words.ts';
import type { Running } from './structure/running.ts';
import type { TaggedDrafts } from './structure/tagged.ts';

/** Top-level blocks that are built together; as many that follow them are there too. */
const CHUNK_BLOCKS = 48;

/** What all blocks of the document together say. */
export interface Learnt {
  readonly words: Pick<RunContext, 'vocabulary' | 'hyphenates'>;
  readonly justifies: boolean;
  readonly bookmarks: Bookmarks;
  /** Levels, by place of the block among all that are not in tables. */
  readonly headings: ReadonlyMap<number, number>;
}

interface Materials extends Learnt {
  readonly source: DraftSource;
  readonly running: Running;
  readonly files: PictureFiles;
  readonly parts: PartStore;
  readonly imageLinks: ReadonlyMap<PlacedImage, string>;
  readonly fills: Pick<ReadonlyMap<number, readonly Fill[]>, 'get'>;
  readonly ground: number | undefined;
  readonly embedded: ReadonlyMap<string, number>;
  readonly drifts: Drifts;
  readonly plainCells: boolean;
  /** Pages whose tables are texts with places, by page index. */
  readonly freeTables: ReadonlySet<number>;
  /** Of the document's text. */
  readonly sides: Sides;
  readonly hasCode: boolean;
}

type Pictures = BuildContext['pictures'];

export class BuildDocument {
  readonly #materials: Materials;
  readonly #look = new UsualLook();
  readonly #headings = new WeakMap<DraftText, number>();
  readonly #bookmarks = new WeakMap<DraftText, readonly string[]>();
  readonly #context: SectionContext;
  #paragraphs = 0;
  #rtl = 0;
  /** Of blocks and of texts that were read so far. */
  #blocks = 0;
  #texts = 0;

  constructor(materials: Materials) {
    const { words, justifies, bookmarks, source, imageLinks, fills, ground, embedded, drifts, plainCells, hasCode } = materials;
    const { tagged } = source;
    this.#materials = materials;
    this.#context = {
      ...words,
      embedded,
      drifts,
      plainCells,
      justifies,
      hasCode,
      imageLinks,
      fills,
      ...(ground === undefined ? {} : { ground }),
      bookmarks: { names: bookmarks.names, at: this.#bookmarks },
      headings: tagged && tagged.headings.size > 0 ? tagged.headings : this.#headings,
      lists: tagged ? listsOfTags(tagged) : new ListReader(),
      alternatives: tagged?.alternatives ?? new Map(),
      pictures: new Map(),
    };
  }

  async addGroup(plan: GroupPlan): Promise<void> {
    const { source, running, sides } = this.#materials;
    const images = [...running.images.header, ...running.images.footer].map((image) => draftImage(image, sides));
    const sections = sectionsOf(plan, running, sides, { ...this.#context, pictures: await this.#picturesOf(images) });
    const blocks = arrangeFlow(this.#named(source.blocksOf(plan.group)), innerSides(plan));
    for (const [index, stretch] of plan.stretches.entries()) {
      const section = sections[index];
      if (!section) continue;
      this.#addPart({ kind: 'section', section });
      await this.#addStretch(plan, stretch, blocks);
    }
  }

  /** A section of its own, whose blocks keep their places. @param page with its headers, footers and notes */
  async addPlaced(group: PageGroup, page: PageWords): Promise<void> {
    const { source, freeTables } = this.#materials;
    const read = withoutOpenTables([...this.#named(source.blocksOf(group))], freeTables.has(page.pageIndex));
    const drafts = showPictures(read, page.backgrounds);
    const backgrounds = draftsOfImages(page.backgrounds, page.pageIndex);
    const pictures = await this.#picturesOf([...backgrounds, ...drafts]);
    this.#addPart({ kind: 'section', section: sectionOfPlaced(page, drafts) });
    this.#addPart({ kind: 'blocks', blocks: placeBlocksOfPage([...backgrounds, ...drafts], page, { ...this.#context, pictures }) });
    this.#addPart({ kind: 'shapes', boxes: shapesBehind(page, drafts) });
  }

  addNotes(notes: Iterable<FoundNote>): void {
    let number = 0;
    for (const { paragraphs } of notes) {
      const context = { ...this.#context, placings: new Map(), columns: paragraphs.slice(0, 1) };
      this.#addPart({ kind: 'footnote', number: ++number, paragraphs: paragraphs.map((draft) => buildParagraph(draft, context)) });
    }
  }

  /** After the last part. */
  head(): Pick<DocumentHead, 'look' | 'rtl'> {
    return { look: this.#look.find(), rtl: this.#rtl * 2 > this.#paragraphs };
  }

  /** Headings and targets of links were found by their places. */
  *#named(blocks: Iterable<DraftBlock>): Generator<DraftBlock, void, void> {
    const { headings, bookmarks } = this.#materials;
    for (const block of blocks) {
      const level = headings.get(this.#blocks++);
      if (level !== undefined && block.kind === 'text') this.#headings.set(block, level);
      for (const text of textsOf([block])) {
        const names = bookmarks.at.get(this.#texts++);
        if (names) this.#bookmarks.set(text, names);
      }
      yield block;
    }
  }

  /** Chunk by chunk, each with what follows it as far as lists ask for that. */
  async #addStretch(plan: GroupPlan, stretch: Stretch, blocks: Iterator<DraftBlock, void, void>): Promise<void> {
    const lists = this.#context.lists.flow(this.#context.headings);
    let waiting: DraftBlock[] = [];
    let built = stretch.start;
    for (let place = stretch.start; place < stretch.end; place++) {
      const { value } = blocks.next();
      if (value) waiting.push(value);
      if (waiting.length < CHUNK_BLOCKS * 2) continue;
      const chunk = waiting.slice(0, CHUNK_BLOCKS);
      waiting = waiting.slice(CHUNK_BLOCKS);
      await this.#addChunk(plan, { stretch, start: built, blocks: chunk, following: waiting, lists });
      built += chunk.length;
    }
    if (waiting.length > 0) await this.#addChunk(plan, { stretch, start: built, blocks: waiting, following: [], lists });
  }

  async #addChunk(plan: GroupPlan, { stretch, start, blocks, following, lists }: Chunk): Promise<void> {
    const placings = new Map<DraftBlock, Placing>();
    for (const [index, block] of blocks.entries()) {
      const placing = plan.placings[start + index];
      if (placing) placings.set(block, placing);
      if (block.kind === 'table') placeCells(block, plan.leading, placings);
    }
    const context = {
      ...this.#context,
      placings,
      pictures: await this.#picturesOf(blocks),
      columns: stretch.columns === 1 ? [innerSides(plan)] : stretch.sides,
    };
    const items = lists.read(sourcesOf(blocks), sourcesOf(following).slice(0, LOOK_AHEAD));
    this.#addPart({ kind: 'blocks', blocks: buildBlocks(blocks, context, items) });
  }

  #addPart(part: DocumentPart): void {
    for (const paragraph of paragraphsIn(blocksOfPart(part))) {
      this.#look.add(paragraph);
      this.#paragraphs++;
      if (paragraph.rtl) this.#rtl++;
    }
    this.#materials.parts.add(part);
  }

  async #picturesOf(blocks: readonly DraftBlock[]): Promise<Pictures> {
    const files = new Map<PlacedImage, NonNullable<ReturnType<Pictures['get']>>>();
    const collect = async (all: readonly DraftBlock[]): Promise<void> => {
      for (const block of all) {
        if (block.kind === 'table') for (const cell of block.cells) await collect(cell.blocks);
        const file = block.kind === 'image' ? await this.#materials.files.of(block.image) : undefined;
        if (block.kind === 'image' && file) files.set(block.image, file);
      }
    };
    await collect(blocks);
    return files;
  }
}

function blocksOfPart(part: DocumentPart): readonly Block[] {
  switch (part.kind) {
    case 'section':
      return [...part.section.header, ...part.section.footer];
    case 'footnote':
      return part.paragraphs;
    case 'blocks':
      return part.blocks;
    case 'shapes':
      return [];
  }
}

interface Chunk {
  readonly stretch: Stretch;
  /** Place of its first block in the group. */
  readonly start: number;
  readonly blocks: readonly DraftBlock[];
  readonly following: readonly DraftBlock[];
  readonly lists: ListFlow;
}

function sourcesOf(blocks: readonly DraftBlock[]): DraftText[] {
  return blocks.filter((block) => block.kind === 'text').map(sourceOf);
}

/** Items are those of the tags; numbers of headings are counted as without tags. */
function listsOfTags({ items, lists }: TaggedDrafts): SectionContext['lists'] {
  const reader = new ListReader(lists);
  return {
    flow(headings) {
      const counted = reader.flow(headings);
      const isCounted = (block: DraftText) => headings.has(block) && !items.has(block);
      return {
        read: (blocks, following) => new Map([...counted.read(blocks.filter(isCounted), following.filter(isCounted)), ...items]),
      };
    },
  };
}
