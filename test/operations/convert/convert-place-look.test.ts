// PDF → docx: covers and drop caps are in their places. LibreOffice lays the document out, poppler reads both.

import { spawnSync } from 'node:child_process';
import { strFromU8, unzipSync } from 'fflate';
import { PDFDocument, rgb, setCharacterSpacing } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { type Canvas, drawLines, makeCanvas, PAGE, WORDS } from '../../../support/documents/drawn-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

beforeAll(warmUpPdfium);
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

interface PlacedWord {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
}

/** By poppler: points from the upper left corner of each page. */
function wordsOf(pdf: Uint8Array): PlacedWord[] {
  const xml = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).stdout.toString('utf8');
  return xml
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="([-\d.]+)" yMin="[-\d.]+" xMax="[-\d.]+" yMax="([-\d.]+)">([^<]*)</g)].map(
        ([, left, bottom, text = '']) => ({ page: index + 1, text, left: Number(left), bottom: Number(bottom) }),
      ),
    );
}

async function laidOut({ document }: Canvas) {
  const source = await document.save();
  const { bytes, report } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  return { were: wordsOf(source), are: wordsOf(made), layout: report['layout'] as { readonly pages_placed: readonly number[] } };
}

/** Points. */
const NEAR = 5;

function expectInPlace(were: readonly PlacedWord[], are: readonly PlacedWord[]): void {
  const missed = were.filter(
    ({ page, text, left, bottom }) =>
      !are.some((one) => one.page === page && one.text === text && Math.hypot(one.left - left, one.bottom - bottom) < NEAR),
  );
  expect(missed.map(({ page, text }) => `${page} ${text}`)).toEqual([]);
}

/** What no text that flows is like. */
function scatter({ page, text }: Canvas): void {
  for (const [index, word] of WORDS.split(' ').entries()) text(word, 60 + ((index * 137) % 400), 90 + index * 50, 9 + (index % 3) * 4);
  page.drawRectangle({ x: 300, y: 200, width: 120, height: 300, color: rgb(0.7, 0.8, 0.95) });
}

describe.skipIf(!hasSoffice)('lines from the right', () => {
  test('that end at the left stand where they ended', async () => {
    const lines = ['שלום עולם', 'גדול וטוב', 'תרגיל בית', 'ימין ושמאל'].map(
      (text, at) => `<p style="text-align:${at % 2 === 0 ? 'left' : 'right'};font-size:${12 + at * 3}pt">${text}</p>`,
    );
    const written = await convert(`<html dir="rtl"><body>${lines.join('')}</body></html>`, 'text/html', { target_format: 'pdf' });
    const document = await PDFDocument.load(written.bytes);
    const [page] = document.getPages();
    for (const [index, word] of WORDS.split(' ').entries())
      page?.drawText(word, { x: 60 + ((index * 137) % 400), y: 500 - index * 30, size: 9 + (index % 3) * 4 });
    page?.drawRectangle({ x: 530, y: 100, width: 50, height: 400, color: rgb(0.7, 0.8, 0.95) });
    const source = await document.save();
    const { bytes, report } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
    const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
    if (!made) throw new Error('LibreOffice does not open it');
    expect(report['layout']).toMatchObject({ pages_placed: [1] });
    const hebrew = wordsOf(source).filter(({ text }) => /[א-ת]/u.test(text));
    expect(hebrew).toHaveLength(8);
    expectInPlace(hebrew, wordsOf(made));
  });
});

describe.skipIf(!hasSoffice)('a cover', () => {
  test('flows as wide as the text of its document, where all other pages keep their places', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    // Closer than a word processor sets it: the line will be longer.
    canvas.page.pushOperators(setCharacterSpacing(-0.15));
    canvas.text('Report on harbours', 160, 300, 30);
    canvas.page.pushOperators(setCharacterSpacing(0));
    canvas.text('by the doctor of the village', 160, 340, 14);
    for (let page = 0; page < 3; page++) {
      const next = canvas.addPage();
      scatter(next);
      drawLines(
        next,
        Array.from({ length: 3 }, () => WORDS),
        60,
        760,
      );
    }
    const { were, are, layout } = await laidOut(canvas);
    expect(layout.pages_placed).toEqual([2, 3, 4]);
    expect(Math.max(...are.map(({ page }) => page))).toBe(4);
    expectInPlace(
      were.filter(({ page }) => page === 1),
      are,
    );
  });

  test('keeps its places for a tall line beside its title, drawn in pieces', async () => {
    const canvas = await makeCanvas();
    canvas.text('Report on harbours', 160, 300, 30);
    for (const [top, bottom] of [
      [250, 300],
      [300, 390],
    ] as const)
      canvas.page.drawRectangle({ x: 150, y: PAGE.height - bottom, width: 1.5, height: bottom - top, color: rgb(0.7, 0, 0) });
    const { layout } = await laidOut(canvas);
    expect(layout.pages_placed).toEqual([1]);
  });
});

