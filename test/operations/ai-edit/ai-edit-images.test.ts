// `ai-edit` puts pictures in the places of others: judged by what poppler draws, and by what remains in the file.

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readFacts } from '../../../processor/operations/ai-edit/facts/read-facts.ts';
import { runTool } from '../../../processor/operations/ai-edit/model/document-tools.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';
import { runEdit, type EditRun } from '../../../support/run/run-edit.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';

type Rgb = readonly [number, number, number];
const RED: Rgb = [220, 30, 30];
const GREEN: Rgb = [30, 160, 60];
const BLUE: Rgb = [40, 60, 200];
const WHITE: Rgb = [255, 255, 255];

/** An uncompressed picture that differs from all others in its first bytes. */
const raw = (mark: string, red: number, green: number, blue: number): PdfObject => ({
  dict: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8',
  data: Buffer.concat([Buffer.from(mark), Buffer.alloc(192 - mark.length, Buffer.from([red, green, blue]))]),
});
const made = (width: number, height: number, [r, g, b]: Rgb) => sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
const png = async (width: number, height: number, color: Rgb) => ({
  bytes: await made(width, height, color).png().toBuffer(),
  contentType: 'image/png' as const,
});
const jpeg = async (width: number, height: number, color: Rgb, orientation = 1) => ({
  bytes: await made(width, height, color).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer(),
  contentType: 'image/jpeg' as const,
});

/** Two pages with a logo of 60 × 30 at the top left, drawn by a form on the second, and a large picture on the first. */
function makeDocument(): Uint8Array {
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 200] /Resources << /XObject << /Logo 10 0 R /Big 11 0 R /Form 12 0 R >> /Font << /F 13 0 R >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
      5: { dict: '', data: 'q 60 0 0 30 20 160 cm /Logo Do Q q 100 0 0 100 50 20 cm /Big Do Q BT /F 12 Tf 100 170 Td (Letter) Tj ET' },
      6: { dict: '', data: 'q 1 0 0 1 20 160 cm /Form Do Q' },
      10: raw('OLD-LOGO-', 220, 30, 30),
      11: raw('OLD-PHOTO', 30, 160, 60),
      12: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 60 30] /Resources << /XObject << /L 10 0 R >> >>',
        data: 'q 60 0 0 30 0 0 cm /L Do Q',
      },
      13: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });
}

const near = (one: Rgb | undefined, two: Rgb) =>
  one !== undefined && one.every((channel, index) => Math.abs(channel - (two[index] ?? 0)) < 24);

async function colors(run: EditRun, page: number, points: readonly (readonly [number, number])[]): Promise<(Rgb | undefined)[]> {
  const at = drawnPixels(run.bytes, page);
  return points.map(([x, y]) => at(x, 200 - y));
}

