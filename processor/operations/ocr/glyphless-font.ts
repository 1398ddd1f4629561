// The font of a text layer: a TrueType program whose only glyph is empty, as a composite font with two-byte codes (ISO 32000-1 9.7). It shows
// nothing; the meaning of its codes is in /ToUnicode (9.10.3). One per document, shared by all its pages.

import { deflateSync } from 'node:zlib';
import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib';
import { TRUETYPE_VERSION, writeSfnt } from '../../pdf/fonts/programs/sfnt.ts';
import {
  HMTX,
  LAST_SEGMENT,
  locaEntryBytes,
  writeHead,
  writeHhea,
  writeMaxp,
  writePost,
  writeSegments,
  writeSymbolCmap,
} from '../../pdf/fonts/programs/sfnt-tables.ts';

/** Thousandths of the font size. The box of a line is as high as its letters reach: ASCENT − DESCENT of the size. */
export const ADVANCE = 500;
export const ASCENT = 740;
export const DESCENT = -200;
const GLYPHLESS_NAME = 'GlyphlessText';

/** Codes for code points. Nearly all are equal; one that does not fit into two bytes gets a code of the private use area. */
export class LayerCodes {
  readonly #codes = new Map<number, number>();
  #nextPrivate = PRIVATE_FIRST;

  /** Undefined for what is not a text character: controls, noncharacters, lone surrogates. */
  codeOf(codePoint: number): number | undefined {
    const known = this.#codes.get(codePoint);
    if (known !== undefined) return known;
    if (!isText(codePoint)) return undefined;
    const isOwn = codePoint < 0x1_0000 && !(codePoint >= PRIVATE_FIRST && codePoint <= PRIVATE_LAST);
    if (!isOwn && this.#nextPrivate > PRIVATE_LAST) return undefined;
    const code = isOwn ? codePoint : this.#nextPrivate++;
    this.#codes.set(codePoint, code);
    return code;
  }

  get highest(): number {
    let highest = 0;
    for (const code of this.#codes.values()) highest = Math.max(highest, code);
    return highest;
  }

  /** Rows of 256 codes that map to themselves, and single codes that do not. */
  meanings(): { readonly rows: readonly number[]; readonly singles: readonly (readonly [number, number])[] } {
    const rows = new Set<number>();
    const singles: [number, number][] = [];
    for (const [codePoint, code] of this.#codes) {
      if (codePoint === code) rows.add(code >> 8);
      else singles.push([code, codePoint]);
    }
    return { rows: [...rows].toSorted((a, b) => a - b), singles };
  }
}

const PRIVATE_FIRST = 0xe000;
const PRIVATE_LAST = 0xf8ff;

function isText(codePoint: number): boolean {
  const isControl = codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return !isControl && !isSurrogate && codePoint !== 0xfeff && (codePoint & 0xfffe) !== 0xfffe;
}

export function addGlyphlessFont(context: PDFContext, codes: LayerCodes): PDFRef {
  const program = makeProgram();
  // Every code shows glyph 1, because .notdef must not be shown (ISO 19005-2, 6.2.11.8).
  const glyphs = Buffer.alloc((codes.highest + 1) * 2);
  for (let at = 1; at < glyphs.length; at += 2) glyphs[at] = 1;
  const descriptor = {
    Type: 'FontDescriptor',
    FontName: GLYPHLESS_NAME,
    Flags: 4,
    FontBBox: [0, DESCENT, ADVANCE, ASCENT],
    ItalicAngle: 0,
    Ascent: ASCENT,
    Descent: DESCENT,
    CapHeight: ASCENT,
    StemV: 80,
    FontFile2: addStream(context, program, { Length1: program.length }),
  };
  const descendant = {
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: GLYPHLESS_NAME,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(context.obj(descriptor)),
    DW: ADVANCE,
    CIDToGIDMap: addStream(context, glyphs, {}),
  };
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: GLYPHLESS_NAME,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(context.obj(descendant))],
      ToUnicode: addStream(context, Buffer.from(writeToUnicode(codes), 'latin1'), {}),
    }),
  );
}

function addStream(context: PDFContext, bytes: Uint8Array, entries: Record<string, number>): PDFRef {
  return context.register(context.stream(deflateSync(bytes, { level: 9 }), { ...entries, Filter: 'FlateDecode' }));
}

const SECTION_MAX = 100;

function writeToUnicode(codes: LayerCodes): string {
  const { rows, singles } = codes.meanings();
  const ranges = rows.map((row) => {
    const first = hex(row === 0 ? 0x20 : row << 8);
    // FFFE and FFFF are no characters (ISO 19005-2, 6.2.11.7.2).
    return `<${first}> <${hex((row << 8) | (row === 0xff ? 0xfd : 0xff))}> <${first}>`;
  });
  const characters = singles.map(([code, codePoint]) => `<${hex(code)}> <${utf16(codePoint)}>`);
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...sections(ranges, 'bfrange'),
    ...sections(characters, 'bfchar'),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function sections(rows: readonly string[], kind: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rows.length; at += SECTION_MAX) {
    const part = rows.slice(at, at + SECTION_MAX);
    lines.push(`${part.length} begin${kind}`, ...part, `end${kind}`);
  }
  return lines;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

function utf16(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return text.length === 1 ? hex(codePoint) : hex(text.charCodeAt(0)) + hex(text.charCodeAt(1));
}

/** The minimum that readers accept as a TrueType font (ISO 14496-22): two empty glyphs, each half an em wide. */
function makeProgram(): Buffer {
  const width = Buffer.alloc(HMTX.bytes);
  width.writeUInt16BE(ADVANCE, HMTX.advanceWidth);
  return writeSfnt({
    version: TRUETYPE_VERSION,
    tables: new Map([
      ['cmap', writeSymbolCmap(writeSegments([LAST_SEGMENT]))],
      ['glyf', Buffer.alloc(4)],
      ['head', writeHead({ unitsPerEm: 1000, bounds: [0, DESCENT, ADVANCE, ASCENT], hasLongLoca: false })],
      ['hhea', writeHhea({ ascender: ASCENT, descender: DESCENT, advanceWidthMax: ADVANCE, numberOfHMetrics: 2 })],
      ['hmtx', Buffer.concat([width, width])],
      ['loca', Buffer.alloc(3 * locaEntryBytes(false))],
      ['maxp', writeMaxp({ numGlyphs: 2, maxPoints: 0, maxContours: 0 })],
      ['post', writePost(true)],
    ]),
  });
}
