// Tables → CSV (RFC 4180, UTF-8): numbers with a decimal point and without groups, dates as 2024-03-05, everything else as it is written. A cell
// that spans several stands in the first of them. Text that a spreadsheet would run as a formula is preceded by an apostrophe.

import { JobFailure } from '../../../../failure.ts';
import { ResultFile } from '../../../../archive/result-file.ts';
import type { WriteDocument } from '../writer.ts';
import { ZipFile } from '../../../../archive/zip-file.ts';
import { aboutRows } from './about.ts';
import { findHabits } from './number-habits.ts';
import { readValue } from './read-value.ts';
import { isoDay } from './calendar.ts';
import { noTables } from './no-tables.ts';
import { type TableChoice, type TableSheet, tableSheets } from './table-sheets.ts';

const MARK = '\ufeff';

/** All tables in a ZIP, with a list of them. */
export function csvWriter(choice: TableChoice): WriteDocument {
  return async ({ head, parts }, { path, bytesMax }) => {
    using zip = new ZipFile(path, bytesMax);
    const sheets: TableSheet[] = [];
    for await (const sheet of tableSheets(parts, choice)) {
      zip.add(`table-${sheet.number}.csv`, csvOf(sheet, head.language));
      sheets.push({ ...sheet, cells: [] });
    }
    if (sheets.length === 0) throw noTables();
    zip.add('about.csv', MARK + aboutRows(sheets).map(lineOf).join(''));
    zip.end();
  };
}

/** @param number of the table, from 1 */
export function oneCsvWriter(choice: TableChoice, number: number): WriteDocument {
  return async ({ head, parts }, { path, bytesMax }) => {
    using file = new ResultFile(path, bytesMax);
    let count = 0;
    for await (const sheet of tableSheets(parts, choice)) {
      count++;
      if (sheet.number === number) file.write(csvOf(sheet, head.language));
    }
    if (count === 0) throw noTables();
    if (count < number) {
      const message = `The document has ${count === 1 ? 'one table' : `${count} tables`}; \`table\` names the ${number}th.`;
      throw new JobFailure('conversion_failed', { message });
    }
  };
}

function csvOf(sheet: TableSheet, language: string | undefined): string {
  const habits = findHabits(
    sheet.cells.map(({ text }) => text),
    language,
  );
  const rows = Array.from({ length: sheet.rows }, () => sheet.widths.map(() => ''));
  for (const { row, column, text } of sheet.cells) {
    const value = readValue(text, habits);
    const line = rows[row];
    if (!line) continue;
    if (value.kind === 'date') line[column] = isoDay(value);
    else if (value.kind === 'number' && value.before === '' && value.behind === '')
      line[column] = value.isPercent ? `${percentOf(value)}%` : value.value.toFixed(value.decimals);
    else line[column] = guarded(text);
  }
  return MARK + rows.map(lineOf).join('');
}

function percentOf({ value, decimals }: { readonly value: number; readonly decimals: number }): string {
  return (value * 100).toFixed(decimals);
}

/** Spreadsheets take these for the start of a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]./su.test(text) ? `'${text}` : text;
}

function lineOf(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
