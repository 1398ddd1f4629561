// A form in a Word document that keeps its places: each line of a table has its own colour and thickness, what is drawn in cells stays, hatching is
// not black, turned text is text. LibreOffice lays it out, poppler says what it looks like.

import { spawnSync } from 'node:child_process';
import { strFromU8, unzipSync } from 'fflate';
import { degrees, PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

const HEIGHT = 842;
/** Points from the upper left corner. */
const COLUMNS = [60, 200, 300, 400, 500];
const ROWS = [150, 180, 210, 240];
const RED = rgb(0.9, 0, 0);
const GREEN = rgb(0, 0.6, 0.1);
const COMB = { left: 60, top: 320, width: 16, count: 10 };
const HATCHED = { left: 300, top: 180, width: 100, height: 30 };
const UPWARDS = { text: 'upwards along the margin', left: 40, bottom: 600 };
const DOWNWARDS = { text: 'downwards beside it', left: 560, top: 300 };

async function makeForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, HEIGHT]);
  drawTable(page, font);
  for (let at = 0; at <= COMB.count; at++) {
    const x = COMB.left + at * COMB.width;
    page.drawLine({ start: { x, y: HEIGHT - COMB.top }, end: { x, y: HEIGHT - COMB.top - 12 }, thickness: 0.7 });
  }
  const base = HEIGHT - COMB.top - 12;
  page.drawLine({ start: { x: COMB.left, y: base }, end: { x: COMB.left + COMB.width * COMB.count, y: base }, thickness: 0.7 });
  for (const [at, digit] of '4711'.split('').entries())
    page.drawText(digit, { x: COMB.left + 5 + at * COMB.width, y: base + 2, size: 10, font });
  page.drawText(UPWARDS.text, { x: UPWARDS.left, y: HEIGHT - UPWARDS.bottom, size: 11, font, rotate: degrees(90) });
  page.drawText(DOWNWARDS.text, { x: DOWNWARDS.left, y: HEIGHT - DOWNWARDS.top, size: 11, font, rotate: degrees(-90) });
  for (let at = 0; at < 12; at++)
    page.drawText(`note ${at}`, { x: 90 + ((at * 131) % 420), y: HEIGHT - 400 - at * 33, size: 8 + (at % 3) * 3, font });
  hatch(pdf, page);
  return pdf.save();
}

/** Red above the first row, green at the left; the last row has no line below. */
function drawTable(page: PDFPage, font: PDFFont): void {
  const [left = 0, right = 0] = [COLUMNS[0], COLUMNS.at(-1)];
  for (const [at, top] of ROWS.entries()) {
    if (at === ROWS.length - 1) continue;
    const look = at === 0 ? { color: RED, thickness: 2.5 } : { color: rgb(0, 0, 0), thickness: 0.7 };
    page.drawLine({ start: { x: left, y: HEIGHT - top }, end: { x: right, y: HEIGHT - top }, ...look });
  }
  for (const [at, x] of COLUMNS.entries()) {
    const look = at === 0 ? { color: GREEN, thickness: 2.5 } : { color: rgb(0, 0, 0), thickness: 0.7 };
    page.drawLine({ start: { x, y: HEIGHT - (ROWS[0] ?? 0) }, end: { x, y: HEIGHT - (ROWS.at(-1) ?? 0) }, ...look });
  }
  for (const [row, top] of ROWS.slice(0, -1).entries())
    for (const [column, x] of COLUMNS.slice(0, -1).entries())
      page.drawText(`cell ${row} ${column}`, { x: x + 5, y: HEIGHT - top - 19, size: 10, font });
}

/** A tiling pattern that takes its colour, black, from where it is used (ISO 32000-1 8.7.3.3). */
function hatch(pdf: PDFDocument, page: PDFPage): void {
  const { context } = pdf;
  const tile = context.stream('0 0 m 8 8 l 0.5 w S', {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 2,
    TilingType: 1,
    BBox: [0, 0, 8, 8],
    XStep: 8,
    YStep: 8,
    Resources: {},
  });
  const resources = page.node.Resources();
  resources?.set(PDFName.of('Pattern'), context.obj({ Hatch: context.register(tile) }));
  resources?.set(PDFName.of('ColorSpace'), context.obj({ Hatched: ['Pattern', 'DeviceGray'] }));
  const { left, top, width, height } = HATCHED;
  const content = `q /Hatched cs 0 /Hatch scn ${left} ${HEIGHT - top - height} ${width} ${height} re f Q`;
  page.node.addContentStream(context.register(context.stream(content)));
}

