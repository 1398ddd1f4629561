// Makes planned pages of the pages of an opened document, in memory: turned and cropped by their attributes, scaled, or drawn on sheets. What an assembly
// then writes.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import type { Slot } from '../assembly/assembly.ts';
import { countResourceUse, ownResources } from '../assembly/used-resources.ts';
import { boundsOf, type Box, boxIn, intersect, isEmpty, transformBox } from '../geometry/box.ts';
import { invert, type Matrix, multiply, scaleOf } from '../geometry/matrix.ts';
import type { PlacedPage, PlannedPage } from '../geometry/planned-page.ts';
import type { ShownBox } from '../geometry/shown-box.ts';
import { pageMatrix } from '../geometry/page-matrix.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import type { OpenedPdf, PdfPage } from '../opened.ts';
import { copyOf, inheritAll } from '../pages/arrange-pages.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { type PageView, userBox, viewOf } from '../pages/page-view.ts';
import { arrayOf, dictOf, lookup } from '../syntax/dictionary.ts';
import { passMissing } from '../syntax/walk.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';
import { moveAnnotation, type TurnedAppearances } from './move-annotation.ts';
import { type MovedPage, moveDestinations } from './move-destinations.ts';
import { moveTags, type TaggedForm } from './move-tags.ts';
import { makePageForm } from './page-form.ts';
import { scalePage } from './scale-page.ts';

export interface LaidOut {
  /** The document with the pages that were made after its own. */
  readonly opened: OpenedPdf;
  readonly slots: readonly Slot[];
  /** Every page of the document is somewhere. */
  readonly isWhole: boolean;
  readonly hasSheets: boolean;
  /** Page labels that sheets do not have. */
  readonly hadLabels: boolean;
  /** Annotations on parts of pages that are not seen on their sheets. */
  readonly annotationsCut: number;
}

/** The document is changed. @throws JobFailure decompression_limit */
export function layOutPages(opened: OpenedPdf, planned: readonly PlannedPage[]): LaidOut {
  passMissing(opened.context);
  inheritAll(opened.context, opened.catalog);
  return new Layout(opened, planned).make();
}

interface Occurrence {
  readonly dict: PDFDict;
  readonly view: PageView;
  readonly isCopy: boolean;
}

class Layout {
  readonly #opened: OpenedPdf;
  readonly #planned: readonly PlannedPage[];
  readonly #context: PDFContext;
  readonly #pages: PdfPage[];
  /** Where each page is used; the first use is the page itself. */
  readonly #occurrences: readonly (readonly Occurrence[])[];
  readonly #used = new Set<PDFDict>();
  readonly #moved = new Map<PDFDict, MovedPage>();
  readonly #forms = new Map<PDFDict, TaggedForm>();
  readonly #turned: TurnedAppearances = new Map();
  readonly #resourceUse: ReadonlyMap<PDFDict, number>;
  #annotationsCut = 0;

