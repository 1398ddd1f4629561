// Removes what is under areas of a page: glyphs, image pixels, marks inside, annotations, and their replacement texts.
// Covering is not removal: the box drawn at the end only shows the place.

import { type PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { removeWithPopups } from '../../pages/annotations.ts';
import { boxIn, intersect, isEmpty, type Box } from '../../geometry/box.ts';
import { arrayOf, dictOf, lookup, nameOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import { forgetAnnotations } from '../../pages/forget-pages.ts';
import type { OpenedPdf } from '../../opened.ts';
import type { Color } from '../color.ts';
import { type Area, boxOfArea, isQuad, means } from '../glyph-areas.ts';
import { overlayPage } from '../../draw/page-overlay.ts';
import type { PlacedGlyph } from '../page-text.ts';
import { removeMarks } from './redact-marks.ts';
import { removeHiddenText, removeText } from './redact-text.ts';
import { writeNumber, writeNumbers } from '../../syntax/write-operand.ts';

export interface RedactionReport {
  readonly pageIndex: number;
  readonly glyphs: number;
  /** The removed characters, in the order of the page. */
  readonly text: string;
  readonly imagesBlanked: number;
  /** Images that could not be decoded, removed whole. */
  readonly imagesRemoved: number;
  readonly marks: number;
  /** Lines and fills that extend beyond an area: covered, not cut. */
  readonly marksCovered: number;
  readonly annotations: number;
  /** Where the page looks different beside the areas. */
  readonly boxes: readonly Box[];
  /** Something under the areas could not be followed: do not call the page redacted. */
  readonly isIncomplete: boolean;
}

export interface RedactOptions {
  /** Colour of the boxes that show where something was; undefined draws none. Default black. */
  readonly fill?: Color | undefined;
}

/** More passes than a page has contents mean that something cannot be removed. */
const PASSES_MAX = 200;

/** @throws JobFailure decompression_limit, pixel_limit */
export async function redactPage(
  opened: Pick<OpenedPdf, 'context' | 'pages' | 'catalog'>,
  pageIndex: number,
  areas: readonly Area[],
  options: RedactOptions = {},
): Promise<RedactionReport> {
  const page = opened.pages[pageIndex]?.dict;
  const report = {
    pageIndex,
    glyphs: 0,
    text: '',
    imagesBlanked: 0,
    imagesRemoved: 0,
    marks: 0,
    marksCovered: 0,
    annotations: 0,
    boxes: [] as Box[],
    isIncomplete: false,
  };
  if (!page || areas.length === 0) return report;
  const boxes = areas.map(boxOfArea);
  const touches = (box: Box) => boxes.some((one) => !isEmpty(intersect(one, box)));
  const isMeant = (glyph: PlacedGlyph) => areas.some((area) => means(area, glyph));
  const annotations = removeAnnotations(opened, page, touches);
  report.annotations = annotations.length;
  report.boxes.push(...annotations);
  removePrivateCopies(page);
  const hidden = removeHiddenText(opened, page, [], isMeant);
  report.glyphs += hidden.glyphs;
  report.boxes.push(...hidden.boxes);
  const done = new Set<PDFRef>();
  for (let pass = 0; ; pass++) {
    const text = removeText(opened, page, isMeant);
    report.glyphs += text?.glyphs ?? 0;
    report.text += text?.text ?? '';
    const marks = text && text.glyphs > 0 ? undefined : await removeMarks(opened, page, boxes, done);
    report.imagesBlanked += marks?.imagesBlanked ?? 0;
    report.imagesRemoved += marks?.imagesRemoved ?? 0;
    report.marks += marks?.marks ?? 0;
    report.marksCovered = marks?.marksCovered ?? report.marksCovered;
    report.isIncomplete ||= (text?.isIncomplete ?? false) || (marks?.isIncomplete ?? false) || pass === PASSES_MAX;
    if (pass === PASSES_MAX || (marks && !marks.isChanged)) break;
  }
  const fill = 'fill' in options ? options.fill : { red: 0, green: 0, blue: 0 };
  if (fill) {
    const shapes = areas.map(pathOf).join(' ');
    overlayPage(opened.context, page, `q ${writeNumbers([fill.red, fill.green, fill.blue])} rg ${shapes} f Q`);
  }
  return report;
}

function pathOf(area: Area): string {
  if (!isQuad(area)) return `${writeNumbers([area[0], area[1], area[2] - area[0], area[3] - area[1]])} re`;
  const numbers = area.map((value) => writeNumber(value));
  return `${numbers.slice(0, 2).join(' ')} m ${[2, 4, 6].map((at) => `${numbers.slice(at, at + 2).join(' ')} l`).join(' ')} h`;
}

/** The old thumbnail of the page (12.3.4), and private data of programs (14.5). */
function removePrivateCopies(page: PDFDict): void {
  for (const key of ['Thumb', 'PieceInfo', 'LastModified']) page.delete(PDFName.of(key));
}

/** The keys of a field besides its widget (tables 226, 227): its place in the form. All others may reveal what the annotation showed. */
const KEPT = new Set(['Type', 'Subtype', 'FT', 'Ff', 'T', 'Parent', 'Kids']);

/** Removes annotations that touch an area, with the values of fields that they show. @returns their places */
function removeAnnotations({ catalog }: Pick<OpenedPdf, 'catalog'>, page: PDFDict, touches: (box: Box) => boolean): readonly Box[] {
  const gone = removeWithPopups(page, (annotation) => {
    return touches(rectOf(annotation));
  });
  const boxes = gone.map(rectOf);
  forgetAnnotations(catalog, gone);
  for (const annotation of gone) {
    const isWidget = nameOf(annotation, 'Subtype') === 'Widget';
    const parent = isWidget ? dictOf(lookup(annotation, 'Parent')) : undefined;
    for (const key of ['V', 'DV', 'RV', 'Opt', 'I']) parent?.delete(PDFName.of(key));
    for (const key of annotation.keys()) if (!KEPT.has(key.decodeText()) || (key.decodeText() === 'T' && !isWidget)) annotation.delete(key);
  }
  return boxes;
}

function rectOf(annotation: PDFDict): Box {
  return boxIn(numbersIn(arrayOf(annotation, 'Rect'))) ?? [0, 0, 0, 0];
}
