// Pages in Thai are read in two ways, and the one of which more is sure is kept. The answers are as Tesseract writes them.

import { expect, test } from 'vitest';
import { recogniseUpright } from '../../../../processor/recognition/recognise-upright.ts';
import type { Segmentation, TesseractAnswer } from '../../../../processor/tools/tesseract.ts';

const RASTER = { width: 900, height: 400, pixels: new Uint8Array(900 * 400).fill(255), channels: 1, dpi: 300 } as const;

function answer(words: readonly (readonly [text: string, confidence: number])[]): TesseractAnswer {
  const spans = words.map(
    ([text, confidence], at) =>
      `<span class='ocrx_word' title='bbox ${10 + at * 90} 10 ${90 + at * 90} 40; x_wconf ${confidence}'>${text}</span>`,
  );
  const line = `<span class='ocr_line' title="bbox 10 10 890 40; baseline 0 -5">\n${spans.join('\n')}\n</span>`;
  const text = `<body><div class='ocr_page' title='bbox 0 0 900 400'><div class='ocr_carea' title="bbox 0 0 900 400"><p class='ocr_par' lang='tha' title="bbox 0 0 900 400">\n${line}\n</p></div></div></body>`;
  return { status: 'read', text };
}

async function read(
  usual: TesseractAnswer,
  column: TesseractAnswer,
): Promise<{ readonly text: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const reader = {
    read: async (_: unknown, __: number, segmentation?: Segmentation) => {
      asked.push(segmentation ?? 'usual');
      return segmentation === 'column' ? column : usual;
    },
    orient: async (): Promise<TesseractAnswer> => ({ status: 'read', text: 'Rotate: 0' }),
  };
  const outcome = await recogniseUpright(reader, RASTER, 10_000, { languages: ['tha'] });
  const lines = 'page' in outcome ? outcome.page.lines : [];
  return { text: lines.flatMap(({ words }) => words.map((word) => word.text)).join(' '), asked };
}

test('the reading as one column is kept where more of it is sure', async () => {
  const whole = answer([
    ['ตอนเช้า', 93],
    ['ตลาด', 94],
    ['เปิด', 92],
  ]);
  const part = answer([
    ['ตอนเช้า', 93],
    ['ตลาด', 55],
  ]);
  expect(await read(part, whole)).toEqual({ text: 'ตอนเช้า ตลาด เปิด', asked: ['usual', 'column'] });
  expect((await read(whole, part)).text).toBe('ตอนเช้า ตลาด เปิด');
});
