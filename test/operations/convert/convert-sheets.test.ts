// PDF → xlsx and csv: tables of known texts, read back by LibreOffice and by a reader of CSV. Numbers are numbers, dates are dates, nothing is a
// formula; one table, those of a page or of an area where they are asked for.

import { unzipSync } from 'fflate';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConvertParams } from '#contract/params/convert-params.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makeLetter } from '../../../support/documents/letter.ts';
import { makeRuledTables } from '../../../support/documents/ruled-table.ts';
import { makeStructured } from '../../../support/documents/structured-docx.ts';
import { readDocxOutline } from '../../../support/judges/quality/read-docx.ts';
import { readWorkbooks, type SeenCell, type SeenSheet } from '../../../support/judges/read-workbook.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { expectFailure } from '../../support/expect-failure.ts';

afterAll(endPdfium);

const GERMAN = [
  ['Ware', 'Menge', 'Preis', 'Stand', 'Kennung'],
  ['=1+1', '1.234,5', '12,50 EUR', '05.03.2024', '007'],
  ['+SUM(A1)', '-3', '1.200,00 EUR', '31.12.2023', '12-4'],
  ['@cmd', '12 kg', '7,5 %', '1. Mai 2024', '1.2.3'],
  ['-2+3', '(5)', '-', 'Mai 2024', '12345678901234567890'],
];
const ENGLISH = [
  ['Item', 'Amount', 'On'],
  ['Apples', '1,234.5', '3/25/2024'],
  ['Pears', '$1,000', '4/3/2024'],
];

const OTHER = [
  ['Item', 'Amount', 'On', 'By'],
  ['Plums', '7', '25/5/2024', 'Ada'],
];

let german: Uint8Array;
let both: Uint8Array;

beforeAll(async () => {
  german = await makeRuledTables([GERMAN], 'de-DE');
  both = await makeRuledTables([ENGLISH, OTHER], 'en-GB');
});

/** Lines of CSV, without the mark of UTF-8. */
function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8');
  expect(text).toMatch(/^\ufeff[\s\S]*\r\n$/);
  return text.slice(1).trimEnd().split('\r\n');
}

async function csvOf(pdf: Uint8Array, params: Record<string, unknown>): Promise<string[]> {
  const made = await convert(pdf, 'application/pdf', { target_format: 'csv', ...params });
  expect(made).toMatchObject({ contentType: 'text/csv', filename: 'source.csv' });
  return linesOf(made.bytes);
}

describe.skipIf(!hasSoffice)('a workbook, as LibreOffice opens it', () => {
  let sheets: SeenSheet[];
  const cell = (row: number, column: number): SeenCell | undefined => sheets[0]?.rows[row]?.[column];

  beforeAll(async () => {
    const made = await convert(german, 'application/pdf', { target_format: 'xlsx' });
    expect(made.filename).toBe('source.xlsx');
    sheets = readWorkbooks({ german: made.bytes }).get('german') ?? [];
  }, 60_000);

  test('has a sheet for the table, and one that says where it stands', () => {
    expect(sheets.map(({ name }) => name)).toEqual(['Table 1', 'About']);
    expect(sheets[0]?.rows.length).toBe(GERMAN.length);
    const [head, first] = sheets[1]?.rows ?? [];
    expect(head?.map((one) => one?.text).slice(0, 7)).toEqual(['table', 'id', 'page', 'left', 'top', 'right', 'bottom']);
    expect([2, 3].map((column) => Number(first?.[column]?.value))).toEqual([1, 50]);
  });

  test('numbers are numbers, by the habits of the document, and look as they did', () => {
    expect([cell(1, 1), cell(2, 1), cell(3, 1), cell(4, 1), cell(1, 2), cell(2, 2)].map((one) => Number(one?.value))).toEqual([
      1234.5, -3, 12, -5, 12.5, 1200,
    ]);
    expect(cell(3, 1)).toMatchObject({ type: 'float', text: '12 kg' });
    expect(cell(3, 2)).toMatchObject({ type: 'percentage', value: '0.075' });
  });

  test('dates are dates', () => {
    expect([1, 2, 3].map((row) => cell(row, 3))).toMatchObject(
      ['2024-03-05', '2023-12-31', '2024-05-01'].map((value) => ({ type: 'date', value })),
    );
    expect(cell(4, 3)).toMatchObject({ type: 'string', text: 'Mai 2024' });
  });

  test('names in figures stay text, and nothing is a formula', () => {
    expect([1, 2, 3, 4].map((row) => cell(row, 4))).toMatchObject(
      ['007', '12-4', '1.2.3', '12345678901234567890'].map((text) => ({ type: 'string', text })),
    );
    expect([1, 2, 3, 4].map((row) => cell(row, 0))).toMatchObject(
      ['=1+1', '+SUM(A1)', '@cmd', '-2+3'].map((text) => ({ type: 'string', text })),
    );
    for (const row of sheets[0]?.rows ?? []) for (const one of row) expect(one?.formula).toBeUndefined();
  });

  test('cells are those of a document of known tables, spans merged', { timeout: 60_000 }, async () => {
    const { tables: docx } = await makeStructured();
    const { tables: pdf } = convertWithSoffice({ files: { 'tables.docx': docx! }, to: 'pdf' });
    const made = await convert(pdf!, 'application/pdf', { target_format: 'xlsx' });
    const found = readWorkbooks({ tables: made.bytes }).get('tables') ?? [];
    const truth = readDocxOutline(docx!).tables;
    expect(found.length).toBe(truth.length + 1);
    for (const [index, cells] of truth.entries())
      for (const { row, column, text } of cells.filter((one) => one.text !== ''))
        expect(found[index]?.rows[row]?.[column]?.text.toLowerCase().replaceAll(/\s+/g, ' '), `${index} ${row} ${column}`).toBe(text);
    expect(found[0]?.rows.flat().some((one) => (one?.columnSpan ?? 1) > 1 || (one?.rowSpan ?? 1) > 1)).toBe(true);
  });
});

