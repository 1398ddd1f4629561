// Carries out what a plan does to annotations and forms: remove annotations and links, fill and check fields, flatten.

import { PDFCheckBox, type PDFDict, PDFDropdown, type PDFField, PDFName, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import type { EditOf } from '#contract/edit-plan.ts';
import { JobFailure } from '../../failure.ts';
import { removeWithPopups } from '../../pdf/annotations.ts';
import { inheritAll } from '../../pdf/arrange-pages.ts';
import { lookup, nameOf, textOf } from '../../pdf/dictionary.ts';
import { flattenAnnotations } from '../../pdf/flatten-widgets.ts';
import { forgetAnnotations } from '../../pdf/forget-pages.ts';
import type { OpenedPdf } from '../../pdf/open.ts';
import type { PlacedOperation } from './conflicts.ts';

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

export function kindOfField(field: PDFField | undefined): 'text' | 'choice' | 'box' | 'button' | 'signature' | undefined {
  if (field === undefined) return undefined;
  if (field instanceof PDFTextField) return 'text';
  if (field instanceof PDFDropdown || field instanceof PDFOptionList || field instanceof PDFRadioGroup) return 'choice';
  if (field instanceof PDFCheckBox) return 'box';
  return nameOf(field.acroField.dict, 'FT') === 'Sig' ? 'signature' : 'button';
}

/** @throws JobFailure text_does_not_fit, text_not_found (no such choice), glyph_missing (beyond Latin: appearances are written in Helvetica) */
export async function applyFields(opened: OpenedPdf, placed: readonly PlacedOperation[]): Promise<void> {
  const wanted = placed
    .map(({ operation }) => operation)
    .filter((operation) => operation.op === 'fill_field' || operation.op === 'check_field');
  if (wanted.length === 0) return;
  const fields = fieldsByName(opened);
  for (const operation of wanted) {
    const field = fields.get(operation.field);
    if (operation.op === 'check_field') {
      if (!(field instanceof PDFCheckBox)) throw failed('plan_invalid', operation.id, 'The document has no check box of this name.');
      if (operation.checked) field.check();
      else field.uncheck();
      continue;
    }
    fill(field, operation);
  }
  // Writes the face that the appearances name.
  await opened.document.flush();
}

function fill(field: PDFField | undefined, { id, value }: EditOf<'fill_field'>): void {
  // The library writes a question mark for what its face does not have.
  const known = new Set(field?.doc.getForm().getDefaultFont().getCharacterSet());
  if (field && Array.from(value).some((character) => !known.has(character.codePointAt(0) ?? 0))) {
    throw new JobFailure('glyph_missing', { details: { check: 'glyphs', operation: id } });
  }
  if (field instanceof PDFTextField) {
    const charsMax = field.getMaxLength();
    if (charsMax !== undefined && value.length > charsMax) throw failed('text_does_not_fit', id, `The field takes ${charsMax} characters.`);
    field.setText(value);
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList || field instanceof PDFRadioGroup) {
    const options = field.getOptions();
    const isFree = field instanceof PDFDropdown && field.isEditable();
    if (!options.includes(value) && !isFree) throw failed('text_not_found', id, 'The field has no such choice.');
    field.select(value);
  } else {
    throw failed('plan_invalid', id, 'The document has no field of this name that takes text.');
  }
  try {
    if (field.needsAppearancesUpdate())
      field.defaultUpdateAppearances(field.acroField.getWidgets() && field.doc.getForm().getDefaultFont());
  } catch (cause) {
    throw new JobFailure('glyph_missing', { cause, details: { check: 'glyphs', operation: id } });
  }
}

function failed(reason: 'plan_invalid' | 'text_does_not_fit' | 'text_not_found', operation: string, message: string): JobFailure {
  return new JobFailure(reason, { message, details: { check: 'fit', operation } });
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
