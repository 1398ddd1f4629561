// Carries out what a plan does to annotations and forms: remove annotations and links, fill and check fields, flatten.

import { PDFCheckBox, type PDFDict, type PDFField, PDFName } from 'pdf-lib';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../../failure.ts';
import { removeWithPopups } from '../../../pdf/pages/annotations.ts';
import { inheritAll } from '../../../pdf/pages/arrange-pages.ts';
import { dictOf, lookup, nameOf } from '../../../pdf/syntax/dictionary.ts';
import { flattenAnnotations } from '../../../pdf/pages/flatten-widgets.ts';
import { forgetAnnotations } from '../../../pdf/pages/forget-pages.ts';
import { checkBox, fillField, redrawField } from '../../../pdf/forms/fill-field.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import { KINDS, NOT_REMARKS, fieldsByName, findField, needsAppearances } from '../facts/form-fields.ts';

export interface AnnotationCounts {
  readonly removedAnnotations: number;
  readonly removedLinks: number;
}

export function removeAnnotations(opened: OpenedPdf, placed: readonly PlacedOperation[]): AnnotationCounts {
  const annotations: PDFDict[] = [];
  const links: PDFDict[] = [];
  for (const { operation, pages } of placed) {
    if (operation.op !== 'remove_annotations' && operation.op !== 'remove_links') continue;
    const kinds = operation.op === 'remove_links' ? new Set(['Link']) : KINDS[operation.kind];
    const gone = operation.op === 'remove_links' ? links : annotations;
    const isMeant = (kind: string) => (kinds ? kinds.has(kind) : !NOT_REMARKS.has(kind));
    for (const page of pages) {
      const dict = opened.pages[page - 1]?.dict;
      if (dict) gone.push(...removeWithPopups(dict, (annotation) => isMeant(nameOf(annotation, 'Subtype') ?? '')));
    }
  }
  forgetAnnotations(opened.catalog, [...annotations, ...links]);
  return { removedAnnotations: annotations.length, removedLinks: links.length };
}

/** @throws JobFailure text_does_not_fit, text_not_found (no such choice), glyph_missing, plan_invalid (read-only, wrong kind of value) */
export async function applyFields(opened: OpenedPdf, placed: readonly PlacedOperation[]): Promise<void> {
  const wanted = placed
    .map(({ operation }) => operation)
    .filter((operation) => operation.op === 'fill_field' || operation.op === 'check_field');
  if (wanted.length === 0) return;
  const fields = fieldsByName(opened);
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  for (const operation of wanted) {
    const field = findField(fields, operation.field);
    if (!field) throw failed('plan_invalid', operation.id, 'The document has no field of this name.');
    const widgets = field.acroField.getWidgets().map(({ dict }) => dict);
    const target = { dict: field.acroField.dict, widgets };
    const refusal =
      operation.op === 'fill_field'
        ? await fillField(opened.context, form, target, operation.value)
        : field instanceof PDFCheckBox
          ? checkBox(target, operation.checked)
          : ({ reason: 'plan_invalid', message: 'The document has no check box of this name.' } as const);
    if (refusal) throw failed(refusal.reason, operation.id, refusal.message);
  }
  await settleAppearances(opened, form, fields);
}

/** Where readers are asked to make every appearance, they would remake these too: so all are made here instead. */
async function settleAppearances(opened: OpenedPdf, form: PDFDict | undefined, fields: ReadonlyMap<string, PDFField>): Promise<void> {
  if (!needsAppearances(form)) return;
  let isSettled = true;
  for (const field of new Set(fields.values())) {
    const widgets = field.acroField.getWidgets().map(({ dict }) => dict);
    const bare = widgets.filter((widget) => !widget.has(PDFName.of('AP')));
    if (bare.length > 0 && !(await redrawField(opened.context, form, { dict: field.acroField.dict, widgets: bare }))) isSettled = false;
  }
  if (isSettled) form?.delete(PDFName.of('NeedAppearances'));
}

function failed(reason: FailureReason, operation: string, message: string): JobFailure {
  return new JobFailure(reason, { message, refused: { kind: 'edit', check: reason === 'glyph_missing' ? 'glyphs' : 'fit', operation } });
}

/** Every field becomes page content; the document is no longer a form. @returns how many widgets there were */
export function flattenForms(opened: OpenedPdf): number {
  inheritAll(opened.context, opened.catalog);
  const gone = opened.pages.flatMap(({ dict }) => flattenAnnotations(dict, (annotation) => nameOf(annotation, 'Subtype') === 'Widget'));
  forgetAnnotations(opened.catalog, gone);
  opened.catalog.delete(PDFName.of('AcroForm'));
  opened.catalog.delete(PDFName.of('NeedsRendering'));
  return gone.length;
}
