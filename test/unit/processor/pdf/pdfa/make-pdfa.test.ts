// Documents made into PDF/A-2b: what each of them lacked is there afterwards, what is forbidden is removed and reported, and pages show and say the same.

import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { checkPdfa } from '../../../../../processor/pdf/pdfa/check/check.ts';
import { makePdfa } from '../../../../../processor/pdf/pdfa/make-pdfa.ts';
import { proveLikeness } from '../../../../../processor/pdf/pdfa/prove-likeness.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { archive, plainPdf } from '../../../../../support/documents/conforming-pdf.ts';
import {
  hasPdfJudges,
  pagesDrawnDifferently,
  qpdfCheck,
  qpdfPlain,
  tagsOfPdf,
  textOfPdf,
} from '../../../../../support/judges/judge-pdf.ts';
import { xmpPacket } from '../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

async function make(source: Uint8Array) {
  const opened = await openPdf(source, { needs: 'read', pagesMax: 50, onSignature: 'invalidate' });
  const before = opened.bytes;
  const made = await makePdfa(opened);
  expect(await checkPdfa(made.bytes)).toEqual([]);
  const hasSubstitutes = made.substituted.length > 0;
  const likeness = await proveLikeness({ before, after: made.bytes, pages: opened.pages.length, hasSubstitutes });
  return { ...made, likeness, codes: made.warnings.map(({ code }) => code), plain: qpdfPlain(made.bytes) };
}

const BOX = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 50 20]', data: '0 0 1 rg 0 0 50 20 re f' };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 (parentheses) fi';

