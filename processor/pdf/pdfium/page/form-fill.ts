// The engine's form filling, as far as it draws: what fields show is drawn by it alone, not with the page. JavaScript and actions of the document
// are never run: no form event is sent.

import type { Pdfium, PdfiumDocument } from '../pdfium.ts';

/** A handle, to be closed before its document; 0 when the engine has none for it. */
export function openForm(engine: Pdfium, { handle }: PdfiumDocument): number {
  const info = engine.PDFiumExt_OpenFormFillInfo();
  const form = engine.PDFiumExt_InitFormFillEnvironment(handle, info);
  if (form !== 0) engine.FPDF_SetFormFieldHighlightAlpha(form, 0);
  return form;
}

export function closeForm(engine: Pdfium, form: number): void {
  if (form !== 0) engine.PDFiumExt_ExitFormFillEnvironment(form);
}

/** FPDF_GetFormType of fpdf_formfill.h. */
const NO_FORM = 0;
const FPDF_ANNOT = 1;

export interface DrawnPlace {
  /** Pixels of the box that the page fills, turned. */
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  /** Clockwise. */
  readonly quarterTurns?: number;
}

/** Draws the fields of a page over its picture. @param place of the page on the bitmap */
export function drawFields(
  engine: Pdfium,
  document: PdfiumDocument,
  page: number,
  bitmap: number,
  { left = 0, top = 0, width, height, quarterTurns = 0 }: DrawnPlace,
): void {
  if (engine.FPDF_GetFormType(document.handle) === NO_FORM) return;
  const form = openForm(engine, document);
  if (form === 0) return;
  engine.FORM_OnAfterLoadPage(page, form);
  engine.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, quarterTurns, FPDF_ANNOT);
  engine.FORM_OnBeforeClosePage(page, form);
  closeForm(engine, form);
}
