// A source that is now a PDF, with what was learned on the way.

import type { ByteSource } from '../../../pdf/byte-source.ts';

export interface MadePdf {
  /** In memory, or a file of the work directory. */
  readonly result: ByteSource;
  readonly report: Record<string, unknown>;
  /** Fewer: pages that were asked for do not exist. */
  readonly pagesMin?: number;
  /** Families that the source names; those missing from the result are reported. */
  readonly fontsAskedFor?: readonly string[];
}
