import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { drawnPixels } from '../../../../../support/judges/drawn-pixels.ts';
import { isPresent } from '../../../../../support/judges/present.ts';
import { onePage, openObjects, pdfiumOrigins, pdfiumTexts, save } from '../../../../../support/run/edit-pdf.ts';
import { standardMetrics } from '../../../../../processor/pdf/fonts/standard-fonts.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { replaceOnPage } from '../../../../support/replace-on-page.ts';

const hasCros = isPresent('Carlito (fonts-crosextra-carlito)', existsSync('/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf'));
const hasModern = isPresent('Latin Modern (fonts-lmodern)', existsSync('/usr/share/texmf/fonts/opentype/public/lm/lmroman10-regular.otf'));
const hasNoto = isPresent('Noto (fonts-noto-core)', existsSync('/usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf'));
const hasEastern = isPresent('Noto CJK (fonts-noto-cjk)', existsSync('/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc'));

/** A page that says "Lorem ipsum" in a font of this name, and replaced. */
async function replaceIn(baseFont: string, value: string, more = '') {
  const font = `<< /Type /Font /Subtype /TrueType /BaseFont /${baseFont} /Encoding /WinAnsiEncoding ${more} >>`;
  const opened = await openObjects(
    onePage('BT /F2 18 Tf 20 100 Td (Lorem ipsum) Tj ET', { fonts: '/F2 6 0 R', more: { 6: font }, page: '/MediaBox [0 0 300 200]' }),
  );
  const [outcome] = await replaceOnPage(opened, 0, { text: 'Lorem' }, value);
  const bytes = await save(opened);
  return { outcome, bytes, face: outcome?.ok ? outcome.change.fidelity.font_substituted : outcome?.refusal };
}

const clean = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Dark pixels of the line. */
function inkOf(bytes: Uint8Array): number {
  const at = drawnPixels(bytes, 1);
  let dark = 0;
  for (let x = 20; x < 120; x++) for (let y = 80; y < 106; y++) if ((at(x, y)?.[0] ?? 255) < 128) dark++;
  return dark;
}

/** Descriptor and widths, so that only they can say what the font looks like. */
function widthsOf(standard: string, scale: number, flags: number): string {
  const names = Array.from({ length: 91 }, (_, index) => String.fromCharCode(32 + index));
  const widths = names.map((name) => Math.round((standardMetrics(standard).widthOf(name) ?? 500) * scale));
  return (
    `/FirstChar 32 /LastChar 122 /Widths [${widths.join(' ')}] ` +
    `/FontDescriptor << /Type /FontDescriptor /FontName /X /Flags ${flags} /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>`
  );
}

