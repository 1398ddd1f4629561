// PDF → jpg, png: pictures that poppler agrees with, in the order and with the names that were asked for.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { hasPdfJudges } from '../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

/** Pages of different sizes with a number, lines and a filled field. */
async function makePages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < count; index++) {
    const page = document.addPage([300 + 10 * index, 400]);
    page.drawText(`Page number ${index + 1}`, { x: 40, y: 340, size: 24, font });
    page.drawRectangle({ x: 40, y: 40, width: 30 * (index + 1), height: 60, color: rgb(0.1, 0.3, 0.8) });
    page.drawLine({ start: { x: 40, y: 200 }, end: { x: 260, y: 220 }, thickness: 2 });
  }
  return document.save();
}

let pages: Uint8Array;
beforeAll(async () => {
  pages = await makePages(5);
});
afterAll(endPdfium);

function withFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The page as poppler draws it. */
function popplerPage(pdf: Uint8Array, page: number, dpi: number): Buffer {
  return withFile(pdf, (path, folder) => {
    spawnSync('pdftoppm', ['-r', String(dpi), '-f', String(page), '-singlefile', '-png', path, join(folder, 'page')]);
    return readFileSync(join(folder, 'page.png'));
  });
}

/** Mean difference of the grey levels, 0–255. */
async function difference(one: Uint8Array, two: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, two].map((image) => sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })));
  if (!a || !b) throw new Error('no picture');
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height]);
  let sum = 0;
  for (let index = 0; index < a.data.length; index++) sum += Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0));
  return sum / a.data.length;
}

describe('one page', () => {
  test.each(['jpg', 'png'] as const)('is the bare image in %s, as large as dpi says, and says so itself', async (format) => {
    const result = await convert(pages, 'application/pdf', { target_format: format, pages: '2', dpi: 200 });
    expect(result).toMatchObject({ filename: `source.${format}`, contentType: format === 'jpg' ? 'image/jpeg' : 'image/png', pages: 1 });
    const { width, height, density, format: found } = await sharp(result.bytes).metadata();
    expect({ width, height, density, found }).toEqual({ width: 862, height: 1112, density: 200, found: format === 'jpg' ? 'jpeg' : 'png' });
  });

  test.runIf(hasPdfJudges).each(['jpg', 'png'] as const)('looks in %s as poppler draws it', async (format) => {
    const result = await convert(pages, 'application/pdf', {
      target_format: format,
      pages: '3',
      quality: format === 'jpg' ? 95 : undefined,
    });
    expect(await difference(result.bytes, popplerPage(pages, 3, 150))).toBeLessThan(1.5);
  });

  test('a lower quality is a smaller file', async () => {
    const sizes = [];
    for (const quality of [20, 60, 95]) {
      sizes.push((await convert(pages, 'application/pdf', { target_format: 'jpg', pages: '1', quality })).bytes.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  });

  test('shows the values of form fields and annotations', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 200]);
    const field = document.getForm().createTextField('name');
    field.setText('MMMMMMMM');
    field.addToPage(page, { x: 40, y: 80, width: 200, height: 40 });
    const result = await convert(await document.save(), 'application/pdf', { target_format: 'png', dpi: 72 });
    const box = await sharp(result.bytes).extract({ left: 45, top: 85, width: 150, height: 30 }).greyscale().stats();
    expect(box.channels[0]?.min).toBeLessThan(60);
  });

  test('that would have too many pixels is drawn at fewer dpi, with a warning', async () => {
    const huge = makePdf({ objects: { ...plainObjects(), 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9000 9000] >>' } });
    const result = await convert(huge, 'application/pdf', { target_format: 'png', dpi: 600 });
    const { width, height } = await sharp(result.bytes, { limitInputPixels: false }).metadata();
    expect(width * height).toBeLessThanOrEqual(40_000_000);
    expect(width * height).toBeGreaterThan(39_000_000);
    expect(result.warnings).toMatchObject([{ code: 'dpi_reduced', page: 1 }]);
  });
});

describe('several pages', () => {
  test('are a ZIP of page-NNN in the order asked for, a page named twice being there twice', async () => {
    const result = await convert(pages, 'application/pdf', { target_format: 'png', pages: '4,1-2,4', dpi: 36 });
    expect(result).toMatchObject({ filename: 'source.zip', contentType: 'application/zip', pages: 4 });
    const files = unzipSync(result.bytes);
    expect(Object.keys(files)).toEqual(['page-004.png', 'page-001.png', 'page-002.png', 'page-004-2.png']);
    expect(Buffer.compare(files['page-004.png'] ?? new Uint8Array(), files['page-004-2.png'] ?? new Uint8Array())).toBe(0);
    const widths = await Promise.all(Object.values(files).map(async (file) => (await sharp(file).metadata()).width));
    expect(widths).toEqual([165, 150, 155, 165]);
  });

  test('an independent program unpacks the archive without a complaint', async () => {
    const { bytes } = await convert(pages, 'application/pdf', { target_format: 'jpg' });
    const run = withFile(bytes, (path) => spawnSync('unzip', ['-t', path]));
    if (run.error) return;
    expect(run.status, run.stdout.toString()).toBe(0);
    expect(run.stdout.toString()).toContain('page-005.jpg');
  });

  test('the same job twice gives the same bytes', async () => {
    const once = await convert(pages, 'application/pdf', { target_format: 'jpg' });
    const again = await convert(pages, 'application/pdf', { target_format: 'jpg' });
    expect(Buffer.compare(once.bytes, again.bytes)).toBe(0);
  });

  test('beyond the bytes that a result may have they are refused', async () => {
    await expectFailure('output_limit', () => convert(pages, 'application/pdf', { target_format: 'png' }, { output_bytes: 5000 }));
  });
});

describe('what cannot be drawn', () => {
  test('a page that does not exist is named', async () => {
    await expectFailure('page_out_of_range', () => convert(pages, 'application/pdf', { target_format: 'jpg', pages: '6' }));
  });

  test('a locked document needs its password, and opens with it', async () => {
    const document = await PDFDocument.load(pages);
    document.encrypt({ userPassword: 'sesame', ownerPassword: 'owner' });
    const locked = await document.save();
    await expectFailure('encrypted_pdf', () => convert(locked, 'application/pdf', { target_format: 'png' }));
    await expectFailure('password_incorrect', () => convert(locked, 'application/pdf', { target_format: 'png', password: 'x' }));
    const opened = await convert(locked, 'application/pdf', { target_format: 'png', pages: '1', password: 'sesame' });
    const plain = await convert(pages, 'application/pdf', { target_format: 'png', pages: '1' });
    expect(await difference(opened.bytes, plain.bytes)).toBeLessThan(0.1);
  });

  test('a page that draws for ever ends in time, with its number', async () => {
    // A tiling pattern of a thousandth of a unit over the whole page.
    const pattern = {
      dict: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
      data: '0 0 1 1 re f',
    };
    const endless = makePdf({
      objects: {
        ...plainObjects(),
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Pattern << /P1 6 0 R >> >> >>',
        4: { dict: '', data: '/Pattern cs /P1 scn 0 0 300 200 re f '.repeat(2000) },
        6: pattern,
      },
    });
    const start = performance.now();
    const outcome = await convert(endless, 'application/pdf', { target_format: 'png' }, { processing_ms: 1500 }).then(
      () => 'drawn',
      (error: unknown) => (error as { reason?: string }).reason,
    );
    expect(['timeout', 'drawn']).toContain(outcome);
    expect(performance.now() - start).toBeLessThan(onBusyMachine(8000));
  });
});
