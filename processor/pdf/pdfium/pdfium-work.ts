// The body of the thread that runs PDFium for pdfium-thread.ts: one answer for each request, in their order. No file, no network, no other engine.

import { parentPort } from 'node:worker_threads';
import { countParts, type CountRequest } from './compare/count-parts.ts';
import { comparePlaced, type PlacedRequest } from './compare/compare-placed.ts';
import { comparePages, type ComparisonRequest } from './compare/compare-pages.ts';
import { EditJudge } from './compare/judge-edit.ts';
import type { JudgedPage } from './compare/judged-page.ts';
import type { Versions } from './compare/open-pair.ts';
import { surveyText, type SurveyRequest } from './compare/survey-text.ts';
import { type EngineInput, heapBytes, loadPdfium, openInPdfium, readPageText, savePdfiumCopy, type Pdfium } from './pdfium.ts';
import { buffersOf, PageReader, type PagesRequest, type PageToRead } from './page/page-reader.ts';
import { measureLikeness, type LikenessRequest } from './compare/compare-renders.ts';
import { drawRegions, type RegionsRequest } from './page/draw-regions.ts';
import { type GlyphsRequest, readGlyphs } from './page/read-glyphs.ts';
import { type DrawPictureRequest, drawPicture } from './draw-picture.ts';

export interface UnlockAnswer {
  /** PDFIUM_ERROR's number when the document does not open. */
  readonly error?: number;
  /** The bits of /P that apply to whoever opened it (ISO 32000-1 table 22); -1 when nothing is restricted. */
  readonly permissions?: number;
}

export interface CopyAnswer {
  /** Absent when the document does not open or cannot be written. */
  readonly bytes?: Uint8Array;
}

export interface WordCount {
  readonly pages: number;
  /** Runs of characters between white space, on the requested pages. */
  readonly words: number;
}

export type PdfiumRequest =
  | { readonly kind: 'warm' }
  | { readonly kind: 'count'; readonly input: EngineInput; readonly pagesMax: number }
  | { readonly kind: 'unlock' | 'copy'; readonly input: EngineInput; readonly password: string }
  | ({ readonly kind: 'count_parts' } & CountRequest)
  | ({ readonly kind: 'survey' } & SurveyRequest)
  | ({ readonly kind: 'compare' } & ComparisonRequest)
  | ({ readonly kind: 'compare_placed' } & PlacedRequest)
  | ({ readonly kind: 'open_pages' } & PagesRequest)
  | ({ readonly kind: 'read_page' } & PageToRead)
  | { readonly kind: 'close_pages' }
  | ({ readonly kind: 'likeness' } & LikenessRequest)
  | ({ readonly kind: 'draw_picture' } & DrawPictureRequest)
  | ({ readonly kind: 'draw_regions' } & RegionsRequest)
  | ({ readonly kind: 'glyphs' } & GlyphsRequest)
  | ({ readonly kind: 'open_judge' } & Versions)
  | { readonly kind: 'judge_page'; readonly page: JudgedPage }
  | { readonly kind: 'close_judge' };

export interface PdfiumAnswer {
  readonly value: unknown;
  readonly heapBytes: number;
}

/** Between open_pages and close_pages. */
let reader: PageReader | undefined;
/** Between open_judge and close_judge. */
let judge: EditJudge | undefined;

parentPort?.on('message', (request: PdfiumRequest) => {
  void answer(request).then(({ handedOver, ...reply }) => parentPort?.postMessage(reply, handedOver));
});

async function answer(request: PdfiumRequest): Promise<PdfiumAnswer & { readonly handedOver: ArrayBuffer[] }> {
  const engine = await loadPdfium();
  if (request.kind === 'read_page') {
    const page = reader?.read(request);
    return { value: page, heapBytes: heapBytes(engine), handedOver: page ? buffersOf(page) : [] };
  }
  return { value: perform(engine, request), heapBytes: heapBytes(engine), handedOver: [] };
}

function perform(engine: Pdfium, request: Exclude<PdfiumRequest, { kind: 'read_page' }>): unknown {
  switch (request.kind) {
    case 'warm':
      return true;
    case 'copy':
      return makeCopy(engine, request.input, request.password);
    case 'unlock':
      return unlock(engine, request.input, request.password);
    case 'compare':
      return comparePages(engine, request);
    case 'compare_placed':
      return comparePlaced(engine, request);
    case 'open_judge':
      judge = new EditJudge(engine, request);
      return true;
    case 'judge_page':
      return judge?.judge(request.page);
    case 'close_judge':
      judge?.[Symbol.dispose]();
      judge = undefined;
      return true;
    case 'count_parts':
      return countParts(engine, request);
    case 'survey':
      return surveyText(engine, request);
    case 'count':
      return countWords(engine, request.input, request.pagesMax);
    case 'open_pages':
      reader = PageReader.open(engine, request);
      return reader !== undefined;
    case 'close_pages':
      reader?.[Symbol.dispose]();
      reader = undefined;
      return true;
    case 'likeness':
      return measureLikeness(engine, request);
    case 'draw_regions':
      return drawRegions(engine, request);
    case 'glyphs':
      return readGlyphs(engine, request);
    case 'draw_picture':
      return drawPicture(engine, request);
  }
}

function unlock(engine: Pdfium, input: EngineInput, password: string): UnlockAnswer {
  const opened = openInPdfium(engine, input, password);
  if (typeof opened === 'number') return { error: opened };
  using document = opened;
  return { permissions: engine.FPDF_GetDocPermissions(document.handle) };
}

function makeCopy(engine: Pdfium, input: EngineInput, password: string): CopyAnswer {
  const opened = openInPdfium(engine, input, password);
  if (typeof opened === 'number') return {};
  using document = opened;
  const bytes = savePdfiumCopy(engine, document);
  return bytes ? { bytes } : {};
}

function countWords(engine: Pdfium, input: EngineInput, pagesMax: number): WordCount {
  const opened = openInPdfium(engine, input);
  if (typeof opened === 'number') return { pages: 0, words: 0 };
  using document = opened;
  let words = 0;
  for (let index = 0; index < Math.min(pagesMax, document.pageCount); index++) {
    if (document.isHeavy) document.reopen();
    words += readPageText(engine, document, index)?.match(/\S+/g)?.length ?? 0;
  }
  return { pages: document.pageCount, words };
}
