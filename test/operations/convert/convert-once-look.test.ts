// PDF → docx: text that stays text is in no picture of the page too, where something else on the page is read from its picture or taken for it.

import { unzipSync } from 'fflate';
import { PDFDocument, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { type Canvas, makeCanvas, WORDS } from '../../../support/documents/drawn-pdf.ts';
import { textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

beforeAll(warmUpPdfium);
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const BLACK = rgb(0, 0, 0);
const RED = rgb(0.9, 0, 0);
const LABELS = ['Front view', '92.60', '191'];

interface Made {
  readonly text: string;
  /** Pixels of all pictures that are red, as the page's own text is. */
  readonly red: number;
  readonly pictures: number;
}

async function make(source: Uint8Array): Promise<Made> {
  const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' }, { processing_ms: 300_000 });
  const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  const pictures = Object.entries(unzipSync(bytes)).filter(([name]) => name.startsWith('word/media/'));
  let red = 0;
  for (const [, picture] of pictures) {
    const pixels = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
    for (let at = 0; at < pixels.length; at += 3) if ((pixels[at] ?? 0) > 150 && (pixels[at + 1] ?? 0) < 100) red++;
  }
  return { text: textOfPdf(made), red, pictures: pictures.length };
}

/** Parts with rows of holes, which look like letters that are drawn. */
function drawParts({ page }: Canvas): void {
  for (let part = 0; part < 4; part++) {
    const [left, bottom] = [60 + part * 120, 400];
    page.drawEllipse({ x: left + 40, y: bottom, xScale: 40, yScale: 18, borderWidth: 1, borderColor: BLACK });
    for (let row = 0; row < 3; row++)
      for (let hole = 0; hole < 8; hole++)
        page.drawEllipse({
          x: left + 5 + hole * 10,
          y: bottom - 40 - row * 20,
          xScale: 3,
          yScale: 3,
          borderWidth: 0.5,
          borderColor: BLACK,
        });
    page.drawLine({ start: { x: left, y: bottom }, end: { x: left + 8, y: bottom - 120 }, thickness: 1 });
  }
  // A plate with drawn letters.
  const strokes = 'M 0 0 L 0 30 M 16 0 L 16 30 M 0 15 L 16 15 M 28 0 L 28 30 M 40 0 L 40 30 L 56 30 M 66 0 L 66 30 L 82 30';
  page.drawSvgPath(strokes, { x: 200, y: 600, borderWidth: 4, borderColor: BLACK });
  page.drawEllipse({ x: 240, y: 585, xScale: 90, yScale: 50, borderWidth: 1, borderColor: BLACK });
}

describe.skipIf(!hasSoffice)('text that stays text is in no picture', () => {
  test('of a drawing in which small curves stand in rows', { tags: 'long', timeout: 120_000 }, async () => {
    const canvas = await makeCanvas();
    drawParts(canvas);
    for (const [at, label] of LABELS.entries())
      canvas.page.drawText(label, { x: 80 + at * 120, y: at === 0 ? 700 : 388, size: at === 0 ? 24 : 9, font: canvas.font, color: RED });
    const { text, red, pictures } = await make(await canvas.document.save());
    expect(pictures).toBeGreaterThan(0);
    expect(red).toBe(0);
    expect(text.split(/\s+/).filter(Boolean).toSorted()).toEqual(LABELS.join(' ').split(' ').toSorted());
  });

  test('of a scan with a stamp on its photograph', { timeout: 120_000 }, async () => {
    const lines = Array.from({ length: 6 }, (_, line) => `<text x="150" y="${200 + line * 90}" font-size="46">${WORDS}</text>`);
    const dots = Array.from(
      { length: 400 },
      (_, dot) => `<circle cx="${300 + (dot % 20) * 30}" cy="${900 + Math.floor(dot / 20) * 25}" r="11"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1653" height="2339" font-family="Liberation Sans"><rect width="1653" height="2339" fill="white"/>${lines.join('')}${dots.join('')}</svg>`;
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    const scan = await document.embedPng(await sharp(Buffer.from(svg)).png().toBuffer());
    page.drawImage(scan, { x: 0, y: 0, width: 595, height: 842 });
    page.drawText('COPY', { x: 180, y: 400, size: 40, color: RED });
    const { text, red, pictures } = await make(await document.save());
    expect(pictures).toBeGreaterThan(0);
    expect(text.match(/COPY/g)).toHaveLength(1);
    expect(text).toContain(WORDS.slice(0, 20));
    expect(red).toBe(0);
  });

  test('and the words of a picture beside it stay in that', { tags: 'long', timeout: 120_000 }, async () => {
    const lines = Array.from(
      { length: 6 },
      (_, line) => `<text x="80" y="${120 + line * 150}" font-size="50" fill="#e60000">${WORDS}</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1000" font-family="Liberation Sans"><rect width="1500" height="1000" fill="white"/>${lines.join('')}</svg>`;
    const canvas = await makeCanvas();
    const picture = await canvas.document.embedPng(await sharp(Buffer.from(svg)).png().toBuffer());
    canvas.page.drawImage(picture, { x: 20, y: 40, width: 555, height: 560 });
    canvas.text('The guest house', 60, 120, 40);
    const { text, red, pictures } = await make(await canvas.document.save());
    expect(pictures).toBe(1);
    expect(red).toBeGreaterThan(1000);
    expect(text.trim()).toBe('The guest house');
  });

  test('of a page whose text lies under a picture: nobody sees it', { timeout: 120_000 }, async () => {
    const canvas = await makeCanvas();
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7a4a' } })
      .jpeg()
      .toBuffer();
    canvas.text('A title from the page before', 90, 200, 16);
    const picture = await canvas.document.embedJpg(photo);
    canvas.page.drawImage(picture, { x: 60, y: canvas.page.getHeight() - 300, width: 300, height: 200 });
    canvas.text('The name of what is shown', 90, 260, 16);
    canvas.text('Beside the picture', 400, 200, 11);
    const { text } = await make(await canvas.document.save());
    expect(text.split(/\s+/).filter(Boolean).toSorted()).toEqual('The name of what is shown Beside the picture'.split(' ').toSorted());
  });

  test('unless most of its text lies there, which was read on the picture', { tags: 'long', timeout: 120_000 }, async () => {
    const canvas = await makeCanvas();
    const scan = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
    for (let line = 0; line < 5; line++) canvas.text(WORDS, 60, 100 + line * 20);
    const picture = await canvas.document.embedJpg(scan);
    canvas.page.drawImage(picture, { x: 0, y: 0, width: canvas.page.getWidth(), height: canvas.page.getHeight() });
    canvas.text('Copy', 400, 800, 11);
    const { text } = await make(await canvas.document.save());
    expect(text.split(/\s+/).filter((word) => word === 'harbour')).toHaveLength(5);
  });
});
