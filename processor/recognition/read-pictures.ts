// Text in pictures on pages that have text of their own: charts, screenshots, tables that were pasted as pictures. Of each page only its pictures are
// read, with everything else taken away, and only where they hold what looks like letters: a photograph is not read.

import type { JobLimits } from '#contract/processor.ts';
import type { ShownBox } from '../pdf/geometry/shown-box.ts';
import { moveBox } from '../pdf/geometry/shown-box.ts';
import { invert, multiply } from '../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { openOcrEngine } from './engine.ts';
import { findRules, type RasterRule, showRules } from './find-rules.ts';
import { type PageRaster, PageRasters } from './page-raster.ts';
import { type PageText, textOfRaster } from './page-text.ts';
import { recognisePages } from './recognise-pages.ts';
import type { PagesToRead } from './read-pages.ts';
import { showPage } from './shown-page.ts';
import { findStrips } from './strips/find-strips.ts';

/** In points of the page as shown. */
export interface PictureAreas {
  readonly pictures: readonly ShownBox[];
  /** Words of the page, which may lie over its pictures. */
  readonly words: readonly ShownBox[];
}

export type PicturesToRead = Pick<PagesToRead, 'opened' | 'languages' | 'choice' | 'startedAt' | 'workDir' | 'jobMemoryBytesMax'> & {
  /** By page index, 0-based. */
  readonly areas: ReadonlyMap<number, PictureAreas>;
  readonly limits: Pick<JobLimits, 'processing_ms'>;
  readonly onProgress: (done: number, total: number) => void;
};

export interface PictureReading {
  readonly pageIndex: number;
  readonly text: PageText;
  /** Lines in the pictures, in points of the page as shown. */
  readonly rules: readonly RasterRule[];
}

const PAGE_MS_MAX = 60_000;
/** Share of the job's time after which no more pictures are read: the pages themselves come first. */
const TIME_SHARE = 0.5;
const READING_MEMORY_SHARE = 0.5;
/** So many letters in pieces of lines of so many are text. */
const TEXT = { letters: 12, inPiece: 3 } as const;

/** There is nothing to be read on the page, or no time. */
class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** In the order of pages; those without text in their pictures do not come. */
export async function* readPictures(work: PicturesToRead): AsyncGenerator<PictureReading, void, void> {
  const { opened, areas, languages, choice, startedAt, workDir, jobMemoryBytesMax, limits, onProgress } = work;
  const lastStart = startedAt + limits.processing_ms * TIME_SHARE;
  const memoryBytesMax = jobMemoryBytesMax === undefined ? undefined : jobMemoryBytesMax * READING_MEMORY_SHARE;
  await using engine = await openOcrEngine({ choice, languages, workDir, memoryBytesMax });
  await using rasters = new PageRasters(opened);
  const rules = new Map<number, RasterRule[]>();
  const rasterOf = async (pageIndex: number, own: PictureAreas): Promise<PageRaster> => {
    if (performance.now() > lastStart) throw new NotRead();
    const raster = keepAreas(await rasters.rasterOf(pageIndex), own, opened, pageIndex);
    if (!raster || !hasLetters(raster)) throw new NotRead();
    rules.set(pageIndex, findRules(raster));
    return raster;
  };
  const pages = [...areas].map(([pageIndex, own]) => ({
    pageIndex,
    weight: rasters.weightOf(pageIndex),
    pixels: rasters.pixelsOf(pageIndex),
    raster: () => rasterOf(pageIndex, own),
  }));
  const options = { languages, pageTimeMs: Math.min(PAGE_MS_MAX, limits.processing_ms / 6), onProgress };
  for await (const { pageIndex, outcome, raster } of recognisePages(engine, pages, options)) {
    const page = opened.pages[pageIndex];
    // Pictures stand as their page does: what was read after a turn was no text.
    if (!('page' in outcome) || !raster || !page || outcome.page.rotation !== 0) continue;
    const text = textOfRaster(outcome.page, raster, showPage(page));
    yield {
      pageIndex,
      text,
      rules: showRules(rules.get(pageIndex) ?? [], text.toShown),
    };
  }
}

/** The raster with its pictures alone. */
function keepAreas(raster: PageRaster, { pictures, words }: PictureAreas, { pages }: OpenedPdf, pageIndex: number): PageRaster | undefined {
  const page = pages[pageIndex];
  const toPixels = page && invert(multiply(raster.toUserSpace, showPage(page).fromUserSpace));
  if (!toPixels) return undefined;
  const { width, height } = raster;
  const pixels = new Uint8Array(width * height).fill(255);
  const eachRow = (box: ShownBox, change: (from: number, to: number) => void) => {
    const { left, top, right, bottom } = moveBox(toPixels, box);
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) change(y * width + from, y * width + to);
  };
  for (const box of pictures) eachRow(box, (from, to) => pixels.set(raster.pixels.subarray(from, Math.max(from, to)), from));
  for (const box of words) eachRow(box, (from, to) => pixels.fill(255, from, Math.max(from, to)));
  return { ...raster, pixels };
}

function hasLetters(raster: PageRaster): boolean {
  const pieces = findStrips(raster, []).filter(({ letters }) => letters.length >= TEXT.inPiece);
  return pieces.reduce((sum, { letters }) => sum + letters.length, 0) >= TEXT.letters;
}
