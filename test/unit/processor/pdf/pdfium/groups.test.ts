// What is drawn by a group that is not opaque is as pale as it is seen.

import { afterAll, expect, it } from 'vitest';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

afterAll(endPdfium);

const SIDE = 8;
const RESOURCES = '<< /Font << /F1 5 0 R >> /XObject << /Im 8 0 R >> /ExtGState << /G 7 0 R >> >>';
const more = {
  6: {
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Group << /S /Transparency >> /Resources ${RESOURCES}`,
    data: '1 0 0 rg 20 20 100 100 re f BT /F1 12 Tf 20 200 Td (pale) Tj ET q 80 0 0 80 200 20 cm /Im Do Q',
  },
  7: '<< /ca 0.2 >>',
  8: {
    dict: `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
    data: 'k'.repeat(SIDE * SIDE),
  },
};

async function read(content: string) {
  const objects = onePage(content, {
    more,
    resources: '/XObject << /Fm 6 0 R /Im 8 0 R >> /ExtGState << /G 7 0 R >>',
    page: '/MediaBox [0 0 300 300]',
  });
  const request = { input: makePdf({ objects }), imagePixelsMax: 1e6, imageBytesMax: 1e6, imageMsMax: 10_000, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 30_000)) {
    const { fills = [], images = [], characters } = page ?? {};
    const alphas = images.map(({ bgra }) => bgra?.[3]);
    return { opacities: fills.map(({ opacity }) => opacity), colours: characters?.styles.map(({ colour }) => colour), alphas };
  }
  return undefined;
}

it.each([
  ['of an opaque group', '/Fm Do', { opacities: [255], colours: [0xff0000], alphas: [255] }],
  ['of a group of a fifth', '/G gs /Fm Do', { opacities: [51], colours: [0xffcccc], alphas: [51] }],
  ['a picture of a fifth', '/G gs q 80 0 0 80 200 20 cm /Im Do Q', { opacities: [], colours: [], alphas: [51] }],
])('%s', async (_, content, found) => {
  expect(await read(content)).toEqual(found);
});
