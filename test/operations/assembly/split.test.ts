// `split`: every result holds what belongs to its pages, and nothing of the others; pdf.js and qpdf look at what was written.

import { unzipSync } from 'fflate';
import makeQrCode from 'qrcode-generator';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { readParts } from '../../../support/judges/read-parts.ts';
import { split } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof JobFailure ? error.reason : String(error)),
  );
}

/** Pages that show a word each, white where it is empty; `shared` objects are resources of all of them. */
function pagesPdf(words: readonly string[], resources = '', more: Parameters<typeof makePdf>[0]['objects'] = {}): Uint8Array {
  const objects: Record<number, Parameters<typeof makePdf>[0]['objects'][number]> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Kids [${words.map((_, at) => `${100 + at} 0 R`).join(' ')}] /Count ${words.length} /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  };
  for (const [at, word] of words.entries()) {
    objects[100 + at] = `<< /Type /Page /Parent 2 0 R /Contents ${1000 + at} 0 R >>`;
    objects[1000 + at] = {
      dict: '',
      data: word.startsWith('/') ? `q 99 0 0 99 50 50 cm ${word} Do Q` : word === '' ? '' : `BT /F1 18 Tf 20 100 Td (${word}) Tj ET`,
    };
  }
  return makePdf({ objects });
}

type Modules = readonly (readonly boolean[])[];

