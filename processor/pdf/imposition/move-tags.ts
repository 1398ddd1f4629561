// The structure tree where pages are drawn on sheets as forms (ISO 32000-1 14.7.4.2, 14.7.4.3): marked content is found in the form on the sheet.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';

export interface TaggedForm {
  readonly sheet: PDFRef;
  readonly form: PDFRef;
}

/** @param forms by the page that they were */
export function moveTags(catalog: PDFDict, forms: ReadonlyMap<PDFDict, TaggedForm>): void {
  const root = dictOf(lookup(catalog, 'StructTreeRoot'));
  if (!root) return;
  const { context } = catalog;
  const seen = new Set<PDFDict>([root]);
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const page = dictOf(lookup(element, 'Pg'));
    const own = page && forms.get(page);
    const raw = element.get(PDFName.of('K'));
    const found = context.lookup(raw);
    const kids = found instanceof PDFArray ? found.asArray() : raw === undefined ? [] : [raw];
    const moved = kids.map((kid) => {
      const object = context.lookup(kid);
      if (object instanceof PDFNumber && own) return markedContent(context, own, object);
      if (!(object instanceof PDFDict)) return kid;
      const kind = nameOf(object, 'Type');
      if (kind === 'MCR' || kind === 'OBJR') return movedReference(object, kind, { forms, own }) ?? kid;
      if (!seen.has(object)) {
        seen.add(object);
        waiting.push(object);
      }
      return kid;
    });
    if (own) element.set(PDFName.of('Pg'), own.sheet);
    if (moved.some((kid, at) => kid !== kids[at])) element.set(PDFName.of('K'), listOf(context, moved));
  }
}

function markedContent(context: PDFContext, { sheet, form }: TaggedForm, mcid: PDFNumber): PDFDict {
  const reference = PDFDict.withContext(context);
  reference.set(PDFName.of('Type'), PDFName.of('MCR'));
  reference.set(PDFName.of('Pg'), sheet);
  reference.set(PDFName.of('Stm'), form);
  reference.set(PDFName.of('MCID'), mcid);
  return reference;
}

function movedReference(
  reference: PDFDict,
  kind: 'MCR' | 'OBJR',
  { forms, own }: { readonly forms: ReadonlyMap<PDFDict, TaggedForm>; readonly own: TaggedForm | undefined },
): PDFDict | undefined {
  const page = dictOf(lookup(reference, 'Pg'));
  const place = page ? forms.get(page) : own;
  if (!place) return undefined;
  const moved = PDFDict.fromMapWithContext(new Map(reference.asMap()), reference.context);
  moved.set(PDFName.of('Pg'), place.sheet);
  if (kind === 'MCR' && !moved.has(PDFName.of('Stm'))) moved.set(PDFName.of('Stm'), place.form);
  return moved;
}

function listOf(context: PDFContext, items: readonly PDFObject[]): PDFArray {
  const list = PDFArray.withContext(context);
  for (const item of items) list.push(item);
  return list;
}
