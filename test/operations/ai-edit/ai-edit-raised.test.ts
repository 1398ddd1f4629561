// A look for a text with a raised sign moves neither, as PDFium reads their places.

import { expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const page = makePdf({
  objects: {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: {
      dict: '',
      data: 'BT /F 6 Tf 1 0 0 1 40 103 Tm (74) Tj /F 10 Tf 1 0 0 1 50 100 Tm (Data is processed) Tj ET',
    },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  },
});

test('a note in another colour stays where it is, and so does its number', async () => {
  const operation = { op: 'restyle_text', id: 'op1', because: 'x', match: { text: '74 Data is processed' }, color: '#ff0000' };
  const { bytes } = await runEdit(page, { plan: { operations: [operation], unresolved: [] } } as never);
  const places = async (pdf: Uint8Array) => (await pdfiumOrigins(pdf)).filter(({ text }) => text.trim() !== '').map(({ text, x, y }) => [text, Math.round(x), Math.round(y)]); // prettier-ignore
  expect(await places(bytes)).toEqual(await places(page));
});
