// The scanned English pages of the OCR benchmark, in one PDF, with their true text: our own pages, and those of the corpus where it exists.

import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { listFolder, readCorpus, readGroundTruth } from '../../test/support/corpus.ts';
import { makeScan, makeScanPdf, type ScanCoding, type ScanOptions, TEXTS } from '../../test/support/make-scan.ts';

export interface ScannedPages {
  readonly pdf: Uint8Array;
  /** By page. */
  readonly truths: readonly string[];
  readonly names: readonly string[];
}

const A4 = { widthPoints: 595, heightPoints: 842, sizePoints: 11 };
const LONG = Array.from({ length: 4 }, () => TEXTS.eng.text).join(' ');
const half = LONG.indexOf(' ', LONG.length / 2);

const OWN: readonly (readonly [string, ScanCoding, Partial<ScanOptions>])[] = [
  ['plain', 'jpeg', {}],
  ['bilevel', 'bilevel', { bilevel: true }],
  ['columns', 'jpeg', { columns: [LONG.slice(0, half), LONG.slice(half + 1)], sizePoints: 10 }],
  ['skewed', 'jpeg', { skewDegrees: 1.5 }],
  ['200 dpi', 'grey', { dpi: 200 }],
  ['noisy', 'jpeg', { speckle: 0.002 }],
];

/** Pages of the corpus in other languages are left out: the contestants take one language for a file. */
const CORPUS_ENGLISH = /^(?:ocr-linn|tess-8071|tess-8087|tess-phototest|udhr-eng)/;

export async function makeScannedPages(): Promise<ScannedPages> {
  const whole = await PDFDocument.create();
  const [truths, names]: [string[], string[]] = [[], []];
  const add = async (name: string, truth: string, pdf: Uint8Array): Promise<void> => {
    const [page] = await whole.copyPages(await PDFDocument.load(pdf), [0]);
    if (page) whole.addPage(page);
    truths.push(truth);
    names.push(name);
  };
  for (const [name, coding, options] of OWN) {
    const raster = await makeScan({ columns: [LONG], ...A4, ...options });
    await add(name, (options.columns ?? [LONG]).join(' '), await makeScanPdf([{ raster, coding }]));
  }
  for (const file of listFolder('scan', ['.pdf', '.jpg', '.png', '.tif']).filter((name) => CORPUS_ENGLISH.test(name))) {
    const bytes = readCorpus(`scan/${file}`);
    const truth = readGroundTruth(`scan/${file}`);
    if (truth === undefined) continue;
    await add(file, truth, file.endsWith('.pdf') ? bytes : await wrapImage(bytes));
  }
  return { pdf: await whole.save(), truths, names };
}

/** 300 dpi where the file does not say. */
async function wrapImage(bytes: Uint8Array): Promise<Uint8Array> {
  const { density = 300, format } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dpi = density >= 72 ? density : 300;
  const raster = { pixels: new Uint8Array(data), width: info.width, height: info.height, channels: 1 as const, dpi };
  const coding = format === 'jpeg' ? 'jpeg' : raster.pixels.every((pixel) => pixel === 0 || pixel === 255) ? 'bilevel' : 'grey';
  return makeScanPdf([{ raster, coding }]);
}
