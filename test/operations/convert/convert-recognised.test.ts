// Scans → docx, html, txt: pages without text are read from their pictures and flow like any other text; pages with text are not touched; what
// could not be done is reported.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { Blob, Face, Font } from 'harfbuzzjs';
import {
  decodePDFRawStream,
  concatTransformationMatrix,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
  setTextRenderingMode,
  StandardFonts,
  TextRenderingMode,
} from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocumentContent } from '#contract/content.ts';
import { scoreText } from '../../../support/judges/quality/ocr-score.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makeLetter } from '../../../support/documents/letter.ts';
import { makeScan, makeScanPdf, type ScanPage, TEXTS } from '../../../support/documents/make-scan.ts';
import { convert, type ConvertOutcome } from '../../../support/run/run-convert.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';

const SENTENCE = 'By seven every box is sold, the ice has been shovelled, and forty vans are on the road to markets in the hills.';
const SMALL = { columns: [SENTENCE], widthPoints: 300, heightPoints: 120 } as const;

let scan: ScanPage;
let source: Uint8Array;

beforeAll(async () => {
  scan = { raster: await makeScan(SMALL), coding: 'jpeg' };
  source = await makeScanPdf([scan]);
});
afterAll(endPdfium);

const missed = (text: string, truth: string = SENTENCE): number => scoreText(truth, text).missedWords;
const text = ({ bytes }: ConvertOutcome): string => Buffer.from(bytes).toString('utf8');
const documentOf = ({ bytes }: ConvertOutcome): string => Buffer.from(unzipSync(bytes)['word/document.xml'] ?? '').toString('utf8');
const plain = (xml: string): string =>
  xml
    .replaceAll(/<wp:posOffset>[^<]*/g, '')
    .replaceAll(/<\/w:p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '');

/** A letter of five lines, the scan, an empty page. */
async function mixed(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await makeLetter('Ada', 5));
  const [page] = await document.copyPages(await PDFDocument.load(source), [0]);
  document.addPage(page);
  document.addPage([200, 200]);
  return document.save();
}

/** A scan with unseen words over its picture. */
async function layeredWith(words: string, bytes = source): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [page] = document.getPages();
  page?.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
  page?.drawText(words, { x: 30, y: 80, size: 11, font, maxWidth: 240, lineHeight: 14 });
  page?.pushOperators(popGraphicsState());
  return document.save();
}

async function withoutPrograms<T>(run: () => Promise<T>): Promise<T> {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    return await run();
  } finally {
    process.env['PATH'] = path;
  }
}

