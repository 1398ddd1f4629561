// A look for a text with a raised sign moves neither, as PDFium reads their places.

import { expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { onePage, pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
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

test('a heading over a box keeps its side, and the sign behind its space goes with its end', async () => {
  const at = (x: number, y: number, size: number, text: string) => `/F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
  // The lines in the box have the middle that the heading has now.
  const lines = ['in this case', 'all of it', 'was done'].map((text, index) => at([53, 62, 59][index] ?? 0, 150 - 14 * index, 10, text));
  const source = makePdf({
    objects: onePage(
      `0.9 g 40 100 80 70 re f 0 g BT ${at(40, 190, 14, 'Checking ')} ${at(102.3, 197, 8, '2')} ${lines.join(' ')} ${at(140, 150, 10, 'The text of the page stands here')} ET`,
      { page: '/MediaBox [0 0 300 220]' },
    ),
  });
  const operation = { op: 'replace_text', id: 'op1', because: 'x', match: { text: 'Checking' }, value: 'Checking and more' };
  const { bytes } = await runEdit(source, { plan: { operations: [operation], unresolved: [] } } as never);
  const letters = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
  const heading = letters.filter(({ y }) => Math.round(y) === 190);
  const sign = letters.find(({ y }) => Math.round(y) === 197);
  expect(Math.round(heading[0]?.x ?? 0)).toBe(40);
  const end = Math.max(...heading.map(({ x }) => x));
  expect((sign?.x ?? 0) - end).toBeGreaterThan(5);
  expect((sign?.x ?? 0) - end).toBeLessThan(14);
});
