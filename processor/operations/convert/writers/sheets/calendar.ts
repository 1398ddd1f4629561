// Days as spreadsheets and CSV write them.

import type { CalendarDay } from './read-date.ts';

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets, as their first of March 1900 makes it: they count a 29th of February 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

export function serialDay({ year, month, day }: CalendarDay): number {
  return (Date.UTC(year, month - 1, day) - EPOCH_MS) / DAY_MS;
}

export function isoDay({ year, month, day }: CalendarDay): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
