// The annotations of a page (ISO 32000-1 12.5): reads the list, and removes entries from it.

import { PDFArray, type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { numbersIn } from '../fonts/dictionaries.ts';
import { type Box, boundsOf, boxIn, type Quad } from '../geometry/box.ts';
import { arrayOf, dictOf, lookup } from '../syntax/dictionary.ts';

export function annotationsOf(page: PDFDict): readonly PDFDict[] {
  const list = arrayOf(page, 'Annots');
  return list ? list.asArray().flatMap((item) => dictOf(page.context.lookup(item)) ?? []) : [];
}

/** Keeps in /Annots only those that pass the test. @returns the removed ones. */
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

/** Removes the pop-up of a removed note, and the replies to it (12.5.6.2). @returns all removed ones */
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

/** The parts of a page that an annotation covers, in default user space: its lines where it has some. */
export function areasOf(annotation: PDFDict): readonly Box[] {
  const quads = numbersIn(arrayOf(annotation, 'QuadPoints'));
  const areas = Array.from({ length: Math.floor(quads.length / 8) }, (_, index) =>
    boundsOf(quads.slice(8 * index, 8 * index + 8) as unknown as Quad),
  );
  const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
  return areas.length > 0 ? areas : rect ? [rect] : [];
}
