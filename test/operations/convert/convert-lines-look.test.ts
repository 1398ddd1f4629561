// PDF → docx: lines as the page draws them, dashed, thin and pale. LibreOffice lays the document out, poppler draws both.

import { spawnSync } from 'node:child_process';
import { degrees, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { type Canvas, makeCanvas } from '../../../support/documents/drawn-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

beforeAll(warmUpPdfium);
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const SCALE = 2;

interface Drawn {
  /** 0 to 255, of red, green and blue: points from the upper left corner. */
  readonly at: (x: number, y: number) => readonly [number, number, number];
}

async function draw(pdf: Uint8Array): Promise<Drawn> {
  const picture = spawnSync('pdftoppm', ['-r', String(72 * SCALE), '-png', '-singlefile', '-'], { input: pdf, maxBuffer: 2 ** 26 }).stdout;
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    at: (x, y) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((Math.round(y * SCALE) * info.width + Math.round(x * SCALE)) * 3);
      return [red, green, blue];
    },
  };
}

async function both({ document }: Canvas): Promise<{ readonly was: Drawn; readonly is: Drawn }> {
  const source = await document.save();
  const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
  if (!made) throw new Error('LibreOffice does not open it');
  return { was: await draw(source), is: await draw(made) };
}

/** The darkest ink of a line that is to be near a height, and how often it begins. */
function alongLine({ at }: Drawn, y: number, [from, to]: readonly [number, number]): { readonly dark: number; readonly begins: number } {
  let [dark, begins, isOn] = [0, 0, false];
  for (let x = from; x < to; x += 1 / SCALE) {
    const ink = Math.max(...[-1, -0.5, 0, 0.5, 1].map((off) => 255 - Math.min(...at(x, y + off))));
    dark = Math.max(dark, ink);
    if (ink > 100 && !isOn) begins++;
    isOn = ink > 100;
  }
  return { dark, begins };
}

describe.skipIf(!hasSoffice)('lines', () => {
  test('that are dashed or dotted stay so, each in its rhythm, and solid ones solid', async () => {
    const canvas = await makeCanvas();
    canvas.text('Cut here, and send the lower part', 60, 60);
    const lines = { 100: [6, 3], 130: [2, 2], 160: [12, 4, 2, 4], 190: [] };
    for (const [top, dashArray] of Object.entries(lines)) {
      const y = canvas.page.getHeight() - Number(top);
      canvas.page.drawLine({ start: { x: 60, y }, end: { x: 460, y }, thickness: 1, dashArray });
    }
    const { was, is } = await both(canvas);
    for (const top of Object.keys(lines).map(Number)) {
      const [source, result] = [alongLine(was, top, [55, 465]), alongLine(is, top, [55, 465])];
      expect(Math.abs(result.begins - source.begins), `line at ${top}`).toBeLessThanOrEqual(source.begins * 0.05);
    }
  });

  test('of a table that are dashed are dashed borders', async () => {
    const canvas = await makeCanvas();
    for (let cell = 0; cell < 9; cell++) {
      const [row, column] = [Math.floor(cell / 3), cell % 3];
      const place = { x: 80 + column * 120, y: 700 - row * 30, width: 120, height: 30 };
      canvas.page.drawRectangle({ ...place, borderWidth: 1, borderColor: rgb(0, 0, 0), borderDashArray: [4, 3] });
      canvas.text(`cell ${row}${column}`, place.x + 6, canvas.page.getHeight() - place.y - 10);
    }
    const { was, is } = await both(canvas);
    const top = canvas.page.getHeight() - 700;
    const [source, result] = [alongLine(was, top, [85, 435]), alongLine(is, top, [85, 435])];
    expect(source.begins).toBeGreaterThan(20);
    expect(result.begins).toBeGreaterThan(source.begins / 2);
  });

  test('of a table that are thick and thin in turn stand where they stood', { tags: 'long' }, async () => {
    const canvas = await makeCanvas();
    const height = canvas.page.getHeight();
    const tops = Array.from({ length: 7 }, (_, row) => 100 + row * 20);
    for (const [row, top] of tops.entries()) {
      const y = height - top;
      canvas.page.drawLine({ start: { x: 80, y }, end: { x: 400, y }, thickness: row % 2 === 0 ? 0.5 : 2.8 });
      for (const [column, x] of [80, 240].entries()) if (row < 6) canvas.text(`cell ${row}${column}`, x + 6, top + 6);
    }
    for (const x of [80, 240, 400]) canvas.page.drawLine({ start: { x, y: height - 100 }, end: { x, y: height - 220 }, thickness: 0.5 });
    // Such a page does not flow.
    canvas.page.drawText('Harbours', { x: 200, y: 300, size: 24, rotate: degrees(30) });
    const { is } = await both(canvas);
    for (const top of tops.filter((_, row) => row % 2 === 1)) {
      const inkAt = (off: number) => 255 - Math.min(...is.at(200, top + off));
      expect(Math.min(inkAt(-1), inkAt(1)), `on the thick line at ${top}`).toBeGreaterThan(200);
      expect(Math.max(inkAt(-2.5), inkAt(2.5)), `beside the thick line at ${top}`).toBeLessThan(60);
    }
  });

  test('that are upright stay so, in however many pieces they are drawn', async () => {
    const canvas = await makeCanvas();
    canvas.text('A listing in a frame', 60, 60);
    const height = canvas.page.getHeight();
    const [from, piece] = [413.7, 18.132];
    const pieces = Array.from({ length: 16 }, (_, index) => from + index * piece);
    for (const [index, top] of pieces.entries()) canvas.text(`SEIZE CHANNEL${index} ; the queue of line ${index}`, 70, top + 12);
    for (const top of [from])
      canvas.page.drawLine({ start: { x: 51.02, y: height - top }, end: { x: 566.69, y: height - top }, thickness: 0.398 });
    for (const x of [51.02, 566.69])
      for (const top of pieces)
        canvas.page.drawLine({ start: { x, y: height - top }, end: { x, y: height - top - piece }, thickness: 0.398 });
    const { is } = await both(canvas);
    for (const x of [51.02, 566.69])
      for (const top of pieces) {
        const middle = top + piece / 2;
        expect(alongLine(is, middle, [x - 1.5, x + 1.5]).dark, `upright at ${x}, ${middle}`).toBeGreaterThan(60);
        expect(alongLine(is, middle, [x - 12, x - 4]).dark, `beside it at ${x}, ${middle}`).toBeLessThan(30);
      }
  });

  test('thinner than a pixel are as dark as in the source', async () => {
    const canvas = await makeCanvas();
    canvas.text('Signature', 60, 60);
    const tops = Array.from({ length: 12 }, (_, index) => 100 + index * 23.37);
    for (const top of tops) {
      const y = canvas.page.getHeight() - top;
      canvas.page.drawLine({ start: { x: 60, y }, end: { x: 300, y }, thickness: 0.3 });
    }
    for (const left of tops) {
      const y = canvas.page.getHeight() - 400;
      canvas.page.drawLine({ start: { x: left, y }, end: { x: left, y: y - 200 }, thickness: 0.3 });
    }
    const { was, is } = await both(canvas);
    for (const top of tops)
      expect(alongLine(is, top, [100, 250]).dark, `line at ${top}`).toBeGreaterThan(alongLine(was, top, [100, 250]).dark - 30);
    const across = (of: typeof was, left: number) => alongLine(of, 500, [left - 1.5, left + 1.5]).dark;
    for (const left of tops) expect(across(is, left), `upright at ${left}`).toBeGreaterThan(across(was, left) - 30);
  });
});

