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

/** Draws the fields of a page over its picture. @param bitmap of the whole page */
export function drawFields(
  engine: Pdfium,
  document: PdfiumDocument,
  page: number,
  bitmap: number,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (engine.FPDF_GetFormType(document.handle) === NO_FORM) return;
  const form = openForm(engine, document);
  if (form === 0) return;
  engine.FORM_OnAfterLoadPage(page, form);
  engine.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT);
  engine.FORM_OnBeforeClosePage(page, form);
  closeForm(engine, form);
}
