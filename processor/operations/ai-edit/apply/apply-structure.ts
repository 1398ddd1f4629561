// Carries out everything of a checked plan that is not a change of the text itself, in the one order that works: fields before they are
// flattened, annotations before pages are copied, pages before they are numbered. Changes of text come before, on the pages of the source.

import type { OpenedPdf } from '../../../pdf/opened.ts';
import { applyFields, flattenForms, flattenRemarks, removeAnnotations } from './apply-annotations.ts';
import type { Calculated } from './calculate-fields.ts';
import type { FreeSpace } from '../../../pdf/placing/free-space.ts';
import { applyMarks, type DrawnMark } from './apply-marks.ts';
import { applyPageOperations, type ArrangedPage } from './apply-pages.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

export interface StructureChanges {
  /** In their new order. */
  readonly pages: readonly ArrangedPage[];
  readonly marks: readonly DrawnMark[];
  readonly removedAnnotations: number;
  readonly removedLinks: number;
  readonly flattenedWidgets: number;
  readonly calculated: Calculated;
}

/** @throws JobFailure plan_invalid, text_does_not_fit, text_not_found, glyph_missing, output_limit */
export async function applyStructure(
  opened: OpenedPdf,
  placed: readonly PlacedOperation[],
  pagesMax: number,
  space: FreeSpace,
): Promise<StructureChanges> {
  const calculated = await applyFields(opened, placed);
  const removed = removeAnnotations(opened, placed);
  const flattenedWidgets = await flattenForms(opened, placed);
  flattenRemarks(opened, placed);
  const pages = applyPageOperations(opened, placed, pagesMax);
  const marks = await applyMarks(opened.context, pages, placed, space);
  return { pages, marks, ...removed, flattenedWidgets, calculated };
}
