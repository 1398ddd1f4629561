// PDF → docx: every word of the page is seen in its place, also where its font leaves it no room. LibreOffice lays the document out, poppler reads both.

import { spawnSync } from 'node:child_process';
import { type PDFFont, rgb } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { makeCidFont } from '../../../support/documents/cid-font.ts';
import { type Canvas, makeCanvas, WORDS } from '../../../support/documents/drawn-pdf.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

beforeAll(warmUpPdfium);
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** By poppler: points from the upper left corner of the first page. */
function wordsOf(pdf: Uint8Array): PlacedWord[] {
  const xml = spawnSync('pdftotext', ['-bbox', '-l', '1', '-', '-'], { input: pdf }).stdout.toString('utf8');
  return [...xml.matchAll(/<word xMin="([-\d.]+)" yMin="[-\d.]+" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)].map(
    ([, left, right, bottom, text = '']) => ({ text, left: Number(left), right: Number(right), bottom: Number(bottom) }),
  );
}

async function laidOut(source: Uint8Array): Promise<{ readonly were: PlacedWord[]; readonly are: PlacedWord[] }> {
  const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  return { were: wordsOf(source), are: wordsOf(made) };
}

/** Points: the next line is further away. */
const LINE = 4;

/** Each word is there, within so many points of its right end, on its line. */
function expectInPlace(were: readonly PlacedWord[], are: readonly PlacedWord[], points: number): void {
  const missed = were.filter(
    (word) =>
      !are.some((one) => one.text === word.text && Math.abs(one.right - word.right) < points && Math.abs(one.bottom - word.bottom) < LINE),
  );
  expect(missed.map(({ text }) => text)).toEqual([]);
}

/** In cells with lines around them, flush right, with a gap to the line. */
function drawFigures({ page, text }: Canvas, rows: readonly (readonly string[])[], font: PDFFont, cell: readonly [number, number]): void {
  const [width, gap] = cell;
  for (const [row, figures] of rows.entries()) {
    for (const [column, figure] of figures.entries()) {
      const [left, top] = [60 + column * width, 100 + row * 12];
      page.drawRectangle({ x: left, y: page.getHeight() - top - 12, width, height: 12, borderWidth: 0.5, borderColor: rgb(0, 0, 0) });
      text(figure, left + width - gap - font.widthOfTextAtSize(figure, 6), top + 8, 6, font);
    }
  }
}

describe.skipIf(!hasSoffice)('figures in cells that are hardly wider', () => {
  test('are all there, and end where they ended', async () => {
    const canvas = await makeCanvas();
    drawFigures(
      canvas,
      [['Hand', 'Other', 'All'], ...Array.from({ length: 12 }, (_, row) => [`${18_870 + row * 977}`, `${859 - row * 17}`, '0'])],
      canvas.font,
      [25, 1.5],
    );
    const { were, are } = await laidOut(await canvas.document.save());
    expectInPlace(were, are, 2);
  });

  test('of which a cell has several, one below the other, are too', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    const { page, text, font } = canvas;
    // With a box of its own, the page keeps its places.
    page.drawRectangle({ x: 60, y: 200, width: 300, height: 100, color: rgb(0.9, 0.7, 0.2) });
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        const [left, top] = [60 + column * 60, 100 + row * 36];
        page.drawRectangle({ x: left, y: page.getHeight() - top - 36, width: 60, height: 36, borderWidth: 1, borderColor: rgb(0, 0, 0) });
        for (let line = 0; line < 3; line++) {
          const figure = `${653 + row * 31},${278 + column * 97 + line}`;
          text(figure, left + 59 - font.widthOfTextAtSize(figure, 8), top + 10 + line * 11, 8);
        }
      }
    }
    const { were, are } = await laidOut(await canvas.document.save());
    expectInPlace(were, are, 2);
  });
});

describe.skipIf(!hasSoffice)('lines far apart in a row that is no higher than they need', () => {
  test('are all seen, the first at the top of its cell', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    const { page, text } = canvas;
    for (const [column, [first, second]] of [
      ['Name of the school or', 'college last attended'],
      ['Reason for leaving it', 'as the school sees it'],
      ['The day on which all', 'dues were paid to it'],
    ].entries()) {
      const left = 60 + column * 120;
      for (let row = 0; row < 3; row++) {
        const top = 100 + row * 42;
        page.drawRectangle({
          x: left,
          y: page.getHeight() - top - 42,
          width: 120,
          height: 42,
          borderWidth: 0.5,
          borderColor: rgb(0, 0, 0),
        });
        text(first!, left + 5, top + 11, 11);
        text(second!, left + 5, top + 36, 11);
      }
    }
    page.drawRectangle({ x: 60, y: 200, width: 300, height: 100, color: rgb(0.9, 0.7, 0.2) });
    const { were, are } = await laidOut(await canvas.document.save());
    expectInPlace(were, are, 2);
  });
});

describe.skipIf(!hasSoffice)('a page of amounts', () => {
  test('keeps their zeros, although a number with points may count items', async () => {
    const canvas = await makeCanvas();
    for (const [row, tax] of ['0.00', '10.00', '0.05', '1.01'].entries()) {
      canvas.text(tax, 200 - canvas.font.widthOfTextAtSize(tax, 8), 100 + row * 30, 8);
      canvas.text(`${15 + row}.00%`, 206, 100 + row * 30, 8);
      canvas.text(`$ ${(row + 1) * 42}.90`, 320, 100 + row * 30, 8);
    }
    const { were, are } = await laidOut(await canvas.document.save());
    expectInPlace(were, are, 4);
  });
});

