// A match in a line with right-to-left letters, or a new text that has some: which glyphs it takes from left to right, and whether the line would
// still be in order with the new text in their place. Where it would not, the edit is refused: words would stand in each other's places.

import { baseDirection, type Direction, orderRuns } from '../draw/bidi.ts';
import { isBracket } from '../draw/brackets.ts';
import type { TextMatch } from './find.ts';
import type { PageText } from './page-text.ts';
import { isRightToLeft } from './text-order.ts';

export interface DirectedMatch {
  /** Its glyphs from left to right. */
  readonly match: TextMatch;
  /** The direction of its line. */
  readonly base: Direction;
}

/** @param value undefined keeps the text. @returns undefined where nothing runs from right to left */
export function directedMatch(page: PageText, match: TextMatch, value: string | undefined): DirectedMatch | 'right_to_left' | undefined {
  const isTouched = page.directed.some(({ start, end }) => match.start < end && match.end > start);
  if (!isTouched && !isRightToLeft(value ?? '')) return undefined;
  const [start, end] = lineAround(page, match);
  if (match.end > end) return 'right_to_left';
  const [before, after] = [page.text.slice(start, match.start), page.text.slice(match.end, end)];
  const directed = page.directed.find((line) => line.start <= match.start && line.end >= match.end);
  const base = directed?.base ?? (/\p{L}/u.test(before + after) ? 'ltr' : baseDirection(value ?? match.text));
  const glyphs = match.glyphs.toSorted((one, two) => one.start - two.start || one.eventIndex - two.eventIndex);
  const turned = { match: { ...match, glyphs }, base };
  if (!isInOnePiece(page, turned.match, [start, end])) return 'right_to_left';
  const isKept = value === undefined || value === match.text;
  if (!isKept && page.directed.some((line) => line.hasTurnedBrackets) && hasBrackets(value, base)) return 'right_to_left';
  return isKept || staysInOrder([before, match.text, after], value, base) ? turned : 'right_to_left';
}

/** Where a page's brackets have the shape of their counterparts, nobody knows what those of new text would look like. */
function hasBrackets(text: string, base: Direction): boolean {
  return orderRuns(text, base).some(
    ({ start, end, direction }) => direction === 'rtl' && Array.from(text.slice(start, end)).some(isBracket),
  );
}

function lineAround({ text, glyphOf }: PageText, match: TextMatch): readonly [number, number] {
  const isEnd = (at: number) => text.charAt(at) === '\n' && glyphOf[at] === -1;
  let [start, end] = [match.start, match.start];
  while (start > 0 && !isEnd(start - 1)) start--;
  while (end < text.length && !isEnd(end)) end++;
  return [start, end];
}

/** No other letter of the line stands between its letters. */
function isInOnePiece({ glyphs: all, glyphOf }: PageText, { glyphs }: TextMatch, [start, end]: readonly [number, number]): boolean {
  const own = new Set(glyphs);
  const [from, to] = [Math.min(...glyphs.map((one) => one.start)), Math.max(...glyphs.map((one) => one.end))];
  for (let unit = start; unit < end; unit++) {
    const glyph = all[glyphOf[unit] ?? -1];
    if (!glyph || own.has(glyph) || glyph.shown.glyph.unicode.trim() === '') continue;
    const middle = (glyph.start + glyph.end) / 2;
    if (middle > from && middle < to) return false;
  }
  return true;
}

/** What is around the text keeps its order on both sides of it, and the new text is seen as it would be alone. */
function staysInOrder([before, old, after]: readonly [string, string, string], value: string, base: Direction): boolean {
  const was = seenOrder(before + old + after, base);
  const is = seenOrder(before + value + after, base);
  const sidesOf = (order: readonly number[], text: string) => {
    const end = before.length + text.length;
    const at = order.findIndex((unit) => unit >= before.length && unit < end);
    const around = (units: readonly number[]) =>
      units
        .filter((unit) => unit < before.length || unit >= end)
        .map((unit) => (unit < before.length ? unit : unit - end + before.length))
        .filter((unit) => /\S/u.test((before + after).charAt(unit)));
    const inside = order.slice(at, at + text.length);
    const isWhole = inside.every((unit) => unit >= before.length && unit < end);
    return {
      left: around(order.slice(0, Math.max(0, at))),
      all: around(order),
      inside: inside.map((unit) => unit - before.length),
      isWhole,
    };
  };
  const [one, two] = [sidesOf(was, old), sidesOf(is, value)];
  if (one.all.join() !== two.all.join()) return false;
  if (value === '') return true;
  return one.isWhole && two.isWhole && one.left.join() === two.left.join() && two.inside.join() === seenOrder(value, base).join();
}

/** The units of a text from left to right. */
function seenOrder(text: string, base: Direction): number[] {
  return orderRuns(text, base).flatMap(({ start, end, direction }) => {
    const units = Array.from({ length: end - start }, (_, index) => start + index);
    return direction === 'rtl' ? units.toReversed() : units;
  });
}
