// `ai-edit` on what is not running text: pictures, links, annotations, marks and form fields, asked for as people do. Judged by what poppler draws
// and reads, and by what qpdf finds in the file.

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';

const picture = (mark: string, red: number, green: number, blue: number): PdfObject => ({
  dict: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8',
  data: Buffer.concat([Buffer.from(mark), Buffer.alloc(192 - mark.length, Buffer.from([red, green, blue]))]),
});

/** A logo at the top left, a large picture with its caption, a link, remarks of two people, and two fields whose values have no appearance. */
function makeDocument(): Uint8Array {
  const note = (y: number, author: string, subtype: string, more = '') =>
    `<< /Type /Annot /Subtype /${subtype} /Rect [250 ${y} 268 ${y + 18}] /T (${author}) /Contents (by ${author}) /F 4 ${more} >>`;
  const field = (name: string, value: string, y: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /DA (/F 12 Tf 0 g) /Rect [100 ${y} 250 ${y + 16}] /F 4 >>`;
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [20 0 R 21 0 R] /DA (/F 12 Tf 0 g) /DR << /Font << /F 13 0 R >> >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 5 0 R /Resources << /XObject << /Logo 10 0 R /Big 11 0 R >> /Font << /F 13 0 R >> >> /Annots [14 0 R 15 0 R 16 0 R 17 0 R 20 0 R 21 0 R] >>',
      5: {
        dict: '',
        data:
          'q 60 0 0 30 20 350 cm /Logo Do Q q 150 0 0 80 40 200 cm /Big Do Q BT /F 12 Tf 1 0 0 1 40 186 Tm (Figure 1: Sales) Tj ' +
          '1 0 0 1 200 375 Tm (Letter 17) Tj 1 0 0 1 40 150 Tm (See the terms) Tj 1 0 0 1 40 70 Tm (Name) Tj 1 0 0 1 40 40 Tm (City) Tj ET',
      },
      10: picture('LOGO--', 220, 30, 30),
      11: picture('BIG---', 30, 160, 60),
      13: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      14: '<< /Type /Annot /Subtype /Link /Rect [40 147 120 162] /Border [0 0 0] /A << /S /URI /URI (https://old.example/) >> >>',
      15: note(300, 'Ann', 'Text'),
      16: note(270, 'Bob', 'Text'),
      17: note(330, 'Bob', 'Highlight', '/C [1 1 0] /QuadPoints [200 386 260 386 200 372 260 372]'),
      20: field('Name', 'Ada', 66),
      21: field('City', 'Rome', 36),
    },
  });
}

const isNear = (one: readonly number[] | undefined, two: readonly number[]) =>
  one !== undefined && one.every((channel, index) => Math.abs(channel - (two[index] ?? 0)) < 40);
const [RED, GREEN, BLUE, WHITE] = [
  [220, 30, 30],
  [30, 160, 60],
  [40, 60, 200],
  [255, 255, 255],
] as const;

async function edit(instruction: string, images: readonly { bytes: Uint8Array; contentType: 'image/png' }[] = []) {
  const { bytes, report } = await runEdit(makeDocument(), { instruction }, { pictures: images });
  expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  const at = drawnPixels(bytes, 1);
  return { bytes, report, plain: qpdfPlain(bytes), pixel: (x: number, y: number) => at(x, 400 - y) };
}

describe.skipIf(!hasPdfJudges)('pictures', () => {
  test('one that is said by its place goes, and the other stays', async () => {
    const { pixel, plain } = await edit('take the logo off, top left');
    expect(isNear(pixel(50, 365), WHITE)).toBe(true);
    expect(isNear(pixel(110, 240), GREEN)).toBe(true);
    expect(plain).not.toContain('LOGO');
  });

  test('one goes with its caption', async () => {
    const { bytes, pixel } = await edit('remove figure 1 together with its caption');
    expect(isNear(pixel(110, 240), WHITE)).toBe(true);
    expect(isNear(pixel(50, 365), RED)).toBe(true);
    expect(textOfPdf(bytes)).not.toContain('Sales');
  });

  test('which of several is meant is asked, with their places', async () => {
    await expect(edit('remove the picture')).rejects.toMatchObject({
      reason: 'ambiguous_match',
      details: {
        requests: [
          {
            candidates: [
              { page: 1, box: [20, 350, 80, 380] },
              { page: 1, box: [40, 200, 190, 280] },
            ],
          },
        ],
      },
    });
  });

  test('one moves to a corner, and another becomes smaller where it is', async () => {
    const moved = await edit('move the logo to the top right');
    expect(isNear(moved.pixel(50, 365), WHITE)).toBe(true);
    expect([...Array(30).keys()].some((step) => isNear(moved.pixel(240, 320 + 3 * step), RED))).toBe(true);
    const smaller = await edit('make the largest picture half the size');
    expect(isNear(smaller.pixel(115, 240), GREEN)).toBe(true);
    expect(isNear(smaller.pixel(45, 205), WHITE)).toBe(true);
  });

  test('one moves as far as is said, where nothing is printed, also over where it stood', async () => {
    const moved = await edit('move the logo 20 pt to the right');
    expect(isNear(moved.pixel(30, 365), WHITE)).toBe(true);
    expect([50, 95].every((x) => isNear(moved.pixel(x, 365), RED))).toBe(true);
    expect(moved.report.changes).toMatchObject([{ op: 'move_image', after: '20 pt right' }]);
    for (const instruction of ['move the logo 150 pt to the right', 'move the logo 40 pt up', 'move the largest picture down by 10 pt'])
      await expect(edit(instruction)).rejects.toMatchObject({ reason: 'text_does_not_fit' });
  });

  test('a new one is put where nothing is printed', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 40, g: 60, b: 200 } } })
      .png()
      .toBuffer();
    const { pixel, report } = await edit('put our logo into the top right corner', [{ bytes, contentType: 'image/png' }]);
    const [left = 0, bottom = 0, right = 0, top = 0] = report.changes[0]?.bbox ?? [];
    expect(isNear(pixel((left + right) / 2, (bottom + top) / 2), BLUE)).toBe(true);
    // `Letter 17` stands there.
    expect(top < 372 || bottom > 386 || right < 200 || left > 260).toBe(true);
  });
});

describe.skipIf(!hasPdfJudges)('links', () => {
  test('a text gets one, or the one that it has leads elsewhere', async () => {
    const made = await edit('make "Letter 17" clickable (https://new.example/a)');
    expect(made.plain).toContain('(https://new.example/a)');
    expect(made.plain.match(/\/Subtype \/Link/g)).toHaveLength(2);
    const changed = await edit('change the link of "See the terms" to https://new.example/b');
    expect(changed.plain).toContain('(https://new.example/b)');
    expect(changed.plain).not.toContain('old.example');
    expect(changed.plain.match(/\/Subtype \/Link/g)).toHaveLength(1);
  });

  test('one goes by its text or its address; one that is not there is refused with those that are', async () => {
    expect((await edit('remove the link on "See the terms"')).plain).not.toContain('old.example');
    expect((await edit('remove all links to old.example')).plain).not.toContain('old.example');
    await expect(edit('remove all links to other.example')).rejects.toMatchObject({
      reason: 'text_not_found',
      details: { requests: [{ candidates: [{ page: 1, what: 'Link: https://old.example/' }] }] },
    });
  });
});

describe.skipIf(!hasPdfJudges)('annotations', () => {
  test('those of one author, kind or colour go, and no others', async () => {
    expect((await edit('remove the comments by Bob')).plain.match(/\(by (?:Ann|Bob)\)/g)).toEqual(['(by Ann)', '(by Bob)']);
    expect((await edit('remove the yellow highlighting')).plain).not.toContain('/Highlight');
    await expect(edit('remove the green highlighting')).rejects.toMatchObject({ reason: 'text_not_found' });
  });

  test('a line under a text is seen, and a note stands where nothing is printed', async () => {
    const { pixel } = await edit('underline "See the terms"');
    expect([...Array(8).keys()].some((step) => isNear(pixel(60, 150 - step / 2), [0, 0, 0]))).toBe(true);
    const noted = await edit('add a note "check this" next to "See the terms"');
    expect(noted.plain).toContain(Buffer.from('check this', 'utf16le').swap16().toString('hex'));
    expect(textOfPdf(noted.bytes)).toContain('See the terms');
  });
});

/** Annotations without an appearance of their own, of kinds that the standard describes, and perhaps one that it leaves to readers. */
function bareAnnotations(more = ''): Uint8Array {
  const quads = '/QuadPoints [40 112 120 112 40 100 120 100]';
  const annotations = [
    `/Subtype /Highlight /C [1 1 0] /Rect [40 100 120 112] ${quads}`,
    `/Subtype /StrikeOut /C [1 0 0] /Rect [140 100 220 112] /QuadPoints [140 112 220 112 140 100 220 100]`,
    '/Subtype /Ink /C [0 0 1] /Rect [40 20 80 60] /InkList [[42 22 78 58]] /BS << /W 3 >>',
    '/Subtype /Square /C [0 0.6 0] /IC [0.8 1 0.8] /Rect [120 20 160 60] /BS << /W 2 >>',
    '/Subtype /Circle /C [1 0 1] /Rect [200 20 240 60] /BS << /W 2 >>',
    ...(more === '' ? [] : [more]),
  ];
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 140] /Contents 5 0 R /Resources << /Font << /F 13 0 R >> >> /Annots [${annotations
        .map((one) => `<< /Type /Annot /F 4 ${one} >>`)
        .join(' ')}] >>`,
      5: { dict: '', data: 'BT /F 12 Tf 1 0 0 1 40 102 Tm (first words) Tj 1 0 0 1 140 102 Tm (second words) Tj ET' },
      13: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });
}

