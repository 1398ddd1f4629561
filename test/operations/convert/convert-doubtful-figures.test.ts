// Figures of a scan that are read otherwise when they are read again: a letter that is misread is seen, a figure says something else.

import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makeScan, makeScanPdf } from '../../../support/documents/make-scan.ts';
import { convert } from '../../../support/run/run-convert.ts';

const RECEIPT = [
  'Item Quantity Price',
  'Bread 2 5.60',
  'Butter 1 388.00',
  'Coffee 3 26.85',
  'Tax 2.5% 9.71',
  'Paid by card 6832 0715',
  'Total 407.42',
  'Harbour bakery, number 13815',
  'Thank you for your visit',
].join('\n');
const NUMBERS: string[] = RECEIPT.match(/[\d.,%]*\d[\d.,%]*/g) ?? [];
const SHARP = { dpi: 200, sizePoints: 11 } as const;
const COARSE = { dpi: 100, sizePoints: 5.5 } as const;

interface Taken {
  readonly dpi: number;
  readonly sizePoints: number;
  /** Of its light, at the right side. */
  readonly shade?: number;
}

async function read({ dpi, sizePoints, shade = 0 }: Taken) {
  const raster = await makeScan({ columns: [RECEIPT], dpi, sizePoints, widthPoints: 200, heightPoints: 200 });
  const pixels = raster.pixels.map((pixel, at) => Math.round(pixel * (1 - (shade * (at % raster.width)) / raster.width)));
  const source = await makeScanPdf([{ raster: { ...raster, pixels }, coding: 'grey' }]);
  const { bytes, codes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const xml = Buffer.from(unzipSync(bytes)['word/document.xml'] ?? []).toString('utf8');
  const texts = xml
    .split('</w:p>')
    .map((paragraph) => [...paragraph.matchAll(/<w:t[ >][^<]*/g)].map(([run]) => run.replace(/.*>/s, '')).join(''));
  return { words: texts.join(' ').split(/\s+/).filter(Boolean), codes };
}

afterAll(endPdfium);

describe('figures', () => {
  test('are text where they are seen well, also in the light of a room', async () => {
    expect((await read(SHARP)).words).toEqual(expect.arrayContaining(NUMBERS));
    expect((await read({ ...SHARP, shade: 0.6 })).words).toEqual(expect.arrayContaining(NUMBERS));
  });

  test('of a coarse scan that are something else when they are read again stay a picture beside their words', async () => {
    const { words } = await read(COARSE);
    expect(words).toEqual(expect.arrayContaining(['Butter', 'Coffee', 'visit']));
    expect(words.filter((word) => /\d/.test(word) && !NUMBERS.includes(word))).toEqual([]);
  });

  test('of a photograph, where many are something else, leave it a picture whole', async () => {
    const { words, codes } = await read({ ...COARSE, shade: 0.6 });
    expect(words).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(['low_confidence', 'pages_without_text']));
  });
});