describe.skipIf(!hasSoffice)('what is half transparent', () => {
  test('is as pale in cells, lines and letters', async () => {
    const canvas = await makeCanvas();
    const height = canvas.page.getHeight();
    for (let cell = 0; cell < 9; cell++) {
      const [row, column] = [Math.floor(cell / 3), cell % 3];
      const place = { x: 80 + column * 120, y: 700 - row * 30, width: 120, height: 30 };
      if (row === 0) canvas.page.drawRectangle({ ...place, color: rgb(0, 0, 1), opacity: 0.3 });
      canvas.page.drawRectangle({ ...place, borderWidth: 1, borderColor: rgb(0, 0, 0) });
      canvas.text(`cell ${row}${column}`, place.x + 6, height - place.y - 10);
    }
    canvas.page.drawLine({ start: { x: 80, y: 500 }, end: { x: 400, y: 500 }, thickness: 2, color: rgb(1, 0, 0), opacity: 0.4 });
    canvas.page.drawText('IIIIIIIII', { x: 80, y: 400, size: 60, font: canvas.bold, opacity: 0.3 });
    const { was, is } = await both(canvas);
    const cell = [190, height - 722] as const;
    for (const [channel, value] of is.at(...cell).entries())
      expect(Math.abs(value - (was.at(...cell)[channel] ?? 0)), `cell ${channel}`).toBeLessThan(12);
    const inks = { line: [height - 500, [100, 380]], letters: [height - 420, [75, 300]] } as const;
    for (const [name, [y, range]] of Object.entries(inks)) {
      const [source, result] = [alongLine(was, y, range).dark, alongLine(is, y, range).dark];
      expect(Math.abs(result - source), name).toBeLessThan(12);
    }
  });
});

describe.skipIf(!hasSoffice)('round corners', () => {
  const BLUE = [26, 51, 204] as const;
  /** 40 points wide and 24 high, with corners of 8 points. */
  const ROUNDED = 'M 8 0 H 32 Q 40 0 40 8 V 16 Q 40 24 32 24 H 8 Q 0 24 0 16 V 8 Q 0 0 8 0 Z';

  const drawn = async (count: number) => {
    const canvas = await makeCanvas();
    canvas.text('What can be chosen', 60, 60);
    const places = Array.from({ length: count }, (_, at) => [60 + (at % 6) * 60, 100 + Math.floor(at / 6) * 40] as const);
    for (const [x, y] of places) canvas.page.drawSvgPath(ROUNDED, { x, y: 842 - y, color: rgb(0.1, 0.2, 0.8) });
    return { ...(await both(canvas)), places };
  };

  test.each([36, 48])('of %i boxes stay round', async (count) => {
    const { was, is, places } = await drawn(count);
    for (const { at } of [was, is]) {
      for (const [x, y] of places) {
        for (const [dx, dy] of [
          [20, 12],
          [2, 12],
          [20, 2],
        ] as const)
          expect(near(at(x + dx, y + dy), BLUE), `${x} ${y}`).toBe(true);
        for (const [dx, dy] of [
          [1, 1],
          [39, 1],
          [1, 23],
          [39, 23],
        ] as const)
          expect(near(at(x + dx, y + dy), [255, 255, 255]), `${x} ${y}`).toBe(true);
      }
    }
  });
});

function near(one: readonly number[], two: readonly number[]): boolean {
  return one.every((value, at) => Math.abs(value - (two[at] ?? 0)) < 60);
}
