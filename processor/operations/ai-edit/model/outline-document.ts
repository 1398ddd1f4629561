// The outline that a language model begins with: of every page as much as fits. A short document is told almost whole, of a long one each page
// gets a line, and of one that is longer still some pages, evenly chosen. What is missing is read with tools.

import { estimateTokens } from '#contract/planning/estimate-tokens.ts';
import type { PageModel } from '../../../document/pages/page-model.ts';
import type { ReadableDocument } from './readable-document.ts';
import { clip, countsOf, tellBeside, tellBlock } from './tell-page.ts';

/** A line of the shortest kind. */
const LINE_TOKENS = 30;

interface Outline {
  readonly page_count: number;
  readonly pages: readonly unknown[];
  readonly note?: string;
}

type Tell = (page: PageModel) => unknown;

const WHOLE: Tell = (page) => ({ page: page.page, blocks: page.blocks.map((block) => tellBlock(block, 400)), ...tellBeside(page, 100) });
const BEGINNINGS: Tell = (page) => [
  page.page,
  ...page.blocks.slice(0, 12).map((block) => tellBlock(block, 60)),
  countsOf(page) || 'text alone',
];
const LINE: Tell = (page) => {
  const first = page.blocks.find(({ kind }) => kind === 'heading') ?? page.blocks.find((block) => 'text' in block);
  return [page.page, first && 'text' in first ? clip(first.text, 50) : '', countsOf(page)];
};

export function outlineDocument({ pageCount, model }: ReadableDocument, tokensMax: number): Outline {
  const every = Array.from({ length: pageCount }, (_, index) => index + 1);
  for (const tell of [WHOLE, BEGINNINGS]) {
    const pages = tellPages(every, model.page, tell, tokensMax);
    if (pages.length === pageCount) return { page_count: pageCount, pages };
  }
  const step = Math.max(1, Math.ceil((pageCount * LINE_TOKENS) / tokensMax));
  const chosen = every.filter((page) => (page - 1) % step === 0);
  const pages = tellPages(chosen, model.page, LINE, tokensMax);
  if (pages.length === pageCount) return { page_count: pageCount, pages };
  return { page_count: pageCount, pages, note: 'only some pages are listed; the others are there too' };
}

/** As many from the first as fit; a page that could not be read has its number alone. */
function tellPages(numbers: readonly number[], pageAt: (page: number) => PageModel | undefined, tell: Tell, tokensMax: number): unknown[] {
  const told: unknown[] = [];
  let left = tokensMax;
  for (const number of numbers) {
    const page = pageAt(number);
    const row = page ? tell(page) : [number, 'not readable'];
    left -= estimateTokens(JSON.stringify(row)) + 1;
    if (left < 0) break;
    told.push(row);
  }
  return told;
}
