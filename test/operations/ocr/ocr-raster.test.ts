// From a page to the raster that is read: the scan's own pixels where that is right, a drawing of PDFium everywhere else, upright and bounded.

import { describe, expect, test } from 'vitest';
import { PageNotDrawn, PageRasters, type PageRaster } from '../../../processor/recognition/page-raster.ts';
import { turnRaster } from '../../../processor/recognition/turn-raster.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { transform } from '../../../processor/pdf/geometry/matrix.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makeScan, makeScanPdf, type ScanPage, TEXTS } from '../../../support/documents/make-scan.ts';

const TEXT = TEXTS.deu.text.slice(0, 60);
const grey = await makeScan({ columns: [TEXT], widthPoints: 150, heightPoints: 120, dpi: 225 });
const bilevel = await makeScan({ columns: [TEXT], widthPoints: 150, heightPoints: 120, bilevel: true });

async function rasterOf(pdf: Uint8Array, pageIndex = 0): Promise<PageRaster> {
  await using rasters = new PageRasters(await openPdf(pdf, { needs: 'read', pagesMax: 10 }));
  return rasters.rasterOf(pageIndex);
}

const scanOf = async (page: Partial<ScanPage>): Promise<PageRaster> =>
  rasterOf(await makeScanPdf([{ raster: grey, coding: 'grey', ...page }]));

/** The mean difference of two pictures of the same size, in shades. */
function difference(one: Uint8Array, two: Uint8Array): number {
  expect(one.length).toBe(two.length);
  return one.reduce((sum, shade, index) => sum + Math.abs(shade - (two[index] ?? 0)), 0) / one.length;
}

describe('a page that is one plain image', () => {
  test.each(['grey', 'jpeg'] as const)('gives the original pixels (%s)', async (coding) => {
    const raster = await scanOf({ coding });
    expect(raster).toMatchObject({ source: 'extracted', width: grey.width, height: grey.height });
    expect(raster.dpi).toBeCloseTo(225, 0);
    expect(difference(raster.pixels, grey.pixels)).toBeLessThan(coding === 'jpeg' ? 3 : 0.001);
  });

  test.each(['bilevel', 'bilevel_inverted'] as const)('gives the original pixels (%s)', async (coding) => {
    const raster = await scanOf({ raster: bilevel, coding });
    expect(raster.source).toBe('extracted');
    expect(Buffer.compare(raster.pixels, bilevel.pixels)).toBe(0);
  });

  test('gives the shades of an image with a palette', async () => {
    const raster = await scanOf({ raster: bilevel, coding: 'indexed' });
    expect(raster.source).toBe('extracted');
    expect(new Set(raster.pixels).size).toBe(2);
    expect(raster.pixels.slice(0, 5).every((shade) => shade > 230)).toBe(true);
  });

  test('shrinks a grey one of 600 dpi to 225', async () => {
    const fine = await makeScan({ columns: [TEXT], widthPoints: 150, heightPoints: 120, dpi: 600 });
    const raster = await scanOf({ raster: fine, coding: 'jpeg' });
    expect(raster).toMatchObject({ source: 'extracted', width: grey.width, height: grey.height });
    expect(raster.dpi).toBeCloseTo(225, 0);
  });

  test('is read as it is where it lies on the page at 72 dpi but has the pixels of a page', async () => {
    const large = await makeScan({ columns: [TEXT], widthPoints: 480, heightPoints: 360 });
    const size = `${large.width} 0 0 ${large.height} 0 0`;
    const raster = await scanOf({ raster: large, matrix: size, mediaBox: `0 0 ${large.width} ${large.height}` });
    expect(raster).toMatchObject({ source: 'extracted', width: large.width });
    expect(raster.dpi).toBeGreaterThan(150);
  });

  test.each([90, 180, 270] as const)('is as displayed where the page has /Rotate %i', async (turn) => {
    const raster = await scanOf({ page: `/Rotate ${turn}` });
    expect(raster.source).toBe('extracted');
    expect(difference(raster.pixels, turnRaster(grey, turn).pixels)).toBeLessThan(0.001);
  });

  test('is upright where the matrix turns the image and /Rotate turns it back', async () => {
    const turned = turnRaster(grey, 90);
    // The image's rows run up on the page: a quarter counter-clockwise, so that the page shows it upright.
    const raster = await scanOf({ raster: turned, matrix: '0 120 -150 0 150 0', mediaBox: '0 0 150 120' });
    expect(raster.source).toBe('extracted');
    expect(difference(raster.pixels, grey.pixels)).toBeLessThan(0.001);
  });
});

