// PDF → jpg, png: each page drawn as a viewer shows it, with its annotations and form fields. One page gives a plain image, several give a ZIP of
// `page-NNN`, written page by page.

import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { renderPages, type RenderedPage } from '../../pdf/pdfium/render-pages.ts';
import { LETTER } from '../../pdf/pages/page-box.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import type { OperationContext } from '../operation.ts';
import { ResultFile } from '../../archive/result-file.ts';
import type { WriteOptions } from './writers/writer.ts';
import { ZipFile } from '../../archive/zip-file.ts';

export interface ToImagesOptions {
  readonly format: 'jpg' | 'png';
  readonly dpi: number;
  readonly quality: number;
  /** 1-based, in the order wanted. */
  readonly pageNumbers: readonly number[];
}

export interface WrittenImages {
  readonly path: string;
  readonly kind: 'image' | 'zip';
  readonly report: Record<string, unknown>;
}

/** A4 at 600 dpi has 35 million. */
const PAGE_PIXELS_MAX = 40_000_000;
/** Larger pages are drawn one at a time: two would take more memory than a job has. */
const PIXELS_SHARED_MAX = 20_000_000;
const PAGE_MS_MAX = 60_000;
const THREADS_MAX = 2;

/** @throws JobFailure output_limit, timeout, corrupt_file */
export async function writeImages(source: OpenedPdf, options: ToImagesOptions, context: OperationContext): Promise<WrittenImages> {
  const { pageNumbers, format, dpi, quality } = options;
  const threads = largestPagePixels(source, options) > PIXELS_SHARED_MAX ? 1 : Math.min(THREADS_MAX, availableParallelism());
  const pages = renderPages(engineInput(source.source), pageNumbers, {
    format,
    dpi,
    quality,
    pixelsMax: PAGE_PIXELS_MAX,
    threads,
    pageMsMax: Math.min(PAGE_MS_MAX, context.limits.processing_ms),
  });
  const kind = pageNumbers.length === 1 ? 'image' : 'zip';
  const path = join(context.workDir, `images.${kind === 'zip' ? 'zip' : format}`);
  const file = { path, bytesMax: context.limits.output_bytes };
  using writer = kind === 'zip' ? openZip(file, options) : openFile(file);
  const sizes: number[][] = [];
  for await (const page of pages) {
    writer.add(page);
    if (page.dpi < dpi) warnReduced(context, page);
    sizes.push([page.width, page.height]);
    const done = sizes.length;
    context.progress({
      percent: Math.floor((100 * done) / pageNumbers.length),
      stage: 'drawing',
      pages_done: done,
      pages_total: pageNumbers.length,
    });
  }
  writer.end();
  return { path, kind, report: { engine: 'pdfium', images: sizes.length, pixels: sizes.slice(0, 100), threads } };
}

/** From the boxes alone; pages without one are drawn at Letter size. */
function largestPagePixels(source: OpenedPdf, { pageNumbers, dpi }: ToImagesOptions): number {
  const areas = pageNumbers.map((pageNumber) => {
    const [left, bottom, right, top] = source.pages[pageNumber - 1]?.mediaBox ?? LETTER;
    return ((right - left) / 72) * ((top - bottom) / 72) * dpi * dpi;
  });
  return areas.reduce((largest, area) => Math.max(largest, area), 0);
}

function warnReduced(context: OperationContext, { pageNumber, dpi }: RenderedPage): void {
  context.warn({
    code: 'dpi_reduced',
    message: `The page is so large that it was drawn at only ${Math.max(1, Math.floor(dpi))} dpi.`,
    page: pageNumber,
  });
}

interface ImageWriter extends Disposable {
  /** @throws JobFailure output_limit */
  readonly add: (page: Pick<RenderedPage, 'bytes' | 'pageNumber'>) => void;
  readonly end: () => void;
}

function openFile({ path, bytesMax }: WriteOptions): ImageWriter {
  const file = new ResultFile(path, bytesMax);
  return { add: ({ bytes }) => file.write(bytes), end: () => {}, [Symbol.dispose]: () => file[Symbol.dispose]() };
}

/** Images are stored, not deflated: they are compressed already. */
function openZip({ path, bytesMax }: WriteOptions, { pageNumbers, format }: ToImagesOptions): ImageWriter {
  const zip = new ZipFile(path, bytesMax);
  const digits = Math.max(3, String(Math.max(...pageNumbers)).length);
  const used = new Map<string, number>();
  return {
    add: ({ pageNumber, bytes }) => {
      const stem = `page-${String(pageNumber).padStart(digits, '0')}`;
      const count = (used.get(stem) ?? 0) + 1;
      used.set(stem, count);
      // A page requested twice is included twice.
      zip.store(`${stem}${count === 1 ? '' : `-${count}`}.${format}`, bytes);
    },
    end: () => zip.end(),
    [Symbol.dispose]: () => zip[Symbol.dispose](),
  };
}
