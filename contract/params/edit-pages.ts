// Which pages an edit touches: the one page-range grammar (page-ranges.ts), and the choices that need no page count:
// `all`, `odd`, `even`, `all except <ranges>`.

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { parsePageRanges, resolvePages } from './page-ranges.ts';

const EXCEPT = 'all except ';

export function isPageChoice(text: string): boolean {
  if (text === 'all' || text === 'odd' || text === 'even') return true;
  return parsePageRanges(text.startsWith(EXCEPT) ? text.slice(EXCEPT.length) : text) !== undefined;
}

/** @returns 1-based page numbers, in the order of the choice; undefined when a page that it names does not exist. */
export function choosePages(choice: string, pageCount: number): readonly number[] | undefined {
  const every = Array.from({ length: pageCount }, (_, pageIndex) => pageIndex + 1);
  if (choice === 'all') return every;
  if (choice === 'odd') return every.filter((page) => page % 2 === 1);
  if (choice === 'even') return every.filter((page) => page % 2 === 0);
  const without = choice.startsWith(EXCEPT);
  const ranges = parsePageRanges(without ? choice.slice(EXCEPT.length) : choice);
  const named = ranges && resolvePages(ranges, pageCount);
  if (!named || !without) return named;
  const left = new Set(named);
  return every.filter((page) => !left.has(page));
}

export const PageChoice = z
  .string()
  .min(1)
  .max(LIMITS.pageRangesCharsMax)
  .refine(isPageChoice, 'is not `all`, `odd`, `even`, a list such as `1-3,5,8-end,last,-2`, or `all except` such a list')
  .describe('Pages: `all`, `odd`, `even`, numbers and ranges from 1 such as `1-3,5,8-end,last,-2`, or `all except 1,last`.');
