// What the judge should expect where a plan changed more than text: boxes of marks, annotations and fields, turned or cropped pages.

import { PDFArray, type PDFDict, PDFDropdown, type PDFField, PDFName, PDFTextField } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { annotationsOf, areasOf } from '../../../pdf/pages/annotations.ts';
import { type Box, boxIn } from '../../../pdf/geometry/box.ts';
import { arrayOf, dictOf, itemsOf, lookup, nameOf, numberOf, textOf } from '../../../pdf/syntax/dictionary.ts';
import { inherited } from '../../../pdf/syntax/inherited.ts';
import { numbersIn } from '../../../pdf/fonts/dictionaries.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn } from '../applied.ts';
import { annotationsMeant } from '../facts/choose-annotations.ts';
import { fieldsByName, findField, needsAppearances } from '../../../pdf/forms/named-fields.ts';
import type { StructureChanges } from './apply-structure.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

/** Before the structure is changed: the places of things that will go or look different. */
export function expectStructure(opened: OpenedPdf, placed: readonly PlacedOperation[], applied: Applied): void {
  const everyPage = choosePages('all', opened.pages.length) ?? [];
  const addBoxes = (pages: readonly number[], wanted: (annotation: PDFDict) => boolean): void => {
    for (const page of pages) {
      const dict = opened.pages[page - 1]?.dict;
      const boxes = (dict ? annotationsOf(dict) : []).filter(wanted).flatMap(rectOf);
      if (boxes.length > 0) expectOn(applied, page).boxes.push(...boxes);
    }
  };
  const gone = new Set<PDFDict>();
  const isWidget = (annotation: PDFDict) => nameOf(annotation, 'Subtype') === 'Widget';
  for (const { operation, pages } of placed) {
    const { id, op } = operation;
    switch (operation.op) {
      case 'remove_annotations':
      case 'remove_links':
      case 'flatten_annotations':
        expectMeant(opened, operation, { pages, gone }, applied);
        break;
      case 'fill_field':
      case 'check_field': {
        const field = findField(fieldsByName(opened), operation.field);
        const widgets = new Set(field?.acroField.getWidgets().map(({ dict }) => dict));
        const isRedrawn = needsAppearances(dictOf(lookup(opened.catalog, 'AcroForm')));
        addBoxes(everyPage, (annotation) => widgets.has(annotation) || (isRedrawn && isWidget(annotation)));
        if (field && isShownOtherwise(field, operation)) expectAltered(opened, widgets, applied);
        const after = operation.op === 'fill_field' ? operation.value : operation.checked ? 'checked' : 'not checked';
        applied.changes.push({ operation: id, op, before: operation.field, after });
        continue;
      }
      case 'clear_fields':
        addBoxes(everyPage, isCleared(opened, operation));
        break;
      case 'flatten_forms':
        addBoxes(everyPage, isWidget);
        for (const page of everyPage) expectOn(applied, page).isFlattened = true;
        break;
      case 'rotate_pages':
      case 'crop':
        for (const page of pages) {
          const expected = expectOn(applied, page);
          if (operation.op === 'crop') expected.isCut = true;
          else expected.quarterTurns += operation.degrees / 90;
          applied.changes.push({ operation: id, op, page });
        }
        continue;
      case 'delete_pages':
      case 'keep_pages':
      case 'move_pages':
      case 'duplicate_pages':
      case 'insert_blank_page':
        break;
      default:
        continue;
    }
    applied.changes.push({ operation: id, op });
  }
}

function expectAltered(opened: OpenedPdf, widgets: ReadonlySet<PDFDict>, applied: Applied): void {
  for (const [index, { dict }] of opened.pages.entries()) {
    const own = annotationsOf(dict).filter((annotation) => widgets.has(annotation));
    if (own.length > 0) expectOn(applied, index + 1).altered.push(...own.flatMap(rectOf));
  }
}

/** Table 167: hidden, or not shown on a screen. */
const UNSEEN = 0x02 | 0x20;

/** A field of one visible widget that will show another value than it does. */
function isShownOtherwise(field: PDFField, operation: EditOf<'fill_field'> | EditOf<'check_field'>): boolean {
  const [widget, ...others] = field.acroField.getWidgets().map(({ dict }) => dict);
  if (!widget || others.length > 0 || ((numberOf(widget, 'F') ?? 0) & UNSEEN) !== 0) return false;
  if (operation.op === 'check_field') return ((nameOf(widget, 'AS') ?? 'Off') !== 'Off') !== operation.checked;
  if (!(field instanceof PDFTextField || field instanceof PDFDropdown)) return false;
  const shown = textOf(inherited(field.acroField.dict, 'V')) ?? '';
  return shown.trim() !== operation.value.trim();
}

