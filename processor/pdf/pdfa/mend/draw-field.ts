// The appearance of a form field that has a value but no appearance: its text in one or more lines, as in its default appearance (ISO 32000-1 12.7.3.3).
// Only for simple Latin text; any other value keeps an empty appearance.

import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { nameAt, numberAt } from '../../syntax/operand.ts';
import { readOperations } from '../../syntax/operations.ts';
import { arrayOf, dictOf, lookup, textOf } from '../../syntax/dictionary.ts';
import { inherited } from '../../syntax/inherited.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { PdfFont } from '../../fonts/pdf-font.ts';
import { loadFont } from '../../fonts/font.ts';
import type { OpenedPdf } from '../../opened.ts';
import { FINE, writeNumber, writeNumbers } from '../../syntax/write-operand.ts';

/** Where no size is given: share of the field's height, and points. */
const SIZE_AUTO_SHARE = 0.7;
const SIZE_AUTO_MIN = 4;
const SIZE_AUTO_MAX = 12;
/** Ems from the lower edge of the size to the baseline of one line, and from line to line. */
const DESCENT_EMS = 0.22;
const LEADING_EMS = 1.15;
const MARGIN = 2;
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;

export function drawField(widget: PDFDict, { catalog }: Pick<OpenedPdf, 'catalog'>): PDFRef | undefined {
  const form = dictOf(lookup(catalog, 'AcroForm'));
  const kind = inherited(widget, 'FT');
  const value = textOf(inherited(widget, 'V'));
  const defaults = textOf(inherited(widget, 'DA') ?? lookup(form, 'DA'));
  const flags = inherited(widget, 'Ff');
  const bits = flags && 'asNumber' in flags ? (flags as { asNumber(): number }).asNumber() : 0;
  if (!(kind instanceof PDFName) || !['Tx', 'Ch'].includes(kind.decodeText()) || !value || !defaults || (bits & PASSWORD) !== 0)
    return undefined;
  const operations = readOperations(Buffer.from(defaults, 'latin1'));
  const chosen = operations.find(({ operator }) => operator === 'Tf');
  const name = chosen && nameAt(chosen.operands, 0);
  const fonts = dictOf(lookup(dictOf(lookup(form, 'DR')), 'Font'));
  const dict = name === undefined ? undefined : dictOf(lookup(fonts, name));
  if (!chosen || name === undefined || !dict) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersIn(arrayOf(widget, 'Rect'));
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const isTall = (bits & MULTILINE) !== 0;
  const size =
    numberAt(chosen.operands, 1) || Math.max(SIZE_AUTO_MIN, Math.min(SIZE_AUTO_MAX, isTall ? SIZE_AUTO_MAX : height * SIZE_AUTO_SHARE));
  const font = loadFont(dict);
  const lines = value.split(/\r\n|\r|\n/).map((line) => encode(line, font));
  if (lines.some((line) => line === undefined)) return undefined;
  const first = isTall ? height - MARGIN - size : (height - size) / 2 + size * DESCENT_EMS;
  const colour = defaults.replace(/\/\S+\s+[\d.+-]+\s+Tf/, '');
  const shown = lines.map((line) => `(${line}) Tj T*`).join(' ');
  const content =
    `/Tx BMC q ${writeNumbers([0, 0, width, height], FINE)} re W n BT ${colour} /${name} ${writeNumber(size, FINE)} Tf ` +
    `${writeNumber(size * LEADING_EMS, FINE)} TL ${writeNumber(MARGIN, FINE)} ${writeNumber(first, FINE)} Td ${shown} ET Q EMC`;
  const { context } = widget;
  const raw = fonts?.get(PDFName.of(name));
  const resources = context.obj({ Font: {} });
  const group = resources.lookup(PDFName.of('Font'));
  if (group instanceof PDFDict && raw) group.set(PDFName.of(name), raw);
  return context.register(
    context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: resources }),
  );
}

/** The characters of a literal string; undefined where the font has no code for one. */
function encode(text: string, font: PdfFont): string | undefined {
  let out = '';
  for (const character of text) {
    const [glyph] = font.codesOf(character);
    if (!glyph || glyph.length !== 1) return undefined;
    const byte = String.fromCharCode(glyph.code);
    out += '()\\'.includes(byte) ? `\\${byte}` : byte;
  }
  return out;
}
