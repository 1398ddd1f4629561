// Links inside the document: each target becomes a bookmark of the paragraph there.

import { parseInnerLink } from '../words/decorate.ts';
import type { DraftText } from '../drafts.ts';

export interface Bookmarks {
  /** Names, by the link's description of its target. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of what is at a text, by its place among all texts. */
  readonly at: ReadonlyMap<number, readonly string[]>;
}

/** Points by which a target may be above the text that it means. */
const SLACK = 4;

/** What is known of a text, as rows of numbers: page and box of its first line, page of its last. */
const WIDTH = 4;

/** All texts of a document, one after the other. */
export class BookmarkFinder {
  readonly #links = new Set<string>();
  /** A row for each text on a page that may be a target, and where that page's rows are. */
  readonly #rows: number[] = [];
  readonly #rowsOf = new Map<number, number[]>();
  #count = 0;

  add({ lines }: DraftText): void {
    for (const { words } of lines) for (const { link } of words) if (link?.startsWith('#')) this.#links.add(link);
    const [first, last] = [lines[0], lines.at(-1)];
    const row = [first?.pageIndex ?? -1, first?.box.top ?? 0, first?.box.bottom ?? 0, last?.pageIndex ?? -1];
    const place = this.#count++;
    this.#rows.push(...row);
    for (let page = first?.pageIndex ?? 0; page <= (last?.pageIndex ?? -1); page++) {
      const known = this.#rowsOf.get(page);
      if (known) known.push(place);
      else this.#rowsOf.set(page, [place]);
    }
  }

  find(): Bookmarks {
    const names = new Map<string, string>();
    const at = new Map<number, string[]>();
    for (const link of this.#links) {
      const target = parseInnerLink(link);
      const place = target && this.#textAt(target);
      if (place === undefined) continue;
      const known = at.get(place)?.[0];
      const name = known ?? `target_${at.size + 1}`;
      names.set(link, name);
      if (known === undefined) at.set(place, [name]);
    }
    return { names, at };
  }

  /** The highest text at or below the place; without one, the first on the next pages. */
  #textAt({ pageIndex, y }: { readonly pageIndex: number; readonly y: number }): number | undefined {
    const [rows, onPage] = [this.#rows, this.#rowsOf.get(pageIndex) ?? []];
    let highest: number | undefined;
    for (const place of onPage) {
      const [page, top = 0, bottom = 0] = rows.slice(place * WIDTH, place * WIDTH + WIDTH);
      if (page !== pageIndex || bottom < y - SLACK) continue;
      if (highest === undefined || top < (rows[highest * WIDTH + 1] ?? 0)) highest = place;
    }
    if (highest !== undefined) return highest;
    // The place is inside a paragraph that began above, or below all text.
    const around = onPage.at(-1);
    if (around !== undefined) return around;
    for (let place = 0; place < this.#count; place++) if ((rows[place * WIDTH] ?? -1) > pageIndex) return place;
    return undefined;
  }
}
