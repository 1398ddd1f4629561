// What an instruction may ask to be written without spelling it out: the same words in other capitals, the same date in another form, in another
// language, in fewer words.

import { plain } from './said.ts';
import type { Span } from './tokens.ts';

const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen)/u,
  /^(?:feb|fév|fev)/u,
  /^(?:mar|mär|maer)/u,
  /^(?:apr|avr|abr)/u,
  /^(?:may|mai|mag)/u,
  /^(?:jun|juin|giu)/u,
  /^(?:jul|juil|lug)/u,
  /^(?:aug|aoû|ago)/u,
  /^(?:sep|set)/u,
  /^(?:oct|okt|ott)/u,
  /^(?:nov)/u,
  /^(?:dec|dez|déc|dic)/u,
];
const DATES =
  /(?<![\p{L}\p{N}])(?:(?<y>\d{4})[-./](?<m>\d{1,2})[-./](?<d>\d{1,2})|(?<a>\d{1,2})[-./](?<b>\d{1,2})[-./](?<c>\d{4})|(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: of| de)? (?<month>\p{L}{3,10})\.?,?(?: de)? (?<year>\d{4})|(?<month2>\p{L}{3,10})\.? (?<day2>\d{1,2})(?:st|nd|rd|th)?,? (?<year2>\d{4}))(?![\p{L}\p{N}])/gu;

export interface SaidDate extends Span {
  /** Every date that it can mean. */
  readonly iso: readonly string[];
}

export function datesIn(text: string): readonly SaidDate[] {
  return Array.from(plain(text).matchAll(DATES), ({ 0: all, index, groups = {} }) => {
    const { y, m, d, a, b, c, day = groups['day2'], month = groups['month2'], year = groups['year2'] } = groups;
    const isos: (string | undefined)[] = [];
    if (y !== undefined) isos.push(isoOf(y, m, d));
    if (c !== undefined) isos.push(isoOf(c, a, b), isoOf(c, b, a));
    if (month !== undefined) {
      const named = MONTHS.findIndex((known) => known.test(month)) + 1;
      isos.push(isoOf(year, String(named), day));
    }
    return { start: index, end: index + all.length, iso: isos.filter((iso) => iso !== undefined) };
  });
}