describe.skipIf(!hasPdfJudges)('a picture', () => {
  test('is replaced where it was said, whole within its place, and stays elsewhere', async () => {
    const run = await runEdit(makeDocument(), 'replace the first image on page 1 with the attached image', {
      pictures: [await png(40, 40, BLUE)],
    });
    expect(qpdfCheck(run.bytes).status).toBe(0);
    const [middle, left, right, photo] = await colors(run, 1, [
      [50, 175],
      [24, 175],
      [76, 175],
      [100, 70],
    ]);
    expect([near(middle, BLUE), near(left, WHITE), near(right, WHITE), near(photo, GREEN)]).toEqual([true, true, true, true]);
    expect(near((await colors(run, 2, [[50, 175]]))[0], RED)).toBe(true);
    expect(qpdfPlain(run.bytes)).toContain('OLD-LOGO-');
    expect(textOfPdf(run.bytes)).toContain('Letter');
    expect(run.report.changes).toMatchObject([{ op: 'replace_image', page: 1, bbox: [20, 160, 80, 190] }]);
  });

  test('that is replaced everywhere is in the file no more', async () => {
    const source = makeDocument();
    expect(qpdfPlain(source)).toContain('OLD-LOGO-');
    const plan = {
      operations: [
        { id: 'op1', op: 'replace_image', pages: 'all', image: 1, because: 'x' },
        { id: 'op2', op: 'replace_image', pages: '2', because: 'x' },
      ],
      unresolved: [],
    } as never;
    const run = await runEdit(source, { plan }, { pictures: [await jpeg(60, 30, BLUE)] });
    expect(near((await colors(run, 1, [[50, 175]]))[0], BLUE)).toBe(true);
    expect(near((await colors(run, 2, [[50, 175]]))[0], BLUE)).toBe(true);
    expect(qpdfPlain(run.bytes)).not.toContain('OLD-LOGO-');
    expect(qpdfPlain(run.bytes)).toContain('OLD-PHOTO');
  });

  test.each([
    ['filling the frame', [true, true]],
    ['stretched', [true, true]],
    ['keeping its proportions', [true, false]],
  ])('%s takes its place so', async (fit, expected) => {
    const run = await runEdit(makeDocument(), `replace the largest image on page 1 with image 1, ${fit}`, {
      pictures: [await png(20, 60, BLUE)],
    });
    const [middle, side, beyond] = await colors(run, 1, [
      [100, 70],
      [54, 70],
      [46, 70],
    ]);
    expect([near(middle, BLUE), near(side, BLUE)]).toEqual(expected);
    expect(near(beyond, WHITE)).toBe(true);
  });

  test('stands upright as its file says, its bytes as they were', async () => {
    // Stored on its side: red at the left, blue at the right; shown turned a quarter clockwise, red is at the top.
    const half = await made(30, 20, RED)
      .extend({ right: 30, background: { r: 40, g: 60, b: 200 } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const run = await runEdit(makeDocument(), 'replace the largest image on page 1 with image 1', {
      pictures: [{ bytes: half, contentType: 'image/jpeg' }],
    });
    const [top, bottom] = await colors(run, 1, [
      [100, 105],
      [100, 35],
    ]);
    expect([near(top, RED), near(bottom, BLUE)]).toEqual([true, true]);
    expect(Buffer.from(run.bytes).includes(half)).toBe(true);
  });

  test('with transparency lets the page show through', async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const run = await runEdit(makeDocument(), 'replace the largest image on page 1 with image 1', {
      pictures: [{ bytes: clear, contentType: 'image/png' }],
    });
    expect(near((await colors(run, 1, [[100, 70]]))[0], WHITE)).toBe(true);
  });

  test('inside the content, and in a form of its own, is replaced too', async () => {
    const data = Buffer.concat([
      Buffer.from('q 100 0 0 50 50 100 cm BI /W 2 /H 2 /CS /RGB /BPC 8 ID '),
      Buffer.alloc(12, 77),
      Buffer.from('\nEI Q'),
    ]);
    const inline = makePdf({
      objects: {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 200] >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
        4: { dict: '', data },
      },
    });
    const run = await runEdit(inline, 'replace the image with the attached picture', { pictures: [await png(100, 50, BLUE)] });
    expect(near((await colors(run, 1, [[100, 125]]))[0], BLUE)).toBe(true);
    const form = await runEdit(makeDocument(), 'replace the logo on page 2 with the attached image', {
      pictures: [await png(60, 30, BLUE)],
    });
    expect(near((await colors(form, 2, [[50, 175]]))[0], BLUE)).toBe(true);
    expect(near((await colors(form, 1, [[50, 175]]))[0], RED)).toBe(true);
  });

  test.each([
    ['replace the image on page 1 with the attached image', 1, 'ambiguous_match'],
    ['replace the third image on page 1 with the attached image', 1, 'text_not_found'],
    ['replace the logo on page 2 with image 2', 1, 'plan_invalid'],
    ['replace the logo on page 2 with the attached image', 2, 'plan_invalid'],
    ['replace the first image on page 1 with image 1; replace all images with image 2', 2, 'plan_invalid'],
  ])('%s is refused, with %i given, as %s', async (instruction, count, reason) => {
    const pictures = await Promise.all(Array.from({ length: count }, () => png(4, 4, BLUE)));
    await expect(runEdit(makeDocument(), instruction, { pictures })).rejects.toMatchObject({ reason });
  });

  test('is named by a dry run with its place, which another run can carry out', async () => {
    const source = makeDocument();
    const pictures = [await png(60, 30, BLUE)];
    const dry = await runEdit(source, { instruction: 'replace the logo on page 2 with the attached image', dry_run: true }, { pictures });
    expect(dry.report.matches).toMatchObject([{ page: 2, boxes: [[20, 160, 80, 190]] }]);
    const run = await runEdit(source, { plan: dry.report.plan }, { pictures });
    expect(near((await colors(run, 2, [[50, 175]]))[0], BLUE)).toBe(true);
    expect(picturesOfPdf(run.bytes).length).toBeGreaterThan(0);
  });
});

test('a language model is told where pictures are, on the page as it is shown', async () => {
  const picture = 'BI /W 1 /H 1 /CS /G /BPC 8 ID \x40 EI';
  const content = `q 60 0 0 30 20 150 cm ${picture} Q q 50 0 0 50 240 20 cm ${picture} Q`;
  const told = async (page: string) => {
    const opened = await openPdf(makePdf({ objects: onePage(content, { page }) }), { needs: 'read', pagesMax: 1 });
    const facts = readFacts(opened, '0'.repeat(64));
    return JSON.parse(await runTool({ pageCount: 1, model: { page: () => undefined }, facts }, 'list_images', {}, 2000)) as object;
  };
  expect(await told('/MediaBox [0 0 300 200]')).toMatchObject({
    untrusted_data: { total: 2, images: [[1, 1, 20, 20, 60, 30], [1, 2, 240, 130, 50, 50]] },
  });
  expect(await told('/MediaBox [0 0 300 200] /Rotate 90')).toMatchObject({
    untrusted_data: { images: [[1, 1, 150, 20, 30, 60], [1, 2, 20, 240, 50, 50]] },
  });
}); // prettier-ignore
