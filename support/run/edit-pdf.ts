// Opens a document made by a test, edits it, and saves it for independent programs to judge.

import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { loadPdfium, openInPdfium, readPageText } from '../../processor/pdf/pdfium/pdfium.ts';
import { savePdf } from '../../processor/pdf/save.ts';
import { makePdf, plainObjects, type PdfObject } from '../documents/make-pdf.ts';

export const openObjects = (objects: Record<number, PdfObject>): Promise<OpenedPdf> =>
  openPdf(makePdf({ objects }), { needs: 'modify', pagesMax: 100, strict: true });

/** One page with this content; `resources` beside Helvetica as F1, `more` objects from 6 on. */
export function onePage(
  content: string,
  options: { readonly resources?: string; readonly fonts?: string; readonly more?: Record<number, PdfObject>; readonly page?: string } = {},
) {
  const { resources = '', fonts = '', more = {}, page = '' } = options;
  return {
    ...plainObjects(),
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> ${page} >>`,
    4: { dict: '', data: content },
    ...more,
  };
}

export const save = ({ context }: Pick<OpenedPdf, 'context'>): Promise<Uint8Array> => savePdf(context, { packed: false });

/** What PDFium reads, page by page. */
export async function pdfiumTexts(bytes: Uint8Array): Promise<string[]> {
  const engine = await loadPdfium();
  const opened = openInPdfium(engine, bytes);
  if (typeof opened === 'number') throw new Error(`PDFium: ${opened}`);
  using document = opened;
  return Array.from({ length: document.pageCount }, (_, index) => readPageText(engine, document, index) ?? '');
}

/** Where PDFium puts the origin of each character of a page. */
export async function pdfiumOrigins(
  bytes: Uint8Array,
  pageIndex = 0,
): Promise<{ readonly text: string; readonly x: number; readonly y: number }[]> {
  const engine = await loadPdfium();
  const opened = openInPdfium(engine, bytes);
  if (typeof opened === 'number') throw new Error(`PDFium: ${opened}`);
  using document = opened;
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  const text = engine.FPDFText_LoadPage(page);
  const buffer = engine.pdfium.wasmExports.malloc(16);
  const origins: { text: string; x: number; y: number }[] = [];
  for (let index = 0; index < engine.FPDFText_CountChars(text); index++) {
    if (engine.FPDFText_IsGenerated(text, index) === 1 || !engine.FPDFText_GetCharOrigin(text, index, buffer, buffer + 8)) continue;
    const [x = 0, y = 0] = new Float64Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
    origins.push({ text: String.fromCodePoint(engine.FPDFText_GetUnicode(text, index)), x, y });
  }
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDFText_ClosePage(text);
  engine.FPDF_ClosePage(page);
  return origins;
}
