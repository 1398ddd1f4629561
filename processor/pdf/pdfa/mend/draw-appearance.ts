// Appearances for annotations without one (ISO 32000-1 12.5.6): marks over text, lines and shapes, as readers draw them. Other kinds get
// none: their contents stay in the annotation.

import { type PDFDict, type PDFRef } from 'pdf-lib';
import type { Box } from '../../geometry/box.ts';
import { arrayOf, dictOf, itemsOf, lookup, numberOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import { drawField } from './draw-field.ts';
import { FINE, writeNumber, writeNumbers } from '../../syntax/write-operand.ts';

/** The form of a normal appearance, in the space of the page. */
export function drawAppearance(annotation: PDFDict, type: string, opened: OpenedPdf): PDFRef | undefined {
  if (type === 'Widget') return drawField(annotation, opened);
  const content = contentOf(annotation, type);
  if (content === undefined) return undefined;
  const { context } = annotation;
  const rect = numbersIn(arrayOf(annotation, 'Rect'));
  const alpha = numberOf(annotation, 'CA') ?? 1;
  const state = { Type: 'ExtGState', ca: alpha, CA: alpha, ...(type === 'Highlight' ? { BM: 'Multiply' } : {}) };
  const [left, bottom, right, top] = inset(rect, 0);
  return context.register(
    context.flateStream(`/Gs gs ${content}`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [left, bottom, right, top],
      Group: { S: 'Transparency' },
      Resources: { ExtGState: { Gs: state } },
    }),
  );
}

function contentOf(annotation: PDFDict, type: string): string | undefined {
  const width = widthOf(annotation);
  const stroke = `${colourOf(annotation, 'C', 'S') ?? '0 G'} ${writeNumber(width, FINE)} w`;
  const interior = colourOf(annotation, 'IC', 'f');
  const paint = interior ? (width > 0 ? 'B' : 'f') : 'S';
  const shape = (path: string) => `${stroke} ${interior ?? ''} ${path} ${paint}`;
  const rect = numbersIn(arrayOf(annotation, 'Rect'));
  const points = (key: string) => pointsOf(numbersIn(arrayOf(annotation, key)));
  switch (type) {
    case 'Highlight':
      return `${colourOf(annotation, 'C', 'f') ?? '1 1 0 rg'} ${quads(annotation)
        .map(([a, b, c, d]) => `${line([a, b, d, c])} h`)
        .join(' ')} f`;
    case 'Underline':
    case 'Squiggly':
      return `${colourOf(annotation, 'C', 'S') ?? '0 G'} 1 w ${quads(annotation)
        .map(([, , c, d]) => `${line([lift(c, 1), lift(d, 1)])} S`)
        .join(' ')}`;
    case 'StrikeOut':
      return `${colourOf(annotation, 'C', 'S') ?? '0 G'} 1 w ${quads(annotation)
        .map(([a, b, c, d]) => `${line([middle(a, c), middle(b, d)])} S`)
        .join(' ')}`;
    case 'Square': {
      const [x, y, right, top] = inset(rect, width / 2);
      return shape(`${writeNumbers([x, y, right - x, top - y], FINE)} re`);
    }
    case 'Circle':
      return shape(ellipse(inset(rect, width / 2)));
    case 'Line':
      return `${stroke} ${line(points('L'))} S`;
    case 'PolyLine':
      return `${stroke} ${line(points('Vertices'))} S`;
    case 'Polygon':
      return shape(`${line(points('Vertices'))} h`);
    case 'Ink':
      return `${stroke} 1 J 1 j ${itemsOf(arrayOf(annotation, 'InkList'))
        .map((stretch) => `${line(pointsOf(stretch && 'asArray' in stretch ? numbersIn(stretch as never) : []))} S`)
        .join(' ')}`;
    default:
      return undefined;
  }
}

type Point = readonly [x: number, y: number];

function pointsOf(numbers: readonly number[]): Point[] {
  return Array.from({ length: numbers.length >> 1 }, (_, index): Point => [numbers[index * 2] ?? 0, numbers[index * 2 + 1] ?? 0]);
}

/** As readers expect them: upper left, upper right, lower left, lower right. */
function quads(annotation: PDFDict): (readonly [Point, Point, Point, Point])[] {
  const points = pointsOf(numbersIn(arrayOf(annotation, 'QuadPoints')));
  return Array.from(
    { length: points.length >> 2 },
    (_, index) => points.slice(index * 4, index * 4 + 4) as unknown as [Point, Point, Point, Point],
  );
}

function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${writeNumber(x, FINE)} ${writeNumber(y, FINE)} ${index === 0 ? 'm' : 'l'}`).join(' ');
}

function lift([x, y]: Point, by: number): Point {
  return [x, y + by];
}

function middle([x1, y1]: Point, [x2, y2]: Point): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function inset([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], by: number): Box {
  return [Math.min(x1, x2) + by, Math.min(y1, y2) + by, Math.max(x1, x2) - by, Math.max(y1, y2) - by];
}

/** Control points of a quarter of a circle. */
const ROUND = 0.5523;

function ellipse([left, bottom, right, top]: Box): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [dx, dy] = [((right - left) / 2) * ROUND, ((top - bottom) / 2) * ROUND];
  const curve = (...numbers: number[]) => `${writeNumbers(numbers, FINE)} c`;
  return [
    `${writeNumber(right, FINE)} ${writeNumber(y, FINE)} m`,
    curve(right, y + dy, x + dx, top, x, top),
    curve(x - dx, top, left, y + dy, left, y),
    curve(left, y - dy, x - dx, bottom, x, bottom),
    curve(x + dx, bottom, right, y - dy, right, y),
    'h',
  ].join(' ');
}

/** An operator with its operands; undefined for none. */
function colourOf(annotation: PDFDict, key: string, kind: 'f' | 'S'): string | undefined {
  const channels = numbersIn(arrayOf(annotation, key));
  const operator = { 1: ['g', 'G'], 3: ['rg', 'RG'], 4: ['k', 'K'] }[channels.length];
  return operator && `${writeNumbers(channels, FINE)} ${kind === 'f' ? operator[0] : operator[1]}`;
}

function widthOf(annotation: PDFDict): number {
  const style = dictOf(lookup(annotation, 'BS'));
  return numberOf(style, 'W') ?? numbersIn(arrayOf(annotation, 'Border'))[2] ?? 1;
}
