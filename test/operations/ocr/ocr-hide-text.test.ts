// Text that a page draws and that recognised words replace: it is seen as before, by three renderers, and found once, by three readers.

import { afterAll, describe, expect, test } from 'vitest';
import { hideText } from '../../../processor/operations/ocr/hide-text.ts';
import { hideTexts } from '../../../processor/operations/ocr/hide-texts.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../processor/pdf/save.ts';
import { makeEmbeddedText } from '../../../support/documents/embedded-text.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, type PdfObject, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makeScan, makeScanPdf } from '../../../support/documents/make-scan.ts';
import { pdfiumText, pdfjsLines, pdfjsPicture, popplerRawWords } from '../../../support/judges/read-layer.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();

afterAll(endPdfium);

const LINES = ['By seven every box is sold,', 'the ice has been shovelled', 'and forty vans are on the road.'];
const WORDS = LINES.join(' ').split(' ');
const CID_SYSTEM = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';

async function hide(source: Uint8Array): Promise<{ readonly hidden: readonly boolean[]; readonly result: Uint8Array }> {
  const { pages, context } = await openPdf(source, { needs: 'modify', pagesMax: 10 });
  const hidden = pages.map(({ dict }) => hideText(dict) !== undefined);
  return { hidden, result: await savePdf(context, { packed: true }) };
}

async function readEverywhere(bytes: Uint8Array): Promise<string[]> {
  return [textOfPdf(bytes), popplerRawWords(bytes).join(' '), await pdfiumText(bytes), (await pdfjsLines(bytes)).join(' ')].map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
}

describe.skipIf(!hasPdfJudges)('text that loses its meaning', () => {
  const form = (resources: string, data: string): PdfObject => ({
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${resources}`,
    data,
  });
  const withForms = (data: string, more: Record<number, PdfObject>): Record<number, PdfObject> => ({
    ...plainObjects(),
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 20 0 R >>',
    4: { dict: '', data },
    20: '<< /Font << /F1 5 0 R >> /XObject << /Fm0 21 0 R >> /Properties << /MC0 << /ActualText (spoken) /MCID 1 >> >> >>',
    ...more,
  });
  const text = 'BT /F1 18 Tf 20 100 Td (seen) Tj ET';
  const cases: readonly (readonly [string, Uint8Array | Promise<Uint8Array>])[] = [
    ['in a standard font', makePdf({ objects: plainObjects('Hello world') })],
    ['in an embedded composite font', makeEmbeddedText([{ lines: LINES }])],
    ['in a font without a map', makeEmbeddedText([{ lines: LINES, hasMap: false }])],
    [
      'in a form with its own resources',
      makePdf({ objects: withForms('/Fm0 Do', { 21: form('/Resources << /Font << /F1 5 0 R >> >>', text) }) }),
    ],
    ['in a form that has its page’s', makePdf({ objects: withForms(`/Fm0 Do`, { 21: form('', text) }) })],
    ['in a form that draws itself', makePdf({ objects: withForms('/Fm0 Do', { 21: form('/Resources 20 0 R', `${text} /Fm0 Do`) }) })],
    [
      'with words said instead of it',
      makePdf({ objects: withForms(`/Span << /ActualText (spoken) /MCID 0 >> BDC ${text} EMC`, { 21: form('', '') }) }),
    ],
    ['with words said instead of it in the resources', makePdf({ objects: withForms(`/Span /MC0 BDC ${text} EMC`, { 21: form('', '') }) })],
    [
      'with words said instead of it in a form',
      makePdf({ objects: withForms('/Fm0 Do', { 21: form('/Resources 20 0 R', `/Span << /ActualText (spoken) >> BDC ${text} EMC`) }) }),
    ],
    [
      'in a Type 3 font',
      makePdf({
        objects: {
          ...plainObjects('A A'),
          5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1] /Encoding << /Differences [65 /A] >> /CharProcs << /A 6 0 R >> >>',
          6: { dict: '', data: '1 0 0 0 1 1 d1 0 0 0.8 0.8 re f' },
        },
      }),
    ],
  ];

  test.each(cases)('%s is found by nobody and looks the same to everybody', async (_, made) => {
    const source = await made;
    expect((await readEverywhere(source)).every((found) => found !== '')).toBe(true);
    const { hidden, result } = await hide(source);
    expect(hidden).toEqual([true]);
    expect(await readEverywhere(result)).toEqual(['', '', '', '']);
    expect(picturesOfPdf(result, { dpi: 100 })).toEqual(picturesOfPdf(source, { dpi: 100 }));
    expect(await pdfjsPicture(result)).toBe(await pdfjsPicture(source));
    expect(qpdfCheck(result)).toMatchObject({ status: 0 });
  });

  test('keeps it where it is drawn by what it means, and where there is none', async () => {
    const bound = makePdf({
      objects: {
        ...plainObjects(),
        4: { dict: '', data: 'BT /F1 18 Tf 20 100 Td <00240025> Tj ET' },
        5: '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
        6: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial ${CID_SYSTEM} >>`,
      },
    });
    expect((await hide(bound)).hidden).toEqual([false]);
    expect((await hide(makePdf({ objects: { ...plainObjects(), 4: { dict: '', data: '0 0 9 9 re f' } } }))).hidden).toEqual([false]);
  });

  test('does not touch pages that share its fonts', async () => {
    const source = await makeEmbeddedText([{ lines: LINES }, { lines: LINES }]);
    const opened = await openPdf(source, { needs: 'modify', pagesMax: 10 });
    expect(await hideTexts(opened, [0], workDir)).toEqual({ hidden: [0], kept: [] });
    const result = await savePdf(opened.context, { packed: true });
    expect(textOfPdf(result).split('\f')[0]?.trim()).toBe('');
    expect(textOfPdf(result).split('\f')[1]?.split(/\s+/)).toEqual(expect.arrayContaining(WORDS));
  });

  test('can be given back', async () => {
    const source = await makeEmbeddedText([{ lines: LINES }]);
    const { pages, context } = await openPdf(source, { needs: 'modify', pagesMax: 10 });
    hideText((pages[0] ?? expect.fail()).dict)?.();
    expect(textOfPdf(await savePdf(context, { packed: true }))).toBe(textOfPdf(source));
  });
});

