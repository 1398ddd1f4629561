// What the judge should expect where a plan changed more than text: boxes of marks, annotations and fields, turned or cropped pages.

import type { PDFDict } from 'pdf-lib';
import { choosePages } from '#contract/params/edit-pages.ts';
import { annotationsOf } from '../../../pdf/pages/annotations.ts';
import { type Box, boxIn } from '../../../pdf/geometry/box.ts';
import { arrayOf, dictOf, lookup, nameOf } from '../../../pdf/syntax/dictionary.ts';
import { numbersIn } from '../../../pdf/fonts/dictionaries.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn } from '../applied.ts';
import { fieldsByName, findField, needsAppearances } from '../facts/form-fields.ts';
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
  const isWidget = (annotation: PDFDict) => nameOf(annotation, 'Subtype') === 'Widget';
  for (const { operation, pages } of placed) {
    const { id, op } = operation;
    switch (operation.op) {
      case 'remove_annotations':
      case 'remove_links':
        addBoxes(pages, (annotation) => !isWidget(annotation));
        break;
      case 'fill_field':
      case 'check_field': {
        const field = findField(fieldsByName(opened), operation.field);
        const widgets = new Set(field?.acroField.getWidgets().map(({ dict }) => dict));
        const isRedrawn = needsAppearances(dictOf(lookup(opened.catalog, 'AcroForm')));
        addBoxes(everyPage, (annotation) => widgets.has(annotation) || (isRedrawn && isWidget(annotation)));
        const after = operation.op === 'fill_field' ? operation.value : operation.checked ? 'checked' : 'not checked';
        applied.changes.push({ operation: id, op, before: operation.field, after });
        continue;
      }
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
  for (const { operation: id, page: newPage, text, bbox } of structure.marks) {
    const operation = placed.find((one) => one.operation.id === id)?.operation;
    if (!operation) continue;
    const page = structure.pages[newPage - 1]?.sourcePage;
    applied.changes.push({ operation: id, op: operation.op, ...(page === undefined ? {} : { page }), bbox, after: text });
    if (page === undefined) continue;
    const expected = expectOn(applied, page);
    expected.boxes.push(bbox);
    // A copy of the page may have a number of its own, and engines split turned text in different ways.
    if (operation.op === 'stamp' || operation.op === 'header_footer')
      expected.texts.push({ operation: id, old: undefined, new: text, box: bbox });
    else expected.texts.push({ old: undefined, new: undefined });
  }
}
