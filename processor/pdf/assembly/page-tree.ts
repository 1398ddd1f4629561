// The page tree of a result (ISO 32000-1 7.7.3): nodes of pages below one root, so that no node is long and no page is written late.

import type { ObjectWriter } from '../object-writer.ts';

const LEAF_PAGES_MAX = 64;

interface Leaf {
  readonly number: number;
  readonly pages: { readonly page: number; readonly round: number }[];
}

export class PageTree {
  readonly root: number;
  pageCount = 0;
  readonly #writer: ObjectWriter;
  readonly #leaves: Leaf[] = [];

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.root = writer.allocate();
  }

  /** After all pages so far. @returns the number of the node that the page belongs to */
  add(page: number): number {
    const isFull = this.#leaves.at(-1)?.pages.length === LEAF_PAGES_MAX;
    return this.#addTo(this.#leaves.length - (isFull ? 0 : 1), page, 0);
  }

  /** A page for each round, in the order of so many documents, as long as they have pages. @param round 0-based. @returns as add */
  addToRound(page: number, round: number, documents: number): number {
    return this.#addTo(Math.floor(round / Math.max(1, Math.floor(LEAF_PAGES_MAX / documents))), page, round);
  }

  #addTo(at: number, page: number, round: number): number {
    const leaf = (this.#leaves[Math.max(0, at)] ??= { number: this.#writer.allocate(), pages: [] });
    leaf.pages.push({ page, round });
    this.pageCount++;
    return leaf.number;
  }

  finish(): void {
    for (const { number, pages } of this.#leaves) {
      const kids = pages.toSorted((one, two) => one.round - two.round).map(({ page }) => page);
      this.#writer.writeObject(number, `<</Type/Pages/Parent ${this.root} 0 R/Count ${kids.length}/Kids[${refs(kids)}]>>`);
    }
    const leaves = refs(this.#leaves.map(({ number }) => number));
    this.#writer.writeObject(this.root, `<</Type/Pages/Count ${this.pageCount}/Kids[${leaves}]>>`);
  }
}

function refs(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(' ');
}
