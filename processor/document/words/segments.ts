// Words → segments: pieces of a line without a wide gap inside, in the order of the page. A segment never crosses a column or a cell.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Word } from './words.ts';

export interface Segment {
  readonly words: readonly Word[];
  readonly box: ShownBox;
  /** Baseline of most of its text. */
  readonly y: number;
  /** Points, of most of its text. */
  readonly size: number;
  /** Place in reading order. */
  readonly order: number;
  readonly angle: number;
}

/** A gap this wide (em) separates two segments. */
const WIDE_GAP_EM = 1.05;
const ONE_OBJECT_GAP_EM = 3;
/** A raised or lowered word stays on its line. */
const SHIFT_EM = 0.5;
/** Share of the others' size: a smaller word may be raised or lowered. */
const SMALLER = 0.85;
/** What begins further before the last word does not follow it. */
const BACK_EM = 0.5;
/** Of so many times its size: it is no mark. */
const FAR_SMALLER = 2;
/** Words of one size are on one line when their baselines differ by less: for one run of the stream, and for several. */
const LEVEL_EM = 0.2;
const APART_LEVEL_EM = 0.12;
/** A gap this wide is a space. */
const SPACE_EM = 0.12;
/** Points: a narrower gap is none, even if the stream has a space. */
const SPACE_POINTS_MIN = 0.3;
/** Pieces that touch may overlap by so much. */
const OVERLAP_EM = 0.3;
/** A piece in a gap of another may overlap its words by so much. */
const HELD_OVERLAP_EM = 0.25;
/** A neighbouring line this near the gap that ends where its text ends shows that the gap is one of justified text. */
const AROUND_EM = { least: 0.5, most: 2, side: 0.4 } as const;

export function makeSegments(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let open: Word[] = [];
  let largest: Word | undefined;
  for (const word of words) {
    const last = open[open.length - 1];
    if (!last || !largest || !joins(largest.style.size > last.style.size ? largest : last, last, word)) {
      if (last) segments.push(segmentOf(open));
      open = [];
      largest = word;
    } else if (word.style.size > largest.style.size) largest = word;
    open.push(word);
  }
  if (open.length > 0) segments.push(segmentOf(open));
  return mergeTouching(bridgeGaps(segments));
}

/** @param main the largest of the words so far */
function joins(main: Word, last: Word, next: Word): boolean {
  if (last.style.angle !== next.style.angle) return false;
  if (next.follows) return true;
  if (isUnder(next, last) || isBefore(next, last)) return false;
  const size = Math.max(last.style.size, next.style.size);
  const em = Math.max(...[last, next].map(({ style: { size: height, stretch = 1 } }) => height * Math.min(1, stretch)));
  const shift = next.style.size < main.style.size * SMALLER || last.style.size < next.style.size * SMALLER ? SHIFT_EM : LEVEL_EM;
  const [near, gap] = distances(last, next, main);
  // One operator drew both: the gap is that of a justified line, unless it is a tab.
  const wide = last.object === next.object && last.object >= 0 ? ONE_OBJECT_GAP_EM : WIDE_GAP_EM;
  return near <= size * shift && gap <= em * wide;
}

/** Where the stream goes back: to a large initial that is drawn behind its word, or to what stands lower than a large sign. */
function isBefore(next: Word, last: Word): boolean {
  if (last.style.angle !== 0 || last.rtl || next.rtl) return false;
  if (Math.abs(next.y - last.y) > next.style.size * LEVEL_EM) return next.box.left < last.box.left - next.style.size * BACK_EM;
  return next.box.right < last.box.left + next.style.size * SPACE_EM && !next.spaceBefore && next.style.size !== last.style.size;
}

/** A line of small type begins below a large word, whose height would make it one of its line: a mark stands beside. */
function isUnder(next: Word, last: Word): boolean {
  if (last.style.size < next.style.size * FAR_SMALLER || next.y - last.y < next.style.size * LEVEL_EM) return false;
  return Math.min(last.box.right, next.box.right) - Math.max(last.box.left, next.box.left) > (next.box.right - next.box.left) / 2;
}

