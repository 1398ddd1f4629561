// Proves by a second engine that every page of a result shows the pages of the source that it was to show, where they were to be.

import { type ByteSource, fileSource } from './pdf/byte-source.ts';
import { engineInput } from './pdf/pdfium/pdfium.ts';
import { comparePlacedBounded } from './pdf/pdfium/pdfium-thread.ts';
import type { MadePage, MadePageLikeness } from './pdf/pdfium/compare/compare-placed.ts';
import { samplePages } from './pdf/verify.ts';
import type { PageView } from './pdf/pages/page-view.ts';
import type { PlannedPage } from './pdf/geometry/planned-page.ts';

/** Together; what is not drawn then is a warning. */
const LOOK_MS_MAX = 120_000;
const BATCH_MS_MAX = 10_000;
/** A page by itself, where its batch was not done in time. */
const PAGE_MS_MAX = 5000;
const BATCH_PAGES = 8;
/** Coarse, and for pages that differ then: lines and dots of scans are drawn another way when they are turned. */
const LOOKS = [
  { dpi: 60, pixelsMax: 600_000, square: 4, slack: 0 },
  { dpi: 150, pixelsMax: 3_000_000, square: 10, slack: 1 },
] as const;
/** Of 255. Measured: pages as planned differ by less, a letter that is missing by more. */
export const DIFFERENCE_MAX = 60;

export interface LookedAt {
  /** Without encryption, as it was opened. */
  readonly source: ByteSource;
  /** Of its pages. */
  readonly views: readonly PageView[];
  readonly planned: readonly PlannedPage[];
  readonly path: string;
  /** Text is taken out that was not seen: letters are not compared. */
  readonly losesText?: boolean;
}

export interface SeenPages {
  readonly compared: number;
  /** 1-based in the result. */
  readonly different: readonly number[];
  /** Of 255; null where nothing was compared. */
  readonly largest: number | null;
}

/** @param tell what share of the pages is done */
export async function lookAtPages(made: LookedAt, tell: (share: number) => void): Promise<SeenPages> {
  const order = spread(made.planned.length);
  const seen: MadePageLikeness[] = [];
  const deadline = performance.now() + LOOK_MS_MAX;
  for (let from = 0; from < order.length && performance.now() < deadline; from += BATCH_PAGES) {
    seen.push(...(await lookTwice(made, order.slice(from, from + BATCH_PAGES))));
    tell((from + BATCH_PAGES) / order.length);
  }
  const different = seen.filter((page) => !isAsPlanned(page, made)).map(({ pageIndex }) => pageIndex + 1);
  return {
    compared: seen.length,
    different: different.toSorted((one, two) => one - two),
    largest: seen.length === 0 ? null : Math.max(...seen.map(({ difference }) => difference)),
  };
}

async function lookTwice(made: LookedAt, pageIndexes: readonly number[]): Promise<readonly MadePageLikeness[]> {
  const [coarse, fine] = LOOKS;
  const first = await look(made, pageIndexes, coarse);
  const differing = first.filter((page) => !isAsPlanned(page, made)).map(({ pageIndex }) => pageIndex);
  if (differing.length === 0) return first;
  const second = await look(made, differing, fine);
  return first.map((page) => second.find(({ pageIndex }) => pageIndex === page.pageIndex) ?? page);
}

/** Where one page keeps the engine busy or breaks it, the others are looked at without it. */
async function look(made: LookedAt, pageIndexes: readonly number[], how: (typeof LOOKS)[number]): Promise<readonly MadePageLikeness[]> {
  const pages = pageIndexes.flatMap((index) => expectedPage(made, index) ?? []);
  const request = { before: engineInput(made.source), after: engineInput(fileSource(made.path)), ...how };
  const found = await comparePlacedBounded({ ...request, pages }, pages.length === 1 ? PAGE_MS_MAX : BATCH_MS_MAX);
  if (found || pages.length === 1) return found ?? [];
  const each: MadePageLikeness[] = [];
  for (const page of pages) each.push(...((await comparePlacedBounded({ ...request, pages: [page] }, PAGE_MS_MAX)) ?? []));
  return each;
}

/** All pages, those that are spread over the document first. */
function spread(count: number): readonly number[] {
  const first = samplePages(count, BATCH_PAGES);
  return [...new Set([...first, ...Array.from({ length: count }, (_, index) => index)])];
}

function expectedPage({ planned, views }: LookedAt, pageIndex: number): MadePage | undefined {
  const page = planned[pageIndex];
  if (!page) return undefined;
  const placed = page.placed.map((one) => ({ ...one, unit: views[one.pageIndex]?.unit ?? 1 }));
  return { ...page, pageIndex, placed };
}

function isAsPlanned({ isSize, difference, hasLetters, annotationsAstray }: MadePageLikeness, { losesText = false }: LookedAt): boolean {
  return isSize && (hasLetters || losesText) && annotationsAstray === 0 && difference <= DIFFERENCE_MAX;
}
