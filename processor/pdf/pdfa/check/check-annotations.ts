// Annotations of the pages and the fields of forms, against ISO 19005-2, 6.3 and 6.4.

import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../../syntax/dictionary.ts';
import { withParents } from '../../syntax/inherited.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import type { Blame } from './rules.ts';

export const ANNOTATION_TYPES = new Set(
  'Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact'.split(
    ' ',
  ),
);
export const FLAGS = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
export const FLAGS_OFF = FLAGS.invisible | FLAGS.hidden | FLAGS.noView | FLAGS.toggleNoView;

export function checkAnnotations({ pages, catalog }: Pick<OpenedPdf, 'pages' | 'catalog'>, blame: Blame): void {
  for (const [index, { dict }] of pages.entries()) {
    for (const item of arrayOf(dict, 'Annots')?.asArray() ?? []) {
      const annotation = dict.context.lookup(item);
      if (annotation instanceof PDFDict) checkAnnotation(annotation, blame, `page ${index + 1}`);
    }
  }
  const form = dictOf(lookup(catalog, 'AcroForm'));
  if (lookup(form, 'NeedAppearances')?.toString() === 'true') blame('form_field', 'form');
  if (form?.has(PDFName.of('XFA'))) blame('xfa', 'form');
}

function checkAnnotation(annotation: PDFDict, blame: Blame, page: string): void {
  const type = nameOf(annotation, 'Subtype') ?? '';
  const place = `${page}, ${type}`;
  if (!ANNOTATION_TYPES.has(type)) blame('annotation_type', place);
  const flags = numberOf(annotation, 'F');
  if (flags === undefined ? type !== 'Popup' : (flags & FLAGS_OFF) !== 0 || (flags & FLAGS.print) === 0) blame('annotation_flags', place);
  if (type === 'Widget' && ['A', 'AA'].some((key) => annotation.has(PDFName.of(key)))) blame('form_field', place);
  if (annotation.has(PDFName.of('AA'))) blame('additional_action', place);
  checkAppearance(annotation, type, blame, place);
}

function checkAppearance(annotation: PDFDict, type: string, blame: Blame, place: string): void {
  const appearance = lookup(annotation, 'AP');
  if (appearance === undefined) {
    if (!needsNoAppearance(annotation, type)) blame('annotation_appearance', place);
    return;
  }
  if (!(appearance instanceof PDFDict) || appearance.keys().some((key) => key.decodeText() !== 'N')) blame('annotation_appearance', place);
  const normal = lookup(dictOf(appearance), 'N');
  const isButton = type === 'Widget' && fieldType(annotation) === 'Btn';
  if (isButton) {
    const states = normal instanceof PDFDict ? normal.values().map((state) => annotation.context.lookup(state)) : [];
    if (states.length === 0 || !states.every((state) => state instanceof PDFStream)) blame('annotation_appearance', place);
  } else if (!(normal instanceof PDFStream)) blame('annotation_appearance', place);
}

/** 6.3.3: links, pop-ups, and annotations without extent. */
export function needsNoAppearance(annotation: PDFDict, type: string): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersIn(arrayOf(annotation, 'Rect'));
  return type === 'Popup' || type === 'Link' || (x1 === x2 && y1 === y2);
}

/** Own or inherited. */
export function fieldType(widget: PDFDict): string | undefined {
  for (const node of withParents(widget)) {
    const found = nameOf(node, 'FT');
    if (found !== undefined) return found;
  }
  return undefined;
}
