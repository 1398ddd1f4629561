import { describe, expect, it } from 'vitest';
import { PDFName } from 'pdf-lib';
import { embedFace, findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { replaceOnPage, restyleOnPage } from '../../../../support/replace-on-page.ts';
import { type EditOutcome } from '../../../../../processor/pdf/edit/replace-text.ts';
import { decodeContent } from '../../../../../processor/pdf/content/source.ts';
import { PDFRawStream } from 'pdf-lib';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, pdfiumTexts, save } from '../../../../../support/run/edit-pdf.ts';

type Objects = Parameters<typeof openObjects>[0];
type Options = Parameters<typeof replaceOnPage>[4];

async function replace(objects: Objects, text: string, value: string, options: Options = {}) {
  const opened = await openObjects(objects);
  const outcomes = await replaceOnPage(opened, 0, { text }, value, options);
  const bytes = await save(opened);
  return { outcomes, bytes, texts: await pdfiumTexts(bytes), opened };
}
const clean = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const refusals = (outcomes: readonly EditOutcome[]) => outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refusal));
const contentOf = (opened: Awaited<ReturnType<typeof openObjects>>) => {
  const contents = opened.context.lookup(opened.pages[0]!.dict.get(PDFName.of('Contents')));
  return contents instanceof PDFRawStream ? Buffer.from(decodeContent(contents).bytes).toString('latin1') : '';
};

