// Makes the fields of a form part of their pages.

import { PDFCheckBox, type PDFDict, type PDFField, PDFName, PDFRadioGroup } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../opened.ts';
import { inheritAll } from '../pages/arrange-pages.ts';
import { flattenAnnotations } from '../pages/flatten-widgets.ts';
import { forgetAnnotations, forgetFields } from '../pages/forget-pages.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { showsText } from './field-appearance.ts';
import { redrawField } from './fill-field.ts';
import { fieldsByName, findField, needsAppearances, valueOfField } from './named-fields.ts';

/** Those that show nothing of the value: where readers are asked to make every appearance, one without text was left to them. */
export function bareWidgets(field: PDFField, form: PDFDict | undefined): PDFDict[] {
  const isText = !(field instanceof PDFCheckBox) && !(field instanceof PDFRadioGroup);
  const isLeft = isText && needsAppearances(form) && valueOfField(field) !== '';
  const widgets = field.acroField.getWidgets().map(({ dict }) => dict);
  return widgets.filter((widget) => !widget.has(PDFName.of('AP')) || (isLeft && !showsText(widget)));
}

/**
 * Fields become page content; where none is left, the document is no longer a form.
 * @param names of fields; undefined for all. @returns how many widgets there were
 * @throws JobFailure glyph_missing where a value has no appearance and none can be made
 */
export async function flattenFields(opened: OpenedPdf, names?: readonly string[]): Promise<number> {
  const fields = fieldsByName(opened);
  const chosen = names?.flatMap((name) => findField(fields, name) ?? []) ?? [...new Set(fields.values())];
  await drawBareFields(opened, chosen);
  inheritAll(opened.context, opened.catalog);
  const widgets = new Set(chosen.flatMap((field) => field.acroField.getWidgets().map(({ dict }) => dict)));
  const isMeant = (annotation: PDFDict) => nameOf(annotation, 'Subtype') === 'Widget' && (names === undefined || widgets.has(annotation));
  const gone = opened.pages.flatMap(({ dict }) => flattenAnnotations(dict, isMeant));
  forgetAnnotations(opened.catalog, gone);
  if (names !== undefined) {
    forgetFields(opened.catalog, new Set(gone));
    return gone.length;
  }
  opened.catalog.delete(PDFName.of('AcroForm'));
  opened.catalog.delete(PDFName.of('NeedsRendering'));
  return gone.length;
}

/** Readers draw a value that has no appearance; flattened it would be gone, so it gets one. */
async function drawBareFields(opened: OpenedPdf, fields: readonly PDFField[]): Promise<void> {
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  for (const field of fields) {
    const bare = bareWidgets(field, form);
    if (bare.length === 0 || valueOfField(field) === '') continue;
    if (!(await redrawField(opened.context, form, { dict: field.acroField.dict, widgets: bare })))
      throw new JobFailure('glyph_missing', {
        message: `The value of the field “${field.getName().slice(0, 100)}” has no appearance, and none can be made.`,
        refused: { kind: 'edit', check: 'glyphs' },
      });
  }
}
