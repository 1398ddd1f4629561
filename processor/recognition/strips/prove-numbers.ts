// Reads numbers of a page again, each by itself: larger, as grey and as black and white. A letter that is misread is seen by whoever reads its word; a
// figure that is misread says something else, and reads well. Numbers that are not the same again are marked.

import type { Segmentation, TesseractAnswer } from '../../tools/tesseract.ts';
import { readHocr } from '../read-hocr.ts';
import type { GreyRaster, RecognisedLine, RecognisedWord } from '../recognised.ts';
import type { Strip } from './find-strips.ts';
import { setSheets, type Sheet, takeWords } from './set-sheet.ts';

interface Reader {
  readonly read: (raster: GreyRaster, timeMs: number, segmentation?: Segmentation) => Promise<TesseractAnswer>;
}

const FIGURE = /\p{Nd}/u;
/** A single sign is read worse by itself than among its neighbours. */
const SINGLE = /^[^\p{L}\p{N}]*[\p{L}\p{N}][^\p{L}\p{N}]*$/u;
/** Beside its height: words of lines that run up or down are narrower. */
const UPRIGHT = 0.6;
/** Heights of the word: how far beside it a figure of it may stand that was not read. */
const REACH = 0.5;
/** The letters of the grey reading beside those of the black and white one. */
const LARGER = 1.4;
/** One in ten numbers with less is wrong on a worn page, one in a hundred with more. */
const SURE_CONFIDENCE = 90;
/** Of all numbers of a page: where more are something else, those that were read surely are read again, too. */
const WORN_SHARE = 0.05;

type Look = 'grey' | 'bilevel';

interface NumberStrip extends Strip {
  readonly word: RecognisedWord;
}

/** On a page that is hardly worn only numbers that were not read surely are read again. */
export async function proveNumbers(
  reader: Reader,
  raster: GreyRaster,
  lines: readonly RecognisedLine[],
  timeLeftMs: () => number,
): Promise<RecognisedLine[]> {
  const words = lines.flatMap((line) => line.words);
  const numbers = words.filter(isNumber);
  const differing = async (some: readonly RecognisedWord[], looks: readonly Look[]): Promise<Set<RecognisedWord>> => {
    const strips = some.map((word) => stripOf(word, words)).flatMap((strip) => looks.map((look) => lookedAt(strip, look)));
    return findDiffering(reader, await setSheets(raster, strips), timeLeftMs);
  };
  const unproven = await differing(
    numbers.filter((word) => !isSure(word)),
    ['grey', 'bilevel'],
  );
  if (unproven.size > numbers.length * WORN_SHARE) {
    for (const word of await differing(numbers.filter(isSure), ['grey'])) unproven.add(word);
  }
  if (unproven.size === 0) return [...lines];
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => (unproven.has(word) ? { ...word, isUnproven: true } : word)),
  }));
}

/** Numbers that could not be read in time do not differ. */
async function findDiffering(
  reader: Reader,
  sheets: readonly Sheet<NumberStrip>[],
  timeLeftMs: () => number,
): Promise<Set<RecognisedWord>> {
  const found = new Set<RecognisedWord>();
  for (const sheet of sheets) {
    const answer = await reader.read(sheet.raster, timeLeftMs(), 'block');
    if (answer.status !== 'read') break;
    const read = readHocr(answer.text).flatMap((line) => line.words);
    for (const { strip, words } of takeWords(sheet, read)) {
      if (signsOf(strip.word.text) !== signsOf(words.map(({ text }) => text).join(''))) found.add(strip.word);
    }
  }
  return found;
}

function isNumber({ text, box }: RecognisedWord): boolean {
  return FIGURE.test(text) && !SINGLE.test(text) && box.right - box.left > (box.bottom - box.top) * UPRIGHT;
}

function isSure({ confidence }: RecognisedWord): boolean {
  return confidence >= SURE_CONFIDENCE;
}

function stripOf(word: RecognisedWord, words: readonly RecognisedWord[]): NumberStrip {
  const { left, top, right, bottom } = word.box;
  const reach = Math.round((bottom - top) * REACH);
  const beside = words.filter((other) => other !== word && other.box.top < bottom && other.box.bottom > top).map(({ box }) => box);
  const before = Math.max(0, ...beside.filter((box) => box.left < left).map((box) => Math.round((box.right + left) / 2)));
  const behind = Math.min(...beside.filter((box) => box.left > left).map((box) => Math.round((right + box.left) / 2)), right + reach);
  const box = { left: Math.min(left, Math.max(before, left - reach)), top, right: Math.max(right, behind), bottom };
  return { box, letters: [box], height: bottom - top, isInverted: false, word };
}

function lookedAt(strip: NumberStrip, look: Look): NumberStrip {
  return look === 'grey' ? strip : { ...strip, height: strip.height / LARGER, isBilevel: true };
}

/** All signs from the first figure or letter to the last. */
function signsOf(text: string): string {
  return text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
