// Puts the pages of an opened document into a new order, leaves some out, adds copies and blank ones, and keeps what refers to pages
// coherent. Page contents are never rewritten: a copy shares its streams with the original.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import { annotationsOf } from './annotations.ts';
import { arrayOf, dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { flattenAnnotations } from './flatten-widgets.ts';
import { forgetPages } from './forget-pages.ts';
import type { OpenedPdf } from '../opened.ts';
import { readPageLabels, writePageLabels } from './page-labels.ts';

/** One place in the new order; `pageIndex` is 0-based in the old one. A blank page has the size of that page. */
export interface PageSlot {
  readonly kind: 'page' | 'copy' | 'blank';
  readonly pageIndex: number;
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * Rewrites the page tree (ISO 32000-1 7.7.3). Pages without a slot are emptied, and nothing refers to them any more.
 * @param slots each page at most once as `page`
 * @returns the new pages in order
 */
export function arrangePages(opened: OpenedPdf, slots: readonly PageSlot[]): readonly PDFDict[] {
  const { context, catalog, pages } = opened;
  const labels = readPageLabels(catalog, pages.length);
  inheritAll(context, catalog);
  const kept = new Set(slots.filter((slot) => slot.kind === 'page').map((slot) => slot.pageIndex));
  const made: PDFDict[] = [];
  const seen = new Set<PDFDict>();
  const root = PDFDict.withContext(context);
  const rootRef = context.register(root);
  const kids = PDFArray.withContext(context);
  for (const slot of slots) {
    const page = pages[slot.pageIndex];
    if (!page) throw new RangeError(`no page ${slot.pageIndex}`);
    // A page object may occur twice in a damaged tree; a written tree has each once.
    const isCopy = slot.kind === 'copy' || (slot.kind === 'page' && seen.has(page.dict));
    const dict = slot.kind === 'blank' ? blankLike(page.dict) : isCopy ? copyOf(page.dict) : page.dict;
    seen.add(page.dict);
    const ref = dict === page.dict && page.ref ? page.ref : context.register(dict);
    if (dict !== page.dict) for (const annotation of annotationsOf(dict)) annotation.set(PDFName.of('P'), ref);
    dict.set(PDFName.of('Parent'), rootRef);
    kids.push(ref);
    made.push(dict);
  }
  root.set(PDFName.of('Type'), PDFName.of('Pages'));
  root.set(PDFName.of('Kids'), kids);
  root.set(PDFName.of('Count'), PDFNumber.of(made.length));
  const stays = new Set(made);
  const removed = pages.filter((page, pageIndex) => !kept.has(pageIndex) && !stays.has(page.dict)).map((page) => page.dict);
  forgetPages(opened, new Set(removed), made);
  catalog.set(PDFName.of('Pages'), rootRef);
  if (labels)
    writePageLabels(
      catalog,
      slots.map((slot) => (slot.kind === 'blank' ? undefined : labels[slot.pageIndex])),
    );
  return made;
}

/** Moves inherited attributes of a page into the page itself. */
export function inheritAll(context: PDFContext, catalog: PDFDict): void {
  const stack: { readonly node: PDFObject | undefined; readonly above: ReadonlyMap<string, PDFObject> }[] = [
    { node: catalog.get(PDFName.of('Pages')), above: new Map() },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const dict = dictOf(context.lookup(next.node));
    if (!dict) continue;
    const here = new Map(next.above);
    for (const key of INHERITED) {
      const own = dict.get(PDFName.of(key));
      if (own !== undefined) here.set(key, own);
    }
    const kids = arrayOf(dict, 'Kids');
    if (kids && nameOf(dict, 'Type') !== 'Page') for (const node of kids.asArray()) stack.push({ node, above: here });
    else for (const [key, value] of here) dict.set(PDFName.of(key), value);
  }
}

/** An empty page of the same size. */
export function blankLike(page: PDFDict): PDFDict {
  const blank = PDFDict.withContext(page.context);
  blank.set(PDFName.of('Type'), PDFName.of('Page'));
  blank.set(PDFName.of('Resources'), PDFDict.withContext(page.context));
  for (const key of ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']) {
    const value = page.get(PDFName.of(key));
    if (value !== undefined) blank.set(PDFName.of(key), value);
  }
  return blank;
}

/** Without its places in the structure tree, threads and the form: those belong to one page. Fields are drawn as they look now. */
export function copyOf(page: PDFDict): PDFDict {
  const { context } = page;
  const copy = PDFDict.withContext(context);
  for (const [key, value] of page.entries()) {
    if (!['/StructParents', '/B', '/Tabs'].includes(key.toString())) copy.set(key, value);
  }
  flattenAnnotations(copy, (annotation) => nameOf(annotation, 'Subtype') === 'Widget');
  const originals = annotationsOf(copy);
  if (originals.length === 0) return copy;
  const copies = new Map(originals.map((original) => [original, PDFDict.fromMapWithContext(new Map(original.asMap()), context)]));
  const refs = new Map([...copies].map(([original, made]) => [original, context.register(made)]));
  for (const made of copies.values()) {
    made.delete(PDFName.of('StructParent'));
    for (const key of ['Popup', 'Parent', 'IRT']) {
      const target = dictOf(lookup(made, key));
      if (!target) continue;
      const own = refs.get(target);
      if (own) made.set(PDFName.of(key), own);
      else made.delete(PDFName.of(key));
    }
  }
  const list = PDFArray.withContext(context);
  for (const ref of refs.values()) list.push(ref);
  copy.set(PDFName.of('Annots'), list);
  return copy;
}
