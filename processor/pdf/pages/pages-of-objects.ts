// Which pages an indirect object is drawn on: what a page's resources, contents and annotations' appearances lead to. Content is not interpreted, so
// a resource that a page names but never uses counts as used.

import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { arrayOf } from '../syntax/dictionary.ts';
import { holderOf } from '../syntax/inherited.ts';
import type { PdfPage } from '../opened.ts';

/** Keys that lead away from a page. */
const AWAY = new Set([
  'Parent',
  'P',
  'Prev',
  'Next',
  'Dest',
  'A',
  'AA',
  'Popup',
  'IRT',
  'StructParent',
  'StructParents',
  'OC',
  'B',
  'Metadata',
]);

/** 0-based page indexes, ascending, by reference. */
export function findPagesOfObjects(pages: readonly PdfPage[]): ReadonlyMap<PDFRef, readonly number[]> {
  const found = new Map<PDFRef, number[]>();
  for (const [pageIndex, { dict }] of pages.entries()) {
    const seen = new Set<PDFRef>();
    const waiting: PDFObject[] = rootsOf(dict);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next instanceof PDFRef) {
        if (seen.has(next)) continue;
        seen.add(next);
        const target = dict.context.lookup(next);
        if (target) waiting.push(target);
      } else if (next instanceof PDFArray) waiting.push(...next.asArray().filter(canLead));
      else {
        const own = next instanceof PDFStream ? next.dict : next;
        if (own instanceof PDFDict)
          for (const [key, value] of own.entries()) if (canLead(value) && !AWAY.has(key.decodeText())) waiting.push(value);
      }
    }
    for (const ref of seen) {
      const list = found.get(ref);
      if (list) list.push(pageIndex);
      else found.set(ref, [pageIndex]);
    }
  }
  return found;
}

function rootsOf(page: PDFDict): PDFObject[] {
  const resources = holderOf(page, 'Resources')?.get(PDFName.of('Resources'));
  const contents = page.get(PDFName.of('Contents'));
  const appearances = (arrayOf(page, 'Annots')?.asArray() ?? []).flatMap((item) => {
    const annotation = item instanceof PDFRef ? page.context.lookup(item) : item;
    const appearance = annotation instanceof PDFDict ? annotation.get(PDFName.of('AP')) : undefined;
    return appearance ? [appearance] : [];
  });
  return [...(resources ? [resources] : []), ...(contents ? [contents] : []), ...appearances];
}

function canLead(object: PDFObject): boolean {
  return object instanceof PDFRef || object instanceof PDFArray || object instanceof PDFDict || object instanceof PDFStream;
}
