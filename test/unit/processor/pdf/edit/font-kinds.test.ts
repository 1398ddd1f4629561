import { describe, expect, it } from 'vitest';
import { replaceOnPage, restyleOnPage } from '../../../../support/replace-on-page.ts';
import { FONT_KINDS, fontFixture, type FontKind } from '../../../../../support/documents/font-kinds.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, pdfiumTexts, save } from '../../../../../support/run/edit-pdf.ts';
import { pageSimilarity } from '../../../../../support/judges/page-similarity.ts';

const LINES = ['HIT THO HUT TIO', 'OUT HIT TOO HOT'];
const clean = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

async function page(kind: FontKind, lines: readonly string[], more = '') {
  const { objects, show } = await fontFixture(kind);
  const content = `BT /F2 20 Tf 24 TL 20 100 Td ${lines.map((line) => `${show(line)} Tj T*`).join(' ')} ET ${more}`;
  return onePage(content, { fonts: '/F2 20 0 R', more: objects, page: '/MediaBox [0 0 300 150]' });
}

async function edited(kind: FontKind, text: string, value: string) {
  const opened = await openObjects(await page(kind, LINES));
  const outcomes = await replaceOnPage(opened, 0, { text }, value);
  const bytes = await save(opened);
  return { outcomes, bytes, pdfium: clean((await pdfiumTexts(bytes))[0]), poppler: clean(textOfPdf(bytes)) };
}

describe.skipIf(!hasPdfJudges).each(FONT_KINDS)('text in a %s font', (kind) => {
  it('is replaced in its own letters, and looks as if it had been written so', async () => {
    const { outcomes, bytes, pdfium, poppler } = await edited(kind, 'THO', 'TOO');
    expect(outcomes.map((outcome) => outcome.ok && outcome.change.fidelity.font_preserved)).toEqual([true]);
    expect([pdfium, poppler]).toEqual(Array.from({ length: 2 }, () => 'HIT TOO HUT TIO OUT HIT TOO HOT'));
    expect(qpdfCheck(bytes).status).toBe(0);
    const written = await save(await openObjects(await page(kind, ['HIT TOO HUT TIO', LINES[1] ?? ''])));
    expect(pageSimilarity(written, bytes, { dpi: 72, lastPage: 1 })[0]).toBeGreaterThan(0.99);
  });

  it('is replaced where it goes over the end of a line', async () => {
    const { outcomes, pdfium, poppler } = await edited(kind, 'TIO OUT', 'HI');
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true]);
    expect([pdfium, poppler]).toEqual(Array.from({ length: 2 }, () => 'HIT THO HUT HI HIT TOO HOT'));
  });

  it('is deleted, and what follows it moves up', async () => {
    const { bytes, pdfium } = await edited(kind, 'HIT THO ', '');
    expect(pdfium).toBe('HUT TIO OUT HIT TOO HOT');
    expect((await pdfiumOrigins(bytes)).find(({ text }) => text !== ' ')?.x).toBeCloseTo(20, 1);
  });

  it('takes letters that the font lacks from another face, or says that it cannot', async () => {
    const { outcomes, pdfium, poppler } = await edited(kind, 'HUT', 'wxyz');
    if (kind === 'type3') {
      expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refusal))).toEqual(['type3_font']);
      return;
    }
    expect(outcomes.map((outcome) => outcome.ok && outcome.change.fidelity.font_preserved)).toEqual([kind === 'standard']);
    expect([pdfium, poppler]).toEqual(Array.from({ length: 2 }, () => 'HIT THO wxyz TIO OUT HIT TOO HOT'));
  });

  it('becomes bold in a face that stands in, and the rest of the line follows', async () => {
    const opened = await openObjects(await page(kind, LINES));
    const outcomes = await restyleOnPage(opened, 0, { text: 'HUT' }, { bold: true }, { fit: 'loose' });
    const bytes = await save(opened);
    if (kind === 'type3') {
      expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refusal))).toEqual(['type3_font']);
      return;
    }
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.change.fidelity.font_substituted : outcome.refusal))).toEqual([
      kind === 'type1' || kind === 'cff' ? 'Arimo-Bold' : 'Tinos-Bold',
    ]);
    expect(clean((await pdfiumTexts(bytes))[0])).toBe(LINES.join(' '));
    expect(clean(textOfPdf(bytes))).toBe(LINES.join(' '));
  });
});

describe.skipIf(!hasPdfJudges)('bold text', () => {
  it('is set in the bold face of its family where the document has it', async () => {
    const objects = onePage('BT /F2 12 Tf 20 100 Td (plain words here) Tj /F3 12 Tf 0 -20 Td (Heading) Tj ET', {
      fonts: '/F2 6 0 R /F3 7 0 R',
      more: {
        6: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
        7: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>',
      },
    });
    const opened = await openObjects(objects);
    const [outcome] = await restyleOnPage(opened, 0, { text: 'words' }, { bold: true });
    expect(outcome?.ok && outcome.change.fidelity).toMatchObject({ font_preserved: true });
    const bytes = await save(opened);
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/FontFile/g),
    ).toBeNull();
    expect(clean(textOfPdf(bytes))).toBe('plain words here Heading');
    const origins = await pdfiumOrigins(bytes);
    expect(origins[12]!.x - origins[0]!.x).toBeGreaterThan(60.5);
  });

  it('that is bold already stays as it is', async () => {
    const objects = onePage('BT /F2 12 Tf 20 100 Td (plain words here) Tj ET', {
      fonts: '/F2 6 0 R',
      more: { 6: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>' },
    });
    const opened = await openObjects(objects);
    const before = await save(opened);
    const [outcome] = await restyleOnPage(opened, 0, { text: 'words' }, { bold: true });
    expect(outcome?.ok && outcome.change.fidelity).toMatchObject({ font_preserved: true });
    expect(pageSimilarity(before, await save(opened), { dpi: 72, lastPage: 1 })).toEqual([1]);
  });
});
