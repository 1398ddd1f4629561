// Puts a value into a form field: its stored value and what each of its widgets shows. A value that the field does not accept is refused with the
// reason, and then nothing has changed.

import { type PDFContext, type PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf, textOf } from '../syntax/dictionary.ts';
import { inherited } from '../syntax/inherited.ts';
import { drawTick, giveTick } from './draw-tick.ts';
import { drawField, type FieldDrawing } from './field-appearance.ts';
import { formatValue, writeNumberFor } from './field-format.ts';
import {
  choicesOf,
  FIELD_FLAGS,
  fieldFontOf,
  fieldTextOf,
  flagsOf,
  formatScriptOf,
  maxLengthOf,
  quaddingOf,
  statesOf,
} from './form-field.ts';

export interface FieldRefusal {
  readonly reason: 'glyph_missing' | 'text_does_not_fit' | 'text_not_found' | 'plan_invalid';
  readonly message: string;
}

export interface FillableField {
  readonly dict: PDFDict;
  readonly widgets: readonly PDFDict[];
}

const JOINED_SCRIPTS = /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** @param form the AcroForm dictionary. @returns why not, or undefined when it is done */
export async function fillField(
  context: PDFContext,
  form: PDFDict | undefined,
  { dict, widgets }: FillableField,
  value: string,
): Promise<FieldRefusal | undefined> {
  const flags = flagsOf(dict);
  if ((flags & FIELD_FLAGS.readOnly) !== 0) return { reason: 'plan_invalid', message: 'The form field is read-only.' };
  const type = inherited(dict, 'FT');
  const kind = type instanceof PDFName ? type.decodeText() : '';
  if (kind === 'Btn') return chooseState(dict, widgets, value);
  if (kind === 'Tx') return fillText(context, form, { dict, widgets }, value.normalize('NFC'), flags);
  if (kind === 'Ch') return fillChoice(context, form, { dict, widgets }, value.normalize('NFC'), flags);
  return { reason: 'plan_invalid', message: 'The form field takes no text.' };
}

async function fillText(
  context: PDFContext,
  form: PDFDict | undefined,
  { dict, widgets }: FillableField,
  value: string,
  flags: number,
): Promise<FieldRefusal | undefined> {
  if ((flags & FIELD_FLAGS.fileSelect) !== 0)
    return { reason: 'plan_invalid', message: 'The form field takes the name of a file; it cannot be filled in here.' };
  const charsMax = maxLengthOf(dict);
  const formatted = formatValue(withoutSeparators(value, charsMax), formatScriptOf(dict));
  if ('refusal' in formatted) return { reason: 'plan_invalid', message: formatted.refusal };
  if (charsMax !== undefined && Array.from(formatted.value).length > charsMax)
    return { reason: 'text_does_not_fit', message: `The form field takes at most ${charsMax} characters.` };
  const isComb =
    (flags & FIELD_FLAGS.comb) !== 0 && charsMax !== undefined && (flags & (FIELD_FLAGS.multiline | FIELD_FLAGS.password)) === 0;
  const shown = (flags & FIELD_FLAGS.password) !== 0 ? '*'.repeat(Array.from(formatted.value).length) : formatted.shown;
  const refusal = await drawAll(context, form, widgets, shown, {
    isMultiline: (flags & FIELD_FLAGS.multiline) !== 0,
    combCells: isComb ? charsMax : undefined,
    list: undefined,
  });
  if (refusal) return refusal;
  setValue(dict, formatted.value);
  return undefined;
}

/** `123-45-6789` where a field has a place for each of the nine digits and for no more. */
function withoutSeparators(value: string, charsMax: number | undefined): string {
  if (charsMax === undefined || value.length <= charsMax || !/^[\d \u00a0./()-]+$/u.test(value)) return value;
  const digits = value.replaceAll(/\D/gu, '');
  return digits.length === charsMax ? digits : value;
}

/** The result of a calculation, also into a field that people cannot fill. @returns why not, or undefined when it is done */
export async function setFieldNumber(
  context: PDFContext,
  form: PDFDict | undefined,
  field: FillableField,
  value: number,
): Promise<FieldRefusal | undefined> {
  const type = inherited(field.dict, 'FT');
  if (!(type instanceof PDFName) || type.decodeText() !== 'Tx') return { reason: 'plan_invalid', message: 'The form field takes no text.' };
  return fillText(context, form, field, writeNumberFor(value, formatScriptOf(field.dict)), flagsOf(field.dict));
}

