// Pages that scanners and programs make in odd ways: each is read, or reported, and its picture is the same bytes afterwards.

import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scoreText } from '../../../support/judges/quality/ocr-score.ts';
import { encodeCcittG4 } from '../../../processor/images/ccitt-encode.ts';
import { encodeJbig2 } from '../../../processor/images/jbig2-encode.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import type { GreyRaster } from '../../../processor/recognition/recognised.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';
import { makeScan } from '../../../support/documents/make-scan.ts';
import { popplerRawWords } from '../../../support/judges/read-layer.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';
import { thinned } from '../../../support/everything.ts';

const SENTENCE = 'By seven every box is sold, the ice has been shovelled, and forty vans are on the road to markets in the hills.';
const [WIDTH, HEIGHT] = [300, 120];

let raster: GreyRaster;
beforeAll(async () => {
  raster = await makeScan({ columns: [SENTENCE], widthPoints: WIDTH, heightPoints: HEIGHT, dpi: 200, bilevel: true });
});
afterAll(endPdfium);

interface Odd {
  readonly content: string | Uint8Array;
  readonly image?: PdfObject;
  readonly resources?: string;
  readonly page?: string;
  readonly more?: Readonly<Record<number, PdfObject>>;
}

const DRAWN = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /Im0 Do Q`;

function makeOdd({ content, image, resources = '', page = '', more = {} }: Odd): Uint8Array {
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${WIDTH} ${HEIGHT}] >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${image ? '/XObject << /Im0 5 0 R >>' : ''} ${resources} >> ${page} >>`,
      4: { dict: '', data: content },
      ...(image ? { 5: image } : {}),
      ...more,
    },
  });
}

const blackOf = ({ pixels }: GreyRaster): Uint8Array => Uint8Array.from(pixels, (pixel) => (pixel < 128 ? 1 : 0));
const headOf = ({ width, height }: GreyRaster): string => `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;

function packed({ pixels, width, height }: GreyRaster): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const to = y * rowBytes + (x >> 3);
    if ((pixels[at] ?? 0) < 128) bits[to] = (bits[to] ?? 0) | (0x80 >> (x & 7));
  }
  return bits;
}

const KINDS: readonly (readonly [string, () => Odd])[] = [
  [
    'CCITT Group 4',
    () => ({
      content: DRAWN,
      image: {
        dict: `${headOf(raster)} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /EndOfBlock false /Columns ${raster.width} /Rows ${raster.height} >>`,
        data: encodeCcittG4(blackOf(raster), raster.width, raster.height),
      },
    }),
  ],
  [
    'JBIG2',
    () => ({
      content: DRAWN,
      image: {
        dict: `${headOf(raster)} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`,
        data: encodeJbig2(blackOf(raster), raster.width, raster.height),
      },
    }),
  ],
  [
    'a stencil mask that paints black',
    () => ({
      content: `0 g ${DRAWN}`,
      image: {
        dict: `${headOf(raster)} /ImageMask true /BitsPerComponent 1 /Decode [1 0] /Filter /FlateDecode`,
        data: deflateSync(packed(raster)),
      },
    }),
  ],
  [
    'a black picture behind a soft mask of letters',
    () => ({
      content: DRAWN,
      image: {
        dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 6 0 R',
        data: Uint8Array.of(0),
      },
      more: {
        6: {
          dict: `${headOf(raster)} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
          data: deflateSync(raster.pixels.map((pixel) => 255 - pixel)),
        },
      },
    }),
  ],
  [
    'an inline image',
    () => {
      const head = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm BI /W ${raster.width} /H ${raster.height} /CS /G /BPC 1 /D [1 0] /F /Fl ID `;
      return { content: Buffer.concat([Buffer.from(head), deflateSync(packed(raster)), Buffer.from('\nEI Q')]) };
    },
  ],
  [
    'a picture in a form that also draws itself',
    () => ({
      content: '/Fm0 Do',
      resources: '/XObject << /Fm0 6 0 R >>',
      more: {
        5: { dict: `${headOf(raster)} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`, data: deflateSync(raster.pixels) },
        6: {
          dict: `/Type /XObject /Subtype /Form /BBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /XObject << /Im0 5 0 R /Fm0 6 0 R >> >>`,
          data: `${DRAWN} /Fm0 Do`,
        },
      },
    }),
  ],
  ['letters drawn as paths', () => ({ content: drawRuns(raster) })],
  [
    'a picture of 2,400 dpi on a page of a twelfth of the size',
    () => ({
      content: `q ${WIDTH / 12} 0 0 ${HEIGHT / 12} 0 0 cm /Im0 Do Q`,
      page: `/MediaBox [0 0 ${WIDTH / 12} ${HEIGHT / 12}]`,
      image: {
        dict: `${headOf(raster)} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        data: deflateSync(raster.pixels),
      },
    }),
  ],
];

/** The black pixels of each row as filled paths. */
function drawRuns({ pixels, width, height }: GreyRaster): string {
  const scale = WIDTH / width;
  const out = [`${scale} 0 0 ${-scale} 0 ${HEIGHT} cm`];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const start = x;
      while (x < width && (pixels[y * width + x] ?? 255) < 128) x++;
      if (x > start) out.push(`${start} ${y} m ${x} ${y} l ${x} ${y + 1} l ${start} ${y + 1} l h f`);
    }
  }
  return out.join('\n');
}

describe.skipIf(!hasPdfJudges)('a page', () => {
  test.each(thinned(KINDS, 3))('of %s is read, looks the same, and keeps its streams', async (name, make) => {
    const odd = make();
    const source = makeOdd(odd);
    const { bytes, report } = await runOcr(source);
    expect(report).toMatchObject({ verification: { streams_kept: true, images_identical: true } });
    expect(picturesOfPdf(bytes)).toEqual(picturesOfPdf(source));
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    const data = odd.image && typeof odd.image !== 'string' ? Buffer.from(odd.image.data) : Buffer.from(odd.content);
    expect(bytes.includes(data)).toBe(true);
    // What is a third of a millimetre high is drawn at 225 dpi and is no text any more; it must not be lost in silence.
    if (name.includes('2,400 dpi')) expect(report.pages_without_text).toBe(report.pages[0]?.words === 0 ? '1' : '');
    else expect(scoreText(SENTENCE, popplerRawWords(bytes).join(' ')).missedWords).toBeLessThan(0.05);
  });

  test('whose picture is a bomb is told, in bounded time and memory', async () => {
    const side = 16_000;
    const zeros = deflateSync(new Uint8Array((side * side) / 8), { level: 9 });
    const image = {
      dict: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`,
      data: zeros,
    };
    const start = performance.now();
    const { report } = await runOcr(makeOdd({ content: DRAWN, image }));
    expect(['blank', 'ocr', 'timeout', 'error']).toContain(report.pages[0]?.status);
    expect(report.totals['pages']).toBe(1);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
