// Lines of recognition that hold type of two sizes: what is large and small print beside it, or two lines that stand in the height of the large one. And
// words that stand on two levels: rows of a sheet that was bent, which run into each other. Each part becomes a line of its own, on the baseline that its
// letters show. Pure.

import { boxAround } from '../../pdf/geometry/shown-box.ts';
import type { Baseline, RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { reachOf } from './recognised-sizes.ts';
import { isArabic, usualWidth } from './word-widths.ts';

/** Of the sizes of two parts. A letter's height is off by a tenth, a small capital's by a third. */
const RATIO_MIN = 1.6;
/** What has fewer letters and digits may be an initial, a raised sign, or a stroke. */
const LETTERS_MIN = 2;
const CONFIDENCE_MIN = 40;
/** Ems from one level to another: a raised letter is higher by less. */
const LEVEL_MIN = 0.55;
const SHORT_LETTERS = 4;
const SHORT = /^[\p{P}\p{Nd}]*\p{Nd}[\p{P}\p{Nd}]*$/u;
const DESCENDS = /[gjpqyQ,;()[\]{}|§]/;
/** Ems. */
const DESCENT = 0.21;

export function splitLines(lines: readonly RecognisedLine[]): RecognisedLine[] {
  return lines.flatMap(splitLine);
}

function splitLine(line: RecognisedLine): RecognisedLine[] {
  if (Math.abs(line.baseline.y1 - line.baseline.y0) > Math.abs(line.baseline.x1 - line.baseline.x0)) return [line];
  const parts: RecognisedWord[][] = [];
  const slope = slopeOf(line.baseline);
  let before: StandingWord | undefined;
  for (const word of line.words) {
    const own = standOf(word, slope);
    const open = parts.at(-1);
    if (!open || (own && before && isOther(own, before))) parts.push([word]);
    else open.push(word);
    before = own ?? before;
  }
  if (parts.length === 1) return [isShort(line) ? { ...line, baseline: baselineOf(line.words, line.baseline) } : line];
  return parts.map((words) => {
    const box = boxAround(words.map((word) => word.box));
    return { ...line, words, box, baseline: baselineOf(words, line.baseline) };
  });
}

/** The baseline of so few letters was not seen: it is that of lines around them, or the lower edge of a bracket. */
function isShort({ words }: RecognisedLine): boolean {
  const [word, ...others] = words;
  return word !== undefined && others.length === 0 && word.text.length <= SHORT_LETTERS && SHORT.test(word.text);
}

interface StandingWord {
  readonly size: number;
  /** Where it stands, as if the line were level. */
  readonly foot: number;
}

function standOf(word: RecognisedWord, slope: number): StandingWord | undefined {
  const size = sizeOf(word);
  const { left, top, right, bottom } = word.box;
  return size === undefined ? undefined : { size, foot: footOf(word.text, top, bottom) - (slope * (left + right)) / 2 };
}

function isOther(one: StandingWord, two: StandingWord): boolean {
  const [small, large] = [Math.min(one.size, two.size), Math.max(one.size, two.size)];
  return large > small * RATIO_MIN || Math.abs(one.foot - two.foot) > small * LEVEL_MIN;
}

function slopeOf({ x0, y0, x1, y1 }: Baseline): number {
  return x1 === x0 ? 0 : (y1 - y0) / (x1 - x0);
}

/** By the height of its ink and no more than by its width: a rule or a speck may stand in its box. Undefined where that says little, as of Arabic. */
function sizeOf({ text, box, confidence }: RecognisedWord): number | undefined {
  if (confidence < CONFIDENCE_MIN || isArabic(text) || text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < LETTERS_MIN) return undefined;
  const byHeight = (box.bottom - box.top) / (reachOf(text) + (DESCENDS.test(text) ? DESCENT : 0));
  return Math.min(byHeight, (box.right - box.left) / usualWidth(text));
}

/** As steep as that of the whole line, at the feet of the words that stand on it. */
function baselineOf(words: readonly RecognisedWord[], { x0, y0, x1, y1 }: Baseline): Baseline {
  const slope = slopeOf({ x0, y0, x1, y1 });
  const [left, right] = [Math.min(...words.map(({ box }) => box.left)), Math.max(...words.map(({ box }) => box.right))];
  const standing = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !DESCENDS.test(text));
  const feet = (standing.length > 0 ? standing : words)
    .map(({ text, box }) => footOf(text, box.top, box.bottom) - slope * ((box.left + box.right) / 2 - left))
    .toSorted((one, two) => one - two);
  const foot = feet[feet.length >> 1] ?? y0;
  return { x0: left, y0: foot, x1: right, y1: foot + slope * (right - left) };
}

function footOf(text: string, top: number, bottom: number): number {
  if (!DESCENDS.test(text)) return bottom;
  return bottom - ((bottom - top) * DESCENT) / (reachOf(text) + DESCENT);
}
