// The box of a page that is seen and its rotation, in default user space (ISO 32000-1 14.11.2), own or inherited.

import { PDFArray, type PDFDict, PDFNumber } from 'pdf-lib';
import { type Box, boxIn, intersect, isEmpty } from '../geometry/box.ts';
import { inherited } from '../syntax/inherited.ts';

export type Rotation = 0 | 90 | 180 | 270;

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];

/** What readers use where a page has no usable box. */
export const LETTER: Box = [0, 0, 612, 792];

/** The box that is seen: /CropBox within /MediaBox, corners in order; the media box where nothing would remain. */
export function visibleBox(page: PDFDict, media = boxOf(page, 'MediaBox') ?? LETTER): Box {
  const crop = boxOf(page, 'CropBox');
  if (!crop) return media;
  const seen = intersect(media, crop);
  return isEmpty(seen) ? media : seen;
}

/** Clockwise (table 30). Where it is not a multiple of 90 degrees, PDFium uses the whole quarters; so does this. */
export function rotationOf(page: PDFDict): Rotation {
  const value = inherited(page, 'Rotate');
  return value instanceof PDFNumber ? rotationBy(Math.trunc(value.asNumber() / 90)) : 0;
}

/** @param quarterTurns of any sign; anything but a whole number turns nothing */
export function rotationBy(quarterTurns: number): Rotation {
  return ROTATIONS[((quarterTurns % 4) + 4) % 4] ?? 0;
}

function boxOf(page: PDFDict, key: 'MediaBox' | 'CropBox'): Box | undefined {
  const value = inherited(page, key);
  const sides = value instanceof PDFArray ? value.asArray().map((side) => page.context.lookup(side)) : [];
  const numbers = sides.slice(0, 4).map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN));
  return numbers.every(Number.isFinite) ? boxIn(numbers) : undefined;
}
