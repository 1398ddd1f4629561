// Carries out what a plan does to annotations and forms: remove annotations and links, fill and check fields, flatten.

import { PDFCheckBox, PDFRadioGroup, type PDFDict, type PDFField, PDFName } from 'pdf-lib';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../../failure.ts';
import { removeWithPopups } from '../../../pdf/pages/annotations.ts';
import { inheritAll } from '../../../pdf/pages/arrange-pages.ts';
import { dictOf, lookup } from '../../../pdf/syntax/dictionary.ts';
import { drawBare, isShownBare } from '../../../pdf/pages/bare-appearance.ts';
import { flattenAnnotations } from '../../../pdf/pages/flatten-widgets.ts';
import { forgetAnnotations } from '../../../pdf/pages/forget-pages.ts';
import { bareWidgets, flattenFields } from '../../../pdf/forms/flatten-form.ts';
import { checkBox, clearField, fillField, redrawField } from '../../../pdf/forms/fill-field.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import { annotationsMeant } from '../facts/choose-annotations.ts';
import { readLabelledFields } from '../facts/labelled-fields.ts';
import { type Calculated, calculateFields } from './calculate-fields.ts';
import { fieldsByName, findField, needsAppearances } from '../../../pdf/forms/named-fields.ts';

export interface AnnotationCounts {
  readonly removedAnnotations: number;
  readonly removedLinks: number;
}

export function removeAnnotations(opened: OpenedPdf, placed: readonly PlacedOperation[]): AnnotationCounts {
  const annotations: PDFDict[] = [];
  const links: PDFDict[] = [];
  for (const { operation, pages } of placed) {
    if (operation.op !== 'remove_annotations' && operation.op !== 'remove_links') continue;
    for (const page of pages) {
      const dict = opened.pages[page - 1]?.dict;
      if (!dict) continue;
      const meant = new Set(annotationsMeant(dict, operation));
      if (operation.op === 'remove_links' && operation.borders_only) for (const link of meant) hideBorder(link);
      else (operation.op === 'remove_links' ? links : annotations).push(...removeWithPopups(dict, (annotation) => meant.has(annotation)));
    }
  }
  forgetAnnotations(opened.catalog, [...annotations, ...links]);
  return { removedAnnotations: annotations.length, removedLinks: links.length };
}

/** ISO 32000-1 12.5.4: /Border or /BS draws it, also where neither is given. */
function hideBorder(link: PDFDict): void {
  link.set(PDFName.of('Border'), link.context.obj([0, 0, 0]));
  link.delete(PDFName.of('BS'));
  link.delete(PDFName.of('AP'));
}

/** Annotations become content of their pages; those that are hidden or show nothing go. */
export function flattenRemarks(opened: OpenedPdf, placed: readonly PlacedOperation[]): void {
  const gone: PDFDict[] = [];
  for (const { operation, pages } of placed) {
    if (operation.op !== 'flatten_annotations') continue;
    inheritAll(opened.context, opened.catalog);
    for (const page of pages) {
      const dict = opened.pages[page - 1]?.dict;
      if (!dict) continue;
      const meant = new Set(annotationsMeant(dict, operation));
      const bare = [...meant].filter((annotation) => isShownBare(annotation) && !drawBare(annotation));
      if (bare.length > 0)
        throw failed(
          'unsupported_feature',
          operation.id,
          `An annotation on page ${page} has no appearance of its own, and every reader draws its kind in another way; it cannot be flattened.`,
        );
      gone.push(...flattenAnnotations(dict, (annotation) => meant.has(annotation)));
      gone.push(...removeWithPopups(dict, (annotation) => meant.has(dictOf(lookup(annotation, 'Parent')) ?? annotation)));
    }
  }
  forgetAnnotations(opened.catalog, gone);
}

