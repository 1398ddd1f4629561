// Compares two versions of a document page by page in PDFium: the text, and the picture at a low resolution, pixel for pixel.

import { openPair, type PageCounts, type Versions } from './open-pair.ts';
import { readPageText, renderPage, type Pdfium } from '../pdfium.ts';

export interface ComparisonRequest extends Versions {
  /** 0-based. */
  readonly textPageIndexes: readonly number[];
  readonly renderPageIndexes: readonly number[];
}

export interface PageComparison extends PageCounts {
  readonly textPagesCompared: number;
  /** 1-based. */
  readonly textPagesDifferent: readonly number[];
  readonly renderedPagesCompared: number;
  readonly renderedPagesDifferent: readonly number[];
}

const RENDER_DPI = 50;
const RENDER_PIXELS_MAX = 400_000;
const NOTHING = new Uint8Array(0);

export function comparePages(engine: Pdfium, request: ComparisonRequest): PageComparison {
  using pair = openPair(engine, request);
  const { both, counts } = pair;
  const common = Math.min(counts.pagesBefore ?? 0, counts.pagesAfter ?? 0);
  const textPages = request.textPageIndexes.filter((index) => index < common);
  const renderPages = request.renderPageIndexes.filter((index) => index < common);
  const differsInText = (index: number) =>
    both !== undefined && readPageText(engine, both.before, index) !== readPageText(engine, both.after, index);
  const looksDifferent = (index: number) => {
    if (!both) return false;
    const [one, two] = [both.before, both.after].map((version) => renderPage(engine, version, index, RENDER_DPI, RENDER_PIXELS_MAX));
    if (one?.width !== two?.width || one?.height !== two?.height) return true;
    return Buffer.compare(one?.pixels ?? NOTHING, two?.pixels ?? NOTHING) !== 0;
  };
  return {
    ...counts,
    textPagesCompared: textPages.length,
    textPagesDifferent: textPages.filter(differsInText).map((index) => index + 1),
    renderedPagesCompared: renderPages.length,
    renderedPagesDifferent: renderPages.filter(looksDifferent).map((index) => index + 1),
  };
}
