// `pages`: what the steps make of pages, as poppler, pdf.js and qpdf find it.

import { describe, expect, test } from 'vitest';
import { PagesParams } from '#contract/params/pages-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { DIFFERENCE_MAX } from '../../../processor/look-at-pages.ts';
import type { Matrix } from '../../../processor/pdf/geometry/matrix.ts';
import { comparePlacedBounded } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { popplerBoxes } from '../../../support/judges/read-layer.ts';
import { readParts } from '../../../support/judges/read-parts.ts';
import { type AssemblyOutcome, pages, protect } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

const SOURCE = reportPdf();
const [A, B, C, D] = PAGE_WORDS;

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof JobFailure ? `${error.reason} ${error.message}` : String(error)),
  );
}

const bytesOf = ({ files }: AssemblyOutcome) => files[0]!.bytes;
const textsOf = async (steps: readonly unknown[], source = SOURCE) => (await readParts(bytesOf(await pages(source, steps)))).texts;
const sizesOf = ({ report }: AssemblyOutcome) =>
  (report['made'] as { width_pt: number; height_pt: number }[]).map((page) => [page.width_pt, page.height_pt]);
const verified = { verification: { result: 'verified' } };

/** Pages with a word each, of these sizes: `[width, height]` and more entries. */
function wordPages(
  words: readonly string[],
  [width, height]: readonly [number, number] = [300, 400],
  entries = '',
  more: Readonly<Record<number, string>> = {},
): Uint8Array {
  const objects: Record<number, Parameters<typeof makePdf>[0]['objects'][number]> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Kids [${words.map((_, at) => `${100 + 2 * at} 0 R`).join(' ')}] /Count ${words.length} >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  };
  for (const [at, word] of words.entries()) {
    objects[100 + 2 * at] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 5 0 R >> >> /Contents ${101 + 2 * at} 0 R ${entries} >>`;
    objects[101 + 2 * at] = { dict: '', data: `BT /F1 24 Tf 40 200 Td (${word}) Tj ET` };
  }
  return makePdf({ objects });
}

const numbered = (count: number) => wordPages(Array.from({ length: count }, (_, at) => `p${at + 1}`));

describe('the order of pages', () => {
  test.each([
    ['delete', [{ op: 'delete', pages: '2,last' }], [A, C]],
    ['keep, in the order named, twice where named twice', [{ op: 'keep', pages: '4,1,4' }], [D, A, D]],
    ['reorder', [{ op: 'reorder', order: '4,2' }], [D, B, A, C]],
    ['reverse', [{ op: 'reorder', order: 'reverse' }], [D, C, B, A]],
    ['move', [{ op: 'move', pages: '1-2', after: -1 }], [C, D, A, B]],
    ['move before', [{ op: 'move', pages: '4', before: 2 }], [A, D, B, C]],
    ['blank', [{ op: 'insert_blank', after: 1, count: 2 }], [A, '', '', B, C, D]],
    [
      'each step counts what the one before left',
      [
        { op: 'delete', pages: '1' },
        { op: 'delete', pages: '1' },
      ],
      [C, D],
    ],
  ])('%s', async (_, steps, texts) => {
    const outcome = await pages(SOURCE, steps);
    expect((await readParts(bytesOf(outcome))).texts).toEqual(texts);
    expect(outcome.report).toMatchObject({ pages: texts.length, ...verified });
    expect(outcome.warnings).toEqual([]);
  });

  test('a copy shows its fields as they are, and has none', async () => {
    const { texts, fields, labels } = await readParts(bytesOf(await pages(SOURCE, [{ op: 'duplicate', pages: '1', copies: 2 }])));
    expect(texts).toEqual([A, 'AlphaFilled', 'AlphaFilled', B, C, D]);
    expect(fields['Name']).toEqual([1]);
    expect(labels).toEqual(['i', 'i', 'i', 'ii', 'A-1', 'A-2']);
  });

  test('what belongs to the pages comes along, and what leads to others does not', async () => {
    const { report, files } = await pages(SOURCE, [
      { op: 'reorder', order: '4,3' },
      { op: 'delete', pages: '3' },
    ]);
    const parts = await readParts(files[0]!.bytes);
    expect(parts).toMatchObject({
      texts: [D, C, B],
      labels: ['A-2', 'A-1', 'ii'],
      destinations: { fourth: 1, second: 3, third: 2 },
      tags: ['Document(P)', 'Document(P)', 'Document(P)'],
      links: [[], [], []],
    });
    expect(parts.outline.map((line) => line.trim())).toEqual(['Two 3', 'Three 2', 'Four 1']);
    expect(Object.keys(parts.fields)).not.toContain('Name');
    expect(report).toMatchObject({ left_behind: { outlines: 1 }, ...verified });
  });
});

describe('the look of pages', () => {
  test('turned: added to the rotation that a page has', async () => {
    const outcome = await pages(SOURCE, [
      { op: 'rotate', pages: 'odd', degrees: 90 },
      { op: 'rotate', pages: '4', degrees: -90 },
    ]);
    expect(sizesOf(outcome)).toEqual([
      [200, 300],
      [300, 200],
      [280, 180],
      [280, 180],
    ]);
    const whole = await readParts(SOURCE);
    const { destinations, ...parts } = await readParts(bytesOf(outcome));
    expect(parts).toMatchObject({
      links: whole.links,
      fields: whole.fields,
      tags: whole.tags,
      labels: whole.labels,
      outline: whole.outline,
    });
    expect(destinations).toEqual(whole.destinations);
    expect(outcome.report).toMatchObject({ ...verified, after: (outcome.report as { before: unknown }).before });
  });

  test.skipIf(!hasPdfJudges)('cropped: by the sides as they are seen', async () => {
    const outcome = await pages(SOURCE, [{ op: 'crop', pages: '1,3', left: '10pt', top: '10%' }]);
    expect(sizesOf(outcome).slice(0, 3)).toEqual([
      [290, 180],
      [300, 200],
      [170, 252],
    ]);
    const [before, after] = [SOURCE, bytesOf(outcome)].map((bytes) => popplerBoxes(bytes, 1)[0]!.box);
    expect(after![0]).toBeCloseTo(before![0] - 10, 1);
    expect(after![1]).toBeCloseTo(before![1] - 20, 1);
    expect(outcome.report).toMatchObject(verified);
  });

  test.skipIf(!hasPdfJudges)('resized: text, links and fields in their places; the rest of the document too', async () => {
    const outcome = await pages(SOURCE, [
      { op: 'resize', page_size: '600pt x 400pt', pages: '1-2' },
      { op: 'resize', page_size: 'a5', pages: '3-4' },
    ]);
    expect(sizesOf(outcome)).toEqual([
      [600, 400],
      [600, 400],
      [419.53, 595.28],
      [419.53, 595.28],
    ]);
    const [before, after] = [SOURCE, bytesOf(outcome)].map((bytes) => popplerBoxes(bytes, 1)[0]!.box);
    for (const [side, at] of before!.entries()) expect(after![side]).toBeCloseTo(2 * at, 0);
    const whole = await readParts(SOURCE);
    expect(await readParts(bytesOf(outcome))).toMatchObject({
      texts: whole.texts,
      tags: whole.tags,
      labels: whole.labels,
      outline: whole.outline,
      links: whole.links,
      fields: whole.fields,
    });
    expect(outcome.report).toMatchObject(verified);
    expect(qpdfCheck(bytesOf(outcome)).output).toMatch(/No syntax or stream encoding errors/);
  });

  test.each([
    ['contain', [100, 200], 1],
    ['cover', [100, 200], 1],
    ['stretch', [100, 200], 1],
    ['none', [100, 200], 1],
  ])('resized with fit: %s', async (fit, size) => {
    const outcome = await pages(SOURCE, [{ op: 'resize', page_size: '100pt x 200pt', orientation: 'portrait', fit, margin: '2mm' }]);
    expect(sizesOf(outcome)).toEqual([size, size, size, size]);
    expect(outcome.report).toMatchObject(verified);
  });

  test('patterns keep their place on a page that is resized', async () => {
    const source = makePdf({
      objects: {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Pattern << /P1 5 0 R /P2 6 0 R >> >> >>',
        4: { dict: '', data: '/Pattern cs /P1 scn 20 20 160 360 re f /P2 scn 220 20 160 360 re f Q' },
        5: {
          dict: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 60 60] /XStep 60 /YStep 60 /Resources << >> /Matrix [1 0 0 1 10 7]',
          data: '0 0 1 rg 0 0 30 30 re f',
        },
        6: '<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 0 400] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>',
      },
    });
    const { report } = await pages(source, [{ op: 'resize', page_size: '150pt x 150pt' }]);
    expect(report).toMatchObject(verified);
  });

  test('a page whose unit is not a point', async () => {
    const source = wordPages(['unit'], [300, 400], '/UserUnit 2');
    expect(sizesOf(await pages(source, [{ op: 'crop', left: '100pt' }]))).toEqual([[500, 800]]);
    for (const steps of [
      [{ op: 'rotate', degrees: 90 }],
      [{ op: 'crop', left: '100pt' }],
      [{ op: 'resize', page_size: 'a4' }],
      [{ op: 'n_up', pages_per_sheet: 2 }],
    ])
      expect((await pages(source, steps)).report).toMatchObject(verified);
  });
});

describe('sheets', () => {
  test('n-up: links and fields are on the sheets; outline and destinations lead there; tags stay', async () => {
    const outcome = await pages(SOURCE, [{ op: 'n_up', pages_per_sheet: 2 }]);
    const parts = await readParts(bytesOf(outcome));
    expect(parts).toMatchObject({
      texts: [A + B, C + D],
      labels: null,
      outline: ['One 1', 'Two 1', '  Three 2', 'Four 2'],
      destinations: { fourth: 2, second: 1, third: 2 },
      links: [[2, 'https://example.com/'], []],
      fields: { Name: [1], Both: [1, 2], Agree: [1] },
    });
    expect(outcome.report).toMatchObject({ pages: 2, after: { links: 2, fields: 4, annotations: 8 }, ...verified });
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['page_labels_removed']);
    if (hasPdfJudges) expect(qpdfCheck(bytesOf(outcome)).output).toMatch(/No syntax or stream encoding errors/);
  });

  test.skipIf(!hasPdfJudges).each([
    [
      2,
      {},
      [
        ['p1', 0, 0],
        ['p2', 1, 0],
      ],
      [2, 1],
    ],
    [
      3,
      {},
      [
        ['p1', 0, 0],
        ['p3', 2, 0],
      ],
      [3, 1],
    ],
    [
      4,
      {},
      [
        ['p1', 0, 0],
        ['p2', 1, 0],
        ['p3', 0, 1],
      ],
      [2, 2],
    ],
    [
      4,
      { order: 'columns' },
      [
        ['p2', 0, 1],
        ['p3', 1, 0],
      ],
      [2, 2],
    ],
    [
      4,
      { right_to_left: true },
      [
        ['p1', 1, 0],
        ['p2', 0, 0],
      ],
      [2, 2],
    ],
    [
      6,
      {},
      [
        ['p3', 2, 0],
        ['p4', 0, 1],
      ],
      [3, 2],
    ],
    [
      8,
      {},
      [
        ['p5', 0, 1],
        ['p8', 3, 1],
      ],
      [4, 2],
    ],
    [9, {}, [['p9', 2, 2]], [3, 3]],
    [16, { orientation: 'landscape', page_size: 'a3' }, [['p6', 1, 1]], [4, 4]],
  ] as const)('%i pages on a sheet, %j', async (pages_per_sheet, more, places, [columns, rows]) => {
    const outcome = await pages(numbered(17), [{ op: 'n_up', pages_per_sheet, gap: '2mm', margin: '5mm', ...more }]);
    const bytes = bytesOf(outcome);
    expect(outcome.report).toMatchObject({ pages: Math.ceil(17 / pages_per_sheet), ...verified });
    const [[width, height] = [0, 0]] = sizesOf(outcome);
    const words = popplerBoxes(bytes, 1);
    for (const [word, column, row] of places) {
      const [left, top] = words.find(({ text }) => text === word)!.box;
      expect([Math.floor((left / width!) * columns), Math.floor((top / height!) * rows)]).toEqual([column, row]);
    }
  });

  test.each([
    [1, {}, ['p1', '']],
    [4, {}, ['p4p1', 'p2p3']],
    [4, { binding: 'right' }, ['p1p4', 'p3p2']],
    [5, {}, ['p1', 'p2', 'p3', 'p4p5']],
    [8, { page_size: 'a4' }, ['p8p1', 'p2p7', 'p6p3', 'p4p5']],
    [9, { sheets_per_signature: 1 }, ['p4p1', 'p2p3', 'p8p5', 'p6p7', 'p9', '']],
  ])('a booklet of %i pages, %j', async (count, more, texts) => {
    const outcome = await pages(numbered(count), [{ op: 'booklet', ...more }]);
    expect(await textsOf([{ op: 'booklet', ...more }], numbered(count))).toEqual(texts);
    expect(outcome.report).toMatchObject(verified);
  });

  test('a reference to nothing does not find what is made', async () => {
    const source = wordPages(['one'], [300, 400], '/Group 103 0 R', { 102: '<< >>' });
    const { files, report } = await pages(source, [{ op: 'n_up', pages_per_sheet: 2 }]);
    expect(report).toMatchObject(verified);
    if (hasPdfJudges) expect(qpdfPlain(files[0]!.bytes)).not.toMatch(/\/Group/);
  });

  test('pages that list the same annotations', async () => {
    const both = wordPages(['one', 'two'], [300, 400], '/Annots 6 0 R', {
      6: '[7 0 R]',
      7: '<< /Type /Annot /Subtype /Square /Rect [50 60 90 80] /C [1 0 0] >>',
    });
    for (const steps of [[{ op: 'resize', page_size: 'a5' }], [{ op: 'n_up', pages_per_sheet: 2 }]])
      expect((await pages(both, steps)).report).toMatchObject({ before: { annotations: 2 }, after: { annotations: 2 }, ...verified });
  });

  test('steps before and after sheets', async () => {
    const steps = [
      { op: 'delete', pages: '1' },
      { op: 'crop', left: '20pt' },
      { op: 'n_up', pages_per_sheet: 2 },
      { op: 'n_up', pages_per_sheet: 2 },
      { op: 'rotate', degrees: 90 },
      { op: 'resize', page_size: 'a4' },
    ];
    const outcome = await pages(SOURCE, steps);
    expect((await readParts(bytesOf(outcome))).texts).toEqual([B + C + D]);
    expect(outcome.report).toMatchObject({ pages: 1, made: [{ from: [2, 3, 4] }], ...verified });
  });
});

describe('what cannot be done, and what is proved', () => {
  test.each([
    [[{ op: 'delete', pages: '5' }], /^page_out_of_range Step 1 names pages that do not exist \(`5`\): there are 4 pages/],
    [
      [
        { op: 'keep', pages: '1' },
        { op: 'rotate', pages: '2', degrees: 90 },
      ],
      /^page_out_of_range Step 2 .* there is one page/,
    ],
    [[{ op: 'insert_blank', after: 9 }], /^page_out_of_range/],
    [[{ op: 'reorder', order: '1,9' }], /^page_out_of_range/],
    [[{ op: 'delete', pages: 'all' }], /^plan_invalid Step 1 would leave no page/],
    [[{ op: 'move', pages: '1-2', after: 2 }], /^plan_invalid Step 1: the page beside which/],
    [[{ op: 'crop', left: '60%', right: '40%' }], /^plan_invalid Step 1: the crop would leave nothing/],
    [Array.from({ length: 8 }, () => ({ op: 'duplicate', copies: 100 })), /^output_limit/],
  ])('%j', async (steps, reason) => {
    expect(await reasonOf(pages(SOURCE, steps))).toMatch(reason);
  });

  test.each([
    [[]],
    [[{ op: 'fold' }]],
    [[{ op: 'rotate', degrees: 45 }]],
    [[{ op: 'insert_blank' }]],
    [[{ op: 'insert_blank', before: 1, after: 1 }]],
    [[{ op: 'crop' }]],
    [[{ op: 'crop', left: '-1mm' }]],
    [[{ op: 'resize', page_size: 'a99' }]],
    [[{ op: 'n_up', pages_per_sheet: 5 }]],
    [[{ op: 'move', pages: '1', after: 0 }]],
  ])('refused at once: %j', (steps) => {
    expect(PagesParams.safeParse({ steps }).success).toBe(false);
  });

  test('damaged, encrypted, too large', async () => {
    const turn = [{ op: 'rotate', degrees: 180 }];
    expect(await reasonOf(pages(Buffer.from('no document'), turn))).toMatch(/^type_mismatch/);
    expect(await reasonOf(pages(SOURCE, turn, {}, { output_bytes: 100 }))).toMatch(/^output_limit/);
    const locked = bytesOf(await protect(SOURCE, { user_password: 'open sesame' }));
    expect(await reasonOf(pages(locked, turn))).toMatch(/^encrypted_pdf/);
    expect((await pages(locked, turn, { password: 'open sesame' })).report).toMatchObject({ pages: 4, ...verified });
  });

  test('a page that is not where it was to be is found', async () => {
    const { files } = await pages(SOURCE, [{ op: 'rotate', pages: '1', degrees: 90 }]);
    const [before, after] = [SOURCE, files[0]!.bytes];
    const seen = { left: 0, top: 0, right: 200, bottom: 300 };
    const look = async (onto: Matrix, pageIndex = 0) => {
      const placed = [{ pageIndex, onto, seen, unit: 1 }];
      const page = { pageIndex: 0, width: 200, height: 300, isSheet: false, placed };
      const found = await comparePlacedBounded({ before, after, pages: [page], dpi: 60, pixelsMax: 600_000, square: 4, slack: 0 }, 10_000);
      return found?.[0];
    };
    expect(await look([0, 1, -1, 0, 200, 0])).toMatchObject({ isSize: true, difference: 0, hasLetters: true, annotationsAstray: 0 });
    // Moved, turned the other way, another page.
    expect((await look([0, 1, -1, 0, 208, 0]))!.difference).toBeGreaterThan(DIFFERENCE_MAX);
    expect(await look([0, 1, -1, 0, 208, 0])).toMatchObject({ annotationsAstray: 3 });
    expect((await look([0, -1, 1, 0, 0, 300]))!.difference).toBeGreaterThan(DIFFERENCE_MAX);
    expect(await look([0, 1, -1, 0, 200, 0], 1)).toMatchObject({ hasLetters: false });
  });

  test('the same steps on the same document give the same bytes', async () => {
    const steps = [{ op: 'n_up', pages_per_sheet: 4 }];
    const [one, two] = await Promise.all([pages(SOURCE, steps), pages(SOURCE, steps)]);
    expect(Buffer.from(bytesOf(one)).equals(bytesOf(two))).toBe(true);
  });
});
