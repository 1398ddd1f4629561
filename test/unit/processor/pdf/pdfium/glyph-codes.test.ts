// Fonts without a map whose codes are the numbers of their glyphs, as printer drivers write TrueType fonts.

import { afterAll, expect, it } from 'vitest';
import { describeFont } from '../../../../../processor/pdf/pdfium/page/fonts.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { makeNumberedType1 } from '../../../../../support/documents/make-type1.ts';
import { readDocxLook } from '../../../../../support/judges/read-docx-look.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

const LINES = [
  'the harbour of the town is not as large as that of the island, and the boats',
  'have to wait for the tide in the bay: 17 of them, on the 24th of September',
];
const [SMALL, CAPITAL] = [1024, 1400];
const numberOf = (letter: string) => (letter === '\xe9' ? 112 : (letter.codePointAt(0) ?? 0) - 29);

/** @param numbers the codes of lines, which are set in half of the size that is seen */
function made(numbers: readonly (readonly number[])[]): Uint8Array {
  const codes = [...new Set(numbers.flat())].toSorted((one, two) => one - two);
  const widths = new Map(codes.map((code) => [code, code >= 68 ? SMALL : code >= 36 ? CAPITAL : code === 3 ? 500 : SMALL]));
  const { bytes, length1, length2 } = makeNumberedType1(widths);
  const all = Array.from({ length: 256 }, (_, code) => widths.get(code) ?? 0).join(' ');
  const shown = numbers.map((line) => `<${Buffer.from(line).toString('hex')}> Tj 0 -14 Td`).join(' ');
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: { dict: '', data: `BT /F 5 Tf 20 250 Td ${shown} ET` },
      5: `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Harbour_Vet0167 /FirstChar 0 /LastChar 255 /Widths [${all}] /FontDescriptor 6 0 R >>`,
      6: '<< /Type /FontDescriptor /FontName /ABCDEF+Harbour_Vet0167 /Flags 4 /FontBBox [0 -400 1500 1500] /Ascent 1500 /Descent -400 /CapHeight 1400 /ItalicAngle 0 /StemV 100 /FontFile 7 0 R >>',
      7: { dict: `/Length1 ${length1} /Length2 ${length2} /Length3 0`, data: bytes },
    },
  });
}

const inOrder = (text: string) => Array.from(text, numberOf);

it('are read by the standard order, in the size that is seen and the weight of their name', async () => {
  const bytes = made([...LINES, 'as the caf\xe9 says'].map(inOrder));
  expect(
    textOfResult(await convertFromPdf('txt', bytes))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(`${LINES.join(' ')} as the caf\xe9 says`);
  const look = readDocxLook((await convertFromPdf('docx', bytes)).bytes);
  const text = `${look.part('word/styles.xml')} ${look.part('word/document.xml')}`;
  expect([...new Set([...text.matchAll(/<w:sz w:val="(\d+)"/g)].map(([, size]) => Number(size)))]).toContain(20);
  expect(text).toContain('<w:b/>');
});

it('have no meaning where what they spell is no text, or where codes are none of letters', async () => {
  const shifted = LINES.map((line) => inOrder(line).map((code) => (code >= 68 ? 68 + ((code - 68 + 11) % 26) : code)));
  expect((await convertFromPdf('txt', made(shifted))).evidence['characters_unmapped']).toBeGreaterThan(50);
  const counted = [...LINES.map(inOrder), [1, 2]];
  expect((await convertFromPdf('txt', made(counted))).evidence['characters_unmapped']).toBeGreaterThan(50);
});

it('have the weight and slant that other languages name', () => {
  expect(describeFont('Verdana_Vet0200', '', 0, 0)).toMatchObject({ bold: true, italic: false });
  expect(describeFont('Georgia,Fett Cursiva', '', 0, 0)).toMatchObject({ bold: true, italic: true });
  expect(describeFont('Vetus-Regular', '', 0, 0)).toMatchObject({ bold: false });
});
