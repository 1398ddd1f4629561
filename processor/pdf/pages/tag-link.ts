// Gives new links their place in the structure of a tagged document (ISO 32000-1 14.7.4.3, 14.8.4.4.2): an element Link beside the content that they
// lie over, with a reference to each annotation. Without it a reader that speaks does not come by them.

import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';
import { readNumberTree } from './page-labels.ts';

export interface NewLink {
  readonly page: PDFDict;
  /** On the page, one for each line. */
  readonly annotations: readonly PDFRef[];
  /** The marked content under it, where it is known. */
  readonly mcid: number | undefined;
  /** What it says. */
  readonly text: string;
}

/** @returns false for a document that is not tagged, or whose structure says nothing of the content */
export function tagLink({ catalog, context }: Pick<OpenedPdf, 'catalog' | 'context'>, { page, annotations, mcid, text }: NewLink): boolean {
  const root = dictOf(lookup(catalog, 'StructTreeRoot'));
  const tree = dictOf(lookup(root, 'ParentTree'));
  const parent = tree && mcid !== undefined ? elementOf(tree, page, mcid) : undefined;
  const parentRef = parent && context.getObjectRef(parent);
  const pageRef = context.getObjectRef(page);
  if (!root || !tree || !parent || !parentRef || !pageRef || annotations.length === 0) return false;
  const element = context.obj({ Type: 'StructElem', S: 'Link', P: parentRef, Pg: pageRef });
  const ref = context.register(element);
  element.set(PDFName.of('Alt'), PDFHexString.fromText(text));
  element.set(PDFName.of('K'), context.obj(annotations.map((annotation) => ({ Type: 'OBJR', Obj: annotation, Pg: pageRef }))));
  insertAfter(parent, mcid, ref);
  for (const annotation of annotations) {
    const key = nextKey(root, tree);
    const dict = dictOf(context.lookup(annotation));
    dict?.set(PDFName.of('StructParent'), PDFNumber.of(key));
    dict?.set(PDFName.of('Contents'), PDFHexString.fromText(text));
    appendToTree(tree, key, ref);
    root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key + 1));
  }
  // The order of the tab key is that of the structure (14.8.2.3).
  if (!page.has(PDFName.of('Tabs'))) page.set(PDFName.of('Tabs'), PDFName.of('S'));
  return true;
}

/** The element whose content it is. */
function elementOf(tree: PDFDict, page: PDFDict, mcid: number): PDFDict | undefined {
  const key = numberOf(page, 'StructParents');
  const entry = key === undefined ? undefined : readNumberTree(tree).find(([number]) => number === key)?.[1];
  const elements = tree.context.lookup(entry);
  const element = elements instanceof PDFArray ? dictOf(elements.lookup(mcid)) : undefined;
  return element && nameOf(element, 'S') !== undefined ? element : undefined;
}

function insertAfter(parent: PDFDict, mcid: number | undefined, element: PDFRef): void {
  const { context } = parent;
  const kids = parent.get(PDFName.of('K'));
  const found = context.lookup(kids);
  const all: readonly PDFObject[] = found instanceof PDFArray ? found.asArray() : kids ? [kids] : [];
  const at = all.findIndex((kid) => {
    const object = context.lookup(kid);
    return object instanceof PDFNumber ? object.asNumber() === mcid : numberOf(dictOf(object), 'MCID') === mcid;
  });
  const list = PDFArray.withContext(context);
  for (const kid of all.slice(0, at < 0 ? all.length : at + 1)) list.push(kid);
  list.push(element);
  for (const kid of at < 0 ? [] : all.slice(at + 1)) list.push(kid);
  parent.set(PDFName.of('K'), list);
}

function nextKey(root: PDFDict, tree: PDFDict): number {
  const used = readNumberTree(tree).reduce((most, [number]) => Math.max(most, number), -1);
  return Math.max(used + 1, numberOf(root, 'ParentTreeNextKey') ?? 0);
}

/** The key is greater than all others. */
function appendToTree(tree: PDFDict, key: number, value: PDFRef): void {
  const { context } = tree;
  const [numbers, kids] = [arrayOf(tree, 'Nums'), arrayOf(tree, 'Kids')];
  if (!kids) {
    const list = PDFArray.withContext(context);
    for (const item of numbers?.asArray() ?? []) list.push(item);
    list.push(PDFNumber.of(key));
    list.push(value);
    tree.set(PDFName.of('Nums'), list);
    return;
  }
  const leaf = context.obj({ Limits: [key, key] });
  leaf.set(PDFName.of('Nums'), context.obj([key, value]));
  const list = PDFArray.withContext(context);
  for (const item of kids.asArray()) list.push(item);
  list.push(context.register(leaf));
  tree.set(PDFName.of('Kids'), list);
}
