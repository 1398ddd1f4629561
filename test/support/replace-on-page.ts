// Edits every match of a page, or one of them, as a plan does: from the last to the first.

import { type TextMatch, type TextQuery, findText } from '../../processor/pdf/edit/find.ts';
import { type PageText, readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import type { TextStyle } from '../../processor/pdf/edit/place-text.ts';
import type { EditableDocument } from '../../processor/pdf/content/write-source.ts';
import { type EditOutcome, type ReplaceOptions, replaceMatch } from '../../processor/pdf/edit/replace-text.ts';

/**
 * Replaces matches on one page; an empty `value` deletes. Each match is edited or refused by itself, in the order of the text.
 * @throws JobFailure decompression_limit
 */
export async function replaceOnPage(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  value: string,
  options: ReplaceOptions & { readonly occurrence?: Occurrence } = {},
): Promise<EditOutcome[]> {
  return editMatches(document, pageIndex, query, options.occurrence ?? 'all', (page, match) =>
    replaceMatch({ document, pageIndex, text: page }, match, value, options),
  );
}

/** Gives matches another colour or size, in their own font. @throws JobFailure decompression_limit */
export async function restyleOnPage(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  style: TextStyle,
  options: Pick<ReplaceOptions, 'fit' | 'alignment'> & { readonly occurrence?: Occurrence } = {},
): Promise<EditOutcome[]> {
  return editMatches(document, pageIndex, query, options.occurrence ?? 'all', (page, match) =>
    replaceMatch({ document, pageIndex, text: page }, match, undefined, { ...options, style }),
  );
}

export async function editMatches(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  occurrence: Occurrence,
  edit: (page: PageText, match: TextMatch) => Promise<EditOutcome>,
): Promise<EditOutcome[]> {
  const dict = document.pages[pageIndex]?.dict;
  if (!dict) return [];
  let page = readPageTextEvents(dict);
  const count = findText(page, query).length;
  const wanted =
    occurrence === 'all' ? Array.from({ length: count }, (_, index) => index) : [occurrence < 0 ? count + occurrence : occurrence - 1];
  const outcomes: EditOutcome[] = [];
  // From the last to the first: the text before a match is found again unchanged.
  for (const index of wanted.toReversed()) {
    const match = findText(page, query)[index];
    if (!match) continue;
    const outcome = await edit(page, match);
    outcomes.unshift(outcome);
    if (outcome.ok) page = readPageTextEvents(dict);
  }
  return outcomes;
}

/** Which of the matches of a page: all, or the n-th (1-based; -1 is the last). */
export type Occurrence = 'all' | number;
