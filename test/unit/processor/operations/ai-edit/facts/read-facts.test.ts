// From an instruction to a changed document, by way of every check, on a PDF that is opened once.

import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { applyStructure } from '../../../../../../processor/operations/ai-edit/apply/apply-structure.ts';
import { checkPlan } from '../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { makePlan } from '../../../../../../processor/operations/ai-edit/plan/make-plan.ts';
import { FreeSpace } from '../../../../../../processor/pdf/placing/free-space.ts';
import { readFacts } from '../../../../../../processor/operations/ai-edit/facts/read-facts.ts';
import { describeMatch } from '../../../../../../processor/pdf/edit/find.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../../../../processor/pdf/save.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../../../../support/documents/make-pdf.ts';
import { reportPdf } from '../../../../../../support/documents/report-pdf.ts';

afterAll(endPdfium);

async function check(instruction: string, source = reportPdf()) {
  const opened = await openPdf(source, { needs: 'modify', pagesMax: 100 });
  const facts = readFacts(opened, createHash('sha256').update(source).digest('hex'));
  const plan = await makePlan(instruction, { facts, fields: () => Promise.resolve([]) }, undefined);
  return { opened, facts, checked: await checkPlan(plan, facts, { instruction, allowPartial: false }) };
}

describe('facts of a PDF', () => {
  test('text is found with its page and its glyphs', async () => {
    const { facts, checked } = await check('highlight "Charlie"; delete "ravo", ignoring case');
    const places = checked.operations.flatMap(({ found }) => found);
    expect(places.map(({ page, text }) => [page, text])).toEqual([
      [3, 'Charlie'],
      [2, 'ravo'],
    ]);
    const [first] = places;
    const match = first && describeMatch(facts.pageAt(first.page), first.start, first.end);
    expect(match?.text).toBe('Charlie');
    expect(match?.boxes).toHaveLength(1);
  });

  test.each([
    ['delete "Echo"', 'text_not_found'],
    ['fill the field "Nobody" with "x"', 'text_not_found'],
    ['delete page 5', 'plan_invalid'],
    ['make it nicer', 'plan_invalid'],
  ])('%s is refused as %s', async (instruction, reason) => {
    await expect(check(instruction)).rejects.toMatchObject({ reason });
  });

  test('a page that only shows a picture has no text to change', async () => {
    const image = { dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', data: '\x80' };
    const scan = makePdf({
      objects: {
        ...plainObjects(),
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I 6 0 R >> >> >>',
        4: { dict: '', data: 'q 300 0 0 200 0 0 cm /I Do Q' },
        6: image,
      },
    });
    await expect(check('replace "Total" with "Sum"', scan)).rejects.toMatchObject({ reason: 'no_text_found' });
  });

  test.runIf(hasPdfJudges)('a checked plan is carried out', async () => {
    const { opened, checked } = await check(
      'fill the field "Name" with "Ann Lee"; flatten the form; delete page 4; add page numbers in the format "p{n}"',
    );
    await using space = new FreeSpace(opened);
    await applyStructure(opened, checked.operations, 100, space);
    const made = await savePdf(opened.context, { packed: true });
    expect(qpdfCheck(made)).toMatchObject({ status: 0 });
    expect(textOfPdf(made)).toMatch(/Ann Lee[\s\S]*p1[\s\S]*p2[\s\S]*p3/);
  });
});
