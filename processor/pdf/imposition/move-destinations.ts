// Destinations of pages that are drawn elsewhere (ISO 32000-1 12.3.2): they lead to the same place of what is seen.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import { type Box, boundsOf, transformBox } from '../geometry/box.ts';
import { isUpright, type Matrix, transform } from '../geometry/matrix.ts';
import { walkLive } from '../syntax/walk.ts';

export interface MovedPage {
  /** Where it is drawn. */
  readonly page: PDFRef;
  /** From its user space to that of the other page. */
  readonly onto: Matrix;
  /** Of the other page; absent where it is the whole page. */
  readonly cell?: Box;
}

/** Changes every destination of the document that is an array, wherever it stands. */
export function moveDestinations(context: PDFContext, moved: ReadonlyMap<PDFDict, MovedPage>): void {
  const seen = new Set<PDFArray>();
  const look = (value: PDFObject | undefined, depth: number): void => {
    const found = value instanceof PDFRef ? context.lookup(value) : value;
    if (!(found instanceof PDFArray) || seen.has(found) || depth > PDF_BOUNDS.depthMax) return;
    seen.add(found);
    const place = placeOf(found, moved);
    if (place) rewrite(found, place);
    else for (const item of found.asArray()) look(item, depth + 1);
  };
  walkLive(context, ({ dict }) => {
    for (const [, value] of dict.entries()) look(value, 0);
  });
}

const KINDS = new Set(['XYZ', 'Fit', 'FitH', 'FitV', 'FitR', 'FitB', 'FitBH', 'FitBV']);

function placeOf(list: PDFArray, moved: ReadonlyMap<PDFDict, MovedPage>): MovedPage | undefined {
  const [first, kind] = list.size() < 2 ? [] : [list.get(0), list.lookup(1)];
  if (!(first instanceof PDFRef) || !(kind instanceof PDFName) || !KINDS.has(kind.decodeText())) return undefined;
  const page = list.lookup(0);
  return page instanceof PDFDict ? moved.get(page) : undefined;
}

function rewrite(destination: PDFArray, place: MovedPage): void {
  const items: PDFObject[] = [place.page, ...movedView(destination, place)];
  while (destination.size() > 0) destination.remove(destination.size() - 1);
  for (const item of items) destination.push(item);
}

function movedView(destination: PDFArray, { onto, cell }: MovedPage): PDFObject[] {
  const kind = destination.lookup(1);
  const name = kind instanceof PDFName ? kind.decodeText() : 'Fit';
  const numbers = Array.from({ length: 4 }, (_, at) => numberAt(destination, at + 2));
  if (name === 'FitR') {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers;
    return view('FitR', boundsOf(transformBox(onto, [left, bottom, right, top])));
  }
  // Of a sheet, the page itself is what was to fit.
  if (name === 'Fit' || name === 'FitB') return cell ? view('FitR', cell) : view(name, []);
  const [x, y] = name === 'XYZ' ? numbers : name.endsWith('H') ? [undefined, numbers[0]] : [numbers[0], undefined];
  const [left, top] = movedPoint(x, y, onto);
  const zoom = name === 'XYZ' ? numbers[2] : undefined;
  return view('XYZ', [left ?? cell?.[0], top ?? cell?.[3], zoom]);
}

/** A side that is not given stays so, also where sides change places. */
function movedPoint(x: number | undefined, y: number | undefined, onto: Matrix): readonly [number | undefined, number | undefined] {
  const [left, top] = transform(onto, x ?? 0, y ?? 0);
  const isTurned = isUpright(onto) && Math.abs(onto[0]) < Math.abs(onto[1]);
  const [across, up] = isTurned ? [y, x] : [x, y];
  return [across === undefined ? undefined : left, up === undefined ? undefined : top];
}

function view(kind: string, numbers: readonly (number | undefined)[]): PDFObject[] {
  const sides = numbers.map((side) => (side === undefined ? PDFNull : PDFNumber.of(Math.round(side * 100) / 100)));
  return [PDFName.of(kind), ...sides];
}

function numberAt(list: PDFArray, at: number): number | undefined {
  const value = at < list.size() ? list.lookup(at) : undefined;
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}
