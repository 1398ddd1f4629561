// Draws the text of a field as its dictionaries specify (ISO 32000-2 12.7.4.3): in its font where that has the letters, else in a fallback
// face; in its size or the one that fits; with its alignment, in lines or in the cells of a comb.

import { type PDFContext, PDFArray, PDFDict, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import { deflateSync } from 'node:zlib';
import type { Box } from '../geometry/box.ts';
import { decodeContent } from '../content/source.ts';
import { readOperations } from '../syntax/operations.ts';
import { arrayOf, dictOf, lookup, numberOf } from '../syntax/dictionary.ts';
import { encodeInFont, type TextPiece } from '../edit/encode-text.ts';
import type { FaceStyle } from '../draw/face-files.ts';
import { embedFace, findFaces } from '../draw/fallback-font.ts';
import { writeName, writeNumber, writeNumbers, writeString } from '../syntax/write-operand.ts';
import { encodeInFaces } from '../edit/new-text.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import { loadFont } from '../fonts/font.ts';
import type { FieldText } from './form-field.ts';

export interface FieldDrawing {
  readonly text: FieldText;
  readonly font: { readonly object: PDFObject; readonly dict: PDFDict };
  readonly quadding: 0 | 1 | 2;
  readonly isMultiline: boolean;
  /** Cells of equal width; undefined for running text. */
  readonly combCells: number | undefined;
  /** Lines of a list, the chosen one marked; the text is then not used. */
  readonly list: { readonly lines: readonly string[]; readonly chosen: number } | undefined;
}

export type DrawRefusal = 'glyph_missing' | 'text_does_not_fit';

const SIZE_MIN = 4;
const MULTILINE_SIZE_MAX = 12;
const LIST_SIZE = 12;
/** Below this share of the requested size, it is another size. */
const SHRINK_MIN = 0.6;
const LEADING = 1.16;
/** Ems of the text's own size: the baseline below the top of a line and above its middle or its foot, and the allowed overhang. */
const ASCENT_EMS = 0.8;
const MIDDLE_EMS = 0.26;
const DESCENT_EMS = 0.3;
const OVERHANG_EMS = 0.2;
/** Share of a field's height that one line fills; up to so many points. */
const SINGLE_SHARE = 0.72;
const SINGLE_SIZE_MAX = 48;
/** Sizes are tried in steps of this share of the largest, or of so many points. */
const STEP = { share: 0.04, points: 0.25 } as const;
/** Points by which an appearance may differ in size from its field. */
const SIZE_TOLERANCE = 0.5;
/** Behind the chosen line of a list, as readers draw it. */
const CHOSEN_FILL = '0.6 0.757 0.855 rg';
const PLAIN = { charSpacing: 0, wordSpacing: 0, horizontalScale: 1 };
const FACE: FaceStyle = { family: 'sans', isBold: false, isItalic: false };

/** Writes the normal appearance of a widget; what was drawn around the text stays where it can be separated. */
export async function drawField(
  context: PDFContext,
  widget: PDFDict,
  value: string,
  drawing: FieldDrawing,
): Promise<DrawRefusal | undefined> {
  const writer = await makeWriter(context, drawing, drawing.list ? drawing.list.lines.join('') : value);
  if (!writer) return 'glyph_missing';
  if (drawing.combCells === undefined && !drawing.list && value !== '') raiseLow(widget, drawing.text.size);
  const frame = frameOf(context, widget);
  const border = borderOf(widget);
  const content = drawing.list
    ? drawList(drawing.list, drawing, writer, frame, border)
    : value === ''
      ? ''
      : drawText(value, drawing, writer, frame, border);
  if (content === undefined) return 'text_does_not_fit';
  const resources = frame.resources;
  const fonts = lookup(resources, 'Font');
  const own = fonts instanceof PDFDict ? fonts.clone(context) : context.obj({});
  for (const [name, object] of writer.fonts) own.set(PDFName.of(name), object);
  resources.set(PDFName.of('Font'), own);
  const bytes = Buffer.from(`${frame.before}/Tx BMC\n${content}\nEMC${frame.after}`, 'latin1');
  const dict = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [...frame.box], Filter: 'FlateDecode' });
  if (frame.matrix) dict.set(PDFName.of('Matrix'), context.obj([...frame.matrix]));
  dict.set(PDFName.of('Resources'), resources);
  const normal = context.register(PDFRawStream.of(dict, deflateSync(bytes)));
  // Other states of a text field would still show the old value.
  widget.set(PDFName.of('AP'), context.obj({ N: normal }));
  widget.delete(PDFName.of('AS'));
  return undefined;
}

