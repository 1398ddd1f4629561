// The pages of one document on their way into a result: which they are, how they are copied, and what is left behind.

import type { PDFDict, PDFObject } from 'pdf-lib';
import type { SourceCopy } from './source-copy.ts';
import type { SourceIndex } from './source-index.ts';
import type { StructureKeys } from './structure-keys.ts';

/** What could not come along, because what it leads to or belongs to is not in the result. */
export interface LeftBehind {
  links: number;
  /** Links that are seen, and lead nowhere now. */
  inertLinks: number;
  outlines: number;
  fields: number;
  destinations: number;
  attachments: number;
}

export interface Part {
  readonly index: SourceIndex;
  readonly copy: SourceCopy;
  /** The number of each page of the document that is in the result. */
  readonly numbers: Map<PDFDict, number>;
  /** All pages of the document are in the result. */
  readonly isWhole: boolean;
  readonly keys: StructureKeys;
  readonly left: LeftBehind;
  /** By the bytes of a named destination: the name that it has in the result, where an earlier document has the same. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Whether a destination or action leads to a page of the document that is not in the result. */
export function isGone({ index, numbers }: Part, target: PDFObject | undefined): boolean {
  const page = target && index.destinations.pageOf(target);
  return page !== undefined && !numbers.has(page);
}
