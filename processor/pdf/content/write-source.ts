// Puts edited content back into the document: a page gets its own new streams, a form that is drawn once is replaced, one that is drawn
// more often is copied under a new name, and so is each form on the way to it. Streams without edits remain the same objects.

import { deflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFRef, type PDFStream } from 'pdf-lib';
import { makeStream } from '../streams/spool.ts';
import { lookup } from '../syntax/dictionary.ts';
import type { ContentSource } from './content-source.ts';
import { interpretAppearances, interpretPage } from './interpret.ts';
import { writeContent, type ContentEdit } from '../syntax/operations.ts';
import type { OpenedPdf } from '../opened.ts';
import { writeName } from '../syntax/write-operand.ts';

export type EditableDocument = Pick<OpenedPdf, 'context' | 'pages'>;

/** How often each form is drawn, by page: an edit changes what one page draws. */
const uses = new WeakMap<PDFContext, Uses>();

class Uses {
  /** The same page object twice shows its forms twice. */
  private readonly times = new Map<PDFDict, number>();
  private readonly uncounted: Set<PDFDict>;
  private readonly byPage = new Map<PDFDict, ReadonlyMap<PDFStream, number>>();
  private readonly counts = new Map<PDFStream, number>();

  constructor(pages: EditableDocument['pages']) {
    for (const { dict } of pages) this.times.set(dict, (this.times.get(dict) ?? 0) + 1);
    this.uncounted = new Set(this.times.keys());
  }

  of(stream: PDFStream): number {
    for (const page of this.uncounted) {
      const own = countEntries(page);
      this.byPage.set(page, own);
      this.add(page, own, 1);
    }
    this.uncounted.clear();
    return this.counts.get(stream) ?? 0;
  }

  forget(page: PDFDict): void {
    this.add(page, this.byPage.get(page) ?? new Map(), -1);
    this.byPage.delete(page);
    if (this.times.has(page)) this.uncounted.add(page);
  }

  private add(page: PDFDict, own: ReadonlyMap<PDFStream, number>, sign: 1 | -1): void {
    const times = sign * (this.times.get(page) ?? 0);
    for (const [stream, count] of own) this.counts.set(stream, (this.counts.get(stream) ?? 0) + count * times);
  }
}

function countEntries(page: PDFDict): ReadonlyMap<PDFStream, number> {
  const counts = new Map<PDFStream, number>();
  const count = (event: { readonly kind: string; readonly source: ContentSource }) => {
    if (event.kind === 'enter' && event.source.stream) counts.set(event.source.stream, (counts.get(event.source.stream) ?? 0) + 1);
  };
  interpretPage(page, count, { text: false });
  interpretAppearances(page, count, { text: false, allStates: true });
  return counts;
}

/** The form is drawn more than once anywhere in the document: this use needs a copy. */
function isShared(stream: PDFStream, { context, pages }: EditableDocument): boolean {
  const known = uses.get(context) ?? new Uses(pages);
  uses.set(context, known);
  return known.of(stream) !== 1;
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
  const shared = isShared(stream, document);
  const dict = stream.dict.clone(document.context);
  for (const key of ['Filter', 'DecodeParms', 'DL', 'Length']) dict.delete(PDFName.of(key));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  const written = makeStream(document.context, dict, deflateSync(writeContent(source.content.bytes, edits), { level: 9 }));
  resources?.(ownResources(document.context, dict, source));
  uses.get(document.context)?.forget(page);
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

function writePage(context: PDFContext, page: PDFDict, { content }: ContentSource, edits: readonly ContentEdit[]): void {
  uses.get(context)?.forget(page);
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
  return context.register(makeStream(context, context.obj({ Filter: 'FlateDecode' }), deflateSync(bytes, { level: 9 })));
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
