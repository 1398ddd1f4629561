// What an instruction may ask to be written without spelling it out: the same words in other capitals, the same date in another form.

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

/** Whether the value is the old text in the form that the instruction asks for. */
export function saidAnew(old: string | undefined, value: string, said: string): boolean {
  if (old === undefined) return false;
  if (plain(old) === plain(value)) return CAPITALS.test(said);
  const [[from], [to]] = [datesIn(old), datesIn(value)];
  const areDates = from && to && plain(old).length === from.end - from.start && plain(value).length === to.end - to.start;
  return areDates === true && DATE_FORM.test(said) && from.iso.some((iso) => to.iso.includes(iso));
}
