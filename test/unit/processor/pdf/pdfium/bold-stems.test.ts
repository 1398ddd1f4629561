// Fonts of a common family whose name does not say that they are bold: the stems of their letters do.

import { afterAll, expect, it } from 'vitest';
import { findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { unpackCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { engineInput } from '../../../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { memorySource } from '../../../../../processor/pdf/byte-source.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

const TEXT = 'Hill';

/** @param stem what the descriptor says, in thousandths of an em */
async function makeDocument(isBold: boolean, stem: number, fontName = 'ABCDEF+TimesNewRoman', isItalic = false): Promise<Uint8Array> {
  const [face] = (await findFaces(TEXT, { family: 'serif', isBold, isItalic })) ?? [];
  if (!face) throw new Error('there is no face');
  const letters = [...new Set(TEXT)];
  const gid = (letter: string) => (face.glyphs.get(letter)?.gid ?? 0).toString(16).padStart(4, '0');
  const rows = letters.map((letter) => `<${gid(letter)}> <00${letter.codePointAt(0)?.toString(16)}>`);
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F 14 Tf 20 250 Td <${Array.from(TEXT, gid).join('')}> Tj ET` },
      20: `<< /Type /Font /Subtype /Type0 /BaseFont /${fontName} /Encoding /Identity-H /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>`,
      21: `<< /Type /FontDescriptor /FontName /${fontName} /Flags 34 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV ${stem} /FontFile2 22 0 R >>`,
      22: { dict: `/Length1 ${face.bytes.length}`, data: face.bytes },
      23: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 500 /CIDToGIDMap /Identity >>`,
      24: {
        dict: '',
        data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`,
      },
    },
  });
}

async function readStyles(bytes: Uint8Array) {
  const request = { input: engineInput(memorySource(bytes)), imagePixelsMax: 0, imageMsMax: 0, imageBytesMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 10_000))
    return page ? unpackCharacters(page.characters).map(({ text, style }) => [text, style.bold, style.italic]) : [];
  return [];
}

it.each([
  [true, 80],
  [true, 140],
  [false, 80],
  [false, 140],
])('bold: %s, where the descriptor says stems of %s', async (isBold, stem) => {
  expect(await readStyles(await makeDocument(isBold, stem))).toEqual(Array.from(TEXT, (letter) => [letter, isBold, false]));
});

it.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('of a font that is only counted, bold: %s, italic: %s', async (isBold, isItalic) => {
  expect(await readStyles(await makeDocument(isBold, 80, 'CIDFont+F2', isItalic))).toEqual(
    Array.from(TEXT, (letter) => [letter, isBold, isItalic]),
  );
});
