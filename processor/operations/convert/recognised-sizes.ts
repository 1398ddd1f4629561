// The sizes of letters that were read from pictures: each line's from how far its letters reach above the baseline, then all of them moved to the
// few sizes that a document has. A line's own estimate is off by some percent; lines that look alike must get one size.

import type { RecognisedLine } from '../../recognition/recognised.ts';
import { isArabic, usualWidth } from './word-widths.ts';

/** How far letters reach above the baseline in usual text fonts, in ems. */
const REACH = { tall: 0.7, small: 0.48, wide: 0.84, other: 0.72 } as const;
const TALL = /^[^\p{P}]*[\p{Lu}\p{Nd}bdfhklt]/u;
const SMALL = /^[acegmnopqrsuvwxyz]+[.,;:]?$/;
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff]/;
/** Sizes nearer to each other than this are one size. */
const KIND_RATIO = 1.14;
/** Faces are no narrower beside a usual one: what is taller has another line, or a rule, in its box. */
const NARROW = 1.7;
const IN_WORD = /^[\p{Script=Latin}\p{Nd}\p{P}]{2,}$/u;
/** Ems between words. */
const SPACE = 0.32;
const POINTS = { min: 4, max: 200 } as const;

/** Pixels. */
export function letterPixels(line: RecognisedLine): number {
  const { baseline, words } = line;
  const width = baseline.x1 - baseline.x0;
  const isLevel = Math.abs(width) > Math.abs(baseline.y1 - baseline.y0);
  const slope = isLevel && width !== 0 ? (baseline.y1 - baseline.y0) / width : 0;
  const whole = wholeWidth(line) / words.reduce((sum, { text }) => sum + usualWidth(text) + SPACE, -SPACE);
  const found = words.flatMap(({ text, box }) => {
    const wide = (box.right - box.left) / usualWidth(text);
    if (isLevel && isArabic(text)) return [{ size: Math.min(wide, whole), weight: text.length }];
    const reach = isLevel
      ? baseline.y0 + slope * ((box.left + box.right) / 2 - baseline.x0) - box.top
      : (box.right - box.left) * REACH.tall;
    const size = reach / reachOf(text);
    return reach > 0 ? [{ size: isLevel && size > wide * NARROW && IN_WORD.test(text) ? wide : size, weight: text.length }] : [];
  });
  return weightedMedian(found) ?? Math.max(1, line.box.bottom - line.box.top);
}

function wholeWidth({ words }: RecognisedLine): number {
  return Math.max(...words.map(({ box }) => box.right)) - Math.min(...words.map(({ box }) => box.left));
}

/** Ems. */
export function reachOf(text: string): number {
  if (WIDE.test(text)) return REACH.wide;
  if (TALL.test(text)) return REACH.tall;
  return SMALL.test(text) ? REACH.small : REACH.other;
}

/** Marks that hands make beside a text, such as initials: lines of so few letters, larger than most and not read surely. */
const HAND = { words: 2, letters: 3, larger: 1.25, confidence: 90, muchLarger: 1.5, sure: 95 } as const;
/** One sign that stands alone in another size: a speck, the stroke of a signature, the corner of a frame. */
const SPECK = { smaller: 0.62, larger: 2 } as const;

export function findHandMarks(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const usual = weightedMedian(lines.map((line) => ({ size: letterPixels(line), weight: lettersOf(line) }))) ?? 0;
  return lines.filter((line) => {
    const { words } = line;
    const size = letterPixels(line) / usual;
    if (isLoneSign(line) && (size < SPECK.smaller || (size > SPECK.larger && !isSureSign(line)))) return true;
    const isFew = words.length <= HAND.words && words.every(({ text }) => text.length <= HAND.letters);
    const isSure = words.every(({ confidence }) => confidence >= (size > HAND.muchLarger ? HAND.sure : HAND.confidence));
    return isFew && !isSure && size > HAND.larger;
  });
}

function isLoneSign({ words }: RecognisedLine): boolean {
  return words.length === 1 && words.every(({ text }) => Array.from(text).length === 1);
}

function isSureSign({ words }: RecognisedLine): boolean {
  return words.every(({ confidence }) => confidence >= HAND.sure);
}

export interface SizedLine {
  readonly line: RecognisedLine;
  readonly points: number;
}

/** Half points; the size with the most letters first takes the sizes near it, and lines whose heights say another size than their widths. */
export function settleSizes(lines: readonly SizedLine[]): ReadonlyMap<RecognisedLine, number> {
  const sizes = new Map<RecognisedLine, number>();
  let open: readonly Open[] = lines.map(({ line, points }) => ({
    line,
    size: points,
    width: (widthPixels(line) * points) / letterPixels(line),
    weight: lettersOf(line),
  }));
  while (open.length > 0) {
    const centre = densest(open);
    const usual = sizes.size === 0 ? open.filter(({ size }) => isNear(size, centre)) : [];
    const wide = weightedMedian(usual.map(({ width, size, weight }) => ({ size: width / size, weight }))) ?? 0;
    const isUsual = ({ size, width }: Open) => size / centre < OFF && centre / size < OFF && isNear(width / wide, centre);
    const near = open.filter((one) => isNear(one.size, centre) || (wide > 0 && isUsual(one)));
    const points = Math.round((weightedMedian(near.filter(({ size }) => isNear(size, centre))) ?? centre) * 2) / 2;
    for (const { line } of near) sizes.set(line, Math.min(POINTS.max, Math.max(POINTS.min, points)));
    open = open.filter(({ line }) => !sizes.has(line));
  }
  return sizes;
}

interface Open extends Weighed {
  readonly line: RecognisedLine;
  /** The size that its widths say in a usual face. */
  readonly width: number;
}

/** How far the height of a line may be off: letters that touch a rule, or stand on a sheet that is bent. */
const OFF = 1.45;

/** Pixels. */
function widthPixels({ words }: RecognisedLine): number {
  const found = words
    .filter(({ text }) => IN_WORD.test(text))
    .map(({ text, box }) => ({ size: (box.right - box.left) / usualWidth(text), weight: text.length }));
  return weightedMedian(found) ?? 0;
}

interface Weighed {
  readonly size: number;
  readonly weight: number;
}

function isNear(one: number, two: number): boolean {
  return Math.max(one, two) <= Math.min(one, two) * KIND_RATIO;
}

/** The size with the most letters near it. */
function densest(items: readonly Weighed[]): number {
  const sorted = items.toSorted((a, b) => a.size - b.size);
  let [best, most] = [sorted[0]?.size ?? 0, -1];
  // Twice over the sorted sizes, both ends moving up: linear.
  let [low, high, sum] = [0, 0, 0];
  for (const { size } of sorted) {
    while (high < sorted.length && isNear(sorted[high]?.size ?? 0, size)) sum += sorted[high++]?.weight ?? 0;
    while (!isNear(sorted[low]?.size ?? size, size)) sum -= sorted[low++]?.weight ?? 0;
    if (sum > most) [best, most] = [size, sum];
  }
  return best;
}

function weightedMedian(items: readonly Weighed[]): number | undefined {
  const sorted = items.toSorted((a, b) => a.size - b.size);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { size, weight } of sorted) {
    sum += weight;
    if (sum >= half) return size;
  }
  return undefined;
}

function lettersOf({ words }: RecognisedLine): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
