// The `ocr` operation on scans of known text: what is read, what is not touched, every output, every kind of input, and what the customer reads.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlValidate } from 'html-validate';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { OcrParams } from '#contract/params/ocr-params.ts';
import { scoreText } from '../../../support/judges/quality/ocr-score.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makeLetter } from '../../../support/documents/letter.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makeScan, makeScanPdf, type ScanPage, TEXTS } from '../../../support/documents/make-scan.ts';
import { popplerBoxes, popplerRawWords } from '../../../support/judges/read-layer.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';

const SENTENCE = 'By seven every box is sold, the ice has been shovelled, and forty vans are on the road to markets in the hills.';
const SMALL = { columns: [SENTENCE], widthPoints: 300, heightPoints: 120 } as const;

let scan: ScanPage;
let source: Uint8Array;

beforeAll(async () => {
  scan = { raster: await makeScan(SMALL), coding: 'jpeg' };
  source = await makeScanPdf([scan]);
});
afterAll(endPdfium);

async function failureOf(work: Promise<unknown>): Promise<JobFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof JobFailure) return error;
    throw error;
  }
  throw new Error('expected a JobFailure, but nothing failed');
}

const missed = (text: string, truth: string = SENTENCE): number => scoreText(truth, text).missedWords;

describe.skipIf(!hasPdfJudges)('a searchable PDF', () => {
  test('has the words of the scan, looks the same, and its picture is the same bytes', async () => {
    const { bytes, report, contentType, filename, progress } = await runOcr(source);
    expect([contentType, filename]).toEqual(['application/pdf', 'scan.pdf']);
    expect(missed(textOfPdf(bytes))).toBeLessThan(0.05);
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    expect(picturesOfPdf(bytes)).toEqual(picturesOfPdf(source));
    const jpeg = source.subarray(
      Buffer.from(source).indexOf('\xff\xd8\xff', 0, 'latin1'),
      Buffer.from(source).indexOf('\xff\xd9', 0, 'latin1') + 2,
    );
    expect(jpeg.length).toBeGreaterThan(1000);
    expect(bytes.includes(Buffer.from(jpeg))).toBe(true);
    expect(report).toMatchObject({
      mode: 'skip_text',
      totals: { pages: 1, ocr: 1, skipped_text: 0, error: 0 },
      pages: [{ page: 1, status: 'ocr', rotation: 0 }],
      pages_without_text: '',
      verification: { pages_after: 1, streams_kept: true, images_identical: true, rendered_pages_compared: 1, qpdf_check: 'clean' },
    });
    expect(report.pages[0]?.confidence).toBeGreaterThan(80);
    expect(progress.at(-1)).toMatchObject({ percent: 90, pages_done: 1, pages_total: 1 });
    expect(progress.map(({ stage }) => stage)).toContain('recognising');
  });

  test('gets no second layer from a second run, and the same one from a repeated one', { tags: 'long' }, async () => {
    const first = await runOcr(source);
    const second = await runOcr(first.bytes);
    expect(second.report.pages[0]).toMatchObject({ status: 'skipped_text' });
    expect(textOfPdf(second.bytes)).toBe(textOfPdf(first.bytes));
    for (const mode of ['redo', 'force'] as const) {
      const again = await runOcr(second.bytes, { mode });
      expect(again.report.pages[0]).toMatchObject({ status: 'ocr' });
      expect(textOfPdf(again.bytes)).toBe(textOfPdf(first.bytes));
      expect(Math.abs(again.bytes.length - first.bytes.length)).toBeLessThan(200);
    }
  });

  test('leaves text pages of a mixed document alone and reads the scanned ones', async () => {
    const document = await PDFDocument.load(await makeLetter('Ada', 5));
    const scans = await PDFDocument.load(source);
    const [page] = await document.copyPages(scans, [0]);
    document.addPage(page);
    document.addPage([200, 200]);
    const { bytes, report } = await runOcr(await document.save());
    expect(report.pages.map(({ status }) => status)).toEqual(['skipped_text', 'ocr', 'blank']);
    expect(report.pages_without_text).toBe('3');
    expect(report.verification).toMatchObject({ text_pages_compared: 2, rendered_pages_compared: 1 });
    expect(
      missed(
        popplerBoxes(bytes, 2)
          .map(({ text }) => text)
          .join(' '),
      ),
    ).toBeLessThan(0.05);
    expect(popplerBoxes(bytes, 1).filter(({ text }) => text === 'letter.')).toHaveLength(5);
  });

  test('touches only the pages that were asked for', { tags: 'long' }, async () => {
    const three = await makeScanPdf([scan, scan, scan]);
    const { bytes, report } = await runOcr(three, { pages: '3,1,3' });
    expect(report.pages.map(({ page }) => page)).toEqual([1, 3]);
    expect([1, 2, 3].map((page) => popplerBoxes(bytes, page).length > 0)).toEqual([true, false, true]);
    expect(await failureOf(runOcr(three, { pages: '4' }))).toMatchObject({ reason: 'page_out_of_range' });
  });

  test('reads a scan with a stamp of real text and finds the stamp once', async () => {
    const raster = await makeScan(SMALL);
    const stamped = await makeScanPdf([{ raster, coding: 'jpeg', content: 'BT /F1 9 Tf 200 6 Td (ABC-0001) Tj ET', page: '' }]);
    const withFont = Buffer.from(
      Buffer.from(stamped)
        .toString('latin1')
        .replace('/Resources << ', '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> '),
      'latin1',
    );
    const { bytes, report } = await runOcr(withFont);
    expect(report.pages[0]).toMatchObject({ status: 'ocr' });
    const words = popplerRawWords(bytes);
    expect(words.filter((word) => word === 'ABC-0001')).toHaveLength(1);
    expect(missed(words.join(' '))).toBeLessThan(0.05);
  });

  test('reads a page whose font does not say what its characters mean, and one of letters drawn as curves', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const raster = await makeScan(SMALL);
    const png = await sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } })
      .png()
      .toBuffer();
    const page = document.addPage([300, 120]);
    page.drawImage(await document.embedPng(png), { x: 0, y: 0, width: 300, height: 120 });
    const plain = await document.save({ useObjectStreams: false });
    const broken = makePdf({
      objects: {
        ...plainObjects(''),
        4: { dict: '', data: 'BT /F1 18 Tf 20 100 Td <00010002000300040005> Tj ET' },
        5: '<< /Type /Font /Subtype /Type0 /BaseFont /None /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
        6: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /None /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>',
        7: '<< /Type /FontDescriptor /FontName /None /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
      },
    });
    expect((await runOcr(plain)).report.pages[0]).toMatchObject({ status: 'ocr' });
    expect((await runOcr(broken)).report.pages[0]?.status).not.toBe('skipped_text');
  });

  test.each([90] as const)(
    'has the words of a scan that lay turned by %d° on the glass, and says how it was turned',
    { tags: 'long' },
    async (turn) => {
      const turned = await makeScanPdf([{ raster: await makeScan({ columns: [TEXTS.eng.text], turn }), coding: 'grey' }]);
      const { bytes, report } = await runOcr(turned);
      expect(report.pages[0]?.rotation).toBe(360 - turn);
      expect(missed(popplerRawWords(bytes).join(' '), TEXTS.eng.text)).toBeLessThan(0.05);
      expect(picturesOfPdf(bytes)).toEqual(picturesOfPdf(turned));
      expect(qpdfPlain(bytes)).not.toContain('/Rotate');
    },
  );

  test('opens an encrypted document with its password only, and a signed one only when the signature may break', async () => {
    const document = await PDFDocument.load(source);
    document.encrypt({ userPassword: 'sesame', ownerPassword: 'owner' });
    const locked = await document.save();
    expect(await failureOf(runOcr(locked))).toMatchObject({ reason: 'encrypted_pdf' });
    expect(await failureOf(runOcr(locked, { password: 'wrong' }))).toMatchObject({ reason: 'password_incorrect' });
    const opened = await runOcr(locked, { password: 'sesame' });
    expect(opened.warnings.map(({ code }) => code)).toContain('encryption_removed');
    expect(missed(textOfPdf(opened.bytes))).toBeLessThan(0.05);

    const signed = makePdf({
      objects: {
        ...plainObjects('', '/Annots [6 0 R]', '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>'),
        6: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /V 7 0 R >>',
        7: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <00> >>',
      },
    });
    expect(await failureOf(runOcr(signed))).toMatchObject({ reason: 'signed_document' });
    expect((await runOcr(signed, { output_format: 'txt' })).contentType).toBe('text/plain');
    const broken = await runOcr(signed, { on_signature: 'invalidate', mode: 'force' });
    expect(broken.warnings.map(({ code }) => code)).toContain('signature_removed');
    expect(qpdfPlain(broken.bytes)).not.toContain('ByteRange');
  });

  test('comes from a damaged file with a warning, and not in strict mode', async () => {
    const damaged = Buffer.from(
      Buffer.from(source)
        .toString('latin1')
        .replace(/startxref\s+\d+/, 'startxref\n7'),
      'latin1',
    );
    const { bytes, warnings } = await runOcr(damaged);
    expect(warnings.map(({ code }) => code)).toContain('repaired');
    expect(missed(textOfPdf(bytes))).toBeLessThan(0.05);
    expect(await failureOf(runOcr(damaged, { strict: true }))).toMatchObject({ reason: 'corrupt_file' });
  });
});

