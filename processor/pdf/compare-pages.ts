// Compares two versions of a document page by page in PDFium: the text, and the picture at a low resolution, pixel for pixel.

import { openInPdfium, readPageText, renderPage, type Pdfium } from './pdfium.ts';

export interface ComparisonRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** 0-based. */
  readonly textPageIndexes: readonly number[];
  readonly renderPageIndexes: readonly number[];
}

export interface PageComparison {
  /** Absent when PDFium does not open the version. */
  readonly pagesBefore?: number;
  readonly pagesAfter?: number;
  readonly textPagesCompared: number;
  /** 1-based. */
  readonly textPagesDifferent: readonly number[];
  readonly renderedPagesCompared: number;
  readonly renderedPagesDifferent: readonly number[];
}

const RENDER_DPI = 50;
const RENDER_PIXELS_MAX = 400_000;

export function comparePages(engine: Pdfium, request: ComparisonRequest): PageComparison {
  const openedBefore = openInPdfium(engine, request.before);
  using before = typeof openedBefore === 'number' ? undefined : openedBefore;
  const openedAfter = openInPdfium(engine, request.after);
  using after = typeof openedAfter === 'number' ? undefined : openedAfter;
  const [textPagesDifferent, renderedPagesDifferent]: [number[], number[]] = [[], []];
  const common = Math.min(before?.pageCount ?? 0, after?.pageCount ?? 0);
  const textPages = request.textPageIndexes.filter((index) => index < common);
  const renderPages = request.renderPageIndexes.filter((index) => index < common);
  if (before && after) {
    for (const index of textPages) {
      if (readPageText(engine, before, index) !== readPageText(engine, after, index)) textPagesDifferent.push(index + 1);
    }
    for (const index of renderPages) {
      const [one, two] = [before, after].map((version) => renderPage(engine, version, index, RENDER_DPI, RENDER_PIXELS_MAX));
      const same =
        one?.width === two?.width && one?.height === two?.height && Buffer.compare(one?.pixels ?? NOTHING, two?.pixels ?? NOTHING) === 0;
      if (!same) renderedPagesDifferent.push(index + 1);
    }
  }
  return {
    ...(before ? { pagesBefore: before.pageCount } : {}),
    ...(after ? { pagesAfter: after.pageCount } : {}),
    textPagesCompared: textPages.length,
    textPagesDifferent,
    renderedPagesCompared: renderPages.length,
    renderedPagesDifferent,
  };
}

const NOTHING = new Uint8Array(0);
