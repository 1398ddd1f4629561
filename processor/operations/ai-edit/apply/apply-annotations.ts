// Carries out what a plan does to annotations and forms: remove annotations and links, fill and check fields, flatten.

import { PDFCheckBox, type PDFDict, PDFDropdown, type PDFField, PDFName, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import type { EditOf } from '#contract/edit-plan.ts';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../../failure.ts';
import { removeWithPopups } from '../../../pdf/pages/annotations.ts';
import { inheritAll } from '../../../pdf/pages/arrange-pages.ts';
import { arrayOf, dictOf, lookup, nameOf, textOf } from '../../../pdf/syntax/dictionary.ts';
import { flattenAnnotations } from '../../../pdf/pages/flatten-widgets.ts';
import { forgetAnnotations } from '../../../pdf/pages/forget-pages.ts';
import { checkBox, fillField, redrawField } from '../../../pdf/forms/fill-field.ts';
import type { OpenedPdf } from '../../../pdf/open.ts';
import type { PlacedOperation } from '../plan/conflicts.ts';
import type { Remark } from '../facts/locate.ts';

/** Table 169, by what people call them. Links and fields are no remarks: they have operations of their own. */
const KINDS: Readonly<Record<EditOf<'remove_annotations'>['kind'], ReadonlySet<string> | undefined>> = {
  all: undefined,
  comments: new Set(['Text', 'FreeText', 'Popup', 'Caret', 'FileAttachment', 'Sound']),
  highlights: new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut']),
  stamps: new Set(['Stamp']),
  drawings: new Set(['Ink', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine']),
};
const NOT_REMARKS = new Set(['Link', 'Widget']);

export interface AnnotationCounts {
  readonly removedAnnotations: number;
  readonly removedLinks: number;
}

/** Of one page, with what each says. */
export function remarksOf(page: PDFDict, kind: EditOf<'remove_annotations'>['kind']): readonly Remark[] {
  return (arrayOf(page, 'Annots')?.asArray() ?? []).flatMap((item) => {
    const annotation = dictOf(page.context.lookup(item));
    const subtype = annotation && nameOf(annotation, 'Subtype');
    if (subtype === undefined || !(KINDS[kind]?.has(subtype) ?? !NOT_REMARKS.has(subtype))) return [];
    return [{ kind: subtype, text: textOf(lookup(annotation, 'Contents')) ?? '' }];
  });
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

/** @returns the fields that the document has, by their full name and by their label (/TU). */
export function fieldsByName(opened: OpenedPdf): ReadonlyMap<string, PDFField> {
  const fields = new Map<string, PDFField>();
  if (!lookup(opened.catalog, 'AcroForm')) return fields;
  const found = opened.document.getForm().getFields();
  for (const field of found) {
    const label = textOf(lookup(field.acroField.dict, 'TU'));
    if (label !== undefined && !fields.has(label)) fields.set(label, field);
  }
  // A name says more than a label.
  for (const field of found) fields.set(field.getName(), field);
  return fields;
}

/** The field that a person means: by its name or label, else by what only one field is called when case and the path to it do not count. */
export function findField(fields: ReadonlyMap<string, PDFField>, name: string): PDFField | undefined {
  const exact = fields.get(name);
  if (exact) return exact;
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .replace(/\[\d+\]$/, '')
      .trim()
      .toLowerCase();
  const wanted = plain(name);
  const alike = new Set(
    [...fields]
      .filter(([known]) => plain(known) === wanted || plain(known.slice(known.lastIndexOf('.') + 1)) === wanted)
      .map(([, field]) => field),
  );
  return alike.size === 1 ? [...alike][0] : undefined;
}

export function kindOfField(field: PDFField | undefined): 'text' | 'choice' | 'box' | 'button' | 'signature' | undefined {
  if (field === undefined) return undefined;
  if (field instanceof PDFTextField) return 'text';
  if (field instanceof PDFDropdown || field instanceof PDFOptionList || field instanceof PDFRadioGroup) return 'choice';
  if (field instanceof PDFCheckBox) return 'box';
  return nameOf(field.acroField.dict, 'FT') === 'Sig' ? 'signature' : 'button';
}

/** @throws JobFailure text_does_not_fit, text_not_found (no such choice), glyph_missing, plan_invalid (read-only, another form of value) */
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

/** Where readers were to make every appearance, they would make these anew too: so all are made here, and readers need not. */
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

export function needsAppearances(form: PDFDict | undefined): boolean {
  return lookup(form, 'NeedAppearances')?.toString() === 'true';
}

function failed(reason: FailureReason, operation: string, message: string): JobFailure {
  return new JobFailure(reason, { message, details: { check: reason === 'glyph_missing' ? 'glyphs' : 'fit', operation } });
}

/** What a field holds, as text; empty where it holds nothing. */
export function valueOfField(field: PDFField | undefined): string {
  const value = lookup(field?.acroField.dict, 'V');
  const name = value instanceof PDFName ? value.decodeText() : undefined;
  return textOf(value) ?? (name === undefined || name === 'Off' ? '' : name);
}

/** Every field becomes page content; the document is no form any more. @returns how many widgets there were */
export function flattenForms(opened: OpenedPdf): number {
  inheritAll(opened.context, opened.catalog);
  const gone = opened.pages.flatMap(({ dict }) => flattenAnnotations(dict, (annotation) => nameOf(annotation, 'Subtype') === 'Widget'));
  forgetAnnotations(opened.catalog, gone);
  opened.catalog.delete(PDFName.of('AcroForm'));
  opened.catalog.delete(PDFName.of('NeedsRendering'));
  return gone.length;
}