describe('a page that cannot be read', () => {
  test('is told and does not end the job unless there is no other', async () => {
    const two = await makeScanPdf([scan, scan]);
    const letter = await PDFDocument.load(await makeLetter('Ada', 3));
    for (const page of await letter.copyPages(await PDFDocument.load(two), [0, 1])) letter.addPage(page);
    const limits = { processing_ms: 3 };
    const { report, warnings } = await runOcr(await letter.save(), {}, { limits });
    expect(report.pages.map(({ status }) => status)).toEqual(['skipped_text', 'timeout', 'timeout']);
    expect(report.pages_without_text).toBe('2-3');
    expect(warnings.filter(({ code }) => code === 'page_timeout').map(({ page }) => page)).toEqual([2, 3]);
    expect(await failureOf(runOcr(two, {}, { limits }))).toMatchObject({ reason: 'timeout' });
  });

  test('is blank when there is nothing on it, whether it is empty or white', async () => {
    const white = await makeScan({ columns: [' .'], widthPoints: 200, heightPoints: 200 });
    white.pixels.fill(255);
    const document = await PDFDocument.load(await makeScanPdf([{ raster: white, coding: 'grey' }]));
    document.addPage([200, 200]);
    const { report, bytes } = await runOcr(await document.save());
    expect(report.pages.map(({ status }) => status)).toEqual(['blank', 'blank']);
    expect(report).toMatchObject({ pages_without_text: '1-2', totals: { words: 0, confidence: null } });
    expect(bytes.includes('OcrLayer')).toBe(false);
  });
});

