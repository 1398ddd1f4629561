// Fonts of symbols that call a glyph with ink a space: boxes to tick.

import { afterAll, expect, it } from 'vitest';
import { findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

/** The letter X stays one, of H its map says that it is a space, as of a true one. */
async function makeDocument(meaning: string): Promise<Uint8Array> {
  const [face] = (await findFaces('XH ', { family: 'serif', isBold: false, isItalic: false })) ?? [];
  if (!face) throw new Error('there is no face');
  const gid = (letter: string) => (face.glyphs.get(letter)?.gid ?? 0).toString(16).padStart(4, '0');
  const width = (letter: string) => `${face.glyphs.get(letter)?.gid} [${face.glyphs.get(letter)?.width}]`;
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 3 beginbfchar <${gid('X')}> <0058> <${gid('H')}> <${meaning}> <${gid(' ')}> <${meaning}> endbfchar endcmap end end`;
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F 14 Tf 20 250 Td <${['X', 'H', 'X', ' ', 'X'].map(gid).join('')}> Tj ET` },
      20: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Symbols /Encoding /Identity-H /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>',
      21: '<< /Type /FontDescriptor /FontName /ABCDEF+Symbols /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 22 0 R >>',
      22: { dict: `/Length1 ${face.bytes.length}`, data: face.bytes },
      23: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Symbols /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 500 /W [${['X', 'H', ' '].map(width).join(' ')}] /CIDToGIDMap /Identity >>`,
      24: { dict: '', data: map },
    },
  });
}

afterAll(endPdfium);

it.each(['0020', '00a0'])('are characters without a meaning, beside true spaces, where the map says %s', async (meaning) => {
  const read = await convertFromPdf('txt', await makeDocument(meaning));
  expect(textOfResult(read).trim()).toBe('X\ufffdX X');
  expect(read.evidence).toMatchObject({ characters_unmapped: 1 });
});

it('are what they look like: a `!` without ink is a space, one with ink is none', async () => {
  const read = await convertFromPdf('txt', await makeDocument('0021'));
  expect(textOfResult(read).trim()).toBe('X!X X');
});
