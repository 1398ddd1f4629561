// The tables that make a font of glyphs one that programs can install (ISO/IEC 14496-22): names, what it is like (OS/2), code points.

import { LAST_SEGMENT, type Segment, writeSegments } from './sfnt-tables.ts';

export interface NamedFont {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Font units, above the baseline; the descender is negative. */
  readonly ascender: number;
  readonly descender: number;
}

const WINDOWS = 3;
const UNICODE_BMP = 1;
const UNICODE_FULL = 10;
const ENGLISH = 0x409;
const BMP_MAX = 0xffff;

/** In OS/2 fsSelection. */
const SELECTION = { italic: 1, bold: 1 << 5, regular: 1 << 6 } as const;
const OS2_BYTES = 96;
const OS2_VERSION = 4;
const WEIGHT = { regular: 400, bold: 700 } as const;
const NORMAL_WIDTH = 5;

export function writeNames({ family, bold, italic }: NamedFont): Buffer {
  const style = bold ? (italic ? 'Bold Italic' : 'Bold') : italic ? 'Italic' : 'Regular';
  const full = style === 'Regular' ? family : `${family} ${style}`;
  const names: readonly (readonly [id: number, text: string])[] = [
    [1, family],
    [2, style],
    [3, full],
    [4, full],
    [6, `${family}-${style}`.replaceAll(/[^!-~]|[[\](){}<>/%]/g, '').slice(0, 63)],
  ];
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  const texts = names.map(([id, text], index) => {
    const bytes = Buffer.from(text, 'utf16le').swap16();
    for (const [place, value] of [WINDOWS, UNICODE_BMP, ENGLISH, id, bytes.length, offset].entries())
      head.writeUInt16BE(value, 6 + index * 12 + place * 2);
    offset += bytes.length;
    return bytes;
  });
  return Buffer.concat([head, ...texts]);
}

/** Everybody may install it (fsType 0). */
export function writeOs2(
  { bold, italic, ascender, descender }: NamedFont,
  { first, last }: { readonly first: number; readonly last: number },
): Buffer {
  const table = Buffer.alloc(OS2_BYTES);
  const selection = (bold ? SELECTION.bold : 0) | (italic ? SELECTION.italic : 0);
  table.writeUInt16BE(OS2_VERSION, 0);
  table.writeUInt16BE(bold ? WEIGHT.bold : WEIGHT.regular, 4);
  table.writeUInt16BE(NORMAL_WIDTH, 6);
  table.writeUInt16BE(selection === 0 ? SELECTION.regular : selection, 62);
  table.writeUInt16BE(Math.min(first, BMP_MAX), 64);
  table.writeUInt16BE(Math.min(last, BMP_MAX), 66);
  table.writeInt16BE(ascender, 68);
  table.writeInt16BE(descender, 70);
  table.writeUInt16BE(Math.max(0, ascender), 74);
  table.writeUInt16BE(Math.max(0, -descender), 76);
  return table;
}

/** @param codes code points in order; the first belongs to glyph 1, the others to those that follow */
export function writeUnicodeCmap(codes: readonly number[]): Buffer {
  const runs = runsOf(codes);
  const bmp: Segment[] = runs
    .filter(({ from }) => from < BMP_MAX)
    .map(({ from, to, glyph }) => ({ from, to: Math.min(to, BMP_MAX - 1), delta: glyph - from }));
  const basic = writeSegments([...bmp, LAST_SEGMENT]);
  const full = writeGroups(runs);
  const records = [
    [WINDOWS, UNICODE_BMP, 20],
    [WINDOWS, UNICODE_FULL, 20 + basic.length],
  ] as const;
  const head = Buffer.alloc(4 + records.length * 8);
  head.writeUInt16BE(records.length, 2);
  for (const [index, [platform, encoding, offset]] of records.entries()) {
    head.writeUInt16BE(platform, 4 + index * 8);
    head.writeUInt16BE(encoding, 6 + index * 8);
    head.writeUInt32BE(offset, 8 + index * 8);
  }
  return Buffer.concat([head, basic, full]);
}

interface CodeRun {
  readonly from: number;
  readonly to: number;
  /** Of `from`. */
  readonly glyph: number;
}

function runsOf(codes: readonly number[]): CodeRun[] {
  const runs: { from: number; to: number; glyph: number }[] = [];
  for (const [index, code] of codes.entries()) {
    const open = runs.at(-1);
    if (open && code === open.to + 1 && code !== BMP_MAX + 1) open.to = code;
    else runs.push({ from: code, to: code, glyph: index + 1 });
  }
  return runs;
}

/** A subtable of format 12. */
function writeGroups(runs: readonly CodeRun[]): Buffer {
  const table = Buffer.alloc(16 + runs.length * 12);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(table.length, 4);
  table.writeUInt32BE(runs.length, 12);
  for (const [index, { from, to, glyph }] of runs.entries()) {
    table.writeUInt32BE(from, 16 + index * 12);
    table.writeUInt32BE(to, 20 + index * 12);
    table.writeUInt32BE(glyph, 24 + index * 12);
  }
  return table;
}