async function fillChoice(
  context: PDFContext,
  form: PDFDict | undefined,
  { dict, widgets }: FillableField,
  value: string,
  flags: number,
): Promise<FieldRefusal | undefined> {
  const choices = choicesOf(dict);
  const isCombo = (flags & FIELD_FLAGS.combo) !== 0;
  const index = findChoice(
    choices.map(({ shown, exportValue }) => [shown, exportValue]),
    value,
  );
  const isFree = isCombo && (flags & FIELD_FLAGS.edit) !== 0;
  const chosen = index === undefined ? undefined : choices[index];
  if (!chosen && !isFree) return noChoice(choices.map(({ shown }) => shown));
  const refusal = await drawAll(context, form, widgets, chosen?.shown ?? value, {
    isMultiline: false,
    combCells: undefined,
    list: isCombo || index === undefined ? undefined : { lines: choices.map(({ shown }) => shown), chosen: index },
  });
  if (refusal) return refusal;
  setValue(dict, chosen?.exportValue ?? value);
  const holder = fieldOf(dict);
  if (isCombo || index === undefined) {
    holder.delete(PDFName.of('I'));
    holder.delete(PDFName.of('TI'));
  } else holder.set(PDFName.of('I'), context.obj([index]));
  return undefined;
}

/** A check box or radio group by the name of one of its states, or by the label that stands for it. */
function chooseState(dict: PDFDict, widgets: readonly PDFDict[], value: string): FieldRefusal | undefined {
  const labels = arrayOf(fieldOf(dict), 'Opt');
  const states = widgets.map((widget, index) => {
    const [state = ''] = statesOf(widget);
    const label = labels ? textOf(labels.lookup(index)) : undefined;
    return { widget, state, names: [state, ...(label === undefined ? [] : [label])].filter((name) => name !== '') };
  });
  const index = findChoice(
    states.map(({ names }) => names),
    value,
  );
  const chosen = index === undefined ? undefined : states[index];
  if (!chosen || chosen.state === '') return noChoice(states.map(({ names }) => names.at(-1) ?? ''));
  const state = PDFName.of(chosen.state);
  for (const { widget, state: own } of states) {
    widget.set(PDFName.of('AS'), own === chosen.state ? state : PDFName.of('Off'));
    if (own === chosen.state) drawTick(widget, own);
  }
  fieldOf(dict).set(PDFName.of('V'), state);
  return undefined;
}

/** Ticked boxes without an appearance; the buttons of actions show no value. */
function redrawButton(dict: PDFDict, widgets: readonly PDFDict[]): void {
  const flags = flagsOf(dict);
  const value = inherited(dict, 'V');
  if ((flags & FIELD_FLAGS.pushButton) !== 0) return;
  for (const widget of widgets) {
    const state = nameOf(widget, 'AS') ?? (widgets.length === 1 && value instanceof PDFName ? value.decodeText() : 'Off');
    if (state !== 'Off' && !widget.has(PDFName.of('AP'))) giveTick(widget, state, (flags & FIELD_FLAGS.radio) !== 0 ? 'l' : '4');
  }
}

/** Draws a field with the value that it has. @returns whether it could be */
export async function redrawField(context: PDFContext, form: PDFDict | undefined, { dict, widgets }: FillableField): Promise<boolean> {
  const type = inherited(dict, 'FT');
  const kind = type instanceof PDFName ? type.decodeText() : '';
  if (kind === 'Btn') redrawButton(dict, widgets);
  if (kind !== 'Tx' && kind !== 'Ch') return true;
  const flags = flagsOf(dict);
  const value = textOf(inherited(dict, 'V')) ?? '';
  const choices = kind === 'Ch' ? choicesOf(dict) : [];
  const chosen = choices.findIndex(({ exportValue }) => exportValue === value);
  const isList = kind === 'Ch' && (flags & FIELD_FLAGS.combo) === 0;
  const shown = choices[chosen]?.shown ?? (flags & FIELD_FLAGS.password ? '*'.repeat(value.length) : value);
  const charsMax = maxLengthOf(dict);
  const refusal = await drawAll(context, form, widgets, shown, {
    isMultiline: kind === 'Tx' && (flags & FIELD_FLAGS.multiline) !== 0,
    combCells: kind === 'Tx' && (flags & FIELD_FLAGS.comb) !== 0 ? charsMax : undefined,
    list: isList ? { lines: choices.map((choice) => choice.shown), chosen } : undefined,
  });
  return refusal === undefined;
}

