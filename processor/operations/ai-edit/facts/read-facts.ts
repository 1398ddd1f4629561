// What the checks of a plan ask about a document, answered from an opened PDF: text as the editor sees it, form fields.
// Text shown only by an appearance or a picture is not found: it cannot be edited as text.

import { drawingsOfPage } from '../../../pdf/edit/drawings.ts';
import { shapeOf } from '../../../pdf/edit/drawing-shape.ts';
import { isBlankPage } from '../../../pdf/edit/is-blank-page.ts';
import { listPictures } from '../../../pdf/edit/find-images.ts';
import { type PageText, readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { holderOf } from '../../../pdf/syntax/inherited.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { PDFDict, PDFName } from 'pdf-lib';
import { boundsOf, type Box, transformBox, unite } from '../../../pdf/geometry/box.ts';
import { IDENTITY, invert } from '../../../pdf/geometry/matrix.ts';
import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';
import { findUnit, type Unit } from '../../../pdf/edit/layout/units.ts';
import { describeMatch } from '../../../pdf/edit/find.ts';
import { annotationsOf, areasOf } from '../../../pdf/pages/annotations.ts';
import { lookup, nameOf, textOf } from '../../../pdf/syntax/dictionary.ts';
import { addressOf, annotationsMeant, isRemark, linksOver } from './choose-annotations.ts';
import { fieldsByName, findField, kindOfField, valueOfField } from '../../../pdf/forms/named-fields.ts';
import { viewOf } from './page-view.ts';
import { findText } from './find-text.ts';
import { ownText } from './own-text.ts';
import { hexOf } from '../../../pdf/edit/hex-of.ts';
import { listFields } from '../../../document/pages/list-fields.ts';
import { countValues, type DocumentFacts, type LocatedDrawing, type LocatedText, type PageLayout, type Remark } from './locate.ts';

export interface PdfFacts extends DocumentFacts {
  /** The page with its glyphs: `start` and `end` of a located text are offsets in its `text`. 1-based. */
  readonly pageAt: (page: number) => PageText;
}

/** Called before each page of a search, with how many are done. */
type OnPage = (done: number, total: number) => Promise<void>;

/** UTF-16 units of page text that stay in memory: about 20,000 full pages. */
const TEXT_UNITS_KEPT_MAX = 64 * 1024 * 1024;

/** Glyphs of pages that stay in memory beside those of the last page: about 80 full pages; of a long document, which needs the memory, ten. */
const GLYPHS_KEPT_MAX = { short: 250_000, long: 30_000 } as const;
const LONG_PAGES = 100;

interface LoadedPage {
  readonly read: PageText;
  layout?: PageLayout;
}

/**
 * Pages are read when they are first asked for. Their text is kept; their glyphs too while there are not too many, then those of the last page
 * only: documents are gone through from the first page to the last, and of a long one the latest pages are not the next to be asked for again.
 */
class ReadPages {
  private readonly opened: OpenedPdf;
  private readonly texts = new Map<number, string>();
  private unitsLeft = TEXT_UNITS_KEPT_MAX;
  private readonly loaded = new Map<number, LoadedPage>();
  private glyphsLeft: number;
  private last: { readonly page: number; readonly loaded: LoadedPage } | undefined;

  constructor(opened: OpenedPdf) {
    this.opened = opened;
    this.glyphsLeft = GLYPHS_KEPT_MAX[opened.pages.length > LONG_PAGES ? 'long' : 'short'];
  }

  at(page: number): PageText {
    return this.load(page).read;
  }

  text(page: number): string {
    const known = this.texts.get(page);
    if (known !== undefined) return known;
    const { text } = this.at(page);
    this.unitsLeft -= text.length;
    if (this.unitsLeft >= 0) this.texts.set(page, text);
    return text;
  }

  layout(page: number): PageLayout {
    const loaded = this.load(page);
    loaded.layout ??= layOut(loaded.read);
    return loaded.layout;
  }

  private load(page: number): LoadedPage {
    const known = this.last?.page === page ? this.last.loaded : this.loaded.get(page);
    if (known) return known;
    const dict = this.opened.pages[page - 1]?.dict;
    if (!dict) throw new RangeError(`no page ${page}`);
    const made: LoadedPage = { read: readPageTextEvents(dict) };
    const { length } = made.read.glyphs;
    if (length <= this.glyphsLeft) {
      this.glyphsLeft -= length;
      this.loaded.set(page, made);
    } else this.last = { page, loaded: made };
    return made;
  }
}

/** @throws JobFailure decompression_limit, while reading a page */
export function readFacts(opened: OpenedPdf, sha256: string, onPage: OnPage = async () => {}): PdfFacts {
  const pages = new ReadPages(opened);
  let fields: ReturnType<typeof fieldsByName> | undefined;
  return {
    sha256,
    pageCount: opened.pages.length,
    pageAt: (page) => pages.at(page),
    pageText: (page) => pages.text(page),
    async locate(match, chosen, anySpelling) {
      const found: LocatedText[] = [];
      for (const [index, page] of chosen.entries()) {
        await onPage(index, chosen.length);
        const text = pages.text(page);
        for (const { start, end } of findText(text, match, anySpelling)) {
          found.push({ page, start, end, text: ownText(text.slice(start, end)) });
        }
      }
      return found;
    },
    unitOf: (place, unit) => wholeUnit(pages.at(place.page), place, unit),
    ...paintedFacts(opened, pages),
    fieldKind: async (name) => {
      fields ??= fieldsByName(opened);
      return kindOfField(findField(fields, name));
    },
    fieldValue: async (name) => {
      fields ??= fieldsByName(opened);
      return valueOfField(findField(fields, name));
    },
    countFields: async () => {
      // The library would take XFA out of the form.
      const written = new Map<string, string>();
      for (const { dict } of opened.pages)
        for (const { name, kind, value } of listFields(dict)) if (kind === 'text' || kind === 'choice') written.set(name, value.trim());
      return countValues([...written.values()]);
    },
    layout: (page) => pages.layout(page),
    linksOver: ({ page, start, end }) => {
      const { page: dict } = pages.at(page);
      const boxes = describeMatch(pages.at(page), start, end)?.boxes ?? [];
      return linksOver(dict, boxes).map((one) => ({ ...remarkOf(one), ...placeOf(one), page }));
    },
    ...annotationFacts(opened),
  };
}

function paintedFacts(opened: OpenedPdf, pages: ReadPages): Pick<DocumentFacts, 'images' | 'isBlank' | 'drawings'> {
  // The picture itself would keep its document in memory.
  const pictures = new Map<unknown, number>();
  const numberOf = (picture: unknown): number => {
    const known = pictures.get(picture) ?? pictures.size;
    pictures.set(picture, known);
    return known;
  };
  return {
    images: (chosen) =>
      chosen.flatMap((page) => {
        const dict = opened.pages[page - 1]?.dict;
        if (!dict) return [];
        const seen = showOn(dict);
        return listPictures(dict).map(({ index, box, picture }) => ({ page, index, box, seen: seen(box), picture: numberOf(picture) }));
      }),
    isBlank: (page) => {
      const dict = opened.pages[page - 1]?.dict;
      return dict !== undefined && pages.text(page).trim() === '' && isBlankPage(dict);
    },
    drawings: (page) => drawingsOn(opened, page, pages.at(page)),
  };
}

function drawingsOn(opened: OpenedPdf, page: number, text: PageText): readonly LocatedDrawing[] {
  const own = opened.pages[page - 1];
  const all = own ? drawingsOfPage(own.dict, own.mediaBox) : [];
  const seen = showOn(text.page);
  return all.map(({ box, paint, hidesText, paths }, index) => ({
    page,
    number: index + 1,
    box,
    seen: seen(box),
    color: hexOf(paint),
    hidesText,
    ...textsIn(text, { box, shape: () => shapeOf(paths, box) }, page),
  }));
}

/** Where a box of default user space is seen. */
function showOn(page: PDFDict): (box: Box) => ShownBox {
  const { toUserSpace, heightPt } = viewOf(boxesAbove(page));
  const fromUserSpace = invert(toUserSpace) ?? IDENTITY;
  return (box) => {
    const [left, bottom, right, top] = boundsOf(transformBox(fromUserSpace, box));
    return { left, top: heightPt - top, right, bottom: heightPt - bottom };
  };
}

/** Of the height of a letter: what is nearer on its line belongs to the same text. */
const SPACE_SHARE = 0.8;

interface Shape {
  readonly box: Box;
  /** Made where a text stands in the box. */
  readonly shape: () => (x: number, y: number) => boolean;
}

/** Line by line, what stands in a shape; a text that goes on outside of it does not stand in it, nor does one beside it in the box around it. */
function textsIn({ text, glyphOf, glyphs }: PageText, { box, shape }: Shape, page: number): Pick<LocatedDrawing, 'texts' | 'isCrossed'> {
  const boxAt = (unit: number): Box | undefined => (text.charAt(unit).trim() === '' ? undefined : glyphs[glyphOf[unit] ?? -1]?.box);
  const isAround = (own: Box | undefined): boolean => {
    const [x, y] = own ? middleOf(own) : [NaN, NaN];
    return x > box[0] && x < box[2] && y > box[1] && y < box[3];
  };
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isAround(boxAt(at))) continue;
    const last = spans.at(-1);
    const between = last && text.slice(last.end, at);
    if (last && between !== undefined && between.trim() === '' && !between.includes('\n')) last.end = at + 1;
    else spans.push({ start: at, end: at + 1 });
  }
  const outside = Array.from({ length: text.length }, (_, at) => boxAt(at)).filter((own) => own !== undefined && !isAround(own)) as Box[];
  const goesOn = ({ start, end }: { readonly start: number; readonly end: number }): boolean => {
    const ends = [boxAt(start), boxAt(end - 1)].filter((own) => own !== undefined);
    return ends.some((own) => outside.some((other) => isBeside(own, other)));
  };
  let isIn: ReturnType<Shape['shape']> | undefined;
  const shareIn = ({ start, end }: { readonly start: number; readonly end: number }): number => {
    const own = Array.from({ length: end - start }, (_, at) => boxAt(start + at)).filter((one) => one !== undefined);
    return own.filter((one) => (isIn ??= shape())(...middleOf(one))).length / own.length;
  };
  const judged = spans.map((span) => ({ span, share: goesOn(span) ? CROSSED : shareIn(span) }));
  const whole = judged.filter(({ share }) => share >= INSIDE_SHARE).map(({ span }) => span);
  return {
    texts: whole.map(({ start, end }) => ({ page, start, end, text: ownText(text.slice(start, end)) })),
    isCrossed: judged.some(({ share }) => share > 0 && share < INSIDE_SHARE),
  };
}

