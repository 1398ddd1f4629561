// The predefined CMaps (ISO 32000-2 table 116) by their names: the lengths of codes, the direction, and the character set, which
// gives Unicode. Only Identity and the Unicode ones give more; CIDs of the national ones need Adobe's resource files and stay unknown.

import { CMap } from './cmap.ts';

export interface PredefinedCMap {
  readonly map: CMap;
  /** The Unicode text of a code, where the name of the CMap gives it. */
  readonly textOf: ((code: number, length: number) => string) | undefined;
}

type Row = readonly [pattern: RegExp, charset: string | undefined, spaces: string];

/** Spaces are low-high in hexadecimal. The first row that matches holds. */
const ROWS: readonly Row[] = [
  [/^Identity-[HV]$/, undefined, '0000-ffff'],
  [/UCS2/, 'utf-16be', '0000-ffff'],
  [/UTF16/, 'utf-16be', '0000-d7ff d800dc00-dbffdfff e000-ffff'],
  [/UTF32/, 'utf-32be', '00000000-0010ffff'],
  [/UTF8/, 'utf-8', '00-7f c080-dfbf e08080-efbfbf f0808080-f7bfbfbf'],
  [/RKSJ/, 'shift_jis', '00-80 8140-9ffc a0-df e040-fcfc fd-ff'],
  [/^CNS-EUC/, undefined, '00-80 8ea1a1a1-8ea7fefe a1a1-fefe'],
  [/^GB.*-EUC|^GBT?pc-EUC/, 'gbk', '00-80 a1a1-fefe'],
  [/^GBKp?-EUC/, 'gbk', '00-80 8140-fefe'],
  [/^GBK2K/, 'gb18030', '00-7f 81308130-fe39fe39 8140-fefe'],
  [/^KSC(pc)?-EUC/, 'euc-kr', '00-84 8541-fefe'],
  [/^KSCms-UHC/, 'euc-kr', '00-80 8141-fefe'],
  [/^KSC-Johab/, undefined, '00-80 8431-f9fe'],
  [/^EUC-[HV]$|^78-EUC/, 'euc-jp', '00-80 8ea0-8edf a1a1-fefe'],
  [/B5/, 'big5', '00-80 8140-fefe'],
  [/^HKscs/, 'big5', '00-80 8740-fefe'],
  [/^(78-|78ms-|Add-|Ext-|NWP-|Hankaku|Hiragana|Katakana|Roman|WP-Symbol|GBT?-|CNS[12]-|KSC-)?[HV]$/, undefined, '2121-7e7e'],
];

const made = new Map<string, PredefinedCMap | undefined>();

/** Undefined for a name that is not predefined. */
export function predefinedCMap(name: string): PredefinedCMap | undefined {
  if (!made.has(name) && made.size < 1000) made.set(name, makePredefined(name));
  return made.get(name);
}

function makePredefined(name: string): PredefinedCMap | undefined {
  const row = /-[HV]$|^[HV]$/.test(name) ? ROWS.find(([pattern]) => pattern.test(name)) : undefined;
  if (!row) return undefined;
  const [, charset, spaces] = row;
  const map = new CMap();
  map.name = name;
  map.vertical = name.endsWith('V');
  map.identity = name.startsWith('Identity-');
  for (const space of spaces.split(' ')) {
    const [low = '', high = ''] = space.split('-');
    map.codeSpaces.push({ bytes: low.length / 2, low: Number.parseInt(low, 16), high: Number.parseInt(high, 16) });
  }
  return { map, textOf: charset === undefined ? undefined : makeDecoder(charset) };
}

function makeDecoder(charset: string): (code: number, length: number) => string {
  if (charset === 'utf-32be') return (code) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
  const decoder = new TextDecoder(charset);
  return (code, length) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntBE(code, 0, length);
    const text = decoder.decode(bytes);
    return text.includes('\ufffd') ? '' : text;
  };
}
