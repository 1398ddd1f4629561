// Compares the pages of source and result in PDFium, in portions with a time limit each. It only measures; the recipe
// decides.

import type { EngineInput } from '../../pdf/pdfium/pdfium.ts';
import { measureLikenessBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { VIEW_DPI } from './levels.ts';

export interface GuardRequest {
  readonly before: EngineInput;
  readonly after: EngineInput;
  /** 0-based, ascending. */
  readonly renderPageIndexes: readonly number[];
  readonly textPageIndexes: readonly number[];
  readonly onPages: (done: number, total: number) => void;
}

export interface PageVerdict {
  /** Undefined when the page could not be drawn in time. */
  readonly ssim: number | undefined;
  readonly textSame: boolean | undefined;
}

const PAGES_AT_ONCE = 8;
const MS_PER_PAGE_MAX = 4000;
const MS_TO_OPEN = 5000;
/** A letter page at 150 dpi has 2.1 million; larger sheets are compared at a lower resolution. */
const PIXELS_MAX = 2_500_000;

/** By 0-based page index; a requested page that is missing was not ready in time. */
export async function judgePages(request: GuardRequest): Promise<Map<number, PageVerdict>> {
  const { before, after, renderPageIndexes, textPageIndexes, onPages } = request;
  const verdicts = new Map<number, PageVerdict>();
  const [render, text] = [new Set(renderPageIndexes), new Set(textPageIndexes)];
  const all = [...render.union(text)].toSorted((a, b) => a - b);
  for (let from = 0; from < all.length; from += PAGES_AT_ONCE) {
    onPages(from, all.length);
    const some = all.slice(from, from + PAGES_AT_ONCE);
    const portion = {
      before,
      after,
      renderPageIndexes: some.filter((index) => render.has(index)),
      textPageIndexes: some.filter((index) => text.has(index)),
      dpi: VIEW_DPI,
      pixelsMax: PIXELS_MAX,
    };
    const answers = await measureLikenessBounded(portion, MS_TO_OPEN + some.length * MS_PER_PAGE_MAX);
    for (const { pageIndex, ssim, textSame } of answers ?? []) verdicts.set(pageIndex, { ssim, textSame });
  }
  return verdicts;
}
