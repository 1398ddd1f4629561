// What PDFium reads inside parts of a page, by the places of the single characters.

import type { Box } from '../../geometry/box.ts';
import type { Pdfium, PdfiumDocument } from '../pdfium.ts';

const SLACK = 0.5;

/**
 * @param regions boxes of default user space
 * @returns for each region the characters whose middle lies in one of its boxes, in the engine's order; empty when the page does not load
 */
export function textInside(engine: Pdfium, document: PdfiumDocument, pageIndex: number, regions: readonly (readonly Box[])[]): string[] {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return regions.map(() => '');
  const textPage = engine.FPDFText_LoadPage(page);
  const buffer = engine.pdfium.wasmExports.malloc(32);
  const inside = regions.map(() => '');
  for (let index = 0; index < engine.FPDFText_CountChars(textPage); index++) {
    if (!engine.FPDFText_GetCharBox(textPage, index, buffer, buffer + 8, buffer + 16, buffer + 24)) continue;
    const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(engine.pdfium.HEAPU8.buffer, buffer, 4);
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    const isIn = (box: Box) => x >= box[0] - SLACK && x <= box[2] + SLACK && y >= box[1] - SLACK && y <= box[3] + SLACK;
    for (const [at, boxes] of regions.entries())
      if (boxes.some(isIn)) inside[at] += String.fromCodePoint(engine.FPDFText_GetUnicode(textPage, index));
  }
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDFText_ClosePage(textPage);
  engine.FPDF_ClosePage(page);
  return inside;
}
