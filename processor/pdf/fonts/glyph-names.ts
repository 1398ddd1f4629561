// Glyph names to Unicode (Adobe Glyph List and its rules) and the encodings of ISO 32000-2 Annex D as code → name.
// The tables are data files of facts: the Adobe Glyph List (BSD-3-Clause, Adobe), Annex D, and TN 5176 Appendix A and C.

import { readFileSync } from 'node:fs';

type TableName =
  | 'StandardEncoding'
  | 'WinAnsiEncoding'
  | 'MacRomanEncoding'
  | 'MacExpertEncoding'
  | 'Symbol'
  | 'ZapfDingbats'
  | 'ExpertEncoding';
type ListName = 'MacGlyphs' | 'CffStrings' | 'ExpertCharset' | 'ExpertSubsetCharset';

/** Names by code; missing where nothing is encoded. */
export type Encoding = readonly (string | undefined)[];

let tables: Map<string, string[]> | undefined;
let names: Map<string, string> | undefined;
const encodings = new Map<TableName, Encoding>();

function readTable(name: string): string[] {
  tables ??= new Map(
    readFileSync(new URL('./glyph-tables.txt', import.meta.url), 'latin1')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([key = '', words = '']) => [key, words.split(' ')]),
  );
  return tables.get(name) ?? [];
}

/** Glyph names in the order of their index. */
export function glyphNameList(name: ListName): readonly string[] {
  return readTable(name);
}

export function encodingNamed(name: TableName): Encoding {
  const known = encodings.get(name);
  if (known) return known;
  const encoding: (string | undefined)[] = Array.from({ length: 256 });
  let code = 0;
  for (const word of readTable(name)) {
    if (/^@\d+$/.test(word)) code = Number(word.slice(1));
    else encoding[code++] = word;
  }
  encodings.set(name, encoding);
  return encoding;
}

/** The names of encodings that /Encoding and /BaseEncoding may have. */
export function baseEncoding(name: string | undefined): Encoding | undefined {
  switch (name) {
    case 'StandardEncoding':
    case 'WinAnsiEncoding':
    case 'MacRomanEncoding':
    case 'MacExpertEncoding':
      return encodingNamed(name);
    default:
      return undefined;
  }
}

function glyphList(): Map<string, string> {
  names ??= new Map(
    readFileSync(new URL('./glyph-names.txt', import.meta.url), 'latin1')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name = '', ...codes]) => [name, String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)))]),
  );
  return names;
}

/** Empty when the name has no meaning. */
export function unicodeOfGlyphName(name: string): string {
  const known = glyphList().get(name);
  if (known !== undefined) return known;
  const [base = ''] = name.split('.', 1);
  if (base === '') return '';
  if (base.includes('_')) return base.split('_').map(unicodeOfGlyphName).join('');
  if (base !== name) return unicodeOfGlyphName(base);
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1];
  if (units) return String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  const point = Number.parseInt(/^u([0-9A-Fa-f]{4,6})$/.exec(name)?.[1] ?? '', 16);
  return point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

let zapf: Map<string, string> | undefined;

/** The text of a ZapfDingbats glyph, whose names (a1 …) mean other things in other fonts. */
export function unicodeOfDingbat(name: string): string {
  zapf ??= new Map(
    readTable('ZapfUnicode')
      .map((word) => word.split(':'))
      .map(([dingbat = '', code = '']) => [dingbat, String.fromCodePoint(Number.parseInt(code, 16))]),
  );
  return zapf.get(name) ?? unicodeOfGlyphName(name);
}