/** Across and along the line; a next word far on the wrong side counts as a gap. */
function distances(last: Word, next: Word, main: Word): readonly [number, number] {
  const upright = last.style.angle === 0 || last.style.angle === 180;
  const across = upright ? Math.min(Math.abs(main.y - next.y), Math.abs(last.y - next.y)) : Math.abs(last.box.right - next.box.right);
  const [from, to] = upright ? [last.box.left, last.box.right] : [last.box.top, last.box.bottom];
  const [nextFrom, nextTo] = upright ? [next.box.left, next.box.right] : [next.box.top, next.box.bottom];
  return [across, Math.max(nextFrom - to, from - nextTo)];
}

export function segmentOf(words: readonly Word[]): Segment {
  const { size, y } = mainLevel(words);
  let [order, left, top, right, bottom] = [Infinity, Infinity, Infinity, -Infinity, -Infinity];
  for (const word of words) {
    const { box } = word;
    if (word.order < order) order = word.order;
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { words, box: { left, top, right, bottom }, y, size, order, angle: words[0]?.style.angle ?? 0 };
}

/** Size and baseline of most of the letters; of the first words where several have as many. */
function mainLevel(words: readonly Word[]): { readonly size: number; readonly y: number } {
  const [first] = words;
  if (first && words.every(({ style, y }) => style.size === first.style.size && y === first.y))
    return { size: first.style.size, y: first.y };
  const levels: { readonly size: number; readonly y: number; weight: number }[] = [];
  for (const { style, y, text } of words) {
    const known = levels.find((level) => level.size === style.size && level.y === y);
    if (known) known.weight += text.length;
    else levels.push({ size: style.size, y, weight: text.length });
  }
  return levels.reduce((best, level) => (level.weight > best.weight ? level : best), levels[0] ?? { size: 0, y: 0, weight: 0 });
}

/** A wide gap in a justified line: the line before or after it runs across, and ends where the line ends. */
function bridgeGaps(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const [index, segment] of segments.entries()) {
    const last = result.at(-1);
    const before = result.at(-2);
    if (last && isGapOfText(last, segment, before, segments[index + 1]))
      result[result.length - 1] = segmentOf([...last.words, ...withSpace(segment.words)]);
    else result.push(segment);
  }
  return result;
}

const BRIDGED_GAP_EM = 2.6;

function isGapOfText(one: Segment, two: Segment, ...around: readonly (Segment | undefined)[]): boolean {
  const size = Math.max(one.size, two.size);
  const gap = two.box.left - one.box.right;
  if (one.angle !== 0 || two.angle !== 0 || Math.abs(one.y - two.y) > size * LEVEL_EM || gap < 0 || gap > size * BRIDGED_GAP_EM)
    return false;
  return around.some((line) => {
    if (
      !line ||
      Math.abs(line.y - one.y) > size * AROUND_EM.most ||
      Math.abs(line.y - one.y) < size * AROUND_EM.least ||
      line.words.length < 3
    )
      return false;
    return (
      line.box.left < one.box.right - size &&
      line.box.right > two.box.left + size &&
      Math.abs(line.box.right - two.box.right) < size * AROUND_EM.side
    );
  });
}

function withSpace([head, ...tail]: readonly Word[]): Word[] {
  return head ? [{ ...head, spaceBefore: true }, ...tail] : [];
}

/** Pieces of one line that are not drawn one after the other, but are as close as words. */
function mergeTouching(segments: readonly Segment[]): Segment[] {
  const rows = new Map<number, Segment[]>();
  const result: Segment[] = [];
  for (const segment of segments) {
    const row = Math.round(segment.y / 4);
    const near = [row - 1, row, row + 1].flatMap((key) => rows.get(key) ?? []);
    const held = near.filter((other) => holds(segment, other));
    if (held.length > 0) {
      const whole = held.reduce(insertInto, segment);
      for (const other of held) result.splice(result.indexOf(other), 1);
      for (const key of [row - 1, row, row + 1])
        rows.set(
          key,
          (rows.get(key) ?? []).filter((other) => !held.includes(other)),
        );
      result.push(whole);
      rows.set(row, [...(rows.get(row) ?? []), whole]);
      continue;
    }
    const holder = near.find((other) => holds(other, segment));
    const match = holder ?? near.find((other) => touches(other, segment));
    if (!match) {
      result.push(segment);
      rows.set(row, [...(rows.get(row) ?? []), segment]);
      continue;
    }
    const merged = holder ? insertInto(match, segment) : mergeInto(match, segment);
    result[result.indexOf(match)] = merged;
    const key = [row - 1, row, row + 1].find((at) => rows.get(at)?.includes(match)) ?? row;
    rows.set(
      key,
      (rows.get(key) ?? []).map((other) => (other === match ? merged : other)),
    );
  }
  return result;
}

