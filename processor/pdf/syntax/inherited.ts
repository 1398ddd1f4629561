// Values in a dictionary or those above it: attributes of pages (ISO 32000-1 7.7.3.4) and of form fields (12.7.3.2). The way up is /Parent,
// which may contain loops, so it is bounded.

import { type PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import { dictOf, lookup } from './dictionary.ts';

/** The dictionary, then its parents from the nearest. */
export function* withParents(dict: PDFDict): Generator<PDFDict> {
  let node: PDFDict | undefined = dict;
  for (let depth = 0; node && depth < PDF_BOUNDS.depthMax; depth++) {
    yield node;
    node = dictOf(lookup(node, 'Parent'));
  }
}

/** The value of the nearest of them that has one. */
export function inherited(dict: PDFDict, key: string): PDFObject | undefined {
  for (const node of withParents(dict)) {
    const value = lookup(node, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The nearest of them that has the key. */
export function holderOf(dict: PDFDict, key: string): PDFDict | undefined {
  for (const node of withParents(dict)) if (node.has(PDFName.of(key))) return node;
  return undefined;
}