interface Writer {
  /** @returns never undefined: every character was requested before */
  write(text: string, size: number): { readonly operators: string; readonly width: number };
  readonly fonts: ReadonlyMap<string, PDFObject>;
}

async function makeWriter(context: PDFContext, { font, text }: FieldDrawing, all: string): Promise<Writer | undefined> {
  const loaded = loadFont(font.dict);
  const name = text.fontName ?? 'Helv';
  const fonts = new Map<string, PDFObject>();
  if (encodeInFont(loaded, all, 1, PLAIN, undefined)) {
    fonts.set(name, font.object);
    return {
      fonts,
      write: (part, size) => operatorsOf(encodeInFont(loaded, part, size, PLAIN, undefined) ?? [], name, size, (key) => key),
    };
  }
  const base = loaded.baseFont;
  const family = /times|serif|roman|garamond|georgia/i.test(base) ? 'serif' : /cour|mono/i.test(base) ? 'mono' : 'sans';
  const style: FaceStyle = { ...FACE, family, isBold: /bold/i.test(base), isItalic: /italic|oblique/i.test(base) };
  const faces = await findFaces(all, style);
  if (!faces) return undefined;
  const names = new Map(faces.map((face, index) => [face.file, `Ff${index + 1}`]));
  for (const face of faces) fonts.set(names.get(face.file) ?? '', embedFace(context, face, style));
  return {
    fonts,
    write: (part, size) => operatorsOf(encodeInFaces(faces, part, size, PLAIN) ?? [], name, size, (key) => names.get(key) ?? key),
  };
}

function operatorsOf(pieces: readonly TextPiece[], font: string, size: number, nameOf: (key: string) => string) {
  const parts: string[] = [];
  let selected = '';
  for (const piece of pieces) {
    const name = piece.fontName === undefined ? font : nameOf(piece.fontName);
    if (piece.bytes && name !== selected) {
      parts.push(`${writeName(name)} ${writeNumber(size)} Tf`);
      selected = name;
    }
    if (piece.bytes) {
      const shown = `${writeString(piece.bytes, piece.fontName !== undefined || piece.bytes.some((byte) => byte < 32 || byte > 126))} Tj`;
      parts.push(piece.rise === undefined ? shown : `${writeNumber(piece.rise)} Ts ${shown} 0 Ts`);
    } else parts.push(`[${writeNumber((-piece.advance * 1000) / size)}] TJ`);
  }
  return { operators: parts.join(' '), width: pieces.reduce((sum, { advance }) => sum + advance, 0) };
}

/** Ems: a field lower than this cannot show its letters, and gets the height that they need. */
const LOW_EMS = 0.9;
const RAISED_EMS = 1.3;

/** Around its middle, where nothing is drawn at its edges. */
function raiseLow(widget: PDFDict, size: number): void {
  const characteristics = dictOf(lookup(widget, 'MK'));
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(arrayOf(widget, 'Rect'));
  const height = Math.abs(top - bottom);
  const isFramed = ['BG', 'BC', 'R'].some((key) => characteristics?.has(PDFName.of(key)) === true);
  if (isFramed || height >= size * LOW_EMS) return;
  const more = (size * RAISED_EMS - height) / 2;
  widget.set(PDFName.of('Rect'), widget.context.obj([left, Math.min(bottom, top) - more, right, Math.max(bottom, top) + more]));
}

/** Whether the appearance of a widget draws any text, by itself or by another form. */
export function showsText(widget: PDFDict): boolean {
  const normal = lookup(dictOf(lookup(widget, 'AP')), 'N');
  if (!(normal instanceof PDFRawStream)) return false;
  for (const { operator } of readOperations(Buffer.from(decodeContent(normal).bytes))) if (SHOWING.has(operator)) return true;
  return false;
}

const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"', 'Do']);

interface Frame {
  readonly box: Box;
  readonly matrix: readonly number[] | undefined;
  readonly resources: PDFDict;
  /** Content around the marked text. */
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly height: number;
}