describe.skipIf(!hasSoffice)('a drop cap', () => {
  test('stands on its own line, not on that of the text beside it', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    canvas.text('Harbours of the north', 72, 96, 12, canvas.bold);
    canvas.text('W', 72, 129, 30);
    canvas.text('inter and summer the harbours of the north are open', 101, 115);
    canvas.text('to all who come by the river and have a letter from', 101, 129);
    drawLines(canvas, ['the doctor of the village or of another that lies', 'further up the river, and bring bread.'], 72, 143);
    const { were, are } = await laidOut(canvas);
    expectInPlace(were, are);
  });
});

describe.skipIf(!hasSoffice)('lists', () => {
  /** A tall line keeps its page as it is. */
  const keptPage = async () => {
    const canvas = await makeCanvas();
    canvas.page.drawRectangle({ x: 50, y: 300, width: 1.5, height: 200, color: rgb(0.7, 0, 0) });
    return canvas;
  };

  /** Beside the text, which starts where the lines below it do. */
  const item = (canvas: Canvas, label: string, lines: readonly string[], top: number) => {
    canvas.text(label, 72, top);
    return drawLines(canvas, lines, 90, top);
  };

  test('keep their numbers and their places where they follow each other', async () => {
    const canvas = await keptPage();
    let top = 560;
    for (const lists of [
      [
        ['1.', 'winter and summer'],
        ['2.', 'morning'],
        ['3.', 'at the harbour'],
      ],
      [
        ['\u2022', 'with bread'],
        ['\u2022', 'without'],
      ],
      [
        ['1.', 'by the river'],
        ['2.', 'over the hills'],
      ],
    ] as const)
      for (const [label, text] of lists) top = item(canvas, label, [text], top);
    const { were, are, layout } = await laidOut(canvas);
    expect(layout.pages_placed).toEqual([1]);
    expectInPlace(were, are);
  });

  test('of typed numbers and ticks have their text at the edge of the lines below', async () => {
    const canvas = await keptPage();
    item(canvas, 'a', ['harbours are open to all who come', 'by the river in winter'], 580);
    item(canvas, '\u00bb', ['they have a letter from the doctor', 'of the village'], 640);
    const { were, are } = await laidOut(canvas);
    expectInPlace(were, are);
  });

  test('of numbers that are set off from text below which their lines start', async () => {
    const canvas = await keptPage();
    const justified = (words: string, left: number, right: number, top: number) => {
      const parts = words.split(' ');
      const free = right - left - parts.reduce((sum, part) => sum + canvas.font.widthOfTextAtSize(part, 11), 0);
      let at = left;
      for (const part of parts) {
        canvas.text(part, at, top);
        at += canvas.font.widthOfTextAtSize(part, 11) + free / (parts.length - 1);
      }
    };
    for (const [number, top] of [
      ['11.', 580],
      ['12.', 640],
      ['13.', 700],
      ['47.', 120],
    ] as const) {
      canvas.text(number, 72, top);
      justified('harbours are open to all who come from far', 104, 320, top);
      justified('in winter and by the river, with a letter of their', 72, 320, top + 14);
      justified('doctor and of the market, and who know it', 72, 320, top + 28);
      drawLines(canvas, ['in the village'], 72, top + 42);
    }
    const { were, are } = await laidOut(canvas);
    expectInPlace(were, are);
  });

  test('whose text begins right behind its number', async () => {
    const canvas = await keptPage();
    for (const [at, word] of ['harbour', 'river', 'garden'].entries()) {
      const number = `${at + 1}.`;
      canvas.text(number, 72, 580 + at * 20, 11, canvas.bold);
      canvas.text(`${word} of the village, in winter and in summer`, 72 + canvas.bold.widthOfTextAtSize(number, 11), 580 + at * 20);
    }
    const { were, are } = await laidOut(canvas);
    expectInPlace(were, are);
  });

  test('of names in the middle keep the distance of their lines, whatever that of the others is', { tags: 'long' }, async () => {
    const canvas = await keptPage();
    const centred = (text: string, top: number) => canvas.text(text, 300 - canvas.font.widthOfTextAtSize(text, 11) / 2, top);
    for (const [at, name] of ['Anna Berg, of the harbour and the market', 'Carl Ek, of the river', 'Eva Falk, of the village'].entries())
      centred(name, 560 + at * 22);
    centred('and of the garden', 560 + 2 * 22 + 14);
    centred('Nils Dahl, of the engine', 560 + 3 * 22 + 14);
    const { were, are } = await laidOut(canvas);
    expectInPlace(were, are);
  });

  test('of entries with leaders begin where they did', async () => {
    const canvas = await keptPage();
    for (const [at, name] of ['dues of the market', 'bread and butter'].entries()) {
      canvas.text(String(at + 3), 72, 580 + at * 80);
      canvas.text(`${name} ${'. '.repeat(70)}`, 110, 580 + at * 80, 10);
    }
    const { bytes } = await convert(await canvas.document.save(), 'application/pdf', { target_format: 'docx', layout: 'pages' });
    const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
    const tabOf = (text: string) => /<w:tab w:val="(\w+)"(?!.*<w:tab w:val)/s.exec(xml.slice(0, xml.indexOf(text)))?.[1];
    expect(['dues of', 'bread and'].map(tabOf)).toEqual(['left', 'left']);
  });

  test('that go on in the next column have their label once, and all of their words', async () => {
    const canvas = await keptPage();
    const lines = Array.from({ length: 46 }, (_, at) => `harbour ${at} by the river of the north and`);
    drawLines(canvas, ['Harbours of the north have in winter,'], 72, 90);
    canvas.text('1.', 72, 104);
    drawLines(canvas, lines, 90, 104);
    drawLines(canvas, ['either ice or bread, as all know who', 'have been there.'], 318, 90);
    drawLines(canvas, ['Others have none and are poor.', 'Nobody goes there any more in winter.'], 318, 132);
    const { were, are } = await laidOut(canvas);
    expect(are.map(({ text }) => text)).toContain('either');
    expect(are.filter(({ text }) => text === '1.')).toHaveLength(1);
    expect(were.filter(({ text }) => !are.some((one) => one.text === text))).toEqual([]);
  });
});

