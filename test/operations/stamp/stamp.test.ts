// `stamp`: poppler reads the marks on the pages, and qpdf finds nothing wrong with the file.

import { describe, expect, test } from 'vitest';
import { StampParams } from '#contract/params/stamp-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { numberText, styleNumber } from '../../../processor/operations/stamp/mark-texts.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { pages as changePages, stamp } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

const SOURCE = reportPdf();
const count = (text: string, part: string) => text.split(part).length - 1;
const verified = { verification: { result: 'verified', pages_not_compared: 0, rendered_identical_elsewhere: true, qpdf_check: 'clean' } };

async function stamped(marks: readonly object[], source: Uint8Array = SOURCE) {
  const { files, report } = await stamp(source, marks);
  const bytes = files[0]?.bytes ?? new Uint8Array();
  expect(qpdfCheck(bytes).status).toBe(0);
  return { bytes, text: textOfPdf(bytes), report };
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

  test('what cannot be done is refused', async () => {
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'page_numbers', pages: '9' }]))).toBe('page_out_of_range');
    expect(await reasonOf(stamp(SOURCE, [{ kind: 'image' }]))).toBe('plan_invalid');
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
