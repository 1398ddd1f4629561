// The annotations of a page (ISO 32000-1 12.5): reads the list, and takes entries out of it.

import { PDFArray, type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { arrayOf, dictOf } from './dictionary.ts';

export function annotationsOf(page: PDFDict): readonly PDFDict[] {
  const list = arrayOf(page, 'Annots');
  return list ? list.asArray().flatMap((item) => dictOf(page.context.lookup(item)) ?? []) : [];
}

/** Leaves in /Annots only those that the test wants. */
export function keepAnnotations(page: PDFDict, wanted: (annotation: PDFDict) => boolean): number {
  const list = arrayOf(page, 'Annots');
  if (!list) return 0;
  const kept = PDFArray.withContext(page.context);
  let removed = 0;
  for (const item of list.asArray()) {
    const annotation = dictOf(page.context.lookup(item));
    if (annotation && wanted(annotation)) kept.push(item instanceof PDFRef ? item : annotation);
    else removed++;
  }
  if (removed === 0) return 0;
  if (kept.size() === 0) page.delete(PDFName.of('Annots'));
  else page.set(PDFName.of('Annots'), kept);
  return removed;
}
