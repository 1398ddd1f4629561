// Pictures of one colour are lines and areas; fields that are pressed are seen; what is only said is not.

import { PDFDocument, rgb } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { unpackCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import type { PageContent } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { describeWidgets } from '../../../../../processor/pdf/pdfium/page/widgets.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

afterAll(endPdfium);

async function read(input: Uint8Array): Promise<PageContent> {
  const { pages } = await openPdf(input, { needs: 'read', pagesMax: 1 });
  const wanted = [{ pageIndex: 0, widgets: pages[0] && describeWidgets(pages[0].dict, 0) }];
  const request = { input, imagePixelsMax: 1e6, imageBytesMax: 1e6, imageMsMax: 10_000, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, wanted, 30_000)) if (page) return page;
  throw new Error('no page');
}

const readContent = (content: string) => read(makePdf({ objects: onePage(content, { page: '/MediaBox [0 0 300 300]' }) }));

const MASK = 'BI /W 1 /H 1 /IM true /D [0 1] ID \0 EI';
/** Four pixels: black, white, black, white. */
const STRIPES = 'BI /W 4 /H 1 /CS /G /BPC 1 ID \x50 EI';
/** Red. */
const PIXEL = 'BI /W 1 /H 1 /CS /RGB /BPC 8 ID \xff\0\0 EI';

describe('a picture of one sample', () => {
  it('is the bar of a fraction where it is long and thin', async () => {
    const { rules, fills, images, drawings } = await readContent(`0 0 1 rg q 70 0 0 0.5 100 200 cm ${MASK} Q`);
    expect(rules).toMatchObject([{ horizontal: true, colour: 0x0000ff, box: { left: 100, right: 170 } }]);
    expect([fills, images, drawings]).toEqual([[], [], []]);
  });

  it('is an area where it is not', async () => {
    const { rules, fills, images } = await readContent(`q 70 0 0 50 100 200 cm ${PIXEL} Q`);
    expect(fills).toMatchObject([{ colour: 0xff0000, opacity: 255, box: { left: 100, top: 50, right: 170, bottom: 100 } }]);
    expect([rules, images]).toEqual([[], []]);
  });

  it('is a drawing where there are several colours', async () => {
    const { rules, fills, drawings } = await readContent(`q 70 0 0 1 100 200 cm ${STRIPES} Q`);
    expect(drawings).toMatchObject([{ box: { left: 100, right: 170 } }]);
    expect([rules, fills]).toEqual([[], []]);
  });
});

it('a button that is pressed says what it says', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  document
    .getForm()
    .createButton('send')
    .addToPage('Send it', page, { x: 20, y: 20, width: 100, height: 20, backgroundColor: rgb(0.8, 0.8, 0.8) });
  const { characters, fills } = await read(await document.save());
  expect(String.fromCodePoint(...characters.code.subarray(0, characters.count))).toContain('Send it');
  expect(fills.some(({ box }) => Math.abs(box.left - 20) < 2)).toBe(true);
});

it('a hyphen that is said and not drawn is none', async () => {
  const content = (sign: string) =>
    `BT /F1 12 Tf 20 250 Td (har) Tj /Span << /ActualText <feff00ad> >> BDC (${sign}) Tj EMC 0 -14 Td (bour) Tj ET`;
  const textOf = async (sign: string) =>
    unpackCharacters((await readContent(content(sign))).characters)
      .filter(({ generated }) => !generated)
      .map(({ text, hyphen }) => (hyphen ? '-' : text))
      .join('');
  expect(await textOf('-')).toBe('har-bour');
  expect(await textOf(' ')).not.toContain('-');
});

it('a glyph of a formula whose map says its letter twice says it once', async () => {
  const map = (meaning: string) =>
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <${meaning}> endbfchar endcmap end end`;
  const textOf = async (meaning: string) => {
    const more = { 7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 8 0 R >>', 8: { dict: '', data: map(meaning) } };
    const objects = onePage('BT /M 12 Tf 20 250 Td (A) Tj ET', { fonts: '/M 7 0 R', more, page: '/MediaBox [0 0 300 300]' });
    return unpackCharacters((await read(makePdf({ objects }))).characters)
      .map(({ text }) => text)
      .join('');
  };
  expect(await textOf('d835dc34d835dc34')).toBe('\u{1d434}');
  expect(await textOf('d835dc34d835dc35')).toBe('\u{1d434}\u{1d435}');
});
