// A PDF of pages with one ruled table each, its texts known.

import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';

const ROW = 20;
const COLUMN = 105;
const PAD = 4;

/** @param tables by page, row, column: a page of A4 each @param language of the document (BCP 47) */
export async function makeRuledTables(tables: readonly (readonly (readonly string[])[])[], language?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  if (language !== undefined) document.setLanguage(language);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const rows of tables) {
    const page = document.addPage([595, 842]);
    page.drawText('A sentence above the table that shows what the text of this document looks like.', { x: 50, y: 780, size: 10, font });
    for (const [row, texts] of rows.entries()) {
      for (const [column, text] of texts.entries()) {
        const [x, y] = [50 + column * COLUMN, 740 - row * ROW];
        page.drawRectangle({ x, y, width: COLUMN, height: ROW, borderWidth: 1, borderColor: rgb(0, 0, 0) });
        page.drawText(text, { x: x + PAD, y: y + 6, size: 10, font });
      }
    }
  }
  return document.save();
}
