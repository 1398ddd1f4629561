// Puts the words of strips into the lines of a page: where they lie over words that were there, the surer reading stays. Pure.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { footOf } from '../page-text.ts';
import type { RecognisedLine, RecognisedWord } from '../recognised.ts';

/** Where nothing was read, a guess is worse than nothing; a single sign needs more. */
const NEW_CONFIDENCE_MIN = 80;
const SINGLE_CONFIDENCE_MIN = 85;
/** Confidence of a letter that is worth nothing. */
const WORTHLESS_CONFIDENCE = 50;
/** Beside the height of a word: words with more between them are pieces of different columns or cells. */
const PIECE_GAP = 1.5;
/** Share of the smaller box that lies in the other. */
const SAME_SHARE = 0.3;

/** @param read words of one strip, in reading order */
export function mergeWords(lines: readonly RecognisedLine[], read: readonly RecognisedWord[]): RecognisedLine[] {
  const sure = read.filter(isWorthKeeping);
  if (sure.length === 0) return [...lines];
  const box = boxAround(sure.map((word) => word.box));
  const covers = (word: RecognisedWord): boolean => sure.some((other) => shareOf(word.box, other.box) >= SAME_SHARE);
  const there = lines.flatMap((line) => line.words.filter(covers));
  if (there.length === 0) return insertLine(lines, sure, box);
  if (weigh(sure) <= weigh(there)) return [...lines];
  let isPlaced = false;
  return lines.flatMap((line): RecognisedLine[] => {
    const first = line.words.findIndex(covers);
    if (first < 0) return [line];
    const others = line.words.filter((word) => !covers(word));
    const words = isPlaced ? others : inOrder([...line.words.slice(0, first), ...sure, ...others.slice(first)], line);
    isPlaced = true;
    return words.length === 0 ? [] : [{ ...line, words, box: boxAround(words.map((word) => word.box)) }];
  });
}

/** Words that only the page has may stand between those of a strip. */
function inOrder(words: readonly RecognisedWord[], { isRightToLeft, box }: RecognisedLine): readonly RecognisedWord[] {
  const isLevel = box.right - box.left > box.bottom - box.top;
  return isRightToLeft || !isLevel ? words : words.toSorted((one, two) => one.box.left - two.box.left);
}

/** The same for another reading of the whole page: its lines come in pieces, so that those across two columns stay apart. */
export function mergeReading(lines: readonly RecognisedLine[], other: readonly RecognisedLine[]): RecognisedLine[] {
  return other
    .flatMap(({ words }) => splitAtGaps(words))
    .reduce<RecognisedLine[]>((merged, piece) => mergeWords(merged, piece), [...lines]);
}

function splitAtGaps(words: readonly RecognisedWord[]): RecognisedWord[][] {
  const pieces: RecognisedWord[][] = [];
  for (const word of words) {
    const last = pieces.at(-1)?.at(-1);
    const gap = last ? Math.max(word.box.left - last.box.right, last.box.left - word.box.right) : Number.POSITIVE_INFINITY;
    if (gap > (word.box.bottom - word.box.top) * PIECE_GAP) pieces.push([word]);
    else pieces.at(-1)?.push(word);
  }
  return pieces;
}

function isWorthKeeping({ text, confidence }: RecognisedWord): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  return confidence >= (text.length === 1 ? SINGLE_CONFIDENCE_MIN : NEW_CONFIDENCE_MIN);
}

/** After the line that ends nearest before it: beside it in the same row, or above it. */
function insertLine(lines: readonly RecognisedLine[], words: readonly RecognisedWord[], box: ShownBox): RecognisedLine[] {
  const middle = (box.top + box.bottom) / 2;
  let [at, nearest] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, line] of lines.entries()) {
    const isSameRow = middle > line.box.top && middle < line.box.bottom && line.box.right <= box.left;
    const isAbove = line.box.bottom <= middle;
    if (!isSameRow && !isAbove) continue;
    const across = Math.max(0, line.box.left - box.right, box.left - line.box.right);
    const distance = (isSameRow ? 0 : 2 * (middle - line.box.bottom)) + across;
    if (distance <= nearest) [at, nearest] = [index, distance];
  }
  const neighbour = lines[Math.max(0, at)];
  const line: RecognisedLine = {
    words,
    box,
    baseline: footOf(box),
    isRightToLeft: words.some(({ text }) => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)),
    block: neighbour?.block ?? 0,
    paragraph: neighbour?.paragraph ?? 0,
  };
  return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)];
}

function shareOf(one: ShownBox, two: ShownBox): number {
  const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(1, Math.min(areaOf(one), areaOf(two)));
}

function areaOf({ left, top, right, bottom }: ShownBox): number {
  return (right - left) * (bottom - top);
}

function weigh(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - WORTHLESS_CONFIDENCE), 0);
}
