// The one grammar for choosing pages: `1-3,5,8-end,last,-2`. A list of pages and ranges in the order given; a page named twice comes
// twice. Numbers count from 1; a negative number counts from the end (`-1` is the last page); `end` and `last` are the last page.

/** One page, or a range with both ends included; negative numbers count from the end. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

const PART = /^(end|last|-?[1-9]\d{0,6})(?:-(end|last|-?[1-9]\d{0,6}))?$/;

/** @returns undefined when the text is not in the grammar. Whether the pages exist is known only with the document: see resolvePages. */
export function parsePageRanges(text: string): readonly PageRange[] | undefined {
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const match = PART.exec(part.trim());
    if (!match) return undefined;
    const from = numberOf(match[1] ?? '');
    ranges.push({ from, to: match[2] === undefined ? from : numberOf(match[2]) });
  }
  return ranges;
}

/** True where the text names a range whose end is before its beginning, whatever the document. */
export function runsBackwards(text: string): boolean {
  return parsePageRanges(text)?.some(({ from, to }) => from < 0 === to < 0 && from > to) ?? false;
}

export const BACKWARDS = 'has a range that runs backwards: the lower page comes first, such as `3-5`';

function numberOf(word: string): number {
  return word === 'end' || word === 'last' ? -1 : Number(word);
}

/** @returns the 1-based page numbers in the order given; undefined when a page does not exist or a range runs backwards. */
export function resolvePages(ranges: readonly PageRange[], pageCount: number): readonly number[] | undefined {
  const pages: number[] = [];
  for (const range of ranges) {
    const from = range.from < 0 ? pageCount + 1 + range.from : range.from;
    const to = range.to < 0 ? pageCount + 1 + range.to : range.to;
    if (from < 1 || to > pageCount || from > to) return undefined;
    for (let page = from; page <= to; page++) pages.push(page);
  }
  return pages;
}