/** Takes the value out: nothing written, nothing chosen, nothing ticked. @returns why not, or undefined when it is done */
export async function clearField(
  context: PDFContext,
  form: PDFDict | undefined,
  { dict, widgets }: FillableField,
): Promise<FieldRefusal | undefined> {
  const flags = flagsOf(dict);
  const type = inherited(dict, 'FT');
  const kind = type instanceof PDFName ? type.decodeText() : '';
  const holder = fieldOf(dict);
  // Nothing is to be taken out of it.
  const value = inherited(dict, 'V');
  if ((kind === 'Tx' || kind === 'Ch') && (value === undefined || textOf(value)?.trim() === '')) return undefined;
  if ((flags & FIELD_FLAGS.readOnly) !== 0) return { reason: 'plan_invalid', message: 'The form field is read-only.' };
  if (kind === 'Btn') {
    if (widgets.flatMap(statesOf).length === 0) return undefined;
    for (const widget of widgets) widget.set(PDFName.of('AS'), PDFName.of('Off'));
    holder.set(PDFName.of('V'), PDFName.of('Off'));
    return undefined;
  }
  if (kind !== 'Tx' && kind !== 'Ch') return { reason: 'plan_invalid', message: 'The form field holds no value that could be cleared.' };
  for (const key of ['V', 'RV', 'I', 'TI']) holder.delete(PDFName.of(key));
  await redrawField(context, form, { dict, widgets });
  return undefined;
}

/** @returns why not, or undefined when it is done */
export function checkBox({ dict, widgets }: FillableField, isChecked: boolean): FieldRefusal | undefined {
  if ((flagsOf(dict) & FIELD_FLAGS.readOnly) !== 0) return { reason: 'plan_invalid', message: 'The form field is read-only.' };
  const states = [...new Set(widgets.flatMap(statesOf))];
  const [first] = states;
  if (isChecked && first === undefined)
    return { reason: 'plan_invalid', message: 'The check box has no appearance for its checked state.' };
  if (isChecked && states.length > 1)
    return {
      reason: 'plan_invalid',
      message: `The check box has several states: ${states
        .slice(0, 10)
        .map((state) => `“${state}”`)
        .join(', ')}; fill the field with one of them.`,
    };
  const state = PDFName.of(isChecked ? (first ?? 'Off') : 'Off');
  for (const widget of widgets) {
    widget.set(PDFName.of('AS'), state);
    if (isChecked && first !== undefined) drawTick(widget, first);
  }
  fieldOf(dict).set(PDFName.of('V'), state);
  return undefined;
}

/** Exactly, or ignoring case where only one matches. */
function findChoice(rows: readonly (readonly string[])[], value: string): number | undefined {
  const exact = rows.findIndex((names) => names.includes(value));
  if (exact >= 0) return exact;
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  const alike = rows.flatMap((names, index) => (names.some((name) => plain(name) === plain(value)) ? [index] : []));
  return alike.length === 1 ? alike[0] : undefined;
}

function noChoice(names: readonly string[]): FieldRefusal {
  const few = names.filter((name) => name !== '').slice(0, 10);
  return {
    reason: 'text_not_found',
    message: `The form field has no such choice${few.length === 0 ? '.' : `; it has ${few.map((name) => `“${name.slice(0, 60)}”`).join(', ')}.`}`,
  };
}

async function drawAll(
  context: PDFContext,
  form: PDFDict | undefined,
  widgets: readonly PDFDict[],
  shown: string,
  how: Pick<FieldDrawing, 'isMultiline' | 'combCells' | 'list'>,
): Promise<FieldRefusal | undefined> {
  if (JOINED_SCRIPTS.test(shown))
    return {
      reason: 'glyph_missing',
      message: 'Form fields cannot be filled with scripts whose letters join or run from right to left.',
    };
  const before = widgets.map((widget) => [widget, widget.get(PDFName.of('AP'))] as const);
  for (const widget of widgets) {
    const text = fieldTextOf(widget, form);
    const drawing = { text, font: fieldFontOf(context, text.fontName, widget, form), quadding: quaddingOf(widget, form), ...how };
    const refusal = await drawField(context, widget, shown, drawing);
    if (!refusal) continue;
    for (const [touched, appearance] of before) {
      if (appearance) touched.set(PDFName.of('AP'), appearance);
      else touched.delete(PDFName.of('AP'));
    }
    const message =
      refusal === 'glyph_missing' ? 'No available font has every character of the value.' : 'The value does not fit into the form field.';
    return { reason: refusal, message };
  }
  return undefined;
}

/** The dictionary that holds the value: for a widget that only shows a field, its parent. */
function fieldOf(dict: PDFDict): PDFDict {
  const parent = dictOf(lookup(dict, 'Parent'));
  return !dict.has(PDFName.of('T')) && parent && nameOf(dict, 'Subtype') === 'Widget' ? parent : dict;
}

function setValue(dict: PDFDict, value: string): void {
  const holder = fieldOf(dict);
  const isPlain = /^[\u0020-\u007e]*$/.test(value) && !/[\\()]/.test(value);
  holder.set(PDFName.of('V'), isPlain ? PDFString.of(value) : PDFHexString.fromText(value));
  // Rich text would still hold the old value.
  holder.delete(PDFName.of('RV'));
}
