import { describe, expect, it } from 'vitest';
import { isDoubtful, lookAgain } from '../../../../processor/recognition/look-again.ts';
import { readHocr } from '../../../../processor/recognition/read-hocr.ts';
import type { GreyRaster } from '../../../../processor/recognition/recognised.ts';
import type { TesseractAnswer } from '../../../../processor/tools/tesseract.ts';

const raster: GreyRaster = { pixels: new Uint8Array(100).fill(255), width: 10, height: 10, channels: 1, dpi: 100 };
const hocr = (word: string, confidence: number): string =>
  `<span class='ocr_line' title='bbox 0 0 50 9'><span class='ocrx_word' title='bbox 0 0 50 9; x_wconf ${confidence}'>${word}</span></span>`;
const read = (word: string, confidence: number): TesseractAnswer => ({ status: 'read', text: hocr(word, confidence) });
const hour = (): number => 3_600_000;

async function look(first: readonly [string, number], ...answers: readonly TesseractAnswer[]) {
  const asked: (string | undefined)[] = [];
  const reader = {
    read: (_: GreyRaster, _ms: number, segmentation?: string) => {
      const answer = answers[asked.length] ?? { status: 'timeout' as const };
      asked.push(segmentation);
      return Promise.resolve(answer);
    },
  };
  const lines = await lookAgain(reader, raster, readHocr(hocr(...first)), hour);
  return { text: lines[0]?.words[0]?.text, asked };
}

describe('lookAgain', () => {
  it('is for pages of which much is doubtful', () => {
    expect(isDoubtful(readHocr(hocr('clear', 95)))).toBe(false);
    expect(isDoubtful(readHocr(hocr('c1ear', 70)))).toBe(true);
    expect(isDoubtful([])).toBe(false);
  });

  it('ends with the first reading that is sure', async () => {
    expect(await look(['c1ear', 70], read('clear', 95))).toEqual({ text: 'clear', asked: ['columns'] });
  });

  it('keeps the reading with more sure letters of three', async () => {
    expect(await look(['c1ear', 70], read('c', 80), read('clear', 85))).toEqual({ text: 'clear', asked: ['columns', 'column'] });
    expect(await look(['c1ear', 70], read('many wrong letters', 50), read('x', 60))).toMatchObject({ text: 'c1ear' });
  });

  it('keeps what it has where there is no time', async () => {
    expect(await look(['c1ear', 70], { status: 'timeout' })).toEqual({ text: 'c1ear', asked: ['columns'] });
  });
});
