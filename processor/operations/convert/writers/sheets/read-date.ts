// A date as tables write it → its day. Only whole cells: a range, a quarter or a month alone is text.

import type { NumberHabits } from './number-habits.ts';

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** The first letters of the months, from January, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'jän', 'ene', 'gen'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei', 'mayo'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aoû', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];
/** The calendar of spreadsheets is right from here on. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 2200;

export function readDate(text: string, { dayFirst }: Pick<NumberHabits, 'dayFirst'>): CalendarDay | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return dayOf(dotted[3], dotted[2], dotted[1]);
  const stroked = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (stroked) return readStroked(stroked[1], stroked[2], stroked[3], dayFirst);
  const named = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:de\s+)?(\d{4})$/u.exec(text);
  if (named) return dayOf(named[3], monthOf(named[2]), named[1]);
  const american = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text);
  return american ? dayOf(american[3], monthOf(american[1]), american[2]) : undefined;
}

/** 3/4/2024 is a date only where it is known which of the two is the day. */
function readStroked(one = '', two = '', year = '', dayFirst: boolean | undefined): CalendarDay | undefined {
  const isDayFirst = Number(one) > 12 ? true : Number(two) > 12 ? false : one === two ? true : dayFirst;
  if (isDayFirst === undefined) return undefined;
  return isDayFirst ? dayOf(year, two, one) : dayOf(year, one, two);
}

function monthOf(name = ''): string | undefined {
  const small = name.toLowerCase();
  const at = MONTHS.findIndex((starts) => starts.some((start) => small.startsWith(start)));
  return at < 0 ? undefined : String(at + 1);
}

function dayOf(year = '', month: string | undefined, day = ''): CalendarDay | undefined {
  const date = { year: Number(year), month: Number(month ?? 0), day: Number(day) };
  if (date.year < FIRST_YEAR || date.year > LAST_YEAR) return undefined;
  const real = new Date(Date.UTC(date.year, date.month - 1, date.day));
  return real.getUTCMonth() === date.month - 1 && real.getUTCDate() === date.day ? date : undefined;
}
