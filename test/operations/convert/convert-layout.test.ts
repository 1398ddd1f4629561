// What is the default, `layout: pages`: a page whose text cannot flow keeps everything in its place; others flow. LibreOffice lays the document out anew, and
// poppler says where its words are and what it looks like.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { degrees, PDFDocument, type PDFFont, type PDFPage, PDFString, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { pageSimilarity } from '../../../support/judges/page-similarity.ts';
import { readDocxOutline } from '../../../support/judges/quality/read-docx.ts';
import { makeEmbeddedText } from '../../../support/documents/embedded-text.ts';
import { convert, type ConvertOutcome } from '../../../support/run/run-convert.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SENTENCE = 'The quick brown fox jumps over the lazy dog and goes on to the next field of barley. ';
const WORDS = 'saturday market bread cheese honey apples music harbour nine noon entry free'.split(' ');
/** Text, where it begins and its size: points from the upper left corner. */
const NOTES = WORDS.flatMap((word, row) =>
  [0, 1, 2].map(
    (column) =>
      [`${word} ${column}`, 50 + column * 170 + ((row * 37) % 60), 70 + row * 58 + column * 19, 9 + ((row + column) % 4) * 3] as const,
  ),
);
const GROUNDS = [0, 1, 2, 3, 4].map((at) => ({ left: 40 + at * 100, top: 90 + at * 140, width: 130, height: 60 }));
const CURVE = { x: 520, y: 300, xScale: 60, yScale: 90 };
const LABEL = 'inside a curve';
/** Points from the lower left corner, and the width of its border. */
const LINK = { rect: [300, 30, 420, 60], width: 2 };
const RULE = { left: 60, top: 600, width: 460 };

/** Of two colours in turn. */
const MOSAIC = Array.from({ length: 60 }, (_, at) => ({
  left: 60 + (at % 30) * 7,
  top: 790 + Math.floor(at / 30) * 14,
  width: 6,
  height: 12,
}));

