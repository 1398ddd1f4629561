// Reads pages of an opened document with the available engine, within the job's time, and reports the result of each. A page that cannot be read
// does not affect the others; the caller decides whether a document without any readable page is a failure (refuseUnread).

import type { JobLimits, Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import { multiply } from '../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import type { PageSurvey } from '../pdf/pdfium/compare/survey-text.ts';
import { STAMP_CHARACTERS_MAX } from './choose-pages.ts';
import { listOcrLanguages, type OcrEngineChoice, type OcrLanguages, openOcrEngine } from './engine.ts';
import { findRules, type RasterRule, showRules } from './find-rules.ts';
import { isWrittenIn, otherLatinLanguage } from './language-scripts.ts';
import { leaveOutShown } from './leave-out-shown.ts';
import { PageNotDrawn, type PageRaster, PageRasters, uprightToUserSpace } from './page-raster.ts';
import { countWords, isReadSurely, type PageText, textOfRaster } from './page-text.ts';
import { type PageRead, recognisePages } from './recognise-pages.ts';
import type { RecognisedPage } from './recognised.ts';
import type { PageRow } from './report-pages.ts';
import { showPage } from './shown-page.ts';

/** Mean of a page's words: a page of another script is read with less. */
const MISREAD_CONFIDENCE = 70;
const PAGE_MS_MAX = 120_000;
/** Share of the job's time for the work after reading. */
const TIME_KEPT = 0.1;
/** Doubtful pages are read again while the pages that wait, at the pace so far, take less than this share of the time left for them. */
const WAITING_SHARE = 0.5;
/** Share of the job's memory for the engine; the document, its rasters and PDFium need the rest. */
const READING_MEMORY_SHARE = 0.5;

export interface PagesToRead {
  readonly opened: OpenedPdf;
  /** Entries for pages that have any text; a page without one is read as seen. */
  readonly surveys: ReadonlyMap<number, PageSurvey>;
  /** 0-based, in order. */
  readonly pageIndexes: readonly number[];
  readonly languages: readonly string[];
  readonly choice: OcrEngineChoice;
  /** Text that the document shows on a scan is also read from the picture. */
  readonly readsShown: boolean;
  /** Ruling lines are looked for in the pictures. */
  readonly findsRules?: boolean;
  /** Numbers are read again, and marked where they are something else then. */
  readonly provesNumbers?: boolean;
  /** When the job's time began, from performance.now(). */
  readonly startedAt: number;
  readonly workDir: string;
  /** Memory of the job's whole process group. */
  readonly jobMemoryBytesMax?: number | undefined;
  readonly limits: Pick<JobLimits, 'processing_ms'>;
  readonly warn: (warning: Warning) => void;
  readonly onProgress: (pagesDone: number, pagesTotal: number) => void;
}

export interface PageReading {
  readonly row: PageRow;
  /** Absent where the page could not be read. */
  readonly text?: PageText;
  readonly raster?: Omit<PageRaster, 'pixels'>;
  /** Lines in its picture, where they were looked for: points of the page as shown. */
  readonly rules?: readonly RasterRule[];
  /** The page's own text would be found beside the recognised words. */
  readonly isTextTwice?: boolean;
  /** The likely script of a page with little confidence, in which none of the languages is written. */
  readonly otherScript?: string;
  /** The language of Latin letters that it is evidently written in, where that is none of the languages. */
  readonly otherLanguage?: string;
  /** Why it could not be read. */
  readonly cause?: unknown;
}

/** The job's remaining time is not enough for this page. */
class NoTimeLeft extends Error {
  override readonly name = 'NoTimeLeft';
}

/** @throws JobFailure language_unavailable; OcrEngineMissing */
export async function requireLanguages(choice: OcrEngineChoice, languages: readonly string[]): Promise<OcrLanguages> {
  const installed = await listOcrLanguages(choice, languages);
  const missing = languages.filter((code) => !installed.languages.includes(code));
  if (missing.length > 0) throw new JobFailure('language_unavailable', { details: { missing, available: installed.languages } });
  return installed;
}

/** One reading for each page, in order. */
export async function* readPages(work: PagesToRead): AsyncGenerator<PageReading, void, void> {
  const { opened, pageIndexes, languages, choice, startedAt, workDir, jobMemoryBytesMax, limits, onProgress } = work;
  if (pageIndexes.length === 0) return;
  const timeMs = limits.processing_ms;
  const pageTimeMs = Math.min(PAGE_MS_MAX, timeMs / 3);
  const lastStart = startedAt + timeMs * (1 - TIME_KEPT) - pageTimeMs;
  onProgress(0, pageIndexes.length);
  const memoryBytesMax = jobMemoryBytesMax === undefined ? undefined : jobMemoryBytesMax * READING_MEMORY_SHARE;
  await using engine = await openOcrEngine({ choice, languages, workDir, memoryBytesMax });
  await using rasters = new PageRasters(opened);
  const rules = new Map<number, readonly RasterRule[]>();
  const rasterOf = async (pageIndex: number): Promise<PageRaster> => {
    if (performance.now() > lastStart) throw new NoTimeLeft();
    const raster = await rasters.rasterOf(pageIndex);
    if (work.findsRules) rules.set(pageIndex, findRules(raster));
    return raster;
  };
  const pages = pageIndexes.map((pageIndex) => ({
    pageIndex,
    weight: rasters.weightOf(pageIndex),
    pixels: rasters.pixelsOf(pageIndex),
    raster: () => rasterOf(pageIndex),
  }));
  const readingFrom = performance.now();
  let done = 0;
  const hasTimeToSpare = (): boolean => {
    const now = performance.now();
    const pageMs = (now - readingFrom) / Math.max(1, done);
    return pageMs * (pageIndexes.length - done) < (lastStart - now) * WAITING_SHARE;
  };
  const noteDone = (pagesDone: number, total: number): void => {
    done = pagesDone;
    onProgress(pagesDone, total);
  };
  for await (const read of recognisePages(engine, pages, {
    languages,
    pageTimeMs,
    hasTimeToSpare,
    provesNumbers: work.provesNumbers ?? false,
    onProgress: noteDone,
  })) {
    yield takeReading(work, read, rules.get(read.pageIndex) ?? []);
  }
}

/** @param rules in pixels of its raster */
function takeReading(
  { opened, surveys, languages, readsShown, warn }: PagesToRead,
  read: PageRead<PageRaster>,
  rules: readonly RasterRule[],
): PageReading {
  const { pageIndex, outcome, raster } = read;
  const page = pageIndex + 1;
  const shown = opened.pages[pageIndex];
  if (!('page' in outcome) || !raster || !shown) {
    const cause = 'cause' in outcome ? outcome.cause : undefined;
    const isLate = outcome.status === 'timeout' || cause instanceof NoTimeLeft;
    warn({
      code: isLate ? 'page_timeout' : 'page_not_read',
      message: isLate ? 'The page could not be read in time.' : 'The page could not be read.',
      page,
    });
    return { row: { page, status: isLate ? 'timeout' : 'error', confidence: null, rotation: 0, words: 0, ms: 0 }, cause };
  }
  const survey = surveys.get(pageIndex);
  const hasStamp = !readsShown && survey !== undefined && survey.visible > 0 && survey.visible <= STAMP_CHARACTERS_MAX;
  const toUserSpace = uprightToUserSpace(raster, outcome.page.rotation);
  const isStampKept = hasStamp && survey.unmapped === 0;
  const recognised = isStampKept ? leaveOutShown(outcome.page, survey, toUserSpace) : outcome.page;
  const words = countWords(recognised);
  const { confidence, rotation, ms, script } = recognised;
  const isDoubtful = (confidence ?? 0) < MISREAD_CONFIDENCE || !isReadSurely(recognised);
  const isOther = script !== undefined && isDoubtful && !isWrittenIn(script, languages);
  const language = isOther ? undefined : otherLatinLanguage(textsOf(recognised), languages);
  return {
    row: {
      page,
      status: words > 0 ? 'ocr' : 'blank',
      confidence: confidence === undefined || words === 0 ? null : Math.round(confidence * 10) / 10,
      rotation,
      words,
      ms: Math.round(ms),
    },
    text: textOfRaster(recognised, raster, showPage(shown)),
    raster,
    ...(rules.length > 0 && { rules: showRules(rules, multiply(raster.toUserSpace, showPage(shown).fromUserSpace)) }),
    ...(isOther && { otherScript: script }),
    ...(language !== undefined && { otherLanguage: language }),
    isTextTwice: survey !== undefined && survey.visible + survey.unmapped > 0 && !isStampKept,
  };
}

function textsOf({ lines }: RecognisedPage): string[] {
  return lines.flatMap(({ words }) => words.map(({ text }) => text));
}

/** @throws JobFailure when there were pages and none could be processed */
export function refuseUnread(rows: readonly PageRow[], causes: readonly unknown[]): void {
  if (rows.some(({ status }) => status !== 'timeout' && status !== 'error')) return;
  if (rows.some(({ status }) => status === 'timeout')) throw new JobFailure('timeout', { message: 'No page could be read in time.' });
  const [cause] = causes;
  if (causes.every((one) => one instanceof PageNotDrawn)) throw new JobFailure('corrupt_file', { message: 'No page can be drawn.', cause });
  throw new JobFailure('internal', { cause });
}