/** @throws JobFailure text_does_not_fit, text_not_found (no such choice), glyph_missing, plan_invalid (read-only, wrong kind of value) */
export async function applyFields(opened: OpenedPdf, placed: readonly PlacedOperation[]): Promise<Calculated> {
  const wanted = placed
    .map(({ operation }) => operation)
    .filter((operation) => operation.op === 'fill_field' || operation.op === 'check_field');
  await clearFields(opened, placed);
  if (wanted.length === 0) return { fields: [], left: [] };
  const fields = fieldsByName(opened);
  const filled = new Set<PDFField>();
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  for (const operation of wanted) {
    const field = findField(fields, operation.field);
    if (!field) throw failed('plan_invalid', operation.id, 'The document has no field of this name.');
    const widgets = field.acroField.getWidgets().map(({ dict }) => dict);
    const target = { dict: field.acroField.dict, widgets };
    const refusal =
      operation.op === 'fill_field'
        ? await fillField(opened.context, form, target, await choiceMeant(opened, field, operation.value))
        : field instanceof PDFCheckBox
          ? checkBox(target, operation.checked)
          : ({ reason: 'plan_invalid', message: 'The document has no check box of this name.' } as const);
    if (refusal) throw failed(refusal.reason, operation.id, refusal.message);
    filled.add(field);
  }
  const calculated = await calculateFields(opened, filled);
  await settleAppearances(opened, form, fields);
  return calculated;
}

/** The choice of a radio button that is called by the label printed beside it: files know it as a number. */
async function choiceMeant(opened: OpenedPdf, field: PDFField, value: string): Promise<string> {
  if (!(field instanceof PDFRadioGroup) || field.getOptions().includes(value)) return value;
  const plain = (text: string | undefined) => text?.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  const own = (await readLabelledFields(opened)).filter(({ name, label }) => name === field.getName() && plain(label) === plain(value));
  const states = new Set(own.map(({ state }) => state));
  return (states.size === 1 ? own[0]?.state : undefined) ?? value;
}

/** Where readers are asked to make every appearance, they would remake these too: so all are made here instead. */
async function settleAppearances(opened: OpenedPdf, form: PDFDict | undefined, fields: ReadonlyMap<string, PDFField>): Promise<void> {
  if (!needsAppearances(form)) return;
  let isSettled = true;
  for (const field of new Set(fields.values())) {
    const bare = bareWidgets(field, form);
    if (bare.length > 0 && !(await redrawField(opened.context, form, { dict: field.acroField.dict, widgets: bare }))) isSettled = false;
  }
  if (isSettled) form?.delete(PDFName.of('NeedAppearances'));
}

function failed(reason: FailureReason, operation: string, message: string): JobFailure {
  return new JobFailure(reason, { message, refused: { kind: 'edit', check: reason === 'glyph_missing' ? 'glyphs' : 'fit', operation } });
}

/** Before others are filled: `empty the form and write my name`. */
async function clearFields(opened: OpenedPdf, placed: readonly PlacedOperation[]): Promise<void> {
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  for (const { operation } of placed) {
    if (operation.op !== 'clear_fields') continue;
    const fields = fieldsByName(opened);
    const named =
      operation.fields === 'all' ? [...new Set(fields.values())] : operation.fields.flatMap((name) => findField(fields, name) ?? []);
    for (const field of named) {
      const target = { dict: field.acroField.dict, widgets: field.acroField.getWidgets().map(({ dict }) => dict) };
      const refusal = await clearField(opened.context, form, target);
      if (refusal && operation.fields !== 'all') throw failed(refusal.reason, operation.id, refusal.message);
    }
    await settleAppearances(opened, form, fields);
  }
}

/** As the plan asks. @returns how many widgets became content */
export async function flattenForms(opened: OpenedPdf, placed: readonly PlacedOperation[]): Promise<number> {
  let widgets = 0;
  for (const { operation } of placed) if (operation.op === 'flatten_forms') widgets += await flattenFields(opened, operation.fields);
  return widgets;
}
