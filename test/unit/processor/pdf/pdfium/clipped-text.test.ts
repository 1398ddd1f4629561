// Text that a clip hides, also that of a form around it: it is not in what a document is converted to.

import { afterAll, expect, it } from 'vitest';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

const at = (y: number, text: string) => `BT /F1 12 Tf 20 ${y} Td (${text}) Tj ET`;
const form = (box: string) => ({
  dict: `/Type /XObject /Subtype /Form /BBox [${box}] /Matrix [1 0 0 1 10 0] /Resources << /Font << /F1 5 0 R >> >>`,
  data: `${at(150, 'seen in the form')} ${at(60, 'hidden in the form')}`,
});

it.each([
  ['of the page', `q 0 100 300 100 re W n ${at(150, 'seen')} ${at(60, 'hidden')} Q ${at(30, 'after')}`, {}, 'seen after'],
  ['above its letters', `q 0 69 300 100 re W n ${at(150, 'seen')} ${at(60, 'hidden')} Q ${at(30, 'after')}`, {}, 'seen after'],
  ['of a form', `/Fm Do ${at(30, 'after')}`, { 6: form('0 100 300 200') }, 'seen in the form after'],
  ['around a form', `q 0 100 300 100 re W n /Fm Do Q ${at(30, 'after')}`, { 6: form('0 0 300 200') }, 'seen in the form after'],
  ['that holds all', `/Fm Do ${at(30, 'after')}`, { 6: form('0 0 300 200') }, 'seen in the form hidden in the form after'],
])('%s', async (_, content, more, text) => {
  const objects = onePage(content, { more, resources: '/XObject << /Fm 6 0 R >>', page: '/MediaBox [0 0 300 200]' });
  const read = await convertFromPdf('txt', makePdf({ objects }));
  expect(textOfResult(read).trim().replaceAll(/\s+/gu, ' ')).toBe(text);
});
