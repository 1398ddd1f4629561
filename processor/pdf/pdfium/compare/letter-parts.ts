// Texts for comparison: letters and accents one by one, however they are drawn. TeX draws an accent as a glyph of its own, which the engine gives
// as a spacing character somewhere near its letter.

import { boxOfLetter, type Letters } from './seen-letters.ts';

/** Those that Unicode does not say to be a space with a mark. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u02cb', '\u0300'],
  ['\u02ca', '\u0301'],
  ['\u02c6', '\u0302'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['\u02c9', '\u0304'],
  ['\u02c7', '\u030c'],
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);
const SPACING = /[`^~\u0131\u0237\u02c6-\u02cb]/gu;
/** Over or under a letter, alone. */
const ALONE = /[`^~\u00a8\u00af\u00b4\u00b8\u02c6-\u02cb\u02d8-\u02dd]/u;

/** Compatible forms are taken apart (NFKD), accents are marks. */
export function letterParts(text: string): string {
  return text
    .replaceAll(SPACING, (letter) => MARKS.get(letter) ?? letter)
    .normalize('NFKD')
    .replaceAll(/ (?=[\u0300-\u036f])/gu, '');
}

/** Ems of an accent's width, at least, between it and its letter. */
const OVER_EMS = 2;

/** A sign that may be an accent, directly over or under a letter. */
export function isLoneAccent(letters: Letters, at: number): boolean {
  const code = letters.codes[at] ?? 0;
  if (code < 0x5e || code > 0x2dd || !ALONE.test(String.fromCodePoint(code))) return false;
  const [left, bottom, right, top] = boxOfLetter(letters, at);
  const [middle, reach] = [(left + right) / 2, Math.max(right - left, top - bottom) * OVER_EMS];
  for (let one = 0; one < letters.count; one++) {
    const [x1, y1, x2, y2] = boxOfLetter(letters, one);
    if (one !== at && middle > x1 && middle < x2 && y1 < top + reach && y2 > bottom - reach && (y2 < top || y1 > bottom)) return true;
  }
  return false;
}

/** The engine gives accents of a page apart from their letters. */
export function hasLoneAccents(text: string): boolean {
  return ALONE.test(text);
}

/** Without accents, in whatever way they are drawn. */
export function withoutAccents(text: string): string {
  return letterParts(text)
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC');
}
