// Several operations of one plan on one document, judged by qpdf and poppler.

import { afterAll, describe, expect, test } from 'vitest';
import { applyStructure } from '../../../../../../processor/operations/ai-edit/apply/apply-structure.ts';
import { FreeSpace } from '../../../../../../processor/pdf/placing/free-space.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../../../../processor/pdf/save.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { placedOperations } from '../../../../../support/placed-operations.ts';
import { reportPdf } from '../../../../../../support/documents/report-pdf.ts';

afterAll(endPdfium);

describe.runIf(hasPdfJudges)('a plan of many operations', () => {
  test('is carried out whole, whatever the order of its clauses', async () => {
    const clauses = [
      'add page numbers in the format "{n} of {total}"',
      'flatten the form',
      'duplicate page 1',
      'delete page 4',
      'fill the field "Name" with "Ann Lee"',
      'remove all comments and all links',
      'move page 3 to the front',
      'rotate page 2 by 90 degrees',
      'stamp "SEEN" top left',
    ];
    for (const order of [clauses, clauses.toReversed()]) {
      const opened = await openPdf(reportPdf(), { needs: 'modify', pagesMax: 100 });
      await using space = new FreeSpace(opened);
      const changes = await applyStructure(opened, placedOperations(order.join('; '), 4), 100, space);
      expect(changes).toMatchObject({ removedAnnotations: 1, removedLinks: 2, flattenedWidgets: 4 });
      expect(changes.pages.map((page) => page.sourcePage)).toEqual([3, 1, 1, 2]);
      const made = await savePdf(opened.context, { packed: true });
      expect(qpdfCheck(made)).toMatchObject({ status: 0 });
      const pages = textOfPdf(made).split('\f').slice(0, -1);
      expect(pages.map((page) => ['Alpha', 'Bravo', 'Charlie', 'Delta'].find((word) => page.includes(word)))).toEqual([
        'Charlie',
        'Alpha',
        'Alpha',
        'Bravo',
      ]);
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`${index + 1} of 4`);
        expect(page).toContain('SEEN');
      }
      expect(pages[1]).toContain('Ann Lee');
      expect(pages[2]).toContain('Ann Lee');
      expect(qpdfPlain(made)).not.toMatch(/\/Widget|\/AcroForm|Delta/);
    }
  });
});