/** Points of a box that are darker than grey, as a share; those of a colour, as a number. At 144 dpi. */
function pixelsOf(pdf: Uint8Array, box: { left: number; top: number; width: number; height: number }): Buffer {
  const [x, y, w, h] = [box.left, box.top, box.width, box.height].map((points) => String(Math.round(points * 2)));
  const crop = ['-x', x ?? '0', '-y', y ?? '0', '-W', w ?? '1', '-H', h ?? '1'];
  const { stdout } = spawnSync('pdftoppm', ['-r', '144', ...crop, '-'], { input: pdf, maxBuffer: 2 ** 26 });
  return stdout.subarray(stdout.indexOf('255\n') + 4);
}

function shareOf(pixels: Buffer, isWanted: (red: number, green: number, blue: number) => boolean): number {
  let [count, all] = [0, 0];
  for (let at = 0; at + 2 < pixels.length; at += 3, all++) if (isWanted(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) count++;
  return count / Math.max(1, all);
}

const isDark = (red: number, green: number, blue: number) => red + green + blue < 380;
const isRed = (red: number, green: number, blue: number) => red > 150 && green < 110 && blue < 110;
const isGreen = (red: number, green: number, blue: number) => green > 110 && red < 110 && blue < 120;

interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function wordsOf(pdf: Uint8Array): PlacedWord[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
  return [...stdout.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)</g)].map(
    ([, left, top, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );
}

describe.runIf(hasSoffice)('a form that keeps its places', () => {
  let source: Uint8Array;
  let document: string;
  let laidOut: Uint8Array;
  beforeAll(async () => {
    source = await makeForm();
    const made = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' }, { processing_ms: 300_000 });
    expect(made.report['layout']).toMatchObject({ pages_placed: [1] });
    document = strFromU8(unzipSync(made.bytes)['word/document.xml'] ?? new Uint8Array());
    laidOut = convertWithSoffice({ files: { 'made.docx': made.bytes }, to: 'pdf' })['made'] ?? new Uint8Array();
  });
  afterAll(async () => {
    await endLibreOffice();
    await endPdfium();
  });

  test('lines of its table have their colours, and are only where they were', () => {
    expect(document).toContain('<w:tbl>');
    const [above, beside] = [
      { left: 80, top: 146, width: 400, height: 8 },
      { left: 56, top: 155, width: 8, height: 80 },
    ];
    for (const [box, isWanted] of [[above, isRed] as const, [beside, isGreen] as const]) {
      const [before, after] = [source, laidOut].map((pdf) => shareOf(pixelsOf(pdf, box), isWanted));
      expect(before).toBeGreaterThan(0.2);
      expect(Math.abs((after ?? 0) - (before ?? 0)), `${before} ${after}`).toBeLessThan(0.12);
    }
    // Between the columns' lines, at the end of the last row.
    expect(shareOf(pixelsOf(laidOut, { left: 210, top: 236, width: 80, height: 8 }), isDark)).toBe(0);
  });

  test('a hatched cell is hatched, not black', () => {
    const box = { left: HATCHED.left + 50, top: HATCHED.top + 3, width: 46, height: 24 };
    const [before = 0, after = 1] = [source, laidOut].map((pdf) => shareOf(pixelsOf(pdf, box), isDark));
    expect(before).toBeGreaterThan(0.02);
    expect(after).toBeGreaterThan(0.02);
    expect(after).toBeLessThan(before * 2 + 0.05);
  });

  test('a comb has its teeth, and a digit between two of them', () => {
    const box = { left: COMB.left - 3, top: COMB.top, width: COMB.width * COMB.count + 6, height: 10 };
    const [before = 0, after = 0] = [source, laidOut].map((pdf) => shareOf(pixelsOf(pdf, box), isDark));
    expect(Math.abs(after - before), `${before} ${after}`).toBeLessThan(before * 0.35);
    const placesOf = (pdf: Uint8Array) =>
      wordsOf(pdf)
        .filter(({ text, top }) => /^[471]+$/.test(text) && top > 300 && top < 345)
        .toSorted((one, two) => one.left - two.left);
    const [wanted, found] = [placesOf(source), placesOf(laidOut)];
    expect(found.map(({ text }) => text).join('')).toBe('4711');
    expect(Math.abs((found.at(-1)?.right ?? 0) - (wanted.at(-1)?.right ?? 0))).toBeLessThan(3);
  });

  test('turned text is text, turned, at its place', () => {
    for (const { text } of [UPWARDS, DOWNWARDS]) {
      for (const word of text.split(' ')) {
        const same = (pdf: Uint8Array) => wordsOf(pdf).find((one) => one.text === word);
        const [before, after] = [same(source), same(laidOut)];
        expect(after, word).toBeDefined();
        if (!before || !after) continue;
        expect(after.bottom - after.top, word).toBeGreaterThan(word.length * 2.5);
        expect(Math.hypot((after.left + after.right - before.left - before.right) / 2, after.top - before.top), word).toBeLessThan(4);
      }
    }
  });
});