/** The existing appearance without its text; where no text is marked, one made from the widget's own entries. */
function frameOf(context: PDFContext, widget: PDFDict): Frame {
  const rect = numbersIn(arrayOf(widget, 'Rect'));
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const characteristics = dictOf(lookup(widget, 'MK'));
  const turn = (((numberOf(characteristics, 'R') ?? 0) % 360) + 360) % 360;
  const [across, up] = [Math.abs(right - left), Math.abs(top - bottom)];
  const isTurned = turn === 90 || turn === 270;
  const [width, height] = isTurned ? [up, across] : [across, up];
  const matrix = { 90: [0, 1, -1, 0, across, 0], 180: [-1, 0, 0, -1, across, up], 270: [0, -1, 1, 0, 0, up] }[turn];
  const known = lookup(dictOf(lookup(widget, 'AP')), 'N');
  if (known instanceof PDFRawStream && turn === 0) {
    const box = numbersIn(arrayOf(known.dict, 'BBox'));
    const around = aroundText(Buffer.from(decodeContent(known).bytes));
    const fits =
      box.length === 4 &&
      box[0] === 0 &&
      box[1] === 0 &&
      Math.abs((box[2] ?? 0) - width) < SIZE_TOLERANCE &&
      Math.abs((box[3] ?? 0) - height) < SIZE_TOLERANCE;
    const resources = lookup(known.dict, 'Resources');
    if (around && fits && !known.dict.has(PDFName.of('Matrix'))) {
      return {
        box: [0, 0, width, height],
        matrix: undefined,
        resources: resources instanceof PDFDict ? resources.clone(context) : context.obj({}),
        ...around,
        width,
        height,
      };
    }
  }
  return {
    box: [0, 0, width, height],
    matrix,
    resources: context.obj({}),
    before: drawnFrame(widget, width, height),
    after: '',
    width,
    height,
  };
}

/** The content before and after the marked text (12.7.4.3); undefined where nothing is marked. */
function aroundText(bytes: Buffer): { readonly before: string; readonly after: string } | undefined {
  let [depth, start, end] = [0, -1, -1];
  for (const { operator, operands, start: at, end: to } of readOperations(bytes)) {
    if (operator === 'BMC' || operator === 'BDC') {
      const [tag] = operands;
      if (depth === 0 && start < 0 && tag?.kind === 'name' && tag.value === 'Tx') start = at;
      depth++;
    } else if (operator === 'EMC') {
      depth--;
      if (depth === 0 && start >= 0) {
        end = to;
        break;
      }
    }
  }
  if (start < 0 || end < 0) return undefined;
  return { before: bytes.subarray(0, start).toString('latin1'), after: bytes.subarray(end).toString('latin1') };
}

interface Border {
  readonly width: number;
  readonly style: string;
}

function borderOf(widget: PDFDict): Border {
  const style = dictOf(lookup(widget, 'BS'));
  const name = lookup(style, 'S');
  const said = numberOf(style, 'W') ?? numbersIn(arrayOf(widget, 'Border'))[2] ?? 1;
  return { width: Math.max(0, Math.min(said, 10)), style: name instanceof PDFName ? name.decodeText() : 'S' };
}

function drawnFrame(widget: PDFDict, width: number, height: number): string {
  const characteristics = dictOf(lookup(widget, 'MK'));
  const border = borderOf(widget);
  const fill = colorOf(lookup(characteristics, 'BG'), ['g', 'rg', 'k']);
  const stroke = colorOf(lookup(characteristics, 'BC'), ['G', 'RG', 'K']);
  const parts: string[] = [];
  if (fill) parts.push(`q ${fill} 0 0 ${writeNumber(width)} ${writeNumber(height)} re f Q`);
  if (stroke && border.width > 0) {
    const half = border.width / 2;
    const line =
      border.style === 'U'
        ? `0 ${writeNumber(half)} m ${writeNumber(width)} ${writeNumber(half)} l S`
        : `${writeNumber(half)} ${writeNumber(half)} ${writeNumber(width - border.width)} ${writeNumber(height - border.width)} re S`;
    parts.push(`q ${stroke} ${writeNumber(border.width)} w ${border.style === 'D' ? '[3] 0 d ' : ''}${line} Q`);
  }
  return parts.length === 0 ? '' : `${parts.join('\n')}\n`;
}

function colorOf(object: PDFObject | undefined, operators: readonly [string, string, string]): string | undefined {
  const numbers = object instanceof PDFArray ? numbersIn(object) : [];
  const operator = { 1: operators[0], 3: operators[1], 4: operators[2] }[numbers.length];
  return operator && `${writeNumbers(numbers)} ${operator}`;
}

