// A workbook as LibreOffice sees it: it writes it as flat OpenDocument, of which the cells are read.

import { convertWithSoffice } from './soffice.ts';

export interface SeenCell {
  /** As LibreOffice shows it. */
  readonly text: string;
  /** `float`, `percentage`, `date`, `string` … (OpenDocument 1.3, 19.389) */
  readonly type: string;
  readonly value: string | undefined;
  readonly formula: string | undefined;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface SeenSheet {
  readonly name: string;
  /** By row, then column; empty and covered cells are undefined. */
  readonly rows: readonly (readonly (SeenCell | undefined)[])[];
}

/** Several workbooks in one run, by name. One that LibreOffice does not open has no entry. */
export function readWorkbooks(files: Readonly<Record<string, Uint8Array>>): Map<string, SeenSheet[]> {
  const named = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${name}.xlsx`, bytes]));
  const made = convertWithSoffice({ files: named, to: 'fods' });
  return new Map(Object.entries(made).map(([name, bytes]) => [name, sheetsOf(Buffer.from(bytes).toString('utf8'))]));
}

/** Repeated cells beyond this fill the sheet. */
const REPEATED_MAX = 200;

function sheetsOf(xml: string): SeenSheet[] {
  return [...xml.matchAll(/<table:table table:name="([^"]*)"[^>]*>([\s\S]*?)<\/table:table>/g)].map(([, name = '', inner = '']) => ({
    name: decode(name),
    rows: [...inner.matchAll(/<table:table-row\b([^>]*)>([\s\S]*?)<\/table:table-row>/g)].flatMap(([, attributes = '', cells = '']) => {
      const repeated = numberOf(attributes, 'number-rows-repeated');
      return repeated > REPEATED_MAX ? [] : Array.from({ length: repeated }, () => cellsOf(cells));
    }),
  }));
}

function cellsOf(xml: string): (SeenCell | undefined)[] {
  const found = xml.matchAll(/<table:(covered-)?table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:\1?table-cell>)/g);
  return [...found].flatMap(([, covered, attributes = '', inner = '']) => {
    const repeated = numberOf(attributes, 'number-columns-repeated');
    const cell = covered === undefined ? cellOf(attributes, inner) : undefined;
    return repeated > REPEATED_MAX ? [] : Array.from({ length: repeated }, () => cell);
  });
}

function cellOf(attributes: string, inner: string): SeenCell | undefined {
  const type = attributeOf(attributes, 'office:value-type');
  if (type === undefined) return undefined;
  const paragraphs = [...inner.matchAll(/<text:p[^>]*>([\s\S]*?)<\/text:p>/g)].map(([, text = '']) => textOf(text));
  return {
    text: paragraphs.join('\n'),
    type,
    value: attributeOf(attributes, 'office:value') ?? attributeOf(attributes, 'office:date-value'),
    formula: attributeOf(attributes, 'table:formula'),
    rowSpan: numberOf(attributes, 'number-rows-spanned'),
    columnSpan: numberOf(attributes, 'number-columns-spanned'),
  };
}

function textOf(xml: string): string {
  const spaced = xml.replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)));
  return decode(spaced.replaceAll(/<[^>]*>/g, ''));
}

function numberOf(attributes: string, name: string): number {
  return Number(attributeOf(attributes, `table:${name}`) ?? 1);
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decode(value);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(decimal));
  });
}
