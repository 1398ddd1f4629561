// PDF → pdf: the same document written again: nothing lost, damage repaired, the lock gone; and the matrix of what can become what.

import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import { CONVERSIONS, CONVERTIBLE_TYPES, refusePair, TARGET_FORMATS, TARGET_TYPES } from '#contract/params/conversions.ts';
import { ConvertParams, refuseConversion } from '#contract/params/convert-params.ts';
import { FILE_TYPES, UPLOAD_TYPES } from '#contract/files.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { probeConvertCapabilities } from '../../../processor/operations/convert/probe.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { rulesOf } from '../../../support/documents/conforming-pdf.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { hasPdfJudges, pagesDrawnDifferently, qpdfCheck, tagsOfPdf, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makeLetter } from '../../../support/documents/letter.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(endPdfium);

describe.runIf(hasPdfJudges)('a PDF written anew', () => {
  test('has the same text, pages and pictures, and qpdf finds nothing', async () => {
    const source = await makeLetter('Ada', 20);
    const result = await convert(source, 'application/pdf');
    expect(textOfPdf(result.bytes)).toBe(textOfPdf(source));
    expect(pagesDrawnDifferently(source, result.bytes)).toEqual([]);
    expect(qpdfCheck(result.bytes).status).toBe(0);
    expect(result.report).toMatchObject({
      repaired: false,
      compared: { streams_identical: true, different: 0 },
      verification: { pages: 1 },
    });
  });

  test('a damaged one is repaired, with a warning; `strict` refuses it', async () => {
    const broken = Buffer.from(makePdf({ objects: plainObjects('still here') }))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n99999');
    const source = Buffer.from(broken, 'latin1');
    const result = await convert(source, 'application/pdf');
    expect(textOfPdf(result.bytes)).toContain('still here');
    expect(result.report).toMatchObject({ repaired: true });
    expect(result.codes).toContain('repaired');
    await expectFailure('corrupt_file', () => convert(source, 'application/pdf', { strict: true }));
  });

  test('a locked one loses its lock with its password', async () => {
    const document = await PDFDocument.load(await makeLetter('Ada'));
    document.encrypt({ userPassword: 'sesame', ownerPassword: 'owner' });
    const locked = await document.save();
    await expectFailure('encrypted_pdf', () => convert(locked, 'application/pdf'));
    const result = await convert(locked, 'application/pdf', { password: 'sesame' });
    expect(Buffer.from(result.bytes).includes('/Encrypt')).toBe(false);
    expect(textOfPdf(result.bytes)).toContain('This is line 1 of the letter.');
  });

  test('objects that nothing reaches are gone', async () => {
    const source = makePdf({ objects: { ...plainObjects(), 9: { dict: '', data: 'FORGOTTEN '.repeat(5000) } } });
    const result = await convert(source, 'application/pdf');
    expect(result.bytes.length).toBeLessThan(source.length / 5);
  });
});

describe('the reflowed targets', () => {
  test.each(['docx', 'html', 'txt', 'md', 'json'] as const)(
    '%s holds the text, with its type, its name and what was counted',
    async (target_format) => {
      const result = await convert(await makeLetter('Ada', 5), 'application/pdf', { target_format, pages: '1' });
      expect(result).toMatchObject({ filename: `source.${target_format}`, contentType: TARGET_TYPES[target_format], pages: 1 });
      expect(result.report).toMatchObject({ target_format, words_in: 35, content: { words: 35 } });
      if (target_format !== 'docx') expect(Buffer.from(result.bytes).toString('utf8')).toContain('This is line 3 of the letter.');
    },
  );
});

