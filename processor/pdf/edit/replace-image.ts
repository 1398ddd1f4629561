// Draws another picture where one is drawn: in its place, within its clip and under its transparency. Other places where the old picture is
// drawn keep it; where none remains, nothing refers to it and it is not saved.

import { PDFDict, PDFName, type PDFRef, type PDFContext } from 'pdf-lib';
import { lookup } from '../syntax/dictionary.ts';
import { interpretAppearances, interpretPage } from '../content/interpret.ts';
import { type LoadedImage, makeXObject, orientationMatrix } from '../pictures/image-pages.ts';
import type { Matrix } from '../geometry/matrix.ts';
import { listPictures } from './find-images.ts';
import { writeName, writeNumbers } from '../syntax/write-operand.ts';
import { type EditableDocument, freeName, subDictionary, writeSource } from '../content/write-source.ts';

export type PictureFit = 'contain' | 'cover' | 'stretch';

/** A picture in the document, ready to be drawn. */
export interface EmbeddedPicture {
  readonly ref: PDFRef;
  /** As it is seen, turned by its orientation. */
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

export function embedPicture(context: PDFContext, { stream, orientation }: LoadedImage): EmbeddedPicture {
  const isTurned = orientation >= 5;
  return {
    ref: context.register(makeXObject(context, stream)),
    width: isTurned ? stream.height : stream.width,
    height: isTurned ? stream.width : stream.height,
    orientation,
  };
}

/** @param index of PagePicture. @returns the object that was drawn there; undefined for one inside the content */
export function replaceImage(
  document: EditableDocument,
  pageIndex: number,
  index: number,
  picture: EmbeddedPicture,
  fit: PictureFit,
): PDFRef | undefined {
  const { page, event } = eventOf(document, pageIndex, index);
  const { operation, source, matrix, ref } = event;
  const name = freeName(lookup(source.resources, 'XObject'), 'Im');
  const replacement = drawIn(name, matrix, picture, fit);
  writeSource(document, page, source, [{ start: operation.start, end: operation.end, replacement }], (resources) => {
    subDictionary(document.context, resources, 'XObject').set(PDFName.of(name), picture.ref);
  });
  return ref;
}

/** A picture as it was drawn. */
export interface TakenPicture {
  readonly ref: PDFRef | undefined;
  /** Unit square → page space. */
  readonly matrix: Matrix;
  /** Drawn again elsewhere it looks the same: it is no stencil, and nothing around it makes it transparent. */
  readonly isPlain: boolean;
}

/** Draws a picture no more. @param index of PagePicture: those behind it count one less afterwards */
export function takeImage(document: EditableDocument, pageIndex: number, index: number): TakenPicture {
  const { page, event } = eventOf(document, pageIndex, index);
  const { operation, source, matrix, ref, state } = event;
  writeSource(document, page, source, [{ start: operation.start, end: operation.end, replacement: '' }]);
  return {
    ref,
    matrix,
    isPlain: !event.isStencil && state.fillAlpha === 1 && state.softMask === undefined && state.blendMode === 'Normal',
  };
}

/** Draws a picture larger or smaller where it is, within its clip. @param factor of its size; its middle stays */
export function resizeImage(document: EditableDocument, pageIndex: number, index: number, factor: number): void {
  const { page, event } = eventOf(document, pageIndex, index);
  const { operation, source } = event;
  const drawn = Buffer.from(source.content.bytes.subarray(operation.start, operation.end)).toString('latin1');
  const inner = (1 - factor) / 2;
  const replacement = `q ${writeNumbers([factor, 0, 0, factor, inner, inner], IN_SQUARE)} cm ${drawn} Q`;
  writeSource(document, page, source, [{ start: operation.start, end: operation.end, replacement }]);
}

function eventOf(document: EditableDocument, pageIndex: number, index: number) {
  const page = document.pages[pageIndex]?.dict;
  const found = page && listPictures(page).find((one) => one.index === index);
  if (!page || !found) throw new RangeError('there is no such picture');
  return { page, event: found.event };
}

/** Removes the names of pictures that nothing draws any more from every resource dictionary. */
export function forgetPictures(document: EditableDocument, refs: ReadonlySet<PDFRef>): void {
  const unused = new Set(refs);
  for (const { dict } of document.pages) {
    if (unused.size === 0) return;
    const keep = (event: { readonly kind: string; readonly ref?: PDFRef | undefined }) => {
      if (event.kind === 'image' && event.ref) unused.delete(event.ref);
    };
    interpretPage(dict, keep);
    interpretAppearances(dict, keep, { allStates: true });
  }
  if (unused.size === 0) return;
  const seen = new Set<PDFDict>();
  const clear = (holder: PDFDict | undefined) => {
    const objects = lookup(holder, 'XObject');
    if (!(objects instanceof PDFDict) || seen.has(objects)) return;
    seen.add(objects);
    for (const [key, value] of objects.entries()) if (unused.has(value as PDFRef)) objects.delete(key);
  };
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFDict ? object : ((object as { readonly dict?: unknown }).dict as PDFDict | undefined);
    if (!(dict instanceof PDFDict)) continue;
    clear(dict);
    const resources = lookup(dict, 'Resources');
    if (resources instanceof PDFDict) clear(resources);
  }
}

/** The square is as large as the picture on the page: rounding to four decimals would be visible. */
const IN_SQUARE = { decimals: 7 };

/** @param matrix of the old picture: the unit square on the page */
function drawIn(name: string, [a, b, c, d]: Matrix, { width, height, orientation }: EmbeddedPicture, fit: PictureFit): string {
  const [across, up] = [Math.hypot(a, b), Math.hypot(c, d)];
  const [byWidth, byHeight] = [across / width, up / height];
  const scale = fit === 'contain' ? Math.min(byWidth, byHeight) : Math.max(byWidth, byHeight);
  const isUsual = fit === 'stretch' || !(across > 0 && up > 0);
  // In units of the old picture's square.
  const [wide, high] = isUsual ? [1, 1] : [(width * scale) / across, (height * scale) / up];
  const [x, y] = [(1 - wide) / 2, (1 - high) / 2];
  const upright = orientationMatrix(orientation, wide, high);
  const placed = writeNumbers([...upright.slice(0, 4), (upright[4] ?? 0) + x, (upright[5] ?? 0) + y], IN_SQUARE);
  return `q ${fit === 'cover' ? '0 0 1 1 re W n ' : ''}${placed} cm ${writeName(name)} Do Q`;
}
