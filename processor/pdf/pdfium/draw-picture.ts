// Decodes a picture of any codec and colour space by drawing it in PDFium, one sample on one pixel. The result is what a reader shows:
// /Decode applied, colours turned into grey or RGB, no mask. Runs where PDFium runs.

import { type Raster, toGreyIfGrey } from '../../images/raster.ts';
import { openInPdfium, type Pdfium, renderPageToSize } from './pdfium.ts';

export interface DrawPictureRequest {
  /** A document whose first page is only the picture, one unit per sample. */
  readonly document: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export function drawPicture(engine: Pdfium, { document, width, height }: DrawPictureRequest): Raster | undefined {
  const opened = openInPdfium(engine, document);
  if (typeof opened === 'number') return undefined;
  using source = opened;
  const drawn = renderPageToSize(engine, source, 0, width, height);
  if (!drawn) return undefined;
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = drawn.pixels[from + 2] ?? 0;
    pixels[to + 1] = drawn.pixels[from + 1] ?? 0;
    pixels[to + 2] = drawn.pixels[from] ?? 0;
  }
  const raster: Raster = { width, height, channels: 3, pixels };
  return toGreyIfGrey(raster, 0) ?? raster;
}
