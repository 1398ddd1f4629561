// What an edit did and what it left out, collected while a plan is carried out, for the report.

import type { EditName } from '#contract/params/edit-plan.ts';
import type { FailureReason } from '#contract/failures.ts';
import type { Box } from '../../pdf/geometry/box.ts';
import type { TextChange } from '../../pdf/edit/replace-text.ts';
import type { LinkExpectation, NewRow, TextExpectation, ThingExpectation } from '../../pdf/pdfium/compare/judged-page.ts';

export interface Change {
  readonly operation: string;
  readonly op: EditName;
  /** 1-based page of the source; absent for changes not of a single page. */
  readonly page?: number;
  /** Default user space. */
  readonly bbox?: Box;
  readonly before?: string;
  readonly after?: string;
  readonly fidelity?: TextChange['fidelity'];
  /** Numbers of the list items that follow. */
  readonly renumbered?: NonNullable<TextChange['renumbered']>;
}

export interface Skipped {
  readonly operation: string;
  readonly reason: FailureReason;
  readonly message: string;
  readonly page?: number;
}

/** What the judge should expect of a page of the source; see judged-page.ts. */
export interface PageExpectation extends ThingExpectation {
  readonly texts: TextExpectation[];
  readonly boxes: Box[];
  /** Turned, clockwise. */
  quarterTurns: number;
  isCut: boolean;
  /** Rows of tables came or went. */
  hasRows: boolean;
  /** Those of them that came, with the rules that part them from the others. */
  readonly newRows: NewRow[];
  /** Its text flow gains the text of a form. */
  isFlattened: boolean;
  readonly blank: Box[];
  readonly altered: Box[];
  readonly annotations: Map<number, number>;
  readonly links: LinkExpectation[];
  pictures: number | undefined;
}

export interface Applied {
  readonly changes: Change[];
  readonly skipped: Skipped[];
  /** By 1-based page of the source; other pages stay unchanged. */
  readonly pages: Map<number, PageExpectation>;
}

export function expectOn(applied: Applied, page: number): PageExpectation {
  const known = applied.pages.get(page);
  if (known) return known;
  const made: PageExpectation = {
    texts: [],
    boxes: [],
    quarterTurns: 0,
    isCut: false,
    hasRows: false,
    newRows: [],
    isFlattened: false,
    blank: [],
    altered: [],
    annotations: new Map(),
    links: [],
    pictures: undefined,
  };
  applied.pages.set(page, made);
  return made;
}
