// Reads one raster with either engine. Orientation is detected only when the reading looks wrong: the page is then turned upright, read
// again, and the better reading is kept; what was missed or is doubtful is read once more, line by line (strips/). No page makes it throw.

import { boxAround } from '../pdf/geometry/shown-box.ts';
import { isWrittenIn } from './language-scripts.ts';
import { meanConfidence, readHocr } from './read-hocr.ts';
import type { GreyRaster, RecognisedLine, RecognisedOutcome, RecognisedPage } from './recognised.ts';
import { leadBack, prepareRaster } from './prepare/prepare-raster.ts';
import { mergeReading } from './strips/merge-words.ts';
import { proveNumbers } from './strips/prove-numbers.ts';
import { readStrips } from './strips/read-strips.ts';
import type { Segmentation, TesseractAnswer } from '../tools/tesseract.ts';
import type { Rotation } from '../pdf/pages/page-box.ts';
import { turnRaster } from './turn-raster.ts';

/** The two functions of an engine for a raster. */
export interface RasterReader {
  readonly read: (raster: GreyRaster, timeMs: number, segmentation?: Segmentation) => Promise<TesseractAnswer>;
  /** The text holds the clockwise turn in degrees after `Rotate:`, and may hold the script with its confidence. */
  readonly orient: (raster: GreyRaster, timeMs: number) => Promise<TesseractAnswer>;
}

/** A word that is read right has more confidence than this in nearly all cases; a page on its side has hardly any such word. */
const SURE_CONFIDENCE = 80;
const SURE_SHARE_MIN = 0.5;
/** Of Tesseract's detection of scripts, which gives right answers on whole pages 2.9 or more. */
const SCRIPT_CONFIDENCE_MIN = 1;
/**
 * On a page that is read surely, a word with less, in a line of which fewer words are sure, is a mark, a part of a picture or a wrong word in 19
 * cases of 20. Beside sure words it may be a short word.
 */
const GUESS_CONFIDENCE = 40;
const SURE_LINE_SHARE = 0.65;
/** Lines that run down or up are read almost as well, but their order on the page is lost. */
const LYING_DISCOUNT = 0.8;

export interface HowToRead {
  readonly languages?: readonly string[];
  /** Asked before a doubtful page is read in other ways. */
  readonly hasTimeToSpare?: () => boolean;
  /** Numbers are read again, and marked where they are something else then. */
  readonly provesNumbers?: boolean;
}

/** Its letters are told apart by dots, which a blur takes with the noise. */
const DOTTED_SCRIPT = 'Arabic';

/** @param timeMs for all readings of the page together */
export async function recogniseUpright(
  reader: RasterReader,
  given: GreyRaster,
  timeMs: number,
  { languages = [], hasTimeToSpare = () => true, provesNumbers = false }: HowToRead = {},
): Promise<RecognisedOutcome> {
  const startedAt = performance.now();
  const timeLeftMs = (): number => Math.max(1, timeMs - (performance.now() - startedAt));
  const raster = await prepareRaster(given, { calms: !isWrittenIn(DOTTED_SCRIPT, languages) });
  const first = await reader.read(raster, timeLeftMs());
  if (first.status !== 'read') return failed(first);
  const lines = readHocr(first.text);
  let best: Reading = { lines, turn: 0, raster };
  let script: string | undefined;
  const lying = isLying(lines);
  if (lying || lines.length === 0 || isDoubtful(lines)) {
    const oriented = await reader.orient(raster, timeLeftMs());
    if (oriented.status === 'timeout') return failed(oriented);
    const turn = oriented.status === 'read' ? readTurn(oriented.text) : 0;
    script = oriented.status === 'read' ? readScript(oriented.text) : undefined;
    if (turn !== 0) {
      const turned = turnRaster(raster, turn);
      const second = await reader.read(turned, timeLeftMs());
      if (second.status !== 'read') return failed(second);
      const again = readHocr(second.text);
      if (weighSure(again) > weighSure(lines) * (lying ? LYING_DISCOUNT : 1)) best = { lines: again, turn, raster: turned };
    }
  }
  if (!isLying(best.lines) && hasTimeToSpare()) best = { ...best, lines: await readMissed(reader, best, timeLeftMs) };
  const sureLetters = shareOfSureLetters(best.lines);
  best = { ...best, lines: withoutGuesses(best.lines) };
  if (provesNumbers) best = { ...best, lines: await proveNumbers(reader, best.raster, best.lines, timeLeftMs) };
  const isOnItsSide = best.turn === 90 || best.turn === 270;
  const page: RecognisedPage = {
    widthPx: isOnItsSide ? given.height : given.width,
    heightPx: isOnItsSide ? given.width : given.height,
    rotation: best.turn,
    lines: leadBack(best.lines, { ...raster, ...best.raster }, isOnItsSide ? { width: given.height, height: given.width } : given),
    confidence: meanConfidence(best.lines),
    ...(script !== undefined && { script }),
    ...(sureLetters !== undefined && { sureLetters }),
    ...(raster.isPhotograph && { isPhotograph: true }),
    ms: Math.round(performance.now() - startedAt),
  };
  return { status: best.lines.length === 0 ? 'blank' : 'ocr', page };
}

