// An operation of a plan with the places in the document that it names.

import type { EditOperation } from '#contract/params/edit-plan.ts';
import type { LocatedImage, LocatedText } from './locate.ts';

export interface PlacedOperation {
  readonly operation: EditOperation;
  /** 1-based numbers in the source; empty for operations without pages. */
  readonly pages: readonly number[];
  /** The matches that the operation acts on. */
  readonly found: readonly LocatedText[];
  /** The pictures, of `replace_image`. */
  readonly images?: readonly LocatedImage[];
}

export function anchorPage(operation: EditOperation, pageCount: number): number | undefined {
  if (operation.op !== 'move_pages' && operation.op !== 'insert_blank_page') return undefined;
  return operation.page > 0 ? operation.page : pageCount + 1 + operation.page;
}