describe('a scan', () => {
  test('becomes a Word document of text: one paragraph, black, in the size of the scan, without the picture of the page', async () => {
    const made = await convert(source, 'application/pdf', { target_format: 'docx' });
    const xml = documentOf(made);
    expect(missed(plain(xml))).toBe(0);
    expect(plain(xml).trim().split('\n')).toHaveLength(1);
    expect(Object.keys(unzipSync(made.bytes)).filter((name) => name.startsWith('word/media/'))).toEqual([]);
    // Of the document's usual text, in half points; 11 pt were set, in a face whose letters are taller than most.
    const styles = Buffer.from(unzipSync(made.bytes)['word/styles.xml'] ?? '').toString('utf8');
    const [, size] = /<w:docDefaults>.*?<w:sz w:val="(\d+)"/s.exec(styles) ?? [];
    expect(xml).not.toContain('<w:sz ');
    expect(Math.abs(Number(size) / 2 - 11)).toBeLessThanOrEqual(1.5);
    expect(made.codes).toEqual([]);
    expect(made.report).toMatchObject({
      pages_without_text: [],
      recognition: { languages: ['eng'], totals: { pages: 1, ocr: 1 }, pages: [{ page: 1, status: 'ocr', rotation: 0 }] },
    });
    const [row] = (made.report['recognition'] as { pages: { confidence: number }[] }).pages;
    expect(row?.confidence).toBeGreaterThan(80);
  });

  test('becomes HTML and text, and tells how far it is page by page', async () => {
    const two = await makeScanPdf([scan, scan]);
    const html = await convert(two, 'application/pdf', { target_format: 'html' });
    expect(missed(text(html).replaceAll(/<[^>]*>/g, ' '))).toBeLessThan(0.05);
    expect(text(html)).not.toContain('<img');
    const steps = html.progress.filter(({ stage }) => stage === 'recognising');
    expect(steps.map(({ pages_done, pages_total }) => [pages_done, pages_total])).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
    const percents = html.progress.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    const txt = await convert(two, 'application/pdf', { target_format: 'txt', pages: '2' });
    expect(missed(text(txt))).toBe(0);
    expect(txt.report).toMatchObject({ recognition: { pages: [{ page: 2 }] } });
  });

  test('that lies on its side stands upright, and one that hangs askew is level', { tags: 'long' }, async () => {
    const lying = await makeScanPdf([{ raster: await makeScan({ ...SMALL, turn: 90 }), coding: 'grey' }]);
    const made = await convert(lying, 'application/pdf', { target_format: 'docx' });
    expect(missed(plain(documentOf(made)))).toBe(0);
    expect(documentOf(made)).toMatch(/<w:pgSz w:w="6000" w:h="2400"/);
    const askew = await makeScanPdf([{ raster: await makeScan({ ...SMALL, skewDegrees: 3 }), coding: 'grey' }]);
    const level = plain(documentOf(await convert(askew, 'application/pdf', { target_format: 'docx' })));
    expect(missed(level)).toBeLessThan(0.05);
    expect(level.trim().split('\n')).toHaveLength(1);
  });

  test('of two columns is read one after the other', { tags: 'long' }, async () => {
    const columns = [TEXTS.eng.text.slice(0, 300), TEXTS.eng.text.slice(300)];
    const raster = await makeScan({ columns, sizePoints: 9, heightPoints: 260 });
    const made = await convert(await makeScanPdf([{ raster, coding: 'bilevel' }]), 'application/pdf', { target_format: 'txt' });
    expect(missed(text(made), columns.join(' '))).toBeLessThan(0.08);
  });

  test('with a stamp of real text has the stamp once', async () => {
    const document = await PDFDocument.load(source);
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.getPage(0).drawText('ABC-0001', { x: 200, y: 6, size: 9, font });
    const stamped = text(await convert(await document.save(), 'application/pdf', { target_format: 'txt' }));
    expect(missed(stamped)).toBeLessThan(0.05);
    expect(stamped.match(/ABC-0001/g)).toHaveLength(1);
  });

  test('in a picture on a page with text is read where the result has no pictures, and is no heading', { tags: 'long' }, async () => {
    const document = await PDFDocument.load(await makeLetter('Ada', 12));
    const [picture] = await document.embedPdf(source);
    if (!picture) throw new Error('no page');
    const page = document.getPage(0);
    page.drawPage(picture, { x: 72, y: 90, width: 450, height: 180 });
    const bytes = await document.save();
    const made = await convert(bytes, 'application/pdf', { target_format: 'json' });
    const { blocks } = DocumentContent.parse(JSON.parse(text(made)));
    const read = blocks.filter((block) => 'from' in block && block.from === 'ocr');
    expect(missed(read.map((block) => ('text' in block ? block.text : '')).join(' '))).toBeLessThan(0.05);
    expect(read.every(({ type }) => type === 'paragraph')).toBe(true);
    expect(made.report).toMatchObject({ recognition: { pages_with_read_pictures: 1 } });
    const left = await convert(bytes, 'application/pdf', { target_format: 'md', ocr: false });
    expect(text(left)).not.toContain('auctioneer');
    expect(left.report).not.toHaveProperty('recognition');
    expect(missed(text(await convert(bytes, 'application/pdf', { target_format: 'md' })), SENTENCE)).toBeLessThan(0.9);
  });

  test('that has a text layer already is not read again, where it is not to look like its source', async () => {
    const layered = (await runOcr(source)).bytes;
    const made = await convert(layered, 'application/pdf', { target_format: 'txt' });
    expect(made.report).not.toHaveProperty('recognition');
    expect(missed(text(made))).toBe(0);
  });

  test('that has a text layer that says what is seen is set in the sizes that are seen', { tags: 'long' }, async () => {
    const made = await convert((await runOcr(source)).bytes, 'application/pdf', { target_format: 'docx', layout: 'pages' });
    expect(missed(plain(documentOf(made).replaceAll('<w:br/>', ' ')))).toBe(0);
    expect(made.report).toMatchObject({ recognition: { totals: { pages: 1 } } });
    expect(made.codes).not.toContain('text_layer_replaced');
  });

  test('whose text layer says something else is set as it is seen, and says so', async () => {
    const made = await convert(
      await layeredWith('8y scvcn cvcry hox i5 so1d, tlie iee lias hccn shovc11cd, and forIy v4ns 4rc on'),
      'application/pdf',
      {
        target_format: 'docx',
        layout: 'pages',
      },
    );
    expect(missed(plain(documentOf(made).replaceAll('<w:br/>', ' ')))).toBe(0);
    expect(made.warnings).toContainEqual(expect.objectContaining({ code: 'text_layer_replaced', page: 1 }));
  });

  test('that is not read surely keeps its text layer', async () => {
    const raster = await makeScan({ columns: [TEXTS.ara.text], face: TEXTS.ara.face, widthPoints: 300, heightPoints: 120 });
    const bytes = await layeredWith('The school opens in the morning', await makeScanPdf([{ raster, coding: 'grey' }]));
    const made = await convert(bytes, 'application/pdf', { target_format: 'docx', layout: 'pages', languages: ['eng'] });
    expect(plain(documentOf(made))).toContain('school');
    expect(made.report).not.toHaveProperty('recognition');
  });
});

