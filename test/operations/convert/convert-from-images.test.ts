// jpg, png, tiff → PDF: the page is as large as the image's dpi says and stands as its orientation says; the pixels are those of the source.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { makeJpeg, makeSegment } from '../../../support/documents/make-jpeg.ts';
import { makeChunk, makePng } from '../../../support/documents/make-png.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

afterAll(endPdfium);

/** A red quarter at the top left, a green one at the top right, blue below it, the fourth white: no two of the eight ways to turn it are alike. */
const QUARTERS = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#fff"/>' +
    '<rect width="60" height="40" fill="#f00"/><rect x="60" width="60" height="40" fill="#0f0"/><rect x="60" y="40" width="60" height="40" fill="#00f"/></svg>',
);

async function pageSize(pdf: Uint8Array): Promise<number[]> {
  const page = (await PDFDocument.load(pdf)).getPage(0);
  return [page.getWidth(), page.getHeight()].map((side) => Math.round(side * 10) / 10);
}

/** Colours of the four quarters as poppler draws them: top left, top right, bottom left, bottom right. */
async function quarters(pdf: Uint8Array): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quarters-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    spawnSync('pdftoppm', ['-r', '72', '-singlefile', '-png', join(folder, 'a.pdf'), join(folder, 'a')]);
    const { data, info } = await sharp(join(folder, 'a.png')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
      return [...data.subarray(start, start + 3)].map((level) => (level > 128 ? '1' : '0')).join('');
    };
    return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `pdfimages` takes out, decoded. */
function extractImages(pdf: Uint8Array, ...options: string[]): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'extract-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    spawnSync('pdfimages', [...options, join(folder, 'a.pdf'), join(folder, 'i')]);
    return readdirSync(folder)
      .filter((name) => name.startsWith('i-'))
      .toSorted()
      .map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rgbOf = (image: Uint8Array) => sharp(image).toColourspace('srgb').removeAlpha().raw().toBuffer();

async function expectSamePixels(one: Uint8Array | undefined, two: Uint8Array): Promise<void> {
  if (!one) throw new Error('there is no picture');
  expect((await rgbOf(one)).equals(await rgbOf(two))).toBe(true);
}

describe.runIf(hasPdfJudges)('jpeg', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i stands upright on a page of its size', async (orientation) => {
    const source = await sharp(QUARTERS).withMetadata({ orientation, density: 144 }).jpeg({ quality: 95 }).toBuffer();
    const upright = await sharp(source).rotate().raw().toBuffer({ resolveWithObject: true });
    const result = await convert(source, 'image/jpeg');
    expect(await pageSize(result.bytes)).toEqual([upright.info.width / 2, upright.info.height / 2]);
    const { data, info } = upright;
    const wanted = [0.25, 0.75].flatMap((y) =>
      [0.25, 0.75].map((x) => {
        const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
        return [...data.subarray(start, start + 3)].map((level) => (level > 128 ? '1' : '0')).join('');
      }),
    );
    expect(await quarters(result.bytes)).toEqual(wanted);
    expect(qpdfCheck(result.bytes).status).toBe(0);
  });

  test('is in the PDF byte for byte', async () => {
    const source = await sharp(QUARTERS).withMetadata({ density: 300 }).jpeg().toBuffer();
    const result = await convert(source, 'image/jpeg');
    expect(extractImages(result.bytes, '-all')).toEqual([source]);
    expect(result.report).toMatchObject({ images_in: 1, images: [{ width: 120, height: 80, dpi: [300, 300], unchanged: true }] });
  });

  test('without a resolution gets 96 dpi, and the report says so', async () => {
    const result = await convert(makeJpeg([10, 200, 90, 250], 2, []), 'image/jpeg');
    expect(await pageSize(result.bytes)).toEqual([12, 12]);
    expect(result.report).toMatchObject({ images: [{ dpi: [96, 96], dpi_known: false }] });
  });

  test('is fitted into a page size that was asked for, lengthwise where it is wide', async () => {
    const source = await sharp(QUARTERS).resize(2400, 1600).jpeg().toBuffer();
    expect(await pageSize((await convert(source, 'image/jpeg', { page_size: 'letter' })).bytes)).toEqual([792, 612]);
  });

  test('that claims 65,500 × 65,500 pixels is refused by its header', async () => {
    const source = Buffer.from(makeJpeg());
    const frame = source.indexOf(Uint8Array.of(0xff, 0xc0));
    source.writeUInt16BE(65_500, frame + 5);
    source.writeUInt16BE(65_500, frame + 7);
    await expectFailure('pixel_limit', () => convert(source, 'image/jpeg'));
  });

  test('in CMYK with Adobe’s inverted samples is shown with the right colours', async () => {
    const source = await sharp(QUARTERS).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    const result = await convert(source, 'image/jpeg');
    expect((await quarters(result.bytes))[0]).toBe('100');
    expect((await quarters(result.bytes))[2]).toBe('111');
  });

  test('of a kind that PDF does not know is decoded, and that is told', async () => {
    const arithmetic = Buffer.from(makeJpeg());
    arithmetic[arithmetic.indexOf(Uint8Array.of(0xff, 0xc0)) + 1] = 0xc9;
    const result = await convert(arithmetic, 'image/jpeg');
    expect(result.codes).toEqual(['image_decoded']);
    expect(result.report).toMatchObject({ images: [{ unchanged: false }] });
  });

  test('a truncated file is told', async () => {
    const source = await sharp(QUARTERS).jpeg().toBuffer();
    const result = await convert(source.subarray(0, source.length - 40), 'image/jpeg');
    expect(result.codes).toContain('image_truncated');
  });

  test('stray segments do not hide the picture', async () => {
    const result = await convert(makeJpeg([10, 200, 90, 250], 2, [makeSegment(0xfe, 'a comment')]), 'image/jpeg');
    expect(result.pages).toBe(1);
  });
});

