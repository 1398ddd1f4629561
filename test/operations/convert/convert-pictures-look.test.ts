// PDF → docx: pictures as the page shows them, cut by their clips, under what is drawn over them, behind the text of a cover. LibreOffice lays the
// document out, poppler draws it.

import { spawnSync } from 'node:child_process';
import {
  clip,
  drawObject,
  endPath,
  lineTo,
  closePath,
  concatTransformationMatrix,
  degrees,
  moveTo,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  scale,
  translate,
} from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { GOOD, solidPng } from '../../../support/judges/page-colours.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { readDocxLook } from '../../../support/judges/read-docx-look.ts';
import { convert } from '../../../support/run/run-convert.ts';

beforeAll(warmUpPdfium);
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const [WIDTH, HEIGHT] = [400, 300];
const PANEL = { r: 30, g: 40, b: 160 };
const WHITE = { r: 255, g: 255, b: 255 };

async function laidOut(document: PDFDocument, ocr: boolean): Promise<Uint8Array> {
  const { bytes } = await convert(await document.save(), 'application/pdf', { target_format: 'docx', layout: 'pages', ocr });
  const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  return made;
}

/** Three bytes a pixel, one pixel a point. */
async function drawn(pdf: Uint8Array): Promise<Uint8Array> {
  const picture = spawnSync('pdftoppm', ['-r', '72', '-png', '-singlefile', '-'], { input: pdf, maxBuffer: 64 * 1024 * 1024 }).stdout;
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([WIDTH, HEIGHT]);
  return data;
}

function pixelAt(data: Uint8Array, x: number, y: number) {
  const [r = 0, g = 0, b = 0] = data.subarray((y * WIDTH + x) * 3);
  return { r, g, b };
}

/** The colours that the docx shows at places of its first page: points from the upper left corner. */
async function shownAt(document: PDFDocument, ocr: boolean, places: Readonly<Record<string, readonly [number, number]>>) {
  const data = await drawn(await laidOut(document, ocr));
  return Object.fromEntries(Object.entries(places).map(([name, [x, y]]) => [name, pixelAt(data, x, y)]));
}

const about = ({ r, g, b }: { readonly r: number; readonly g: number; readonly b: number }) => ({
  r: expect.toSatisfy((value: number) => Math.abs(value - r) < 12, `about ${r}`),
  g: expect.toSatisfy((value: number) => Math.abs(value - g) < 12, `about ${g}`),
  b: expect.toSatisfy((value: number) => Math.abs(value - b) < 12, `about ${b}`),
});

