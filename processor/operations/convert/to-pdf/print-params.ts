// What of a job's parameters concerns printing, and the failures that only printing knows.

import type { PRINT_OPTIONS } from '#contract/params/print-options.ts';
import { parsePrintedRanges } from '#contract/params/print-options.ts';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../../failure.ts';

export type PrintParams = Pick<OperationParams<'convert'>, keyof typeof PRINT_OPTIONS>;

export function noSuchPages(): JobFailure {
  return new JobFailure('conversion_failed', { message: '`page_ranges` names pages that the document does not have.' });
}

/** How many pages `ranges` leave at least, where all that they name exist. */
export function pagesNamed(ranges: string): number {
  const counts = parsePrintedRanges(ranges)?.map(({ first, last }) => (last ?? first) - first + 1) ?? [];
  return counts.reduce((sum, count) => sum + count, 0);
}
