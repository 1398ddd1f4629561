// What names in a content stream mean (ISO 32000-2 7.8.3).

import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import { withParents } from '../syntax/inherited.ts';

/** The resources of a page, own or inherited (7.7.3.4). */
export function pageResources(page: PDFDict): PDFDict | undefined {
  for (const node of withParents(page)) {
    const found = lookup(node, 'Resources');
    if (found instanceof PDFDict) return found;
  }
  return undefined;
}

export interface FoundResource {
  readonly object: PDFObject | undefined;
  readonly ref: PDFRef | undefined;
  /** The dictionary, or that of a stream. */
  readonly dict: PDFDict | undefined;
}

/** What a name means in a category of the resources. */
export function resourceOf(resources: PDFDict | undefined, category: string, name: string | undefined): FoundResource {
  const names = lookup(resources, category);
  const raw = names instanceof PDFDict && name !== undefined ? names.get(PDFName.of(name)) : undefined;
  const object = resources?.context.lookup(raw);
  return { object, ref: raw instanceof PDFRef ? raw : undefined, dict: dictOf(object) };
}
