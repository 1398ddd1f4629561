// CSV (RFC 4180, and what spreadsheets write) → an OpenDocument spreadsheet that Calc lays out: every cell is text as it stands, so nothing in it
// is ever computed. The first row is repeated on every page.

import { JobFailure } from '../../../../failure.ts';
import { setUpPages } from '../../../../office/open-sheets.ts';
import { makeEntry, writePackage } from '../../../../office/package.ts';
import type { SheetSetup } from '../../../../office/sheet-setup.ts';
import { encodeXmlText } from '../../../../office/xml.ts';

export interface CsvTable {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
}

/** The first of those that divide equally well: commas are in texts and numbers too. */
const DELIMITERS = ['\t', ';', '|', ','];
const SAMPLE_CHARS = 20_000;
/** What the sheets of Calc hold. */
const COLUMNS_MAX = 1024;
const CELLS_MAX = 1_000_000;

/** @throws JobFailure decompression_limit for more cells than are laid out */
export function parseCsv(source: string): CsvTable {
  const text = source.replace(/^\ufeff/, '');
  // Spreadsheets name the delimiter in a first line of its own.
  const named = /^sep=([,;\t|])\r?\n/i.exec(text);
  const delimiter = named?.[1] ?? guessDelimiter(text.slice(0, SAMPLE_CHARS));
  const rows = splitRows(text.slice(named?.[0].length ?? 0), delimiter);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns > COLUMNS_MAX || rows.length * columns > CELLS_MAX) {
    const message = `The table has ${rows.length} rows of up to ${columns} cells; ${COLUMNS_MAX} columns and ${CELLS_MAX} cells are laid out.`;
    throw new JobFailure('decompression_limit', { message });
  }
  return { rows, delimiter };
}

/** The one that divides most lines into the same number of cells, more than one. */
function guessDelimiter(sample: string): string {
  const score = (delimiter: string): number => {
    const widths = splitRows(sample, delimiter)
      .slice(0, -1)
      .map(({ length }) => length);
    const most = widths.reduce((counts, width) => counts.set(width, (counts.get(width) ?? 0) + 1), new Map<number, number>());
    const [width = 1, count = 0] = [...most].toSorted(([, one], [, two]) => two - one)[0] ?? [];
    return width > 1 ? (count / widths.length) * 1000 + width : 0;
  };
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: score(delimiter) })).toSorted((one, two) => two.score - one.score);
  const [best] = scored;
  if (best && best.score > 0) return best.delimiter;
  // A sample of one line.
  return DELIMITERS.find((delimiter) => splitRows(sample, delimiter).some(({ length }) => length > 1)) ?? ',';
}

function splitRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length;) {
    let value = '';
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const stop = nextStop(text, at, delimiter);
    row.push(value + text.slice(at, stop));
    at = stop;
    if (text[at] === delimiter) at++;
    else {
      rows.push(row);
      row = [];
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
  }
  while (rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop();
  return rows;
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}

function nextStop(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === delimiter || character === '\n' || character === '\r') return at;
  }
  return text.length;
}

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = ['office', 'text', 'table', 'style', 'drawing', 'manifest']
  .map((name) => ` xmlns:${name}="${NAMESPACE}${name}:1.0"`)
  .join('')
  .concat(` xmlns:fo="${NAMESPACE}xsl-fo-compatible:1.0"`);
