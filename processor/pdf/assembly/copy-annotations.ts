// Annotations of pages that go into a result: links to pages that do not are left behind, those that are seen stay without leading anywhere.

import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { arrayOf, dictOf, isString, itemsOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { bytesOf } from './destinations.ts';
import { isGone, type Part } from './part.ts';
import type { Changes } from './source-copy.ts';

/** To be called for every page before anything of the document is written. */
export function chooseAnnotations(part: Part, page: PDFDict): void {
  const list = arrayOf(page, 'Annots');
  if (!list) return;
  const kept = PDFArray.withContext(page.context);
  for (const item of list.asArray()) {
    const annotation = dictOf(page.context.lookup(item));
    if (!annotation || !(item instanceof PDFRef)) continue;
    const gone = isGone(part, annotation.get(PDFName.of('Dest'))) || isGone(part, annotation.get(PDFName.of('A')));
    if (gone && nameOf(annotation, 'Subtype') === 'Link') {
      if (!isSeen(annotation)) {
        part.left.links++;
        continue;
      }
      part.left.inertLinks++;
    }
    if (gone) for (const key of ['Dest', 'A', 'PA']) part.copy.change(annotation, key, undefined);
    changeNames(part, annotation);
    part.copy.keep(item);
    for (const [key, value] of structureChanges(part, annotation) ?? []) part.copy.change(annotation, key, value);
    kept.push(item);
  }
  if (kept.size() < list.size()) part.copy.change(page, 'Annots', kept.size() === 0 ? undefined : kept);
}

/** A link is drawn with a border unless it says otherwise (ISO 32000-1 12.5.2, 12.5.4). */
function isSeen(link: PDFDict): boolean {
  if (link.has(PDFName.of('AP'))) return true;
  const width = numberOf(dictOf(lookup(link, 'BS')), 'W');
  const border = itemsOf(arrayOf(link, 'Border'))[2];
  return (width ?? (border instanceof PDFNumber ? border.asNumber() : 1)) > 0;
}

/** What changes in a dictionary that has keys of the parent tree. */
export function structureChanges({ keys }: Pick<Part, 'keys'>, dict: PDFDict): Changes | undefined {
  const changes = new Map<string, PDFObject | undefined>();
  for (const key of ['StructParent', 'StructParents']) {
    if (!dict.has(PDFName.of(key))) continue;
    const own = keys.keyOf(numberOf(dict, key));
    changes.set(key, own === undefined ? undefined : PDFNumber.of(own));
  }
  return changes.size === 0 ? undefined : changes;
}

function changeNames(part: Part, annotation: PDFDict): void {
  for (const key of ['Dest', 'A']) {
    const renamed = renamedTarget(part, lookup(annotation, key));
    if (renamed) part.copy.change(annotation, key, renamed);
  }
}

/** A destination or action with the name that its destination has in the result; undefined where it stays as it is. */
export function renamedTarget(part: Part, target: PDFObject | undefined): PDFObject | undefined {
  if (isString(target) || target instanceof PDFName) {
    const name = part.renamed.get(bytesOf(target));
    return name === undefined ? undefined : PDFHexString.of(Buffer.from(name, 'latin1').toString('hex'));
  }
  if (!(target instanceof PDFDict) || nameOf(target, 'S') !== 'GoTo') return undefined;
  const named = renamedTarget(part, lookup(target, 'D'));
  if (!named) return undefined;
  const copy = PDFDict.fromMapWithContext(new Map(target.asMap()), target.context);
  copy.set(PDFName.of('D'), named);
  return copy;
}
