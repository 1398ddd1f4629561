// The layers of a result (ISO 32000-1 8.11): those that its pages use, of all documents, each shown or hidden as in its own document.

import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import type { Part } from './part.ts';

const LISTS = ['ON', 'OFF', 'Locked', 'Order', 'RBGroups', 'AS'] as const;

export class LayerWriter {
  readonly #groups: string[] = [];
  readonly #lists = new Map<string, string[]>();
  #rest = '';

  /** To be called when the pages of the document are written: only then it is known which layers they use. */
  addLayers(part: Part): void {
    const properties = dictOf(lookup(part.index.opened.catalog, 'OCProperties'));
    const all = (arrayOf(properties, 'OCGs')?.asArray() ?? []).filter((ref) => ref instanceof PDFRef);
    const used = new Set<PDFObject>(all.filter((ref) => part.isWhole || part.copy.has(ref)));
    if (!properties || used.size === 0) return;
    for (const ref of used) this.#groups.push(part.copy.textOf(ref));
    const usual = dictOf(lookup(properties, 'D'));
    for (const key of LISTS) {
      const seen = new Set<PDFObject>();
      const kept =
        arrayOf(usual, key)
          ?.asArray()
          .flatMap((item) => keptIn(part, item, { used, seen }) ?? []) ?? [];
      this.#add(key, kept);
    }
    const shown = new Set(arrayOf(usual, 'ON')?.asArray());
    if (nameOf(usual, 'BaseState') === 'OFF')
      this.#add(
        'OFF',
        [...used].filter((ref) => !shown.has(ref)).map((ref) => part.copy.textOf(ref)),
      );
    if (this.#rest === '') this.#rest = restOf(part, usual);
    part.copy.flush();
  }

  /** @returns /OCProperties, undefined where there are no layers */
  finish(): string | undefined {
    if (this.#groups.length === 0) return undefined;
    const lists = [...this.#lists].map(([key, items]) => `/${key}[${[...new Set(items)].join(' ')}]`);
    return `<</OCGs[${this.#groups.join(' ')}]/D<<${lists.join('')}${this.#rest}>>>>`;
  }

  #add(key: string, items: readonly string[]): void {
    if (items.length === 0) return;
    const known = this.#lists.get(key);
    if (known) known.push(...items);
    else this.#lists.set(key, [...items]);
  }
}

interface Kept {
  readonly used: ReadonlySet<PDFObject>;
  /** Lists that were gone through: one that leads into itself ends. */
  readonly seen: Set<PDFObject>;
}

/** An item of a list of groups, without groups that are not used; undefined when nothing is left. */
function keptIn(part: Part, item: PDFObject, kept: Kept): string | undefined {
  if (kept.used.has(item)) return part.copy.textOf(item);
  const found = part.copy.context.lookup(item);
  if (found instanceof PDFArray || found instanceof PDFDict) {
    if (kept.seen.has(found)) return undefined;
    kept.seen.add(found);
  }
  if (found instanceof PDFArray) {
    const texts = found.asArray().flatMap((inner) => keptIn(part, inner, kept) ?? []);
    // The first may be the label of the others.
    return texts.some((text) => !text.startsWith('(') && !text.startsWith('<')) ? `[${texts.join(' ')}]` : undefined;
  }
  if (found instanceof PDFDict && found.has(PDFName.of('OCGs'))) {
    const groups =
      arrayOf(found, 'OCGs')
        ?.asArray()
        .flatMap((inner) => keptIn(part, inner, kept) ?? []) ?? [];
    if (groups.length === 0) return undefined;
    const copy = PDFDict.fromMapWithContext(new Map(found.asMap()), found.context);
    copy.delete(PDFName.of('OCGs'));
    return `${part.copy.textOf(copy).slice(0, -2)}/OCGs[${groups.join(' ')}]>>`;
  }
  return found instanceof PDFDict || item instanceof PDFRef ? undefined : part.copy.textOf(item);
}

function restOf({ copy }: Part, usual: PDFDict | undefined): string {
  return ['Name', 'Creator', 'Intent', 'ListMode']
    .map((key) => {
      const value = lookup(usual, key);
      return value ? `/${key} ${copy.textOf(value)}` : '';
    })
    .join('');
}
