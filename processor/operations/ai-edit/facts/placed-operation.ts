// An operation of a plan with the places in the document that it names.

import type { Anchor, EditOperation } from '#contract/params/edit-plan.ts';
import type { Box } from '../../../pdf/geometry/box.ts';
import type { LocatedDrawing, LocatedImage, LocatedText } from './locate.ts';

export interface PlacedOperation {
  readonly operation: EditOperation;
  /** 1-based numbers in the source; empty for operations without pages. */
  readonly pages: readonly number[];
  /** The matches that the operation acts on. */
  readonly found: readonly LocatedText[];
  /** The pictures that the operation acts on. */
  readonly images?: readonly LocatedImage[];
  /** The drawings that the operation takes. */
  readonly drawings?: readonly LocatedDrawing[];
  /** Beside what it is put, one on each page. */
  readonly anchors?: readonly PlacedAnchor[];
}

export interface PlacedAnchor {
  /** 1-based. */
  readonly page: number;
  readonly place: Anchor['place'];
  readonly box: Box;
  /** The box is of the page as it is seen, from its lower left corner; else of default user space. */
  readonly isSeen: boolean;
}

export function anchorPage(operation: EditOperation, pageCount: number): number | undefined {
  if (operation.op !== 'move_pages' && operation.op !== 'insert_blank_page') return undefined;
  return operation.page > 0 ? operation.page : pageCount + 1 + operation.page;
}
