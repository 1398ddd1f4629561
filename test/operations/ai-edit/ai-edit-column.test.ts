// A value behind its label in line with the values above and below, where poppler sees it.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
import { popplerBoxes } from '../../../support/judges/read-layer.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
const page = makePdf({
  objects: onePage(
    `BT /F1 9 Tf ${at(40, 240, 'Invoice:')} ${at(160, 240, 'E0800')} ${at(40, 225, 'Number of your order:')} ${at(40, 210, 'Date:')} ${at(160, 210, '08.03.2019')} ${at(40, 195, 'Terms of payment:')} ${at(150, 195, 'net')} ET`,
    { page: '/MediaBox [0 0 400 300]' },
  ),
});
const insert = (more: object) =>
  runEdit(page, {
    plan: {
      operations: [{ id: 'op1', op: 'insert_text', because: 'x', place: 'after', match: { text: 'Number of your order:' }, value: 'PO-4711', ...more }], // prettier-ignore
      unresolved: [],
    },
  } as never);

describe.skipIf(!hasPdfJudges)('a value in line with others', () => {
  test('begins where they do, on the line of its label, and nothing else moves', async () => {
    const { bytes, report } = await insert({ in_line_with: '08.03.2019' });
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    const before = popplerBoxes(page);
    const after = popplerBoxes(bytes);
    const [fresh, date, label] = ['PO-4711', '08.03.2019', 'order:'].map((text) => after.find((word) => word.text === text)?.box);
    expect(fresh?.[0]).toBeCloseTo(date?.[0] ?? 0, 1);
    expect(fresh?.[1]).toBeCloseTo(label?.[1] ?? 0, 1);
    const bare = ({ text, box }: (typeof after)[number]) => `${text} ${Math.round(box[0])} ${Math.round(box[1])}`;
    const others = after.filter(({ text }) => text !== 'PO-4711');
    expect(new Set(others.map(bare))).toEqual(new Set(before.map(bare)));
    expect(report.changes).toMatchObject([{ op: 'insert_text', after: 'Number of your order: PO-4711' }]);
  });

  test('a text that is nowhere, and a place that is taken, are refused', async () => {
    await expect(insert({ in_line_with: '09.09.2029' })).rejects.toMatchObject({ reason: 'text_not_found' });
    await expect(insert({ match: { text: 'Terms of payment:' }, in_line_with: '08.03.2019' })).rejects.toMatchObject({
      reason: 'text_does_not_fit',
    });
  });

  test('without it the value follows its label', async () => {
    const { bytes } = await insert({});
    const box = popplerBoxes(bytes).find(({ text }) => text === 'PO-4711')?.box;
    expect(box?.[0]).toBeLessThan(150);
  });
});