describe('a document of both kinds', () => {
  test('has its scanned pages read and the others left as they are', async () => {
    const made = await convert(await mixed(), 'application/pdf', { target_format: 'txt' });
    expect(text(made).match(/letter/g)).toHaveLength(5);
    expect(missed(text(made).slice(text(made).indexOf('By seven')))).toBeLessThan(0.05);
    expect(made.report).toMatchObject({ recognition: { totals: { pages: 1, ocr: 1 } }, pages_without_text: [3] });
    expect(made.codes).toEqual(['pages_without_text']);
  });

  test('is as it was without recognition, with the advice to ask for it', async () => {
    const made = await convert(await mixed(), 'application/pdf', { target_format: 'txt', ocr: false });
    expect(text(made)).not.toContain('By seven');
    expect(made.report).not.toHaveProperty('recognition');
    expect(made.report['pages_without_text']).toEqual([2, 3]);
    expect(made.warnings).toMatchObject([{ code: 'pages_without_text', message: expect.stringContaining('`ocr`') as unknown }]);
    await expectFailure('no_text_found', () => convert(source, 'application/pdf', { target_format: 'docx', ocr: false }));
  });

  test('says where no engine is installed, and fails where one was asked for', async () => {
    const bytes = await mixed();
    const made = await withoutPrograms(() => convert(bytes, 'application/pdf', { target_format: 'txt' }, {}, 'native'));
    expect(made.codes).toEqual(['ocr_unavailable', 'pages_without_text']);
    expect(text(made).match(/letter/g)).toHaveLength(5);
    await withoutPrograms(() =>
      expectFailure('unsupported_feature', () => convert(bytes, 'application/pdf', { target_format: 'txt', ocr: true }, {}, 'native')),
    );
    await expectFailure('language_unavailable', () => convert(bytes, 'application/pdf', { target_format: 'txt', languages: ['xxx'] }));
  });

  test('without any scanned page needs no engine', async () => {
    const letter = await makeLetter('Ada', 5);
    const made = await withoutPrograms(() => convert(letter, 'application/pdf', { target_format: 'txt' }, {}, 'native'));
    expect([made.codes, made.report['recognition']]).toEqual([[], undefined]);
  });
});