describe.skipIf(!hasSoffice)('a picture', () => {
  test('is cut by a clip of several parts, and lies under the panel that is drawn over it', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const image = page.node.newXObject('Im', (await document.embedPng(await solidPng(GOOD))).ref);
    const polygon = (...points: [number, number][]) =>
      points.map(([x, y], index) => (index === 0 ? moveTo(x, y) : lineTo(x, y))).concat(closePath());
    // A triangle, and a sliver far from it: their box is the whole picture.
    page.pushOperators(
      pushGraphicsState(),
      ...polygon([20, 40], [220, 40], [20, 280]),
      ...polygon([370, 40], [380, 40], [380, 280], [370, 280]),
      clip(),
      endPath(),
      translate(20, 40),
      scale(360, 240),
      drawObject(image),
      popGraphicsState(),
    );
    page.drawRectangle({ x: 40, y: 60, width: 60, height: 40, color: rgb(PANEL.r / 255, PANEL.g / 255, PANEL.b / 255) });
    page.drawText('On the panel', { x: 42, y: 74, size: 9, color: rgb(1, 1, 1) });
    page.drawText('Beside the picture', { x: 240, y: 150, size: 12 });
    const shown = await shownAt(document, false, { inside: [30, 120], outside: [200, 60], panel: [70, 204], between: [300, 200] });
    expect(shown).toEqual({ inside: about(GOOD), outside: about(WHITE), panel: about(PANEL), between: about(WHITE) });
  });

  test('in a form is cut by the clip around the form', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const image = await document.embedPng(await solidPng(GOOD));
    const form = document.context.stream('q 360 0 0 240 20 40 cm /Im Do Q', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, WIDTH, HEIGHT],
      Resources: { XObject: { Im: image.ref } },
    });
    const name = page.node.newXObject('Fm', document.context.register(form));
    const triangle = [moveTo(20, 40), lineTo(220, 40), lineTo(20, 280), closePath()];
    page.pushOperators(pushGraphicsState(), ...triangle, clip(), endPath(), drawObject(name), popGraphicsState());
    page.drawText('Beside the picture', { x: 240, y: 150, size: 12 });
    expect(await shownAt(document, false, { inside: [30, 120], outside: [200, 60], beyond: [300, 200] })).toEqual({
      inside: about(GOOD),
      outside: about(WHITE),
      beyond: about(WHITE),
    });
  });

  test('that leans is shown as it leans, whole and with nothing around it', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const panel = { input: Buffer.from(await solidPng(PANEL)), left: 64, top: 0 };
    const halves = sharp({ create: { width: 128, height: 64, channels: 3, background: GOOD } }).composite([panel]);
    const image = await document.embedPng(await halves.png().toBuffer());
    page.drawImage(image, { x: 100, y: 60, width: 240, height: 120, rotate: degrees(30) });
    page.drawText('Beside the picture', { x: 240, y: 270, size: 12 });
    const lower = { left: [105, 228], middle: [183, 183], right: [295, 118] } as const;
    const upper = { top: [52, 139], end: [240, 35] } as const;
    const places = { ...lower, ...upper, beside: [50, 230], below: [300, 150], above: [80, 60] } as const;
    const shown = await shownAt(document, false, places);
    expect(shown).toEqual({
      left: about(GOOD),
      middle: about(GOOD),
      right: about(PANEL),
      top: about(GOOD),
      end: about(PANEL),
      beside: about(WHITE),
      below: about(WHITE),
      above: about(WHITE),
    });
  });

  test('that leans is cut where its clip cuts it, and not elsewhere', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const image = page.node.newXObject('Im', (await document.embedPng(await solidPng(GOOD))).ref);
    const clipTo = [moveTo(150, 20), lineTo(390, 20), lineTo(390, 290), lineTo(150, 290), closePath(), clip(), endPath()];
    const lean = concatTransformationMatrix(208, 120, -60, 104, 100, 60);
    page.pushOperators(pushGraphicsState(), ...clipTo, lean, drawObject(image), popGraphicsState());
    page.drawText('Beside the picture', { x: 20, y: 20, size: 12 });
    const places = { cut: [140, 160], left: [156, 170], top: [230, 36], end: [295, 118], beside: [320, 200] } as const;
    expect(await shownAt(document, false, places)).toEqual({
      cut: about(WHITE),
      left: about(GOOD),
      top: about(GOOD),
      end: about(GOOD),
      beside: about(WHITE),
    });
  });

  test('lies over the panel that it is drawn on, also where another one is under the panel', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    page.drawImage(await document.embedPng(await solidPng({ r: 200, g: 200, b: 60 })), { x: 20, y: 40, width: 200, height: 200 });
    page.drawRectangle({ x: 60, y: 60, width: 300, height: 160, color: rgb(PANEL.r / 255, PANEL.g / 255, PANEL.b / 255) });
    page.drawImage(await document.embedPng(await solidPng(GOOD)), { x: 100, y: 100, width: 80, height: 80 });
    page.drawText('Beside the picture', { x: 240, y: 260, size: 12 });
    expect(await shownAt(document, false, { logo: [140, 160], panel: [300, 160] })).toEqual({ logo: about(GOOD), panel: about(PANEL) });
  });

  test('lies under the panel that is drawn over it, also where another one lies over both', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const image = await document.embedPng(await solidPng(GOOD));
    page.drawImage(image, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    page.drawRectangle({ x: 0, y: 0, width: WIDTH, height: 150, color: rgb(PANEL.r / 255, PANEL.g / 255, PANEL.b / 255) });
    page.drawImage(image, { x: 40, y: 40, width: 100, height: 60 });
    page.drawText('A title', { x: 60, y: 250, size: 20 });
    expect(await shownAt(document, false, { ground: [300, 60], panel: [300, 200], over: [90, 230] })).toEqual({
      ground: about(GOOD),
      panel: about(PANEL),
      over: about(GOOD),
    });
  });

  test('is what an annotation draws, over the page', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    page.drawText('A timesheet', { x: 40, y: 250, size: 20 });
    const { context } = document;
    const [r, g, b] = [GOOD.r, GOOD.g, GOOD.b].map((value) => value / 255);
    const look = context.stream(`${r} ${g} ${b} rg 0 0 m 100 0 l 50 90 l h f`, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 90] });
    const stamp = context.obj({ Type: 'Annot', Subtype: 'Stamp', Rect: [200, 60, 300, 150], F: 4, AP: { N: context.register(look) } });
    page.node.addAnnot(context.register(stamp));
    expect(await shownAt(document, false, { stamp: [250, 220], beside: [205, 160] })).toEqual({ stamp: about(GOOD), beside: about(WHITE) });
  });

  test('stays behind the text of a cover, also where something can be read in it', { timeout: 60_000 }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const sign = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="rgb(${GOOD.r},${GOOD.g},${GOOD.b})"/><text x="120" y="300" font-family="Liberation Sans" font-size="110" font-weight="bold">NORTHWIND</text><text x="120" y="440" font-family="Liberation Sans" font-size="110" font-weight="bold">HARBOUR</text></svg>`;
    page.drawImage(await document.embedPng(await sharp(Buffer.from(sign)).png().toBuffer()), { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    page.drawText('Company brochure 2025', { x: 40, y: 60, size: 20 });
    expect(await shownAt(document, true, { left: [10, 200], right: [380, 30] })).toEqual({ left: about(GOOD), right: about(GOOD) });
  });
});

describe.skipIf(!hasSoffice)('a chart', () => {
  test('has its bars over the lines of its grid, and what is drawn after them over the bars', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const [bar, line] = [PANEL, GOOD].map(({ r, g, b }) => rgb(r / 255, g / 255, b / 255));
    const across = (y: number) => page.drawLine({ start: { x: 60, y }, end: { x: 360, y }, thickness: 3, ...(line && { color: line }) });
    for (const y of [60, 100, 140, 180]) across(y);
    for (const [x, height] of [80, 160, 240].map((left, at) => [left, 150 - 30 * at] as const))
      page.drawRectangle({ x, y: 40, width: 50, height, ...(bar && { color: bar }) });
    across(80);
    for (const [at, label] of ['Harbours', 'Meadows', 'Orchards'].entries()) page.drawText(label, { x: 80 + at * 80, y: 24, size: 9 });
    page.drawText('Boxes of a year', { x: 40, y: 260, size: 14 });
    const shown = await shownAt(document, false, { bar: [105, 200], beside: [145, 200], after: [105, 220], second: [185, 240] });
    expect(shown).toEqual({ bar: about(PANEL), beside: about(GOOD), after: about(GOOD), second: about(PANEL) });
  });
});

describe.skipIf(!hasSoffice)('a bullet', () => {
  test('that lies on a ground which is drawn as a picture is there once', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const [ground, bullet] = [{ r: 230, g: 240, b: 255 }, GOOD].map(({ r, g, b }) => rgb(r / 255, g / 255, b / 255));
    page.drawSvgPath('M 10 60 L 330 10 L 390 270 L 40 250 Z', { x: 0, y: HEIGHT, ...(ground && { color: ground }) });
    for (const [at, text] of ['The first of three', 'The second of them', 'The last'].entries()) {
      const y = 200 - at * 50;
      page.drawCircle({ x: 60, y: y + 7, size: 5, ...(bullet && { color: bullet }) });
      page.drawText(text, { x: 80, y, size: 20 });
    }
    // What no text that flows is like.
    for (const [at, word] of ['Harbours', 'Meadows', 'Orchards', 'Rivers', 'Bridges'].entries())
      page.drawText(word, { x: [250, 310, 220, 330, 80][at] ?? 0, y: 230 - at * 44, size: 9 + at * 3 });
    const made = await laidOut(document, false);
    const shown = await drawn(made);
    expect([93, 143, 193].map((y) => pixelAt(shown, 60, y))).toEqual([about(GOOD), about(GOOD), about(GOOD)]);
    const text = spawnSync('pdftotext', ['-', '-'], { input: made }).stdout.toString('utf8');
    expect([text.includes('The first of three'), text.includes('\u2022')]).toEqual([true, false]);
  });

  test('that is a picture stays that picture where lines keep their places', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const picture = await document.embedPng(await solidPng(GOOD));
    for (const [at, text] of ['The first of three', 'The second of them', 'The last'].entries()) {
      page.drawImage(picture, { x: 54, y: 198 - at * 50, width: 16, height: 16 });
      page.drawText(text, { x: 80, y: 200 - at * 50, size: 20 });
    }
    for (const [at, word] of ['Harbours', 'Meadows', 'Orchards', 'Rivers', 'Bridges'].entries())
      page.drawText(word, { x: [250, 310, 220, 330, 80][at] ?? 0, y: 230 - at * 44, size: 9 + at * 3 });
    const made = await laidOut(document, false);
    const shown = await drawn(made);
    // The middle of each, and its corner, where a dot has none.
    expect([94, 144, 194].flatMap((y) => [pixelAt(shown, 62, y), pixelAt(shown, 56, y - 6)])).toEqual(Array(6).fill(about(GOOD)));
    expect(spawnSync('pdftotext', ['-', '-'], { input: made }).stdout.toString('utf8')).not.toContain('\u2022');
  });

  test('that is large is seen on the ground of a frame', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const [ground, bullet] = [{ r: 255, g: 240, b: 220 }, GOOD].map(({ r, g, b }) => rgb(r / 255, g / 255, b / 255));
    page.drawRectangle({
      x: 30,
      y: 80,
      width: 340,
      height: 160,
      ...(ground && { color: ground }),
      borderWidth: 1,
      borderColor: rgb(0, 0, 0),
    });
    for (const [at, text] of ['The first of three', 'The second of them', 'The last'].entries()) {
      page.drawCircle({ x: 60, y: 204 - at * 40, size: 8, ...(bullet && { color: bullet }) });
      page.drawText(text, { x: 90, y: 200 - at * 40, size: 14 });
    }
    const shown = await drawn(await laidOut(document, false));
    expect([96, 136, 176].map((y) => pixelAt(shown, 60, y))).toEqual(Array(3).fill(about(GOOD)));
    expect(pixelAt(shown, 300, 140)).toEqual(about({ r: 255, g: 240, b: 220 }));
  });
});

describe.skipIf(!hasSoffice)('text that is written askew', () => {
  test('stands where it was, under the line that is drawn over it and over what is drawn as a picture', { tags: 'long' }, async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    page.drawSvgPath('M 0 0 C 40 10 40 50 0 60 Z', { x: 300, y: 120, color: rgb(PANEL.r / 255, PANEL.g / 255, PANEL.b / 255) });
    // Stems of letters as thick as boxes: at an eighth of a turn they go up to the right.
    const colour = rgb(GOOD.r / 255, GOOD.g / 255, GOOD.b / 255);
    page.drawText('I', { x: 60, y: 40, size: 200, font: await document.embedFont('Helvetica-Bold'), rotate: degrees(-45), color: colour });
    page.drawText('l', { x: 300, y: 90, size: 40, font: await document.embedFont('Helvetica-Bold'), rotate: degrees(-45), color: colour });
    page.drawRectangle({ x: 20, y: 140, width: 200, height: 3, color: rgb(0, 0, 0) });
    page.drawText('Beside it', { x: 240, y: 260, size: 12 });
    const source = await drawn(await document.save());
    const shown = await drawn(await laidOut(document, false));
    for (const [x, y] of [
      [150, 200],
      [120, 230],
      [180, 170],
      [150, 158],
      [100, 158],
      [100, 100],
      [60, 260],
      [318, 192],
      [310, 200],
    ] as const)
      expect(pixelAt(shown, x, y), `${x}, ${y}`).toEqual(about(pixelAt(source, x, y)));
  });
});

describe('a displayed formula', () => {
  test('is a picture that says what it says; what only looks like one stays text', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([WIDTH, HEIGHT]);
    const font = await document.embedFont('Times-Roman');
    const symbols = await document.embedFont('Symbol');
    const write = (text: string, x: number, y: number, size = 11, own = font) => page.drawText(text, { x, y: HEIGHT - y, size, font: own });
    const line = (x: number, y: number, width: number) => page.drawRectangle({ x, y: HEIGHT - y, width, height: 0.5, color: rgb(0, 0, 0) });
    write('The expected value of the growth is the share of both parts of it, so', 40, 40);
    write('E(x) =', 60, 72);
    write('a + b', 96, 65);
    line(95, 69, 26);
    write('2c', 102, 80);
    write('+', 126, 72);
    write('\u2211', 136, 74, 18, symbols);
    write('n', 142, 58, 7);
    write('i = 1', 136, 86, 7);
    write('x', 152, 72);
    write('2', 157.5, 67, 7);
    write('i', 157.5, 75, 7);
    write('(1)', 340, 72);
    write('where c is the number of all that were asked before the year ended.', 40, 104);
    // Heads of a table over each other.
    write('Treated (all)', 102, 150);
    line(90, 154, 84);
    write('n = 30', 92, 166);
    write('mean', 144, 166);
    write('First', 40, 182);
    write('12', 92, 182);
    write('3.4', 144, 182);
    // A text under a line, with a line of text below.
    write('Sum = total', 240, 150);
    line(240, 152, 52);
    write('of the year', 240, 164);
    const bytes = await document.save();
    const made = await convert(bytes, 'application/pdf', { target_format: 'docx', layout: 'pages', ocr: false });
    const xml = readDocxLook(made.bytes).part('word/document.xml');
    const text = xml.replaceAll(/<[^<>]*>/g, '');
    expect([...xml.matchAll(/ descr="([^"]*)"/g)].map(([, said]) => said)).toEqual([expect.stringContaining('a + b')]);
    expect(text).not.toContain('a + b');
    for (const kept of ['so', '(1)', 'where c is', 'Treated (all)', 'n = 30', 'Sum = total', 'of the year']) expect(text).toContain(kept);
  });
});
