// A form field from its dictionaries: what is inherited, its flags, its choices, and the font and size of its text
// (ISO 32000-2 12.7). Reads only.

import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFContext } from 'pdf-lib';
import { dictOf, isString, lookup, nameOf, numberOf, textOf } from '../syntax/dictionary.ts';
import { holderOf, inherited } from '../syntax/inherited.ts';
import { parseOperations } from './default-appearance.ts';

/** Tables 227, 229, 231, 233; the bits are counted from 0 here. */
export const FIELD_FLAGS = {
  readOnly: 1 << 0,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  fileSelect: 1 << 20,
  doNotScroll: 1 << 23,
  comb: 1 << 24,
  combo: 1 << 17,
  edit: 1 << 18,
} as const;

export function flagsOf(field: PDFDict): number {
  const holder = holderOf(field, 'Ff');
  return holder ? (numberOf(holder, 'Ff') ?? 0) : 0;
}

export function maxLengthOf(field: PDFDict): number | undefined {
  const holder = holderOf(field, 'MaxLen');
  const length = holder && numberOf(holder, 'MaxLen');
  return length !== undefined && length > 0 ? length : undefined;
}

export interface Choice {
  readonly exportValue: string;
  readonly shown: string;
}

/** Of a choice field, in its order. */
export function choicesOf(field: PDFDict): Choice[] {
  const options = inherited(field, 'Opt');
  if (!(options instanceof PDFArray)) return [];
  return options.asArray().flatMap((_, index): Choice[] => {
    const option = options.lookup(index);
    if (isString(option)) return [{ exportValue: textOf(option) ?? '', shown: textOf(option) ?? '' }];
    if (!(option instanceof PDFArray) || option.size() < 2) return [];
    return [{ exportValue: textOf(option.lookup(0)) ?? '', shown: textOf(option.lookup(1)) ?? '' }];
  });
}

/** The states in which a button can be shown, by the names of its appearances; `Off` is none. */
export function statesOf(widget: PDFDict): string[] {
  const normal = lookup(dictOf(lookup(widget, 'AP')), 'N');
  if (!(normal instanceof PDFDict)) return [];
  return normal
    .keys()
    .map((key) => key.decodeText())
    .filter((name) => name !== 'Off');
}

export interface FieldText {
  /** The resource name of the font; undefined where none is given. */
  readonly fontName: string | undefined;
  /** 0 for the size that fits. */
  readonly size: number;
  /** Operators that set the colour. */
  readonly color: string;
}

/** The default appearance: of the widget, of its field, or of the form (12.7.4.3). */
export function fieldTextOf(widget: PDFDict, form: PDFDict | undefined): FieldText {
  const text = textOf(inherited(widget, 'DA')) ?? textOf(lookup(form, 'DA')) ?? '';
  let [fontName, size, color]: [string | undefined, number, string] = [undefined, 0, '0 g'];
  for (const { operator, operands, source } of parseOperations(text)) {
    if (operator === 'Tf' && operands.length >= 2) {
      // Some programs leave the name of the font empty.
      const name = operands.at(-2)?.replace(/^\//, '');
      fontName = name === '' ? undefined : name;
      size = Math.abs(Number(operands.at(-1))) || 0;
    } else if (['g', 'rg', 'k'].includes(operator)) color = source;
  }
  return { fontName, size, color };
}

/** The font dictionary of a name: the form's, or the standard font for which the name is commonly used. */
export function fieldFontOf(
  context: PDFContext,
  name: string | undefined,
  widget: PDFDict,
  form: PDFDict | undefined,
): { readonly object: PDFObject; readonly dict: PDFDict } {
  const appearance = dictOf(lookup(dictOf(lookup(widget, 'AP')), 'N'));
  // Some writers give each field its own resources.
  const holders = [lookup(form, 'DR'), inherited(widget, 'DR'), lookup(appearance, 'Resources')];
  for (const holder of name === undefined ? [] : holders) {
    const fonts = dictOf(lookup(dictOf(holder), 'Font'));
    const key = PDFName.of(name ?? '');
    const found = fonts?.lookup(key);
    const object = fonts?.get(key);
    if (found instanceof PDFDict && object) return { object, dict: found };
  }
  const base = STANDARD[name ?? ''] ?? 'Helvetica';
  const dict = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: base, Encoding: 'WinAnsiEncoding' });
  return { object: context.register(dict), dict };
}

/** The names that form editors give the standard fonts. */
const STANDARD: Readonly<Record<string, string>> = {
  Helv: 'Helvetica',
  HeBo: 'Helvetica-Bold',
  HeOb: 'Helvetica-Oblique',
  HeBO: 'Helvetica-BoldOblique',
  TiRo: 'Times-Roman',
  TiBo: 'Times-Bold',
  TiIt: 'Times-Italic',
  TiBI: 'Times-BoldItalic',
  Cour: 'Courier',
  CoBo: 'Courier-Bold',
  CoOb: 'Courier-Oblique',
  CoBO: 'Courier-BoldOblique',
};

/** JavaScript that formats or checks the value: `AFDate_FormatEx("dd.mm.yyyy")` and the like. */
export function formatScriptOf(field: PDFDict): string | undefined {
  const actions = dictOf(inherited(field, 'AA'));
  for (const key of ['F', 'K']) {
    const action = dictOf(lookup(actions, key));
    if (!action || nameOf(action, 'S') !== 'JavaScript') continue;
    const script = textOf(lookup(action, 'JS'));
    if (script !== undefined) return script;
  }
  return undefined;
}

export function quaddingOf(widget: PDFDict, form: PDFDict | undefined): 0 | 1 | 2 {
  const holder = holderOf(widget, 'Q');
  const said = numberOf(holder ?? form, 'Q');
  return said === 1 || said === 2 ? said : 0;
}