describe('a page that is something else is drawn', () => {
  test.each([
    ['has text over the image', { content: 'BT /F1 9 Tf 10 10 Td (x) Tj ET' }],
    ['has a line over the image', { content: '0 0 m 100 100 l S' }],
    ['draws the image twice', { content: 'q 10 0 0 10 0 0 cm /Im0 Do Q' }],
    ['shows a part of the image', { mediaBox: '0 0 75 120' }],
    ['is covered by less than 95 %', { mediaBox: '0 0 200 120' }],
    ['skews the image', { matrix: '150 6 -6 120 0 0' }],
    ['mirrors the image', { matrix: '-150 0 0 120 150 0' }],
    ['has an image of 2,400 dpi', { matrix: '18.75 0 0 15 0 0', mediaBox: '0 0 18.75 15' }],
    ['has pixels that are not square', { matrix: '150 0 0 240 0 0', mediaBox: '0 0 150 240' }],
    ['has a colour-key mask', { image: '/Mask [0 3]' }],
    ['has an image that belongs to a layer', { image: '/OC << /Type /OCG /Name (x) >>' }],
  ])('%s', async (_, page) => {
    const raster = await scanOf(page);
    expect(raster.source).toBe('rendered');
    expect(raster.pixels.length).toBe(raster.width * raster.height);
  });

  test('and looks the same as its image, which is read where invisible text lies over it', async () => {
    const drawn = await scanOf({ content: '0 0 0.01 0.01 re f' });
    expect(drawn.source).toBe('rendered');
    expect(difference(drawn.pixels, grey.pixels)).toBeLessThan(3);
    expect((await scanOf({ content: 'BT 3 Tr /F1 9 Tf 10 10 Td (x) Tj ET' })).source).toBe('extracted');
  });

  test('without annotations, which have their own text', async () => {
    const annotation = '<< /Type /Annot /Subtype /Square /Rect [0 0 300 200] /IC [0 0 0] /F 4 >>';
    const raster = await rasterOf(makePdf({ objects: plainObjects('', `/Annots [${annotation}]`) }));
    expect(raster.pixels.every((shade) => shade === 255)).toBe(true);
  });
});

describe('the matrix', () => {
  test.each([
    ['extracted', '', ''],
    ['extracted, turned', '/Rotate 90', ''],
    ['rendered', '', '0 0 m 0 0.1 l S'],
    ['rendered, turned', '/Rotate 270', '0 0 m 0 0.1 l S'],
    ['in units of an inch', '/UserUnit 2', ''],
  ])('leads from the corners of the raster to those of the page (%s)', async (name, page, content) => {
    // An origin that is not zero, and a crop box.
    const placed = { mediaBox: '-20 -30 250 250', matrix: '150 0 0 120 40 50', page: `/CropBox [40 50 190 170] ${page}`, content };
    const raster = await scanOf(placed);
    expect(raster.source).toBe(name.startsWith('rendered') ? 'rendered' : 'extracted');
    const corners = [
      [0, 0],
      [raster.width, 0],
      [0, raster.height],
      [raster.width, raster.height],
    ].map(([x = 0, y = 0]) => transform(raster.toUserSpace, x, y).map(Math.round));
    const upright = [
      [40, 170],
      [190, 170],
      [40, 50],
      [190, 50],
    ];
    const order = page.includes('90') ? [2, 0, 3, 1] : page.includes('270') ? [1, 3, 0, 2] : [0, 1, 2, 3];
    expect(corners).toEqual(order.map((index) => upright[index]));
    expect(raster.dpi).toBeCloseTo(page.includes('UserUnit') ? 112.5 : 225, 0);
  });
});

describe('size', () => {
  test('lowers the resolution of a page that would have more than 40 megapixels, and never fails for it', async () => {
    const raster = await rasterOf(makePdf({ objects: plainObjects('wide', '/MediaBox [0 0 14400 14400]') }));
    expect(raster.source).toBe('rendered');
    expect(raster.width * raster.height).toBeLessThanOrEqual(40_000_000);
    expect(raster.width * raster.height).toBeGreaterThan(39_000_000);
    expect(raster.dpi).toBeLessThan(35);
  });

  test('is bounded for a page of one unit by ten thousand', async () => {
    const raster = await rasterOf(makePdf({ objects: plainObjects('', '/MediaBox [0 0 1 10000]') }));
    expect(raster.pixels.length).toBe(raster.width * raster.height);
  });
});

describe('trouble', () => {
  test('of a page without content is a white raster', async () => {
    const objects = { ...plainObjects(), 3: '<< /Type /Page /Parent 2 0 R >>' };
    expect((await rasterOf(makePdf({ objects }))).pixels.every((shade) => shade === 255)).toBe(true);
  });

  test('of an image whose data is damaged leaves the page to PDFium', async () => {
    const damaged = {
      dict: '/Type /XObject /Subtype /Image /Width 600 /Height 500 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
    };
    const objects = {
      ...plainObjects('', '/MediaBox [0 0 144 120] /Resources << /XObject << /Im0 6 0 R >> >>'),
      4: { dict: '', data: 'q 144 0 0 120 0 0 cm /Im0 Do Q' },
      6: { ...damaged, data: 'no picture' },
    };
    expect((await rasterOf(makePdf({ objects }))).source).toBe('rendered');
  });

  test('of a page that is not there is told as such, and the next page is drawn', async () => {
    await using rasters = new PageRasters(await openPdf(makePdf({ objects: plainObjects() }), { needs: 'read', pagesMax: 10 }));
    await expect(rasters.rasterOf(7)).rejects.toBeInstanceOf(PageNotDrawn);
    expect((await rasters.rasterOf(0)).source).toBe('rendered');
  });
});
