// The fields, links and remarks of a page, from its annotations: names, kinds, values, places. Read from the objects; values only, no actions.

import { PDFArray, type PDFDict, PDFName } from 'pdf-lib';
import { boxIn } from '../../pdf/geometry/box.ts';
import { showBox, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { annotationsOf } from '../../pdf/pages/annotations.ts';
import { rotationOf, visibleBox } from '../../pdf/pages/page-box.ts';
import { pageMatrix } from '../../pdf/geometry/page-matrix.ts';
import { arrayOf, dictOf, itemsOf, lookup, nameOf, numberOf, textOf } from '../../pdf/syntax/dictionary.ts';
import { inherited, withParents } from '../../pdf/syntax/inherited.ts';
import type { FormField, Remark } from './page-model.ts';

export type PlacedField = Omit<FormField, 'id' | 'label' | 'row' | 'column'>;
export type PlacedRemark = Omit<Remark, 'id'>;

/** Table 226 of ISO 32000-2, bits from 0: a push button; a radio button. */
const PUSH_BUTTON = 1 << 16;
const RADIO = 1 << 15;
/** Table 167: not shown. */
const HIDDEN = 0x02 | 0x20;
/** Neither of them is a remark; a popup belongs to one. */
const NO_REMARK = new Set(['Link', 'Widget', 'Popup']);

export function listFields(page: PDFDict): PlacedField[] {
  return annotationsOf(page).flatMap((widget): PlacedField[] => {
    if (nameOf(widget, 'Subtype') !== 'Widget' || ((numberOf(widget, 'F') ?? 0) & HIDDEN) !== 0) return [];
    const box = boxOf(widget, page);
    const kind = box && kindOf(widget);
    if (!kind) return [];
    const state = kind === 'check' || kind === 'radio' ? stateOf(widget) : undefined;
    const tip = textOf(inherited(widget, 'TU'));
    return [{ name: nameOfField(widget), kind, tip, value: valueOf(widget, kind), box, ...(state === undefined ? {} : { state }) }];
  });
}

export function listRemarks(page: PDFDict): PlacedRemark[] {
  return annotationsOf(page).flatMap((annotation): PlacedRemark[] => {
    const kind = nameOf(annotation, 'Subtype');
    const box = boxOf(annotation, page);
    if (kind === undefined || NO_REMARK.has(kind) || !box) return [];
    return [{ kind, text: textOf(lookup(annotation, 'Contents')) ?? '', box }];
  });
}

function boxOf(annotation: PDFDict, page: PDFDict): ShownBox | undefined {
  const sides = arrayOf(annotation, 'Rect')
    ?.asArray()
    .map((side) => Number(page.context.lookup(side)?.toString()));
  if (sides?.length !== 4 || !sides.every(Number.isFinite)) return undefined;
  const box = boxIn(sides);
  return box && showBox(pageMatrix(visibleBox(page), rotationOf(page) / 90), box);
}

function kindOf(widget: PDFDict): FormField['kind'] | undefined {
  const type = inherited(widget, 'FT');
  const flags = Number(inherited(widget, 'Ff')?.toString() ?? 0);
  switch (type instanceof PDFName ? type.decodeText() : '') {
    case 'Tx':
      return 'text';
    case 'Ch':
      return 'choice';
    case 'Sig':
      return 'signature';
    case 'Btn':
      return (flags & PUSH_BUTTON) !== 0 ? 'button' : (flags & RADIO) !== 0 ? 'radio' : 'check';
    default:
      return undefined;
  }
}

/** ISO 32000-2 12.7.5.2.3: the one state of its normal appearance beside Off. */
function stateOf(widget: PDFDict): string | undefined {
  const states = dictOf(lookup(dictOf(lookup(widget, 'AP')), 'N'));
  return states
    ?.keys()
    .map((key) => key.decodeText())
    .find((state) => state !== 'Off');
}

/** ISO 32000-2 12.7.4.2: the partial names from the root, with full stops between them. */
function nameOfField(widget: PDFDict): string {
  return [...withParents(widget)]
    .flatMap((field) => textOf(lookup(field, 'T')) ?? [])
    .toReversed()
    .join('.');
}

function valueOf(widget: PDFDict, kind: FormField['kind']): string {
  if (kind === 'check' || kind === 'radio') {
    const state = nameOf(widget, 'AS');
    return state === undefined || state === 'Off' ? '' : state;
  }
  if (kind === 'signature') return '';
  const value = inherited(widget, 'V');
  if (value instanceof PDFArray)
    return itemsOf(value)
      .flatMap((item) => textOf(item) ?? [])
      .join(', ');
  return textOf(value) ?? (value instanceof PDFName ? value.decodeText() : '');
}
