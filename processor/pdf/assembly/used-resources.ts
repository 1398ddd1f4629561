// Resources that a page uses, where its dictionary of resources belongs to other pages too: a page by itself does not take the pictures and fonts of
// the others along. Names are looked for in the content; what looks like one counts as used.

import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFObject, PDFRef } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import type { PdfPage } from '../opened.ts';

const CATEGORIES = ['XObject', 'Font', 'Pattern', 'Shading', 'Properties'] as const;

/** How many pages have an object as their resources, or as one category of these. */
export function countResourceUse(pages: readonly PdfPage[]): ReadonlyMap<PDFDict, number> {
  const uses = new Map<PDFDict, number>();
  for (const { dict } of pages) {
    const resources = dictOf(lookup(dict, 'Resources'));
    for (const part of resources ? [resources, ...CATEGORIES.map((key) => dictOf(lookup(resources, key)))] : [])
      if (part) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  return uses;
}

/** The page's own resources; undefined where they are its own already, or where its content cannot be read. */
export function ownResources(page: PDFDict, uses: ReadonlyMap<PDFDict, number>): PDFDict | undefined {
  const resources = dictOf(lookup(page, 'Resources'));
  if (!resources) return undefined;
  const isShared = (uses.get(resources) ?? 0) > 1;
  const shared = CATEGORIES.filter((key) => {
    const part = dictOf(lookup(resources, key));
    return part && part.keys().length > 1 && (isShared || (uses.get(part) ?? 0) > 1);
  });
  const names = shared.length === 0 ? undefined : namesIn(page, resources);
  if (!names) return undefined;
  const own = PDFDict.fromMapWithContext(new Map(resources.asMap()), page.context);
  for (const key of shared) {
    const part = dictOf(lookup(resources, key));
    if (part)
      own.set(PDFName.of(key), PDFDict.fromMapWithContext(new Map(part.entries().filter(([name]) => names.has(name))), page.context));
  }
  return own;
}

const NAME = /\/[^\s()<>[\]{}/%\0]+/g;

/** Undefined where the content does not decode. */
function namesIn(page: PDFDict, resources: PDFDict): ReadonlySet<PDFName> | undefined {
  const names = new Set<PDFName>();
  const waiting: (PDFObject | undefined)[] = streamsOf(page);
  const seen = new Set<PDFObject>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (!(next instanceof PDFRawStream)) return undefined;
    const text = textOf(next);
    if (text === undefined) return undefined;
    for (const [name] of text.matchAll(NAME)) names.add(PDFName.of(name.slice(1)));
    // A form without resources of its own uses those of the page (ISO 32000-1 table 95).
    for (const [key, value] of dictOf(lookup(resources, 'XObject'))?.entries() ?? []) {
      const form = names.has(key) ? page.context.lookup(value) : undefined;
      if (form instanceof PDFRawStream && nameOf(form.dict, 'Subtype') === 'Form' && !form.dict.has(PDFName.of('Resources')))
        waiting.push(form);
    }
  }
  return names;
}

function streamsOf(page: PDFDict): (PDFObject | undefined)[] {
  const contents = lookup(page, 'Contents');
  if (contents === undefined) return [];
  return contents instanceof PDFArray
    ? contents.asArray().map((item) => (item instanceof PDFRef ? page.context.lookup(item) : item))
    : [contents];
}

function textOf(stream: PDFRawStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, PDF_BOUNDS.streamBytesMax).bytes).toString('latin1');
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}
