// The outline of a document as a tree (ISO 32000-1 12.3.3), read once. Bounded: a loop or a deep nest ends.

import { type PDFDict, PDFName } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import type { Destinations } from './destinations.ts';
import { dictOf, lookup, numberOf } from '../syntax/dictionary.ts';

export interface OutlineItem {
  readonly dict: PDFDict;
  readonly isOpen: boolean;
  /** Of this document. */
  readonly page: PDFDict | undefined;
  readonly items: readonly OutlineItem[];
}

export function readOutline(catalog: PDFDict, destinations: Destinations): readonly OutlineItem[] {
  const root = dictOf(lookup(catalog, 'Outlines'));
  return root ? itemsBelow(root, destinations, new Set([root]), 0) : [];
}

function itemsBelow(node: PDFDict, destinations: Destinations, seen: Set<PDFDict>, depth: number): OutlineItem[] {
  const items: OutlineItem[] = [];
  if (depth > PDF_BOUNDS.depthMax) return items;
  for (let dict = dictOf(lookup(node, 'First')); dict && !seen.has(dict); dict = dictOf(lookup(dict, 'Next'))) {
    seen.add(dict);
    const page = destinations.pageOf(dict.get(PDFName.of('Dest'))) ?? destinations.pageOf(dict.get(PDFName.of('A')));
    const isOpen = (numberOf(dict, 'Count') ?? 0) > 0;
    items.push({ dict, isOpen, page, items: itemsBelow(dict, destinations, seen, depth + 1) });
  }
  return items;
}