/** Of the letters of a text that stands in a shape. */
const INSIDE_SHARE = 0.8;
const CROSSED = INSIDE_SHARE / 2;

const middleOf = (own: Box): readonly [number, number] => [(own[0] + own[2]) / 2, (own[1] + own[3]) / 2];

/** The next letter of the same line. */
function isBeside(one: Box, other: Box): boolean {
  const height = one[3] - one[1];
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const gap = Math.max(one[0], other[0]) - Math.min(one[2], other[2]);
  return shared > height / 2 && gap < height * SPACE_SHARE;
}

function annotationFacts(opened: OpenedPdf): Pick<DocumentFacts, 'remarks' | 'annotations'> {
  return {
    remarks: (chosen, kind) =>
      chosen.flatMap((page) => {
        const dict = opened.pages[page - 1]?.dict;
        return dict
          ? annotationsOf(dict)
              .filter((one) => isRemark(one, kind))
              .map(remarkOf)
          : [];
      }),
    annotations: (chosen, operation) =>
      chosen.flatMap((page) => {
        const dict = opened.pages[page - 1]?.dict;
        return (dict ? annotationsMeant(dict, operation) : []).map((one) => ({ ...remarkOf(one), ...placeOf(one), page }));
      }),
  };
}

function remarkOf(annotation: PDFDict): Remark {
  return { kind: nameOf(annotation, 'Subtype') ?? '', text: textOf(lookup(annotation, 'Contents')) ?? '' };
}

