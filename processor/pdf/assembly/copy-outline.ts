// The outline of a result, written item by item: those of each document one after the other, or below an item for the document. An item whose page
// is not in the result stays only for what is below it.

import { PDFDict, PDFName } from 'pdf-lib';
import type { ObjectWriter } from '../object-writer.ts';
import { lookup } from '../syntax/dictionary.ts';
import { renamedTarget } from './copy-annotations.ts';
import type { OutlineItem } from './outline-items.ts';
import type { Part } from './part.ts';
import { textString } from './tree-text.ts';

interface KeptItem {
  readonly item: OutlineItem;
  readonly leadsNowhere: boolean;
  readonly items: readonly KeptItem[];
}

const LINKS = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count', 'SE'];

export class OutlineWriter {
  /** Items at all levels. */
  count = 0;
  readonly #writer: ObjectWriter;
  readonly #root: number;
  #first = 0;
  #shown = 0;
  /** The latest item of the highest level waits for the number of the next. */
  #waiting: { readonly number: number; readonly body: string } | undefined;

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.#root = writer.allocate();
  }

  /** The document's own outline. */
  addOutline(part: Part): void {
    for (const kept of this.#keep(part, part.index.outline)) {
      const number = this.#writer.allocate();
      this.#addTop(number, `${bodyOf(part, kept)}${this.#writeBelow(part, kept, number)}`);
      this.#shown += shownBelow(kept);
    }
  }

  /** An item for the document, with its own outline below, closed. @param page its first page in the result */
  addDocument(part: Part, title: string, page: number): void {
    const items = this.#keep(part, part.index.outline);
    const number = this.#writer.allocate();
    this.count++;
    const body = `<</Title${textString(title)}/Dest[${page} 0 R/Fit]`;
    this.#addTop(number, `${body}${this.#writeItems(part, items, number, false)}`);
  }

  /** An item for a page that belongs to no document. */
  addPage(title: string, page: number): void {
    this.count++;
    this.#addTop(this.#writer.allocate(), `<</Title${textString(title)}/Dest[${page} 0 R/Fit]`);
  }

  /** @returns the number of the outline, undefined where there is none */
  finish(): number | undefined {
    if (!this.#waiting) return undefined;
    const last = this.#waiting.number;
    this.#writeWaiting(undefined);
    this.#writer.writeObject(this.#root, `<</Type/Outlines/First ${this.#first} 0 R/Last ${last} 0 R/Count ${this.#shown}>>`);
    return this.#root;
  }

  #addTop(number: number, body: string): void {
    const before = this.#waiting?.number;
    this.#writeWaiting(number);
    if (before === undefined) this.#first = number;
    this.#shown++;
    this.#waiting = { number, body: `${body}/Parent ${this.#root} 0 R${before === undefined ? '' : `/Prev ${before} 0 R`}` };
  }

  #writeWaiting(next: number | undefined): void {
    if (this.#waiting)
      this.#writer.writeObject(this.#waiting.number, `${this.#waiting.body}${next === undefined ? '' : `/Next ${next} 0 R`}>>`);
  }

  #keep(part: Part, items: readonly OutlineItem[]): KeptItem[] {
    return items.flatMap((item) => {
      const below = this.#keep(part, item.items);
      const leadsNowhere = item.page !== undefined && !part.numbers.has(item.page);
      if (leadsNowhere && below.length === 0) {
        part.left.outlines++;
        return [];
      }
      this.count++;
      return [{ item, leadsNowhere, items: below }];
    });
  }

  #writeBelow(part: Part, { item, items }: KeptItem, number: number): string {
    return this.#writeItems(part, items, number, item.isOpen);
  }

  /** @returns the entries of the item above that lead to them */
  #writeItems(part: Part, items: readonly KeptItem[], above: number, isOpen: boolean): string {
    if (items.length === 0) return '';
    const numbers = items.map(() => this.#writer.allocate());
    for (const [position, kept] of items.entries()) {
      const number = numbers[position] ?? 0;
      const [before, after] = [numbers[position - 1], numbers[position + 1]];
      const links = `/Parent ${above} 0 R${before ? `/Prev ${before} 0 R` : ''}${after ? `/Next ${after} 0 R` : ''}`;
      this.#writer.writeObject(number, `${bodyOf(part, kept)}${links}${this.#writeBelow(part, kept, number)}>>`);
    }
    const shown = items.reduce((sum, kept) => sum + 1 + shownBelow(kept), 0);
    return `/First ${numbers[0]} 0 R/Last ${numbers.at(-1)} 0 R/Count ${isOpen ? shown : -shown}`;
  }
}

/** Without its end. */
function bodyOf(part: Part, { item: { dict }, leadsNowhere }: KeptItem): string {
  const copy = PDFDict.fromMapWithContext(new Map(dict.asMap()), dict.context);
  for (const key of leadsNowhere ? [...LINKS, 'Dest', 'A'] : LINKS) copy.delete(PDFName.of(key));
  for (const key of ['Dest', 'A']) {
    const renamed = renamedTarget(part, lookup(copy, key));
    if (renamed) copy.set(PDFName.of(key), renamed);
  }
  return part.copy.textOf(copy).slice(0, -2);
}

function shownBelow({ item, items }: KeptItem): number {
  return item.isOpen ? items.reduce((sum, kept) => sum + 1 + shownBelow(kept), 0) : 0;
}
