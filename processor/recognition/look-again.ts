// A page of which much is doubtful is read once more without its level rules, and if it is still doubtful as one column: tables and forms mislead the
// engine's search for columns. The reading with more sure letters is kept.

import type { TesseractAnswer, Segmentation } from '../tools/tesseract.ts';
import { readHocr } from './read-hocr.ts';
import type { GreyRaster, RecognisedLine } from './recognised.ts';
import { removeRules } from './remove-rules.ts';
import { turnRaster } from './turn-raster.ts';

/** Mean confidence of letters. Of 75 scans 60 are read with more; the others have three quarters of all wrong words. */
const DOUBTFUL_BELOW = 90;
/** Guesses count against a reading. */
const WORTHLESS_CONFIDENCE = 60;

interface Reader {
  readonly read: (raster: GreyRaster, timeMs: number, segmentation?: Segmentation) => Promise<TesseractAnswer>;
}

/** A page without any word is not. */
export function isDoubtful(lines: readonly RecognisedLine[]): boolean {
  return lines.length > 0 && letterConfidence(lines) < DOUBTFUL_BELOW;
}

/** @param lines what was read of the raster @param timeLeftMs a reading that takes longer is given up, the one before it stays */
export async function lookAgain(
  reader: Reader,
  raster: GreyRaster,
  lines: readonly RecognisedLine[],
  timeLeftMs: () => number,
): Promise<RecognisedLine[]> {
  let best = [...lines];
  const bare = turnRaster(removeRules(turnRaster(raster, 90)), 270);
  for (const segmentation of ['columns', 'column'] as const) {
    const again = await reader.read(bare, timeLeftMs(), segmentation);
    if (again.status !== 'read') break;
    const other = readHocr(again.text);
    if (weigh(other) > weigh(best)) best = other;
    if (!isDoubtful(best)) break;
  }
  return best;
}

function letterConfidence(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, letters);
}

function weigh(lines: readonly RecognisedLine[]): number {
  return lines
    .flatMap((line) => line.words)
    .reduce((sum, { text, confidence }) => sum + text.length * (confidence - WORTHLESS_CONFIDENCE), 0);
}
