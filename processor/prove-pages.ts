// Proves by a second engine that a file holds pages of others as they were: how many there are, what they say, how they look, and what a reader finds
// beside that. It only judges; the operation decides what to do.

import { type ByteSource, fileSource } from './pdf/byte-source.ts';
import type { PartCounts } from './pdf/pdfium/compare/count-parts.ts';
import { engineInput } from './pdf/pdfium/pdfium.ts';
import { comparePagesBounded, countPartsBounded } from './pdf/pdfium/pdfium-thread.ts';
import { samplePages } from './pdf/verify.ts';

const COUNT_MS_MAX = 10_000;
const COMPARE_MS_MAX = 4000;
const LOOKS_OF_ALL = 12;

/** Where pages of a document went. */
export interface PageOrigin {
  /** Without encryption. */
  readonly source: ByteSource;
  /** 0-based, by the page in the source. */
  readonly places: ReadonlyMap<number, number>;
}

export interface ComparedPages {
  text: number;
  looks: number;
  /** 1-based in the result: pages that say something else. */
  readonly textDiffers: number[];
  readonly looksDiffer: number[];
  /** Sources whose pages the second engine did not compare in its time. */
  missed: number;
}

export function noPages(): ComparedPages {
  return { text: 0, looks: 0, textDiffers: [], looksDiffer: [], missed: 0 };
}

/** Adds the comparison of some of the pages to `all`: at most so many by their text and by their look. */
export async function comparePlaces(
  path: string,
  { source, places }: PageOrigin,
  most: { readonly text: number; readonly looks: number },
  all: ComparedPages,
): Promise<void> {
  const pages = [...places.keys()];
  const choose = (count: number) => samplePages(pages.length, count).flatMap((at) => pages[at] ?? []);
  if (pages.length === 0 || most.text === 0) return;
  const request = {
    before: engineInput(source),
    after: engineInput(fileSource(path)),
    textPageIndexes: choose(most.text),
    renderPageIndexes: choose(most.looks),
    placeOf: places,
  };
  const compared = await comparePagesBounded(request, COMPARE_MS_MAX);
  if (!compared) {
    all.missed++;
    return;
  }
  const placed = (page: number) => (places.get(page - 1) ?? 0) + 1;
  all.text += compared.textPagesCompared;
  all.looks += compared.renderedPagesCompared;
  all.textDiffers.push(...compared.textPagesDifferent.map(placed));
  all.looksDiffer.push(...compared.renderedPagesDifferent.map(placed));
}

/** Of a page as the second engine sees it (PartCounts); undefined: unknown. */
export type Shape = string | undefined;

/** How many pages have another size, rotation or number of things on them, as a difference to tell. */
export function differingShapes(before: readonly Shape[], after: readonly Shape[]): string[] {
  const count = before.filter((shape, at) => shape !== undefined && after[at] !== undefined && after[at] !== shape).length;
  return count === 0 ? [] : [`size, rotation or number of things of ${count} pages`];
}

/** Of a page that comes twice the second has its fields drawn: unknown. @param shapes of each of the pages */
export function shapesOnce(pages: readonly number[], shapes: readonly string[] | undefined): Shape[] {
  return pages.map((page, at) => (pages.indexOf(page) === at ? shapes?.[at] : undefined));
}

/** Pages of each of so many files that are drawn: more of each where there are few. */
export function looksOfEach(files: number): number {
  return Math.max(1, Math.floor(LOOKS_OF_ALL / Math.max(1, files)));
}

/** `incomplete`: nothing differs in what was looked at, and the second engine did not count or compare all that it was asked to. */
export function verdictOf({ missed, looksDiffer }: ComparedPages, differences: readonly string[], isCounted: boolean): string {
  if (differences.length > 0 || looksDiffer.length > 0) return 'differs';
  return missed > 0 || !isCounted ? 'incomplete' : 'verified';
}

/** Undefined where the second engine cannot count in its time. @param pages 0-based; all where absent */
export function countIn(source: ByteSource, pages?: readonly number[]): Promise<PartCounts | undefined> {
  return countPartsBounded({ input: engineInput(source), ...(pages ? { pageIndexes: pages } : {}) }, COUNT_MS_MAX);
}

/** As `countIn`, and undefined where one of the pages does not load: who cannot read a source cannot say what of it is lost. */
export async function countInSource(source: ByteSource, pages?: readonly number[]): Promise<PartCounts | undefined> {
  const counts = await countIn(source, pages);
  return counts?.shapes.includes('') ? undefined : counts;
}

/** For a report. */
export function tellCompared({ text, textDiffers, looks, looksDiffer, missed }: ComparedPages): Record<string, unknown> {
  return {
    text_pages_compared: text,
    text_identical: text > 0 ? textDiffers.length === 0 : null,
    rendered_pages_compared: looks,
    rendered_identical: looks > 0 ? looksDiffer.length === 0 : null,
    ...(missed > 0 ? { not_compared_in_time: missed } : {}),
  };
}
