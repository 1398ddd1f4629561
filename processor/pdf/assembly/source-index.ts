// What is known of a document before its pages go into others: read once, used for every result. Attributes that pages inherit are moved into them,
// and annotations get references, so that a page can go anywhere by itself.

import { PDFDict, PDFName, PDFRef, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import type { OpenedPdf } from '../opened.ts';
import { inheritAll } from '../pages/arrange-pages.ts';
import { readNumberTree, readPageLabels, type PageLabel } from '../pages/page-labels.ts';
import { arrayOf, dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { Destinations } from './destinations.ts';
import { countResourceUse } from './used-resources.ts';
import { type OutlineItem, readOutline } from './outline-items.ts';

export interface IndexedField {
  readonly dict: PDFDict;
  readonly ref: PDFRef;
  readonly kids: readonly IndexedField[];
}

export class SourceIndex {
  readonly opened: OpenedPdf;
  readonly destinations: Destinations;
  readonly labels: readonly PageLabel[] | undefined;
  readonly outline: readonly OutlineItem[];
  /** The roots of the form's fields. */
  readonly fields: readonly IndexedField[];
  /** The first page that has the dictionary in its /Annots, 0-based. */
  readonly pageOfAnnotation: ReadonlyMap<PDFDict, number>;
  /** What goes into a result only by name: pages and their tree, annotations, fields, the outline. */
  readonly away: ReadonlySet<PDFRef>;
  readonly structureRoot: PDFDict | undefined;
  /** How many pages have the same resources. */
  readonly resourceUse: ReadonlyMap<PDFDict, number>;
  #parentTree: ReadonlyMap<number, PDFObject> | undefined;

  constructor(opened: OpenedPdf) {
    const { context, catalog, pages } = opened;
    inheritAll(context, catalog);
    const away = new Set<PDFRef>();
    const pageOfAnnotation = new Map<PDFDict, number>();
    for (const [index, { dict, ref }] of pages.entries()) {
      if (ref) away.add(ref);
      for (const [annotation, own] of referAnnotations(dict)) {
        if (!pageOfAnnotation.has(annotation)) pageOfAnnotation.set(annotation, index);
        away.add(own);
      }
    }
    const { Root } = context.trailerInfo;
    if (Root instanceof PDFRef) away.add(Root);
    this.opened = opened;
    this.destinations = new Destinations(catalog, new Set(pages.map(({ dict }) => dict)));
    this.labels = readPageLabels(catalog, pages.length);
    this.outline = readOutline(catalog, this.destinations);
    this.fields = readFields(dictOf(lookup(catalog, 'AcroForm')), 'Fields', new Set(), 0);
    addFields(this.fields, away);
    this.pageOfAnnotation = pageOfAnnotation;
    this.away = away;
    this.resourceUse = countResourceUse(pages);
    this.structureRoot = dictOf(lookup(catalog, 'StructTreeRoot'));
  }

  /** By the keys under /StructParents and /StructParent. */
  get parentTree(): ReadonlyMap<number, PDFObject> {
    const tree = dictOf(lookup(this.structureRoot, 'ParentTree'));
    this.#parentTree ??= new Map(tree ? readNumberTree(tree) : []);
    return this.#parentTree;
  }

  /** Whether a reference leads out of what a page needs: to another page, the page tree, the structure tree, the outline. */
  isAway(ref: PDFRef, object: PDFObject): boolean {
    return this.away.has(ref) || (object instanceof PDFDict && isStructure(object));
  }
}

const APART = new Set(['Catalog', 'Pages', 'Page', 'StructTreeRoot', 'StructElem', 'Outlines']);

function isStructure(dict: PDFDict): boolean {
  if (APART.has(nameOf(dict, 'Type') ?? '')) return true;
  // The type of a structure element is optional (ISO 32000-1 table 323), and an outline item has none.
  const parent = dict.has(PDFName.of('S')) ? dictOf(lookup(dict, 'P')) : undefined;
  if (parent) return parent.has(PDFName.of('K')) || nameOf(parent, 'Type') === 'StructTreeRoot';
  return dict.has(PDFName.of('Title')) && dict.has(PDFName.of('Parent')) && (dict.has(PDFName.of('Next')) || dict.has(PDFName.of('Prev')));
}

/** Each annotation of a page with its reference; one that has none gets one. */
function referAnnotations(page: PDFDict): (readonly [PDFDict, PDFRef])[] {
  const list = arrayOf(page, 'Annots');
  if (!list) return [];
  return list.asArray().flatMap((item, position) => {
    const dict = dictOf(page.context.lookup(item));
    if (!dict) return [];
    if (item instanceof PDFRef) return [[dict, item] as const];
    const ref = page.context.register(dict);
    list.set(position, ref);
    return [[dict, ref] as const];
  });
}

function readFields(node: PDFDict | undefined, key: 'Fields' | 'Kids', seen: Set<PDFDict>, depth: number): IndexedField[] {
  const list = arrayOf(node, key);
  if (!node || !list || depth > PDF_BOUNDS.depthMax) return [];
  return list.asArray().flatMap((item, position) => {
    const dict = dictOf(node.context.lookup(item));
    if (!dict || seen.has(dict)) return [];
    seen.add(dict);
    const ref = item instanceof PDFRef ? item : node.context.register(dict);
    list.set(position, ref);
    return [{ dict, ref, kids: readFields(dict, 'Kids', seen, depth + 1) }];
  });
}

function addFields(fields: readonly IndexedField[], away: Set<PDFRef>): void {
  for (const { ref, kids } of fields) {
    away.add(ref);
    addFields(kids, away);
  }
}
