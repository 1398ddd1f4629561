// `ai-edit` on what is drawn of lines and areas: boxes with their text, shapes, figures. Judged by what poppler draws and reads.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { runTool } from '../../../processor/operations/ai-edit/model/document-tools.ts';
import { readFacts } from '../../../processor/operations/ai-edit/facts/read-facts.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const at = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
/** From the largest: a grey column, in which a white box has a time on its edge; a star with a text; a ring of many lines; a rule. */
const CONTENT = `0.8 g 20 20 120 260 re f
1 g 30 100 100 60 re f 30 154 30 8 re f 0 g ${at(50, 125, 'Exam')} ${at(32, 155, '17.00')} ${at(60, 250, 'Monday')}
1 0.8 0 RG 3 w 200 180 m 215 220 l 230 180 l 270 165 l 230 150 l 215 110 l 200 150 l 160 165 l s 0 g ${at(200, 162, 'Be brief')}
0 G 0.5 w ${Array.from({ length: 12 }, (_, index) => `${200 + index * 5} 40 m ${205 + index * 5} 80 l S`).join(' ')}
${at(290, 162, 'Stays')} 160 20 m 290 20 l S`;
const page = makePdf({ objects: onePage(CONTENT, { page: '/MediaBox [0 0 340 300]' }) });
const words = (pdf: Uint8Array) => textOfPdf(pdf).split(/\s+/u).filter((word) => word !== '').toSorted(); // prettier-ignore

const plan = (...operations: readonly object[]) =>
  ({
    plan: {
      operations: operations.map((one, index) => ({ id: `op${index + 1}`, op: 'delete_drawing', because: 'x', ...one })),
      unresolved: [],
    },
  }) as never;
async function remove(...operations: readonly object[]) {
  const { bytes, report } = await runEdit(page, plan(...operations));
  expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  const pixel = drawnPixels(bytes, 1);
  return { report, words: words(bytes), pixel: (x: number, y: number) => pixel(x, 300 - y)?.slice(0, 3) };
}
const [GREY, WHITE] = [
  [204, 204, 204],
  [255, 255, 255],
];