describe('a language', () => {
  test('that is not installed fails with those that are', async () => {
    const failure = await failureOf(runOcr(source, { languages: ['eng', 'zzz'] }));
    expect(failure).toMatchObject({ reason: 'language_unavailable', details: { missing: ['zzz'] } });
    expect(failure.details?.['available']).toContain('eng');
  });

  test.each([['eng;rm -rf'], ['../../x'], ['ENG'], ['']])('%j is no language', (code) => {
    expect(OcrParams.safeParse({ languages: [code] }).success).toBe(false);
  });

  test('is one of at most five, each named once', () => {
    expect(OcrParams.safeParse({ languages: ['eng', 'deu', 'eng'] }).success).toBe(false);
    expect(OcrParams.safeParse({ languages: ['eng', 'deu', 'fra', 'ita', 'spa', 'por'] }).success).toBe(false);
    expect(OcrParams.safeParse({ languages: [] }).success).toBe(false);
    expect(OcrParams.parse({}).languages).toEqual(['eng']);
  });
});

describe('the other outputs', () => {
  test('txt: paragraphs of each page, a form feed between pages, the own text of text pages', async () => {
    const document = await PDFDocument.load(await makeScanPdf([scan, scan]));
    for (const page of await document.copyPages(await PDFDocument.load(await makeLetter('Ada', 2)), [0])) document.addPage(page);
    const { bytes, contentType, filename } = await runOcr(await document.save(), { output_format: 'txt' });
    expect([contentType, filename]).toEqual(['text/plain', 'scan.txt']);
    const pages = bytes.toString('utf8').split('\f');
    expect(pages).toHaveLength(3);
    expect(missed(pages[0] ?? '')).toBeLessThan(0.05);
    expect(pages[2]).toBe('This is line 1 of the letter.\nThis is line 2 of the letter.\n');
  });

  test('json: words with boxes in points where the words are, and their confidence', async () => {
    const json = await runOcr(source, { output_format: 'json' });
    const { pages } = JSON.parse(json.bytes.toString('utf8')) as {
      pages: { width: number; height: number; lines: { words: { text: string; box: number[]; confidence: number }[] }[] }[];
    };
    expect(json.contentType).toBe('application/json');
    expect(pages[0]?.width).toBeCloseTo(300, 0);
    expect(pages[0]?.height).toBeCloseTo(120, 0);
    const words = pages[0]?.lines.flatMap((line) => line.words) ?? [];
    expect(missed(words.map(({ text }) => text).join(' '))).toBeLessThan(0.05);
    expect(words.every(({ confidence }) => confidence >= 0 && confidence <= 100)).toBe(true);
    const searchable = popplerBoxes((await runOcr(source)).bytes);
    const [first] = words;
    const same = searchable.find(({ text }) => text === first?.text);
    expect(same?.box[0]).toBeCloseTo(first?.box[0] ?? 0, 0);
    expect(same?.box[2]).toBeCloseTo(first?.box[2] ?? 0, 0);
  });

  test('hocr: pages, areas, paragraphs, lines and words with boxes, in XHTML that a validator takes', { tags: 'long' }, async () => {
    const { bytes, contentType } = await runOcr(await makeScanPdf([scan, scan]), { output_format: 'hocr' });
    const html = bytes.toString('utf8');
    expect(contentType).toBe('text/html');
    for (const kind of ['ocr_page', 'ocr_carea', 'ocr_par', 'ocr_line', 'ocrx_word']) expect(html).toContain(`class="${kind}"`);
    expect(html.match(/class="ocr_page"/g)).toHaveLength(2);
    expect(html).toMatch(/class="ocr_line" id="line_1_1_1_1" title="bbox \d+ \d+ \d+ \d+; baseline -?[\d.]+ -?[\d.]+"/);
    const words = [...html.matchAll(/title="bbox (\d+) (\d+) (\d+) (\d+); x_wconf (\d+)">([^<]+)</g)];
    expect(words.length).toBeGreaterThan(30);
    for (const [, x0, y0, x1, y1] of words) expect(Number(x0) < Number(x1) && Number(y0) < Number(y1)).toBe(true);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'void-style': 'off', 'no-raw-characters': 'off' },
    }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([]);
  });
});

