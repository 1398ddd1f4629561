// Puts edited content back into the document: a page gets its own new streams, a form that is drawn once is replaced, one that is drawn
// more often is copied under a new name, and so is each form on the way to it. Streams without edits remain the same objects.

import { deflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef, type PDFStream } from 'pdf-lib';
import { lookup } from '../syntax/dictionary.ts';
import type { ContentSource } from './content-source.ts';
import { interpretAppearances, interpretPage } from './interpret.ts';
import { writeContent, type ContentEdit } from '../syntax/operations.ts';
import type { OpenedPdf } from '../opened.ts';
import { writeName } from '../syntax/write-operand.ts';

export type EditableDocument = Pick<OpenedPdf, 'context' | 'pages'>;

const uses = new WeakMap<PDFContext, Map<PDFStream, number>>();

/** How often each form is drawn anywhere in the document. Kept until a source is written. */
function countUses({ context, pages }: EditableDocument): ReadonlyMap<PDFStream, number> {
  const known = uses.get(context);
  if (known) return known;
  const counts = new Map<PDFStream, number>();
  const seen = new Set<PDFDict>();
  for (const { dict } of pages) {
    const count = (event: { readonly kind: string; readonly source: ContentSource }) => {
      if (event.kind === 'enter' && event.source.stream) counts.set(event.source.stream, (counts.get(event.source.stream) ?? 0) + 1);
    };
    // The same page object twice shows its forms twice.
    const times = seen.has(dict) ? 0 : pages.filter((page) => page.dict === dict).length;
    seen.add(dict);
    for (let round = 0; round < Math.min(times, 2); round++) {
      interpretPage(dict, count, { glyphProcedures: false });
      interpretAppearances(dict, count, { glyphProcedures: false, allStates: true });
    }
  }
  uses.set(context, counts);
  return counts;
}

/**
 * Applies edits to the content of a source and, where forms must be copied, to those that draw it.
 * @param page the page on which the source was executed
 * @param resources called with the resources that the edited content will have, to add what the edits name
 */
export function writeSource(
  document: EditableDocument,
  page: PDFDict,
  source: ContentSource,
  edits: readonly ContentEdit[],
  resources?: (dict: PDFDict) => void,
): void {
  if (edits.length === 0) return;
  if (!source.parent || !source.stream) {
    writePage(document.context, page, source, edits);
    resources?.(ownResources(document.context, page, source));
    return;
  }
  const { stream, ref, drawnBy, parent } = source;
  const shared = isShared(source, countUses(document));
  const dict = stream.dict.clone(document.context);
  for (const key of ['Filter', 'DecodeParms', 'DL', 'Length']) dict.delete(PDFName.of(key));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  const written = PDFRawStream.of(dict, deflateSync(writeContent(source.content.bytes, edits), { level: 9 }));
  resources?.(ownResources(document.context, dict, source));
  uses.delete(document.context);
  if (!shared && ref) {
    document.context.assign(ref, written);
    return;
  }
  const copy = document.context.register(written);
  if (!drawnBy) return;
  let name = '';
  const rename = (parentResources: PDFDict) => {
    const objects = subDictionary(document.context, parentResources, 'XObject');
    objects.set(PDFName.of(name), copy);
  };
  name = freeName(lookup(source.parent.resources, 'XObject'), 'Fe');
  const [operand] = drawnBy.operands.slice(-1);
  const span = operand ?? drawnBy;
  writeSource(document, page, parent, [{ start: span.start, end: span.end, replacement: writeName(name) }], rename);
}

/** The form, or one around it, is drawn more than once: this use needs a copy. */
function isShared(source: ContentSource, counts: ReadonlyMap<PDFStream, number>): boolean {
  return source.stream !== undefined && (counts.get(source.stream) ?? 0) !== 1;
}

function writePage(context: PDFContext, page: PDFDict, { content }: ContentSource, edits: readonly ContentEdit[]): void {
  uses.delete(context);
  const inParts = content.parts.map((part) => edits.filter(({ start, end }) => start >= part.start && end <= part.end));
  const array = PDFArray.withContext(context);
  if (inParts.reduce((sum, { length }) => sum + length, 0) === edits.length) {
    for (const [index, part] of content.parts.entries()) {
      const own = (inParts[index] ?? []).map(({ start, end, replacement }) => ({
        start: start - part.start,
        end: end - part.start,
        replacement,
      }));
      if (own.length === 0 && part.ref) array.push(part.ref);
      else array.push(registerContent(context, writeContent(content.bytes.subarray(part.start, part.end), own)));
    }
  } else {
    // An operation that crosses the end of a stream: the streams become one.
    array.push(registerContent(context, writeContent(content.bytes, edits)));
  }
  page.set(PDFName.of('Contents'), array.size() === 1 ? array.get(0) : array);
}

export function registerContent(context: PDFContext, bytes: Uint8Array): PDFRef {
  return context.register(PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(bytes, { level: 9 })));
}

/** Resources that belong only to this content, so that additions affect no other. */
function ownResources(context: PDFContext, holder: PDFDict, source: ContentSource): PDFDict {
  const dict = source.resources ? source.resources.clone(context) : context.obj({});
  holder.set(PDFName.of('Resources'), dict);
  return dict;
}

/** A category of the resources as a dictionary of its own. */
export function subDictionary(context: PDFContext, resources: PDFDict, category: string): PDFDict {
  const found = lookup(resources, category);
  const dict = found instanceof PDFDict ? found.clone(context) : context.obj({});
  resources.set(PDFName.of(category), dict);
  return dict;
}

/** A name that a category does not have yet. */
export function freeName(names: unknown, prefix: string): string {
  for (let number = 1; ; number++) {
    const name = `${prefix}${number}`;
    if (!(names instanceof PDFDict) || !names.has(PDFName.of(name))) return name;
  }
}