describe.skipIf(!hasPdfJudges)('a face that stands in', () => {
  it.each([
    ['a stem that no letter can have', 'Frutiger', 367, false],
    ['the stem of a bold face', 'Frutiger', 140, true],
    ['its name rather than a stem that some program wrote', 'ABCDEF+Helvetica', 139, false],
    ['a name that says so in short', 'NimbusSanL-Medi', 80, true],
    ['no name of a weight between', 'HelveticaNeue-Medium', 80, false],
  ])('is bold by %s: %s', async (_, font, stem, isBold) => {
    const more = `/FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV ${stem} >>`;
    const { face } = await replaceIn(font, 'Жук', more);
    expect(face?.includes('Bold')).toBe(isBold);
  });

  it.skipIf(!hasNoto).each([
    ['ABCDEF+NotoSerif-Bold', 'NotoSerif-Bold'],
    ['OpenSans-Italic', 'NotoSans-Italic'],
    ['DroidSansMono', 'NotoSansMono-Regular'],
  ])('for %s is of the same hand: %s', async (font, expected) => {
    expect((await replaceIn(font, 'Жук')).face).toBe(expected);
  });

  it.skipIf(!hasModern)('for drawn letters is found by their widths, in their size', async () => {
    const letters = Array.from('IdeolgyasrtuvmL');
    // Latin Modern Roman 10, in a font whose em is half of its size.
    const widths = [361, 556, 444, 500, 278, 500, 528, 500, 394, 392, 389, 556, 528, 833, 625];
    const codes = letters.map((letter) => letter.charCodeAt(0));
    const [first, last] = [Math.min(...codes), Math.max(...codes)];
    const all = Array.from({ length: last - first + 1 }, (_, at) => (widths[codes.indexOf(first + at)] ?? 0) / 2);
    const procs = letters.map((letter) => `/${letter} 7 0 R`).join(' ');
    const differences = letters.map((letter) => `${letter.charCodeAt(0)} /${letter}`).join(' ');
    const font =
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << ${procs} >> ` +
      `/Encoding << /Type /Encoding /Differences [${differences}] >> /FirstChar ${first} /LastChar ${last} /Widths [${all.join(' ')}] /Resources << >> >>`;
    const drawn = '250 0 0 0 200 350 d1 0 0 200 350 re f';
    const glyph = `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
    const opened = await openObjects(
      onePage(`BT /F2 36 Tf 20 100 Td (${letters.join('')}) Tj ET`, {
        fonts: '/F2 6 0 R',
        more: { 6: font, 7: glyph },
        page: '/MediaBox [0 0 400 200]',
      }),
    );
    const [outcome] = await replaceOnPage(opened, 0, { text: letters.join('') }, 'Philosophy');
    expect(outcome?.ok && outcome.change.fidelity.font_substituted).toBe('lmroman10-regular');
    const origins = await pdfiumOrigins(await save(opened));
    // As wide as in that face at 18 points.
    expect(origins.at(-1)!.x - origins[0]!.x).toBeGreaterThan(65);
    expect(origins.at(-1)!.x - origins[0]!.x).toBeLessThan(85);
  });

  it.skipIf(!hasCros || !hasModern).each([
    ['ABCDEF+Calibri', 'Carlito-Regular'],
    ['Calibri-BoldItalic', 'Carlito-BoldItalic'],
    ['Cambria,Bold', 'Caladea-Bold'],
    ['ABCDEF+CMR10', 'lmroman10-regular'],
    ['CMBX12', 'lmroman12-bold'],
    ['CMTI7', 'lmroman7-italic'],
    ['CMTT10', 'lmmono10-regular'],
    ['CMSSBX10', 'lmsans10-bold'],
    ['SFRM1095', 'lmroman10-regular'],
    ['LMRoman17-Regular', 'lmroman17-regular'],
    ['TimesNewRomanPS-BoldMT', 'Tinos-Bold'],
    ['CourierNewPSMT', 'Cousine-Regular'],
    ['Verdana-Bold', 'DejaVuSans-Bold'],
  ])('for %s is %s', async (name, face) => {
    const replaced = await replaceIn(name, 'Žluť');
    expect(replaced.face).toBe(face);
    expect(clean(textOfPdf(replaced.bytes))).toBe('Žluť ipsum');
    expect(clean((await pdfiumTexts(replaced.bytes))[0])).toBe('Žluť ipsum');
    expect(inkOf(replaced.bytes)).toBeGreaterThan(100);
    expect(qpdfCheck(replaced.bytes).status).toBe(0);
  });

  it.each([
    ['Helvetica', 4, 'Arimo-Regular'],
    ['Times-Roman', 4, 'Tinos-Regular'],
    ['Times-Roman', 6, 'Tinos-Regular'],
    ['Helvetica-Bold', 0x40004, 'Arimo-Bold'],
  ])('of an unknown name has the widths of %s (flags %i)', async (standard, flags, face) => {
    expect((await replaceIn('Corporate', 'Žluť', widthsOf(standard, 1, flags))).face).toBe(face);
  });

  it.skipIf(!hasEastern).each([
    ['SimSun', '测试工程师', 'NotoSerifCJK-Regular'],
    ['SimHei', '测试工程师', 'NotoSansCJK-Regular'],
    ['MS-Mincho', '東京の予算', 'NotoSerifCJK-Regular'],
    ['Malgun#20Gothic,Bold', '보험종목', 'NotoSansCJK-Bold'],
    ['#CB#CE#CC#E5', '上海分公司', 'NotoSerifCJK-Regular'],
    ['HGPGothicE', '東京の予算', 'NotoSansCJK-Bold'],
    ['HGMaruGothicMPRO', '東京の予算', 'NotoSansCJK-Regular'],
    ['HiraKakuProN-W6', '東京の予算', 'NotoSansCJK-Bold'],
    ['HiraKakuProN-W3', '東京の予算', 'NotoSansCJK-Regular'],
  ])('for Chinese, Japanese and Korean in %s: %s in %s', async (name, value, face) => {
    const replaced = await replaceIn(name, value);
    expect(replaced.face).toBe(face);
    expect(replaced.outcome?.ok && replaced.outcome.change.fidelity.glyphs_missing).toEqual(Array.from(value));
    expect(clean(textOfPdf(replaced.bytes))).toBe(`${value} ipsum`);
    expect(clean((await pdfiumTexts(replaced.bytes))[0])).toBe(`${value} ipsum`);
    expect(inkOf(replaced.bytes)).toBeGreaterThan(200);
    expect(qpdfCheck(replaced.bytes).status).toBe(0);
    expect(replaced.bytes.length).toBeLessThan(20_000);
  });

  it('leaves its own face to the letters that a text is inserted beside', async () => {
    const font = '<< /Type /Font /Subtype /TrueType /BaseFont /Garamond /Encoding /WinAnsiEncoding >>';
    for (const [keeps, old, value] of [
      ['begin', 'm', 'm Жук'],
      ['end', 'L', 'Жук L'],
    ] as const) {
      const content = 'BT /F2 18 Tf 20 100 Td (Lorem) Tj ET';
      const opened = await openObjects(onePage(content, { fonts: '/F2 6 0 R', more: { 6: font }, page: '/MediaBox [0 0 300 200]' }));
      await replaceOnPage(opened, 0, { text: old }, value, { keeps });
      const [page] = opened.pages;
      const glyphs = page ? readPageTextEvents(page.dict).glyphs : [];
      const own = glyphs.filter(({ event }) => event.font?.baseFont === 'Garamond').map(({ shown }) => shown.glyph.unicode);
      expect(own.join('')).toBe('Lorem');
      expect(clean(textOfPdf(await save(opened)))).toBe(keeps === 'begin' ? 'Lorem Жук' : 'Жук Lorem');
    }
  });

  it.skipIf(!hasEastern)('the marks of a Chinese text are as wide as its letters, and Latin letters stay Latin', async () => {
    const { outcome, bytes } = await replaceIn('SimSun', '“上海”ABC');
    expect(outcome?.ok && outcome.change.fidelity).toMatchObject({ font_preserved: false });
    const [left = 0, , right = 0] = outcome?.ok ? (outcome.change.boxes[0] ?? []) : [];
    expect(right - left).toBeGreaterThan(4 * 18);
    expect(clean(textOfPdf(bytes))).toBe('“上海”ABC ipsum');
  });

  it.each([
    ['the same widths: that one', 1, undefined],
    ['other widths: another face', 1.1, 'Arimo-Regular'],
  ])('where another subset of its name has the letters, in %s', async (_, scale, face) => {
    const subset = (tag: string, by: number) =>
      `<< /Type /Font /Subtype /TrueType /BaseFont /${tag}+Corporate /Encoding /WinAnsiEncoding ${widthsOf('Helvetica', by, 4)} >>`;
    const opened = await openObjects(
      onePage('BT /F2 18 Tf 20 100 Td (Lorem ipsum) Tj /F3 18 Tf 0 -40 Td (Quick) Tj ET', {
        fonts: '/F2 6 0 R /F3 7 0 R',
        more: { 6: subset('ABCDEF', 1), 7: subset('GHIJKL', scale) },
        page: '/MediaBox [0 0 300 200]',
      }),
    );
    const [outcome] = await replaceOnPage(opened, 0, { text: 'Lorem' }, 'Quick');
    expect(outcome?.ok && outcome.change.fidelity).toMatchObject({
      font_preserved: face === undefined,
      ...(face ? { font_substituted: face } : {}),
    });
    expect(clean(textOfPdf(await save(opened)))).toBe('Quick ipsum Quick');
  });
});
