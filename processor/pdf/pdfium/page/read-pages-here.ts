// Reads several pages of a document in the calling thread: the body of readPagesBounded (pdfium-thread.ts).

import { openInPdfium, type Pdfium } from '../pdfium.ts';
import type { PageContent } from './page-content.ts';
import type { ImageBudget } from './read-images.ts';
import { readPage } from './read-page.ts';
import type { PageWidgets } from './widgets.ts';

export interface PagesRequest {
  /** Without encryption. */
  readonly bytes: Uint8Array;
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  /** None: pictures come without their pixels. */
  readonly imagePixelsMax: number;
  readonly imageBytesMax: number;
  readonly imageMsMax: number;
  /** See ImageBudget. */
  readonly maskedJpegBytes: readonly number[];
  /** Of the pages that have any. */
  readonly widgets: readonly PageWidgets[];
}

export function readPagesHere(engine: Pdfium, request: PagesRequest): (PageContent | undefined)[] {
  const opened = openInPdfium(engine, request.bytes);
  if (typeof opened === 'number') return [];
  using document = opened;
  const budget: ImageBudget = {
    pixelsLeft: request.imagePixelsMax,
    bytesLeft: request.imageBytesMax,
    msLeft: request.imageMsMax,
    maskedBytes: new Set(request.maskedJpegBytes),
  };
  const widgets = new Map(request.widgets.map((page) => [page.pageIndex, page]));
  return request.pageIndexes.map((index) => readPage(engine, document, index, budget, widgets.get(index)));
}
