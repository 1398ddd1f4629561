// Makes form fields and annotations part of the page: their appearance streams are drawn in their place, and the annotations are removed.

import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { keepAnnotations } from './annotations.ts';
import { dictOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { boundsOf, boxIn, isEmpty, transformBox } from '../geometry/box.ts';
import { IDENTITY, type Matrix, toMatrix } from '../geometry/matrix.ts';
import { SourceStream, sourceOf } from '../syntax/source-stream.ts';
import { drawForms, type DrawnForm } from '../draw/draw-forms.ts';

/** Table 165: hidden, or not shown on screen. */
const HIDDEN = 0x02;
const NO_VIEW = 0x20;

export function isHidden(annotation: PDFDict): boolean {
  return ((numberOf(annotation, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0;
}

/** @param page with its own /Resources. @returns the removed annotations; those without an appearance leave nothing. */
export function flattenAnnotations(page: PDFDict, wanted: (annotation: PDFDict) => boolean): readonly PDFDict[] {
  const drawn: DrawnForm[] = [];
  const gone = keepAnnotations(page, (annotation) => {
    if (!wanted(annotation)) return true;
    const form = appearanceOf(annotation);
    const placement = form && placementOf(annotation, form.stream);
    if (form && placement) drawn.push({ form: inLayerOf(annotation, form), placement });
    return false;
  });
  drawForms(page, drawn, false);
  return gone;
}

/** What is drawn is in the layer in which the annotation was (8.11.3.3). */
function inLayerOf(annotation: PDFDict, { stream, ref }: { readonly stream: PDFStream; readonly ref: PDFRef }): PDFRef {
  const layer = annotation.get(PDFName.of('OC'));
  if (!layer) return ref;
  const { context } = annotation;
  const dict = PDFDict.fromMapWithContext(new Map(stream.dict.asMap()), context);
  dict.set(PDFName.of('OC'), layer);
  return context.register(SourceStream.over(dict, sourceOf(stream)));
}

/** The normal appearance in the present state (ISO 32000-1 12.5.5); undefined when nothing is shown. */
function appearanceOf(annotation: PDFDict): { readonly stream: PDFStream; readonly ref: PDFRef } | undefined {
  if (isHidden(annotation)) return undefined;
  const appearances = dictOf(lookup(annotation, 'AP'));
  let normal = appearances?.get(PDFName.of('N'));
  const states = annotation.context.lookup(normal);
  if (states instanceof PDFDict) normal = states.get(PDFName.of(nameOf(annotation, 'AS') ?? 'Off'));
  const stream = annotation.context.lookup(normal);
  if (!(stream instanceof PDFStream)) return undefined;
  // An appearance is a form XObject whether or not it is declared as one.
  stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  return { stream, ref: normal instanceof PDFRef ? normal : annotation.context.register(stream) };
}

/** Algorithm 8.1: the transformed appearance box is scaled and moved onto /Rect. */
function placementOf(annotation: PDFDict, stream: PDFStream): Matrix | undefined {
  const rect = boxIn(numbersOf(lookup(annotation, 'Rect'), 4));
  const box = boxIn(numbersOf(lookup(stream.dict, 'BBox'), 4));
  if (!rect || !box) return undefined;
  const matrix = toMatrix(numbersOf(lookup(stream.dict, 'Matrix'), 6)) ?? IDENTITY;
  const drawn = boundsOf(transformBox(matrix, box));
  if (isEmpty(drawn) || isEmpty(rect)) return undefined;
  const [sx, sy] = [(rect[2] - rect[0]) / (drawn[2] - drawn[0]), (rect[3] - rect[1]) / (drawn[3] - drawn[1])];
  return [sx, 0, 0, sy, rect[0] - sx * drawn[0], rect[1] - sy * drawn[1]];
}

function numbersOf(object: PDFObject | undefined, count: number): readonly number[] {
  if (!(object instanceof PDFArray) || object.size() !== count) return [];
  const numbers = Array.from({ length: count }, (_, index) => object.lookup(index)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  return numbers.every(Number.isFinite) ? numbers : [];
}
