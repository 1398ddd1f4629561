// Where destinations and actions of a document lead (ISO 32000-1 12.3.2): by array, by name, or in an action.

import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { dictOf, isString, lookup, nameOf } from '../syntax/dictionary.ts';
import { readTree } from '../pages/page-labels.ts';

export interface NamedDestination {
  readonly value: PDFObject;
  /** By a name object in the catalog's /Dests, as PDF 1.1 had it. */
  readonly isOld: boolean;
  /** Of this document. */
  readonly page: PDFDict | undefined;
}

const HOPS_MAX = 4;

export class Destinations {
  /** By the bytes of the name, one character per byte. */
  readonly named: ReadonlyMap<string, NamedDestination>;
  /** The names of those that lead to a page; undefined: elsewhere or nowhere. */
  readonly namesOn: ReadonlyMap<PDFDict | undefined, readonly string[]>;
  readonly #values: ReadonlyMap<string, Omit<NamedDestination, 'page'>>;
  readonly #catalog: PDFDict;
  readonly #pages: ReadonlySet<PDFDict>;

  constructor(catalog: PDFDict, pages: ReadonlySet<PDFDict>) {
    const values = new Map<string, Omit<NamedDestination, 'page'>>();
    const tree = dictOf(lookup(dictOf(lookup(catalog, 'Names')), 'Dests'));
    for (const [key, value] of dictOf(lookup(catalog, 'Dests'))?.entries() ?? []) values.set(bytesOf(key), { value, isOld: true });
    for (const [key, value] of tree ? readTree(tree, 'Names') : []) values.set(bytesOf(key), { value, isOld: false });
    this.#catalog = catalog;
    this.#pages = pages;
    this.#values = values;
    this.named = new Map([...values].map(([name, found]) => [name, { ...found, page: this.pageOf(found.value) }]));
    this.namesOn = Map.groupBy(this.named.keys(), (name) => this.named.get(name)?.page);
  }

  /** The page of this document that a destination or action leads to; undefined for one that leads elsewhere or nowhere. */
  pageOf(target: PDFObject | undefined, hops = 0): PDFDict | undefined {
    const found = this.#catalog.context.lookup(target);
    if (found === undefined || hops > HOPS_MAX) return undefined;
    if (isString(found) || found instanceof PDFName) return this.pageOf(this.#values.get(bytesOf(found))?.value, hops + 1);
    if (found instanceof PDFArray) {
      const page = dictOf(this.#catalog.context.lookup(found.size() > 0 ? found.get(0) : undefined));
      return page && this.#pages.has(page) ? page : undefined;
    }
    if (!(found instanceof PDFDict)) return undefined;
    const kind = nameOf(found, 'S');
    return kind === undefined || kind === 'GoTo' ? this.pageOf(found.get(PDFName.of('D')), hops + 1) : undefined;
  }
}

/** Of a name or string; one character per byte. */
export function bytesOf(key: PDFObject): string {
  return isString(key) || key instanceof PDFName ? Buffer.from(key.asBytes()).toString('latin1') : '';
}