  constructor(opened: OpenedPdf, planned: readonly PlannedPage[]) {
    this.#opened = opened;
    this.#planned = planned;
    this.#context = opened.context;
    this.#pages = [...opened.pages];
    this.#resourceUse = countResourceUse(opened.pages);
    // Copies are made before anything changes.
    this.#occurrences = planned.map(({ placed }) => placed.map(({ pageIndex }) => this.#occur(pageIndex)));
    separateAnnotations(this.#occurrences.flat().map(({ dict }) => dict));
  }

  make(): LaidOut {
    const slots = this.#planned.map((page, at) => this.#makePage(page, this.#occurrences[at] ?? []));
    if (this.#moved.size > 0) moveDestinations(this.#context, this.#moved);
    const hasSheets = this.#planned.some(({ isSheet }) => isSheet);
    const hadLabels = hasSheets && this.#opened.catalog.has(PDFName.of('PageLabels'));
    if (hasSheets) {
      moveTags(this.#opened.catalog, this.#forms);
      // A sheet is no page of the source, and has none of their labels.
      this.#opened.catalog.delete(PDFName.of('PageLabels'));
    }
    return {
      opened: { ...this.#opened, pages: this.#pages },
      slots,
      isWhole: this.#opened.pages.every(({ dict }) => this.#used.has(dict)),
      hasSheets,
      hadLabels,
      annotationsCut: this.#annotationsCut,
    };
  }

  #occur(pageIndex: number): Occurrence {
    const page = this.#opened.pages[pageIndex];
    if (!page) throw new RangeError(`no page ${pageIndex}`);
    const isCopy = this.#used.has(page.dict);
    this.#used.add(page.dict);
    const dict = isCopy ? copyOf(page.dict) : page.dict;
    return { dict, isCopy, view: viewOf(page.dict) };
  }

  #makePage(page: PlannedPage, occurrences: readonly Occurrence[]): Slot {
    const [own, ...others] = occurrences;
    const [placed] = page.placed;
    if (!own || !placed) return this.#blank(page);
    if (page.isSheet || others.length > 0) return { pageIndex: this.#addPage(this.#makeSheet(page, occurrences)) };
    if (Math.abs(scaleOf(placed.onto) - 1) < 1e-6 && isInside(placed, page)) this.#turnAndCrop(page, placed, own);
    else this.#scale(page, placed, own);
    return own.isCopy ? { pageIndex: this.#addPage(own.dict), labelOf: placed.pageIndex } : { pageIndex: placed.pageIndex };
  }

  #addPage(dict: PDFDict): number {
    this.#pages.push({ dict, ref: this.#refOf(dict), mediaBox: boxIn(numbersIn(arrayOf(dict, 'MediaBox'))) });
    return this.#pages.length - 1;
  }

  #refOf(dict: PDFDict): PDFRef {
    return this.#context.getObjectRef(dict) ?? this.#context.register(dict);
  }

  #blank({ width, height }: PlannedPage): Slot {
    const sides = this.#context.obj([0, 0, rounded(width), rounded(height)]);
    const changes = new Map([
      ['MediaBox', sides],
      ['CropBox', undefined],
      ['Rotate', undefined],
      ['UserUnit', undefined],
    ]);
    return { pageIndex: 0, isBlank: true, changes };
  }

  #turnAndCrop({ width, height }: PlannedPage, { onto }: PlacedPage, { dict, view }: Occurrence): void {
    const quarter = quarterOf(onto);
    if (quarter > 0) dict.set(PDFName.of('Rotate'), PDFNumber.of((view.rotation + 90 * quarter) % 360));
    const box = userBox(view, { left: 0, top: 0, right: width, bottom: height }, onto);
    if (!box) return;
    const isCropped = box.some((side, at) => Math.abs(side - (view.box[at] ?? 0)) > 1e-3);
    if (isCropped) dict.set(PDFName.of('CropBox'), this.#context.obj(box.map(rounded)));
  }

  #scale({ width, height }: PlannedPage, { onto, seen }: PlacedPage, { dict, view, isCopy }: Occurrence): void {
    const rotation = (view.rotation + 90 * quarterOf(onto)) % 360;
    const [across, up] = rotation % 180 === 0 ? [width, height] : [height, width];
    const box: Box = [0, 0, across, up];
    const [fromNew, seenBox] = [invert(pageMatrix(box, rotation / 90)), userBox(view, seen, onto)];
    if (!fromNew || !seenBox) return;
    const own = multiply(multiply(view.toShown, onto), fromNew);
    scalePage(dict, { seen: seenBox, onto: own, box }, this.#turned);
    dict.set(PDFName.of('Rotate'), PDFNumber.of(rotation));
    if (!isCopy) this.#moved.set(dict, { page: this.#refOf(dict), onto: own });
  }

  #makeSheet({ width, height, placed }: PlannedPage, occurrences: readonly Occurrence[]): PDFDict {
    const context = this.#context;
    const sheet = PDFDict.withContext(context);
    const ref = context.register(sheet);
    const forms = PDFDict.withContext(context);
    const annotations = PDFArray.withContext(context);
    const toUser: Matrix = [1, 0, 0, -1, 0, height];
    const lines = placed.flatMap(({ onto, seen }, at) => {
      const own = occurrences[at];
      const cell = boundsOf(transformBox(toUser, asBox(seen)));
      if (!own || isEmpty(cell)) return [];
      const matrix = multiply(multiply(own.view.toShown, onto), toUser);
      const form = makePageForm(own.dict, own.view.box, this.#resourcesOf(own.dict));
      forms.set(PDFName.of(`Page${at + 1}`), form);
      this.#moveAnnotations(own.dict, { sheet: ref, annotations, matrix, cell });
      if (!own.isCopy) {
        this.#moved.set(own.dict, { page: ref, onto: matrix, cell });
        this.#forms.set(own.dict, { sheet: ref, form });
      }
      const clip = [cell[0], cell[1], cell[2] - cell[0], cell[3] - cell[1]];
      return [`q ${writeNumbers(clip)} re W n ${writeNumbers(matrix, FINE)} cm /Page${at + 1} Do Q\n`];
    });
    sheet.set(PDFName.of('Type'), PDFName.of('Page'));
    sheet.set(PDFName.of('MediaBox'), context.obj([0, 0, rounded(width), rounded(height)]));
    sheet.set(PDFName.of('Resources'), context.obj({ XObject: forms }));
    sheet.set(PDFName.of('Contents'), context.register(context.flateStream(lines.join(''))));
    if (annotations.size() > 0) sheet.set(PDFName.of('Annots'), annotations);
    return sheet;
  }

  #resourcesOf(page: PDFDict): PDFDict | undefined {
    return ownResources(page, this.#resourceUse) ?? dictOf(lookup(page, 'Resources'));
  }

  #moveAnnotations(
    page: PDFDict,
    {
      sheet,
      annotations,
      matrix,
      cell,
    }: { readonly sheet: PDFRef; readonly annotations: PDFArray; readonly matrix: Matrix; readonly cell: Box },
  ): void {
    for (const item of arrayOf(page, 'Annots')?.asArray() ?? []) {
      const annotation = dictOf(this.#context.lookup(item));
      if (!annotation) continue;
      moveAnnotation(annotation, matrix, this.#turned);
      const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
      if (rect && isEmpty(intersect(rect, cell)) && !isEmpty(rect)) {
        this.#annotationsCut++;
        continue;
      }
      annotation.set(PDFName.of('P'), sheet);
      annotations.push(item instanceof PDFRef ? item : this.#context.register(annotation));
    }
    page.delete(PDFName.of('Annots'));
  }
}

/** An annotation that several pages list gets a copy for each page but the first: it may go to different places. */
function separateAnnotations(pages: readonly PDFDict[]): void {
  const seen = new Set<PDFDict>();
  for (const page of pages) {
    const { context } = page;
    const own = annotationsOf(page);
    if (own.some((annotation) => seen.has(annotation))) {
      const list = PDFArray.withContext(context);
      for (const annotation of own) {
        const isShared = seen.has(annotation);
        const dict = isShared ? PDFDict.fromMapWithContext(new Map(annotation.asMap()), context) : annotation;
        list.push((isShared ? undefined : context.getObjectRef(annotation)) ?? context.register(dict));
      }
      page.set(PDFName.of('Annots'), list);
    }
    for (const annotation of own) seen.add(annotation);
  }
}

/** A page is never smaller than what is seen of it unless it has free space. */
function isInside({ onto, seen }: PlacedPage, { width, height }: PlannedPage): boolean {
  const slack = 1e-3 * Math.max(1, scaleOf(onto));
  return seen.left <= slack && seen.top <= slack && seen.right >= width - slack && seen.bottom >= height - slack;
}

/** Quarters of a turn, clockwise as shown. */
function quarterOf([a, b]: Matrix): 0 | 1 | 2 | 3 {
  if (Math.abs(a) > Math.abs(b)) return a > 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}

function asBox({ left, top, right, bottom }: ShownBox): Box {
  return [left, top, right, bottom];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
