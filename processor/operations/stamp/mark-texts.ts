// What marks say on a page: numbers in their styles, and words in braces replaced by what they name. Pure.

import type { StampMark } from '#contract/params/stamp-params.ts';

type Numbers = Extract<StampMark, { kind: 'page_numbers' }>;

/** Of the document and the job, for headers and footers. */
export interface Named {
  readonly pages: number;
  /** `2026-11-24`. */
  readonly date: string;
  readonly fileName: string;
}

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;
/** Beyond it, and for 0, there are no usual numerals. */
const ROMAN_MAX = 3999;

/** As page labels have it (ISO 32000-2 table 161): `aa` follows `z`. */
export function styleNumber(number: number, style: Numbers['style']): string {
  const upper = style === 'Roman' || style === 'Letters';
  const text = style === 'arabic' ? String(number) : style.toLowerCase() === 'roman' ? roman(number) : letters(number);
  return upper ? text.toUpperCase() : text;
}

function roman(number: number): string {
  if (number < 1 || number > ROMAN_MAX) return String(number);
  let [left, text] = [number, ''];
  for (const [value, numeral] of ROMAN)
    while (left >= value) {
      text += numeral;
      left -= value;
    }
  return text;
}

function letters(number: number): string {
  if (number < 1 || number > 26 * 26) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

/** @param at which of the `count` pages that the mark is on, from 0 */
export function numberText({ format, style, start }: Numbers, at: number, count: number): string {
  return fill(format, { page: styleNumber(start + at, style), pages: styleNumber(start + count - 1, style) });
}

export function batesText({ prefix = '', suffix = '', digits, start }: Extract<StampMark, { kind: 'bates' }>, at: number): string {
  return `${prefix}${String(start + at).padStart(digits, '0')}${suffix}`;
}

/** @param page from 1, in the document */
export function runningText(format: string, page: number, { pages, date, fileName }: Named): string {
  return fill(format, { page: String(page), pages: String(pages), date, file_name: fileName });
}

/** In one pass: what is put in is not searched again. */
function fill(format: string, values: Readonly<Record<string, string>>): string {
  return format.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole));
}