const NUMBER = /^\s*[-+(]?\s*[$€£¥]?\s*\d[\d.,'’\u00a0\u202f ]*(?:[eE][-+]?\d+)?\s*[%€)]?\s*$/u;
/** Centimetres. */
const WIDTH_MIN = 1.2;
const WIDTH_MAX = 8;
const WIDTH_OF_CHARACTER = 0.2;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;
const SAMPLE_ROWS = 2000;

/** @param setup of the pages, as for any spreadsheet */
export function makeSheet({ rows }: Pick<CsvTable, 'rows'>, setup: SheetSetup): Uint8Array {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, column) => widthOf(rows, column));
  const [head = [], ...others] = rows;
  const hasHead = others.length > 0 && head.length > 1 && head.every((cell) => !NUMBER.test(cell));
  const body = (hasHead ? others : rows).map((row) => writeRow(row, columns)).join('');
  const first = hasHead ? `<table:table-header-rows>${writeRow(head, columns, 'head')}</table:table-header-rows>` : '';
  const content =
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content${NAMESPACES} office:version="1.3"><office:automatic-styles>` +
    widths
      .map(
        (width, at) =>
          `<style:style style:name="c${at}" style:family="table-column"><style:table-column-properties style:column-width="${width}cm"/></style:style>`,
      )
      .join('') +
    '<style:style style:name="row" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style>' +
    '<style:style style:name="sheet" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true"/></style:style>' +
    ['text', 'number', 'head'].map(cellStyle).join('') +
    `</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Sheet1" table:style-name="sheet">` +
    widths.map((_, at) => `<table:table-column table:style-name="c${at}"/>`).join('') +
    `${first}${body}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const manifest = ['/', 'content.xml', 'styles.xml'].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name === '/' ? ODS : 'text/xml'}"/>`,
  );
  return writePackage([
    makeEntry('mimetype', Buffer.from(ODS)),
    makeEntry('content.xml', Buffer.from(content)),
    makeEntry('styles.xml', Buffer.from(setUpPages(STYLES, setup))),
    makeEntry(
      'META-INF/manifest.xml',
      Buffer.from(`<manifest:manifest xmlns:manifest="${NAMESPACE}manifest:1.0">${manifest.join('')}</manifest:manifest>`),
    ),
  ]);
}

const STYLES =
  `<?xml version="1.0" encoding="UTF-8"?><office:document-styles${NAMESPACES} office:version="1.3"><office:styles><style:default-style style:family="table-cell">` +
  '<style:text-properties style:font-name="Liberation Sans" fo:font-family="Liberation Sans" fo:font-size="10pt"/></style:default-style></office:styles><office:automatic-styles>' +
  '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" style:print-orientation="portrait" ' +
  'fo:margin-top="15mm" fo:margin-bottom="15mm" fo:margin-left="15mm" fo:margin-right="15mm"/></style:page-layout></office:automatic-styles>' +
  '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="page"><style:header style:display="false"/><style:footer style:display="false"/>' +
  '</style:master-page></office:master-styles></office:document-styles>';

function cellStyle(name: string): string {
  const border = 'fo:border="0.25pt solid #b0b0b0" fo:padding="0.05cm" fo:wrap-option="wrap" style:vertical-align="top"';
  const align = name === 'number' ? '<style:paragraph-properties fo:text-align="end"/>' : '';
  const fill = name === 'head' ? ' fo:background-color="#f0f0f0"' : '';
  const bold = name === 'head' ? '<style:text-properties fo:font-weight="bold"/>' : '';
  return `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties ${border}${fill}/>${align}${bold}</style:style>`;
}

function writeRow(row: readonly string[], columns: number, style?: string): string {
  const cells = Array.from({ length: columns }, (_, at) => {
    const value = row[at] ?? '';
    const name = style ?? (NUMBER.test(value) ? 'number' : 'text');
    if (value === '') return `<table:table-cell table:style-name="${name}"/>`;
    const lines = value.split(/\r\n?|\n/).map((line) => `<text:p>${keepSpaces(encodeXmlText(line))}</text:p>`);
    return `<table:table-cell table:style-name="${name}" office:value-type="string">${lines.join('')}</table:table-cell>`;
  });
  return `<table:table-row table:style-name="row">${cells.join('')}</table:table-row>`;
}

/** Several spaces would be read as one (ODF 1.3 part 3, 6.1.2). */
function keepSpaces(text: string): string {
  return text.replaceAll(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`).replaceAll('&#9;', '<text:tab/>');
}

function widthOf(rows: readonly (readonly string[])[], column: number): number {
  let most = 0;
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    for (const line of (row[column] ?? '').split('\n')) most = Math.max(most, line.length + (line.match(WIDE)?.length ?? 0));
  }
  return Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, most * WIDTH_OF_CHARACTER + 0.4)) * 100) / 100;
}
