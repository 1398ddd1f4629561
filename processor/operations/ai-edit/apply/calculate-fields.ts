// Fields that are calculated from others are calculated again when those were filled: by the formulas of form editors, in the form's own order. A
// formula that is not understood is told, never guessed.

import type { PDFField } from 'pdf-lib';
import type { Box } from '../../../pdf/geometry/box.ts';
import { boxIn } from '../../../pdf/geometry/box.ts';
import { numbersIn } from '../../../pdf/fonts/dictionaries.ts';
import { calculationScriptOf, numberInField, readCalculation } from '../../../pdf/forms/field-calculation.ts';
import { type FieldRefusal, setFieldNumber } from '../../../pdf/forms/fill-field.ts';
import { annotationsOf } from '../../../pdf/pages/annotations.ts';
import { arrayOf, dictOf, lookup } from '../../../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { fieldsByName, valueOfField } from '../../../pdf/forms/named-fields.ts';

interface CalculatedField {
  readonly name: string;
  readonly value: string;
  readonly places: readonly { readonly page: number; readonly box: Box }[];
}

export interface Calculated {
  readonly fields: readonly CalculatedField[];
  /** Those whose formula is not understood, or whose values are no numbers. */
  readonly left: readonly string[];
}

/** @param filled the fields that were filled as asked: they keep what they were given */
export async function calculateFields(opened: OpenedPdf, filled: ReadonlySet<PDFField>): Promise<Calculated> {
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  const all = [...new Set(fieldsByName(opened).values())];
  const changed = new Set([...filled].map((field) => field.getName()));
  const [fields, left]: [CalculatedField[], string[]] = [[], []];
  for (const field of inOrder(opened, all)) {
    const name = field.getName();
    const script = calculationScriptOf(field.acroField.dict);
    if (script === undefined || script.trim() === '' || filled.has(field)) continue;
    const calculation = readCalculation(script);
    const isTouched = (asked: string) => [...changed].some((one) => one === asked || one.startsWith(`${asked}.`));
    if (calculation ? !calculation.fields.some(isTouched) : !asksFor(script, changed)) continue;
    const result = calculation?.evaluate((asked) => valuesBelow(all, asked));
    const before = valueOfField(field);
    if (result === undefined) left.push(name);
    else if (numberInField(before) !== result || before === '') {
      const widgets = field.acroField.getWidgets().map(({ dict }) => dict);
      const refusal: FieldRefusal | undefined = await setFieldNumber(opened.context, form, { dict: field.acroField.dict, widgets }, result);
      if (refusal) left.push(name);
      else {
        changed.add(name);
        fields.push({ name, value: valueOfField(field), places: placesOf(opened, field) });
      }
    }
  }
  return { fields, left };
}

/** Another script that names a changed field, or a group that it is in. */
function asksFor(script: string, changed: ReadonlySet<string>): boolean {
  const names = [...changed].flatMap((name) => name.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.')));
  return names.some((name) => [`"${name}"`, `'${name}'`].some((quoted) => script.includes(quoted)));
}

/** The form says in which order they are calculated (/CO); the others follow. */
function inOrder(opened: OpenedPdf, all: readonly PDFField[]): readonly PDFField[] {
  const order = (arrayOf(dictOf(lookup(opened.catalog, 'AcroForm')), 'CO')?.asArray() ?? []).map((item) => opened.context.lookup(item));
  const placeOf = ({ acroField }: PDFField) => {
    const at = order.indexOf(acroField.dict);
    return at < 0 ? order.length : at;
  };
  return all.toSorted((one, two) => placeOf(one) - placeOf(two));
}

function valuesBelow(all: readonly PDFField[], asked: string): readonly number[] | undefined {
  const found = all.filter((field) => field.getName() === asked || field.getName().startsWith(`${asked}.`));
  const values = found.map((field) => numberInField(valueOfField(field)));
  return found.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

function placesOf(opened: OpenedPdf, field: PDFField): CalculatedField['places'] {
  const widgets = new Set(field.acroField.getWidgets().map(({ dict }) => dict));
  return opened.pages.flatMap(({ dict }, index) =>
    annotationsOf(dict)
      .filter((annotation) => widgets.has(annotation))
      .flatMap((annotation) => {
        const box = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
        return box ? [{ page: index + 1, box }] : [];
      }),
  );
}
