// Which pages go into which result. Pure but for what the pages say and show.

import type { OperationParams } from '#contract/operations.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import { JobFailure } from '../../failure.ts';
import type { OutlineItem } from '../../pdf/assembly/outline-items.ts';
import type { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { lookup, textOf } from '../../pdf/syntax/dictionary.ts';
import { findBlankPages, findMatches, findSeparators, type SeparatorSheet } from './find-borders.ts';

export interface PlannedPart {
  /** 0-based, in order. */
  readonly pageIndexes: readonly number[];
  /** Of the item of the outline that begins it. */
  readonly title?: string;
  /** Of the sheet that begins it, or that stood before it. */
  readonly separator?: SeparatorSheet;
}

/** How many of the pages from one on fit into a result. */
type FitPages = (from: number) => number;

/** @throws JobFailure page_out_of_range; unsupported_feature, text_not_found, no_text_found where there is nothing to divide by */
export async function planParts(
  index: SourceIndex,
  params: OperationParams<'split'>,
  { fit, tell }: { readonly fit: FitPages; readonly tell: (pagesDone: number) => void },
): Promise<readonly PlannedPart[]> {
  const { opened } = index;
  const count = opened.pages.length;
  if (params.ranges) return params.ranges.map((range, at) => ({ pageIndexes: pagesIn(range, at, count) }));
  if (params.every !== undefined || params.pages) return partsAt(stepsOf(params.every ?? 1, count), count);
  if (params.by_outline !== undefined) return partsByOutline(index, params.by_outline);
  if (params.by_size_bytes !== undefined) return partsBySize(fit, count);
  if (params.by_text !== undefined) {
    const borders = await findMatches(opened, params.by_text, tell);
    if (borders.length === 0)
      throw new JobFailure('text_not_found', {
        message: `The expression of \`by_text\` matches on no page: ${JSON.stringify(params.by_text)}.${params.by_text.startsWith('/') ? ' Slashes around it are looked for too.' : ''}`,
      });
    return partsAt(borders, count);
  }
  if (params.by_barcode) return partsBySheets(await findSeparators(opened, params.by_barcode, tell), params.by_barcode, count);
  const blank = new Set(await findBlankPages(opened, tell));
  if (blank.size === count) throw new JobFailure('unsupported_feature', { message: 'All pages of the document are blank.' });
  return partsAround(blank, count);
}

function pagesIn(range: string, at: number, pageCount: number): number[] {
  const pages = resolvePages(parsePageRanges(range) ?? [], pageCount);
  if (pages) return pages.map((page) => page - 1);
  const message = `\`ranges.${at}\` names pages that the document does not have; it has ${pageCount}.`;
  throw new JobFailure('page_out_of_range', { message, details: { field: `ranges.${at}`, pages: pageCount } });
}

function stepsOf(every: number, pageCount: number): number[] {
  return Array.from({ length: Math.ceil(pageCount / every) }, (_, part) => part * every);
}

/** @param borders first pages, ascending; the pages before the first of them are a part too */
function partsAt(borders: readonly number[], pageCount: number, titles: ReadonlyMap<number, string> = new Map()): PlannedPart[] {
  const starts = [...new Set([0, ...borders])];
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? pageCount;
    const title = titles.get(from);
    return { pageIndexes: Array.from({ length: to - from }, (_, offset) => from + offset), ...(title === undefined ? {} : { title }) };
  });
}

function partsAround(blank: ReadonlySet<number>, pageCount: number): PlannedPart[] {
  const parts: number[][] = [[]];
  for (let page = 0; page < pageCount; page++) {
    if (!blank.has(page)) parts.at(-1)?.push(page);
    else if ((parts.at(-1)?.length ?? 0) > 0) parts.push([]);
  }
  return parts.filter((pageIndexes) => pageIndexes.length > 0).map((pageIndexes) => ({ pageIndexes }));
}

/** @throws JobFailure unsupported_feature where no sheet has such a barcode, or nothing else is there */
function partsBySheets(
  sheets: readonly SeparatorSheet[],
  { formats, separator }: NonNullable<OperationParams<'split'>['by_barcode']>,
  pageCount: number,
): PlannedPart[] {
  if (sheets.length === 0) {
    const message = `No page has a barcode (${formats.join(', ')}) that could be read and that \`by_barcode.pattern\` matches where there is one.`;
    throw new JobFailure('unsupported_feature', { message });
  }
  const indexes = sheets.map(({ pageIndex }) => pageIndex);
  const parts = separator === 'keep' ? partsAt(indexes, pageCount) : partsAround(new Set(indexes), pageCount);
  if (parts.length === 0) throw new JobFailure('unsupported_feature', { message: 'All pages of the document are separator sheets.' });
  return parts.map((part) => {
    const sheet = sheets.findLast(({ pageIndex }) => pageIndex <= (part.pageIndexes[0] ?? 0));
    return { ...part, ...(sheet ? { separator: sheet } : {}) };
  });
}

function partsByOutline({ outline, opened: { pages } }: SourceIndex, level: number): PlannedPart[] {
  const pageIndexOf = new Map(pages.map(({ dict }, index) => [dict, index]));
  const titles = new Map<number, string>();
  const visit = (items: readonly OutlineItem[], depth: number): void => {
    for (const { page, dict, items: below } of items) {
      const pageIndex = page && pageIndexOf.get(page);
      if (pageIndex !== undefined && !titles.has(pageIndex)) titles.set(pageIndex, textOf(lookup(dict, 'Title')) ?? '');
      if (depth < level) visit(below, depth + 1);
    }
  };
  visit(outline, 1);
  if (titles.size === 0) throw new JobFailure('unsupported_feature', { message: 'The document has no outline that leads to its pages.' });
  const borders = [...titles.keys()].toSorted((one, two) => one - two);
  return partsAt(borders, pages.length, titles);
}

function partsBySize(fit: FitPages, pageCount: number): PlannedPart[] {
  const parts: PlannedPart[] = [];
  for (let from = 0; from < pageCount;) {
    const count = Math.max(1, fit(from));
    parts.push({ pageIndexes: Array.from({ length: count }, (_, offset) => from + offset) });
    from += count;
  }
  return parts;
}
