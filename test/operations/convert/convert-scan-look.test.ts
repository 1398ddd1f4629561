// What a scan looks like as a Word document: the type of its lines, and what on it is no text. LibreOffice lays the document out, poppler draws it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

const [WIDTH, HEIGHT] = [420, 320];
const LINES = [
  'Boats leave the harbour before the light and come back at noon',
  'the market opens at seven and every box is sold within the hour',
  'forty vans take the fish to the towns in the hills on the border',
  'nobody remembers when this began, and nobody wants it to end soon',
  'the ice is made in the old brewery behind the church on the square',
  'children wait on the wall for the first of the boats to come home',
];
const HEADINGS = ['Catching the morning boats', 'Selling whatever they bring'];
const BLUE = rgb(0, 0.1, 0.7);
const STAMP = { x: 320, y: 30, width: 60, height: 40 };

async function drawText(fonts: readonly [plain: PDFFont, bold: PDFFont], document: PDFDocument): Promise<void> {
  const page = document.addPage([WIDTH, HEIGHT]);
  const [plain, bold] = fonts;
  for (const [at, heading] of HEADINGS.entries()) {
    const top = HEIGHT - 50 - at * 110;
    page.drawText(heading, { x: 30, y: top, size: 12, font: bold, color: BLUE });
    for (const [line, text] of LINES.slice(at * 3, at * 3 + 3).entries())
      page.drawText(text, { x: 30, y: top - 24 - line * 18, size: 12, font: plain });
  }
  page.drawRectangle({ ...STAMP, color: rgb(0.9, 0.1, 0.1) });
}

/** Its picture alone, turned by some degrees about its middle. */
async function scanOf(faces: readonly [StandardFonts, StandardFonts], degrees: number, isNegative = false): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [plain, bold] = [await document.embedFont(faces[0]), await document.embedFont(faces[1])];
  await drawText([plain, bold], document);
  const drawn = spawnSync('pdftoppm', ['-r', '200', '-png', '-'], { input: await document.save(), maxBuffer: 2 ** 26 }).stdout;
  const { width, height } = await sharp(drawn).metadata();
  const turned = await sharp(drawn).rotate(degrees, { background: '#ffffff' }).png().toBuffer();
  const size = await sharp(turned).metadata();
  const cut = { left: Math.floor((size.width - width) / 2), top: Math.floor((size.height - height) / 2), width, height };
  const scan = await PDFDocument.create();
  const shown = sharp(turned).extract(cut);
  const picture = await scan.embedPng(await (isNegative ? shown.negate({ alpha: false }) : shown).png().toBuffer());
  scan.addPage([WIDTH, HEIGHT]).drawImage(picture, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return scan.save();
}

interface Made {
  /** The usual family of its text. */
  readonly family: string | undefined;
  /** Of its letters: RRGGBB. */
  readonly colours: readonly string[];
  readonly laidOut: Uint8Array;
}

async function make(source: Uint8Array): Promise<Made> {
  const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' }, { processing_ms: 300_000 });
  const parts = unzipSync(bytes);
  const partOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  return {
    family: /<w:docDefaults>.*?w:ascii="([^"]+)"/s.exec(partOf('word/styles.xml'))?.[1],
    colours: ['word/document.xml', 'word/styles.xml'].flatMap((part) =>
      [...partOf(part).matchAll(/<w:color w:val="([\da-fA-F]{6})"/g)].map(([, colour = '']) => colour),
    ),
    laidOut: convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' })['made'] ?? new Uint8Array(),
  };
}

/** Where red is on its first page: points. */
function redBox(pdf: Uint8Array): { left: number; top: number; right: number; bottom: number } {
  const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-l', '1', '-'], { input: pdf, maxBuffer: 2 ** 26 });
  const wide = Number(/^P6\s+(\d+)/.exec(stdout.toString('latin1', 0, 20))?.[1] ?? 1);
  const pixels = stdout.subarray(stdout.indexOf('255\n') + 4);
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let at = 0; at * 3 + 2 < pixels.length; at++) {
    if ((pixels[at * 3] ?? 0) < 180 || (pixels[at * 3 + 1] ?? 0) > 110) continue;
    const [x, y] = [at % wide, Math.floor(at / wide)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

/** As poppler names its fonts. */
function boldText(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'scan-look-'));
  try {
    writeFileSync(join(folder, 'made.pdf'), pdf);
    const { stdout } = spawnSync('pdftohtml', ['-xml', '-i', '-stdout', join(folder, 'made.pdf')], { encoding: 'utf8', cwd: folder });
    return [...stdout.matchAll(/<b>(.*?)<\/b>/g)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, '')).join(' ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

describe.runIf(hasSoffice)('a scan as a Word document', () => {
  let sans: Made;
  let serif: Made;
  beforeAll(async () => {
    sans = await make(await scanOf([StandardFonts.Helvetica, StandardFonts.HelveticaBold], 0));
    serif = await make(await scanOf([StandardFonts.TimesRoman, StandardFonts.TimesRomanBold], 1.2));
  });

  test('has the family of its type', () => {
    expect(sans.family).toBe('Arial');
    expect(serif.family).toBe('Times New Roman');
  });

  test('has the colour of its ink where that is one', () => {
    for (const { colours } of [sans, serif]) {
      const isBlue = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
        return blue - Math.max(red, green) > 80;
      };
      expect(colours.some(isBlue), colours.join(' ')).toBe(true);
    }
  });

  test('is bold where its type is', () => {
    for (const heading of HEADINGS) expect(boldText(sans.laidOut)).toContain(heading);
    for (const line of LINES) expect(boldText(sans.laidOut)).not.toContain(line);
  });

  test('keeps what is no text at its place, also where the page lay askew', () => {
    for (const { laidOut } of [sans, serif]) {
      const { left, top, right, bottom } = redBox(laidOut);
      expect(Math.abs(left - STAMP.x)).toBeLessThan(5);
      expect(Math.abs(top - (HEIGHT - STAMP.y - STAMP.height))).toBeLessThan(5);
      expect(Math.abs(right - left - STAMP.width)).toBeLessThan(4);
      expect(Math.abs(bottom - top - STAMP.height)).toBeLessThan(4);
    }
  });

  test('stays the picture that it is where light letters stand on a dark page', { tags: 'long' }, async () => {
    const source = await scanOf([StandardFonts.Helvetica, StandardFonts.HelveticaBold], 0, true);
    const { laidOut } = await make(source);
    const [before, after] = [source, laidOut].map(
      (pdf) => spawnSync('pdftoppm', ['-r', '72', '-l', '1', '-gray', '-'], { input: pdf, maxBuffer: 2 ** 26 }).stdout,
    );
    const light = (picture: Buffer | undefined) => (picture ?? Buffer.alloc(0)).subarray(20).filter((pixel) => pixel > 150).length;
    expect(light(before)).toBeGreaterThan(500);
    expect(light(after) / light(before)).toBeGreaterThan(0.9);
  });
});
