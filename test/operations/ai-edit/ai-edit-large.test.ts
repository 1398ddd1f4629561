// Documents of many pages, edited on every page or on one. `npm run bench:large` measures memory and time, with the limits of a real job.

import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { pdfiumTexts } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

afterAll(endPdfium);

const HEAD = 4;
const [PAGE, CONTENT] = [10, 20_010];
const LINES = ['The parties agree on what follows.', 'Nothing else was said by anyone.', 'This page ends here.'];

/** Each page says who it is from in text of its own; the running head is one form that all of them draw. */
function makePages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, n) => `${PAGE + n} 0 R`).join(' ');
  const objects: Record<number, PdfObject> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${count} /MediaBox [0 0 400 300] /Resources << /Font << /F1 3 0 R >> /XObject << /Head ${HEAD} 0 R >> >> /Kids [${kids}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    [HEAD]: {
      dict: '/Subtype /Form /BBox [0 0 400 300] /Resources << /Font << /F1 3 0 R >> >>',
      data: 'BT /F1 9 Tf 30 280 Td (Harbour office) Tj ET',
    },
  };
  for (let n = 0; n < count; n++) {
    objects[PAGE + n] = `<< /Type /Page /Parent 2 0 R /Contents ${CONTENT + n} 0 R >>`;
    const text = [`Letter ${n + 1} from Northwind to you.`, ...LINES].map((line) => `(${line}) Tj T*`).join(' ');
    objects[CONTENT + n] = { dict: '', data: `/Head Do BT /F1 12 Tf 16 TL 30 240 Td ${text} ET` };
  }
  return makePdf({ objects });
}

const count = (texts: readonly string[], word: string) => texts.filter((text) => text.includes(word)).length;

describe('a document of 200 pages', () => {
  const source = makePages(200);

  test('is edited on every page; each is drawn and compared, and told while it goes by', async () => {
    const { bytes, report, progress, warnings } = await runEdit(source, 'replace "Northwind" with "Southwind"');
    const texts = await pdfiumTexts(bytes);
    expect([count(texts, 'Southwind'), count(texts, 'Northwind')]).toEqual([200, 0]);
    expect(report.verification).toMatchObject({
      pages_unchanged: 0,
      rendered_pages_compared: 200,
      places_checked: 200,
      texts_checked: 400,
    });
    expect(report).toMatchObject({ changes_total: 200 });
    expect(warnings).toEqual([]);
    for (const stage of ['checking', 'editing', 'verifying']) {
      const told = progress.filter((said) => said.stage === stage && said.pages_total === 200);
      expect(told.length).toBeGreaterThan(10);
      expect(told.map(({ percent }) => percent)).toEqual(told.map(({ percent }) => percent).toSorted((one, two) => one - two));
    }
  });

  test('is edited on one page; the others are the same objects', async () => {
    const { report } = await runEdit(source, 'replace "Northwind" with "Southwind" on page 150');
    expect(report.verification).toMatchObject({ pages_unchanged: 199, rendered_pages_compared: 9 });
  });

  test('gets letters that its font does not have from one face for all pages', async () => {
    const { bytes } = await runEdit(source, 'replace "Northwind" with "Вестник" on pages 1-12');
    expect(count(await pdfiumTexts(bytes), 'Вестник')).toBe(12);
    expect(bytes.toString('latin1').match(/\/FontFile2/g)).toHaveLength(1);
  });

  test('has a running head that one page changes for itself, from a form that all draw', async () => {
    const { bytes, report } = await runEdit(source, 'replace "Harbour" with "Harvest" on pages 20-21');
    const texts = await pdfiumTexts(bytes);
    expect([count(texts, 'Harvest'), count(texts, 'Harbour')]).toEqual([2, 198]);
    expect(report.verification).toMatchObject({ pages_unchanged: 198, rendered_pages_compared: 10 });
  });
});

describe.runIf(EVERYTHING)('a document of 2,000 pages', () => {
  test('costs as much for each page as one of 250', async () => {
    const costOf = async (pages: number) => {
      const source = makePages(pages);
      const start = process.cpuUsage();
      const { report } = await runEdit(source, 'replace "Northwind" with "Southwind"; replace "Harbour" with "Harvest"', {
        limits: { pages: 2000, processing_ms: 1_200_000 },
      });
      const { user, system } = process.cpuUsage(start);
      expect(report.verification).toMatchObject({ rendered_pages_compared: pages, pages_unchanged: 0 });
      return (user + system) / pages;
    };
    await costOf(50);
    const few = await costOf(250);
    expect((await costOf(2000)) / few).toBeLessThan(1.5);
  }, 600_000);
});