describe.skipIf(!hasPdfJudges)('annotations that have no appearance', () => {
  test('are drawn as their kind is described, and become content', async () => {
    const { bytes } = await runEdit(bareAnnotations(), 'flatten the annotations');
    expect(qpdfPlain(bytes)).not.toContain('/Subtype /Highlight');
    const drawn = drawnPixels(bytes, 1);
    const at = (x: number, y: number) => drawn(x, 140 - y);
    expect(isNear(at(118, 110), [255, 255, 0])).toBe(true);
    expect(isNear(at(60, 40), [0, 0, 255])).toBe(true);
    expect(isNear(at(140, 40), [204, 255, 204])).toBe(true);
    expect(isNear(at(120.5, 40), [0, 153, 0])).toBe(true);
    expect(isNear(at(220, 40), [255, 255, 255])).toBe(true);
  });

  test('of a kind that every reader draws in another way are refused', async () => {
    const arrow = '/Subtype /Line /C [0 0 0] /Rect [250 20 290 60] /L [252 22 288 58] /LE [/OpenArrow /None]';
    await expect(runEdit(bareAnnotations(arrow), 'flatten the annotations')).rejects.toMatchObject({ reason: 'unsupported_feature' });
  });
});

describe.skipIf(!hasPdfJudges)('marks and forms', () => {
  test('a stamp is put under a picture, and beside what stands in its corner', async () => {
    const under = await edit('put "URGENT" in red under the logo');
    const [left = 0, , , top = 0] = under.report.changes[0]?.bbox ?? [];
    expect(Math.abs(left - 20)).toBeLessThan(12);
    expect(top).toBeLessThan(356);
    const corner = await edit('stamp "PAID" at the top right');
    const [, bottom = 0, , high = 0] = corner.report.changes[0]?.bbox ?? [];
    expect(bottom > 380 || high < 378).toBe(true);
    expect(textOfPdf(corner.bytes)).toContain('Letter 17');
  });

  test('what one field is filled with, emptied of or flattened to leaves the others as they were seen', async () => {
    for (const instruction of ['fill the field "Name" with "Eve"', 'flatten the form']) {
      const text = textOfPdf((await edit(instruction)).bytes);
      expect(text, instruction).toContain('Rome');
      expect(text, instruction).toContain(instruction.startsWith('fill') ? 'Eve' : 'Ada');
    }
    const { bytes } = await runEdit(makeDocument(), {
      plan: { operations: [{ id: 'op1', op: 'clear_fields', because: 'x', fields: ['Name'] }], unresolved: [] },
    });
    expect(textOfPdf(bytes)).toContain('Rome');
    expect(textOfPdf(bytes)).not.toContain('Ada');
  });
});
