// A table → a worksheet (ECMA-376 part 1, 18.3).

import { escape } from '../html-text.ts';
import { serialDay } from './calendar.ts';
import { findHabits, type NumberHabits } from './number-habits.ts';
import { type CellValue, readValue } from './read-value.ts';
import type { SheetCell, TableSheet } from './table-sheets.ts';
import type { WorkbookStyles } from './workbook-styles.ts';
import { MAIN, XML_HEAD } from './workbook-xml.ts';

/** Points to widths of columns, which count digits. */
const POINTS_PER_DIGIT = 5.3;
const WIDTH = { least: 6, most: 80 } as const;
/** What a cell holds (Excel). */
const TEXT_CHARS_MAX = 32_767;

export function* sheetXml(sheet: TableSheet, language: string | undefined, styles: WorkbookStyles): Generator<string, void, void> {
  const habits = findHabits(
    sheet.cells.map(({ text }) => text),
    language,
  );
  yield `${XML_HEAD}<worksheet xmlns="${MAIN}">`;
  if (sheet.rtl) yield '<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews>';
  yield `<cols>${sheet.widths.map(columnXml).join('')}</cols><sheetData>`;
  const byRow = Map.groupBy(sheet.cells, ({ row }) => row);
  for (let row = 0; row < sheet.rows; row++) {
    const cells = (byRow.get(row) ?? []).toSorted((one, two) => one.column - two.column);
    yield `<row r="${row + 1}">${cells.map((cell) => cellXml(cell, habits, styles)).join('')}</row>`;
  }
  yield '</sheetData>';
  const spans = sheet.cells.filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1);
  if (spans.length > 0) yield `<mergeCells count="${spans.length}">${spans.map(mergeXml).join('')}</mergeCells>`;
  yield '</worksheet>';
}

/** Rows of texts and numbers, the first of them heads. */
export function aboutXml(rows: readonly (readonly (string | number)[])[], styles: WorkbookStyles): string {
  const lines = rows.map((cells, row) => {
    const xml = cells.map((cell, column) => {
      const place = placeOf(row, column);
      return typeof cell === 'number' ? `<c r="${place}"><v>${cell}</v></c>` : textXml(place, cell, styles, row === 0);
    });
    return `<row r="${row + 1}">${xml.join('')}</row>`;
  });
  return `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function columnXml(points: number, index: number): string {
  const width = Math.min(WIDTH.most, Math.max(WIDTH.least, points / POINTS_PER_DIGIT));
  return `<col min="${index + 1}" max="${index + 1}" width="${width.toFixed(1)}" customWidth="1"/>`;
}

function cellXml({ row, column, text, marks, header = false }: SheetCell, habits: NumberHabits, styles: WorkbookStyles): string {
  const place = placeOf(row, column);
  const value = readValue(text, habits);
  if (value.kind === 'text') {
    const shown = marks === '' ? value.text : `${text}${/^[\p{N}*]+$/u.test(marks) ? ` [${marks}]` : marks}`;
    return shown === '' ? '' : textXml(place, shown, styles, header);
  }
  const style = styles.of({ format: formatOf(value, marks), bold: header });
  return `<c r="${place}" s="${style}"><v>${value.kind === 'date' ? serialDay(value) : value.value}</v></c>`;
}

function textXml(place: string, text: string, styles: WorkbookStyles, bold: boolean): string {
  const style = styles.of({ bold, quoted: /^[=+\-@\t\r']/.test(text) });
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(text.slice(0, TEXT_CHARS_MAX))}</t></is></c>`;
}

/** As it is shown in the source: with its decimals, its groups, its unit, and the marks of its notes behind. */
function formatOf(value: Exclude<CellValue, { readonly kind: 'text' }>, marks: string): string {
  const mark = marks === '' ? '' : literal(` [${marks}]`);
  if (value.kind === 'date') return `yyyy-mm-dd${mark}`;
  const whole = value.isGrouped ? '#,##0' : '0';
  const decimals = value.decimals > 0 ? `.${'0'.repeat(value.decimals)}` : '';
  return `${literal(value.before)}${whole}${decimals}${value.isPercent ? '%' : ''}${literal(value.behind)}${mark}`;
}

function literal(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', "'")}"`;
}

function mergeXml({ row, column, rowSpan, columnSpan }: SheetCell): string {
  return `<mergeCell ref="${placeOf(row, column)}:${placeOf(row + rowSpan - 1, column + columnSpan - 1)}"/>`;
}

/** `B3`. */
function placeOf(row: number, column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCodePoint(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}