const TOUCH_EM = 0.4;

function touches(one: Segment, two: Segment): boolean {
  if (one.angle !== 0 || two.angle !== 0) return false;
  const size = Math.max(one.size, two.size);
  if (Math.abs(one.y - two.y) > size * (isShiftedPiece(one) || isShiftedPiece(two) ? SHIFT_EM : APART_LEVEL_EM)) return false;
  const gap = Math.max(two.box.left - one.box.right, one.box.left - two.box.right);
  return gap <= size * TOUCH_EM && gap > -size * OVERLAP_EM;
}

/** A letter of right-to-left text with its marks, which some fonts set off the baseline. */
function isShiftedPiece({ words: [word, ...more] }: Segment): boolean {
  return word !== undefined && more.length === 0 && word.rtl && word.text.length <= 4 && /\p{M}/u.test(word.text);
}

function mergeInto(one: Segment, two: Segment): Segment {
  const rtl = isMostlyRtl([...one.words, ...two.words]);
  const twoLater = rtl ? two.box.left < one.box.left : two.box.left > one.box.left;
  const [first, second] = twoLater ? [one, two] : [two, one];
  const gap = Math.max(two.box.left - one.box.right, one.box.left - two.box.right);
  const [head, ...tail] = second.words;
  const space = gap > Math.max(one.size, two.size) * SPACE_EM;
  return segmentOf([
    ...first.words,
    ...(head ? [{ ...head, spaceBefore: space || (head.spaceBefore && gap > SPACE_POINTS_MIN) }] : []),
    ...tail,
  ]);
}

/** A piece in a gap of another on its line: brackets in another font, drawn separately. */
function holds(one: Segment, two: Segment): boolean {
  if (one.angle !== 0 || two.angle !== 0 || Math.abs(one.y - two.y) > one.size * APART_LEVEL_EM) return false;
  if (two.box.left < one.box.left - 1 || two.box.right > one.box.right + 1) return false;
  return two.words.every(({ box }) =>
    one.words.every((word) => Math.min(word.box.right, box.right) - Math.max(word.box.left, box.left) < one.size * HELD_OVERLAP_EM),
  );
}

function insertInto(one: Segment, two: Segment): Segment {
  const all = [...one.words, ...two.words];
  const rtl = isMostlyRtl(all);
  const ordered = all.toSorted((a, b) => (rtl ? b.box.right - a.box.right : a.box.left - b.box.left));
  return segmentOf(
    ordered.map((word, index) => {
      const last = ordered[index - 1];
      const gap = last ? Math.max(word.box.left - last.box.right, last.box.left - word.box.right) : 0;
      return { ...word, spaceBefore: gap > one.size * SPACE_EM };
    }),
  );
}

/** Numbers and signs alone that are read from the right: years beside a text of a script from there. */
function areNumbersFromRight(words: readonly Word[]): boolean {
  if (words.length < 2 || words.some(({ text }) => /\p{L}/u.test(text))) return false;
  return words.every(({ box }, at) => at === 0 || box.right <= (words[at - 1]?.box.left ?? Infinity) + ROUNDING);
}

/** Points. */
const ROUNDING = 0.5;

export function isMostlyRtl(words: readonly Word[]): boolean {
  if (!words.some((word) => word.rtl)) return areNumbersFromRight(words);
  let [rtl, all] = [0, 0];
  for (const { text, rtl: isOwn, fromRight: is = isOwn } of words) {
    if (!/\p{L}/u.test(text)) continue;
    all += text.length;
    if (is) rtl += text.length;
  }
  return rtl * 2 > all;
}
