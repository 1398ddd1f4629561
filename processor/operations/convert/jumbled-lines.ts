// Whether what was recognised on a page can be set at all: lines that would be printed over each other, or that are nowhere near as wide in their size
// as they are seen, are no reading of it. Such a page says more as the picture that it is. Pure.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RecognisedLine, RecognisedPage } from '../../recognition/recognised.ts';
import { doubtfulWords } from './doubtful-words.ts';
import { letterPixels, settleSizes } from './recognised-sizes.ts';
import { usualWidth } from './word-widths.ts';

/** Fewer letters are a stamp, or the title of a picture. */
const LETTERS_MIN = 60;
/** Of the letters of a page: those in lines that cannot be set. */
const JUMBLED_SHARE = 0.2;
/** Of its letters: those of words that stay a picture. What is left is in pieces; and where a camera saw some badly, others are misread. */
const LEFT_SHARE = { scan: 0.3, photograph: 0.12 } as const;
/** Ems above and below the baseline. */
const BAND = { above: 0.7, below: 0.2 } as const;
/** Of the lower band, and of the shorter line, that lies in another. */
const OVER = { high: 0.45, wide: 0.2 } as const;
/** Beside the width that is seen: faces are narrower or wider by less, and titles are set apart by less. */
const WIDE = { least: 0.5, most: 2 } as const;

export function isJumbled({ lines, isPhotograph = false }: Pick<RecognisedPage, 'lines' | 'isPhotograph'>): boolean {
  const [jumbled, left, all] = jumbledShares(lines);
  const leftMax = isPhotograph ? LEFT_SHARE.photograph : LEFT_SHARE.scan;
  return all >= LETTERS_MIN && (jumbled > (all - left) * JUMBLED_SHARE || left > all * leftMax);
}

interface SetLine {
  readonly box: ShownBox;
  readonly letters: number;
  /** The width that is seen, of that in its size. */
  readonly wide: number;
}

/** Letters in lines that cannot be set, in words that stay a picture, and all. */
function jumbledShares(lines: readonly RecognisedLine[]): [number, number, number] {
  const level = lines.filter(({ baseline: { x0, y0, x1, y1 } }) => Math.abs(x1 - x0) > Math.abs(y1 - y0));
  const sizes = settleSizes(level.map((line) => ({ line, points: letterPixels(line) })));
  let [jumbled, left, all] = [0, 0, 0];
  const set: SetLine[] = [];
  const unsure = doubtfulWords(lines);
  for (const line of level) {
    const leftOf = line.words.filter((word) => unsure.has(word));
    const words = line.words.filter((word) => !unsure.has(word));
    all += lettersOf(line.words);
    left += lettersOf(leftOf);
    if (words.length === 0) continue;
    const size = sizes.get(line) ?? letterPixels(line);
    const { left: from, right } = boxAround(words.map(({ box }) => box));
    const foot = (line.baseline.y0 + line.baseline.y1) / 2;
    const seen = words.reduce((sum, { box }) => sum + box.right - box.left, 0);
    const wide = seen / (words.reduce((sum, { text }) => sum + usualWidth(text), 0) * size);
    set.push({
      box: { left: from, right, top: foot - size * BAND.above, bottom: foot + size * BAND.below },
      letters: lettersOf(words),
      wide,
    });
  }
  for (const line of set) {
    const isOver = set.some((other) => other !== line && liesOver(line.box, other.box));
    if (isOver || line.wide < WIDE.least || line.wide > WIDE.most) jumbled += line.letters;
  }
  return [jumbled, left, all];
}

function liesOver(one: ShownBox, two: ShownBox): boolean {
  const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const along = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  const high = Math.min(one.bottom - one.top, two.bottom - two.top);
  const wide = Math.min(one.right - one.left, two.right - two.left);
  return along > high * OVER.high && across > wide * OVER.wide;
}

function lettersOf(words: readonly { readonly text: string }[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
