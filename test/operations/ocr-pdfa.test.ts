// PDF/A-2b from scans: the claim, what it rests on, and the documents that are refused with their reasons.

import { afterAll, describe, expect, it } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium } from '../../processor/pdf/pdfium-thread.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, tagsOfPdf, textOfPdf } from '../support/judge-pdf.ts';
import { makePictures, type PictureOptions } from '../support/known-words.ts';
import { makePdf, plainObjects, xmpPacket } from '../support/make-pdf.ts';
import { makeScan, makeScanPdf } from '../support/make-scan.ts';
import { runOcr } from '../support/run-ocr.ts';

afterAll(endPdfium);

async function rulesBrokenBy(source: Uint8Array): Promise<PdfaRule[]> {
  return [...judgePdfa(await openPdf(source, { needs: 'read', pagesMax: 10 })).keys()].toSorted();
}

describe.skipIf(!hasPdfJudges)('a scan as PDF/A-2b', () => {
  it('claims it in XMP, brings its colours and its font along, and looks the same', async () => {
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
    expect(report.verification).toMatchObject({ pdfa: 'PDF/A-2b by our rules', images_identical: true });
    expect(await rulesBrokenBy(bytes)).toEqual([]);
  });

  it('says in XMP what the document information says', async () => {
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

  it('is refused where it cannot be had without loss, with the rules and their clauses', async () => {
    try {
      await runOcr(makePdf({ objects: plainObjects('Helvetica is not embedded') }), { output_format: 'pdfa' });
      throw new Error('expected a failure');
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      expect(error.reason).toBe('unsupported_feature');
      expect(error.message).toContain('font');
      expect(error.details).toEqual({ reasons: [{ rule: 'font', clause: 'ISO 19005-2, 6.2.11', count: 1 }] });
    }
  });

  it.each<[PdfaRule, PictureOptions]>([
    ['device_cmyk', { content: '0 0 0 1 k 0 0 9 9 re f' }],
    ['operator', { content: '0 0 9 9 re f notanoperator' }],
    ['nesting', { content: `${'q '.repeat(29)}${'Q '.repeat(29)}` }],
    ['action', { catalog: '/OpenAction << /Type /Action /S /JavaScript /JS (app.alert(1)) >>' }],
    ['action', { page: '/AA << >>' }],
    ['form_field', { catalog: '/AcroForm << /Fields [] >>' }],
    ['attachment', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }],
    ['layer', { catalog: '/OCProperties << /OCGs [] /D << >> >>' }],
    ['annotation', { page: '/Annots [<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /F 4 >>]' }],
    ['other_metadata', { page: '/Metadata 30 0 R', more: { 30: { dict: '/Type /Metadata /Subtype /XML', data: xmpPacket('') } } }],
    ['catalog_entry', { catalog: '/Requirements [<< /S /EnableJavaScripts >>]' }],
  ])('finds what breaks %s', async (rule, options) => {
    expect(await rulesBrokenBy(makePictures(options))).toEqual([rule]);
  });

  it.each<[PdfaRule, string, string]>([
    ['device_cmyk', '/ColorSpace /DeviceCMYK /BitsPerComponent 8', ''],
    ['colour_space', '/ColorSpace [/DeviceN [/A] /DeviceGray 9 0 R] /BitsPerComponent 8', ''],
    ['jpeg2000', '/Filter /JPXDecode', ''],
    ['filter', '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /LZWDecode', ''],
    ['alternate_image', '/ColorSpace /DeviceGray /BitsPerComponent 8 /Alternates []', ''],
    ['external_data', '/ColorSpace /DeviceGray /BitsPerComponent 8 /F (elsewhere.bin)', ''],
  ])('finds what breaks %s in a picture', async (rule, dict) => {
    const picture = { dict: `/Type /XObject /Subtype /Image /Width 1 /Height 1 ${dict}`, data: 'x' };
    expect(await rulesBrokenBy(makePictures({ more: { 3: picture } }))).toEqual([rule]);
  });
});
