// The annotations of a page (ISO 32000-1 12.5): reads the list, and takes entries out of it.

import { PDFArray, type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { arrayOf, dictOf, lookup } from '../syntax/dictionary.ts';

export function annotationsOf(page: PDFDict): readonly PDFDict[] {
  const list = arrayOf(page, 'Annots');
  return list ? list.asArray().flatMap((item) => dictOf(page.context.lookup(item)) ?? []) : [];
}

/** Leaves in /Annots only those that the test wants. @returns those that went. */
export function keepAnnotations(page: PDFDict, wanted: (annotation: PDFDict) => boolean): readonly PDFDict[] {
  const list = arrayOf(page, 'Annots');
  if (!list) return [];
  const kept = PDFArray.withContext(page.context);
  const gone: PDFDict[] = [];
  for (const item of list.asArray()) {
    const annotation = dictOf(page.context.lookup(item));
    if (annotation === undefined) continue;
    if (wanted(annotation)) kept.push(item instanceof PDFRef ? item : annotation);
    else gone.push(annotation);
  }
  if (gone.length === 0) return gone;
  if (kept.size() === 0) page.delete(PDFName.of('Annots'));
  else page.set(PDFName.of('Annots'), kept);
  return gone;
}

/** The window of a removed note, and the answers to it, go with it (12.5.6.2). @returns all that went */
export function removeWithPopups(page: PDFDict, isUnwanted: (annotation: PDFDict) => boolean): readonly PDFDict[] {
  const gone = new Set(keepAnnotations(page, (annotation) => !isUnwanted(annotation)));
  for (let before = 0; before < gone.size;) {
    before = gone.size;
    const followers = keepAnnotations(page, (annotation) => {
      const above = dictOf(lookup(annotation, 'Parent')) ?? dictOf(lookup(annotation, 'IRT'));
      return above === undefined || !gone.has(above);
    });
    for (const follower of followers) gone.add(follower);
  }
  return [...gone];
}
