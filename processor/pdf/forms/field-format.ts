// How the usual scripts of form editors format a value: dates, numbers, percentages. The scripts are recognised, never run.

export interface FormattedValue {
  /** What the field holds. */
  readonly value: string;
  /** What its appearance shows. */
  readonly shown: string;
}

/** @param script of the field, where it has one. @returns the reason where the value does not fit the field's format */
export function formatValue(value: string, script: string | undefined): FormattedValue | { readonly refusal: string } {
  const date = script && /AFDate_(?:Format|Keystroke)Ex\s*\(\s*["']([^"']{1,40})["']/.exec(script)?.[1];
  if (date) return formatDate(value, date);
  const number = script && /AF(Number|Percent)_(?:Format|Keystroke)\s*\(([^)]{0,120})\)/.exec(script);
  if (number) return formatNumber(value, number[1] === 'Percent', number[2] ?? '');
  return { value, shown: value };
}

/** A number as a field of this format takes it. @param script of the field, where it has one */
export function writeNumberFor(value: number, script: string | undefined): string {
  const [, kind, list = ''] = (script && /AF(Number|Percent)_(?:Format|Keystroke)\s*\(([^)]{0,120})\)/.exec(script)) || [];
  const style = Number(list.split(',')[1]) || 0;
  const plain = value.toFixed(DECIMALS_MAX).replace(/\.?0+$/, '');
  const scaled = kind === 'Percent' ? (value * 100).toFixed(DECIMALS_MAX).replace(/\.?0+$/, '') : plain;
  return style === 2 || style === 3 ? scaled.replace('.', ',') : scaled;
}

const DECIMALS_MAX = 6;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** A date in the field's own format stays; one with only one reading is rewritten in that format. */
function formatDate(value: string, format: string): FormattedValue | { readonly refusal: string } {
  const read = readDate(value.trim(), format) ?? readPlainDate(value.trim());
  if (!read || !exists(read)) return { refusal: `The form field takes a date such as ${format}.` };
  const shown = writeDate(read, format);
  return shown === undefined ? { value, shown: value } : { value: shown, shown };
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const PARTS = /yyyy|yy|mmmm|mmm|mm|m|dd|d/gi;

function readDate(value: string, format: string): CalendarDate | undefined {
  const order: string[] = [];
  let at = 0;
  let pattern = '^';
  for (const part of format.matchAll(PARTS)) {
    pattern += RegExp.escape(format.slice(at, part.index));
    const name = part[0].toLowerCase();
    order.push(name);
    pattern += name.startsWith('mmm') ? '([a-z]{3,9})' : name === 'yyyy' ? '(\\d{4})' : '(\\d{1,2})';
    at = part.index + part[0].length;
  }
  const found = new RegExp(`${pattern}${RegExp.escape(format.slice(at))}$`, 'iu').exec(value);
  if (!found) return undefined;
  let [year, month, day] = [NaN, NaN, 1];
  for (const [index, name] of order.entries()) {
    const text = found[index + 1] ?? '';
    if (name.startsWith('y')) year = name === 'yy' ? 2000 + Number(text) : Number(text);
    else if (name.startsWith('d')) day = Number(text);
    else month = name.startsWith('mmm') ? monthOf(text) : Number(text);
  }
  if (!order.some((name) => name.startsWith('y'))) year = 2000;
  return { year, month, day };
}

/** `2024-05-03`, `3 May 2024`, `May 3, 2024`: with only one reading. */
function readPlainDate(value: string): CalendarDate | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const [, day, name, year] = /^(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(value) ?? [];
  if (name) return { year: Number(year), month: monthOf(name), day: Number(day) };
  const [, first, second, third] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(value) ?? [];
  return first ? { year: Number(third), month: monthOf(first), day: Number(second) } : undefined;
}

function monthOf(text: string): number {
  const found = MONTHS.findIndex((month) => month.startsWith(text.toLowerCase()) && text.length >= 3);
  return found + 1;
}

function exists({ year, month, day }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @returns undefined for a format with parts of a time */
function writeDate({ year, month, day }: CalendarDate, format: string): string | undefined {
  if (/h|M{2}.*:|tt|ss/.test(format)) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const name = MONTHS[month - 1] ?? '';
  const long = name.slice(0, 1).toUpperCase() + name.slice(1);
  const written: Readonly<Record<string, string>> = {
    yyyy: String(year).padStart(4, '0'),
    yy: two(year % 100),
    mmmm: long,
    mmm: long.slice(0, 3),
    mm: two(month),
    m: String(month),
    dd: two(day),
    d: String(day),
  };
  return format.replaceAll(PARTS, (part) => written[part.toLowerCase()] ?? part);
}

/** nDec, sepStyle, negStyle, currStyle, strCurrency, bCurrencyPrepend; for a percentage the first two. */
function formatNumber(value: string, isPercent: boolean, list: string): FormattedValue | { readonly refusal: string } {
  const parts = list.split(',').map((part) => part.trim());
  const [decimals, style] = [Math.min(10, Number(parts[0]) || 0), Number(parts[1]) || 0];
  const isComma = style === 2 || style === 3;
  const plain = value.replaceAll(/[\s\p{Sc}%]/gu, '');
  const pattern = isComma ? /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/ : /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
  if (!pattern.test(plain)) return { refusal: `The form field takes a number such as ${isComma ? '1234,5' : '1234.5'}.` };
  const number = Number(isComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''));
  if (!Number.isFinite(number)) return { refusal: 'The form field takes a number.' };
  const [whole = '', rest] = Math.abs(number).toFixed(decimals).split('.');
  const group = style === 0 ? ',' : style === 2 ? '.' : style === 4 ? "'" : '';
  const grouped = group === '' ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  const digits = `${number < 0 ? '-' : ''}${grouped}${rest === undefined ? '' : `${isComma ? ',' : '.'}${rest}`}`;
  if (isPercent) return { value: String(number / 100), shown: `${digits}%` };
  const currency = unescaped(/^["'](.*)["']$/.exec(parts[4] ?? '')?.[1] ?? '');
  return { value: String(number), shown: parts[5] === 'true' ? `${currency}${digits}` : `${digits}${currency}` };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
