// Removes deleted pages from everything that refers to them: outline, destinations, links, actions, form fields, structure
// tree, article threads. A removed page is emptied, so that an unknown reference leads to nothing.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { annotationsOf, keepAnnotations } from './annotations.ts';
import { PDF_BOUNDS } from '../bounds.ts';
import { arrayOf, dictOf, isString, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';
import { readNumberTree, readTree } from './page-labels.ts';

type Removed = ReadonlySet<PDFDict>;

/** @param left the remaining pages of the document */
export function forgetPages(opened: OpenedPdf, removed: Removed, left: readonly PDFDict[]): void {
  if (removed.size === 0) return;
  const { catalog, pages } = opened;
  const annotations = new Set([...removed].flatMap(annotationsOf));
  const targets = new Targets(catalog, removed);
  forgetOutline(catalog, targets);
  for (const page of left) for (const link of forgetLinks(page, targets)) annotations.add(link);
  if (targets.isGone(lookup(catalog, 'OpenAction'))) catalog.delete(PDFName.of('OpenAction'));
  targets.forgetNames();
  forgetFields(catalog, annotations);
  forgetStructure(catalog, removed, annotations);
  forgetThreads(
    catalog,
    pages.map((page) => page.dict),
    removed,
  );
  for (const page of removed) empty(page);
  for (const annotation of annotations) annotation.delete(PDFName.of('P'));
}

/** Annotations that left their page leave the structure tree too. */
export function forgetAnnotations(catalog: PDFDict, annotations: Iterable<PDFDict>): void {
  const gone = new Set(annotations);
  if (gone.size > 0) forgetStructure(catalog, new Set(), gone);
}

function empty(page: PDFDict): void {
  for (const key of page.keys()) if (key !== PDFName.of('Type')) page.delete(key);
}

/** Destinations (ISO 32000-1 12.3.2), by array, by name, or in an action. */
class Targets {
  private readonly catalog: PDFDict;
  private readonly removed: Removed;
  private readonly named = new Map<string, PDFObject>();

  constructor(catalog: PDFDict, removed: Removed) {
    this.catalog = catalog;
    this.removed = removed;
    const tree = dictOf(lookup(dictOf(lookup(catalog, 'Names')), 'Dests'));
    if (tree) for (const [key, value] of readTree(tree, 'Names')) this.named.set(keyOf(key), value);
    for (const [key, value] of dictOf(lookup(catalog, 'Dests'))?.entries() ?? []) this.named.set(keyOf(key), value);
  }

  /** @param target a destination or an action; one in another document, or without a page, does not count as gone */
  isGone(target: PDFObject | undefined, depth = 0): boolean {
    const found = this.catalog.context.lookup(target);
    if (found === undefined || depth > 4) return false;
    if (isString(found) || found instanceof PDFName) return this.isGone(this.named.get(keyOf(found)), depth + 1);
    if (found instanceof PDFArray) {
      const page = dictOf(this.catalog.context.lookup(found.size() > 0 ? found.get(0) : undefined));
      return page !== undefined && this.removed.has(page);
    }
    const dict = dictOf(found);
    if (!dict) return false;
    const kind = nameOf(dict, 'S');
    return (kind === undefined || kind === 'GoTo') && this.isGone(dict.get(PDFName.of('D')), depth + 1);
  }

  forgetNames(): void {
    const { context } = this.catalog;
    const old = dictOf(lookup(this.catalog, 'Dests'));
    for (const [key, value] of old?.entries() ?? []) if (this.isGone(value)) old?.delete(key);
    const names = dictOf(lookup(this.catalog, 'Names'));
    const tree = dictOf(lookup(names, 'Dests'));
    if (!names || !tree) return;
    const pairs = readTree(tree, 'Names').filter(([, value]) => !this.isGone(value));
    const flat = PDFArray.withContext(context);
    for (const [key, value] of pairs) {
      flat.push(key);
      flat.push(value);
    }
    const root = PDFDict.withContext(context);
    root.set(PDFName.of('Names'), flat);
    if (pairs.length === 0) names.delete(PDFName.of('Dests'));
    else names.set(PDFName.of('Dests'), context.register(root));
  }
}

function keyOf(key: PDFObject): string {
  if (isString(key)) return Buffer.from(key.asBytes()).toString('latin1');
  return key instanceof PDFName ? Buffer.from(key.asBytes()).toString('latin1') : key.toString();
}

/** Removes entries whose page is gone, unless entries below stay: then the entry leads nowhere. */
function forgetOutline(catalog: PDFDict, targets: Targets): void {
  const root = dictOf(lookup(catalog, 'Outlines'));
  if (!root) return;
  const seen = new Set<PDFDict>([root]);
  const left = pruneItems(catalog.context, root, targets, seen, 0);
  if (left === 0) catalog.delete(PDFName.of('Outlines'));
}

/** @returns how many entries remain below the node, at all levels. */
function pruneItems(context: PDFContext, node: PDFDict, targets: Targets, seen: Set<PDFDict>, depth: number): number {
  const kept: { readonly dict: PDFDict; readonly ref: PDFRef }[] = [];
  let open = 0;
  let all = 0;
  let next = node.get(PDFName.of('First'));
  for (let dict = dictOf(context.lookup(next)); next instanceof PDFRef && dict && !seen.has(dict); dict = dictOf(context.lookup(next))) {
    seen.add(dict);
    const below = depth < PDF_BOUNDS.depthMax ? pruneItems(context, dict, targets, seen, depth + 1) : 0;
    const gone = targets.isGone(dict.get(PDFName.of('Dest'))) || targets.isGone(dict.get(PDFName.of('A')));
    if (gone) for (const key of ['Dest', 'A', 'SE']) dict.delete(PDFName.of(key));
    if (!gone || below > 0) {
      kept.push({ dict, ref: next });
      all += 1 + below;
      open += 1 + Math.max(0, numberOf(dict, 'Count') ?? 0);
    }
    next = dict.get(PDFName.of('Next'));
  }
  for (const [index, { dict }] of kept.entries()) {
    setOrDelete(dict, 'Prev', kept[index - 1]?.ref);
    setOrDelete(dict, 'Next', kept[index + 1]?.ref);
  }
  setOrDelete(node, 'First', kept[0]?.ref);
  setOrDelete(node, 'Last', kept.at(-1)?.ref);
  const closed = depth > 0 && (numberOf(node, 'Count') ?? 0) < 0;
  setOrDelete(node, 'Count', all === 0 ? undefined : PDFNumber.of(closed ? -open : open));
  return all;
}

function setOrDelete(dict: PDFDict, key: string, value: PDFObject | undefined): void {
  if (value === undefined) dict.delete(PDFName.of(key));
  else dict.set(PDFName.of(key), value);
}

/** @returns the removed links. */
function forgetLinks(page: PDFDict, targets: Targets): readonly PDFDict[] {
  return keepAnnotations(page, (annotation) => {
    if (!targets.isGone(annotation.get(PDFName.of('Dest'))) && !targets.isGone(annotation.get(PDFName.of('A')))) return true;
    if (nameOf(annotation, 'Subtype') === 'Link') return false;
    annotation.delete(PDFName.of('A'));
    return true;
  });
}

/** Removes fields whose only widgets were on removed pages (12.7.3). */
export function forgetFields(catalog: PDFDict, annotations: ReadonlySet<PDFDict>): void {
  const form = dictOf(lookup(catalog, 'AcroForm'));
  const fields = arrayOf(form, 'Fields');
  if (!form || !fields) return;
  const gone = new Set<PDFDict>();
  const seen = new Set<PDFDict>();
  form.set(
    PDFName.of('Fields'),
    filterKids(catalog.context, fields, (field) => staysInForm(field, annotations, gone, seen, 0)),
  );
  const order = arrayOf(form, 'CO');
  if (order)
    form.set(
      PDFName.of('CO'),
      filterKids(catalog.context, order, (field) => !gone.has(field)),
    );
}

function staysInForm(field: PDFDict, annotations: ReadonlySet<PDFDict>, gone: Set<PDFDict>, seen: Set<PDFDict>, depth: number): boolean {
  // A field that contains itself is dropped.
  if (seen.has(field)) return false;
  seen.add(field);
  const kids = arrayOf(field, 'Kids');
  let stays = !annotations.has(field);
  if (stays && kids && depth < PDF_BOUNDS.depthMax) {
    const kept = filterKids(field.context, kids, (kid) => staysInForm(kid, annotations, gone, seen, depth + 1));
    field.set(PDFName.of('Kids'), kept);
    stays = kept.size() > 0;
  }
  if (!stays) gone.add(field);
  return stays;
}

function filterKids(context: PDFContext, list: PDFArray, wanted: (dict: PDFDict) => boolean): PDFArray {
  const kept = PDFArray.withContext(context);
  for (const item of list.asArray()) {
    const dict = dictOf(context.lookup(item));
    if (dict && wanted(dict)) kept.push(item);
  }
  return kept;
}

/** Removes the content of removed pages from the structure tree, and elements that held nothing else (14.7). */
function forgetStructure(catalog: PDFDict, removed: Removed, annotations: ReadonlySet<PDFDict>): void {
  const root = dictOf(lookup(catalog, 'StructTreeRoot'));
  if (!root) return;
  const keys = new Set([
    ...[...removed].map((page) => numberOf(page, 'StructParents')),
    ...[...annotations].map((annotation) => numberOf(annotation, 'StructParent')),
  ]);
  pruneElement(root, undefined, { removed, annotations, seen: new Set() }, 0);
  const tree = dictOf(lookup(root, 'ParentTree'));
  if (!tree) return;
  const flat = PDFArray.withContext(catalog.context);
  for (const [number, value] of readNumberTree(tree).toSorted(([a], [b]) => a - b)) {
    if (keys.has(number)) continue;
    flat.push(PDFNumber.of(number));
    flat.push(value);
  }
  const made = PDFDict.withContext(catalog.context);
  made.set(PDFName.of('Nums'), flat);
  root.set(PDFName.of('ParentTree'), catalog.context.register(made));
}

interface Pruning {
  readonly removed: Removed;
  readonly annotations: ReadonlySet<PDFDict>;
  readonly seen: Set<PDFDict>;
}

/** @returns whether anything of the element remains. */
function pruneElement(element: PDFDict, page: PDFDict | undefined, pruning: Pruning, depth: number): boolean {
  if (pruning.seen.has(element) || depth > PDF_BOUNDS.depthMax) return true;
  pruning.seen.add(element);
  const { context } = element;
  const own = dictOf(lookup(element, 'Pg')) ?? page;
  const kids = lookup(element, 'K');
  const list = kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [element.get(PDFName.of('K')) as PDFObject];
  const kept = list.filter((kid) => staysInStructure(context.lookup(kid), own, pruning, depth));
  if (own && pruning.removed.has(own)) element.delete(PDFName.of('Pg'));
  if (kept.length === list.length) return list.length > 0 || !(own && pruning.removed.has(own));
  if (kept.length === 0) element.delete(PDFName.of('K'));
  else {
    const left = PDFArray.withContext(context);
    for (const kid of kept) left.push(kid);
    element.set(PDFName.of('K'), left);
  }
  return kept.length > 0;
}

function staysInStructure(kid: PDFObject | undefined, page: PDFDict | undefined, pruning: Pruning, depth: number): boolean {
  if (kid instanceof PDFNumber) return !(page && pruning.removed.has(page));
  const dict = dictOf(kid);
  if (!dict) return false;
  const kind = nameOf(dict, 'Type');
  if (kind !== 'MCR' && kind !== 'OBJR') return pruneElement(dict, page, pruning, depth + 1);
  const own = dictOf(lookup(dict, 'Pg')) ?? page;
  const object = kind === 'OBJR' ? dictOf(lookup(dict, 'Obj')) : undefined;
  return !(own && pruning.removed.has(own)) && !(object && pruning.annotations.has(object));
}

/** A thread over a removed page is removed: threads are chains of all their beads (12.4.3). */
function forgetThreads(catalog: PDFDict, pages: readonly PDFDict[], removed: Removed): void {
  if (!lookup(catalog, 'Threads') || ![...removed].some((page) => lookup(page, 'B'))) return;
  catalog.delete(PDFName.of('Threads'));
  for (const page of pages) page.delete(PDFName.of('B'));
}
