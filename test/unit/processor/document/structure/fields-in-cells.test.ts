// Boxes within the cells of a table, as those of fields are: no lines and no shading of the table.

import { afterAll, expect, it } from 'vitest';
import { readPageWords } from '../../../../../processor/document/structure/page-words.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

afterAll(endPdfium);

const [XS, YS] = [
  [50, 150, 250],
  [50, 90, 130],
];
const LINES = [...XS.map((x) => `${x} 50 m ${x} 130 l S`), ...YS.map((y) => `50 ${y} m 250 ${y} l S`)].join('\n');

/** A box in each cell, so far from its left side and from its other sides. */
function boxes(left: number, inset: number): string {
  return XS.slice(0, -1)
    .flatMap((x) => YS.slice(0, -1).map((y) => `${x + left} ${y + inset} ${100 - left - inset} ${40 - 2 * inset} re`))
    .map((path) => `1 1 0 rg ${path} f ${path} S`)
    .join('\n');
}

async function read(content: string) {
  const objects = onePage(content, { page: '/MediaBox [0 0 300 300]' });
  const request = { input: makePdf({ objects }), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 30_000)) if (page) return readPageWords(page);
  throw new Error('no page');
}

it('leaves the boxes of fields out of the table in whose cells they stand', async () => {
  const { grids, rules, fills, fields } = await read(`${LINES}\n${boxes(20, 2.5)}`);
  expect(grids.map(({ xs, ys }) => [xs, ys].map((edges) => edges.map(Math.round)))).toEqual([[XS, [170, 210, 250]]]);
  expect(rules).toHaveLength(6);
  expect(fills).toEqual([]);
  expect([fields.rules.length, fields.fills.length]).toEqual([16, 4]);
});

it('takes boxes for cells where nothing else draws them', async () => {
  const { grids, fields } = await read(boxes(0, 0));
  expect(grids.map(({ xs }) => xs.map(Math.round))).toEqual([XS]);
  expect(fields.rules).toEqual([]);
});