interface Reading {
  readonly lines: RecognisedLine[];
  readonly turn: Rotation;
  readonly raster: GreyRaster;
}

/** Korean is cut into wrong words where the engine looks for columns: a reading as one column is laid over it. Thai is read twice. */
async function readMissed(reader: RasterReader, { lines, raster }: Reading, timeLeftMs: () => number): Promise<RecognisedLine[]> {
  if (isMostly(/\p{Script=Thai}/gu, lines)) {
    const column = await reader.read(raster, timeLeftMs(), 'column');
    const other = column.status === 'read' ? readHocr(column.text) : [];
    return weighAll(other) > weighAll(lines) ? other : lines;
  }
  const column = isMostly(/\p{Script=Hangul}/gu, lines) ? await reader.read(raster, timeLeftMs(), 'column') : undefined;
  const merged = column?.status === 'read' ? mergeReading(lines, readHocr(column.text)) : lines;
  return readStrips(reader, raster, merged, timeLeftMs);
}

/** Of all words, or of the letters beside numbers that are read in any language. */
function isDoubtful(lines: readonly RecognisedLine[]): boolean {
  return countSure(lines) < countWords(lines) * SURE_SHARE_MIN || (shareOfSureLetters(lines) ?? 1) < SURE_SHARE_MIN;
}

/** A page that is hard to read keeps all of its words. */
function withoutGuesses(lines: RecognisedLine[]): RecognisedLine[] {
  if (countSure(lines) < countWords(lines) * SURE_SHARE_MIN) return lines;
  return lines.flatMap((line): RecognisedLine[] => {
    if (countSure([line]) >= line.words.length * SURE_LINE_SHARE) return [line];
    const words = line.words.filter(({ confidence }) => confidence >= GUESS_CONFIDENCE);
    if (words.length === line.words.length) return [line];
    return words.length === 0 ? [] : [{ ...line, words, box: boxAround(words.map(({ box }) => box)) }];
  });
}

/** True when most letters are of a script. */
function isMostly(letter: RegExp, lines: readonly RecognisedLine[]): boolean {
  const text = lines.flatMap((line) => line.words.map((word) => word.text)).join('');
  return (text.match(letter)?.length ?? 0) * 2 > text.length;
}

function weighAll(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words);
  return words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - 50), 0);
}

function failed(answer: Exclude<TesseractAnswer, { status: 'read' }>): RecognisedOutcome {
  return answer.status === 'timeout' ? { status: 'timeout' } : { status: 'error', cause: answer.cause };
}

function readTurn(text: string): Rotation {
  const degrees = /(?:^|Rotate: )(\d+)\s*$/m.exec(text)?.[1];
  return degrees === '90' ? 90 : degrees === '180' ? 180 : degrees === '270' ? 270 : 0;
}

function readScript(text: string): string | undefined {
  const confidence = Number(/^Script confidence: ([\d.]+)$/m.exec(text)?.[1] ?? 0);
  return confidence < SCRIPT_CONFIDENCE_MIN ? undefined : /^Script: (\w+)$/m.exec(text)?.[1];
}

/** True when most words are in lines that run down or up. Tesseract reads such lines by itself; so does vertical Japanese. */
function isLying(lines: readonly RecognisedLine[]): boolean {
  const tall = lines.filter(({ box, words }) => words.length > 1 && box.bottom - box.top > box.right - box.left);
  return countWords(tall) * 2 > countWords(lines);
}

function countWords(lines: readonly RecognisedLine[]): number {
  return lines.reduce((sum, line) => sum + line.words.length, 0);
}

function countSure(lines: readonly RecognisedLine[]): number {
  return lines.reduce((sum, line) => sum + line.words.filter((word) => word.confidence > SURE_CONFIDENCE).length, 0);
}

/** Numbers are read in any language, and single letters are often strokes. */
const LETTERS = { inWord: /\p{L}{2}/u, least: 40, confidence: 60 } as const;

/** Before guesses are left out: what is not read says most about a page in another language. */
function shareOfSureLetters(lines: readonly RecognisedLine[]): number | undefined {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => LETTERS.inWord.test(text));
  const lettersOf = (all: typeof words): number => all.reduce((sum, { text }) => sum + text.length, 0);
  if (lettersOf(words) < LETTERS.least) return undefined;
  return lettersOf(words.filter(({ confidence }) => confidence >= LETTERS.confidence)) / lettersOf(words);
}

/** Characters in words of high confidence: a page on its side gives many short wrong words. */
function weighSure(lines: readonly RecognisedLine[]): number {
  const sure = lines.flatMap((line) => line.words).filter((word) => word.confidence > SURE_CONFIDENCE);
  return sure.reduce((sum, word) => sum + word.text.length, 0);
}
