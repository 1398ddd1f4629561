// Small squares beside text: bullets where there is one for a line, part of a dotted line where they follow each other closely.

import { afterAll, expect, it } from 'vitest';
import { readPageWords } from '../../../../../processor/document/structure/page-words.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

afterAll(endPdfium);

const TEXT = [200, 186, 172].map((y) => `BT /F1 12 Tf 70 ${y} Td (harbour) Tj ET`).join('\n');

/** Their colours. */
async function bulletsOf(tops: readonly number[], { colours = ['0 g'], step = 0 } = {}): Promise<number[]> {
  const squares = tops.map((y, at) => `${colours[at % colours.length]} ${56 - at * step} ${y} 4 4 re f`);
  const objects = onePage(`${TEXT}\n${squares.join('\n')}`, {
    page: '/MediaBox [0 0 300 300]',
  });
  const request = { input: makePdf({ objects }), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 30_000))
    if (page) return readPageWords(page).words.flatMap(({ text, style }) => (text === '\u25aa' ? [style.colour] : []));
  throw new Error('no page');
}

it('finds one for each line', async () => {
  expect(await bulletsOf([202, 188, 174])).toEqual([0, 0, 0]);
});

it('finds them in their own colour', async () => {
  expect(await bulletsOf([202, 188, 174], { colours: ['1 0 0 rg'] })).toEqual([0xff0000, 0xff0000, 0xff0000]);
});

it('finds none in a dotted line', async () => {
  expect(await bulletsOf(Array.from({ length: 12 }, (_, at) => 160 + at * 7))).toEqual([]);
});

it('finds none in specks that are anywhere beside the lines', async () => {
  expect(await bulletsOf([202, 188, 174], { step: 11 })).toEqual([]);
});

it('finds none in the keys of a legend, which have a colour each', async () => {
  expect(await bulletsOf([202, 188, 174], { colours: ['1 0 0 rg', '0 0.5 0 rg', '0 0 1 rg'] })).toEqual([]);
  expect(await bulletsOf([202, 188, 174], { colours: ['1 0 0 rg', '0.97 0 0 rg', '1 0.02 0 rg'] })).toHaveLength(3);
});
