// Reads many pages with one engine: the heaviest first, at most 2 × workers rasters alive and a bounded number of pixels, each page within its
// own time limit. No page can end the run; outcomes come in page order.

import type { OcrEngine, GreyRaster, RecognisedOutcome } from './recognised.ts';
import { takeTurns } from './turns.ts';

export interface PageToRead<P extends GreyRaster> {
  /** 0-based. */
  readonly pageIndex: number;
  /** How long it may take compared with the others; only the order counts. */
  readonly weight: number;
  /** About how many its raster has. */
  readonly pixels?: number;
  /** Makes the raster when its turn comes. What it throws is the page's outcome. */
  readonly raster: () => Promise<P>;
}

/** Pixels of all live rasters, each of which may exist twice: once here and once in the engine. */
const PIXELS_ALIVE_MAX = 80_000_000;

export interface PageRead<P extends GreyRaster> {
  readonly pageIndex: number;
  readonly outcome: RecognisedOutcome;
  /** The raster that was read, without its pixels; absent when there was none. */
  readonly raster: Omit<P, 'pixels'> | undefined;
}

export interface RecognisePagesOptions {
  readonly languages: readonly string[];
  /** For reading one page, from when a worker takes it. */
  readonly pageTimeMs: number;
  readonly signal?: AbortSignal;
  /** Asked when a page's words are doubtful: is there time to read it again? */
  readonly hasTimeToSpare?: () => boolean;
  readonly provesNumbers?: boolean;
  /** Called after each page, in the order in which they end. */
  readonly onProgress?: (pagesDone: number, pagesTotal: number) => void;
}

/** @throws the signal's reason */
export async function* recognisePages<P extends GreyRaster>(
  engine: OcrEngine,
  pages: readonly PageToRead<P>[],
  options: RecognisePagesOptions,
): AsyncGenerator<PageRead<P>, void, void> {
  const { languages, pageTimeMs, signal, hasTimeToSpare = () => true, provesNumbers = false, onProgress } = options;
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const rasterTurns = takeTurns(engine.workers * 2, PIXELS_ALIVE_MAX);
  let pagesDone = 0;

  const readPage = async ({ pageIndex, pixels, raster: makeRaster }: PageToRead<P>): Promise<PageRead<P>> => {
    using _turn = await rasterTurns(pixels);
    if (stopped.aborted) return { pageIndex, outcome: { status: 'error', cause: stopped.reason }, raster: undefined };
    let described: Omit<P, 'pixels'> | undefined;
    let outcome: RecognisedOutcome;
    try {
      const raster = await makeRaster();
      const { pixels: _, ...rest } = raster;
      described = rest;
      outcome = await engine.recognise(raster, { languages, timeMs: pageTimeMs, signal: stopped, hasTimeToSpare, provesNumbers });
    } catch (cause) {
      outcome = { status: 'error', cause };
    }
    if (!stopped.aborted) onProgress?.(++pagesDone, pages.length);
    return { pageIndex, outcome, raster: described };
  };

  const reading = new Map(pages.toSorted((one, two) => two.weight - one.weight).map((page) => [page, readPage(page)] as const));
  try {
    for (const page of pages.toSorted((one, two) => one.pageIndex - two.pageIndex)) {
      const read = await reading.get(page);
      signal?.throwIfAborted();
      if (read) yield read;
    }
  } finally {
    // Also when the caller stops early: no page continues unnoticed.
    stop.abort();
    await Promise.all(reading.values());
  }
}
