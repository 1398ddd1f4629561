// PDF/A-2b from scans: the claim, what it rests on, and the documents that are refused with their reasons.

import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, tagsOfPdf, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { rulesOf } from '../../../support/documents/conforming-pdf.ts';
import { makePictures } from '../../../support/documents/known-words.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makeScan, makeScanPdf } from '../../../support/documents/make-scan.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';

afterAll(endPdfium);

describe.skipIf(!hasPdfJudges)('a scan as PDF/A-2b', () => {
  test('claims it in XMP, brings its colours and its font along, and looks the same', async () => {
    const raster = await makeScan({ columns: ['The harbour wakes before the town.'], widthPoints: 260, heightPoints: 80 });
    const link = '/Annots [<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /A << /Type /Action /S /URI /URI (https://example.com/) >> >>]';
    const source = await makeScanPdf([{ raster, coding: 'jpeg', image: '/Interpolate true', page: link }]);
    const { bytes, report, contentType } = await runOcr(source, { output_format: 'pdfa' });
    expect(contentType).toBe('application/pdf');
    expect(tagsOfPdf(bytes)).toMatchObject({ 'XMP-pdfaid:Part': '2', 'XMP-pdfaid:Conformance': 'B' });
    expect(textOfPdf(bytes)).toContain('harbour wakes before');
    expect(picturesOfPdf(bytes)).toEqual(picturesOfPdf(source));
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    const plain = qpdfPlain(bytes);
    for (const part of ['/GTS_PDFA1', '/FontFile2', '/CIDToGIDMap', '/ID [', 'example.com']) expect(plain).toContain(part);
    for (const part of ['/Encrypt', '/Interpolate true', '/LZWDecode']) expect(plain).not.toContain(part);
    expect(report.verification).toMatchObject({
      pdfa: { conformance: 'PDF/A-2b', violations: 0, similarity_min: 1 },
      images_identical: true,
    });
    expect(await rulesOf(bytes)).toEqual([]);
  });

  test('says in XMP what the document information says', { tags: 'long' }, async () => {
    const scan = makePictures();
    const text = Buffer.from(scan)
      .toString('latin1')
      .replace('trailer\n<<', 'trailer\n<< /Info << /Title (A title) /Author (Ada) /CreationDate (D:20240203040506Z) >>');
    const { bytes } = await runOcr(Buffer.from(text, 'latin1'), { output_format: 'pdfa' });
    expect(tagsOfPdf(bytes)).toMatchObject({
      'PDF:Title': 'A title',
      'XMP-dc:Title': 'A title',
      'XMP-dc:Creator': 'Ada',
      'XMP-xmp:CreateDate': '2024:02:03 04:05:06Z',
    });
  });

  test('stands beside pages that were never scanned: their fonts are embedded, their text stays', async () => {
    const raster = await makeScan({ columns: ['The harbour wakes before the town.'], widthPoints: 260, heightPoints: 80 });
    const scan = await PDFDocument.load(await makeScanPdf([{ raster, coding: 'jpeg' }]));
    const text = await PDFDocument.load(makePdf({ objects: plainObjects('Born digital, in Helvetica') }));
    const mixed = await PDFDocument.create();
    for (const source of [scan, text]) for (const page of await mixed.copyPages(source, [0])) mixed.addPage(page);
    const { bytes, report, warnings } = await runOcr(await mixed.save(), { output_format: 'pdfa' });
    expect(await rulesOf(bytes)).toEqual([]);
    expect(report.pages.map(({ status }) => status)).toEqual(['ocr', 'skipped_text']);
    expect(textOfPdf(bytes)).toContain('harbour wakes before');
    expect(textOfPdf(bytes)).toContain('Born digital, in Helvetica');
    expect(warnings.map(({ code }) => code)).toContain('fonts_substituted');
    expect(report.verification).toMatchObject({ pdfa: { conformance: 'PDF/A-2b', violations: 0 } });
  });

  test('is refused before any page is read where it cannot be had, with the rules and their clauses', async () => {
    const font = '<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [6 0 R] >>';
    const info = '<< /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>';
    const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Unknown /CIDSystemInfo ${info} >>`;
    const objects = { ...plainObjects(), 4: { dict: '', data: 'BT /F1 9 Tf <1234> Tj ET' }, 5: font, 6: descendant };
    await expect(runOcr(makePdf({ objects }), { output_format: 'pdfa' })).rejects.toMatchObject({
      reason: 'unsupported_feature',
      details: { reasons: [{ rule: 'font_embedded', clause: 'ISO 19005-2, 6.2.11.4.1' }] },
    });
  });
});
