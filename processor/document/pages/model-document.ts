// A document as its readers see it. What holds for the whole of it (running heads, the look of its text, levels of headings, its words) is
// learned when it is opened; the model of a page is built when it is asked for, from the pages that were read.

import { join } from 'node:path';
import type { OpenedPdf } from '../../pdf/opened.ts';
import type { PageLink } from '../../pdf/pdfium/page/page-content.ts';
import { describeWidgets } from '../../pdf/pdfium/page/widgets.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { readPagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { type RunContext, WordLearner } from '../build/runs.ts';
import { textsOf } from '../build/spacing.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';
import { chooseStructure } from '../choose-structure.ts';
import { type KeptPage, keepPage } from '../kept-page.ts';
import type { Sequence } from '../page-sequence.ts';
import { PageStore } from '../page-store.ts';
import { type PageParts, partPages } from '../part-pages.ts';
import { type DraftSource, readDrafts } from '../read-drafts.ts';
import { findFootnotes } from '../structure/footnotes.ts';
import { HeadingFinder } from '../structure/headings.ts';
import { ListReader } from '../structure/lists.ts';
import { type PageWords, withWords } from '../structure/page-words.ts';
import { findTextLook, type TextLook } from '../structure/text-look.ts';
import { lineOf, rowsOfSegments, textOfWords } from '../words/lines.ts';
import { makeSegments } from '../words/segments.ts';
import { describePage } from './describe-page.ts';
import { listFields, listRemarks } from './list-fields.ts';
import type { PageBlock, PageModel } from './page-model.ts';
import { foldText, TextIndex } from './text-index.ts';

const PAGE_MS_MAX = 40_000;

export interface DocumentModel extends Disposable {
  /** @param page 1-based. @returns undefined for a page that could not be read */
  readonly page: (page: number) => PageModel | undefined;
  /** Blocks that hold the text, in the order of the document, whatever its case, hyphens and white space. */
  readonly find: (text: string) => readonly FoundBlock[];
}

interface FoundBlock {
  /** 1-based. */
  readonly page: number;
  readonly block: PageBlock;
}

/**
 * @param opened without encryption
 * @param workDir where pages wait when there are many of them, until the model is disposed
 */
