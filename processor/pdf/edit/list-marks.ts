// How the marks of a list count: in figures, letters or Roman figures.

import { linesOfPage } from './layout/lines.ts';
import { markOf } from './layout/units.ts';
import { derive, type PageText, type PlacedGlyph } from './page-text.ts';

type ItemMark = NonNullable<ReturnType<typeof markOf>>;

type System = 'figures' | 'letters' | 'roman';

interface CountedMark {
  readonly before: string;
  readonly after: string;
  readonly count: number;
  readonly system: System;
  readonly isUpper: boolean;
}

const MARK = /^([^\p{L}\p{N}]*)(\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})([^\p{L}\p{N}]*)$/u;
/** A letter alone may be both; these are Roman figures only. */
const ROMAN_ONLY = /^(?=[ivxl]{2})(?:x{0,3}|xl|l)(?:ix|iv|v?i{0,3})$/u;
const ROMAN: readonly (readonly [string, number])[] = [
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

/** The mark of the next item, or of the one before; undefined for one that does not count. */
export function countedOn(page: PageText, text: string, step: 1 | -1): string | undefined {
  const mark = readMark(page, text);
  return mark && write({ ...mark, count: mark.count + step });
}

function readMark(page: PageText, text: string): CountedMark | undefined {
  const [, before = '', counted = '', after = ''] = MARK.exec(text) ?? [];
  const lower = counted.toLowerCase();
  const isUpper = counted !== lower;
  if (/^\d/u.test(counted)) return { before, after, count: Number(counted), system: 'figures', isUpper };
  const is = (test: (one: string) => boolean) => isBesideOthers(page, { before, after, isUpper }, test);
  const isRoman = ROMAN_ONLY.test(lower) || (/^[ivxl]$/u.test(lower) && is((one) => ROMAN_ONLY.test(one)));
  // A list begins with i, but not as a letter.
  const isLetter = lower.length === 1 && (!/^[ivxl]$/u.test(lower) || is((one) => /^[^ivxl]$/u.test(one)));
  if (isRoman || (lower === 'i' && !isLetter)) return { before, after, count: valueOf(lower), system: 'roman', isUpper };
  return isLetter ? { before, after, count: lower.charCodeAt(0) - 96, system: 'letters', isUpper } : undefined;
}

/** Another mark like it on the page shows how they count. */
function isBesideOthers(
  page: PageText,
  { before, after, isUpper }: Pick<CountedMark, 'before' | 'after' | 'isUpper'>,
  test: (counted: string) => boolean,
): boolean {
  return derive(page, marksOfPage).some(({ text }) => {
    const [, one, counted = '', two] = MARK.exec(text) ?? [];
    const lower = counted.toLowerCase();
    return one === before && two === after && (counted !== lower) === isUpper && test(lower);
  });
}

function marksOfPage(page: PageText): readonly ItemMark[] {
  return linesOfPage(page).all.flatMap((line) => markOf(page, line) ?? []);
}

/** Ems by which sides that are the same differ. */
const SAME_EMS = 0.12;

/** Where another mark of a width begins in the place of one: marks of a list begin together, or end together. */
export function startOfMark(page: PageText, glyphs: readonly PlacedGlyph[], width: number): number {
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  if (!first || !last) return 0;
  const isSame = (one: number, two: number) => Math.abs(one - two) < first.size * SAME_EMS;
  const others = derive(page, marksOfPage).map((mark) => [mark.glyphs[0]?.start ?? 0, mark.glyphs.at(-1)?.end ?? 0] as const);
  const endsTogether = others.some(([start, end]) => isSame(end, last.end) && !isSame(start, first.start));
  const beginsTogether = others.some(([start, end]) => isSame(start, first.start) && !isSame(end, last.end));
  return endsTogether && !beginsTogether ? last.end - width : first.start;
}

function write({ before, after, count, system, isUpper }: CountedMark): string | undefined {
  if (count < 1 || (system === 'letters' && count > 26) || (system === 'roman' && count > 89)) return undefined;
  const counted = system === 'figures' ? String(count) : system === 'letters' ? String.fromCharCode(96 + count) : romanOf(count);
  return `${before}${isUpper ? counted.toUpperCase() : counted}${after}`;
}

function valueOf(roman: string): number {
  let [left, value] = [roman, 0];
  for (const [sign, worth] of ROMAN)
    while (left.startsWith(sign)) {
      left = left.slice(sign.length);
      value += worth;
    }
  return value;
}

function romanOf(count: number): string {
  let [left, text] = [count, ''];
  for (const [sign, worth] of ROMAN)
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  return text;
}
