// What a page is compared by: all that is seen of it, fields too.

import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { drawSmall } from '../../../../../../processor/operations/convert/layout/page-likeness.ts';
import { memorySource } from '../../../../../../processor/pdf/byte-source.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';

afterAll(endPdfium);

it('shows the fields of a form', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  const field = document.getForm().createTextField('name');
  field.setText('Filled in by hand');
  field.addToPage(page, { x: 20, y: 200, width: 200, height: 40, borderWidth: 0 });
  const [drawn] = await drawSmall(memorySource(await document.save()), [0]);
  expect(drawn?.pixels.filter((value) => value < 128).length).toBeGreaterThan(20);
});