describe.skipIf(!hasPdfJudges)('fonts that are not embedded', () => {
  it.each(['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Times-BoldItalic', 'Courier', 'Courier-Oblique'])(
    '%s is shown by a face of the same widths, and says the same',
    async (name) => {
      const source = plainPdf({
        content: `BT /F1 9 Tf 10 100 Td (${LETTERS.replaceAll(/[()]/g, '\\$&')}) Tj ET`,
        more: { 5: `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>` },
      });
      const { bytes, substituted, codes, likeness } = await make(source);
      expect(substituted).toHaveLength(1);
      expect(codes).toContain('fonts_substituted');
      expect(textOfPdf(bytes)).toBe(textOfPdf(source));
      expect(likeness.similarity_min).toBeGreaterThan(0.95);
      expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    },
  );

  it.each(['Symbol', 'ZapfDingbats'])('%s keeps its signs', async (name) => {
    const source = plainPdf({
      content: 'BT /F1 12 Tf 10 100 Td (abcdefgh 12345) Tj ET',
      more: { 5: `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>` },
    });
    const { likeness } = await make(source);
    expect(likeness.text_pages_compared).toBe(1);
  });

  it('widths that differ from those of the face are kept: letters are squeezed or centred', async () => {
    const widths = Array.from({ length: 95 }, (_, index) => (index % 2 === 0 ? 300 : 900)).join(' ');
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Unknown /FirstChar 32 /LastChar 126 /Widths [${widths}] /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>`;
    const descriptor =
      '<< /Type /FontDescriptor /FontName /Unknown /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>';
    const source = plainPdf({ content: 'BT /F1 12 Tf 10 100 Td (Narrow and wide) Tj ET', more: { 5: font, 6: descriptor } });
    const { bytes, plain } = await make(source);
    expect(textOfPdf(bytes)).toBe(textOfPdf(source));
    expect(plain).toContain('/FontFile2');
  });

  it('a composite font gets a CMap of its codes', async () => {
    const font = '<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>';
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 600 >>';
    const source = plainPdf({ content: 'BT /F1 12 Tf 10 100 Td <00410062> Tj ET', more: { 5: font, 6: descendant } });
    const { bytes } = await make(source);
    expect(textOfPdf(bytes).trim()).toBe('Ab');
  });

  it('one that is drawn invisibly only stays as it is', async () => {
    const { substituted } = await make(plainPdf({ content: 'BT 3 Tr /F1 12 Tf 10 100 Td (unseen) Tj ET' }));
    expect(substituted).toEqual([]);
  });

  it('what no face has is refused, with the font', async () => {
    const font = '<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [6 0 R] >>';
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>';
    const source = plainPdf({ content: 'BT /F1 12 Tf 10 100 Td <12345678> Tj ET', more: { 5: font, 6: descendant } });
    await expect(archive(source)).rejects.toMatchObject({
      reason: 'unsupported_feature',
      message: expect.stringContaining('Unknown') as string,
      details: { reasons: [{ rule: 'font_embedded' }] },
    });
  });
});

describe.skipIf(!hasPdfJudges)('what PDF/A does not allow', () => {
  it('scripts, attachments, XFA and additional actions go, with warnings; links stay', async () => {
    const source = plainPdf({
      catalog:
        '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC << /S /JavaScript /JS (1) >> >> /Requirements [] ' +
        '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> /EmbeddedFiles << /Names [(a.txt) 8 0 R] >> >> ' +
        '/AcroForm << /Fields [] /XFA [] /NeedAppearances true >>',
      page: '/AA << /O << /S /Launch >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /A << /S /URI /URI (https://example.com/) /Next << /S /Hide >> >> >>]',
      more: { 8: '<< /Type /Filespec /F (a.txt) /EF << /F 9 0 R >> >>', 9: { dict: '/Type /EmbeddedFile', data: 'secret words' } },
    });
    const { plain, codes } = await make(source);
    for (const gone of ['/JavaScript', '/Launch', '/Hide', '/AA', '/XFA', '/EmbeddedFile', 'secret words', '/Requirements']) {
      expect(plain).not.toContain(gone);
    }
    expect(plain).toContain('https://example.com/');
    expect(codes).toEqual(expect.arrayContaining(['actions_removed', 'attachments_removed', 'xfa_removed']));
  });

  it('LZW is deflated, smoothing and alternates are taken off, transfer functions and halftones go', async () => {
    const source = plainPdf({
      content: 'q 50 0 0 50 10 10 cm /Im Do Q /Gs gs BI /W 1 /H 1 /CS /G /BPC 8 /F /LZW /I true ID \x80\x0b\x60\x50\x22\x0c\x0c\x85\x01 EI',
      resources: '/XObject << /Im 8 0 R >> /ExtGState << /Gs << /Type /ExtGState /TR /Identity /HT << /HalftoneType 6 >> /BM /Own >> >>',
      more: {
        8: {
          dict: '/Type /XObject /Subtype /Image /Width 3 /Height 3 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /LZWDecode /Interpolate true /Alternates []',
          data: Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]),
        },
      },
    });
    const { plain } = await make(source);
    for (const gone of ['/LZW', '/Interpolate', '/Alternates', '/TR', '/HalftoneType', '/Own']) expect(plain).not.toContain(gone);
  });

  it('CMYK colours are told by a profile and look as they did', async () => {
    const source = plainPdf({
      content:
        '0 1 0.2 0.1 k 10 10 50 50 re f /Cs cs 0.7 scn 70 10 50 50 re f q 50 0 0 50 130 10 cm /Im Do Q /Fm Do BI /W 1 /H 1 /CS /CMYK /BPC 8 ID xxxx EI',
      resources: '/ColorSpace << /Cs [/Separation /Spot /DeviceCMYK 9 0 R] >> /XObject << /Im 8 0 R /Fm 10 0 R >>',
      more: {
        8: {
          dict: '/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceCMYK /BitsPerComponent 8',
          data: '\x00\x80\xff\x20\xff\x00\x40\x10',
        },
        9: { dict: '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]', data: '{ dup 0.5 mul exch dup 0.2 mul exch 0 exch 0.1 mul }' },
        10: {
          dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceCMYK >>',
          data: '1 0 0 0 k 200 10 50 50 re f',
        },
      },
    });
    const { plain, likeness } = await make(source);
    expect(plain).toContain('/DefaultCMYK');
    expect(likeness.similarity_min).toBeGreaterThan(0.99);
  });

  it('spot colours without a description get one', async () => {
    const tint = { dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', data: '{ 2 copy add 2 div }' };
    const source = plainPdf({
      content: '/Cs cs 1 0.2 scn 10 10 50 50 re f',
      resources: '/ColorSpace << /Cs [/DeviceN [/One /Two] /DeviceRGB 9 0 R] >>',
      more: { 9: tint },
    });
    const { plain, likeness } = await make(source);
    expect(plain).toContain('/Colorants');
    expect(likeness.similarity_min).toBe(1);
  });

  it('deep nesting is flattened where nothing stands between, unknown operators go', async () => {
    const deep = `${'q '.repeat(40)}1 0 0 rg 10 10 50 50 re f ${'Q '.repeat(40)} notanoperator 0 0 1 rg 70 10 50 50 re f`;
    const { likeness } = await make(plainPdf({ content: deep }));
    expect(likeness.similarity_min).toBe(1);
  });
});

describe.skipIf(!hasPdfJudges)('annotations and fields', () => {
  it('are printed; hidden ones show nothing still; those without an appearance get the one that readers draw', async () => {
    const source = plainPdf({
      page:
        '/Annots [<< /Type /Annot /Subtype /Square /Rect [10 10 60 60] /C [1 0 0] /IC [0 1 0] >> ' +
        '<< /Type /Annot /Subtype /Highlight /Rect [10 90 110 120] /QuadPoints [10 120 110 120 10 90 110 90] /C [1 1 0] >> ' +
        '<< /Type /Annot /Subtype /Stamp /Rect [100 10 150 30] /F 2 /AP << /N 8 0 R >> >> ' +
        '<< /Type /Annot /Subtype /Stamp /Rect [200 10 250 30] /AP << /N 8 0 R /D 8 0 R >> >> ' +
        '<< /Type /Annot /Subtype /Text /Rect [200 60 220 80] /Contents (A note) >>]',
      more: { 8: BOX },
    });
    const { plain, codes } = await make(source);
    expect(codes).toContain('annotations_removed');
    expect(plain).toContain('A note');
    expect(plain.match(/\/F 4\b/g)).toHaveLength(4);
  });

  it('a check box keeps its states, a button gets one, a field with a value shows it', async () => {
    const source = plainPdf({
      catalog: '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R] /NeedAppearances true /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >>',
      page: '/Annots [10 0 R 11 0 R 12 0 R]',
      more: {
        8: BOX,
        10: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (check) /Rect [10 10 60 30] /AS /On /V /On /AP << /N << /On 8 0 R /Off null >> >> >>',
        11: '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (push) /Rect [70 10 120 30] /A << /S /ResetForm >> /AP << /N 8 0 R >> >>',
        12: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (text) /V (Typed in) /Rect [130 10 220 30] >>',
      },
    });
    const { bytes, codes } = await make(source);
    expect(codes).toEqual(expect.arrayContaining(['actions_removed']));
    expect(textOfPdf(bytes)).toContain('Typed in');
  });
});

describe.skipIf(!hasPdfJudges)('the claim', () => {
  it('says in XMP what the document information says, and keeps what XMP alone knew', async () => {
    const packet = xmpPacket('<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">All rights &amp; more</rdf:li></rdf:Alt></dc:rights>');
    const source = Buffer.from(
      Buffer.from(plainPdf({ catalog: '/Metadata 8 0 R', more: { 8: { dict: '/Type /Metadata /Subtype /XML', data: packet } } }))
        .toString('latin1')
        .replace('trailer\n<<', "trailer\n<< /Info << /Title (A <title>) /Author (Ada) /CreationDate (D:20240203040506+01'00') >>"),
      'latin1',
    );
    const { bytes } = await make(source);
    expect(tagsOfPdf(bytes)).toMatchObject({
      'XMP-pdfaid:Part': '2',
      'XMP-pdfaid:Conformance': 'B',
      'XMP-dc:Title': 'A <title>',
      'XMP-dc:Creator': 'Ada',
      'XMP-dc:Rights': 'All rights & more',
      'XMP-xmp:CreateDate': '2024:02:03 04:05:06+01:00',
    });
  });

  it('a file that conforms already stays as it looks, and is made again without another loss', async () => {
    const once = await archive(plainPdf({}));
    const { bytes, codes, likeness } = await make(once);
    expect(codes).toEqual([]);
    expect(likeness.similarity_min).toBe(1);
    expect(pagesDrawnDifferently(once, bytes)).toEqual([]);
  });
});

const NOTO_CJK = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

describe.skipIf(!hasPdfJudges || !existsSync(NOTO_CJK))('Japanese without an embedded font', () => {
  it('is shown by a font of the machine, and says the same', async () => {
    const font = '<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>';
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>';
    const source = plainPdf({ content: 'BT /F1 24 Tf 10 100 Td <65E5672C8A9E> Tj ET', more: { 5: font, 6: descendant } });
    const { bytes, substituted } = await make(source);
    expect(textOfPdf(bytes).trim()).toBe('日本語');
    expect(substituted).toEqual([{ font: 'MS-Mincho', face: expect.stringMatching(/^Noto/) as string }]);
  });
});