function isoOf(year = '', month = '', day = ''): string | undefined {
  const [m, d] = [Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}` : undefined;
}

const CAPITALS =
  /\b(?:upper ?-?case|capital\p{L}*|caps|lower ?-?case|title ?-?case|sentence ?-?case|gro(?:ß|ss)\p{L}*|klein\p{L}*|majuscul\p{L}*|minuscul\p{L}*|mayúscul\p{L}*|minúscul\p{L}*|maiuscol\p{L}*|minuscol\p{L}*)/u;
const DATE_FORM = /\b(?:format\p{L}*|iso|date style|spell\p{L}*|written out|in words|schreibweise|form)\b/u;

const TRANSLATE =
  /(?<!\p{L})(?:translat\p{L}*|übersetz\p{L}*|tradui\p{L}*|traduc\p{L}*|tradur\p{L}*|tradu[zçc]\p{L}*|vertaal\p{L}*|vertal\p{L}*|przetłumacz\p{L}*)|翻译|译成|译为|翻訳|訳し/u;
const SHORTEN =
  /(?<!\p{L})(?:shorten\p{L}*|shorter|condens\p{L}*|abbreviat\p{L}*|tighten\p{L}*|trim|kürz\p{L}*|raccourc\p{L}*|abr[eè]g\p{L}*|condens\p{L}*|acort\p{L}*|abrevi\p{L}*|accorci\p{L}*|abbrevi\p{L}*|encurt\p{L}*|inkort\p{L}*|kort\p{L}* in|verkort\p{L}*|skróć)|缩短|精简|短く|短縮|要約/u;
const NEGATION =
  /(?<!\p{L})(?:no|not|never|none|\p{L}+n['’]t|without|nicht|kein\p{L}*|nie|ohne|pas|jamais|sans|sin|nunca|non|mai|senza|não|nem|sem|niet|geen|nooit)(?!\p{L})/giu;
/** A translation may need more letters than its source. */
const LONGER_MAX = 3;

/**
 * Whether the value can be the old text in another language or in fewer words, as far as its letters show: the same figures and addresses, and of
 * a shorter text no word that the old one does not have.
 * @param said without what is quoted
 */
export function saidOtherwise(old: string | undefined, value: string, said: string): boolean {
  if (old === undefined) return false;
  if (TRANSLATE.test(said)) return marksOf(old) === marksOf(value) && value.length <= old.length * LONGER_MAX + 20;
  return SHORTEN.test(said) && value.length < old.length && isPartOf(value, old);
}

/** The old text in another form, whatever the form is: with the same figures and addresses, and not far longer. */
export const isMadeFrom = (old: string, value: string): boolean =>
  plain(old) !== plain(value) && marksOf(old) === marksOf(value) && value.length <= old.length * LONGER_MAX + 20;

/** Figures and addresses, in any order. */
function marksOf(text: string): string {
  return (text.match(/\d+|\S+@\S+|https?:\S+|www\.\S+/gu) ?? []).toSorted().join(' ');
}

const SHORT_WORD = 3;
const STEM = 4;

function isPartOf(value: string, old: string): boolean {
  const olds: readonly string[] = plain(old).match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = new Set(olds.map((word) => word.slice(0, STEM)));
  const isKnown = (word: string) =>
    /\d/.test(word)
      ? olds.includes(word)
      : word.length <= SHORT_WORD || stems.has(word.slice(0, STEM)) || stems.has(word.slice(0, SHORT_WORD));
  const count = (text: string) => (text.match(NEGATION) ?? []).length;
  return count(value) === count(old) && (plain(value).match(/[\p{L}\p{N}]+/gu) ?? []).every(isKnown);
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const JOINERS = new Set('and or und oder et ou y e o en of og och'.split(' '));

/**
 * Every word of the value in its order, with nothing left out between them but words that join: `add Python and AutoCAD` says `Python, AutoCAD`.
 * @param joiners the words that may be left out
 */
export function saidInPieces(value: string, text: string, joiners: ReadonlySet<string> = JOINERS): boolean {
  const [sought, words] = [wordsOf(value), wordsOf(text)];
  if (sought.length === 0) return false;
  // Where no spaces part words, it stands there as it is.
  if (UNSPACED.test(value)) return new RegExp(`(?<!\\p{N})${RegExp.escape(plain(value))}(?!\\p{N})`, 'u').test(plain(text));
  return words.some((_, start) => {
    let at = 0;
    for (const word of words.slice(start)) {
      if (word === sought[at]) at += 1;
      else if (at === 0 || !joiners.has(word)) return false;
      if (at === sought.length) return true;
    }
    return false;
  });
}

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether the value is the old text but for its marks, or without words that the instruction names: whoever writes it names the old one by it.
 * @param said the fragment of the instruction
 */
export function saidNearly(old: string | undefined, value: string, said: string): boolean {
  if (old === undefined || plain(old) === plain(value)) return false;
  const [olds, news, named] = [wordsOf(old), wordsOf(value), new Set(wordsOf(said))];
  if (news.length < 2) return false;
  let at = 0;
  for (const word of olds) {
    if (word === news[at]) at += 1;
    else if (/\d/.test(word) || !named.has(word)) return false;
  }
  return at === news.length;
}

/** Whether the value is the old text in the form that the instruction asks for. */
export function saidAnew(old: string | undefined, value: string, said: string): boolean {
  if (old === undefined) return false;
  if (plain(old) === plain(value)) return CAPITALS.test(said);
  const [[from], [to]] = [datesIn(old), datesIn(value)];
  const areDates = from && to && plain(old).length === from.end - from.start && plain(value).length === to.end - to.start;
  return areDates === true && DATE_FORM.test(said) && from.iso.some((iso) => to.iso.includes(iso));
}
