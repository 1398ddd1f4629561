// Reads the pieces of lines that were missed or are doubtful once more, each by itself.

import type { Segmentation, TesseractAnswer } from '../../tools/tesseract.ts';
import { readHocr } from '../read-hocr.ts';
import type { GreyRaster, RecognisedLine } from '../recognised.ts';
import { findStrips } from './find-strips.ts';
import { mergeWords } from './merge-words.ts';
import { setSheets, takeWords } from './set-sheet.ts';

interface Reader {
  readonly read: (raster: GreyRaster, timeMs: number, segmentation?: Segmentation) => Promise<TesseractAnswer>;
}

export async function readStrips(
  reader: Reader,
  raster: GreyRaster,
  lines: readonly RecognisedLine[],
  timeLeftMs: () => number,
): Promise<RecognisedLine[]> {
  let merged = [...lines];
  for (const sheet of await setSheets(raster, findStrips(raster, lines))) {
    const answer = await reader.read(sheet.raster, timeLeftMs(), 'block');
    if (answer.status !== 'read') break;
    const words = readHocr(answer.text).flatMap((line) => line.words);
    for (const { words: read } of takeWords(sheet, words)) merged = mergeWords(merged, read);
  }
  return merged;
}