function drawText(value: string, drawing: FieldDrawing, writer: Writer, frame: Frame, border: Border): string | undefined {
  const { width, height } = frame;
  const inset = border.width * (border.style === 'B' || border.style === 'I' ? 2 : 1);
  const clip = `${writeNumber(inset)} ${writeNumber(inset)} ${writeNumber(width - 2 * inset)} ${writeNumber(height - 2 * inset)} re W n`;
  const wrap = (body: string) => `q ${clip} BT ${drawing.text.color} ${body} ET Q`;
  const available = width - 2 * Math.max(2, 2 * inset);
  if (available <= 0) return undefined;
  const lineAt = lineWriter(drawing, writer, width, inset);
  if (drawing.combCells !== undefined) {
    const size = drawing.text.size || singleSize(height, inset);
    const cell = width / drawing.combCells;
    const characters = Array.from(value);
    const from =
      drawing.quadding === 2
        ? drawing.combCells - characters.length
        : drawing.quadding === 1
          ? Math.floor((drawing.combCells - characters.length) / 2)
          : 0;
    const cells = characters.map((character, index) => {
      const { operators, width: taken } = writer.write(character, size);
      return `1 0 0 1 ${writeNumber((from + index + 0.5) * cell - taken / 2)} ${writeNumber(middle(height, size))} Tm ${operators}`;
    });
    return wrap(cells.join(' '));
  }
  if (drawing.isMultiline) {
    const room = height - 2 * Math.max(2, 2 * inset);
    for (const size of sizesFrom(
      drawing.text.size || MULTILINE_SIZE_MAX,
      drawing.text.size === 0 ? SIZE_MIN : drawing.text.size * SHRINK_MIN,
    )) {
      const lines = wrapLines(value, available, (text) => writer.write(text, size).width);
      if (!lines || lines.length * size * LEADING > room + size * OVERHANG_EMS) continue;
      const top = height - Math.max(2, 2 * inset) - size * ASCENT_EMS;
      return wrap(lines.map((line, index) => lineAt(line, size, top - index * size * LEADING)).join(' '));
    }
    return undefined;
  }
  // A field lower than its letters would clip them.
  const largest = drawing.text.size === 0 ? singleSize(height, inset) : Math.min(drawing.text.size, Math.max(SIZE_MIN, height - 2 * inset));
  const natural = writer.write(value, largest).width;
  const size = natural <= available ? largest : largest * (available / natural);
  if (size < (drawing.text.size === 0 ? Math.min(SIZE_MIN, largest) : largest * SHRINK_MIN)) return undefined;
  return wrap(lineAt(value, size, middle(height, size)));
}

/** Aligns lines to the side that the field asks for. */
function lineWriter({ quadding }: FieldDrawing, writer: Writer, width: number, inset: number) {
  const pad = Math.max(2, 2 * inset);
  return (text: string, size: number, y: number): string => {
    const { operators, width: taken } = writer.write(text, size);
    const x = quadding === 0 ? pad : quadding === 1 ? (width - taken) / 2 : width - pad - taken;
    return `1 0 0 1 ${writeNumber(x)} ${writeNumber(y)} Tm ${operators}`;
  };
}

/** The size that fills one line. */
function singleSize(height: number, inset: number): number {
  return Math.max(SIZE_MIN, Math.min(SINGLE_SIZE_MAX, (height - 2 * inset) * SINGLE_SHARE));
}

/** The baseline of one line in the middle. */
function middle(height: number, size: number): number {
  return height / 2 - MIDDLE_EMS * size;
}

function* sizesFrom(largest: number, least: number): Generator<number> {
  for (let size = largest; size >= least - 1e-9; size -= Math.max(STEP.points, largest * STEP.share)) yield size;
}

/** @returns undefined where one word is wider than a line */
function wrapLines(value: string, available: number, widthOf: (text: string) => number): string[] | undefined {
  const lines: string[] = [];
  let line = '';
  for (const word of value.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= available) {
      line = longer;
      continue;
    }
    if (widthOf(word) > available) return undefined;
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function drawList(
  { lines, chosen }: NonNullable<FieldDrawing['list']>,
  drawing: FieldDrawing,
  writer: Writer,
  frame: Frame,
  border: Border,
): string {
  const size = drawing.text.size || LIST_SIZE;
  const leading = size * LEADING;
  const inset = Math.max(1, border.width);
  const lineAt = lineWriter(drawing, writer, frame.width, inset);
  const visible = Math.max(1, Math.floor((frame.height - 2 * inset) / leading));
  // The chosen line must be visible.
  const first = Math.max(0, Math.min(chosen, lines.length - visible, chosen - visible + 1));
  const from = chosen < visible ? 0 : Math.max(0, first);
  const parts = [
    `q ${writeNumber(inset)} ${writeNumber(inset)} ${writeNumber(frame.width - 2 * inset)} ${writeNumber(frame.height - 2 * inset)} re W n`,
  ];
  for (const [index, line] of lines.slice(from, from + visible).entries()) {
    const top = frame.height - inset - index * leading;
    if (from + index === chosen)
      parts.push(
        `${CHOSEN_FILL} ${writeNumber(inset)} ${writeNumber(top - leading)} ${writeNumber(frame.width - 2 * inset)} ${writeNumber(leading)} re f`,
      );
    parts.push(`BT ${drawing.text.color} ${lineAt(line, size, top - leading + size * DESCENT_EMS)} ET`);
  }
  return `${parts.join(' ')} Q`;
}