/** Words that are drawn one by one: the font has no space, and an em for what it has not (as XeTeX and LuaTeX write). */
async function makeSpaceless(): Promise<Uint8Array> {
  const font = await makeCidFont('abcdefghijklmnopqrstuvwxyz', { number: 20, name: 'ABCDEF+Quillon', family: 'serif' });
  const lineOf = (text: string, top: number) => `BT /F 11 Tf 60 ${842 - top} Td [${text.split(' ').map(font.show).join(' -250 ')}] TJ ET`;
  const lines = [WORDS, `${WORDS.slice(12)} evening`, 'the short end of it', 'one line more'].map((text, index) =>
    lineOf(text, 100 + index * 40),
  );
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `${lines.join('\n')}\n60 300 200 80 re 1 0 0 rg f` },
      ...font.objects,
    },
  });
}

describe.skipIf(!hasSoffice)('a font without a space', () => {
  test('has one as wide as the gaps between words', { tags: 'long' }, async () => {
    const { were, are } = await laidOut(await makeSpaceless());
    expect(were.length).toBeGreaterThan(20);
    expectInPlace(were, are, 3);
  });
});

/** Narrow type of a font that is not in the file: what stands in for it is wider. */
function makeNarrow(lines: readonly (readonly [text: string, left: number, top: number])[], graphics: string): Uint8Array {
  const drawn = lines.map(([text, left, top]) => `BT /F 14 Tf ${left} ${842 - top} Td (${text}) Tj ET`);
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: { dict: '', data: `${drawn.join('\n')}\n${graphics}` },
      5: `<< /Type /Font /Subtype /TrueType /BaseFont /QuillonNarrow /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'440 '.repeat(95)}] /FontDescriptor 6 0 R >>`,
      6: '<< /Type /FontDescriptor /FontName /QuillonNarrow /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    },
  });
}

/** They fill the page, each a text of its own. */
const FULL_LINES = [0, 1, 2, 3, 4].map((at) => [`${WORDS.slice(at * 3, 78 + at)}${at}`, 50 + at * 9, 100 + at * 17] as const);

describe.skipIf(!hasSoffice)('lines of a font that is wider where the document is laid out', () => {
  const startsOf = (words: readonly PlacedWord[]) => Map.groupBy(words, ({ bottom }) => Math.round(bottom / 8)).size;

  test('stay lines: no word goes on below, over the next', { tags: 'long' }, async () => {
    const { were, are } = await laidOut(makeNarrow(FULL_LINES, '60 300 200 80 re 1 0 0 rg f'));
    expect(are.map(({ text }) => text).toSorted()).toEqual(were.map(({ text }) => text).toSorted());
    expect(startsOf(are)).toBe(FULL_LINES.length);
    expectInPlace(were, are, 20);
  });

  test('stay lines above a table too, which stays where it is', { tags: 'long' }, async () => {
    const cells = [0, 1, 2, 3].map((at) => [`cell ${at}`, 70 + (at % 2) * 200, 320 + Math.floor(at / 2) * 40] as const);
    const grid = [0, 1, 2].map(
      (at) => `60 ${842 - 300 - at * 40} m 460 ${842 - 300 - at * 40} l S ${60 + at * 200} 542 m ${60 + at * 200} 462 l S`,
    );
    const { were, are } = await laidOut(makeNarrow([...FULL_LINES, ...cells], grid.join('\n')));
    expectInPlace(were, are, 20);
  });
});

describe.skipIf(!hasSoffice)('figures on a circle', () => {
  test('stand where they stand, also where two are nearer than lines of text', async () => {
    const canvas = await makeCanvas();
    // With a box of its own, the page keeps its places.
    canvas.page.drawRectangle({ x: 60, y: 100, width: 300, height: 100, color: rgb(0.9, 0.7, 0.2) });
    // As they stand on the dial of a meter.
    const dial = [
      [34, 0],
      [54.5, 5.3],
      [75, 20.4],
      [81, 40.8],
      [75, 61.2],
      [54.5, 76.5],
      [34, 81.8],
      [13.6, 76.5],
      [-7, 61.2],
      [-7, 40.8],
    ];
    for (const left of [80, 200, 320])
      for (const [figure, [x = 0, y = 0]] of dial.entries()) canvas.text(`${figure}`, left + x, 240 + y, 11.5);
    const { were, are } = await laidOut(await canvas.document.save());
    expect(were).toHaveLength(30);
    const missed = were.filter(
      (word) =>
        !are.some((one) => one.text === word.text && Math.abs(one.right - word.right) < 2 && Math.abs(one.bottom - word.bottom) < 2),
    );
    expect(missed).toEqual([]);
  });
});

describe.skipIf(!hasSoffice)('a poster, larger than a Word document may be', () => {
  test('is smaller, with each of its words at its place', { tags: 'long' }, async () => {
    const [width, height] = [2384, 3370];
    const canvas = await makeCanvas([width, height]);
    canvas.page.drawRectangle({ x: 0, y: 3000, width, height: 370, color: rgb(0.1, 0.2, 0.5) });
    canvas.text('Harbours', 100, 240, 60, canvas.bold);
    const words = ['river', 'stone', 'garden', 'window', 'letter', 'market', 'engine', 'village', 'doctor'];
    for (const [index, word] of words.entries()) canvas.text(word, 100 + ((index * 397) % 2000), 700 + index * 250, 40);
    const { were, are } = await laidOut(await canvas.document.save());
    const scale = 1584 / height;
    expectInPlace(
      were.map((word) => ({ ...word, right: word.right * scale, bottom: word.bottom * scale })),
      are,
      4,
    );
  });
});
