// PDF → docx: cells that a page shows by their colours, in a timetable whose lines have gaps.

import { afterAll, describe, expect, it } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { readDocxLook } from '../../../support/judges/read-docx-look.ts';
import { hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const ROW = 16;
const [TOP, LEFT, MIDDLE, RIGHT] = [260, 40, 90, 230];
const ROWS = ['6A', 'History', 'Geography lessons', 'Music', 'English'];

const NAME = `BT /F 26 Tf ${LEFT + 12} ${TOP - 3 * ROW + 1} Td (2) Tj ET`;

/** @param gap rows in which the line beside the names is not drawn @param grounds of the rows, as the operands of `rg` */
function timetable(gap: readonly number[], grounds: Readonly<Record<number, string>>, name = NAME): string[] {
  const y = (row: number) => TOP - row * ROW;
  const line = (...ends: number[]) => `${ends[0]} ${ends[1]} m ${ends[2]} ${ends[3]} l S`;
  const fills = Object.entries(grounds).map(
    ([row, colour]) => `${colour} rg ${MIDDLE} ${y(Number(row) + 1)} ${RIGHT - MIDDLE} ${ROW} re f`,
  );
  const across = [0, 1, 2, 3, 4, 5].map((row) => line(row % 5 === 0 ? LEFT : MIDDLE, y(row), RIGHT, y(row)));
  const down = [0, 1, 2, 3, 4].flatMap((row) => (gap.includes(row) ? [] : [line(MIDDLE, y(row), MIDDLE, y(row + 1))]));
  const sides = [LEFT, RIGHT].map((x) => line(x, y(0), x, y(5)));
  const texts = ROWS.map((text, row) => {
    const left = text.startsWith('Geo') ? MIDDLE + 2 : MIDDLE + 40;
    return `0 g BT /F ${text.startsWith('Geo') ? 16.8 : 11} Tf ${left} ${y(row + 1) + 3.5} Td (${text}) Tj ET`;
  });
  return [...fills, '0 G 0.75 w', ...across, ...down, ...sides, ...texts, name];
}

async function tableOf(content: readonly string[]): Promise<string> {
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources 7 0 R >>',
      4: { dict: '', data: content.join(' ') },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: { dict: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8', data: '~z'.repeat(32) },
      7: '<< /Font << /F 5 0 R >> /XObject << /I 6 0 R >> >>',
    },
  });
  const { bytes: made } = await convert(bytes, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  return readDocxLook(made).part('word/document.xml');
}

interface Cell {
  readonly text: string;
  readonly fill: string | undefined;
}

function cellsOf(xml: string): Cell[] {
  return [...xml.matchAll(/<w:tc>.*?<\/w:tc>/gsu)].map(([cell]) => ({
    text: [...cell.matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/gu)].map(([, text]) => text).join(''),
    fill: /<w:tcPr>.*?<w:shd [^>]*w:fill="(\w+)".*?<\/w:tcPr>/u.exec(cell)?.[1],
  }));
}

const GREY = '0.5 0.5 0.5';
const BLUE = '0 0.69 0.94';

describe.skipIf(!hasSoffice)('coloured cells', () => {
  it('are cells where the line beside them is missing', async () => {
    const cells = cellsOf(await tableOf(timetable([1, 2], { 0: GREY, 1: BLUE, 2: BLUE, 3: GREY, 4: BLUE })));
    expect(cells).toContainEqual({ text: 'History', fill: '00B0F0' });
    expect(cells).toContainEqual({ text: '2', fill: undefined });
  });

  it('have their lines mended where a row without a colour lacks a piece', async () => {
    const cells = cellsOf(await tableOf(timetable([4], { 0: GREY, 1: BLUE })));
    expect(cells).toContainEqual({ text: '2', fill: undefined });
    expect(cells).toContainEqual({ text: 'English', fill: undefined });
    expect(cells).toContainEqual({ text: 'Music', fill: undefined });
  });

  it('have their ground where it is hardly wider than the text', async () => {
    const cells = cellsOf(await tableOf(timetable([], { 2: BLUE })));
    expect(cells).toContainEqual({ text: 'Geography lessons', fill: '00B0F0' });
  });

  it('have a name in the middle of several rows at its height, and no line within it', async () => {
    // Lines as close as these say that a line is no higher than its size.
    const below = [0, 1, 2].map((row) => `BT /F 12 Tf 40 ${100 - row * 12} Td (Lessons begin at eight in the morning) Tj ET`);
    const xml = await tableOf([...timetable([], { 0: GREY }), ...below]);
    const [own = ''] = /<w:tc>(?:(?!<w:tc>).)*?<w:t [^>]*>2<\/w:t>.*?<\/w:tc>/su.exec(xml) ?? [];
    const before = Number(/<w:spacing w:before="(\d+)"/u.exec(own)?.[1]) / 20;
    const line = Number(/w:line="(\d+)"/u.exec(own)?.[1]) / 20;
    // Its baseline, below the line above it.
    expect(before + line * 0.8).toBeCloseTo(3 * ROW - 1 - 0.75, 0);
    const goesOn = [...xml.matchAll(/<w:vMerge w:val="continue"\/><w:tcBorders>(.*?)<\/w:tcBorders>/gu)].map(([, borders = '']) => borders);
    expect(goesOn.map((borders) => [/<w:top/u.test(borders), /<w:bottom/u.test(borders)])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });

  it('are one, in their colour, where that is drawn in strips; a name that is turned stands in its middle', async () => {
    const strips = [
      [0, 2],
      [2, 3],
      [3, 5],
    ].map(([from = 0, to = 0]) => `${BLUE} rg ${LEFT} ${TOP - to * ROW} ${MIDDLE - LEFT} ${(to - from) * ROW} re f`);
    const name = `BT /F 6 Tf 0 1 -1 0 ${(LEFT + MIDDLE) / 2 + 2} ${TOP - 3 * ROW + 1} Tm (MON) Tj ET`;
    const xml = await tableOf([...strips, ...timetable([], {}, name)]);
    const [own = ''] = /<w:tc>(?:(?!<w:tc>).)*?<w:t [^>]*>MON<\/w:t>.*?<\/w:tc>/su.exec(xml) ?? [];
    expect(own).toMatch(
      /<w:vMerge w:val="restart"\/>.*w:fill="00B0F0".*<w:textDirection w:val="btLr"\/><w:vAlign w:val="center"\/>.*<w:jc w:val="center"/su,
    );
    expect(xml.match(/<w:vMerge w:val="continue"\/>/gu)).toHaveLength(4);
  });

  it('are white where a picture lies behind them', async () => {
    const picture = 'q 300 0 0 300 0 0 cm /I Do Q';
    const white = cellsOf(await tableOf([picture, ...timetable([], { 1: '1 1 1', 3: BLUE })]));
    expect(white).toContainEqual({ text: 'History', fill: 'FFFFFF' });
    expect(white).toContainEqual({ text: 'English', fill: undefined });
  });
});