/** A picture of one bit per module. */
function pictureOf(rows: Modules): Parameters<typeof makePdf>[0]['objects'][number] {
  const width = rows[0]?.length ?? 0;
  const data = Buffer.from(rows.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  return {
    dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${rows.length} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
    data,
  };
}

function qrModules(text: string): Modules {
  const code = makeQrCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  return Array.from({ length: count }, (_, y) => Array.from({ length: count }, (__, x) => code.isDark(y, x)));
}

/** "ABC" in Code 128 (ISO/IEC 15417): start B, the letters, the check character of value 1, stop. */
function bars(): readonly boolean[] {
  const symbols = ['11010010000', '10100011000', '10001011000', '10001000110', '11001101100', '1100011101011'];
  return Array.from(symbols.join('')).map((module) => module === '1');
}

const pagesOf = ({ report }: { readonly report: Record<string, unknown> }) =>
  (report['parts'] as { pages: string }[]).map(({ pages }) => pages);

describe('split', () => {
  test('gives each half its own outline, labels, destinations, links, fields and tags', async () => {
    const { files, report, pages, warnings } = await split(reportPdf(), { ranges: ['1-2', '3-4'] });
    expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['report-1.pdf', 'application/pdf'],
      ['report-2.pdf', 'application/pdf'],
    ]);
    const [one, two] = await Promise.all(files.map(({ bytes }) => readParts(bytes)));
    const whole = await readParts(reportPdf());
    expect([...one!.texts, ...two!.texts]).toEqual(PAGE_WORDS);
    expect(one!.labels).toEqual(whole.labels!.slice(0, 2));
    expect(two!.labels).toEqual(whole.labels!.slice(2));
    // The link of page 1 leads to page 4, which is another file now.
    expect([one!.links, two!.links]).toEqual([
      [['https://example.com/'], []],
      [[], []],
    ]);
    expect(one!.destinations).toEqual({ second: 2 });
    expect(two!.destinations).toEqual({ fourth: 2, third: 1 });
    expect(Object.keys(one!.fields)).toEqual(expect.arrayContaining(['Name', 'Both', 'Agree']));
    expect(Object.keys(two!.fields)).toEqual(['Both']);
    expect(one!.tags).toEqual(['Document(P)', 'Document(P)']);
    expect(two!.tags).toEqual(['Document(P)', 'Document(P)']);
    expect(one!.outline.map((line) => line.trim())).not.toContain('Four 2');
    expect(two!.outline.map((line) => line.trim())).toEqual(['Two', 'Three 1', 'Four 2']);
    expect(pages).toBe(4);
    expect(report).toMatchObject({
      results: 2,
      links_to_other_results: 1,
      verification: { result: 'verified', results_counted: 2, text_identical: true, rendered_identical: true },
    });
    expect(warnings).toEqual([]);
    if (hasPdfJudges) for (const { bytes } of files) expect(qpdfCheck(bytes).output).toMatch(/No syntax or stream encoding errors/);
  });

  test('a link that is seen stays where it is, and leads nowhere', async () => {
    const seen = Buffer.from(reportPdf()).toString('latin1').replace('/Border [0 0 0] /Dest', '/Border [0 0 1] /Dest');
    const { files, report } = await split(Buffer.from(seen, 'latin1'), { pages: 'each' });
    expect((await readParts(files[0]!.bytes)).links).toEqual([['nowhere', 'https://example.com/']]);
    expect(report).toMatchObject({ links_to_other_results: 1, verification: { result: 'verified' } });
  });

  test('leaves the pictures of other pages behind, although all share their resources', async () => {
    const picture = (grey: number) => ({
      dict: '/Type /XObject /Subtype /Image /Width 40 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      data: Buffer.alloc(1600, grey),
    });
    const source = pagesPdf(['/A', '/B'], '/XObject << /A 10 0 R /B 11 0 R >>', { 10: picture(10), 11: picture(200) });
    const { files } = await split(source, { pages: 'each' });
    for (const { bytes } of files) expect(qpdfPlain(bytes).match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(files.map(({ bytes }) => bytes.length).every((size) => size < 2500)).toBe(true);
  });

  test.each([
    [{ every: 2 }, ['1-2', '3-4', '5']],
    [{ pages: 'each' }, ['1', '2', '3', '4', '5']],
    [{ ranges: ['last', '1,3', '2-end'] }, ['5', '1,3', '2-5']],
    [{ by_text: '(?i)^invoice \\d+$' }, ['1-2', '3-5']],
    [{ by_text: 'page' }, ['1', '2-3', '4-5']],
  ])('%j', async (params, expected) => {
    const source = pagesPdf(['INVOICE 17', 'page', 'invoice 18', 'page', 'end']);
    expect(pagesOf(await split(source, params))).toEqual(expected);
  });

  test('blank pages divide and are left out', async () => {
    expect(pagesOf(await split(pagesPdf(['', 'one', 'two', '', '', 'three', '']), { by_blank_pages: true }))).toEqual(['2-3', '6']);
    expect(await reasonOf(split(pagesPdf(['', '']), { by_blank_pages: true }))).toBe('unsupported_feature');
  });

  test('sheets with a barcode divide and are left out, or begin what follows', { tags: 'long' }, async () => {
    const names = ['QR', 'BARS', 'OTHER'] as const;
    const sheets = { 20: pictureOf(qrModules('INVOICE-17')), 21: pictureOf([bars()]), 22: pictureOf(qrModules('https://example.com')) };
    const resources = `/XObject << ${names.map((name, at) => `/${name} ${20 + at} 0 R`).join(' ')} >>`;
    const source = pagesPdf(['one', '/QR', 'two', 'three', '/BARS', 'four', '/OTHER'], resources, sheets);
    const removed = await split(source, { by_barcode: {} });
    expect(pagesOf(removed)).toEqual(['1', '3-4', '6']);
    expect(removed.report['parts']).toMatchObject([
      {},
      { barcode: { page: 2, format: 'qr_code', text: 'INVOICE-17' } },
      { barcode: { page: 5, format: 'code_128', text: 'ABC' } },
    ]);
    expect(pagesOf(await split(source, { by_barcode: { pattern: '^INVOICE-', separator: 'keep' } }))).toEqual(['1', '2-7']);
    expect(pagesOf(await split(source, { by_barcode: { formats: ['code_128'] } }))).toEqual(['1-4', '6-7']);
    expect(await reasonOf(split(source, { by_barcode: { pattern: '^none$' } }))).toBe('unsupported_feature');
    expect(await reasonOf(split(pagesPdf(['/QR'], resources, sheets), { by_barcode: {} }))).toBe('unsupported_feature');
  });

  test('by outline: a result for each item of a level, and one for what comes before', async () => {
    const outcome = await split(reportPdf(), { by_outline: 2 });
    expect(outcome.report['parts']).toMatchObject([
      { pages: '1' },
      { pages: '2', title: 'Two' },
      { pages: '3', title: 'Three' },
      { pages: '4', title: 'Four' },
    ]);
    expect(await reasonOf(split(pagesPdf(['one', 'two']), { by_outline: 1 }))).toBe('unsupported_feature');
  });

  test('by size: no result is larger, and each holds as many pages as fit', async () => {
    const words = Array.from({ length: 40 }, (_, at) => `/P${at}`);
    const more = Object.fromEntries(
      words.map((_, at) => [
        10_000 + at,
        {
          dict: '/Type /XObject /Subtype /Image /Width 50 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceGray',
          data: Buffer.alloc(2000, at),
        },
      ]),
    );
    const source = pagesPdf(words, `/XObject << ${words.map((word, at) => `${word} ${10_000 + at} 0 R`).join(' ')} >>`, more);
    const { files, report } = await split(source, { by_size_bytes: 20_000 });
    const counts = (report['parts'] as { page_count: number }[]).map(({ page_count }) => page_count);
    expect(files.every(({ bytes }) => bytes.length <= 20_000)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    // Nine pictures with what a page needs are less than 20,000 bytes.
    expect(Math.min(...counts.slice(0, -1))).toBeGreaterThanOrEqual(8);
  });

  test('one archive of all results on request; more than a hundred only so', async () => {
    const source = pagesPdf(Array.from({ length: 101 }, (_, at) => `page ${at + 1}`));
    expect(await reasonOf(split(source, { pages: 'each' }))).toBe('output_limit');
    const { files } = await split(source, { pages: 'each', output: 'zip' });
    expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([['report.zip', 'application/zip']]);
    const entries = unzipSync(files[0]!.bytes);
    expect(Object.keys(entries)).toHaveLength(101);
    expect((await readParts(entries['report-007.pdf']!)).texts).toEqual(['page 7']);
  });

  test('the same document gives the same bytes', async () => {
    const [one, two] = await Promise.all([split(reportPdf(), { every: 2 }), split(reportPdf(), { every: 2 })]);
    for (const [at, { bytes }] of one.files.entries()) expect(Buffer.from(bytes).equals(two.files[at]!.bytes)).toBe(true);
  });

  test('lists of layers that lead into themselves end', async () => {
    const source = makePdf({
      objects: {
        ...plainObjects(),
        1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [90 0 R] /D << /Order 91 0 R /OFF [90 0 R] >> >> >>',
        90: '<< /Type /OCG /Name (Loop) >>',
        91: '[90 0 R 91 0 R [91 0 R 91 0 R]]',
      },
    });
    const { files } = await split(source, { pages: 'each' });
    expect((await readParts(files[0]!.bytes)).layers).toEqual(['-Loop']);
  });

  test('says what is wrong', async () => {
    const source = pagesPdf(['one', 'two']);
    expect(await reasonOf(split(source, { ranges: ['1', '3'] }))).toBe('page_out_of_range');
    expect(await reasonOf(split(source, { by_text: 'three' }))).toBe('text_not_found');
    expect(await reasonOf(split(pagesPdf(['', '']), { by_text: 'three' }))).toBe('no_text_found');
    expect(await reasonOf(split(new Uint8Array(0), { every: 1 }))).toBe('empty_file');
    expect(await reasonOf(split(Buffer.from('no document'), { every: 1 }))).toBe('type_mismatch');
    expect(await reasonOf(split(makePdf({ objects: plainObjects() }), { every: 1 }, { output_bytes: 100 }))).toBe('output_limit');
  });
});
