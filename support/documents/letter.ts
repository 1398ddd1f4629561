// Small documents that tests upload: made here, so that their content is known.

import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A one-page letter with the usual entries in Info. `author` is what a metadata job must remove. */
export async function makeLetter(author: string, lines = 3): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('A letter');
  document.setAuthor(author);
  document.setCreator('Letter Writer 4');
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  for (let i = 0; i < lines; i++) page.drawText(`This is line ${i + 1} of the letter.`, { x: 72, y: 760 - 18 * i, size: 12, font });
  return document.save();
}
