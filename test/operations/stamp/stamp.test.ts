// `stamp`: poppler reads the marks on the pages, and qpdf finds nothing wrong with the file.

import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { StampParams } from '#contract/params/stamp-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { numberText, styleNumber } from '../../../processor/operations/stamp/mark-texts.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makeColouredPng, makePng } from '../../../support/documents/make-png.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { type MergeFile, pages as changePages, protect, stamp } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

const SOURCE = reportPdf();
const count = (text: string, part: string) => text.split(part).length - 1;
const verified = { verification: { result: 'verified', pages_not_compared: 0, rendered_identical_elsewhere: true, qpdf_check: 'clean' } };

async function stamped(marks: readonly object[], source: Uint8Array = SOURCE, more: readonly MergeFile[] = []) {
  const { files, report, warnings } = await stamp(source, marks, more);
  const bytes = files[0]?.bytes ?? new Uint8Array();
  expect(qpdfCheck(bytes).status).toBe(0);
  return { bytes, text: textOfPdf(bytes), report, codes: warnings.map(({ code }) => code) };
}

/** 40 by 40 pixels of blue. */
function bluePicture(): MergeFile {
  const blue = Buffer.alloc(40 * 40 * 3);
  for (let at = 2; at < blue.length; at += 3) blue[at] = 255;
  return { bytes: makeColouredPng(blue, 40), contentType: 'image/png', filename: 'blue.png' };
}

/** As jsQR reads the page drawn by poppler, 72 dpi. */
function qrCodeOn(pdf: Uint8Array, page: number): string | undefined {
  const colourAt = drawnPixels(pdf, page);
  const [width, height] = page < 3 ? [300, 200] : [200, 300];
  const pixels = Uint8ClampedArray.from(
    Array.from({ length: width * height }, (_, at) => [...(colourAt(at % width, Math.floor(at / width)) ?? [255, 255, 255]), 255]).flat(),
  );
  return jsQR(pixels, width, height)?.data;
}

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof JobFailure ? error.reason : String(error)),
  );
}

