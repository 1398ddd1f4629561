// The text of a cell → a number, a date, or text. A number keeps how it is shown: its decimals, its groups, its unit or currency. What is a name
// in figures stays text: with a zero at its start, with more digits than a spreadsheet holds, with several points.

import type { NumberHabits } from './number-habits.ts';
import { readDate } from './read-date.ts';

export type CellValue =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly decimals: number;
      readonly isGrouped: boolean;
      readonly isPercent: boolean;
      /** Shown before and behind it: a currency, a unit; empty where there is none. */
      readonly before: string;
      readonly behind: string;
    }
  | { readonly kind: 'date'; readonly year: number; readonly month: number; readonly day: number };

/** A spreadsheet holds so many digits. */
const DIGITS_MAX = 15;
const UNIT_CHARS_MAX = 12;

const SIGN = /^[-+\u2212\u2013]$/;
const NUMBER =
  /^(?<open>\()?\s*(?<sign>[-+\u2212\u2013])?\s*(?<before>\p{Sc}|[A-Z]{3}(?=[\s\u00a0]?\d)|(?:US|A|C|NZ|HK|R|S)\$)?[\s\u00a0]*(?<inner>[-\u2212\u2013])?(?<digits>\d(?:[\d.,'\u2019\u00a0\u202f\u2009 ]*\d)?|[.,]\d+)[\s\u00a0\u202f]*(?<behind>%|\p{Sc}|\u2030|[\p{L}\u00b0\u00b5\u03bc][\p{L}\d\u00b2\u00b3\u00b0/\u00b7.^-]{0,11})?\s*(?<close>\))?$/u;

export function readValue(text: string, habits: NumberHabits): CellValue {
  const plain = text.trim();
  const date = readDate(plain, habits);
  if (date) return { kind: 'date', ...date };
  return readNumber(plain, habits) ?? { kind: 'text', text: plain };
}

function readNumber(text: string, { decimal }: NumberHabits): CellValue | undefined {
  const { open, sign, before = '', inner, digits = '', behind = '', close } = NUMBER.exec(text)?.groups ?? {};
  if (digits === '' || (open === undefined) !== (close === undefined) || (open && (sign ?? inner))) return undefined;
  const read = readDigits(digits, decimal);
  // `3rd`, `4a`, `5th`: a number in one piece with letters counts something.
  if (!read || (behind !== '' && !isUnit(behind, text))) return undefined;
  const isNegative = open !== undefined || [sign, inner].some((one) => one !== undefined && one !== '+' && SIGN.test(one));
  const isPercent = behind === '%';
  const value = (isNegative ? -1 : 1) * (isPercent ? Number((read.value / 100).toPrecision(DIGITS_MAX)) : read.value);
  return {
    kind: 'number',
    value: value === 0 ? 0 : value,
    decimals: read.decimals,
    isGrouped: read.isGrouped,
    isPercent,
    before: before === '' ? '' : before + (/[A-Z]$/.test(before) ? ' ' : ''),
    behind: isPercent ? '' : behind && (/\d\S*$/.test(text.slice(0, text.lastIndexOf(behind)).slice(-1)) ? behind : ` ${behind}`),
  };
}

/** Letters stand apart from their number, or are signs of degrees, currencies and measures. */
function isUnit(behind: string, text: string): boolean {
  if (behind.length > UNIT_CHARS_MAX) return false;
  if (/^[%\p{Sc}\u2030\u00b0]/u.test(behind)) return true;
  const isApart = /[\s\u00a0\u202f]$/.test(text.slice(0, text.lastIndexOf(behind)));
  return isApart ? UNITS.test(behind) : GLUED_UNITS.test(behind);
}

const UNITS =
  /^(?:[munkMGTdc\u00b5\u03bc]?(?:m|g|l|L|s|W|Wh|J|V|A|Hz|B|b|bit|Pa|mol|cal|eV|N|t|ha|bar)(?:[\u00b2\u00b32-3])?(?:\/\w+\.?)?|min|h|hr|hrs|km\/h|mph|ft|in|lb|lbs|oz|mi|yd|gal|psi|ppm|ppb|dB|pt|px|pcs|St\.?|Stk\.?|Std\.?|Mio\.?|Mrd\.?|million|billion|bn|Tsd\.?|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|years?|days?|months?|weeks?|hours?|Jahre?|Tage?)$/u;
const GLUED_UNITS = /^(?:[munk\u00b5\u03bcc]?(?:m|g|l|W|V|Hz|Pa)(?:[\u00b2\u00b3])?|kWh|MWh|GB|MB|KB|TB|bn|ft|lb|oz|mph|ppm|dB|px|pt)$/u;

interface Digits {
  readonly value: number;
  readonly decimals: number;
  readonly isGrouped: boolean;
}

const SPACES = /['\u2019\u00a0\u202f\u2009 ]/g;

function readDigits(text: string, decimal: '.' | ','): Digits | undefined {
  const group = decimal === '.' ? ',' : '.';
  const [whole = '', parts, ...more] = text.split(decimal);
  if (more.length > 0 || (parts !== undefined && !/^\d+$/.test(parts))) return undefined;
  const hasGroups = whole.includes(group) || SPACES.test(whole);
  SPACES.lastIndex = 0;
  if (hasGroups && !isGroupedRight(whole, group)) return undefined;
  const figures = whole.replaceAll(SPACES, '').replaceAll(group, '');
  if (figures.length + (parts?.length ?? 0) > DIGITS_MAX) return undefined;
  if (figures.length > 1 && figures.startsWith('0')) return undefined;
  return { value: Number(`${figures === '' ? '0' : figures}.${parts ?? '0'}`), decimals: parts?.length ?? 0, isGrouped: hasGroups };
}

/** Of three digits, by one sign; the Indian way has two. */
function isGroupedRight(whole: string, group: string): boolean {
  const signs = new Set(whole.match(/\D/g));
  if (signs.size !== 1) return false;
  const groups = whole.split(/\D/);
  const [first = '', ...others] = groups;
  if (first.length < 1 || first.length > 3) return false;
  if (others.every(({ length }) => length === 3)) return true;
  return group === ',' && others.at(-1)?.length === 3 && others.slice(0, -1).every(({ length }) => length === 2);
}