describe.runIf(hasPdfJudges)('png', () => {
  const flat = () => sharp(QUARTERS).flatten();
  const rows: [string, () => Promise<Uint8Array>][] = [
    ['RGB', () => flat().png().toBuffer()],
    ['grey', () => flat().greyscale().toColourspace('b-w').png().toBuffer()],
    ['interlaced', () => flat().png({ progressive: true }).toBuffer()],
    ['a palette', () => flat().png({ palette: true, colours: 4 }).toBuffer()],
    ['a palette, interlaced', () => flat().png({ palette: true, colours: 16, progressive: true }).toBuffer()],
  ];
  test.each(rows)('with %s has the same pixels in the PDF', async (_, make) => {
    const source = await make();
    const result = await convert(source, 'image/png');
    await expectSamePixels(extractImages(result.bytes, '-png')[0], source);
    expect(qpdfCheck(result.bytes).status).toBe(0);
  });

  test.each([false, true])('with alpha (interlaced %s) has its colours and a soft mask with its alpha', async (progressive) => {
    const source = await sharp(QUARTERS).ensureAlpha(0.5).png({ progressive }).toBuffer();
    const [image, mask] = extractImages((await convert(source, 'image/png')).bytes, '-png');
    await expectSamePixels(image, source);
    const alpha = await sharp(source).extractChannel(3).raw().toBuffer();
    expect((await sharp(mask).extractChannel(0).raw().toBuffer()).equals(alpha)).toBe(true);
  });

  test('whose data PDF can read are there byte for byte', async () => {
    const source = Buffer.from(makePng([], 40, 30));
    const result = await convert(source, 'image/png');
    expect(result.report).toMatchObject({ images: [{ unchanged: true }] });
    const data = source.subarray(source.indexOf('IDAT') + 4, source.indexOf('IEND') - 8);
    expect(Buffer.from(result.bytes).includes(data)).toBe(true);
  });

  test('keeps 16 bits per sample', async () => {
    const source = await flat().toColourspace('rgb16').png().toBuffer();
    const pdf = (await convert(source, 'image/png')).bytes;
    expect(qpdfPlain(pdf)).toContain('/BitsPerComponent 16');
    expect(await quarters(pdf)).toEqual(['100', '010', '111', '001']);
  });

  test('is as large as pHYs says', async () => {
    const perMetre = Buffer.alloc(9);
    perMetre.writeUInt32BE(11_811, 0);
    perMetre.writeUInt32BE(5906, 4);
    perMetre[8] = 1;
    const result = await convert(makePng([makeChunk('pHYs', perMetre)], 300, 150), 'image/png');
    expect(await pageSize(result.bytes)).toEqual([72, 72]);
  });

  test('of 60,000 × 60,000 pixels is refused before anything is inflated', async () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(60_000, 0);
    header.writeUInt32BE(60_000, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const bomb = Buffer.concat([
      makePng().subarray(0, 8),
      makeChunk('IHDR', header),
      makeChunk('IDAT', deflateSync(new Uint8Array(1_000_000))),
      makeChunk('IEND'),
    ]);
    const start = performance.now();
    await expectFailure('pixel_limit', () => convert(bomb, 'image/png'));
    expect(performance.now() - start).toBeLessThan(onBusyMachine(500));
  });

  test('with too little data is refused', async () => {
    const header = Buffer.from(makePng([], 64, 64));
    const short = Buffer.concat([header.subarray(0, 33), makeChunk('IDAT', deflateSync(new Uint8Array(100))), makeChunk('IEND')]);
    await expectFailure('corrupt_file', () => convert(short, 'image/png'));
  });
});