describe.skipIf(!hasPdfJudges)('a page that is read although it has text', () => {
  test('by force has every word once, looks the same, and a second time changes nothing', { tags: 'long' }, async () => {
    const source = await makeEmbeddedText([{ lines: LINES }]);
    const first = await runOcr(source, { mode: 'force' });
    expect(first.report).toMatchObject({ pages: [{ status: 'ocr' }], verification: { pages_with_hidden_text: 1, images_identical: true } });
    for (const found of await readEverywhere(first.bytes)) expect(found.split(' ')).toEqual(WORDS);
    expect(picturesOfPdf(first.bytes, { dpi: 100 })).toEqual(picturesOfPdf(source, { dpi: 100 }));
    expect(qpdfCheck(first.bytes)).toMatchObject({ status: 0 });
    const second = await runOcr(first.bytes, { mode: 'force' });
    expect(textOfPdf(second.bytes)).toBe(textOfPdf(first.bytes));
    expect(Math.abs(second.bytes.length - first.bytes.length)).toBeLessThan(200);
    expect((await runOcr(first.bytes)).report.pages[0]?.status).toBe('skipped_text');
  });

  test('for its font says nothing of its characters has the recognised words and no others', async () => {
    const { bytes, report } = await runOcr(await makeEmbeddedText([{ lines: LINES, hasMap: false }]));
    expect(report.pages[0]).toMatchObject({ status: 'ocr' });
    for (const found of await readEverywhere(bytes)) expect(found.split(' ')).toEqual(WORDS);
  });

  test('for it is a stamped scan keeps the stamp as it is, and by force finds it once as well', async () => {
    const raster = await makeScan({ columns: [LINES.join(' ')], widthPoints: 300, heightPoints: 120 });
    const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
    const stamped = Buffer.from(await makeScanPdf([{ raster, coding: 'jpeg', content: 'BT /F1 12 Tf 200 6 Td (ABC-0001) Tj ET' }]));
    const source = Buffer.from(stamped.toString('latin1').replace('/Resources << ', `/Resources << ${font} `), 'latin1');
    for (const mode of ['skip_text', 'force'] as const) {
      const { bytes, report } = await runOcr(source, { mode });
      expect(popplerRawWords(bytes).filter((word) => word === 'ABC-0001')).toHaveLength(1);
      expect(report.verification?.['pages_with_hidden_text']).toBe(mode === 'force' ? 1 : undefined);
    }
  });
});
