// Filled boxes with round corners, and round shapes, which are no boxes.

import { afterAll, expect, it } from 'vitest';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

afterAll(endPdfium);

/** A box of 200 by 100 points at 50, 50, whose corners are so round. @param kappa how far its curves lean out */
function rounded(radius: number, kappa = 0.5523, [width, height] = [200, 100]): string {
  const [left, bottom, right, top] = [50, 50, 50 + width, 50 + height];
  const k = radius * (1 - kappa);
  return [
    `${left + radius} ${bottom} m ${right - radius} ${bottom} l`,
    `${right - k} ${bottom} ${right} ${bottom + k} ${right} ${bottom + radius} c ${right} ${top - radius} l`,
    `${right} ${top - k} ${right - k} ${top} ${right - radius} ${top} c ${left + radius} ${top} l`,
    `${left + k} ${top} ${left} ${top - k} ${left} ${top - radius} c ${left} ${bottom + radius} l`,
    `${left} ${bottom + k} ${left + k} ${bottom} ${left + radius} ${bottom} c f`,
  ].join(' ');
}

/** Up and to the right by so many points. */
const moved = (path: string, by: number) => path.replaceAll(/\d+(?:\.\d+)?/g, (number) => String(Number(number) + by));

async function read(content: string) {
  const objects = onePage(content, { page: '/MediaBox [0 0 300 300]' });
  const request = { input: makePdf({ objects }), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 30_000))
    return { fills: page?.fills.map(({ radius }) => radius && Math.round(radius)), drawings: page?.drawings.length };
  return undefined;
}

it.each([
  ['a box', '50 50 200 100 re f', { fills: [undefined], drawings: 0 }],
  ['a box with round corners', rounded(20), { fills: [20], drawings: 0 }],
  ['one whose short sides are round', rounded(25, 0.5523, [200, 50]), { fills: [25], drawings: 0 }],
  ['a circle', rounded(50, 0.5523, [100, 100]), { fills: [], drawings: 1 }],
  ['a circle of wide curves', rounded(50, 0.56, [100, 100]), { fills: [], drawings: 1 }],
  ['a box with round corners of which a clip leaves half', `0 0 150 300 re W n ${rounded(20)}`, { fills: [undefined], drawings: 0 }],
  [
    'a frame, two boxes by the even-odd rule',
    '50 50 200 100 re 54 54 192 92 re f*',
    { fills: [undefined, undefined, undefined, undefined], drawings: 0 },
  ],
  [
    'a frame within a frame',
    '50 50 200 100 re 54 54 192 92 re 60 60 180 80 re 64 64 172 72 re f*',
    { fills: Array(8).fill(undefined), drawings: 0 },
  ],
  ['a box drawn by a pen as thick as it is high', '50 50 200 20 re 20 w S', { fills: [undefined], drawings: 0 }],
  ['a box drawn by a thick pen', '50 50 200 100 re 10 w S', { fills: [undefined, undefined, undefined, undefined], drawings: 0 }],
  ['a box of which a clip leaves a line', '50 50 200 100 re 51 51 198 98 re W* n 40 140 300 20 re f', { fills: [], drawings: 1 }],
  ['two boxes over each other', '50 50 200 100 re 54 54 192 92 re f', { fills: [undefined, undefined], drawings: 0 }],
  [
    'a thin frame with round corners',
    `${rounded(20).replace(/ f$/, ' h')} ${moved(rounded(20, 0.5523, [198, 98]), 1)}*`,
    { fills: [], drawings: 0 },
  ],
  [
    'a frame whose hole runs the other way',
    '50 50 200 100 re 54 54 m 54 146 l 246 146 l 246 54 l h f',
    { fills: [undefined, undefined, undefined, undefined], drawings: 0 },
  ],
])('%s', async (_, content, found) => {
  expect(await read(content)).toEqual(found);
});
