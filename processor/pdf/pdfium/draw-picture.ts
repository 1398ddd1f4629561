// Decodes a picture of any codec and colour space by drawing it in PDFium, one sample on one pixel. What comes back is what a reader shows:
// /Decode applied, colours turned into grey or RGB, no mask. Runs where PDFium runs.

import { type Raster, toGreyIfGrey } from '../../images/raster.ts';
import { openInPdfium, type Pdfium, renderPageToSize } from './pdfium.ts';

export interface DrawPictureRequest {
  /** A document whose first page is the picture alone, a unit per sample. */
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
  const data = new Uint8Array(width * height * 3);
  const { pixels } = drawn;
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = pixels[from + 2] ?? 0;
    data[to + 1] = pixels[from + 1] ?? 0;
    data[to + 2] = pixels[from] ?? 0;
  }
  const raster: Raster = { width, height, channels: 3, data };
  return toGreyIfGrey(raster, 0) ?? raster;
}
