// Taking off the text layers of other programs: what was drawn invisibly goes, what is seen stays where it is.

import { afterAll, describe, expect, test } from 'vitest';
import { removeEarlierLayers, stripContent } from '../../../processor/operations/ocr/earlier-layers.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../processor/pdf/save.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function makeLayered(content: string, more: Record<number, PdfObject> = {}): Uint8Array {
  const middle = content.indexOf(' ', content.length >> 1);
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 /MediaBox [0 0 300 200] /Resources 8 0 R >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents [4 0 R 5 0 R] >>',
      4: { dict: '', data: content.slice(0, middle) },
      5: { dict: '', data: content.slice(middle) },
      6: FONT,
      7: FONT,
      8: '<< /Font << /Seen 6 0 R /Hidden 7 0 R >> /XObject << /Fm0 10 0 R /Fm1 11 0 R >> >>',
      9: '<< /Type /Page /Parent 2 0 R /Contents 12 0 R >>',
      10: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources 8 0 R',
        data: 'q BT 3 Tr /Hidden 9 Tf 20 150 Td (in-a-form) Tj ET Q',
      },
      11: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources 8 0 R',
        data: '1 0 0 rg 5 5 40 40 re f BT 3 Tr /Hidden 9 Tf 20 150 Td (beside-a-picture) Tj ET',
      },
      12: { dict: '', data: 'BT 3 Tr /Hidden 9 Tf 20 20 Td (other-page) Tj ET' },
      ...more,
    },
  });
}

async function remove(source: Uint8Array): Promise<{ readonly removed: boolean; readonly result: Uint8Array }> {
  const { pages, context } = await openPdf(source, { needs: 'modify', pagesMax: 10 });
  const [page] = pages;
  const removed = page !== undefined && removeEarlierLayers(page.dict);
  return { removed, result: await savePdf(context, { packed: true }) };
}

const SEEN = 'BT /Seen 14 Tf 20 100 Td (seen text) Tj ET';

describe.skipIf(!hasPdfJudges)('earlier text layers', () => {
  test.each([
    [
      'written after the content, one text object',
      `${SEEN} q 1 0 0 1 0 0 cm BT 3 Tr /Hidden 9 Tf 98 Tz 1 0 0 1 20 50 Tm (hidden) Tj [(wo) -20 (rds)] TJ ET Q`,
    ],
    ['written before the content', `q BT 3 Tr /Hidden 9 Tf 20 50 Td (hidden) ' ET Q ${SEEN}`],
    ['with marked content in it', `BT /Span << /ActualText (x) >> BDC 3 Tr /Hidden 9 Tf 20 50 Td (hidden) Tj EMC ET 0 Tr ${SEEN}`],
    ['in a form of its own', `${SEEN} q /Fm0 Do Q`],
    ['under q that comes too often', `q q ${SEEN} 3 Tr BT /Hidden 9 Tf 20 50 Td (hidden) Tj ET`],
  ])('%s are taken off, and the page looks the same', async (_, content) => {
    const source = makeLayered(content);
    const { removed, result } = await remove(source);
    expect(removed).toBe(true);
    expect(textOfPdf(result)).toContain('seen text');
    expect(textOfPdf(result)).not.toMatch(/hidden|words|in-a-form/);
    expect(textOfPdf(result)).toContain('other-page');
    expect(picturesOfPdf(result)).toEqual(picturesOfPdf(source));
    expect(qpdfCheck(result)).toMatchObject({ status: 0 });
  });

  test.each([
    ['text that is seen', SEEN],
    ['a text object that is partly seen', 'BT /Seen 14 Tf 20 100 Td (seen) Tj 3 Tr (hidden) Tj ET'],
    ['a form that also paints', '/Fm1 Do'],
    ['an inline image whose data look like a layer', 'q 9 0 0 9 0 0 cm BI /W 8 /H 4 /CS /G /BPC 8 ID BT 3 Tr (x) Tj ET 12345678901 EI Q'],
    ['a string that looks like a layer', 'BT /Seen 9 Tf (BT 3 Tr \\(x\\) Tj ET) Tj ET'],
  ])('%s is no layer and stays byte for byte', async (_, content) => {
    const source = makeLayered(content);
    const { removed, result } = await remove(source);
    expect(removed).toBe(false);
    expect(qpdfPlain(result)).toContain(content.slice(0, content.indexOf(' ', content.length >> 1)));
    expect(picturesOfPdf(result)).toEqual(picturesOfPdf(source));
  });

  test('leave text after them in the state that they set', () => {
    const stripped = stripContent(Buffer.from('BT 3 Tr /Hidden 9 Tf (a) Tj 0 Tr /Seen 12 Tf ET BT 20 20 Td (seen) Tj ET'), () => false);
    expect(stripped?.content.toString()).toMatch(/\/Seen 12 Tf[^]*BT 20 20 Td \(seen\) Tj ET/);
    expect([...(stripped?.fonts ?? [])]).toEqual(['Hidden']);
  });
});
