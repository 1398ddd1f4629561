// The page tree of a result (ISO 32000-1 7.7.3): nodes of pages below one root, so that no node is long and no page is written late.

import type { ObjectWriter } from '../object-writer.ts';

const LEAF_PAGES_MAX = 64;

export class PageTree {
  readonly root: number;
  pageCount = 0;
  readonly #writer: ObjectWriter;
  readonly #leaves: { readonly number: number; readonly pages: number[] }[] = [];

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.root = writer.allocate();
  }

  /** @returns the number of the node that the page belongs to */
  add(page: number): number {
    let leaf = this.#leaves.at(-1);
    if (!leaf || leaf.pages.length === LEAF_PAGES_MAX) {
      leaf = { number: this.#writer.allocate(), pages: [] };
      this.#leaves.push(leaf);
    }
    leaf.pages.push(page);
    this.pageCount++;
    return leaf.number;
  }

  finish(): void {
    for (const { number, pages } of this.#leaves)
      this.#writer.writeObject(number, `<</Type/Pages/Parent ${this.root} 0 R/Count ${pages.length}/Kids[${refs(pages)}]>>`);
    const leaves = refs(this.#leaves.map(({ number }) => number));
    this.#writer.writeObject(this.root, `<</Type/Pages/Count ${this.pageCount}/Kids[${leaves}]>>`);
  }
}

function refs(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(' ');
}
