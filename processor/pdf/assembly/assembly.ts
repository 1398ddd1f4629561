// A result made of pages of opened documents, written while they come: one document after the other, and nothing of it is held when the next one comes.
// What belongs to the pages comes along: outline, links, named destinations, form, tags, labels, layers, attached files, scripts.

import { type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { FileSink, type ByteSink } from '../byte-sink.ts';
import { PDF_BOUNDS } from '../bounds.ts';
import { JobFailure } from '../../failure.ts';
import { ObjectWriter } from '../object-writer.ts';
import { blankLike, copyOf } from '../pages/arrange-pages.ts';
import type { OpenedPdf } from '../opened.ts';
import type { PageLabel } from '../pages/page-labels.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { chooseAnnotations, renamedTarget, structureChanges } from './copy-annotations.ts';
import { FormWriter } from './copy-fields.ts';
import { LayerWriter } from './copy-layers.ts';
import { NameWriter } from './copy-names.ts';
import { OutlineWriter } from './copy-outline.ts';
import { StructureWriter } from './copy-structure.ts';
import { PageTree } from './page-tree.ts';
import { isGone, type LeftBehind, type Part } from './part.ts';
import { type Changes, type KnownStreams, SourceCopy } from './source-copy.ts';
import type { SourceIndex } from './source-index.ts';
import { StructureKeys } from './structure-keys.ts';
import { writeNumberTree } from './tree-text.ts';
import { ownResources } from './used-resources.ts';

export interface AssemblyOptions {
  /** `1.7`; a document with a higher one raises it. */
  readonly version: string;
  readonly objectStreams: boolean;
  /** Hexadecimal, 32 digits: what the file is made of, for its /ID. */
  readonly identity: string;
  readonly outline: 'keep' | 'titles' | 'none';
  /** Several documents come: the result is none of them, and what they have alike is stored once. */
  readonly isMerged: boolean;
  readonly withAttachments: boolean;
  /** How many documents come, where a page of each in turn is wanted. */
  readonly mixed?: number;
}

/** A page of the document, or an empty one of that page's size. */
export interface Slot {
  readonly pageIndex: number;
  readonly isBlank?: boolean;
  /** Entries of the page that differ. */
  readonly changes?: Changes;
  /** The page whose label it has; itself where absent. */
  readonly labelOf?: number;
}

export interface AddOptions {
  readonly slots: readonly Slot[];
  /** Everything of the document is in the result; where absent, if each of its pages is. */
  readonly isWhole?: boolean;
  /** Of the document's item in the outline. */
  readonly title?: string;
}

/** What a result is to hold, to be counted in it by others. */
export interface Assembled {
  readonly pages: number;
  readonly outlines: number;
  readonly left: LeftBehind;
  readonly renamedFields: FormWriter['renamed'];
  readonly calculationsAtRisk: number;
  readonly hasXfa: boolean;
  readonly roleConflicts: number;
  /** Whether the result says that it is tagged (ISO 32000-1 14.7.1): only where each document says so. */
  readonly isMarked: boolean;
}

/** Entries of the catalog that are those of the first document (ISO 32000-1 table 28). */
const OF_FIRST = ['Lang', 'ViewerPreferences', 'PageMode', 'PageLayout', 'URI'] as const;
/** And those that hold only of one document by itself. */
const OF_ONE = ['Metadata', 'OutputIntents', 'Extensions', 'PieceInfo', 'Requirements', 'MarkInfo'] as const;

interface Label {
  readonly style: string;
  readonly number: number;
  /** Labels of a lower one come first. */
  readonly round: number;
}

export class Assembly implements Disposable {
  readonly #sink: ByteSink;
  readonly #writer: ObjectWriter;
  readonly #options: AssemblyOptions;
  readonly #tree: PageTree;
  readonly #outline: OutlineWriter;
  readonly #structure: StructureWriter;
  readonly #form = new FormWriter();
  readonly #names = new NameWriter();
  readonly #layers = new LayerWriter();
  readonly #known: KnownStreams = new Map();
  readonly #left: LeftBehind = { links: 0, inertLinks: 0, outlines: 0, fields: 0, destinations: 0, attachments: 0 };
  readonly #labels: Label[] = [];
  #hasLabels = false;
  #isMarked = true;
  #catalog = '';
  #version: string;
  #info: number | undefined;
  #sources = 0;
  #isClosed = false;
  /** Pages that come first and are written last, with the nodes that they belong to. */
  readonly #front: { readonly page: number; readonly parent: number }[] = [];

  constructor(target: string | ByteSink, options: AssemblyOptions) {
    this.#sink = typeof target === 'string' ? new FileSink(target) : target;
    this.#writer = new ObjectWriter(this.#sink, options);
    this.#options = options;
    this.#version = options.version;
    this.#tree = new PageTree(this.#writer);
    this.#outline = new OutlineWriter(this.#writer);
    this.#structure = new StructureWriter(this.#writer);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#sink.size;
  }

  /** Keeps room for pages before all others; `addFront` gives them. @param title of an item in an outline of titles */
  reserveFront(pages: number, title: string): void {
    for (let at = 0; at < pages; at++) {
      const page = this.#writer.allocate();
      this.#front.push({ page, parent: this.#tree.add(page) });
      this.#labels.push({ style: '/S/r', number: at + 1, round: 0 });
    }
    const [first] = this.#front;
    if (this.#options.outline === 'titles' && first) this.#outline.addPage(title, first.page);
  }

  /** The document has as many pages as were reserved. @param targets the objects of pages that its links lead to, in their order */
  addFront(index: SourceIndex, targets: readonly number[]): void {
    const { pages } = index.opened;
    if (pages.length !== this.#front.length) throw new RangeError(`${pages.length} pages, ${this.#front.length} reserved`);
    const part = this.#begin(
      index,
      pages.map((_, pageIndex) => ({ pageIndex })),
      true,
    );
    const { copy, numbers } = part;
    for (const [at, { page: number, parent }] of this.#front.entries()) {
      const page = pages[at];
      if (!page?.ref) throw new RangeError('a page without a reference');
      copy.keepAs(page.ref, number);
      numbers.set(page.dict, number);
      copy.change(page.dict, 'Parent', copy.refTo(parent));
    }
    for (const { dict } of pages) choosePageParts(part, dict);
    for (const [at, annotation] of [...index.pageOfAnnotation.keys()].entries()) {
      const target = targets[at];
      if (target !== undefined) copy.change(annotation, 'Dest', copy.context.obj([copy.refTo(target), 'Fit']));
    }
    copy.flush();
    this.#structure.addElements(part, true);
    copy.flush();
  }

  /** The document is not needed afterwards. @returns the object of its first page. @throws JobFailure output_limit */
  add(index: SourceIndex, { slots, isWhole, title }: AddOptions): number | undefined {
    const part = this.#begin(index, slots, isWhole);
    const pages = this.#choosePages(part, slots);
    for (const { dict } of pages) choosePageParts(part, dict);
    this.#form.keepFields(part);
    part.copy.flush();
    this.#structure.addElements(part);
    const first = pages[0]?.number;
    if (this.#options.outline === 'keep') this.#outline.addOutline(part);
    else if (this.#options.outline === 'titles' && first !== undefined) this.#outline.addDocument(part, title ?? '', first);
    this.#names.addNames(part, this.#options.withAttachments);
    this.#layers.addLayers(part);
    this.#takeLabels(part, slots);
    this.#takeCatalog(part);
    part.copy.flush();
    this.#sources++;
    if (this.#writer.highest > PDF_BOUNDS.objectNumberMax)
      throw new JobFailure('output_limit', { details: { objects_max: PDF_BOUNDS.objectNumberMax } });
    return first;
  }

  finish(): Assembled {
    this.#tree.finish();
    const catalog = this.#writer.allocate();
    this.#writer.writeObject(catalog, this.#catalogText());
    const info = this.#info === undefined ? '' : `/Info ${this.#info} 0 R`;
    const id = `<${this.#options.identity}>`;
    this.#writer.finish(`<</Root ${catalog} 0 R${info}/ID[${id}${id}]>>`);
    this[Symbol.dispose]();
    return {
      pages: this.#tree.pageCount,
      outlines: this.#outline.count,
      left: this.#left,
      renamedFields: this.#form.renamed,
      calculationsAtRisk: this.#form.calculationsAtRisk,
      hasXfa: this.#form.hasXfa,
      roleConflicts: this.#structure.conflicts,
      isMarked: this.#isMarked,
    };
  }

  [Symbol.dispose](): void {
    if (this.#sink instanceof FileSink && !this.#isClosed) this.#sink[Symbol.dispose]();
    this.#isClosed = true;
  }

  #begin(index: SourceIndex, slots: readonly Slot[], isWhole: boolean | undefined): Part {
    const { opened, parentTree } = index;
    const keys = new StructureKeys((key) => parentTree.has(key), this.#structure.nextKey);
    const copy = new SourceCopy(opened.context, this.#writer, {
      isAway: (ref, object) => index.isAway(ref, object),
      changesOf: (dict) => structureChanges({ keys }, dict),
      ...(this.#options.isMerged ? { known: this.#known } : {}),
    });
    const shown = new Set(slots.flatMap(({ pageIndex, isBlank }) => (isBlank ? [] : [pageIndex])));
    return {
      index,
      copy,
      numbers: new Map(),
      isWhole: isWhole ?? shown.size === opened.pages.length,
      keys,
      left: this.#left,
      renamed: this.#names.renamesOf(index),
    };
  }

  /** @returns what is kept of each page, in order; all is written with the next flush */
  #choosePages({ index, copy, numbers }: Part, slots: readonly Slot[]): readonly ChosenPage[] {
    return slots.map(({ pageIndex, isBlank = false, changes }, at) => {
      const page = index.opened.pages[pageIndex];
      if (!page) throw new RangeError(`no page ${pageIndex}`);
      const isOwn = !isBlank && !numbers.has(page.dict);
      const dict = isBlank ? blankLike(page.dict) : isOwn ? page.dict : copyOf(page.dict);
      const number = copy.keep((isOwn && page.ref) || copy.context.register(dict));
      if (isOwn) numbers.set(page.dict, number);
      copy.change(dict, 'Parent', copy.refTo(this.#place(number, at)));
      // A chain of all its parts (ISO 32000-1 12.4.3).
      copy.change(dict, 'B', undefined);
      for (const [key, value] of changes ?? []) copy.change(dict, key, value);
      return { dict, number };
    });
  }

  /** @param at of its document. @returns the node of the page tree */
  #place(page: number, at: number): number {
    const { mixed } = this.#options;
    return mixed === undefined ? this.#tree.add(page) : this.#tree.addToRound(page, at, mixed);
  }

  #takeLabels({ index: { labels }, copy }: Part, slots: readonly Slot[]): void {
    this.#hasLabels ||= labels !== undefined;
    const textOf = (label: PageLabel): string =>
      `${label.style ? `/S ${copy.textOf(label.style)}` : ''}${label.prefix ? `/P ${copy.textOf(label.prefix)}` : ''}`;
    for (const [at, { pageIndex, isBlank, labelOf = pageIndex }] of slots.entries()) {
      const round = this.#options.mixed === undefined ? 0 : at;
      const label = isBlank ? undefined : labels?.[labelOf];
      if (label) this.#labels.push({ style: textOf(label), number: label.number, round });
      else this.#labels.push({ style: isBlank ? '' : '/S/D', number: labelOf + 1, round });
    }
  }

  #takeCatalog(part: Part): void {
    const { copy, index } = part;
    const { catalog } = index.opened;
    const { Info } = copy.context.trailerInfo;
    const version = versionOf(index.opened);
    if (version > this.#version) this.#version = version;
    const marked = isTrue(dictOf(lookup(catalog, 'MarkInfo')), 'Marked');
    this.#isMarked &&= marked;
    if (this.#sources > 0) return;
    if (Info) this.#info = Info instanceof PDFRef ? copy.numberOf(Info) : copy.put(Info);
    const keys = this.#options.isMerged
      ? OF_FIRST
      : [...OF_FIRST, ...OF_ONE, ...(this.#options.withAttachments ? ['AF', 'Collection'] : [])];
    for (const key of keys) {
      const value = catalog.get(PDFName.of(key));
      if (value) this.#catalog += `/${key} ${copy.textOf(value)}`;
    }
    const opening = catalog.get(PDFName.of('OpenAction'));
    if (opening && this.#front.length === 0 && !isGone(part, opening))
      this.#catalog += `/OpenAction ${copy.textOf(renamedTarget(part, copy.context.lookup(opening)) ?? opening)}`;
  }

  #catalogText(): string {
    const outline = this.#outline.finish();
    const structure = this.#structure.finish();
    const form = this.#form.finish(this.#writer);
    const layers = this.#layers.finish();
    const parts = [
      `/Type/Catalog/Pages ${this.#tree.root} 0 R`,
      this.#version > this.#options.version ? `/Version/${this.#version}` : '',
      outline === undefined ? '' : `/Outlines ${outline} 0 R`,
      structure === undefined ? '' : `/StructTreeRoot ${structure} 0 R`,
      structure !== undefined && this.#options.isMerged && this.#isMarked ? '/MarkInfo<</Marked true>>' : '',
      form === undefined ? '' : `/AcroForm${form}`,
      layers === undefined ? '' : `/OCProperties${layers}`,
      this.#hasLabels
        ? `/PageLabels${writeNumberTree(this.#writer, labelRanges(this.#labels.toSorted((one, two) => one.round - two.round)))}`
        : '',
      this.#names.finish(this.#writer),
      this.#catalog,
    ];
    return `<<${parts.join('')}>>`;
  }
}

/** The later of header and catalog (ISO 32000-1 7.2.2), as `1.7`. */
export function versionOf({ context, catalog }: Pick<OpenedPdf, 'context' | 'catalog'>): string {
  const header = /%PDF-(\d\.\d)/.exec(context.header.toString())?.[1] ?? '1.4';
  const later = nameOf(catalog, 'Version') ?? '';
  return /^\d\.\d$/.test(later) && later > header ? later : header;
}

interface ChosenPage {
  readonly dict: PDFDict;
  readonly number: number;
}

function choosePageParts(part: Part, page: PDFDict): void {
  chooseAnnotations(part, page);
  for (const [key, value] of structureChanges(part, page) ?? []) part.copy.change(page, key, value);
  const own = part.isWhole ? undefined : ownResources(page, part.index.resourceUse);
  if (own) part.copy.change(page, 'Resources', own);
}

function isTrue(dict: PDFDict | undefined, key: string): boolean {
  return lookup(dict, key)?.toString() === 'true';
}

/** A range begins where a label does not follow from the one before it (ISO 32000-1 12.4.2). */
function labelRanges(labels: readonly Label[]): ReadonlyMap<number, string> {
  const ranges = new Map<number, string>();
  for (const [index, { style, number }] of labels.entries()) {
    const before = labels[index - 1];
    if (before?.style === style && (style === '' || before.number + 1 === number)) continue;
    ranges.set(index, `<<${style}${style === '' || number === 1 ? '' : `/St ${number}`}>>`);
  }
  return ranges;
}