test('one table is one file: plain numbers, days, text that no spreadsheet runs', async () => {
  expect(await csvOf(german, { table: 1 })).toEqual([
    'Ware,Menge,Preis,Stand,Kennung',
    `'=1+1,1234.5,"12,50 EUR",2024-03-05,007`,
    `'+SUM(A1),-3,"1.200,00 EUR",2023-12-31,12-4`,
    "'@cmd,12 kg,7.5%,2024-05-01,1.2.3",
    "'-2+3,-5,-,Mai 2024,12345678901234567890",
  ]);
});

test('all tables are a ZIP, with a list of them; pages and areas choose', async () => {
  const zipped = await convert(both, 'application/pdf', { target_format: 'csv' });
  expect(zipped).toMatchObject({ contentType: 'application/zip', filename: 'source.zip' });
  const files = unzipSync(zipped.bytes);
  expect(Object.keys(files)).toEqual(['table-1.csv', 'table-2.csv', 'about.csv']);
  // A 25 shows which is the day, whatever the language says.
  expect(linesOf(files['table-1.csv']!)).toEqual(['Item,Amount,On', 'Apples,1234.5,2024-03-25', 'Pears,"$1,000",2024-04-03']);
  expect(linesOf(files['about.csv']!).map((line) => line.split(',').slice(0, 3).join())).toEqual(['table,id,page', '1,b1,1', '2,b2,2']);
  expect(await csvOf(both, { table: 1, tables: { pages: '2' } })).toContain('Plums,7,2024-05-25,Ada');
  const whole = { left: 0, top: 0, right: 595, bottom: 842 };
  expect(await csvOf(both, { table: 1, tables: { areas: [{ page: 2, ...whole }] } })).toHaveLength(2);
  await expectFailure('conversion_failed', () => csvOf(both, { table: 1, tables: { areas: [{ page: 1, ...whole, top: 600 }] } }));
});

test('what is not there is said', async () => {
  await expectFailure('conversion_failed', () => csvOf(both, { table: 3 }));
  await expectFailure('page_out_of_range', () => csvOf(both, { table: 1, tables: { pages: '7' } }));
  const letter = await makeLetter('Ada', 5);
  await expectFailure('conversion_failed', () => convert(letter, 'application/pdf', { target_format: 'xlsx' }));
});

test.each([
  { target_format: 'xlsx', table: 1 },
  { target_format: 'md', tables: { pages: '1' } },
  { target_format: 'csv', table: 0 },
  { target_format: 'csv', tables: { pages: 'all' } },
  { target_format: 'csv', tables: { areas: [{ page: 1, left: 10, top: 0, right: 5, bottom: 10 }] } },
  { target_format: 'csv', tables: { rows: 1 } },
])('parameters that mean nothing are refused: %j', (params) => expect(ConvertParams.safeParse(params).success).toBe(false));

test('a text in a frame is no table among the others', async () => {
  const document = await PDFDocument.load(german);
  const page = document.getPage(0);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawRectangle({ x: 50, y: 400, width: 495, height: 40, borderWidth: 1, borderColor: rgb(0, 0, 0) });
  page.drawText('What is said here is set in a frame, so that readers of this document see it first.', { x: 60, y: 415, size: 10, font });
  const framed = await document.save();
  expect((await convert(framed, 'application/pdf', { target_format: 'md' })).report).toMatchObject({ content: { tables: 2 } });
  const made = await convert(framed, 'application/pdf', { target_format: 'csv' });
  expect(Object.keys(unzipSync(made.bytes))).toEqual(['table-1.csv', 'about.csv']);
});
