// The fields of a form, as people name them.

import { PDFCheckBox, type PDFDict, PDFDropdown, type PDFField, PDFName, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import { lookup, nameOf, textOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';

/** @returns the fields of the document, by full name and by label (/TU). */
export function fieldsByName(opened: OpenedPdf): ReadonlyMap<string, PDFField> {
  const fields = new Map<string, PDFField>();
  if (!lookup(opened.catalog, 'AcroForm')) return fields;
  const found = opened.document.getForm().getFields();
  for (const field of found) {
    const label = textOf(lookup(field.acroField.dict, 'TU'));
    if (label !== undefined && !fields.has(label)) fields.set(label, field);
  }
  // A name takes precedence over a label.
  for (const field of found) fields.set(field.getName(), field);
  return fields;
}

/** The field that a person means: by name or label, else by a name that is unique when case and path are ignored. */
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

/** What a field holds, as text; empty where it holds nothing. */
export function valueOfField(field: PDFField | undefined): string {
  const value = lookup(field?.acroField.dict, 'V');
  const name = value instanceof PDFName ? value.decodeText() : undefined;
  return textOf(value) ?? (name === undefined || name === 'Off' ? '' : name);
}

export function needsAppearances(form: PDFDict | undefined): boolean {
  return lookup(form, 'NeedAppearances')?.toString() === 'true';
}