/** Whether the widget of a field will look different: readers may be asked to remake all of them. */
function isCleared(opened: OpenedPdf, { fields }: EditOf<'clear_fields'>): (annotation: PDFDict) => boolean {
  const known = fieldsByName(opened);
  const isAll = fields === 'all' || needsAppearances(dictOf(lookup(opened.catalog, 'AcroForm')));
  const named = fields === 'all' ? [] : fields.flatMap((name) => findField(known, name) ?? []);
  const widgets = new Set(named.flatMap((field) => field.acroField.getWidgets().map(({ dict }) => dict)));
  return (annotation) => nameOf(annotation, 'Subtype') === 'Widget' && (isAll || widgets.has(annotation));
}

type OfAnnotations = EditOf<'remove_annotations'> | EditOf<'remove_links'> | EditOf<'flatten_annotations'>;

/** PDFium's numbers of the subtypes that people name. */
const COUNTED: Readonly<Record<string, number>> = {
  Text: 1,
  Link: 2,
  FreeText: 3,
  Highlight: 9,
  Underline: 10,
  StrikeOut: 12,
  Stamp: 13,
  Ink: 15,
};

/** The annotations that will go, each with its place; what is drawn beyond it, such as a cloud, goes too. */
function expectMeant(
  opened: OpenedPdf,
  operation: OfAnnotations,
  { pages, gone }: { readonly pages: readonly number[]; readonly gone: Set<PDFDict> },
  applied: Applied,
): void {
  for (const page of pages) {
    const dict = opened.pages[page - 1]?.dict;
    // What another operation takes off goes once.
    const meant = (dict ? annotationsMeant(dict, operation) : []).filter((annotation) => !gone.has(annotation));
    if (meant.length === 0) continue;
    if (operation.op !== 'remove_links' || !operation.borders_only) for (const annotation of meant) gone.add(annotation);
    const expected = expectOn(applied, page);
    expected.boxes.push(...meant.flatMap(rectOf), ...meant.flatMap(drawnBeyond));
    if (operation.op === 'flatten_annotations') expected.isFlattened = true;
    if (operation.op === 'remove_links' && operation.borders_only) continue;
    // Replies go with what they answer: only kinds that have none are counted.
    for (const annotation of meant) {
      const kind = COUNTED[nameOf(annotation, 'Subtype') ?? ''];
      if (kind !== undefined && kind !== 1) expected.annotations.set(kind, (expected.annotations.get(kind) ?? 0) - 1);
    }
  }
}

/** Without an appearance engines draw by the points that an annotation names, which may lie beyond /Rect, and signs of notes in a size of their own. */
function drawnBeyond(annotation: PDFDict): Box[] {
  const lists = [...itemsOf(arrayOf(annotation, 'InkList')), ...['Vertices', 'L', 'CL'].map((key) => arrayOf(annotation, key))];
  const points = lists.flatMap((list) => (list instanceof PDFArray ? [numbersIn(list)] : [])).filter((list) => list.length >= 2);
  const reach = points.map((list): Box => {
    const [xs, ys] = [list.filter((_, index) => index % 2 === 0), list.filter((_, index) => index % 2 === 1)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  const around = annotation.has(PDFName.of('AP')) ? 6 : nameOf(annotation, 'Subtype') === 'Text' ? SIGN : 6;
  return [...areasOf(annotation), ...reach].map(([left, bottom, right, top]) => [
    left - around,
    bottom - around,
    right + around,
    top + around,
  ]);
}

/** Points around the place of a note. */
const SIGN = 32;

/**
 * Pages that stay lose their links to deleted pages, and the look of those links.
 * @returns a function to call after the change, with the former pages: lost links are expected
 */
export function watchAnnotations(opened: OpenedPdf, applied: Applied): () => void {
  const before = opened.pages.map(({ dict }) => annotationsOf(dict).map((annotation) => [annotation, rectOf(annotation)] as const));
  return () => {
    for (const [index, { dict }] of opened.pages.entries()) {
      const left = new Set(annotationsOf(dict));
      const gone = (before[index] ?? []).filter(([annotation]) => !left.has(annotation)).flatMap(([, boxes]) => boxes);
      if (gone.length > 0) expectOn(applied, index + 1).boxes.push(...gone);
    }
  };
}

function rectOf(annotation: PDFDict): Box[] {
  const box = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
  return box ? [[box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2]] : [];
}

/** After it: what was drawn, on its pages. A mark on a new page is reported without a source page. */
export function expectMarks(structure: StructureChanges, placed: readonly PlacedOperation[], applied: Applied): void {
  for (const { operation: id, page: newPage, text, bbox, blank } of structure.marks) {
    const operation = placed.find((one) => one.operation.id === id)?.operation;
    if (!operation) continue;
    const page = structure.pages[newPage - 1]?.sourcePage;
    applied.changes.push({ operation: id, op: operation.op, ...(page === undefined ? {} : { page }), bbox, after: text });
    if (page === undefined) continue;
    const expected = expectOn(applied, page);
    expected.boxes.push(bbox);
    if (blank) expected.blank.push(blank);
    // A copy of the page may have a number of its own, and engines split turned text in different ways.
    if (operation.op === 'stamp' || operation.op === 'header_footer')
      expected.texts.push({ operation: id, old: undefined, new: text, box: bbox });
    else expected.texts.push({ old: undefined, new: undefined });
  }
}
