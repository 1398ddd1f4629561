// What stands in columns but is no table: contents with the numbers of pages, notes and lists behind their labels, fields of forms.

import { readLabel } from '../words/labels.ts';

/** Share of the rows that look so. */
const MOST_SHARE = 0.8;
const ROWS_MIN = 3;
/** Share of the rows with letters for lines. */
const DRAWN_SHARE = 0.3;
/** A cell with so many words is text. */
const TEXT_WORDS = 8;

/** Titles, and numbers of pages that only grow. @param rows the text of each column */
export function isContents(rows: readonly (readonly string[])[]): boolean {
  const last = rows.flatMap((texts) => texts.at(-1) || []);
  const numbers = last.flatMap((text) => (/^\d{1,4}$/.test(text) ? [Number(text)] : []));
  if (numbers.length < ROWS_MIN || numbers.length < last.length * MOST_SHARE) return false;
  const titles = rows.map((texts) => texts.slice(0, -1).filter((text) => text !== ''));
  const titled = titles.filter((texts) => {
    const [first = '', ...others] = texts;
    const title = others.length === 0 ? first : isMark(first) ? others.join(' ') : '';
    return others.length < 2 && /\p{L}{2}/u.test(title);
  });
  return titled.length >= rows.length * MOST_SHARE && numbers.every((number, at) => number >= (numbers[at - 1] ?? 0));
}

/** A label in the first of two columns and long text in the second: notes. */
export function isNotes(rows: readonly (readonly string[])[]): boolean {
  return isLabelled(rows) && rows.some(([, text = '']) => text.split(' ').length >= TEXT_WORDS);
}

/** A label in the first of two columns and text in the second. */
export function isLabelled(rows: readonly (readonly string[])[]): boolean {
  if (rows.some((texts) => texts.length !== 2)) return false;
  // Behind labels that count on, a single letter is text too.
  const word = countOn(rows.map(([label = '']) => label)) ? /\p{L}/u : /\p{L}{2}/u;
  const labelled = rows.filter(([label = '', text = '']) => isMark(label) && word.test(text));
  return labelled.length >= rows.length * MOST_SHARE;
}

function countOn(labels: readonly string[]): boolean {
  const values = labels.map((label) => readLabel(label)?.value ?? Number.NaN);
  return values.every((value, at) => value === (values[0] ?? 0) + at);
}

function isMark(text: string): boolean {
  return text === '' || /^[-\u2013([]?\p{Nd}{1,3}[)\].\u2013-]*$/u.test(text) || readLabel(text) !== undefined;
}

/** Trees and boxes that are drawn with letters. */
export function isDrawnWithLetters(rows: readonly (readonly string[])[]): boolean {
  return rows.filter((texts) => texts.some((text) => /[\u2500-\u257f]/.test(text))).length >= rows.length * DRAWN_SHARE;
}

/** Labels with what belongs to them. */
export function areFields(rows: readonly (readonly string[])[]): boolean {
  return rows.filter((texts) => texts.some((text) => text.endsWith(':'))).length >= rows.length / 2;
}
