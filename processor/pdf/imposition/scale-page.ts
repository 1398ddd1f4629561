// A page with all that is on it, larger or smaller and in the middle of a page of another size. It stays the page that it is: tags and content streams
// are its own.

import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { wrapContents } from '../draw/wrap-contents.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import { type Box, boundsOf, boxIn, intersect, isEmpty, transformBox } from '../geometry/box.ts';
import { IDENTITY, type Matrix, multiply, toMatrix } from '../geometry/matrix.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { arrayOf, dictOf, lookup } from '../syntax/dictionary.ts';
import { sourceOf, SourceStream } from '../syntax/source-stream.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';
import { moveAnnotation, type TurnedAppearances } from './move-annotation.ts';

const OTHER_BOXES = ['TrimBox', 'BleedBox', 'ArtBox'] as const;
/** Pictures of the page as it was, and measures on it. */
const STALE = ['Thumb', 'VP', 'UserUnit'] as const;

export interface ScaledPage {
  /** In user space, as it was. */
  readonly seen: Box;
  /** From the user space as it was to the new one; does not turn. */
  readonly onto: Matrix;
  /** The new page. */
  readonly box: Box;
}

/** @param page with its own attributes, see inheritAll */
export function scalePage(page: PDFDict, { seen, onto, box }: ScaledPage, known: TurnedAppearances): void {
  const { context } = page;
  movePatterns(page, onto);
  const clip = [seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]];
  wrapContents(context, page, `${writeNumbers(onto, FINE)} cm ${writeNumbers(clip)} re W n\n`, '');
  const set = (key: string, own: Box) => page.set(PDFName.of(key), context.obj(own.map((side) => Math.round(side * 1000) / 1000)));
  for (const key of OTHER_BOXES) {
    const own = boxIn(numbersIn(arrayOf(page, key)));
    const moved = own && intersect(boundsOf(transformBox(onto, own)), box);
    if (moved && !isEmpty(moved)) set(key, moved);
    else page.delete(PDFName.of(key));
  }
  set('MediaBox', box);
  set('CropBox', box);
  for (const key of STALE) page.delete(PDFName.of(key));
  for (const annotation of annotationsOf(page)) moveAnnotation(annotation, onto, known);
}

/** Patterns start from the space of the page, whatever matrix is in force where they are used (8.7.3.1). */
function movePatterns(page: PDFDict, onto: Matrix): void {
  const resources = dictOf(lookup(page, 'Resources'));
  const patterns = dictOf(lookup(resources, 'Pattern'));
  if (!resources || !patterns) return;
  const { context } = page;
  const moved = PDFDict.withContext(context);
  for (const [name, value] of patterns.entries()) moved.set(name, movedPattern(context, value, onto));
  const own = PDFDict.fromMapWithContext(new Map(resources.asMap()), context);
  own.set(PDFName.of('Pattern'), moved);
  page.set(PDFName.of('Resources'), own);
}

function movedPattern(context: PDFContext, value: PDFObject, onto: Matrix): PDFObject {
  const pattern = value instanceof PDFRef ? context.lookup(value) : value;
  const dict = dictOf(pattern);
  if (!dict) return value;
  const own = PDFDict.fromMapWithContext(new Map(dict.asMap()), context);
  const matrix = toMatrix(numbersIn(arrayOf(dict, 'Matrix'))) ?? IDENTITY;
  const list = PDFArray.withContext(context);
  for (const number of context.obj([...multiply(matrix, onto)]).asArray()) list.push(number);
  own.set(PDFName.of('Matrix'), list);
  return context.register(pattern instanceof PDFStream ? SourceStream.over(own, sourceOf(pattern)) : own);
}
