// What a plan does to whole pages, judged by qpdf and poppler.

import { PDFName } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { rotationOf } from '../../../../../../processor/pdf/pages/page-box.ts';
import { applyPageOperations } from '../../../../../../processor/operations/ai-edit/apply/apply-pages.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../../../../processor/pdf/save.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../../../../support/documents/make-pdf.ts';
import { placedOperations } from '../../../../../support/placed-operations.ts';
import { PAGE_WORDS, reportPdf } from '../../../../../../support/documents/report-pdf.ts';

afterAll(endPdfium);

async function edit(instruction: string, source = reportPdf()): Promise<Uint8Array> {
  const opened = await openPdf(source, { needs: 'modify', pagesMax: 100 });
  applyPageOperations(opened, placedOperations(instruction, opened.pages.length), 100);
  return savePdf(opened.context, { packed: false });
}

/** The words of the pages in order; `-` for a blank one. */
function order(bytes: Uint8Array): string {
  const pages = textOfPdf(bytes).split('\f').slice(0, -1);
  return pages.map((text) => PAGE_WORDS.find((word) => text.includes(word))?.charAt(0) ?? '-').join('');
}

describe.runIf(hasPdfJudges)('pages', () => {
  test.each([
    ['delete page 2', 'ACD'],
    ['delete pages 1-3', 'D'],
    ['keep only pages 3 and 4', 'CD'],
    ['keep pages 4,2', 'DB'],
    ['delete odd pages', 'BD'],
    ['move page 4 to the front', 'DABC'],
    ['move pages 1-2 after page 3', 'CABD'],
    ['move page 2 after page 2', 'ABCD'],
    ['move page 1 to the end', 'BCDA'],
    ['duplicate page 2', 'ABBCD'],
    ['duplicate page 1 twice; delete page 3', 'AAABD'],
    ['insert a blank page after page 1', 'A-BCD'],
    ['add two blank pages before page 1', '--ABCD'],
    ['append a blank page; delete page 1', 'BCD-'],
    ['insert a blank page after page 2; delete page 2', 'A-CD'],
    ['move page 4 before page 1; insert a blank page after page 4', 'D-ABC'],
  ])('%s gives %s, clean and without repair', async (instruction, expected) => {
    const made = await edit(instruction);
    expect(order(made)).toBe(expected);
    expect(qpdfCheck(made)).toMatchObject({ status: 0 });
  });

  test('a page that is kept looks as before, wherever it stands and whatever it had inherited', async () => {
    const before = picturesOfPdf(reportPdf());
    expect(picturesOfPdf(await edit('move page 4 to the front'))).toEqual([before[3], before[0], before[1], before[2]]);
    expect(picturesOfPdf(await edit('keep pages 3-4'))).toEqual([before[2], before[3]]);
  });

  test('nothing of a deleted page is left in the file', async () => {
    const plain = qpdfPlain(await edit('delete page 4'));
    expect(plain).not.toContain('Delta');
    expect(plain).toContain('Charlie');
    expect(qpdfPlain(await edit('keep pages 2-3'))).not.toMatch(/Alpha|Delta/);
  });

  test('outline, destinations, links, labels, fields, tags and threads know of the pages that are left only', async () => {
    const made = await openPdf(await edit('delete pages 2 and 4'), { needs: 'read', pagesMax: 9 });
    const plain = qpdfPlain(await edit('delete pages 2 and 4'));
    expect([...plain.matchAll(/\/Title \((\w+)\)/g)].map(([, title = '']) => title).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'One',
      'Three',
      'Two',
    ]);
    expect(plain).not.toContain('(second)');
    expect(plain).not.toContain('(fourth)');
    expect(plain).toContain('(third)');
    expect(plain).not.toMatch(/\/OpenAction|\/Threads|\/Bead/);
    expect(plain).toContain('https://example.com/');
    expect(plain.match(/\/Subtype \/Link/g)).toHaveLength(1);
    // Page 1 is i, page 3 is A-1.
    expect(made.catalog.lookup(PDFName.of('PageLabels'))?.toString()).toMatch(/0\s+<<\s*\/S \/r\s*>>\s+1\s+<<\s*\/S \/D\s+\/P \(A-\)\s*>>/);
    expect(plain).toContain('/T (Name)');
    expect(plain).toContain('/T (Both)');
    expect(plain).not.toContain('/T (Agree)');
    expect(plain.match(/\/Subtype \/Widget/g)).toHaveLength(2);
    expect(plain.match(/\/Type \/StructElem/g)).toHaveLength(3);
  });

  test('a copy is its own page: same picture, no place in the tags, no second field', async () => {
    const made = await edit('duplicate page 2');
    const pictures = picturesOfPdf(made);
    expect(pictures[2]).toBe(pictures[1]);
    const plain = qpdfPlain(made);
    const before = qpdfPlain(reportPdf());
    expect(plain.match(/\/StructParents/g)).toHaveLength(4);
    expect(plain.match(/\/Subtype \/Widget/g)).toEqual(before.match(/\/Subtype \/Widget/g));
    expect(textOfPdf(made).match(/Filled/g)).toHaveLength(4);
    expect(plain.match(/\(a note\)/g)).toHaveLength(2);
    // Neither page keeps the link to the deleted page.
    expect(qpdfPlain(await edit('duplicate page 1; delete page 4')).match(/\/Subtype \/Link/g)).toHaveLength(2);
  });

  test('a turn is added to the turn that the page has', async () => {
    const turned = await openPdf(await edit('rotate all pages by 90 degrees'), { needs: 'read', pagesMax: 9 });
    expect(turned.pages.map(({ dict }) => rotationOf(dict))).toEqual([90, 90, 180, 180]);
    const before = picturesOfPdf(reportPdf());
    expect(picturesOfPdf(await edit('rotate page 1 by 180 degrees; rotate page 2 by 270 degrees')).slice(2)).toEqual(before.slice(2));
  });

  test('a crop cuts the sides as they are seen', async () => {
    const box = async (instruction: string, page: number) => {
      const opened = await openPdf(await edit(instruction), { needs: 'read', pagesMax: 9 });
      return opened.pages[page - 1]?.dict.lookup(PDFName.of('CropBox'))?.toString();
    };
    expect(await box('crop 10 pt from the top and 20 pt from the left of page 1', 1)).toBe('[ 20 0 300 190 ]');
    // Pages 3 and 4 are shown turned by 90 degrees clockwise: the top that is seen is their left side.
    expect(await box('crop 10 pt from the top of page 3', 3)).toBe('[ 20 10 290 190 ]');
    expect(await box('crop 10% from all sides of page 1', 1)).toBe('[ 30 20 270 180 ]');
    await expect(edit('crop 60% from all sides')).rejects.toMatchObject({ reason: 'plan_invalid' });
  });

  test('more pages than the plan allows are refused', async () => {
    await expect(edit('duplicate all pages 50 times')).rejects.toMatchObject({ reason: 'output_limit' });
  });
});

