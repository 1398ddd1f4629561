// Draws annotations that have no appearance of their own, as ISO 32000-1 12.5.6 describes their kind: marks over text, freehand lines, rectangles,
// ellipses and straight lines. What the standard leaves to readers (icons, clouds, arrow heads, free text) is not drawn.

import { PDFArray, type PDFDict, PDFName } from 'pdf-lib';
import { numbersIn } from '../fonts/dictionaries.ts';
import { type Box, boxIn } from '../geometry/box.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';

interface Drawn {
  /** Content in default user space. */
  readonly content: string;
  readonly points: readonly (readonly [number, number])[];
  readonly blend?: 'Multiply';
}

/** Gives it an appearance, and the rectangle of what it shows. @returns false for kinds and entries that are not drawn here */
export function drawBare(annotation: PDFDict): boolean {
  const drawn = contentOf(annotation);
  if (!drawn || drawn.points.length === 0) return false;
  const { context } = annotation;
  const room = widthOf(annotation);
  const [xs, ys] = [drawn.points.map(([x]) => x), drawn.points.map(([, y]) => y)];
  const box = [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
  const opacity = numberOf(annotation, 'CA') ?? 1;
  const appearance = context.flateStream(`/Gs gs ${drawn.content}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: box,
    ...(drawn.blend && { Group: { S: 'Transparency' } }),
    Resources: { ExtGState: { Gs: { Type: 'ExtGState', ca: opacity, CA: opacity, ...(drawn.blend && { BM: drawn.blend }) } } },
  });
  annotation.set(PDFName.of('Rect'), context.obj(box));
  annotation.set(PDFName.of('AP'), context.obj({ N: context.register(appearance) }));
  return true;
}

/** Whether readers draw it although it has no appearance of its own. Notes are only signs. */
export function isShownBare(annotation: PDFDict): boolean {
  return !annotation.has(PDFName.of('AP')) && !['Text', 'Popup', 'Sound', 'FileAttachment'].includes(nameOf(annotation, 'Subtype') ?? '');
}

function contentOf(annotation: PDFDict): Drawn | undefined {
  switch (nameOf(annotation, 'Subtype')) {
    case 'Highlight':
      return highlight(annotation);
    case 'Underline':
      return rules(annotation, UNDER);
    case 'StrikeOut':
      return rules(annotation, THROUGH);
    case 'Ink':
      return ink(annotation);
    case 'Square':
    case 'Circle':
      return shape(annotation);
    case 'Line':
      return arrayOf(annotation, 'LE') === undefined ? straight(annotation) : undefined;
    default:
      return undefined;
  }
}

/** Shares of the height of a text, from its lower side. */
const [UNDER, THROUGH] = [0.09, 0.45];

function highlight(annotation: PDFDict): Drawn | undefined {
  const color = colorOf(annotation, 'C', false);
  const quads = quadsOf(annotation);
  if (color === undefined) return undefined;
  const areas = quads.map(([upperLeft, upperRight, lowerLeft, lowerRight]) => path([upperLeft, upperRight, lowerRight, lowerLeft], 'f'));
  return { content: `${color} ${areas.join(' ')}`, points: quads.flat(), blend: 'Multiply' };
}

function rules(annotation: PDFDict, share: number): Drawn | undefined {
  const color = colorOf(annotation, 'C', true) ?? '0 G';
  const quads = quadsOf(annotation);
  const lines = quads.map(([upperLeft, upperRight, lowerLeft, lowerRight]) =>
    path([between(lowerLeft, upperLeft, share), between(lowerRight, upperRight, share)], 'S'),
  );
  return { content: `${color} 1 w ${lines.join(' ')}`, points: quads.flat() };
}

function ink(annotation: PDFDict): Drawn | undefined {
  const lists = arrayOf(annotation, 'InkList')?.asArray() ?? [];
  const strokes = lists.map((list) => pointsOf(numbersIn(annotation.context.lookupMaybe(list, PDFArray))));
  if (strokes.some((stroke) => stroke.length < 2)) return undefined;
  const content = `${pen(annotation)} 1 J 1 j ${strokes.map((stroke) => path(stroke, 'S')).join(' ')}`;
  return { content, points: strokes.flat() };
}

/** How far the curves of an ellipse reach towards its corners. */
const ROUND = 0.5523;

function shape(annotation: PDFDict): Drawn | undefined {
  const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
  if (!rect || lookup(annotation, 'BE') !== undefined) return undefined;
  const half = widthOf(annotation) / 2;
  const box: Box = [rect[0] + half, rect[1] + half, rect[2] - half, rect[3] - half];
  const fill = colorOf(annotation, 'IC', false);
  const paint = fill === undefined ? 'S' : half > 0 ? 'B' : 'f';
  const outline = nameOf(annotation, 'Subtype') === 'Square' ? rectangle(box) : ellipse(box);
  return {
    content: `${fill ?? ''} ${pen(annotation)} ${outline} ${paint}`,
    points: [
      [rect[0] + 2 * half, rect[1] + 2 * half],
      [rect[2] - 2 * half, rect[3] - 2 * half],
    ],
  };
}

function rectangle([left, bottom, right, top]: Box): string {
  return `${writeNumbers([left, bottom, right - left, top - bottom], FINE)} re`;
}

function ellipse([left, bottom, right, top]: Box): string {
  const [x, y, rx, ry] = [(left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2];
  const [kx, ky] = [rx * ROUND, ry * ROUND];
  const curves = [
    [right, y + ky, x + kx, top, x, top],
    [x - kx, top, left, y + ky, left, y],
    [left, y - ky, x - kx, bottom, x, bottom],
    [x + kx, bottom, right, y - ky, right, y],
  ];
  return `${writeNumbers([right, y], FINE)} m ${curves.map((curve) => `${writeNumbers(curve, FINE)} c`).join(' ')} h`;
}

function straight(annotation: PDFDict): Drawn | undefined {
  const points = pointsOf(numbersIn(arrayOf(annotation, 'L')));
  return points.length === 2 ? { content: `${pen(annotation)} ${path(points, 'S')}`, points } : undefined;
}

type Point = readonly [number, number];

function path(points: readonly Point[], paint: 'S' | 'f'): string {
  return `${points.map((point, index) => `${writeNumbers(point, FINE)} ${index === 0 ? 'm' : 'l'}`).join(' ')} ${paint}`;
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function pointsOf(numbers: readonly number[]): Point[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0]);
}

/** In the order that programs write, which is not the one of the standard: upper left, upper right, lower left, lower right. */
function quadsOf(annotation: PDFDict): [Point, Point, Point, Point][] {
  const points = pointsOf(numbersIn(arrayOf(annotation, 'QuadPoints')));
  return Array.from(
    { length: Math.floor(points.length / 4) },
    (_, index) => points.slice(4 * index, 4 * index + 4) as [Point, Point, Point, Point],
  );
}

/** Of 1, 3 or 4 components (table 164). */
function colorOf(annotation: PDFDict, key: 'C' | 'IC', strokes: boolean): string | undefined {
  const components = numbersIn(arrayOf(annotation, key));
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[components.length];
  return operator === undefined ? undefined : `${writeNumbers(components, FINE)} ${strokes ? operator.toUpperCase() : operator}`;
}

/** Table 166: /BS, else the third number of /Border, else 1 point. */
function widthOf(annotation: PDFDict): number {
  const style = dictOf(lookup(annotation, 'BS'));
  return (style && numberOf(style, 'W')) ?? numbersIn(arrayOf(annotation, 'Border'))[2] ?? 1;
}

function pen(annotation: PDFDict): string {
  return `${colorOf(annotation, 'C', true) ?? '0 G'} ${writeNumbers([widthOf(annotation)], FINE)} w`;
}