describe.skipIf(!hasSoffice)('a long document', () => {
  test('is compared part by part: each page is the page that it was', { tags: 'long', timeout: 120_000 }, async () => {
    const first = await makeCanvas();
    const pages = [first, ...Array.from({ length: 61 }, () => first.addPage())];
    for (const [index, page] of pages.entries()) {
      page.text(`chapter${index + 1}`, 72, 90 + (index % 5) * 60, 16);
      page.text(`market${index + 1}`, 300, 600 - (index % 7) * 40);
      page.page.drawRectangle({ x: 280, y: 300, width: 1, height: 200, color: rgb(0.7, 0, 0) });
    }
    const { were, are, layout } = await laidOut(first);
    expect(layout).toMatchObject({ pages_source: 62, pages_result: 62, pages_placed: pages.map((_, index) => index + 1) });
    expectInPlace(were, are);
  });
});

describe.skipIf(!hasSoffice)('a page of nothing but a chart in a picture', () => {
  test('keeps it as it is drawn', async () => {
    const drawn = await makeCanvas([400, 300]);
    drawn.page.drawLine({ start: { x: 60, y: 50 }, end: { x: 360, y: 50 }, thickness: 1 });
    drawn.page.drawLine({ start: { x: 60, y: 50 }, end: { x: 340, y: 260 }, thickness: 2, color: rgb(0.8, 0.1, 0.1) });
    for (const [index, tick] of ['0', '500', '1000', '1500', '2000'].entries()) drawn.text(tick, 54 + index * 70, 270, 12);
    drawn.text('Size of the harbour', 150, 292, 12);
    const picture = spawnSync('pdftoppm', ['-r', '150', '-png', '-singlefile', '-'], {
      input: await drawn.document.save(),
      maxBuffer: 2 ** 26,
    });
    const canvas = await makeCanvas();
    drawLines(canvas, [WORDS, WORDS, WORDS], 72, 100);
    const { page } = canvas.addPage();
    page.drawImage(await canvas.document.embedPng(picture.stdout), { x: 72, y: 400, width: 400, height: 300 });
    const { bytes } = await convert(await canvas.document.save(), 'application/pdf', { target_format: 'docx', layout: 'pages', ocr: true });
    const parts = unzipSync(bytes);
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).not.toMatch(/1500|harbour<|Size/);
    expect(Object.keys(parts).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });
});