describe.runIf(hasPdfJudges)('documents that refer in circles', () => {
  test.each([
    [
      'fields',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [20 0 R 20 0 R] >> >>',
        20: '<< /T (a) /Kids [20 0 R 20 0 R 21 0 R] >>',
        21: '<< /T (b) /Kids [20 0 R 21 0 R] >>',
      },
    ],
    [
      'an outline',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /Outlines 20 0 R >>',
        20: '<< /First 21 0 R /Last 21 0 R /Count 1 >>',
        21: '<< /Title (a) /Parent 20 0 R /First 21 0 R /Next 21 0 R >>',
      },
    ],
    [
      'destinations',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /Names << /Dests 20 0 R >> /OpenAction (a) >>',
        20: '<< /Kids [20 0 R] /Names [(a) (b) (b) (a)] >>',
      },
    ],
    [
      'tags',
      {
        1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 20 0 R >>',
        20: '<< /K 21 0 R /ParentTree 22 0 R >>',
        21: '<< /S /P /K [21 0 R 21 0 R] /Pg 3 0 R >>',
        22: '<< /Kids [22 0 R] /Nums [0 21 0 R] >>',
      },
    ],
    ['labels', { 1: '<< /Type /Catalog /Pages 2 0 R /PageLabels 20 0 R >>', 20: '<< /Kids [20 0 R 20 0 R] /Nums [0 << /S /D >>] >>' }],
    [
      'annotations',
      {
        3: '<< /Type /Page /Parent 2 0 R /Annots [20 0 R 20 0 R] >>',
        20: '<< /Subtype /Text /Rect [0 0 9 9] /Popup 20 0 R /Parent 20 0 R /IRT 20 0 R >>',
      },
    ],
  ])('%s are edited like others', async (_name, objects) => {
    const source = makePdf({
      objects: {
        ...plainObjects(),
        2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 300 200] >>',
        6: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        7: { dict: '', data: 'BT /F1 18 Tf 20 100 Td (Bravo) Tj ET' },
        ...(objects as unknown as Record<number, string>),
      },
    });
    expect(order(await edit('delete page 1', source))).toBe('B');
    expect(order(await edit('duplicate all pages', source)).length).toBe(4);
  });
});