test('a picture without letters stays a picture, and one on a page of text is not read', { tags: 'long' }, async () => {
  const noise = new Uint8Array(64 * 64 * 3).map((_, index) => (index * 7919) % 251);
  const png = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();
  const document = await PDFDocument.load(await makeLetter('Ada', 5));
  document.getPage(0).drawImage(await document.embedPng(png), { x: 72, y: 300, width: 200, height: 200 });
  const made = await convert(await document.save(), 'application/pdf', { target_format: 'docx' });
  expect(Object.keys(unzipSync(made.bytes)).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  const alone = await convert(png, 'image/png', { target_format: 'docx' });
  expect(alone.codes).toContain('pages_without_text');
  expect(Object.keys(unzipSync(alone.bytes)).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  await expectFailure('no_text_found', () => convert(png, 'image/png', { target_format: 'txt' }));
});

test('a photograph in a scan stays a picture at its place, and the text beside it is read', async () => {
  const { width, height } = scan.raster;
  const side = Math.round(width / 3);
  const noise = await sharp({
    create: { width: side, height: side, channels: 3, background: '#707070', noise: { type: 'gaussian', mean: 90, sigma: 40 } },
  })
    .png()
    .toBuffer();
  const below = { top: 0, bottom: side + 100, left: 0, right: 0, background: '#ffffff' };
  const page = await sharp(scan.raster.pixels, { raw: { width, height, channels: 1 } })
    .extend(below)
    .png()
    .toBuffer();
  const photo = await sharp(page)
    .composite([{ input: noise, left: side, top: height + 40 }])
    .jpeg({ quality: 90 })
    .toBuffer();
  const document = await PDFDocument.create();
  const [wide, high] = [SMALL.widthPoints, (SMALL.widthPoints * (height + side + 100)) / width];
  document.addPage([wide, high]).drawImage(await document.embedJpg(photo), { x: 0, y: 0, width: wide, height: high });
  const made = await convert(await document.save(), 'application/pdf', { target_format: 'docx' });
  const parts = unzipSync(made.bytes);
  const pictures = Object.keys(parts).filter((name) => name.startsWith('word/media/'));
  expect(pictures).toHaveLength(1);
  const { width: cut, height: cutHigh } = await sharp(parts[pictures[0] ?? '']).metadata();
  expect(cut / cutHigh).toBeCloseTo(1, 0);
  expect(missed(plain(documentOf(made)))).toBeLessThan(0.1);
});

describe('a picture', () => {
  test.each(['docx', 'html', 'txt'] as const)('becomes %s by what is read in it', async (target) => {
    const { pixels, width, height } = scan.raster;
    const picture = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .withMetadata({ density: 300 })
      .toBuffer();
    const made = await convert(picture, 'image/png', { target_format: target });
    expect(made.filename).toBe(`source.${target}`);
    expect(missed(target === 'docx' ? plain(documentOf(made)) : text(made).replaceAll(/<[^>]*>/g, ' '))).toBeLessThan(0.05);
    expect(made.report).toMatchObject({ source_type: 'image/png', recognition: { totals: { ocr: 1 } } });
  });
});

test('as JSON, what was recognised says so, with its confidence, at its place on the turned page', async () => {
  const { pixels, width, height } = scan.raster;
  const lying = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(90)
    .png()
    .withMetadata({ density: 300 })
    .toBuffer();
  const made = await convert(lying, 'image/png', { target_format: 'json' });
  const { pages, blocks } = DocumentContent.parse(JSON.parse(text(made)));
  const [page] = pages;
  expect(page).toMatchObject({ page: 1, rotation: 270, from: 'ocr' });
  expect(page?.width).toBeCloseTo(SMALL.widthPoints, 0);
  expect(page?.confidence).toBeGreaterThan(0.8);
  const written = blocks.filter((block) => block.type !== 'picture');
  for (const block of written) {
    expect(block.from).toBe('ocr');
    expect(block.confidence).toBeGreaterThan(0.7);
    for (const { box } of block.boxes) expect(box.right).toBeLessThanOrEqual(page?.width ?? 0);
  }
  expect(missed(written.map((block) => ('text' in block ? block.text : '')).join(' '))).toBeLessThan(0.05);
});

test('a page of another script is named, with its likely language, and read in it where none was asked for', async () => {
  const raster = await makeScan({ columns: [TEXTS.ara.text], face: TEXTS.ara.face, widthPoints: 300, heightPoints: 120 });
  const arabic = await makeScanPdf([{ raster, coding: 'grey' }]);
  const advice = expect.stringContaining('`languages: ["ara"]`') as unknown;
  const english = await convert(arabic, 'application/pdf', { target_format: 'txt', languages: ['eng'] });
  expect(english.warnings).toMatchObject([
    { code: 'language_mismatch', page: 1, message: advice },
    { code: 'low_confidence', page: 1 },
  ]);
  const open = await convert(arabic, 'application/pdf', { target_format: 'txt' });
  expect(open.warnings).toMatchObject([
    { code: 'language_mismatch', page: 1, message: expect.stringContaining('read as `ara`') as unknown },
  ]);
  expect(open.report).toMatchObject({ recognition: { languages: ['eng', 'ara'] } });
  expect(missed(text(open), TEXTS.ara.text)).toBeLessThan(0.3);
});

test('a page of another language in the same letters is named, by its function words, and stays a picture in a document that has pictures', async () => {
  const german =
    'Der Vorstand ist mit der Leitung des Vereins betraut und wird von der Versammlung auf zwei Jahre bestellt. Die Einladung ist den ' +
    'Mitgliedern mit der Tagesordnung zu senden, wenn nicht im Einzelfall etwas anderes gilt. Das Protokoll ist von dem Leiter zu zeichnen.';
  const raster = await makeScan({ columns: [german], widthPoints: 300, heightPoints: 160 });
  const bytes = await makeScanPdf([{ raster, coding: 'grey' }]);
  const mismatch = { code: 'language_mismatch', page: 1, message: expect.stringContaining('another language (German)') as unknown };
  expect((await convert(bytes, 'application/pdf', { target_format: 'txt' })).warnings).toMatchObject([mismatch]);
  expect((await runOcr(bytes)).warnings).toMatchObject([mismatch]);
  const made = await convert(bytes, 'application/pdf', { target_format: 'docx', languages: ['eng'] });
  expect(plain(documentOf(made)).trim()).toBe('');
  expect(made.codes).toEqual(expect.arrayContaining(['language_mismatch', 'low_confidence', 'pages_without_text']));
  const cover = await makeScan({ columns: ['Jahresbericht Musterverein 2015'], widthPoints: 300, heightPoints: 120 });
  const pages = [{ raster: cover, coding: 'grey' } as const, { raster, coding: 'grey' } as const, scan];
  const book = await convert(await makeScanPdf(pages), 'application/pdf', { target_format: 'docx', languages: ['eng'] });
  expect(plain(documentOf(book))).not.toContain('Jahresbericht');
  expect(book.report).toMatchObject({ pages_without_text: [1, 2] });
});

const GREEK =
  'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και ' +
  'οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.';

describe('a page in a language that recognition does not read stays as it is drawn, with numbers that any reads', () => {
  const rows = Array.from({ length: 12 }, (_, index) => `${index + 1} ${index * 3711 + 1284},50 ${index * 271 + 308},00`).join('\n');
  const pictures = ({ bytes }: ConvertOutcome): string[] => Object.keys(unzipSync(bytes)).filter((name) => name.startsWith('word/media/'));

  test('as a scan', { tags: 'long' }, async () => {
    const raster = await makeScan({ columns: [`${GREEK}\n${rows}`], face: TEXTS.eng.face });
    const greek = await makeScanPdf([{ raster, coding: 'grey' }]);
    const made = await convert(greek, 'application/pdf', { target_format: 'docx' });
    expect(plain(documentOf(made)).trim()).toBe('');
    expect(pictures(made)).toHaveLength(1);
    expect(made.report).toMatchObject({ pages_without_text: [1], recognition: { totals: { words: 0 }, pages_without_text: '1' } });
    expect(made.codes).toContain('pages_without_text');
    expect(made.warnings).toContainEqual(
      expect.objectContaining({ code: 'low_confidence', page: 1, message: expect.stringContaining('stays a picture') as unknown }),
    );
  });

  test('in a font that does not say its letters', { tags: 'long' }, async () => {
    const { bytes } = await convert(`${GREEK}\n${rows}\n`, 'text/plain', { target_format: 'pdf' });
    const document = await PDFDocument.load(bytes);
    for (const [, object] of document.context.enumerateIndirectObjects())
      if (object instanceof PDFDict) object.delete(PDFName.of('ToUnicode'));
    const made = await convert(await document.save(), 'application/pdf', { target_format: 'docx', layout: 'pages' });
    expect(plain(documentOf(made)).trim()).toBe('');
    expect(pictures(made)).toHaveLength(1);
    expect(made.report).toMatchObject({ pages_without_text: [1], characters_unmapped: 0 });
  });

  test('in a font that says syllables which no language has', async () => {
    const { bytes } = await convert(`${GREEK}\n${rows}\n`, 'text/plain', { target_format: 'pdf' });
    const document = await PDFDocument.load(bytes);
    let changed = 0;
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || !object.has(PDFName.of('ToUnicode'))) continue;
      const map = new TextDecoder('latin1').decode(decodePDFRawStream(object.lookup(PDFName.of('ToUnicode')) as PDFRawStream).decode());
      // Each Greek letter is a vowel sign of Devanagari.
      const said = map.replaceAll(
        /<03([\da-f]{2})>/gi,
        (_, place: string) => (changed++, `<09${(0x3e + (parseInt(place, 16) % 12)).toString(16)}>`),
      );
      object.set(PDFName.of('ToUnicode'), document.context.register(document.context.flateStream(said)));
    }
    expect(changed).toBeGreaterThan(10);
    const made = await convert(await document.save(), 'application/pdf', { target_format: 'docx', layout: 'pages' });
    expect(plain(documentOf(made)).trim()).toBe('');
    expect(pictures(made)).toHaveLength(1);
    expect(made.warnings).toContainEqual(expect.objectContaining({ code: 'low_confidence', page: 1 }));
  });
});

