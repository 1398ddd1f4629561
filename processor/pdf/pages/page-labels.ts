// Page labels (ISO 32000-1 12.4.2): read as one label per page, written as the ranges that give the same labels in another order.

import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import { arrayOf, dictOf, lookup, numberOf } from '../syntax/dictionary.ts';

export interface PageLabel {
  /** /D, /R, /r, /A or /a; absent for a label without a number. */
  readonly style: PDFObject | undefined;
  readonly prefix: PDFObject | undefined;
  readonly number: number;
}

/** @returns undefined when the document has none. */
export function readPageLabels(catalog: PDFDict, pageCount: number): readonly PageLabel[] | undefined {
  const root = dictOf(lookup(catalog, 'PageLabels'));
  if (!root) return undefined;
  const ranges = readNumberTree(root)
    .map(([from, value]) => ({ from, dict: dictOf(catalog.context.lookup(value)) }))
    .sort((a, b) => a.from - b.from);
  if (ranges.length === 0) return undefined;
  return Array.from({ length: pageCount }, (_, pageIndex) => {
    const range = ranges.findLast(({ from }) => from <= pageIndex);
    const start = numberOf(range?.dict, 'St') ?? 1;
    return {
      style: range?.dict?.get(PDFName.of('S')),
      prefix: range?.dict?.get(PDFName.of('P')),
      number: range ? start + pageIndex - range.from : pageIndex + 1,
    };
  });
}

/** @param labels by page; undefined for a page without one */
export function writePageLabels(catalog: PDFDict, labels: readonly (PageLabel | undefined)[]): void {
  const { context } = catalog;
  const ranges = PDFArray.withContext(context);
  let before: PageLabel | undefined;
  for (const [pageIndex, label] of labels.entries()) {
    const continues =
      before && label && same(before.style, label.style) && same(before.prefix, label.prefix) && label.number === before.number + 1;
    if (!continues || pageIndex === 0) {
      const dict = PDFDict.withContext(context);
      if (label?.style) dict.set(PDFName.of('S'), label.style);
      if (label?.prefix) dict.set(PDFName.of('P'), label.prefix);
      if (label && label.number !== 1) dict.set(PDFName.of('St'), PDFNumber.of(label.number));
      ranges.push(PDFNumber.of(pageIndex));
      ranges.push(dict);
    }
    before = label;
  }
  const root = PDFDict.withContext(context);
  root.set(PDFName.of('Nums'), ranges);
  catalog.set(PDFName.of('PageLabels'), root);
}

function same(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.toString() === b.toString());
}

/** The pairs of a number tree (7.9.7), in the order of the tree. Bounded: a loop or a deep nest ends. */
export function readNumberTree(root: PDFDict): readonly (readonly [number: number, value: PDFObject])[] {
  return readTree(root, 'Nums').flatMap(([key, value]) => (key instanceof PDFNumber ? [[key.asNumber(), value] as const] : []));
}

export function readTree(root: PDFDict, leaf: 'Nums' | 'Names'): readonly (readonly [key: PDFObject, value: PDFObject])[] {
  const pairs: [PDFObject, PDFObject][] = [];
  const seen = new Set<PDFDict>();
  const stack: { readonly node: PDFDict; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (seen.has(next.node) || next.depth > PDF_BOUNDS.depthMax) continue;
    seen.add(next.node);
    const items = arrayOf(next.node, leaf)?.asArray() ?? [];
    for (let index = 0; index + 1 < items.length; index += 2) {
      const [key, value] = [root.context.lookup(items[index]), items[index + 1]];
      if (key && value) pairs.push([key, value]);
    }
    const kids = arrayOf(next.node, 'Kids')?.asArray() ?? [];
    for (const kid of kids.toReversed()) {
      const node = dictOf(root.context.lookup(kid));
      if (node) stack.push({ node, depth: next.depth + 1 });
    }
  }
  return pairs;
}
