// Replacement text in a form that is moved and scaled: it stands where its letters are drawn.

import { afterAll, expect, it } from 'vitest';
import { memorySource } from '../../../../../processor/pdf/byte-source.ts';
import { unpackCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { engineInput } from '../../../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

/** @param matrix of the form */
async function readCharacters(matrix: string) {
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
      4: { dict: '', data: '/X Do' },
      5: {
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Matrix [${matrix}] /Resources << /Font << /F 6 0 R >> >>`,
        data: 'BT /F 10 Tf 20 30 Td /Span << /ActualText <FEFF00780020007900B2> >> BDC (ab) Tj EMC ET BT /F 10 Tf 20 60 Td (plain) Tj ET',
      },
      6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });
  const request = { input: engineInput(memorySource(bytes)), imagePixelsMax: 0, imageMsMax: 0, imageBytesMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 10_000))
    return page ? unpackCharacters(page.characters) : [];
  return [];
}

it.each([
  ['2 0 0 2 100 50', 100 + 2 * 20, 400 - (50 + 2 * 30), 400 - (50 + 2 * 60)],
  ['1 0 0 1 0 0', 20, 400 - 30, 400 - 60],
])('with the matrix %s', async (matrix, x, y, plainY) => {
  const characters = await readCharacters(matrix);
  const [spoken, plain] = ['x', 'p'].map((letter) => characters.find(({ text }) => text === letter));
  expect(characters.map(({ text }) => text).join('')).toContain('y²');
  expect([spoken?.x, spoken?.y]).toEqual([x, y]);
  expect(spoken?.box.left).toBeCloseTo(x, -1);
  expect([plain?.x, plain?.y]).toEqual([x, plainY]);
});