describe.runIf(hasPdfJudges)('tiff', () => {
  const tiff = (width: number, height: number, options: Parameters<ReturnType<typeof sharp>['tiff']>[0] = {}) =>
    sharp(QUARTERS)
      .flatten()
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .withMetadata({ density: 150 })
      .tiff({ compression: 'lzw', ...options })
      .toBuffer();

  /** Several files of one page as one file: the directories are chained (TIFF 6.0, section 2). */
  function chain(files: readonly Buffer[]): Buffer {
    const chunks: Buffer[] = [];
    let base = 0;
    let link = -1;
    for (const file of files) {
      const copy = Buffer.from(file);
      const first = copy.readUInt32LE(4);
      const count = copy.readUInt16LE(first);
      for (let index = 0; index < count; index++) moveEntry(copy, first + 2 + 12 * index, base);
      chunks.push(copy);
      const end = base + first + 2 + 12 * count;
      if (link >= 0) pending.push([link, base + first]);
      link = end;
      base += copy.length + (copy.length % 2);
      if (copy.length % 2) chunks.push(Buffer.alloc(1));
    }
    const whole = Buffer.concat(chunks);
    for (const [at, value] of pending.splice(0)) whole.writeUInt32LE(value, at);
    return whole;
  }
  const pending: [number, number][] = [];
  const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

  function moveEntry(file: Buffer, at: number, base: number): void {
    const [tag, type, count] = [file.readUInt16LE(at), file.readUInt16LE(at + 2), file.readUInt32LE(at + 4)];
    const bytes = (SIZES[type] ?? 1) * count;
    const value = file.readUInt32LE(at + 8);
    const isOffsets = tag === 273 || tag === 324;
    if (bytes > 4) {
      if (isOffsets)
        for (let index = 0; index < count; index++) file.writeUInt32LE(file.readUInt32LE(value + 4 * index) + base, value + 4 * index);
      file.writeUInt32LE(value + base, at + 8);
    } else if (isOffsets) file.writeUInt32LE(value + base, at + 8);
  }

  test('of several pages is as many pages, each with its own size and pixels', async () => {
    const parts = [await tiff(120, 80), await tiff(60, 200), await tiff(300, 150)];
    const result = await convert(chain(parts), 'image/tiff');
    expect(result.pages).toBe(3);
    const sizes = (await PDFDocument.load(result.bytes))
      .getPages()
      .map((page) => [page.getWidth(), page.getHeight()].map((side) => Math.round((side * 150) / 72)));
    expect(sizes).toEqual([
      [120, 80],
      [60, 200],
      [300, 150],
    ]);
    const images = extractImages(result.bytes, '-png');
    for (const [index, part] of parts.entries()) await expectSamePixels(images[index], part);
  });

  test('in black and white stays at one bit per pixel', async () => {
    const source = await sharp(QUARTERS)
      .flatten()
      .greyscale()
      .threshold()
      .toColourspace('b-w')
      .tiff({ compression: 'none', bitdepth: 1 })
      .toBuffer();
    const result = await convert(source, 'image/tiff');
    expect(result.bytes.length).toBeLessThan(3000);
    const [image] = extractImages(result.bytes, '-png');
    await expectSamePixels(image, source);
  });

  test('with a loop of directories is refused', async () => {
    const source = Buffer.from(await tiff(16, 16));
    const first = source.readUInt32LE(4);
    source.writeUInt32LE(first, first + 2 + 12 * source.readUInt16LE(first));
    await expectFailure('corrupt_file', () => convert(source, 'image/tiff'));
  });

  test('with more pages than the plan allows is refused', async () => {
    const source = chain([await tiff(8, 8), await tiff(8, 8), await tiff(8, 8)]);
    await expectFailure('page_limit', () => convert(source, 'image/tiff', {}, { pages: 2 }));
  });

  test('that claims too many pixels is refused by its directory', async () => {
    const source = Buffer.from(await tiff(16, 16));
    const first = source.readUInt32LE(4);
    for (let index = 0; index < source.readUInt16LE(first); index++) {
      const at = first + 2 + 12 * index;
      if ([256, 257].includes(source.readUInt16LE(at))) source.writeUInt16LE(60_000, at + 8);
    }
    await expectFailure('pixel_limit', () => convert(source, 'image/tiff'));
  });
});

test.each([
  ['image/jpeg', 'corrupt_file', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/png', 'type_mismatch', 'no picture at all'],
  ['image/tiff', 'type_mismatch', 'no picture at all'],
] as const)('%s of nonsense ends in %s', async (type, reason, text) => {
  await expectFailure(reason, () => convert(Buffer.from(text, 'latin1'), type));
});