describe.skipIf(!hasPdfJudges)('an image', () => {
  const encode = async (as: 'png' | 'jpeg' | 'tiff') => {
    const { pixels, width, height } = scan.raster;
    const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).withMetadata({ density: 300 });
    return picture.toFormat(as).toBuffer();
  };

  test.each(['png', 'jpeg', 'tiff'] as const)('%s becomes a searchable page of its own size', async (as) => {
    const image = await encode(as);
    const { bytes, report } = await runOcr(image, {}, { contentType: `image/${as}`, filename: `photo.${as}` });
    expect(report.pages).toMatchObject([{ status: 'ocr' }]);
    expect(missed(textOfPdf(bytes))).toBeLessThan(0.05);
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    const { width, height } = (await PDFDocument.load(bytes)).getPage(0).getSize();
    expect([Math.round(width), Math.round(height)]).toEqual([300, 120]);
    if (as === 'jpeg') expect(bytes.includes(image)).toBe(true);
  });

  test('that lies on its side by its EXIF orientation is read and shown upright', { tags: 'long' }, async () => {
    const { pixels, width, height } = scan.raster;
    const lying = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .rotate(270)
      .withMetadata({ density: 300, orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes, report } = await runOcr(lying, {}, { contentType: 'image/jpeg' });
    expect(report.pages[0]).toMatchObject({ status: 'ocr', rotation: 0 });
    expect(missed(textOfPdf(bytes))).toBeLessThan(0.05);
    const [first] = popplerBoxes(bytes);
    expect(first?.box[0]).toBeLessThan(60);
    expect(first?.box[1]).toBeLessThan(60);
  });

  test('without a resolution, or with that of a screen, is taken for a page of paper', { tags: 'long' }, async () => {
    const big = await makeScan({ columns: [TEXTS.eng.text], dpi: 300, widthPoints: 595, heightPoints: 400 });
    const bare = await sharp(big.pixels, { raw: { width: big.width, height: big.height, channels: 1 } })
      .withMetadata({ density: 72 })
      .png()
      .toBuffer();
    const { bytes, report } = await runOcr(bare, {}, { contentType: 'image/png' });
    const { width } = (await PDFDocument.load(bytes)).getPage(0).getSize();
    expect(width).toBeGreaterThan(500);
    expect(width).toBeLessThan(900);
    expect(report.pages[0]?.confidence).toBeGreaterThan(85);
  });

  test('that is no image, or is cut off, fails with its reason', async () => {
    const png = await encode('png');
    expect((await failureOf(runOcr(png.subarray(0, 60), {}, { contentType: 'image/png' }))).reason).toBe('corrupt_file');
    expect((await failureOf(runOcr(Buffer.from('nothing at all'), {}, { contentType: 'image/tiff' }))).reason).toBe('type_mismatch');
  });
});
