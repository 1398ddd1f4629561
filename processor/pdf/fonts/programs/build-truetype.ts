// Builds a TrueType program from outlines with their widths (ISO/IEC 14496-22): the least of a font, with only glyphs, widths and one character map,
// or one with a name that programs can install. Glyph 0 is .notdef, an empty box of half an em.

import { type Contour, writeOutline } from './glyf-outline.ts';
import { TRUETYPE_VERSION, writeSfnt } from './sfnt.ts';
import { type NamedFont, writeNames, writeOs2, writeUnicodeCmap } from './named-tables.ts';
import {
  type HeadValues,
  HMTX,
  LAST_SEGMENT,
  locaEntryBytes,
  writeHead,
  writeHhea,
  writeMaxp,
  writePost,
  writeSegments,
  writeSymbolCmap,
} from './sfnt-tables.ts';

export const UNITS_PER_EM = 2048;
/** Degrees: programs tell a slanted font by any. */
const ITALIC_ANGLE = -12;

export interface BuiltGlyph {
  /** In units of UNITS_PER_EM. */
  readonly contours: readonly Contour[];
  /** Likewise. */
  readonly width: number;
}

export interface BuiltFont {
  /** From glyph 1 on. */
  readonly glyphs: readonly BuiltGlyph[];
  /** Code 0–255 → glyph, as a symbol map (3,0) at F000; absent for fonts that are addressed by glyph numbers. */
  readonly codes?: ReadonlyMap<number, number>;
}

export function buildTrueType({ glyphs, codes }: BuiltFont): Buffer {
  const tables = tablesOf([{ contours: NOTDEF, width: UNITS_PER_EM / 2 }, ...glyphs], { ascender: ASCENT, descender: DESCENT });
  return writeSfnt({ version: TRUETYPE_VERSION, tables: new Map([['cmap', writeSymbolMap(codes ?? new Map())], ...tables]) });
}

/** A font that programs can install: with a name, and addressed by code points. */
export function buildNamedFont({ letters, ...named }: NamedFont & { readonly letters: ReadonlyMap<number, BuiltGlyph> }): Buffer {
  const sorted = [...letters].toSorted(([one], [two]) => one - two);
  const glyphs: readonly BuiltGlyph[] = [{ contours: NOTDEF, width: UNITS_PER_EM / 2 }, ...sorted.map(([, glyph]) => glyph)];
  const codes = sorted.map(([code]) => code);
  return writeSfnt({
    version: TRUETYPE_VERSION,
    tables: new Map([
      ['OS/2', writeOs2(named, { first: codes[0] ?? 0, last: codes.at(-1) ?? 0 })],
      ['cmap', writeUnicodeCmap(codes)],
      ...tablesOf(glyphs, named),
      ['name', writeNames(named)],
    ]),
  });
}

/** Without character map. */
function tablesOf(
  all: readonly BuiltGlyph[],
  { ascender, descender, bold = false, italic = false }: Pick<NamedFont, 'ascender' | 'descender'> & Partial<NamedFont>,
): [string, Buffer][] {
  const { glyf, loca } = writeOutlines(all);
  const head = { unitsPerEm: UNITS_PER_EM, bounds: boundsOf(all), hasLongLoca: true, bold, italic };
  const hhea = {
    ascender,
    descender,
    advanceWidthMax: Math.max(...all.map(({ width }) => Math.round(width))),
    numberOfHMetrics: all.length,
  };
  const maxp = {
    numGlyphs: all.length,
    maxPoints: Math.max(...all.map(({ contours }) => contours.flat().length)),
    maxContours: Math.max(...all.map(({ contours }) => contours.length)),
  };
  return [
    ['glyf', glyf],
    ['head', writeHead(head)],
    ['hhea', writeHhea(hhea)],
    ['hmtx', writeMetrics(all)],
    ['loca', loca],
    ['maxp', writeMaxp(maxp)],
    ['post', writePost(false, italic ? ITALIC_ANGLE : 0)],
  ];
}

function writeOutlines(glyphs: readonly BuiltGlyph[]): { readonly glyf: Buffer; readonly loca: Buffer } {
  const records = glyphs.map(({ contours }) => writeOutline(contours));
  const entryBytes = locaEntryBytes(true);
  const loca = Buffer.alloc((records.length + 1) * entryBytes);
  let offset = 0;
  for (const [index, record] of records.entries()) {
    offset += record.length;
    loca.writeUInt32BE(offset, (index + 1) * entryBytes);
  }
  return { glyf: offset === 0 ? Buffer.alloc(4) : Buffer.concat(records), loca };
}

function writeMetrics(glyphs: readonly BuiltGlyph[]): Buffer {
  const hmtx = Buffer.alloc(glyphs.length * HMTX.bytes);
  for (const [index, { contours, width }] of glyphs.entries()) {
    const at = index * HMTX.bytes;
    const points = contours.flat();
    hmtx.writeUInt16BE(Math.max(0, Math.min(0xffff, Math.round(width))), at + HMTX.advanceWidth);
    hmtx.writeInt16BE(points.length === 0 ? 0 : Math.min(...points.map(({ x }) => x)), at + HMTX.lsb);
  }
  return hmtx;
}

/** Of all outlines and the origin. */
function boundsOf(glyphs: readonly BuiltGlyph[]): HeadValues['bounds'] {
  const bounds: [number, number, number, number] = [0, 0, 0, 0];
  for (const { contours } of glyphs) {
    for (const { x, y } of contours.flat()) {
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    }
  }
  return bounds;
}

const ASCENT = 1854;
const DESCENT = -434;
const NOTDEF: readonly Contour[] = [
  [
    { x: 100, y: 0, isOn: true },
    { x: 100, y: 1400, isOn: true },
    { x: 900, y: 1400, isOn: true },
    { x: 900, y: 0, isOn: true },
  ],
  [
    { x: 180, y: 80, isOn: true },
    { x: 820, y: 80, isOn: true },
    { x: 820, y: 1320, isOn: true },
    { x: 180, y: 1320, isOn: true },
  ],
];

const SYMBOL_FIRST = 0xf000;

/** Format 4, one segment: codes F000–F0FF. */
export function writeSymbolMap(codes: ReadonlyMap<number, number>): Buffer {
  const glyphs = Array.from({ length: 256 }, (_, code) => codes.get(code) ?? 0);
  // The glyphs follow the ranges: this one and that of the last segment.
  const segment = { from: SYMBOL_FIRST, to: SYMBOL_FIRST + 0xff, delta: 0, range: 4 };
  return writeSymbolCmap(writeSegments([segment, LAST_SEGMENT], glyphs));
}
