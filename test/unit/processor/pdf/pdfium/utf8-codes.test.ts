// Fonts whose codes are UTF-8, as libHaru writes them.

import { afterAll, expect, it } from 'vitest';
import { findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { utf8Character } from '../../../../../processor/pdf/pdfium/page/utf8-codes.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

const TEXT = 'Привет, мир';

const hex = (value: number, digits = 4) => value.toString(16).padStart(digits, '0');
const bytesOf = (character: string) => Buffer.from(character, 'utf8').toString('hex');

async function makeUtf8Document(): Promise<Uint8Array> {
  const [face] = (await findFaces(TEXT, { family: 'serif', isBold: false, isItalic: false })) ?? [];
  if (!face) throw new Error('there is no face');
  const glyphs = [...face.glyphs];
  const map = (rows: readonly string[], kind: string) => ({
    dict:
      kind === 'cidrange' ? '/Type /CMap /CMapName /UTF8-H /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>' : '',
    data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType ${kind === 'cidrange' ? 1 : 2} def 3 begincodespacerange <00> <7f> <c280> <dfbf> <e0a080> <efbfbf> endcodespacerange ${rows.length} begin${kind} ${rows.join('\n')} end${kind} endcmap end end`,
  });
  const codes = glyphs.map(([character]) => bytesOf(character));
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F 14 Tf 20 250 Td <${bytesOf(TEXT)}> Tj ET` },
      20: '<< /Type /Font /Subtype /Type0 /BaseFont /HPDFAA+Tinos /Encoding 25 0 R /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>',
      21: '<< /Type /FontDescriptor /FontName /HPDFAA+Tinos /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 22 0 R >>',
      22: { dict: `/Length1 ${face.bytes.length}`, data: face.bytes },
      23: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /HPDFAA+Tinos /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 500 /W [${glyphs.map(([, { gid, width }]) => `${gid} [${width}]`).join(' ')}] /CIDToGIDMap /Identity >>`,
      24: map(
        glyphs.map(([character], at) => `<${codes[at]}> <${codes[at]}> <${hex(character.charCodeAt(0))}>`),
        'bfrange',
      ),
      25: map(
        glyphs.map(([, { gid }], at) => `<${codes[at]}> <${codes[at]}> ${gid}`),
        'cidrange',
      ),
    },
  });
}

afterAll(endPdfium);

it('reads a text whose codes are UTF-8', async () => {
  const text = textOfResult(await convertFromPdf('txt', await makeUtf8Document()));
  expect(text.trim()).toBe(TEXT);
});

it('takes codes for UTF-8 only where their bytes are', () => {
  for (const character of ['П', 'é', '№', '漢', 'ߘ'])
    expect(utf8Character(Number.parseInt(bytesOf(character), 16)), character).toBe(character.codePointAt(0));
  for (const code of [0x41, 0x80, 0xd0, 0xc080, 0xc1bf, 0xd041, 0xd0c0, 0xe08080, 0xeda080, 0x20ac])
    expect(utf8Character(code), hex(code)).toBeUndefined();
});