function placeOf(annotation: PDFDict) {
  const areas = areasOf(annotation);
  return { box: areas.length > 0 ? areas.reduce(unite) : undefined, author: textOf(lookup(annotation, 'T')), url: addressOf(annotation) };
}

/** The first piece of a unit, with the others where the content writes something else between them. */
function wholeUnit(page: PageText, place: LocatedText, unit: Unit): LocatedText | undefined {
  const glyphs = describeMatch(page, place.start, place.end)?.glyphs ?? [];
  const found = findUnit(page, glyphs, unit);
  if (!found) return undefined;
  const own = new Set(found.lines.flatMap((line) => line.glyphs));
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at < page.text.length; at++) {
    const glyph = page.glyphs[page.glyphOf[at] ?? -1];
    if (!glyph || !own.has(glyph)) continue;
    const last = spans.at(-1);
    if (last && page.text.slice(last.end, at).trim() === '') last.end = at + 1;
    else spans.push({ start: at, end: at + 1 });
  }
  const [first, ...pieces] = spans
    .filter(({ start, end }) => page.text.slice(start, end).trim() !== '')
    .map(({ start, end }) => ({ page: place.page, start, end, text: ownText(page.text.slice(start, end)) }));
  // A paragraph in pieces has something else between its lines.
  if (!first || (pieces.length > 0 && unit !== 'row')) return undefined;
  return pieces.length === 0 ? first : { ...first, pieces };
}

function layOut(page: PageText): PageLayout {
  const view = viewOf(boxesAbove(page.page));
  const fromUserSpace = invert(view.toUserSpace) ?? IDENTITY;
  const words = Array.from(page.text.matchAll(/\S+/gu)).flatMap(({ 0: word, index: start }) => {
    const box = boxOfUnits(page, start, start + word.length);
    return box ? [{ start, end: start + word.length, box: boundsOf(transformBox(fromUserSpace, box)) }] : [];
  });
  return { widthPt: view.widthPt, heightPt: view.heightPt, words };
}

function boxOfUnits({ glyphOf, glyphs }: PageText, start: number, end: number): Box | undefined {
  let box: Box | undefined;
  let last = -1;
  for (let unit = start; unit < end; unit++) {
    const index = glyphOf[unit] ?? -1;
    const own = index === last ? undefined : glyphs[index]?.box;
    last = index;
    if (own) box = box ? unite(box, own) : own;
  }
  return box;
}

/** The page's boxes, its own or inherited (ISO 32000-1 7.7.3.4); nothing is written. */
function boxesAbove(page: PDFDict): PDFDict {
  const made = PDFDict.withContext(page.context);
  for (const key of ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']) {
    const value = holderOf(page, key)?.get(PDFName.of(key));
    if (value !== undefined) made.set(PDFName.of(key), value);
  }
  return made;
}
