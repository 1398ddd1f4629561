// Accents as glyphs of their own, drawn over their letters: TeX writes so with its 7-bit fonts.

import { afterAll, describe, expect, it } from 'vitest';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { hasPdfJudges, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../../../support/run/run-edit.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';
import { replaceOnPage } from '../../../../support/replace-on-page.ts';

afterAll(endPdfium);

/** Widths of Helvetica, of which the page has the standard encoding: it has accents, and no letter with one. */
const WIDTHS: Record<string, number> = { a: 556, e: 556, o: 556, n: 556, u: 556, i: 278, A: 667, O: 778 };
const MARKS: Record<string, string> = { '\u0301': '\\302', '\u0303': '\\304', '\u0308': '\\310' };
const ACCENT = 333;

/** Each accent before its letter, moved over it, and raised over capitals. */
function inTex(text: string): string {
  return Array.from(text, (letter) => {
    const [base = '', mark] = letter.normalize('NFD');
    const accent = mark === undefined ? undefined : MARKS[mark];
    if (accent === undefined) return `(${letter}) Tj`;
    const aside = ((WIDTHS[base] ?? 0) - ACCENT) / 2;
    const rise = base === base.toUpperCase() ? 3 : 0;
    return `${rise} Ts [${-aside} (${accent}) ${aside + ACCENT}] TJ 0 Ts (${base === 'i' ? '\\365' : base}) Tj`;
  }).join(' ');
}

/** Poppler puts a mark behind the letter, which it leaves without its dot. */
const readByPoppler = (bytes: Uint8Array) => textOfPdf(bytes).replaceAll('\u0131', 'i').normalize('NFC').replaceAll('\r', '');

const LINES = ['La información técnica de SECCIÓN', 'está aquí para el año próximo.'] as const;
const CONTENT = `BT /F1 12 Tf 14 TL 30 150 Td ${LINES.map(inTex).join(' T* ')} ET`;

describe('letters with accents of their own', () => {
  it.skipIf(!hasPdfJudges)('are read with them, as poppler does', async () => {
    const bytes = makePdf({ objects: onePage(CONTENT) });
    expect(readByPoppler(bytes).split('\n').slice(0, 2)).toEqual([...LINES]);
    expect(textOfResult(await convertFromPdf('txt', bytes)).trim()).toBe(LINES.join(' '));
  });

  it.skipIf(!hasPdfJudges)('go with their letter when it goes or moves', async () => {
    const opened = await openObjects(onePage(CONTENT));
    const outcomes = await replaceOnPage(opened, 0, { text: 'información técnica' }, 'ficha');
    expect(outcomes.map((one) => one.ok && [one.change.before, one.change.fidelity.font_preserved])).toEqual([
      ['información técnica', true],
    ]);
    const bytes = await save(opened);
    expect(readByPoppler(bytes)).toContain('La ficha de SECCIÓN');
    const origins = await pdfiumOrigins(bytes);
    const accents = origins.filter(({ text }) => text === '\u00b4');
    expect(accents).toHaveLength(4);
    const letter = origins.find(({ text, x, y }) => text === 'O' && Math.round(y) === 150 && x > 30);
    const over = accents.find(({ y }) => y > 151);
    expect((over?.x ?? 0) + (ACCENT * 12) / 2000 - (letter?.x ?? 0) - ((WIDTHS['O'] ?? 0) * 12) / 2000).toBeCloseTo(0, 1);
  });

  it.skipIf(!hasPdfJudges)('are written so in new text, in the same font, and the guard lets it pass', async () => {
    const run = await runEdit(makePdf({ objects: onePage(CONTENT) }), 'Replace "información técnica" with "edición Ánima según máxima"');
    expect(run.report.fidelity).toMatchObject({ font_preserved: 1 });
    expect(readByPoppler(run.bytes).replaceAll('\n', ' ')).toContain('La edición Ánima según máxima de SECCIÓN');
    const origins = await pdfiumOrigins(run.bytes);
    const [capital] = origins.filter(({ text }) => text === 'A');
    const over = origins.find(({ text, x }) => text === '\u00b4' && x > (capital?.x ?? 0) && x < (capital?.x ?? 0) + 8);
    expect((over?.y ?? 0) - (capital?.y ?? 0)).toBeCloseTo(3, 5);
  });
});
