// What the checks know of the document: how many pages, where a target stands, which fields there are. The editor answers these
// from the real content; the checks never open a file.

import type { Match } from '#contract/edit-plan.ts';

/** A place where a target was found. */
export interface LocatedText {
  /** 1-based. */
  readonly page: number;
  /** Code units of the page's text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What stands on the page before and after it, up to 60 code units each. */
  readonly before: string;
  readonly after: string;
}

export interface DocumentFacts {
  /** Lower-case hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  readonly pageCount: number;
  /** The text of a page in reading order; 1-based. */
  readonly pageText: (page: number) => string;
  /** Every match on these pages, in reading order, whatever its `occurrence`. */
  readonly locate: (match: Match, pages: readonly number[]) => Promise<readonly LocatedText[]>;
  /** The form field with this name or label; undefined where there is none. */
  readonly fieldKind: (name: string) => Promise<'text' | 'choice' | 'box' | 'button' | 'signature' | undefined>;
}

export const CONTEXT_CHARS = 60;

/** The matches that `occurrence` chooses. */
export function chooseOccurrence(found: readonly LocatedText[], occurrence: Match['occurrence']): readonly LocatedText[] {
  if (occurrence === 'all') return found;
  const chosen = found.at(occurrence > 0 ? occurrence - 1 : occurrence);
  return chosen === undefined ? [] : [chosen];
}