describe.skipIf(!hasPdfJudges)('replacing text', () => {
  it.each([
    ['in one string', '(Hello world tail) Tj'],
    ['in a kerned array', '[(Hello w) -30 (or) 20 (ld) -5 ( tail)] TJ'],
    ['over several operators', '(Hello wo) Tj (rl) Tj (d tail) Tj'],
    ['in words that are placed one by one', '(Hello) Tj 46 0 Td (world) Tj 50 0 Td (tail) Tj'],
    ['in letters that are placed one by one', '(Hello ) Tj 49 0 Td (w) Tj 13 0 Td (o) Tj 10 0 Td (rld) Tj 26 0 Td (tail) Tj'],
    ['after a line operator', "20 TL (above) ' (Hello world tail) '"],
    ['with spacing', '1 0.5 (Hello world tail) "'],
    ['in hexadecimal', '<48656c6c6f20776f726c64207461696c> Tj'],
  ])('%s: the old text is gone, the new one is found, the tail follows', async (_, show) => {
    const { bytes, texts, outcomes } = await replace(
      onePage(`BT /F1 18 Tf 20 100 Td ${show} ET BT /F1 9 Tf 20 20 Td (far away) Tj ET`),
      'world',
      'wonderland',
    );
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(clean(texts[0])).toMatch(/Hello wonderland tail/);
    expect(clean(textOfPdf(bytes))).toMatch(/Hello wonderland tail/);
    expect(clean(textOfPdf(bytes))).not.toMatch(/world/);
    expect(qpdfCheck(bytes).status).toBe(0);
    const origins = await pdfiumOrigins(bytes);
    const [tail, far] = [
      origins.findIndex(({ text }, at) => text === 't' && origins[at + 1]?.text === 'a' && origins[at + 2]?.text === 'i'),
      origins.find(({ y }) => y < 30),
    ];
    expect(far?.x).toBeCloseTo(20, 3);
    const before = origins[tail - 2]?.text === ' ' ? origins[tail - 3] : origins[tail - 1];
    expect(origins[tail]!.x).toBeGreaterThan(before?.x ?? 0);
  });

  it.each([
    ['of one array', '[(W)83(eak)-280(sup)-20(ervision)-280(tail)] TJ'],
    ['of words that are placed', '(Weak) Tj 50 0 Td (supervision) Tj 110 0 Td (tail) Tj'],
  ])('in another colour keeps the gaps that no glyph shows (%s)', async (_, show) => {
    const opened = await openObjects(onePage(`BT /F1 18 Tf 20 100 Td ${show} ET`));
    const before = await pdfiumOrigins(await save(opened));
    const outcomes = await restyleOnPage(opened, 0, { text: 'Weak supervision' }, { color: { red: 0, green: 0, blue: 1 } });
    expect(refusals(outcomes)).toEqual(['ok']);
    const after = await pdfiumOrigins(await save(opened));
    expect(after.filter(({ text }) => text.trim() !== '').map(({ x }) => x.toFixed(2))).toEqual(
      before.filter(({ text }) => text.trim() !== '').map(({ x }) => x.toFixed(2)),
    );
  });

  it('in a substitute face is one array, also where its letters are set tighter', async () => {
    const { opened, outcomes } = await replace(onePage('BT /F1 18 Tf 20 100 Td (Hello) Tj ET'), 'Hello', 'Привет', { fit: 'shrink' });
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(contentOf(opened).match(/Tf/g)?.length).toBe(3);
  });

  it('bytes of operations that are not edited stay', async () => {
    const content = 'q 1 0 0 1 0 0 cm % comment\nBT /F1 18 Tf 20 100 Td [(un) 3 (touched)] TJ 0 -20 Td (old) Tj ET Q';
    const { opened } = await replace(onePage(content), 'old', 'new');
    expect(contentOf(opened)).toBe(content.replace('(old) Tj', '[(new)]TJ'));
  });

  it('columns further along the line stay where they are', async () => {
    const objects = onePage('BT /F1 10 Tf 20 100 Td [(name) -6000 (amount)] TJ ET');
    const before = await pdfiumOrigins(await save(await openObjects(objects)));
    const { bytes } = await replace(objects, 'name', 'surname');
    const [amount, moved] = [before, await pdfiumOrigins(bytes)].map((origins) => origins.findLast(({ text }) => text === 'u')?.x ?? 0);
    expect(moved).toBeCloseTo(amount ?? 0, 2);
  });

  it('a line of a block keeps the left side of the block, though what it is clipped to ends where it does', async () => {
    const content =
      'q 20 20 228 150 re W n BT /F1 10 Tf 120 100 Td (Date: 1 May) Tj ET BT /F1 10 Tf 120 86 Td (Due date: 31 December 2026) Tj ET Q';
    const { bytes, outcomes } = await replace(onePage(content), '31 December 2026', '15 May 2027');
    expect(refusals(outcomes)).toEqual(['ok']);
    const origins = await pdfiumOrigins(bytes);
    const starts = origins.filter(({ text }) => text === 'D').map(({ x }) => Math.round(x));
    expect(starts.filter((x) => x === 120)).toHaveLength(2);
  });

  it('right-aligned lines stay right-aligned', async () => {
    const lines = ['1,000.00', '25.00', '3.50'].map(
      (text, index) =>
        `1 0 0 1 ${(200 - text.length * 5.56 + (text.match(/[.,]/g)?.length ?? 0) * 2.78).toFixed(2)} ${100 - index * 14} Tm (${text}) Tj`,
    );
    const { bytes, texts } = await replace(onePage(`BT /F1 10 Tf ${lines.join(' ')} ET`), '25.00', '12,825.00');
    expect(texts[0]).toContain('12,825.00');
    const ends = (await pdfiumOrigins(bytes))
      .filter((_, index, all) => index + 1 === all.length || Math.abs(all[index + 1]!.y - all[index]!.y) > 1)
      .map(({ x }) => x);
    for (const x of ends) expect(x).toBeCloseTo(ends[0] ?? 0, 1);
  });

  it('only one use of a shared form changes, also of a nested one', async () => {
    const form = (content: string, resources: string) => ({
      dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << ${resources} >>`,
      data: content,
    });
    const { texts, outcomes, bytes } = await replace(
      onePage('/Outer Do q 1 0 0 1 0 -50 cm /Outer Do Q', {
        resources: '/XObject << /Outer 6 0 R >>',
        more: {
          6: form('/Inner Do', '/XObject << /Inner 7 0 R >>'),
          7: form('BT /F1 18 Tf 20 100 Td (shared word) Tj ET', '/Font << /F1 5 0 R >>'),
        },
      }),
      'word',
      'form',
      { occurrence: 2 },
    );
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(clean(texts[0])).toBe('shared word shared form');
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  it('a form that is drawn once is changed itself, and nothing of the old one is left', async () => {
    const { bytes } = await replace(
      onePage('/Fm Do', {
        resources: '/XObject << /Fm 6 0 R >>',
        more: {
          6: {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> >>',
            data: 'BT /F1 18 Tf 20 100 Td (secret) Tj ET',
          },
        },
      }),
      'secret',
      'public',
    );
    expect(Buffer.from(bytes).includes('secret')).toBe(false);
    expect((await pdfiumTexts(bytes))[0]).toContain('public');
  });

  it('a text that is asked for with a ligature is found as its letters', async () => {
    const { texts, outcomes } = await replace(onePage('BT /F1 18 Tf 20 100 Td (the effect) Tj ET'), 'e\ufb00ect', 'result');
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(clean(texts[0])).toBe('the result');
  });

  it('the part of a ligature that was not asked for stays', async () => {
    const fonts = '/F2 6 0 R';
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /fi] >> >>';
    const { texts } = await replace(onePage('BT /F2 18 Tf 20 100 Td (o\\001ce) Tj ET', { fonts, more: { 6: font } }), 'of', 'at');
    expect(clean(texts[0])).toBe('atice');
  });

  it('a character that the embedded font does not have is shown in a face that stands in, and said', async () => {
    const opened = await openObjects(onePage('BT /F9 18 Tf 20 100 Td <0001> Tj ET'));
    const style = { family: 'serif', isBold: true, isItalic: false } as const;
    const [face] = (await findFaces('abc', style)) ?? [];
    const resources = opened.pages[0]!.dict.lookup(PDFName.of('Resources'));
    const fonts = (resources as unknown as { lookup(key: PDFName): { set(key: PDFName, value: unknown): void } }).lookup(
      PDFName.of('Font'),
    );
    fonts.set(PDFName.of('F9'), embedFace(opened.context, face!, style));
    const code = face!.glyphs.get('a')!.gid;
    const contents = opened.context.lookup(opened.pages[0]!.dict.get(PDFName.of('Contents'))) as PDFRawStream;
    (contents as unknown as { contents: Uint8Array }).contents = Buffer.from(
      `BT /F9 18 Tf 20 100 Td <${code.toString(16).padStart(4, '0')}> Tj ET`,
    );
    const [own] = await replaceOnPage(opened, 0, { text: 'a' }, 'cab');
    expect(own?.ok && own.change.fidelity).toMatchObject({ font_preserved: true, glyphs_missing: [] });
    const [other] = await replaceOnPage(opened, 0, { text: 'cab' }, 'Žd');
    expect(other?.ok && other.change.fidelity).toMatchObject({
      font_preserved: false,
      font_substituted: 'Tinos-Bold',
      glyphs_missing: ['Ž', 'd'],
    });
    const bytes = await save(opened);
    expect(clean(textOfPdf(bytes))).toBe('Žd');
    expect(clean((await pdfiumTexts(bytes))[0])).toBe('Žd');
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  it('longer text than the place is made smaller by a tenth at most, refused or let over, as asked', async () => {
    const objects = onePage('BT /F1 18 Tf 20 100 Td (short) Tj 200 0 Td (wall) Tj ET', { page: '/MediaBox [0 0 300 200]' });
    const long = 'atextofmanywordsthatisone';
    const [shrunk] = (await replace(objects, 'short', long)).outcomes;
    expect(shrunk?.ok && shrunk.change.fidelity).toMatchObject({ overflow: false, fitting: 'smaller' });
    expect(shrunk?.ok && shrunk.change.fidelity.scale).toBeGreaterThan(0.9);
    for (const fit of ['error', 'reflow'] as const)
      expect(refusals((await replace(objects, 'short', long, { fit })).outcomes)).toEqual(['does_not_fit']);
    const [over] = (await replace(objects, 'short', long, { fit: 'overflow' })).outcomes;
    expect(over?.ok && over.change.fidelity).toMatchObject({ overflow: true, scale: 1 });
    expect(refusals((await replace(objects, 'short', long.repeat(4))).outcomes)).toEqual(['does_not_fit']);
  });

  it('what readers are told instead of the glyphs goes with them', async () => {
    const { bytes, outcomes } = await replace(
      onePage('/Span << /MCID 3 /ActualText (old words) >> BDC BT /F1 18 Tf 20 100 Td (old) Tj ET EMC'),
      'old',
      'new',
    );
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(clean(textOfPdf(bytes))).toBe('new');
  });

  it.each([
    ['fewer', 'Lost', 'Lost Homeland and'],
    ['more', 'Homeland and Lost', 'Lost'],
  ])('leaders that become %s are not told as many as they were', async (_, old, fresh) => {
    const start = old === 'Lost' ? 62 : 138;
    const dots = '.'.repeat(Math.floor((270 - start) / 5));
    const { bytes, outcomes } = await replace(
      onePage(
        `BT /F1 12 Tf 30 100 Td (${old}) Tj ET /Span << /ActualText (${dots}) >> BDC BT /F1 12 Tf 1.664 Tc ${start} 100 Td (${dots}) Tj ET EMC BT 0 Tc /F1 12 Tf 275 100 Td (5) Tj ET`,
      ),
      old,
      fresh,
    );
    expect(refusals(outcomes)).toEqual(['ok']);
    const [seen = ''] = await pdfiumTexts(bytes);
    expect(textOfPdf(bytes).split('.').length).toBe(seen.split('.').length);
    expect(seen.split('.').length).not.toBe(dots.length + 1);
  });

  it('letters that readers know by their replacement text alone get one where they are written anew', async () => {
    const map = '1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar <31> <fffd> <32> <fffd> <35> <0035> endbfchar';
    const head = (folio: string) => `BT /F6 18 Tf 20 100 Td (3) Tj ET BT /Span << /ActualText (${folio}) >> BDC /F6 18 Tf 30.01 100 Td (${folio}) Tj EMC ET`;
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>';
    const objects = onePage(head('21'), { fonts: '/F6 6 0 R', more: { 6: font, 7: { dict: '', data: map } } });
    const { bytes, outcomes } = await replace(objects, '321', '325');
    expect(refusals(outcomes)).toEqual(['ok']);
    expect(clean(textOfPdf(bytes))).toBe('325');
    expect((await pdfiumTexts(bytes)).map(clean)).toEqual(['325']);
  }); // prettier-ignore

  it.each([
    [
      'type3_font',
      '/F6',
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << /Differences [97 /a /b] >> /FirstChar 97 /LastChar 98 /Widths [1 1] >>',
      '(ab) Tj',
      'ab',
    ],
    ['invisible_text', '/F1', 'null', '3 Tr (ab) Tj', 'ab'],
    ['spans_lines', '/F1', 'null', '(ab) Tj 120 0 Td (cd) Tj', 'ab cd'],
  ])('%s is refused, and nothing has changed', async (refusal, name, font, show, text) => {
    const objects = onePage(`BT ${name} 12 Tf 20 100 Td ${show} ET`, { fonts: '/F6 6 0 R', more: { 6: font } });
    const { outcomes, opened } = await replace(objects, text, 'xy');
    expect(refusals(outcomes)).toEqual([refusal]);
    expect(contentOf(opened)).toBe((objects[4] as { data: string }).data);
  });

  it('case, whole words and occurrences are chosen as asked', async () => {
    const objects = onePage('BT /F1 12 Tf 20 100 Td (Cat cat concat CAT cat) Tj ET');
    const edited = async (query: { isCaseSensitive?: boolean; isWholeWord?: boolean }, options: Options = {}) => {
      const opened = await openObjects(objects);
      await replaceOnPage(opened, 0, { text: 'cat', ...query }, 'dog', options);
      return clean((await pdfiumTexts(await save(opened)))[0]);
    };
    expect(await edited({})).toBe('Cat dog condog CAT dog');
    expect(await edited({ isWholeWord: true })).toBe('Cat dog concat CAT dog');
    expect(await edited({ isCaseSensitive: false }, { occurrence: 4 })).toBe('Cat cat concat dog cat');
    expect(await edited({}, { occurrence: -1 })).toBe('Cat cat concat CAT dog');
  });

  it('another colour and size apply to the match alone', async () => {
    const opened = await openObjects(onePage('BT /F1 12 Tf 1 0 0 rg 20 100 Td (plain loud plain) Tj ET'));
    const [outcome] = await restyleOnPage(opened, 0, { text: 'loud' }, { color: { red: 0, green: 0, blue: 1 }, size: { points: 24 } });
    expect(outcome?.ok).toBe(true);
    expect(contentOf(opened)).toMatch(/0 0 1 rg \/F1 24 Tf \[\(loud\)\]TJ \/F1 12 Tf 1 0 0 rg/);
    expect(clean((await pdfiumTexts(await save(opened)))[0])).toBe('plain loud plain');
  });
});
