// Makes form fields and annotations part of the page: their appearance streams are drawn where the annotation stood, and the annotation goes.

import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { keepAnnotations } from './annotations.ts';
import { dictOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { drawForms, type DrawnForm, type Placement } from '../draw/draw-forms.ts';

/** Table 165: hidden, or not shown on screen. */
const HIDDEN = 0x02;
const NO_VIEW = 0x20;

/** @param page with its own /Resources. @returns the annotations that went; those without an appearance leave nothing. */
export function flattenAnnotations(page: PDFDict, wanted: (annotation: PDFDict) => boolean): readonly PDFDict[] {
  const drawn: DrawnForm[] = [];
  const gone = keepAnnotations(page, (annotation) => {
    if (!wanted(annotation)) return true;
    const form = appearanceOf(annotation);
    const placement = form && placementOf(annotation, form.stream);
    if (form && placement) drawn.push({ form: form.ref, placement });
    return false;
  });
  drawForms(page, drawn, false);
  return gone;
}

/** The normal appearance in the present state (ISO 32000-1 12.5.5); undefined when nothing is shown. */
function appearanceOf(annotation: PDFDict): { readonly stream: PDFStream; readonly ref: PDFRef } | undefined {
  if (((numberOf(annotation, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0) return undefined;
  const appearances = dictOf(lookup(annotation, 'AP'));
  let normal = appearances?.get(PDFName.of('N'));
  const states = annotation.context.lookup(normal);
  if (states instanceof PDFDict) normal = states.get(PDFName.of(nameOf(annotation, 'AS') ?? 'Off'));
  const stream = annotation.context.lookup(normal);
  if (!(stream instanceof PDFStream)) return undefined;
  // An appearance is a form XObject whether or not it says so.
  stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  return { stream, ref: normal instanceof PDFRef ? normal : annotation.context.register(stream) };
}

/** Algorithm 8.1: the transformed appearance box is scaled and moved onto /Rect. */
function placementOf(annotation: PDFDict, stream: PDFStream): Placement | undefined {
  const rect = numbersOf(lookup(annotation, 'Rect'), 4);
  const box = numbersOf(lookup(stream.dict, 'BBox'), 4);
  if (!rect || !box) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(lookup(stream.dict, 'Matrix'), 6) ?? [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const [boxX1 = 0, boxY1 = 0, boxX2 = 0, boxY2 = 0] = box;
  const corners = [boxX1, boxX2].flatMap((x) => [boxY1, boxY2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  const [seenWidth, seenHeight] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  if (!(width > 0) || !(height > 0) || seenWidth === 0 || seenHeight === 0) return undefined;
  const [sx, sy] = [seenWidth / width, seenHeight / height];
  return [sx, 0, 0, sy, Math.min(x1, x2) - sx * left, Math.min(y1, y2) - sy * bottom];
}

function numbersOf(object: PDFObject | undefined, count: number): readonly number[] | undefined {
  if (!(object instanceof PDFArray) || object.size() !== count) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => object.lookup(index)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  return numbers.every(Number.isFinite) ? numbers : undefined;
}