async function withoutMaps(words: string): Promise<Uint8Array> {
  const made = await convert(`${words}\n`, 'text/plain', { target_format: 'pdf' });
  const document = await PDFDocument.load(made.bytes);
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict) object.delete(PDFName.of('ToUnicode'));
  return document.save();
}

test('text that its font does not map to characters is read from the page as it is seen, unless the numbers of its glyphs spell it', async () => {
  const words = 'Lighthouse keepers, harbour pilots, auctioneers, forty vans, seven boxes, markets, umbrellas, pigeons';
  const unmapped = await withoutMaps(words);
  expect(textOfPdf(unmapped)).not.toContain('harbour');
  const read = await convert(unmapped, 'application/pdf', { target_format: 'txt' });
  expect(missed(text(read), words)).toBeLessThan(0.05);
  expect(read.report).toMatchObject({ characters_unmapped: 0, recognition: { totals: { ocr: 1 } } });
  const spelt = await convert(await withoutMaps(TEXTS.eng.text), 'application/pdf', { target_format: 'txt' });
  expect(missed(text(spelt), TEXTS.eng.text)).toBe(0);
  expect(spelt.report).toMatchObject({ characters_unmapped: 0 });
  expect(spelt.report).not.toHaveProperty('recognition');
});

/** As designers send it to print: each letter an outline. */
async function outlined(texts: readonly string[]): Promise<Uint8Array> {
  const path = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const font = new Font(new Face(new Blob(await readFile(path))));
  const scale = 14 / font.face.upem;
  const document = await PDFDocument.create();
  const page = document.addPage([420, 200]);
  for (const [line, words] of texts.entries()) {
    let x = 20;
    for (const character of words) {
      const glyph = font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0;
      const outline = font.glyphToPath(glyph);
      // The outlines of the face have y upwards; paths of SVG have it downwards.
      page.pushOperators(pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, -scale, x, 160 - line * 30));
      if (outline) page.drawSvgPath(outline, { x: 0, y: 0 });
      page.pushOperators(popGraphicsState());
      x += font.glyphHAdvance(glyph) * scale;
    }
  }
  return document.save();
}

