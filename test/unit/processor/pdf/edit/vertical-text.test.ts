import { existsSync } from 'node:fs';
import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { embedFace, findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { findText } from '../../../../../processor/pdf/edit/find.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { drawnPixels } from '../../../../../support/judges/drawn-pixels.ts';
import { hasPdfJudges, qpdfCheck } from '../../../../../support/judges/judge-pdf.ts';
import { isPresent } from '../../../../../support/judges/present.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../../../support/run/run-edit.ts';
import { replaceOnPage } from '../../../../support/replace-on-page.ts';

const hasEastern = isPresent('Noto CJK (fonts-noto-cjk)', existsSync('/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc'));
const STYLE = { family: 'serif', isBold: false, isItalic: false, han: 'japanese', isVertical: true } as const;
const X = 150;

/** Two columns, written from the top: the second to the left of the first. */
async function columns(one: string, two: string) {
  const opened = await openObjects(onePage('BT ET', { page: '/MediaBox [0 0 200 300]' }));
  const [face] = (await findFaces(one + two, STYLE)) ?? [];
  const codes = (text: string) => Array.from(text, (letter) => face!.glyphs.get(letter)!.gid.toString(16).padStart(4, '0')).join('');
  const page = opened.pages[0]!.dict;
  const fonts = PDFDict.withContext(opened.context);
  fonts.set(PDFName.of('V1'), embedFace(opened.context, face!, STYLE));
  page.lookup(PDFName.of('Resources'), PDFDict).set(PDFName.of('Font'), fonts);
  const content = `BT /V1 12 Tf ${X} 280 Td <${codes(one)}> Tj -30 0 Td <${codes(two)}> Tj ET`;
  page.set(PDFName.of('Contents'), opened.context.register(PDFRawStream.of(opened.context.obj({}), Buffer.from(content))));
  return { opened, page };
}

describe.skipIf(!hasPdfJudges || !hasEastern)('vertical writing', () => {
  it('is read from the top, column by column, and found', async () => {
    const { page } = await columns('東京都の予算。', '大阪府の計画');
    const text = readPageTextEvents(page);
    expect(text.text).toBe('東京都の予算。\n大阪府の計画');
    const [match] = findText(text, { text: '予算' });
    const [left = 0, bottom = 0, right = 0, top = 0] = match?.boxes[0] ?? [];
    expect(match?.boxes).toHaveLength(1);
    expect(left).toBeLessThan(X);
    expect(right).toBeGreaterThan(X);
    expect(top - bottom).toBeGreaterThan(20);
  });

  it.each([
    ['in its own letters', '予算', '都予算'],
    ['in letters that it lacks', '予算', '環境（案）'],
    ['deleted', 'の予算', ''],
  ])('is replaced %s: what follows moves down or up, the column stays', async (_, from, to) => {
    const { opened, page } = await columns('東京都の予算。', '大阪府の計画');
    const before = await pdfiumOrigins(await save(opened));
    const [outcome] = await replaceOnPage(opened, 0, { text: from }, to);
    expect(outcome?.ok).toBe(true);
    const bytes = await save(opened);
    expect(qpdfCheck(bytes).status).toBe(0);
    expect(readPageTextEvents(page).text).toBe(`東京都の予算。\n大阪府の計画`.replace(from, to));
    const after = await pdfiumOrigins(bytes);
    const yOf = (origins: typeof after, letter: string) =>
      origins.find(({ text }) => text === letter || (letter === '。' && text === '︒'))?.y ?? NaN;
    expect(yOf(before, '。') - yOf(after, '。')).toBeCloseTo((to.length - from.length) * 12, 0);
    expect(yOf(after, '大')).toBeCloseTo(yOf(before, '大'), 2);
  });

  it('is replaced and redacted through the whole operation, and proved', async () => {
    const { opened } = await columns('東京都の予算。', '大阪府の計画');
    const source = await save(opened);
    const ink = (bytes: Uint8Array, y: number) => {
      const at = drawnPixels(bytes, 1);
      let dark = 0;
      for (let x = X - 6; x < X + 6; x++) for (let row = y; row < y + 12; row++) if ((at(x, row)?.[0] ?? 255) < 128) dark++;
      return dark;
    };
    const replaced = await runEdit(source, 'Replace "予算" with "環境計画"');
    // The seventh and eighth letter of the column.
    expect(ink(replaced.bytes, 20 + 6 * 12)).toBeGreaterThan(10);
    const redacted = await runEdit(source, 'Redact "予算"');
    expect(readPageTextEvents((await openPdf(redacted.bytes, { needs: 'modify', pagesMax: 10 })).pages[0]!.dict).text).not.toContain('予');
    expect(ink(redacted.bytes, 20 + 4 * 12 + 3)).toBeGreaterThan(80);
  });
});
