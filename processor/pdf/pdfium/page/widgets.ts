// What a page's annotations show, for reading its text: which are tick boxes, which fields have a
// value, and which annotations are not visible at all. Read from the objects; values only, no actions.

import { PDFArray, type PDFDict, PDFName } from 'pdf-lib';
import { annotationsOf } from '../../pages/annotations.ts';
import { dictOf, lookup, nameOf, numberOf, textOf } from '../../syntax/dictionary.ts';
import { inherited } from '../../syntax/inherited.ts';

interface Tick {
  readonly index: number;
  readonly checked: boolean;
  /** One of several. */
  readonly radio: boolean;
}

interface FieldValue {
  readonly index: number;
  readonly text: string;
  /** It has an appearance, which should show it. */
  readonly drawn: boolean;
}

export interface PageWidgets {
  /** 0-based. */
  readonly pageIndex: number;
  /** By the place of the annotation in /Annots. */
  readonly ticks: readonly Tick[];
  readonly values: readonly FieldValue[];
  /** Notes, sounds, attached files: their marks are not text of the page. */
  readonly hidden: readonly number[];
  /** Something on the page shows text or marks. */
  readonly shown: boolean;
}

/** Table 165: not shown. */
const HIDDEN = 0x02 | 0x20;
/** Table 226: a push button; a radio button. */
const PUSH_BUTTON = 1 << 16;
const RADIO = 1 << 15;
const SHOWN = new Set([
  'FreeText',
  'Stamp',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Ink',
  'Square',
  'Circle',
  'Line',
  'Polygon',
  'PolyLine',
]);
const VALUE_CHARS_MAX = 4000;

/** @returns undefined for a page without such annotations */
export function describeWidgets(page: PDFDict, pageIndex: number): PageWidgets | undefined {
  const ticks: Tick[] = [];
  const values: FieldValue[] = [];
  const hidden: number[] = [];
  let shown = false;
  for (const [index, annotation] of annotationsOf(page).entries()) {
    const subtype = nameOf(annotation, 'Subtype') ?? '';
    if (((numberOf(annotation, 'F') ?? 0) & HIDDEN) !== 0) hidden.push(index);
    else if (subtype === 'Widget') {
      const type = inherited(annotation, 'FT');
      const kind = type instanceof PDFName ? type.decodeText() : '';
      const flags = flagsOf(annotation);
      if (kind === 'Btn' && (flags & PUSH_BUTTON) === 0)
        ticks.push({ index, checked: isChecked(annotation), radio: (flags & RADIO) !== 0 });
      else if (kind === 'Btn') shown ||= hasAppearance(annotation);
      else {
        const [text, drawn] = [valueOf(annotation), hasAppearance(annotation)];
        if (text !== '' && kind !== 'Sig') values.push({ index, text, drawn });
        shown ||= drawn;
      }
    } else if (SHOWN.has(subtype)) shown ||= hasAppearance(annotation);
    else if (subtype !== 'Link') hidden.push(index);
  }
  return shown || ticks.length > 0 || values.length > 0 ? { pageIndex, ticks, values, hidden, shown } : undefined;
}

/** Fields to fill in: no buttons, no signatures. */
export function countFields(page: PDFDict): number {
  return annotationsOf(page).filter((annotation) => {
    if (nameOf(annotation, 'Subtype') !== 'Widget') return false;
    const type = inherited(annotation, 'FT');
    const kind = type instanceof PDFName ? type.decodeText() : '';
    return kind === 'Tx' || kind === 'Ch' || (kind === 'Btn' && (flagsOf(annotation) & PUSH_BUTTON) === 0);
  }).length;
}

function flagsOf(annotation: PDFDict): number {
  const value = inherited(annotation, 'Ff');
  return value && 'asNumber' in value && typeof value.asNumber === 'function' ? Number(value.asNumber()) : 0;
}

/** By the shown state, or by the value of the field (12.7.4.2.3). */
function isChecked(annotation: PDFDict): boolean {
  const state = nameOf(annotation, 'AS');
  if (state !== undefined) return state !== 'Off';
  const value = inherited(annotation, 'V');
  return value instanceof PDFName && value.decodeText() !== 'Off';
}

function hasAppearance(annotation: PDFDict): boolean {
  return lookup(dictOf(lookup(annotation, 'AP')), 'N') !== undefined;
}

function valueOf(annotation: PDFDict): string {
  const value = inherited(annotation, 'V');
  const texts =
    value instanceof PDFArray ? Array.from({ length: value.size() }, (_, index) => textOf(value.lookup(index))) : [textOf(value)];
  return texts
    .filter((text) => text !== undefined)
    .join(', ')
    .slice(0, VALUE_CHARS_MAX)
    .trim();
}
