// `ai-edit` on what texts stand in: the grounds of cells and rows, and frames. Judged by what poppler draws and reads.

import { describe, expect, test } from 'vitest';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';

/** A table with a blue head in two cells of two pieces each, a grey row of one ground, a row without; a frame of one rectangle and one of four lines. */
const CONTENT = `0 0 1 rg 40 340 100 20 re f 160 340 0 0 re f 44 344 92 12 re f 140 340 100 20 re f
1 g BT /F 10 Tf 1 0 0 1 45 346 Tm (Name) Tj 1 0 0 1 150 346 Tm (Town) Tj ET
0.8 g 40 320 200 20 re f 0 g BT /F 10 Tf 1 0 0 1 45 326 Tm (Ada) Tj 1 0 0 1 150 326 Tm (Rome) Tj ET
BT /F 10 Tf 1 0 0 1 45 306 Tm (Bob) Tj 1 0 0 1 150 306 Tm (Oslo) Tj ET
0 G 1 w 40 240 200 40 re S BT /F 10 Tf 1 0 0 1 50 256 Tm (Please note this) Tj ET
0 g 40 180 200 1 re f 40 219 200 1 re f 40 180 1 40 re f 239 180 1 40 re f BT /F 10 Tf 1 0 0 1 50 196 Tm (Framed by lines) Tj ET
0.9 1 0.9 rg 0 G 40 120 200 40 re B 0 g BT /F 10 Tf 1 0 0 1 50 136 Tm (Green box) Tj ET`;
const page = makePdf({
  objects: {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: { dict: '', data: CONTENT },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  },
});
const WORDS = textOfPdf(page);

async function restyle(text: string, look: { as?: 'cell' | 'row'; ground?: string; frame?: string }, more: readonly object[] = []) {
  const operation = { op: 'restyle_box', id: 'op1', because: 'x', match: { text }, ...look };
  const { bytes, report } = await runEdit(page, { plan: { operations: [operation, ...more], unresolved: [] } } as never);
  expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  expect(textOfPdf(bytes)).toBe(WORDS);
  const at = drawnPixels(bytes, 1);
  return { report, pixel: (x: number, y: number) => at(x, 400 - y)?.slice(0, 3) };
}
const [RED, BLUE, GREY, WHITE] = [
  [255, 0, 0],
  [0, 0, 255],
  [204, 204, 204],
  [255, 255, 255],
];

describe.skipIf(!hasPdfJudges)('boxes', () => {
  test('a row gets another ground, in all of its cells, and nothing else does', async () => {
    const { pixel } = await restyle('Name', { as: 'row', ground: '#ff0000' });
    expect([pixel(130, 342), pixel(100, 350), pixel(230, 342)]).toEqual([RED, RED, RED]);
    expect([pixel(130, 330), pixel(130, 310), pixel(250, 350)]).toEqual([GREY, WHITE, WHITE]);
  });

  test('a cell gets another ground, in all of its pieces, and its neighbour keeps its own', async () => {
    const { pixel, report } = await restyle('Name', { ground: '#ff0000' });
    expect([pixel(130, 342), pixel(100, 350), pixel(230, 342)]).toEqual([RED, RED, BLUE]);
    expect(report.changes).toMatchObject([{ op: 'restyle_box', before: 'Name', after: 'Name' }]);
  });

  test.each([
    ['a cell without a ground', 'Bob', { ground: '#ff0000' }, 'no_ground'],
    ['a cell whose ground is that of its row', 'Ada', { ground: '#ff0000' }, 'ground_of_row'],
    ['a text that could not be read then', 'Name', { as: 'row' as const, ground: '#ffffee' }, 'unreadable'],
    ['a text without a frame', 'Bob', { frame: 'none' }, 'no_frame'],
  ])('%s: refused', async (_, text, look, refusal) => {
    await expect(restyle(text, look)).rejects.toMatchObject({ details: { refusal } });
  });

  test('a pale ground, where the text gets a dark colour too', async () => {
    const dark = { op: 'restyle_text', id: 'op2', because: 'x', match: { text: 'Name' }, color: '#000000' };
    const { pixel } = await restyle('Name', { ground: '#ffffee' }, [dark]);
    expect(pixel(130, 342)).toEqual([255, 255, 238]);
  });

  test.each([
    ['of one rectangle', 'Please note this', [140, 240]],
    ['of four lines', 'Framed by lines', [140, 180.5]],
  ])('a frame %s goes, its text and the other frames stay', async (_, text, [x = 0, y = 0]) => {
    const { pixel } = await restyle(text, { frame: 'none' });
    expect(pixel(x, y)).toEqual(WHITE);
    expect([pixel(140, 240), pixel(140, 180.5), pixel(140, 120)].filter((one) => one?.every((channel) => channel < 140)).length).toBe(2);
  });

  test('the frame of a filled box goes, its ground stays; or both get another colour', async () => {
    const bare = await restyle('Green box', { frame: 'none' });
    for (const at of [bare.pixel(140, 120.5), bare.pixel(200, 150)])
      expect(at?.map((channel) => channel > 240)).toEqual([false, true, false]);
    const both = await restyle('Green box', { ground: '#ffff00', frame: '#ff0000' });
    expect(both.pixel(200, 150)).toEqual([255, 255, 0]);
    // Programs draw a line on one of the two rows of pixels that it lies between.
    const line = [both.pixel(140, 120.5), both.pixel(140, 119.5)];
    expect(line.some(([red = 0, green = 0] = []) => red > 240 && green < 30)).toBe(true);
  });
});
