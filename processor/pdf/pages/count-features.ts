// Counts what a reader can use in a document beyond the look of its pages, so that an operation can prove that it lost nothing.

import { PDFArray, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { arrayOf, lookup, nameOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';
import { walkLive } from '../syntax/walk.ts';

export interface FeatureCounts {
  readonly pages: number;
  /** Structure elements of the tag tree. */
  readonly tags: number;
  /** Form fields with a partial name. */
  readonly fields: number;
  readonly annotations: number;
  readonly links: number;
  readonly outlines: number;
  readonly attachments: number;
  readonly page_labels: number;
  readonly layers: number;
  readonly destinations: number;
}

/** @throws JobFailure corrupt_file as walkLive */
export function countFeatures({
  context,
  catalog,
  pages,
  description,
}: Pick<OpenedPdf, 'context' | 'catalog' | 'pages' | 'description'>): FeatureCounts {
  let outlines = 0;
  walkLive(context, ({ dict, parent }) => {
    if (dict.has(PDFName.of('Title')) && dict.has(PDFName.of('Parent')) && parent) outlines++;
  });
  const tags = countBelow(asDict(lookup(catalog, 'StructTreeRoot')), 'K', (dict) => dict.has(PDFName.of('S')));
  const form = asDict(lookup(catalog, 'AcroForm'));
  const fields = arrayOf(form, 'Fields') ? countBelow(form, 'Fields', (dict) => dict.has(PDFName.of('T')), 'Kids') : 0;
  const annotations = pages.flatMap(({ dict }) => annotationsOf(dict));
  const links = annotations.filter((annotation) => nameOf(annotation, 'Subtype') === 'Link');
  const properties = lookup(catalog, 'OCProperties');
  return {
    pages: pages.length,
    tags,
    fields,
    annotations: annotations.length,
    links: links.length,
    outlines,
    attachments: description.attachments,
    page_labels: arrayOf(asDict(lookup(catalog, 'PageLabels')), 'Nums')?.size() ?? 0,
    layers: arrayOf(asDict(properties), 'OCGs')?.size() ?? 0,
    destinations: countNames(asDict(lookup(asDict(lookup(catalog, 'Names')), 'Dests'))),
  };
}

function annotationsOf(page: PDFDict): PDFDict[] {
  return (arrayOf(page, 'Annots')?.asArray() ?? []).flatMap((item) => {
    const found = item instanceof PDFRef ? page.context.lookup(item) : item;
    return found instanceof PDFDict ? [found] : [];
  });
}

function asDict(object: unknown): PDFDict | undefined {
  return object instanceof PDFDict ? object : undefined;
}

/** The dictionaries that `key` of the root leads to, and then `next`, that are of the kind; each once. */
function countBelow(root: PDFDict | undefined, key: string, isOne: (dict: PDFDict) => boolean, next = key): number {
  const seen = new Set<PDFDict>();
  const kidsOf = (dict: PDFDict, name: string): PDFDict[] => {
    const found = lookup(dict, name);
    const items = found instanceof PDFArray ? found.asArray().map((item) => dict.context.lookup(item)) : [found];
    return items.filter((item) => item instanceof PDFDict);
  };
  const waiting = root ? kidsOf(root, key) : [];
  let count = 0;
  for (let dict = waiting.pop(); dict; dict = waiting.pop()) {
    if (seen.has(dict)) continue;
    seen.add(dict);
    if (isOne(dict)) count++;
    waiting.push(...kidsOf(dict, next));
  }
  return count;
}

/** Entries of a name tree (ISO 32000-1 7.9.6). */
function countNames(root: PDFDict | undefined): number {
  const seen = new Set<PDFDict>();
  const waiting = root ? [root] : [];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    count += (arrayOf(node, 'Names')?.size() ?? 0) >> 1;
    const kids = lookup(node, 'Kids');
    if (kids instanceof PDFArray)
      for (const kid of kids.asArray()) {
        const found = node.context.lookup(kid);
        if (found instanceof PDFDict) waiting.push(found);
      }
  }
  return count;
}