export async function modelDocument(opened: OpenedPdf, workDir: string): Promise<DocumentModel> {
  const store = new PageStore(join(workDir, 'modelled-pages'));
  const links = new Map<number, readonly PageLink[]>();
  const index = new TextIndex();
  const places = new Map<number, number>();
  for await (const page of readPages(opened)) {
    if (page) {
      const kept = keepPage(page, { withDrawings: false, keepsContent: () => false });
      if (page.links.length > 0) links.set(page.pageIndex, page.links);
      places.set(page.pageIndex, places.size);
      index.add(page.pageIndex + 1, textOfWords(kept.words.words));
      store.add(kept);
    }
  }
  const describe = places.size > 0 ? describer(opened, store.pages, links) : () => undefined;
  const page = (number: number) => describe(places.get(number - 1) ?? -1);
  return {
    page,
    find: (text) => index.pagesWith(text).flatMap((number) => blocksWith(text, page(number))),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

function readPages({ source, pages }: OpenedPdf) {
  const request = { input: engineInput(source), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const wanted = pages.map(({ dict }, pageIndex) => ({
    pageIndex,
    get widgets() {
      return describeWidgets(dict, pageIndex);
    },
  }));
  return readPagesBounded(request, wanted, PAGE_MS_MAX);
}

type Links = ReadonlyMap<number, readonly PageLink[]>;

/** @returns the model of a page by its place among those that were read */
function describer(opened: OpenedPdf, pages: Sequence<KeptPage>, links: Links): (place: number) => PageModel | undefined {
  const parts = partPages(pages);
  const look = findTextLook(parts.bodies);
  // Each page is a group of its own: nothing is joined over its end.
  const groups = Array.from(parts.bodies, ({ width, height, words }, start) => {
    return { width, height, start, end: start + 1, words: words.length, isFirst: start === 0 };
  });
  const source = readDrafts(
    { bodies: parts.bodies, wholes: parts.bodies },
    groups,
    look,
    chooseStructure(
      opened,
      Array.from(parts.bodies, ({ pageIndex }) => pageIndex),
    ),
  );
  const blocksOf = (place: number) => [
    ...source.blocksOf(groups[place] ?? { width: 0, height: 0, start: 0, end: 0, words: 0, isFirst: false }),
  ];
  const learned = learn(groups.length, blocksOf, look);
  return (place) => {
    const page = pages.at(place)?.words;
    const dict = page && opened.pages[page.pageIndex]?.dict;
    if (!page || !dict) return undefined;
    const drafts = blocksOf(place);
    return describePage(
      {
        words: page,
        drafts,
        ...runningOf(page, parts, place, look),
        ...structureOf(drafts, source, learned, place),
        links: links.get(page.pageIndex) ?? [],
        fields: listFields(dict),
        remarks: listRemarks(dict),
        from: source.tagged ? 'tags' : 'text',
      },
      learned.joining,
    );
  };
}

interface Learned {
  readonly joining: RunContext;
  /** Levels by place of the block in the document, and the place of each page's first. */
  readonly levels: ReadonlyMap<number, number>;
  readonly firsts: readonly number[];
}

function learn(pages: number, blocksOf: (place: number) => readonly DraftBlock[], look: TextLook): Learned {
  const [words, headings] = [new WordLearner(), new HeadingFinder(look)];
  const firsts: number[] = [];
  let count = 0;
  for (let place = 0; place < pages; place++) {
    firsts.push(count);
    for (const block of blocksOf(place)) {
      headings.add(block);
      for (const { lines } of textsOf([block])) for (const line of lines) words.add(line);
      count++;
    }
  }
  return { joining: words.find(), levels: headings.find(), firsts };
}

function structureOf(drafts: readonly DraftBlock[], { tagged }: DraftSource, { levels, firsts }: Learned, place: number) {
  const found = new Map<DraftText, number>();
  for (const [index, draft] of drafts.entries()) {
    const level = levels.get((firsts[place] ?? 0) + index);
    if (level !== undefined && draft.kind === 'text') found.set(draft, level);
  }
  const headings = tagged && tagged.headings.size > 0 ? tagged.headings : found;
  const texts = drafts.filter((draft): draft is DraftText => draft.kind === 'text');
  return { headings, items: tagged?.items ?? new ListReader().flow(headings).read(texts, []) };
}

/** Share of the height: running lines above it are the header. */
const MIDDLE = 0.5;

function runningOf(page: PageWords, { running }: PageParts, place: number, look: TextLook) {
  const taken = new Set(running.orders.get(place));
  const own = linesOf(withWords(page, (words) => words.filter(({ order }) => taken.has(order))));
  const isHeader = ({ y }: { readonly y: number }) => y < page.height * MIDDLE;
  const body = withWords(page, (words) => words.filter(({ order }) => !taken.has(order)));
  return { header: own.filter(isHeader), footer: own.filter((line) => !isHeader(line)), footnotes: findFootnotes(body, look.size) };
}

function linesOf(page: PageWords) {
  return rowsOfSegments(makeSegments(page.words)).map((row) => lineOf(row, page.pageIndex));
}

function blocksWith(text: string, page: PageModel | undefined): FoundBlock[] {
  const wanted = foldText(text);
  const holds = (block: PageBlock) => {
    if (block.kind === 'picture') return false;
    return block.kind === 'table'
      ? block.cells.some((cell) => foldText(cell.text).includes(wanted))
      : foldText(block.text).includes(wanted);
  };
  return page ? page.blocks.filter(holds).map((block) => ({ page: page.page, block })) : [];
}
