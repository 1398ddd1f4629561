// `compress` on fonts: only the glyphs that pages show stay, and they stay what they were.

import { describe, expect, test } from 'vitest';
import { COMPRESS_QUALITIES } from '#contract/params/compress-params.ts';
import { subsetCff } from '../../../processor/pdf/fonts/programs/subset-cff.ts';
import { readType1Font } from '../../../processor/pdf/fonts/programs/type1.ts';
import { convertType1ToCff } from '../../../processor/pdf/fonts/programs/type1-to-cff.ts';
import { encodingNamed } from '../../../processor/pdf/fonts/glyph-names.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { FONTS, type FontKind, makeFontPdf } from '../../../support/documents/make-compressible.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { makeType1, TYPE1_GLYPHS } from '../../../support/documents/make-type1.ts';
import { pageSimilarity } from '../../../support/judges/page-similarity.ts';
import { compressBytes } from '../../support/compress-bytes.ts';
import { useWorkDir } from '../../support/work-dir.ts';
import { thinned } from '../../../support/everything.ts';

const workDir = useWorkDir();

const compress = (bytes: Uint8Array, quality: (typeof COMPRESS_QUALITIES)[number] = 'balanced') =>
  compressBytes(bytes, { workDir, pagesMax: 10, quality, linearize: false, strict: false, onSignature: 'refuse' });

const drawn = { dpi: 150, lastPage: 1 };

describe.skipIf(!hasPdfJudges).each(thinned(Object.keys(FONTS) as FontKind[], 2))('compress on a font: %s', (kind) => {
  test('shows the same letters at every level', async () => {
    const source = makeFontPdf(kind);
    expect(textOfPdf(source).trim()).not.toBe('');
    for (const quality of COMPRESS_QUALITIES) {
      const result = await compress(source, quality);
      expect(result.bytes.length).toBeLessThan(source.length);
      expect(qpdfCheck(result.bytes)).toMatchObject({ status: 0 });
      expect(textOfPdf(result.bytes)).toBe(textOfPdf(source));
      expect(pageSimilarity(source, result.bytes, drawn)[0]).toBeGreaterThan(0.995);
      expect(result.fonts).toMatchObject([{ told: { glyphsUsed: expect.any(Number) } }]);
    }
  });
});

describe.skipIf(!hasPdfJudges)('compress on fonts', () => {
  test('cuts a whole font down to a part of a hundredth', async () => {
    const result = await compress(makeFontPdf('truetype'));
    const [font] = result.fonts;
    expect(font?.told.bytesAfter).toBeLessThan((font?.told.bytesBefore ?? 0) / 30);
  });

  test('keeps every glyph of a font that a form field may type into', async () => {
    const source = makeFontPdf('truetype', '/AcroForm << /Fields [11 0 R] /DA (/F 10 Tf) /DR << /Font << /F 6 0 R >> >> >>', {
      11: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [10 10 100 30] /DA (/F 10 Tf) >>',
    });
    const result = await compress(source, 'maximum');
    expect(result.kept).toContainEqual({ what: 'font', why: 'fields_may_show_more', count: 1 });
    expect(result.fonts[0]?.told).toMatchObject({ glyphsUsed: null });
    expect(result.fonts[0]?.told.bytesAfter).toBeGreaterThan(100_000);
  });

  test('writes a Type 1 font in the compact format, curves, flex, new hints and accents included', async () => {
    const source = makeFontPdf('type1');
    const result = await compress(source, 'high');
    expect(result.fonts[0]?.told).toMatchObject({ format: 'type1', formatAfter: 'cff' });
    expect(pageSimilarity(source, result.bytes, drawn)[0]).toBeGreaterThan(0.99);
  });

  test('cuts a compact font and still shows what is left of it', async () => {
    const font = readType1Font(makeType1().bytes);
    const whole =
      font && convertType1ToCff(font, { glyphNames: undefined, standardNames: encodingNamed('StandardEncoding'), dropsHints: false });
    if (!whole) throw new Error('the fixture is no Type 1 font');
    const all = subsetCff(whole, new Set(TYPE1_GLYPHS.keys()));
    const some = subsetCff(whole, new Set([1, 2, 3]));
    expect(some?.length).toBeLessThan(all?.length ?? 0);
    const page = (data: Uint8Array) =>
      makePdf({
        objects: {
          1: '<< /Type /Catalog /Pages 2 0 R >>',
          2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] >>',
          3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 6 0 R >> >> >>',
          4: { dict: '', data: 'BT /F 30 Tf 10 40 Td (H I) Tj ET' },
          6: `<< /Type /Font /Subtype /Type1 /BaseFont /Strokes /FirstChar 32 /LastChar 90 /Widths [${'700 '.repeat(59)}] /FontDescriptor 7 0 R >>`,
          7: '<< /Type /FontDescriptor /FontName /Strokes /Flags 32 /FontBBox [0 0 800 900] /ItalicAngle 0 /Ascent 900 /Descent 0 /CapHeight 700 /StemV 80 /FontFile3 8 0 R >>',
          8: { dict: '/Subtype /Type1C', data },
        },
      });
    expect(pageSimilarity(page(whole), page(some ?? whole), drawn)).toEqual([1]);
    expect(pageSimilarity(page(whole), page(subsetCff(whole, new Set()) ?? whole), drawn)[0]).toBeLessThan(0.99);
  });
});