describe('the matrix', () => {
  test('names only types that can be uploaded and results that the operation yields', () => {
    const yields: readonly string[] = OPERATIONS.convert.yields;
    for (const [source, targets] of Object.entries(CONVERSIONS)) {
      expect(UPLOAD_TYPES).toContain(source);
      for (const target of targets) expect(yields).toContain(TARGET_TYPES[target]);
    }
    expect(OPERATIONS.convert.accepts).toEqual(CONVERTIBLE_TYPES);
  });

  test('says of every pair whether it is possible, and what is instead', () => {
    const table = new Map<string, readonly string[]>(Object.entries(CONVERSIONS));
    for (const source of UPLOAD_TYPES) {
      for (const target of TARGET_FORMATS) {
        const possible = table.get(source)?.includes(target) ?? false;
        expect(refusePair(source, target) === undefined).toBe(possible);
      }
    }
    expect(refusePair('image/png', 'jpg')).toBe(
      'Files of the type image/png cannot be converted to jpg; they can be converted to pdf, docx, html, txt, md, json, xlsx, csv.',
    );
    expect(refusePair('application/json', 'pdf')).toContain('nothing');
  });

  test('a job that asks for recognition where there is none is refused when it is submitted', () => {
    const nothing = {
      programs: {},
      convert: { conversions: { 'application/pdf': ['docx'], 'image/png': ['pdf'] }, programs: {}, network_isolated: true },
    };
    const submit = (source: string, params: Record<string, unknown>, capabilities?: ProcessorCapabilities) =>
      refuseConversion({ source, params: { target_format: 'docx', ...params }, capabilities, editableRecords: [] });
    expect(submit('application/pdf', {}, nothing)).toBeUndefined();
    expect(submit('application/pdf', { ocr: true })).toBeUndefined();
    expect(submit('application/pdf', { ocr: true }, nothing)).toMatchObject({
      code: 'invalid_request',
      details: [{ issue: 'ocr_unavailable' }],
    });
    expect(submit('image/png', {}, nothing)).toMatchObject({ code: 'unsupported_file_type' });
    expect(submit('image/png', { ocr: false })).toMatchObject({ code: 'invalid_request', details: [{ issue: 'ocr_needed' }] });
    const english = { ...nothing, ocr: { engine: 'native' as const, version: '5', languages: ['eng'] } };
    expect(submit('application/pdf', { languages: ['deu'] }, english)).toMatchObject({ details: [{ issue: 'language_unavailable' }] });
    expect(submit('application/pdf', { languages: ['eng'], ocr: 'auto' }, english)).toBeUndefined();
  });

  test('a machine without programs has the pairs that need none', async () => {
    const without = await probeConvertCapabilities('/nowhere', false);
    expect(Object.keys(without.conversions)).toEqual([
      'application/pdf',
      'text/plain',
      'image/bmp',
      'image/gif',
      'image/jpeg',
      'image/png',
      'image/tiff',
      'image/webp',
    ]);
    expect(without.conversions['image/png']).toEqual(['pdf']);
    expect(without.programs.libreoffice).toBeUndefined();
    expect((await probeConvertCapabilities('/nowhere', true)).conversions['image/png']).toEqual(CONVERSIONS['image/png']);
  });

  test.each([
    [{ target_format: 'pdf', dpi: 100 }],
    [{ target_format: 'png', quality: 50 }],
    [{ target_format: 'jpg', page_size: 'a4' }],
    [{ target_format: 'pdf', pages: '1' }],
    [{ target_format: 'docx', layout: true }],
    [{ target_format: 'txt', layout: 'flow' }],
    [{ target_format: 'html', layout: 'pages' }],
    [{ target_format: 'jpg', dpi: 10_000 }],
    [{ target_format: 'jpg', dpi: 72.5 }],
    [{ target_format: 'jpg', quality: 0 }],
    [{ target_format: 'pdf', ocr: true }],
    [{ target_format: 'docx', ocr: 'yes' }],
    [{ target_format: 'txt', ocr: false, languages: ['eng'] }],
    [{ target_format: 'txt', keep_running: true }],
    [{ target_format: 'html', page_marks: true }],
    [{ target_format: 'docx', pictures: 'files' }],
    [{ target_format: 'md', pictures: 'all' }],
    [{ target_format: 'exe' }],
    [{}],
  ])('parameters that mean nothing together are refused: %j', (params) => expect(ConvertParams.safeParse(params).success).toBe(false));
});

describe('uploads are recognised by their first bytes', () => {
  const head = (text: string | Uint8Array) => (typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'latin1')) : text);
  test.each([
    ['text/plain', 'Just a text\n', true],
    ['text/plain', '', true],
    ['text/plain', 'H\0e\0l\0l\0o\0', true],
    ['text/plain', '%PDF-1.7\n', false],
    ['text/plain', 'PK\x03\x04', false],
    ['text/plain', '\x7fELF\x02\x01', false],
    ['text/plain', '\x89PNG\r\n', false],
    ['text/plain', '\x01\x02\x03\x04\x05\x06binary', false],
    ['text/html', '<!DOCTYPE html><p>', true],
    ['text/html', '<!-- a comment first -->\n<html>', true],
    ['text/html', 'no tag at all', false],
    ['text/html', '%PDF-1.4 <html>', false],
    ['application/rtf', '{\\rtf1\\ansi x}', true],
    ['application/rtf', 'rtf', false],
    ['image/tiff', 'II*\0\x08\0\0\0', true],
    ['image/tiff', 'MM\0*\0\0\0\x08', true],
    ['image/tiff', 'II+\0', false],
    ['application/vnd.oasis.opendocument.text', 'PK\x03\x04 no mimetype first', true],
    ['application/vnd.oasis.opendocument.text', `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`, true],
    [
      'application/vnd.oasis.opendocument.text',
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
      false,
    ],
  ] as const)('%s of %j: %s', (type, text, expected) => expect(FILE_TYPES[type].recognise(head(text))).toBe(expected));
});

describe.runIf(hasPdfJudges)('a PDF as PDF/A-2b', () => {
  test('conforms, says what it became, and reads as before', async () => {
    const source = makePdf({ objects: plainObjects('Kept for ever', '/AA << /O << /S /JavaScript >> >>') });
    const result = await convert(source, 'application/pdf', { pdfa: 'PDF/A-2b' });
    expect(await rulesOf(result.bytes)).toEqual([]);
    expect(textOfPdf(result.bytes)).toBe(textOfPdf(source));
    expect(tagsOfPdf(result.bytes)).toMatchObject({ 'XMP-pdfaid:Part': '2', 'XMP-pdfaid:Conformance': 'B' });
    expect(result.codes).toEqual(expect.arrayContaining(['fonts_substituted', 'actions_removed']));
    expect(result.report).toMatchObject({
      pdfa: { conformance: 'PDF/A-2b', violations: 0, fonts_substituted: 1, pages_compared: 1 },
      verification: { pages: 1, qpdf: 'clean' },
    });
  });

  test.each([
    ['text/plain', async () => Buffer.from('Plain words')],
    [
      'image/png',
      () =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
    ],
  ] as const)('so does what is made of %s', async (type, makeSource) => {
    const result = await convert(await makeSource(), type, { pdfa: 'PDF/A-2b' });
    expect(await rulesOf(result.bytes)).toEqual([]);
    expect(result.report).toMatchObject({ pdfa: { conformance: 'PDF/A-2b', violations: 0 } });
  });

  test('other targets have no such thing', () => {
    expect(ConvertParams.safeParse({ target_format: 'txt', pdfa: 'PDF/A-2b' }).success).toBe(false);
  });
});