describe.skipIf(!hasPdfJudges)('drawings', () => {
  test('are listed from the largest, with their place, colour and text', async () => {
    const opened = await openPdf(page, { needs: 'read', pagesMax: 10 });
    const facts = readFacts(opened, '0'.repeat(64));
    const told = await runTool({ pageCount: 1, model: { page: () => undefined }, facts }, 'list_drawings', { page: 1 }, 2000);
    expect(JSON.parse(told)).toMatchObject({
      untrusted_data: {
        total: 6,
        drawings: [
          [1, 20, 20, 120, 260, '#cccccc', 'Exam 17.00 Monday'],
          [2, 160, 80, 110, 110, '#ffcc00', 'Be brief'],
          [3, 30, 138, 100, 62, '#ffffff', 'Exam 17.00'],
          [4, 200, 220, 60, 40, '#000000', ''],
          [5, 30, 138, 30, 8, '#ffffff', '17.00'],
          [6, 160, 280, 130, 0, '#000000', ''],
        ],
      },
    });
  });

  test('a box goes with its text and what is on its edge, and what it lies on is seen again', async () => {
    const { words: left, pixel } = await remove({ drawing: 3, with_text: true });
    expect(left).toEqual(['Be', 'Monday', 'Stays', 'brief']);
    expect([pixel(80, 130), pixel(45, 160), pixel(35, 101)]).toEqual([GREY, GREY, GREY]);
  });

  test('a shape goes and its text stays, or goes too; its neighbours stay', async () => {
    const bare = await remove({ drawing: 2 });
    expect(bare.words).toEqual(words(page));
    expect(bare.pixel(215, 217)).toEqual(WHITE);
    const both = await remove({ drawing: 2, with_text: true });
    expect(both.words).toEqual(['17.00', 'Exam', 'Monday', 'Stays']);
    expect(both.report.changes).toMatchObject([{ op: 'delete_drawing' }, { op: 'delete_drawing', before: 'Be brief' }]);
  });

  test('a text that only begins within the box around a shape is none of its texts', async () => {
    const crossed = `1 0 0 RG 3 w 40 100 m 160 100 l 160 160 l 100 160 l 40 200 l s 0 g ${at(60, 120, 'Be brief')} ${at(120, 180, 'Donald Sunter')} ${at(20, 180, 'Box 7')}`;
    const file = makePdf({ objects: onePage(crossed, { page: '/MediaBox [0 0 340 300]' }) });
    const { bytes } = await runEdit(file, plan({ with_text: true }));
    expect(words(bytes)).toEqual(['7', 'Box', 'Donald', 'Sunter']);
  });

  test.each([
    ['a star', '1 0 0 RG 3 w 150 250 m 170 190 l 230 190 l 182 152 l 200 92 l 150 128 l 100 92 l 118 152 l 70 190 l 130 190 l s'],
    ['a bubble of curves', '1 0 0 RG 150 250 m 195 250 230 215 230 170 c 230 125 195 90 150 90 c 105 90 70 125 70 170 c 70 215 105 250 150 250 c s'],
    ['two lines', '1 0 0 RG 70 170 m 150 250 l 230 170 l S 70 170 m 150 90 l 230 170 l S'],
  ])('a whole line that stands in the box around %s and not in it stays', async (_, shape) => {
    const file = makePdf({ objects: onePage(`${shape} 0 g ${at(130, 170, 'Be brief')} ${at(72, 238, 'Box 7')} ${at(205, 96, 'Note')}`, { page: '/MediaBox [0 0 340 300]' }) });
    const { bytes, report } = await runEdit(file, plan({ with_text: true }));
    expect(words(bytes)).toEqual(['7', 'Box', 'Note']);
    expect(report.changes).toMatchObject([{ op: 'delete_drawing' }, { before: 'Be brief' }]);
  }); // prettier-ignore

  test('a text half in a shape is none of its texts', async () => {
    const shape = '1 0 0 RG 3 w 150 250 m 230 170 l 150 90 l 70 170 l s';
    const file = makePdf({ objects: onePage(`${shape} 0 g ${at(130, 170, 'Brief')} ${at(74, 206, 'Half way')}`, { page: '/MediaBox [0 0 340 300]' }) }); // prettier-ignore
    expect(words((await runEdit(file, plan({ with_text: true }))).bytes)).toEqual(['Half', 'way']);
  });

  test('a figure of many lines is one; several go at once', async () => {
    const { pixel, words: left } = await remove({ drawing: 4 }, { drawing: 2 });
    expect(Array.from({ length: 60 }, (_, x) => pixel(200 + x, 60)).every((one) => String(one) === String(WHITE))).toBe(true);
    expect(pixel(215, 217)).toEqual(WHITE);
    expect(left).toEqual(words(page));
    // The rule stays.
    expect([pixel(200, 20), pixel(200, 19.4)].some((one) => (one?.[0] ?? 255) < 200)).toBe(true);
  });

  test('the largest; the only one where there are several is refused, and one that is not there', async () => {
    const { pixel } = await remove({ drawing: 'largest' });
    expect(pixel(25, 25)).toEqual(WHITE);
    await expect(remove({})).rejects.toMatchObject({ reason: 'ambiguous_match' });
    await expect(remove({ drawing: 7 })).rejects.toMatchObject({ reason: 'text_not_found' });
  });

  test('what hides a text stays: the text would appear', async () => {
    const covered = makePdf({ objects: onePage(`${at(50, 150, 'Secret')} 0 g 40 140 80 30 re f`) });
    await expect(runEdit(covered, plan({}))).rejects.toMatchObject({ reason: 'unsupported_feature' });
  });
});