describe.skipIf(!hasPdfJudges)('stamp', () => {
  test('numbers, headers and footers are on the pages that were chosen, beside what they say', async () => {
    const { text, report, bytes } = await stamped([
      { kind: 'page_numbers', format: 'Page {page} of {pages}', pages: '2-4', style: 'roman' },
      { kind: 'bates', prefix: 'ACME-', digits: 6, start: 41 },
      { kind: 'header', left: '{file_name}', right: 'Sheet {page}/{pages}', font_size: 8 },
    ]);
    for (const part of ['Page i of iii', 'Page iii of iii', 'ACME-000041', 'ACME-000044', 'Sheet 4/4']) expect(text).toContain(part);
    expect(text).not.toContain('Page iv');
    expect(count(text, 'report.pdf')).toBe(4);
    for (const word of PAGE_WORDS) expect(text).toContain(word);
    expect(picturesOfPdf(bytes)).toHaveLength(picturesOfPdf(SOURCE).length);
    expect(report).toMatchObject({ marks: [{ kind: 'page_numbers', pages: 3 }, { pages: 4 }, { pages: 4 }], ...verified });
  });

  test.each([90, 180, 270])('a page that is turned by %i degrees is stamped as it is seen', async (degrees) => {
    const turned = await changePages(SOURCE, [{ op: 'rotate', pages: 'all', degrees: degrees === 270 ? -90 : degrees }]);
    const { text, report } = await stamped(
      [
        { kind: 'text', text: 'DRAFT' },
        { kind: 'page_numbers', format: 'No. {page}' },
      ],
      turned.files[0]?.bytes,
    );
    expect(text).toContain('No. 4');
    expect(report).toMatchObject(verified);
  });

  test.each(['DRAFT', 'Προσχέδιο', 'Черновик', 'مسودة', 'טיוטה', '草稿', '초안'])(
    'a watermark %s is there, once in the file',
    async (text) => {
      const { report, bytes } = await stamped([{ kind: 'text', text, opacity: 0.5 }]);
      expect(report).toMatchObject({ marks: [{ pages: 4, first_text: text }], ...verified });
      const plain = await stamped([{ kind: 'text', text, opacity: 0.5, pages: '1' }]);
      expect(bytes.length - plain.bytes.length).toBeLessThan(1500);
    },
  );

  test('a watermark over close lines of text is there, and the guard finds it letter by letter', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `1 0 0 1 10 ${190 - 4.5 * at} Tm (${'A draft of many close words '.repeat(4)}) Tj`);
    const close = makePdf({ objects: { ...plainObjects('x'), 4: { dict: '', data: `BT /F1 4 Tf ${lines.join(' ')} ET` } } });
    const { report } = await stamped([{ kind: 'text', text: 'DRAFT' }], close);
    expect(report).toMatchObject(verified);
  });

  test.each([
    ['over', 'verified', [0, 0, 255]],
    ['under', 'differs', [255, 255, 255]],
  ])('a watermark lies %s what the page prints', async (layer, result, colour) => {
    const square = { ...plainObjects('x'), 4: { dict: '', data: '1 g 0 0 300 200 re f 0 g BT /F1 12 Tf 20 20 Td (Printed words) Tj ET' } };
    const mark = { kind: 'image', width: '60pt', layer };
    const { bytes, codes, report, text } = await stamped([mark], makePdf({ objects: square }), [bluePicture()]);
    expect(drawnPixels(bytes, 1)(150, 100)).toEqual(colour);
    expect(text).toContain('Printed words');
    expect(codes).toEqual(layer === 'under' ? ['stamp_not_visible'] : []);
    expect(report).toMatchObject({ verification: { result } });
  });

  test('a watermark under a page without a ground is seen, and what the page prints lies over it', async () => {
    const { bytes, report, text } = await stamped([{ kind: 'image', width: '150pt', layer: 'under' }], SOURCE, [bluePicture()]);
    expect(drawnPixels(bytes, 1)(150, 60)).toEqual([0, 0, 255]);
    for (const word of PAGE_WORDS) expect(text).toContain(word);
    expect(report).toMatchObject(verified);
  });

  test('a picture is where it was asked for on a turned page, and once in the file', async () => {
    const { bytes, report } = await stamped([{ kind: 'image', position: 'top_left', margin: '10pt', width: '40pt' }], SOURCE, [
      bluePicture(),
    ]);
    // The third page is turned by 90 degrees and cropped by 10 points, which poppler draws with it.
    for (const [page, cropped] of [
      [1, 0],
      [3, 10],
    ] as const) {
      const colourAt = drawnPixels(bytes, page);
      const at = [30, 8, 52].map((place) => colourAt(cropped + place, cropped + place));
      expect(at).toEqual([
        [0, 0, 255],
        [255, 255, 255],
        [255, 255, 255],
      ]);
    }
    expect(qpdfPlain(bytes).match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(report).toMatchObject({ marks: [{ kind: 'image', pages: 4 }], ...verified });
  });

  test('a picture that hides text is told, and the text is still in the file', async () => {
    const { codes, report, text } = await stamped([{ kind: 'image', width: '190pt' }], makePdf({ objects: plainObjects('Hidden words') }), [
      bluePicture(),
    ]);
    expect(codes).toEqual(['stamp_hides_text']);
    expect(text).toContain('Hidden words');
    expect(report).toMatchObject({ verification: { result: 'differs', pages_where_text_is_hidden: [1] } });
  });

  test('a tiled watermark covers the page, and is in the file once', async () => {
    const { bytes, text, report } = await stamped([{ kind: 'text', text: 'SECRET', tiled: true, rotation: 0 }], SOURCE);
    expect(count(text, 'SECRET')).toBeGreaterThanOrEqual(4 * 3);
    const single = await stamped([{ kind: 'text', text: 'SECRET' }]);
    expect(bytes.length).toBeLessThan(single.bytes.length + 1500);
    for (const word of PAGE_WORDS) expect(text).toContain(word);
    expect(report).toMatchObject(verified);
  });

  test('pages of another PDF lie under the pages, the last of them on all further ones', async () => {
    const paper = { bytes: reportPdf(), filename: 'paper.pdf' };
    const source = makePdf({
      objects: { ...plainObjects('Letter'), 2: '<< /Type /Pages /Kids [3 0 R 3 0 R 3 0 R] /Count 3 /MediaBox [0 0 300 200] >>' },
    });
    const three = await changePages(source, [{ op: 'rotate', pages: '2', degrees: 180 }]);
    const { bytes, text, report } = await stamped([{ kind: 'pdf', file_pages: '1-2', layer: 'under' }], three.files[0]?.bytes, [paper]);
    expect(text.split('\f').map((page) => PAGE_WORDS.map((word) => count(page, word)))).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
    ]);
    // What its fields show comes along as a picture of them.
    expect(count(text, 'Filled')).toBe(3);
    expect(qpdfPlain(bytes)).not.toMatch(/\/AcroForm|\/StructParents|\/Annots/);
    expect(report).toMatchObject({ marks: [{ kind: 'pdf', pages: 3 }], ...verified });
  });

  test('a page of another PDF is placed, turned and made transparent as a whole', async () => {
    const mark = { kind: 'pdf', position: 'bottom_right', margin: '10pt', width: '100pt', rotation: 10, opacity: 0.4 };
    const { report, text } = await stamped([mark], makePdf({ objects: plainObjects('Letter') }), [{ bytes: reportPdf() }]);
    expect(text).toContain('Alpha');
    expect(report).toMatchObject(verified);
  });

  test.each(['#000000', '#1a237e'])('a QR code of colour %s is read by another reader, on each page its own', async (color) => {
    const mark = { kind: 'qr_code', text: 'https://example.com/ä?page={page}', size: '120pt', color };
    const { bytes, report } = await stamped([mark]);
    for (const page of [1, 3]) expect(qrCodeOn(bytes, page)).toBe(`https://example.com/ä?page=${page}`);
    expect(report).toMatchObject({ verification: { result: 'verified', codes_read: 4, pages_where_code_not_read: [] } });
  });

  test('a QR code that readers do not see is told', async () => {
    const { codes, report } = await stamped([{ kind: 'qr_code', text: 'pale', color: '#fdfdfd', pages: '1' }]);
    expect(codes).toContain('code_not_read');
    expect(report).toMatchObject({ verification: { result: 'differs', pages_where_code_not_read: [1] } });
  });

  test('a file that does not fit its mark is refused, by its number', async () => {
    const reason = async (mark: object, bytes: Uint8Array, contentType: string) =>
      stamp(SOURCE, [mark], [{ bytes, contentType }]).then(
        () => 'succeeded',
        (error: JobFailure) => [error.reason, error.details?.['file']],
      );
    const secret = (await protect(SOURCE, { user_password: 'x' })).files[0]!.bytes;
    expect(await reason({ kind: 'pdf' }, makePng(), 'image/png')).toEqual(['plan_invalid', undefined]);
    expect(await reason({ kind: 'image' }, SOURCE, 'application/pdf')).toEqual(['plan_invalid', undefined]);
    expect(await reason({ kind: 'pdf' }, secret, 'application/pdf')).toEqual(['encrypted_pdf', 1]);
    expect(await reason({ kind: 'pdf', file_pages: '5' }, SOURCE, 'application/pdf')).toEqual(['page_out_of_range', 1]);
    expect(await reason({ kind: 'pdf' }, Buffer.from('%PDF-1.7\nnothing'), 'application/pdf')).toEqual(['corrupt_file', 1]);
    expect(StampParams.safeParse({ marks: [{ kind: 'pdf', file: 2 }], files: [{ file_id: `file_${'0'.repeat(22)}` }] }).success).toBe(
      false,
    );
  });

  test('marks fit on pages smaller than their margins', async () => {
    const small = makePdf({ objects: { ...plainObjects('x'), 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 40] >>' } });
    const { report, text } = await stamped(
      [
        { kind: 'text', text: 'DRAFT' },
        { kind: 'page_numbers', format: 'No. {page}' },
      ],
      small,
    );
    expect(text).toContain('No. 1');
    expect(report).toMatchObject({ verification: { pages_where_not_visible: [] } });
  });

  test('a reference to nothing leads to nothing afterwards, not to a mark', async () => {
    const { bytes, report } = await stamped(
      [{ kind: 'text', text: 'DRAFT' }],
      makePdf({ objects: plainObjects('Hello', '/PieceInfo 6 0 R') }),
    );
    expect(qpdfPlain(bytes)).not.toMatch(/\/PieceInfo \d+ 0 R/);
    expect(report).toMatchObject(verified);
  });

  test('what cannot be done is refused', async () => {
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'page_numbers', pages: '9' }]))).toBe('page_out_of_range');
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'qr_code', text: 'x'.repeat(900), size: '72pt' }]))).toBe('text_does_not_fit');
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'qr_code', text: 'é'.repeat(1000), error_correction: 'H' }]))).toBe('text_does_not_fit');
    expect(StampParams.safeParse({ marks: [{ kind: 'image' }] }).success).toBe(false);
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'text', text: 'W'.repeat(200), font_size: 100 }]))).toBe('text_does_not_fit');
    expect(StampParams.safeParse({ marks: [{ kind: 'header' }] }).success).toBe(false);
    expect(StampParams.safeParse({ marks: [{ kind: 'page_numbers', format: 'no number' }] }).success).toBe(false);
  });
});

test('numbers are written as page labels are', () => {
  expect([1, 4, 1999, 4000].map((number) => styleNumber(number, 'Roman'))).toEqual(['I', 'IV', 'MCMXCIX', '4000']);
  expect([1, 26, 27, 53].map((number) => styleNumber(number, 'letters'))).toEqual(['a', 'z', 'aa', 'aaa']);
  const mark = StampParams.parse({ marks: [{ kind: 'page_numbers', format: '{page} {pages} {x}', start: 5 }] }).marks[0];
  expect(mark?.kind === 'page_numbers' && numberText(mark, 1, 3)).toBe('6 7 {x}');
});
