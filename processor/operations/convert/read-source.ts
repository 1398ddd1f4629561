// Opened document → content of its pages, in batches through PDFium's thread. A page that PDFium cannot finish is left out with a warning; the
// other pages stay.

import { PDFRawStream } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { filtersOf } from '../../pdf/streams/decode-stream.ts';
import { nameOf } from '../../pdf/syntax/dictionary.ts';
import { readPagesBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { describeWidgets } from '../../pdf/pdfium/page/widgets.ts';
import type { PagesRequest } from '../../pdf/pdfium/page/read-pages-here.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import { PDFName } from 'pdf-lib';

const BATCH_PAGES = 12;
const BATCH_MS_MAX = 60_000;
const PAGE_MS_MAX = 15_000;
const IMAGE_PIXELS_MAX = 60_000_000;
/** Per batch of pages. */
const IMAGE_MS_MAX = 12_000;
const IMAGE_BYTES_MAX = 96 * 1024 * 1024;

export interface ReadOptions {
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  /** Absent: pictures come without their pixels. */
  readonly withImages: boolean;
  readonly onPages: (done: number) => void;
}

export interface ReadSource {
  readonly pages: readonly PageContent[];
  readonly warnings: readonly Warning[];
}

export async function readSource(source: OpenedPdf, options: ReadOptions): Promise<ReadSource> {
  const { pageIndexes, withImages, onPages } = options;
  const base = {
    bytes: source.bytes,
    imagePixelsMax: withImages ? IMAGE_PIXELS_MAX : 0,
    imageMsMax: withImages ? IMAGE_MS_MAX : 0,
    imageBytesMax: withImages ? IMAGE_BYTES_MAX : 0,
    widgets: pageIndexes.flatMap((index) => {
      const page = source.pages[index];
      return (page && describeWidgets(page.dict, index)) ?? [];
    }),
    maskedJpegBytes: withImages ? maskedJpegSizes(source) : [],
  };
  const pages: PageContent[] = [];
  const warnings: Warning[] = [];
  for (let start = 0; start < pageIndexes.length; start += BATCH_PAGES) {
    const batch = pageIndexes.slice(start, start + BATCH_PAGES);
    const found = await readBatch(base, batch);
    for (const [index, page] of found.entries()) {
      if (page) pages.push(page);
      else warnings.push({ code: 'page_unreadable', message: 'This page could not be read.', page: (batch[index] ?? 0) + 1 });
    }
    onPages(start + batch.length);
  }
  const lost = withImages ? pages.find(({ images }) => images.some((image) => !image.jpeg && !image.bgra)) : undefined;
  if (lost)
    warnings.push({
      code: 'images_left_out',
      message: 'Some pictures were too large or too slow to draw and were left out.',
      page: lost.pageIndex + 1,
    });
  return { pages, warnings };
}

async function readBatch(base: Omit<PagesRequest, 'pageIndexes'>, batch: readonly number[]): Promise<(PageContent | undefined)[]> {
  const found = await readPagesBounded({ ...base, pageIndexes: batch }, BATCH_MS_MAX);
  if (found && found.length === batch.length) return [...found];
  const pages: (PageContent | undefined)[] = [];
  for (const pageIndex of batch) {
    const one = await readPagesBounded({ ...base, pageIndexes: [pageIndex] }, PAGE_MS_MAX);
    pages.push(one?.[0]);
  }
  return pages;
}

/** Stored sizes of JPEG pictures that do not show as stored: with a mask, or with inverted values. */
function maskedJpegSizes({ description }: OpenedPdf): number[] {
  return description.streams.flatMap((stream) => {
    if (!(stream instanceof PDFRawStream) || nameOf(stream.dict, 'Subtype') !== 'Image') return [];
    const isJpeg = filtersOf(stream.dict).some(({ name }) => name === 'DCTDecode');
    const changed = ['SMask', 'Mask', 'Decode', 'ImageMask'].some((key) => stream.dict.has(PDFName.of(key)));
    return isJpeg && changed ? [stream.getContents().length] : [];
  });
}
