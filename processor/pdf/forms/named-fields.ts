// The fields of a form, as people name them.

import {
  type PDFArray,
  PDFCheckBox,
  PDFDict,
  PDFDropdown,
  type PDFField,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
} from 'pdf-lib';
import { arrayOf, dictOf, itemsOf, lookup, nameOf, textOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';

/** @returns the fields of the document, by full name and by label (/TU). */
export function fieldsByName(opened: OpenedPdf): ReadonlyMap<string, PDFField> {
  const fields = new Map<string, PDFField>();
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  if (!form) return fields;
  mendFields(arrayOf(form, 'Fields'));
  const found = opened.document.getForm().getFields();
  for (const field of found) {
    const label = textOf(lookup(field.acroField.dict, 'TU'));
    if (label !== undefined && !fields.has(label)) fields.set(label, field);
  }
  // A name takes precedence over a label.
  for (const field of found) fields.set(field.getName(), field);
  return fields;
}

/** pdf-lib follows kids and parents to their end, which a field that is below or above itself does not have, and asks each field for its type. */
function mendFields(roots: PDFArray | undefined): void {
  const seen = new Set<PDFDict>();
  for (const waiting = [roots]; waiting.length > 0;) {
    const list = waiting.pop();
    for (let at = (list?.size() ?? 0) - 1; at >= 0; at--) {
      const field = list?.lookup(at);
      if (!(field instanceof PDFDict)) continue;
      if (seen.has(field)) {
        list?.remove(at);
        continue;
      }
      seen.add(field);
      if (isAboveItself(field)) field.delete(PDFName.of('Parent'));
      const kids = arrayOf(field, 'Kids');
      const isLast = !itemsOf(kids).some((kid) => lookup(dictOf(kid), 'T') !== undefined);
      // Readers show what the field has as its appearance; a text is what changes least of it.
      if (isLast && !hasType(field)) field.set(PDFName.of('FT'), PDFName.of('Tx'));
      waiting.push(kids);
    }
  }
}

/** Of its own, or of a field above. */
function hasType(field: PDFDict): boolean {
  for (let above: PDFDict | undefined = field; above; above = dictOf(lookup(above, 'Parent')))
    if (nameOf(above, 'FT') !== undefined) return true;
  return false;
}

function isAboveItself(field: PDFDict): boolean {
  const seen = new Set<PDFDict>();
  for (let above: PDFDict | undefined = field; above; above = dictOf(lookup(above, 'Parent'))) {
    if (seen.has(above)) return true;
    seen.add(above);
  }
  return false;
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
