// Lines of Arabic letters as they were read: their boxes are as high as the line, their baselines where Latin letters would have them. Pure.

import { boxAround } from '../../pdf/geometry/shown-box.ts';
import type { RecognisedLine } from '../../recognition/recognised.ts';
import { letterPixels } from './recognised-sizes.ts';
import { isArabic } from './word-widths.ts';

/** Of the height of a line, from its top: letters join there, with tails below and marks above. */
const BASELINE = { usual: 0.66, least: 0.55, most: 0.82 } as const;

/** Ems around the baseline: boxes of words may be those of strokes, or leave out marks and tails. */
const REACH = { above: 0.75, below: 0.25 } as const;

/** Bullets and ticks are read so, and letters that look like figures. */
const ALONE = /^(?:\p{Nd}|["'«»“”„])$/u;
const FIGURE_SURE = 95;

/** Lines that run from right to left do, and stand where their letters join. */
export function mendArabicLines(lines: readonly RecognisedLine[]): RecognisedLine[] {
  return lines.map((line) => (isOfArabic(line) ? mendLine(line) : line));
}

function isOfArabic({ words, box }: RecognisedLine): boolean {
  const letters = words.map(({ text }) => text.replaceAll(/[^\p{L}]/gu, '')).filter((text) => text !== '');
  const arabic = letters.filter(isArabic).reduce((sum, { length }) => sum + length, 0);
  return arabic * 2 > letters.reduce((sum, { length }) => sum + length, 0) && box.right - box.left > box.bottom - box.top;
}

function mendLine(line: RecognisedLine): RecognisedLine {
  const words = line.isRightToLeft ? line.words : line.words.toSorted((one, two) => two.box.right - one.box.right);
  const { left, top, right, bottom } = boxAround(words.map((word) => word.box));
  const { x0, y0, x1, y1 } = line.baseline;
  const slope = x1 === x0 ? 0 : (y1 - y0) / (x1 - x0);
  const at = (y0 + slope * ((left + right) / 2 - x0) - top) / (bottom - top);
  const isLikely = at >= BASELINE.least && at <= BASELINE.most;
  const foot = top + (bottom - top) * BASELINE.usual - (slope * (right - left)) / 2;
  const baseline = isLikely ? line.baseline : { x0: left, y0: foot, x1: right, y1: foot + slope * (right - left) };
  const em = letterPixels(line);
  const inLine = words.map((word, index) => {
    const own = baseline.y0 + slope * ((word.box.left + word.box.right) / 2 - baseline.x0);
    const isAlone = ALONE.test(word.text) && (index === 0 || word.confidence < FIGURE_SURE);
    return {
      ...word,
      ...(isAlone && { confidence: 0 }),
      box: { ...word.box, top: Math.min(word.box.top, own - em * REACH.above), bottom: Math.max(word.box.bottom, own + em * REACH.below) },
    };
  });
  return { ...line, words: inLine, baseline, isRightToLeft: true };
}