test('a page whose letters are outlines is read from its picture; the few characters that it has stay', async () => {
  const words = ['The harbour opens at seven in the', 'morning; forty vans are on the road', 'to markets in the hills by noon.'];
  const document = await PDFDocument.load(await outlined(words));
  document.getPage(0).drawText('No. 27', { x: 340, y: 20, size: 10, font: await document.embedFont(StandardFonts.Helvetica) });
  const made = await convert(await document.save(), 'application/pdf', { target_format: 'md', keep_running: true });
  expect(missed(text(made), [...words, 'No. 27'].join(' '))).toBe(0);
  expect(text(made)).toContain('No. 27');
  expect(made.report).toMatchObject({ recognition: { pages: [{ page: 1 }] } });
});

test('a plan stays the picture that it is: its dimensions are not read, and it says so', async () => {
  const document = await PDFDocument.load(await outlined(['Kitchen  1325', 'Study', 'Utility  743', 'Balcony']));
  const page = document.getPage(0);
  // Tiles and a hatched wall beside the labels.
  for (let at = 0; at < 420; at++)
    page.drawSvgPath('M 0 0 C 3 1 4 4 0 6', { x: 200 + (at % 30) * 7, y: 190 - Math.floor(at / 30) * 12, borderWidth: 0.5 });
  const made = await convert(await document.save(), 'application/pdf', { target_format: 'docx', ocr: true });
  expect(plain(documentOf(made)).trim()).toBe('');
  expect(Object.keys(unzipSync(made.bytes)).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  expect(made.warnings).toContainEqual(
    expect.objectContaining({ code: 'low_confidence', page: 1, message: expect.stringContaining('it is a drawing') as unknown }),
  );
});
