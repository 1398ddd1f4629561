// A document as its readers see it. What holds for the whole of it (running heads, the look of its text, its words) is learned when it is
// opened; the model of a page is built when it is asked for.

import type { OpenedPdf } from '../../pdf/opened.ts';
import { readPagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import { describeWidgets } from '../../pdf/pdfium/page/widgets.ts';
import { learnWords } from '../build/runs.ts';
import type { DraftText } from '../drafts.ts';
import { findFootnotes } from '../structure/footnotes.ts';
import { findHeadings } from '../structure/headings.ts';
import { ListReader } from '../structure/lists.ts';
import { type PageWords, readPageWords } from '../structure/page-words.ts';
import { readRegion } from '../structure/region.ts';
import { findRunning } from '../structure/running.ts';
import { findTextLook } from '../structure/text-look.ts';
import { lineOf, rowsOfSegments, textOfWords } from '../words/lines.ts';
import { makeSegments } from '../words/segments.ts';
import type { Word } from '../words/words.ts';
import { describePage } from './describe-page.ts';
import { listFields, listRemarks } from './list-fields.ts';
import type { PageBlock, PageModel } from './page-model.ts';
import { foldText, TextIndex } from './text-index.ts';

const PAGE_MS_MAX = 40_000;

export interface DocumentModel {
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

/** @param opened without encryption */
export async function modelDocument(opened: OpenedPdf): Promise<DocumentModel> {
  const pages = await readPages(opened);
  const index = new TextIndex();
  for (const page of pages) index.add(page ? textOfWords(page.words.words) : '');
  const describe = describer(
    opened,
    pages.filter((page) => page !== undefined),
  );
  const page = (number: number) => {
    const read = pages[number - 1];
    return read && describe(read);
  };
  return {
    page,
    find: (text) => index.pagesWith(text).flatMap((number) => blocksWith(text, page(number))),
  };
}

interface ReadPage {
  readonly words: PageWords;
  readonly links: PageContent['links'];
}

async function readPages({ bytes, pages }: OpenedPdf): Promise<(ReadPage | undefined)[]> {
  const request = { bytes, imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const wanted = pages.map(({ dict }, pageIndex) => ({ pageIndex, widgets: describeWidgets(dict, pageIndex) }));
  const read: (ReadPage | undefined)[] = [];
  for await (const page of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    read.push(page && { words: readPageWords(page), links: page.links });
  }
  return read;
}

function describer(opened: OpenedPdf, pages: readonly ReadPage[]): (page: ReadPage) => PageModel {
  const whole = pages.map(({ words }) => words);
  const running = findRunning(whole);
  const bodies = whole.map((page) => ({
    ...page,
    words: page.words.filter((word) => !running.words.has(word)),
    images: page.images.filter((image) => !running.images.all.has(image)),
  }));
  const look = findTextLook(bodies);
  const joining = { ...learnWords(bodies.flatMap(linesOf)), footnotes: new Map<Word, number>() };
  return ({ words, links }) => {
    const body = bodies[whole.indexOf(words)] ?? words;
    const footnotes = findFootnotes(body, look.size);
    const noted = new Set(footnotes.flatMap((note) => [...note.words]));
    const drafts = readRegion({ ...body, words: body.words.filter((word) => !noted.has(word)), columns: look.columns });
    const headings = findHeadings(drafts, look);
    const dict = opened.pages[words.pageIndex]?.dict;
    return describePage(
      {
        words,
        drafts,
        ...runningLines(words, running.words),
        footnotes,
        headings,
        items: new ListReader().read(
          drafts.filter((draft): draft is DraftText => draft.kind === 'text'),
          headings,
        ),
        links,
        fields: dict ? listFields(dict) : [],
        remarks: dict ? listRemarks(dict) : [],
        from: 'text',
      },
      joining,
    );
  };
}

function linesOf(page: PageWords) {
  return rowsOfSegments(makeSegments(page.words)).map((row) => lineOf(row, page.pageIndex));
}

/** Share of the height: running lines above it are the header. */
const MIDDLE = 0.5;

function runningLines(page: PageWords, running: ReadonlySet<Word>) {
  const own = linesOf({ ...page, words: page.words.filter((word) => running.has(word)) });
  const isHeader = ({ y }: { readonly y: number }) => y < page.height * MIDDLE;
  return { header: own.filter(isHeader), footer: own.filter((line) => !isHeader(line)) };
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
