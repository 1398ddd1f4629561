// Annotations whose page is drawn elsewhere, larger, smaller or turned (ISO 32000-1 12.5): their places, lengths and appearances go along.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { numbersIn } from '../fonts/dictionaries.ts';
import { type Box, boundsOf, boxIn, transformBox } from '../geometry/box.ts';
import { IDENTITY, type Matrix, multiply, scaleOf, toMatrix, transform } from '../geometry/matrix.ts';
import { arrayOf, dictOf, itemsOf, lookup, nameOf, numberOf, textOf } from '../syntax/dictionary.ts';
import { inherited } from '../syntax/inherited.ts';
import { SourceStream, sourceOf } from '../syntax/source-stream.ts';

/** Lists of points, and lists of such lists. */
const POINTS = ['QuadPoints', 'Vertices', 'L', 'CL', 'InkList', 'Path'] as const;
/** Of a line: its leaders (table 175). */
const LENGTHS = ['LL', 'LLE', 'LLO'] as const;

/** Turned appearances, by the stream and the turn: an appearance may be that of many annotations. */
export type TurnedAppearances = Map<number, Map<PDFStream, PDFRef>>;

/** @param onto from the user space of its page to that of the page where it goes; turns by quarters only */
export function moveAnnotation(annotation: PDFDict, onto: Matrix, known: TurnedAppearances): void {
  const { context } = annotation;
  const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
  const inner = rect && innerBox(annotation, rect);
  const set = (key: string, numbers: readonly number[]) => annotation.set(PDFName.of(key), context.obj(numbers.map(rounded)));
  if (rect) {
    const moved = boundsOf(transformBox(onto, rect));
    set('Rect', moved);
    if (inner) {
      const own = boundsOf(transformBox(onto, inner));
      set('RD', [own[0] - moved[0], own[1] - moved[1], moved[2] - own[2], moved[3] - own[3]]);
    }
  }
  for (const key of POINTS) {
    const list = arrayOf(annotation, key);
    if (list) annotation.set(PDFName.of(key), movePoints(context, list, onto));
  }
  scaleLengths(annotation, scaleOf(onto));
  turn(annotation, onto, known);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Within /Rect by the differences /RD. */
function innerBox(annotation: PDFDict, [left, bottom, right, top]: Box): Box | undefined {
  const [l, b, r, t] = numbersIn(arrayOf(annotation, 'RD'));
  if (l === undefined || b === undefined || r === undefined || t === undefined) return undefined;
  return [left + l, bottom + b, right - r, top - t];
}

function movePoints(context: PDFContext, list: PDFArray, onto: Matrix): PDFArray {
  const moved = PDFArray.withContext(context);
  const items = itemsOf(list);
  if (items.some((item) => item instanceof PDFArray)) {
    for (const item of items) if (item instanceof PDFArray) moved.push(movePoints(context, item, onto));
    return moved;
  }
  const numbers = numbersIn(list);
  for (let at = 0; at + 1 < numbers.length; at += 2)
    for (const side of transform(onto, numbers[at] ?? 0, numbers[at + 1] ?? 0)) moved.push(PDFNumber.of(rounded(side)));
  return moved;
}

function scaleLengths(annotation: PDFDict, scale: number): void {
  if (Math.abs(scale - 1) < 1e-6) return;
  const { context } = annotation;
  for (const key of LENGTHS) {
    const length = numberOf(annotation, key);
    if (length !== undefined) annotation.set(PDFName.of(key), PDFNumber.of(rounded(length * scale)));
  }
  const style = dictOf(lookup(annotation, 'BS'));
  const width = numberOf(style, 'W');
  if (style && width !== undefined) {
    const own = PDFDict.fromMapWithContext(new Map(style.asMap()), context);
    own.set(PDFName.of('W'), PDFNumber.of(rounded(width * scale)));
    annotation.set(PDFName.of('BS'), own);
  }
  const border = arrayOf(annotation, 'Border');
  if (border && border.size() >= 3) {
    const [across = 0, down = 0, line = 1] = numbersIn(border);
    const own = context.obj([across, down, line].map((length) => rounded(length * scale)));
    for (const rest of border.asArray().slice(3)) own.push(rest);
    annotation.set(PDFName.of('Border'), own);
  }
  scaleLetters(annotation, scale);
}

/** The size in the default appearance (12.7.3.3), own or of the field; 0 is as large as fits. */
function scaleLetters(annotation: PDFDict, scale: number): void {
  const isField = nameOf(annotation, 'Subtype') === 'Widget';
  const appearance = textOf(isField ? inherited(annotation, 'DA') : lookup(annotation, 'DA'));
  const scaled = appearance?.replace(
    /([\d.]+)(\s+Tf\b)/,
    (_, size: string, operator: string) => `${rounded(Number(size) * scale)}${operator}`,
  );
  if (scaled !== undefined && scaled !== appearance) annotation.set(PDFName.of('DA'), PDFString.of(scaled));
}

function turn(annotation: PDFDict, onto: Matrix, known: TurnedAppearances): void {
  const quarter = quarterOf(onto);
  if (quarter === 0) return;
  const { context } = annotation;
  const appearances = lookup(annotation, 'AP');
  if (appearances instanceof PDFDict) {
    const own = PDFDict.withContext(context);
    for (const [key, value] of appearances.entries()) own.set(key, turned(context.lookup(value), quarter, known) ?? value);
    annotation.set(PDFName.of('AP'), own);
  }
  if (nameOf(annotation, 'Subtype') !== 'Widget') return;
  const traits = dictOf(lookup(annotation, 'MK'));
  const own = PDFDict.fromMapWithContext(new Map(traits?.asMap()), context);
  own.set(PDFName.of('R'), PDFNumber.of(((numberOf(traits, 'R') ?? 0) + 90 * quarter) % 360));
  annotation.set(PDFName.of('MK'), own);
}

/** Quarters of a turn, counterclockwise. */
function quarterOf([a, b]: Matrix): 0 | 1 | 2 | 3 {
  if (Math.abs(a) > Math.abs(b)) return a > 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}

const TURNS: readonly Matrix[] = [IDENTITY, [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 0, 0], [0, -1, 1, 0, 0, 0]];

/** An appearance, or one for each state. It is fitted into /Rect (12.5.5), so only its turn matters. */
function turned(appearance: PDFObject | undefined, quarter: number, known: TurnedAppearances): PDFObject | undefined {
  if (appearance instanceof PDFDict) {
    const states = PDFDict.withContext(appearance.context);
    for (const [key, value] of appearance.entries()) states.set(key, turned(appearance.context.lookup(value), quarter, known) ?? value);
    return states;
  }
  if (!(appearance instanceof PDFStream)) return undefined;
  const ofTurn = known.get(quarter) ?? new Map<PDFStream, PDFRef>();
  known.set(quarter, ofTurn);
  const found = ofTurn.get(appearance);
  if (found) return found;
  const { context } = appearance.dict;
  const dict = PDFDict.fromMapWithContext(new Map(appearance.dict.asMap()), context);
  const matrix = toMatrix(numbersIn(arrayOf(dict, 'Matrix'))) ?? IDENTITY;
  dict.set(PDFName.of('Matrix'), context.obj([...multiply(matrix, TURNS[quarter] ?? IDENTITY)]));
  const copy = context.register(SourceStream.over(dict, sourceOf(appearance)));
  ofTurn.set(appearance, copy);
  return copy;
}