/** As a word processor breaks them. */
function linesOf(text: string, font: PDFFont): string[] {
  const lines = [''];
  for (const word of text.trim().split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (font.widthOfTextAtSize(longer, 10) <= 451) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

async function makeSource(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const letter = pdf.addPage([595, 842]);
  for (const [line, text] of linesOf(SENTENCE.repeat(24), font).entries())
    letter.drawText(text, { x: 72, y: 760 - line * 15, size: 10, font });
  const flyer = pdf.addPage([595, 842]);
  const fill = (page: PDFPage, { left, top, width, height }: (typeof GROUNDS)[number], colour: [number, number, number]) =>
    page.drawRectangle({ x: left, y: 842 - top - height, width, height, color: rgb(...colour) });
  for (const ground of GROUNDS) fill(flyer, ground, [0.6, 0.8, 1]);
  fill(flyer, { ...RULE, height: 1 }, [0.8, 0, 0]);
  for (const [at, tile] of MOSAIC.entries()) fill(flyer, tile, at % 2 === 0 ? [1, 0.5, 0] : [0.3, 0.3, 0.3]);
  flyer.drawEllipse({ ...CURVE, borderColor: rgb(0, 0.4, 0), borderWidth: 3 });
  flyer.drawText(LABEL, { x: CURVE.x - 30, y: CURVE.y - 4, size: 7, font });
  const link = { Type: 'Annot', Subtype: 'Link', Rect: LINK.rect, Border: [0, 0, LINK.width], C: [1, 0, 1] };
  const annotation = pdf.context.obj({ ...link, A: { S: 'URI', URI: PDFString.of('https://example.com/') } });
  flyer.node.addAnnot(pdf.context.register(annotation));
  for (const [text, left, top, size] of NOTES) flyer.drawText(text, { x: left, y: 842 - top, size, font });
  return pdf.save();
}

/** Where words begin on a page: points from the upper left corner. */
function placesOfWords(pdf: Uint8Array, page: number): { text: string; left: number; bottom: number }[] {
  const folder = mkdtempSync(join(tmpdir(), 'layout-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const { stdout } = spawnSync('pdftotext', ['-bbox', '-f', String(page), '-l', String(page), join(folder, 'in.pdf'), '-'], {
      encoding: 'utf8',
    });
    return [...stdout.matchAll(/xMin="([\d.]+)".*?yMax="([\d.]+)">([^<]+)</g)].map(([, left, bottom, text = '']) => ({
      text,
      left: Number(left),
      bottom: Number(bottom),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Colour = readonly [red: number, green: number, blue: number];
const isGreen = ([red, green, blue]: Colour) => green > red + 40 && blue < 200;
const isOrange = ([red, green, blue]: Colour) => red > green + 60 && green > blue + 60;
const isMagenta = ([red, green, blue]: Colour) => Math.min(red, blue) > green + 40;

/** How much of a page is of a colour: pixels at 150 dpi. */
function drawPage(pdf: Uint8Array, page: number): { readonly width: number; readonly colours: Colour[] } {
  const { stdout } = spawnSync('pdftoppm', ['-r', '150', '-f', String(page), '-l', String(page), '-'], {
    input: pdf,
    maxBuffer: 2 ** 26,
  });
  const start = stdout.indexOf('255\n') + 4;
  const width = Number(/P6\s+(\d+)/.exec(stdout.subarray(0, start).toString('latin1'))?.[1]);
  const pixels = stdout.subarray(start);
  const colours: Colour[] = [];
  for (let at = 0; at + 2 < pixels.length; at += 3) colours.push([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
  return { width, colours };
}

function countPixels(pdf: Uint8Array, page: number, isWanted: (colour: Colour) => boolean): number {
  return drawPage(pdf, page).colours.filter(isWanted).length;
}

/** The highest row of pixels that has some. */
function topOfPixels(pdf: Uint8Array, page: number, isWanted: (colour: Colour) => boolean): number {
  const { width, colours } = drawPage(pdf, page);
  return Math.floor(colours.findIndex(isWanted) / width);
}

afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

function documentOf({ bytes }: ConvertOutcome): string {
  return strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
}

describe.runIf(hasSoffice)('a letter and a flyer', () => {
  let source: Uint8Array;
  let made: ConvertOutcome;
  let laidOut: Uint8Array;
  beforeAll(async () => {
    source = await makeSource();
    made = await convert(source, 'application/pdf', { target_format: 'docx', layout: undefined }, { processing_ms: 300_000 });
    laidOut = convertWithSoffice({ files: { 'made.docx': made.bytes }, to: 'pdf' })['made'] ?? new Uint8Array();
  });

  test('only the flyer keeps its places, and the report says so', () => {
    expect(made.contentType).toBe(DOCX);
    expect(made.report['layout']).toMatchObject({ pages_source: 2, pages_result: 2, pages_placed: [2] });
    expect(made.codes).not.toContain('layout_not_checked');
  });

  test('its words are where they were', () => {
    const before = placesOfWords(source, 2);
    const after = placesOfWords(laidOut, 2);
    expect(after).toHaveLength(before.length);
    for (const word of before) {
      const same = after.filter(({ text }) => text === word.text);
      expect(Math.min(...same.map(({ left, bottom }) => Math.hypot(left - word.left, bottom - word.bottom))), word.text).toBeLessThan(5);
    }
  });

  test('grounds and rule are drawn', () => {
    const [, flyer = 0] = pageSimilarity(source, laidOut, { dpi: 50, lastPage: 2 });
    expect(flyer).toBeGreaterThan(0.9);
  });

  test('a curve is a picture, and its label is text', () => {
    const parts = unzipSync(made.bytes);
    expect(Object.keys(parts).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    expect(readDocxOutline(made.bytes).paragraphs.map(({ text }) => text)).toContain(LABEL);
    const [before, after] = [source, laidOut].map((pdf) => countPixels(pdf, 2, isGreen));
    expect(before).toBeGreaterThan(100);
    expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan((before ?? 0) * 0.2);
  });

  test('the border of a link is drawn', () => {
    const [before = 0, after = 0] = [source, laidOut].map((pdf) => countPixels(pdf, 2, isMagenta));
    expect(before).toBeGreaterThan(200);
    expect(Math.abs(after - before), `${before} ${after}`).toBeLessThan(before * 0.3);
    const [top = 0, own = 0] = [source, laidOut].map((pdf) => topOfPixels(pdf, 2, isMagenta));
    expect(Math.abs(own - top), `${top} ${own}`).toBeLessThan(2);
  });

  test('many boxes are drawn, as few shapes', () => {
    const [before = 0, after = 0] = [source, laidOut].map((pdf) => countPixels(pdf, 2, isOrange));
    expect(before).toBeGreaterThan(500);
    expect(Math.abs(after - before)).toBeLessThan(before * 0.2);
    expect(documentOf(made).split('<wps:wsp>').length).toBeLessThan(MOSAIC.length / 2);
  });

  test('the text stays text, in the order of the document', () => {
    const { paragraphs } = readDocxOutline(made.bytes);
    const texts = paragraphs.map(({ text }) => text);
    expect(texts.join(' ')).toContain('jumps over the lazy dog');
    expect(texts).toEqual(expect.arrayContaining(NOTES.map(([text]) => text)));
    expect(texts.findIndex((text) => text.includes('fox'))).toBeLessThan(texts.indexOf('saturday 0'));
  });

  test('with `flow` all of it flows', async () => {
    const flowing = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'flow' });
    expect(flowing.report['layout']).toBeUndefined();
    expect(documentOf(flowing)).not.toContain('w:framePr');
  });
});

describe.runIf(hasSoffice)('a font that is not installed', () => {
  const LINES = ['A typeface of its own', 'stays what it was', 'in the Word document.'];

  test('goes with the document, which looks the same with it', { tags: 'long' }, async () => {
    const source = await makeEmbeddedText([{ lines: LINES, sizePoints: 22, heightPoints: 220 }]);
    const made = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' }, { processing_ms: 300_000 });
    const laidOut = convertWithSoffice({ files: { 'made.docx': made.bytes }, to: 'pdf' })['made'] ?? new Uint8Array();
    const parts = unzipSync(made.bytes);
    expect(Object.keys(parts).filter((name) => name.endsWith('.odttf'))).toHaveLength(1);
    expect(strFromU8(parts['word/fontTable.xml'] ?? new Uint8Array())).toMatch(
      /w:name="Tinos".*<w:embedRegular r:id="rId1" w:fontKey="\{[-0-9A-F]{36}\}"/,
    );
    expect(fontsOf(laidOut)).toContain('Tinos');
    const [ssim = 0] = pageSimilarity(source, laidOut, { dpi: 50, lastPage: 1 });
    expect(ssim).toBeGreaterThan(0.9);
  });

  test('one that is everywhere does not', { tags: 'long' }, async () => {
    const made = await convert(await makeSource(), 'application/pdf', { target_format: 'docx', layout: 'pages', pages: '1' });
    expect(Object.keys(unzipSync(made.bytes)).filter((name) => name.endsWith('.odttf'))).toEqual([]);
  });
});

describe.runIf(hasSoffice)('a table that is turned with its frame', () => {
  test('keeps each of its figures in its place', { tags: 'long' }, async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const page = pdf.addPage([595, 842]);
    page.drawRectangle({ x: 70, y: 70, width: 300, height: 640, borderColor: rgb(0, 0, 0), borderWidth: 1 });
    for (const [row, word] of WORDS.entries()) {
      const [x, size, rotate] = [350 - row * 22, 9, degrees(-90)];
      page.drawText(`${word} of the year`, { x, y: 700, size, rotate, font });
      for (const column of [1, 2, 3, 4, 5]) page.drawText(`${row}${column}.${column}`, { x, y: 640 - column * 95, size, rotate, font });
    }
    const source = await pdf.save();
    const made = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' }, { processing_ms: 300_000 });
    const laidOut = convertWithSoffice({ files: { 'made.docx': made.bytes }, to: 'pdf' })['made'] ?? new Uint8Array();
    const [were, are] = [placesOfWords(source, 1), placesOfWords(laidOut, 1)];
    for (const { text, left, bottom } of were.filter((word) => /^\d+\.\d$/.test(word.text))) {
      const found = are.find((word) => word.text === text);
      expect(Math.hypot((found?.left ?? 0) - left, (found?.bottom ?? 0) - bottom), text).toBeLessThan(6);
    }
  });
});

function fontsOf(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'layout-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    return spawnSync('pdffonts', [join(folder, 'in.pdf')], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
