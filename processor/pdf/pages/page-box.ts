// The box of a page that is seen and its rotation, in default user space (ISO 32000-1 14.11.2). Of the page's own entries.

import { type PDFDict, PDFNumber } from 'pdf-lib';
import { arrayOf, numberOf } from '../syntax/dictionary.ts';

export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The box that is seen, in default user space: /CropBox within /MediaBox (14.11.2). The page's own entries; see inheritAll. */
export function visibleBox(page: PDFDict): PageBox {
  const media = boxOf(page, 'MediaBox') ?? { left: 0, bottom: 0, right: 612, top: 792 };
  const crop = boxOf(page, 'CropBox') ?? media;
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return box.right > box.left && box.top > box.bottom ? box : media;
}

/** Clockwise: 0, 90, 180 or 270. */
export function rotationOf(page: PDFDict): number {
  const said = numberOf(page, 'Rotate') ?? 0;
  return (((Math.round(said / 90) * 90) % 360) + 360) % 360;
}

export function boxOf(page: PDFDict, key: string): PageBox | undefined {
  const sides = arrayOf(page, key)
    ?.asArray()
    .map((side) => page.context.lookup(side));
  const [x1, y1, x2, y2] = (sides ?? []).map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || ![x1, y1, x2, y2].every(Number.isFinite))
    return undefined;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}
