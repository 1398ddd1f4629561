// Which lines of a scan are bold, by their ink and by that of their paragraph, and in which family they are.

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { familyOfLines, findBold } from '../../../../../processor/operations/convert/recognised-faces.ts';
import { widthOf } from '../../../../../processor/operations/convert/word-widths.ts';
import { standardMetrics } from '../../../../../processor/pdf/fonts/standard-fonts.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const [WIDTH, PITCH, HIGH] = [400, 20, 10];

/** @param ink of each line, beside that of the first; of paragraphs */
function boldOf(paragraphs: readonly (readonly number[])[]): boolean[][] {
  const all = paragraphs.flat();
  const bgra = new Uint8Array(WIDTH * PITCH * all.length * 4).fill(255);
  let row = 0;
  const lines = paragraphs.map((inks, paragraph) =>
    inks.map((ink): RecognisedLine => {
      const top = row++ * PITCH;
      const box = { left: 0, top, right: WIDTH, bottom: top + HIGH };
      const dark = Math.round(WIDTH * 0.2 * ink);
      for (let y = top; y < top + HIGH; y++) bgra.fill(0, y * WIDTH * 4, (y * WIDTH + dark) * 4);
      const words = [{ text: 'harbour market window', confidence: 95, box }];
      const baseline = { x0: 0, y0: top + HIGH, x1: WIDTH, y1: top + HIGH };
      return { words, box, baseline, isRightToLeft: false, block: 0, paragraph };
    }),
  );
  const { lines: bold } = findBold(lines.flat(), { bgra, widthPixels: WIDTH, heightPixels: PITCH * all.length }, (box) => box);
  return lines.map((own) => own.map(({ box }) => bold.has(box)));
}

const REGULAR = [1, 1, 1, 1];

test('a line with somewhat more ink than its paragraph is not bold, one alone is', () => {
  expect(boldOf([REGULAR, [1, 1.27, 1, 1], [1.27]])).toEqual([[false, false, false, false], [false, false, false, false], [true]]);
});

test('a line with somewhat less ink than its bold paragraph is bold', () => {
  expect(boldOf([REGULAR, REGULAR, [1.4, 1.15, 1.35]])).toEqual([
    [false, false, false, false],
    [false, false, false, false],
    [true, true, true],
  ]);
});

test('a line with much more ink is bold in any paragraph', () => {
  expect(boldOf([REGULAR, [1.45, 1, 1, 1]])).toEqual([
    [false, false, false, false],
    [true, false, false, false],
  ]);
});

/** A page of lines as they are printed, in svg; words with where they are. */
async function printed(lines: readonly string[]): Promise<string[]> {
  const [width, pitch, size] = [900, 60, 32];
  const tspans = lines.map(
    (line, at) => `<text x="10" y="${at * pitch + 40}" font-family="Liberation Sans" font-size="${size}">${line}</text>`,
  );
  const heightPixels = lines.length * pitch;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${heightPixels}"><rect width="100%" height="100%" fill="#fff"/>${tspans.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const inkAt = (x: number, top: number) =>
    Array.from({ length: pitch }, (_, y) => data[((top + y) * width + x) * 4] ?? 255).some((grey) => grey < 128);
  const read = lines.map((line, at): RecognisedLine => {
    const texts = line.replaceAll(/<[^>]*>/g, '').split(' ');
    // Words are parted by wider gaps than letters.
    const spans: { left: number; right: number }[] = [];
    for (let x = 0; x < width; x++) {
      if (!inkAt(x, at * pitch)) continue;
      const last = spans.at(-1);
      if (last && x - last.right < 6) last.right = x + 1;
      else spans.push({ left: x, right: x + 1 });
    }
    const base = at * pitch + 40;
    const words = texts.map((text, index) => ({
      text,
      confidence: 95,
      box: {
        left: spans[index]?.left ?? 0,
        right: spans[index]?.right ?? 0,
        top: base - 23,
        bottom: base + (/[gpqy(),]/.test(text) ? 7 : 0),
      },
    }));
    const box = { left: 0, right: width, top: base - 23, bottom: base + 7 };
    return { words, box, baseline: { x0: 0, y0: base, x1: width, y1: base }, isRightToLeft: false, block: at, paragraph: at };
  });
  const { lines: bold, labels } = findBold(read, { bgra: data, widthPixels: info.width, heightPixels }, (box) => box);
  return read.map(({ box, words }) =>
    bold.has(box)
      ? 'bold'
      : words
          .filter((word) => labels.has(word))
          .map(({ text }) => text)
          .join(' '),
  );
}

const BODY = [
  'The harbour of the village lies behind the old market',
  'and every morning its windows are opened by the wind',
  'that comes over the garden and the railway in the east',
];

test('capitals are bold where they have the ink of bold capitals, and regular ones are not', async () => {
  expect(await printed(['<tspan font-weight="bold">RULES OF THE HARBOUR</tspan>', ...BODY, 'MARKET AND GARDENS'])).toEqual([
    'bold',
    '',
    '',
    '',
    '',
  ]);
});

test('a bold label that begins a line is bold without the line', async () => {
  const lines = [
    '<tspan font-weight="bold">Article 1.-</tspan> The members meet in the hall',
    'Article 2.- The harbour is closed at night',
  ];
  expect(await printed([...BODY, ...lines])).toEqual(['', '', '', 'Article 1.-', '']);
});

test('a bold word in a line is bold alone', async () => {
  const line = 'Answer the <tspan font-weight="bold">FOUR</tspan> questions before you leave';
  expect(await printed([...BODY, line])).toEqual(['', '', '', 'FOUR']);
});

test('a short line below a word of a bold one, and flush with it, is bold where it shows so a little', async () => {
  const head = '<tspan font-weight="bold">Harbour and market windows</tspan>';
  const little = '<tspan stroke="#000" stroke-width="0.5">Garden</tspan>';
  expect(await printed([...BODY, head, little])).toEqual(['', '', '', 'bold', 'bold']);
  expect(await printed([head, ...BODY, little])).toEqual(['bold', '', '', '', '']);
});

test('words as wide as those of Helvetica have no serifs, unless these are seen', () => {
  const words = 'the harbour of the town will open again when all of the boats that wait outside have found their places along the quay'
    .split(' ')
    .map((text) => ({ text, confidence: 95, box: { left: 0, top: 0, right: widthOf(text, standardMetrics('Helvetica')), bottom: 10 } }));
  const familyOf = (hasSerifs?: boolean) => familyOfLines([{ words }], hasSerifs).family;
  expect([familyOf(), familyOf(false), familyOf(true)]).toEqual(['Arial', 'Arial', 'Times New Roman']);
});
