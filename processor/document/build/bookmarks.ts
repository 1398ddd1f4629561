// Links inside the document: each target becomes a bookmark of the paragraph there.

import { parseInnerLink } from '../words/decorate.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';
import { textsOf } from './spacing.ts';

export interface Bookmarks {
  /** Names, by the link's description of its target. */
  readonly names: ReadonlyMap<string, string>;
  readonly at: ReadonlyMap<DraftText, readonly string[]>;
}

/** Points by which a target may be above the text that it means. */
const SLACK = 4;

/** @param blocks of the whole document */
export function findBookmarks(blocks: readonly DraftBlock[]): Bookmarks {
  const texts = textsOf(blocks);
  const links = new Set(texts.flatMap(({ lines }) => lines.flatMap(({ words }) => words.flatMap(({ link }) => link ?? []))));
  const names = new Map<string, string>();
  const at = new Map<DraftText, string[]>();
  for (const link of links) {
    const target = parseInnerLink(link);
    const draft = target && textAt(texts, target);
    if (!draft) continue;
    const known = at.get(draft)?.[0];
    const name = known ?? `target_${at.size + 1}`;
    names.set(link, name);
    if (known === undefined) at.set(draft, [name]);
  }
  return { names, at };
}

/** The highest text at or below the place; without one, the first on the next pages. */
function textAt(texts: readonly DraftText[], { pageIndex, y }: { readonly pageIndex: number; readonly y: number }): DraftText | undefined {
  const first = (draft: DraftText) => draft.lines[0];
  const onPage = texts.filter((draft) => first(draft)?.pageIndex === pageIndex && (first(draft)?.box.bottom ?? 0) >= y - SLACK);
  const highest = onPage.toSorted((a, b) => (first(a)?.box.top ?? 0) - (first(b)?.box.top ?? 0))[0];
  if (highest) return highest;
  // The place is inside a paragraph that began above, or below all text.
  const around = texts.findLast((draft) => draft.lines.some((line) => line.pageIndex === pageIndex));
  return around ?? texts.find((draft) => (first(draft)?.pageIndex ?? -1) > pageIndex);
}
