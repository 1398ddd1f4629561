// What a planned edit lets a page become: the judges of its text and its picture measure the page by this.

import type { Box } from '../../geometry/box.ts';

export interface JudgedPage {
  /** 0-based, in the source and in the result. */
  readonly before: number;
  readonly after: number;
  readonly texts: readonly TextExpectation[];
  /** Where the page may look different, in default user space. */
  readonly boxes: readonly Box[];
  /** What the plan turns the page by, clockwise. */
  readonly quarterTurns: number;
  /** The plan cuts the page: less of it is seen. */
  readonly isCut: boolean;
}

export interface TextExpectation {
  /** Whose doing it is. */
  readonly operation?: string;
  /** As it was on the page; undefined for text that is only added. */
  readonly old: string | undefined;
  /** Undefined for text that only goes. */
  readonly new: string | undefined;
  /** Where the new text is to stand, in default user space; undefined where that is not known. */
  readonly box?: Box | undefined;
}
