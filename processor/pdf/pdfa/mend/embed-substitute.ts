// Writes the program of a font that was not embedded into its dictionary. Simple fonts become symbolic TrueType fonts with a map of their own codes,
// composite ones get a CMap from their codes to the glyphs: content does not change, and a ToUnicode map keeps the text.

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFContext, type PDFDict, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { buildTrueType, type BuiltGlyph, UNITS_PER_EM } from '../../fonts/programs/build-truetype.ts';
import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import { forgetFont } from '../../fonts/font.ts';
import { isMeant } from './substitute-glyphs.ts';
import { writeToUnicode } from './to-unicode.ts';

const SYMBOLIC = 4;

export interface EmbedRequest {
  readonly font: PdfFont;
  readonly glyphs: ReadonlyMap<FontGlyph, BuiltGlyph>;
  /** The face that shows most of it. */
  readonly face: string;
}

export function embedSubstitute(request: EmbedRequest): void {
  if (request.font.kind === 'composite') embedComposite(request);
  else embedSimple(request);
  forgetFont(request.font.dict);
}

function embedSimple({ font, glyphs, face }: EmbedRequest): void {
  const { dict } = font;
  const { context } = dict;
  const rows = [...glyphs].toSorted(([one], [two]) => one.code - two.code);
  const program = buildTrueType({
    glyphs: rows.map(([, built]) => built),
    codes: new Map(rows.map(([{ code }], index) => [code, index + 1])),
  });
  const baseFont = taggedName(face, program);
  const [first, last] = [rows[0]?.[0].code ?? 32, rows.at(-1)?.[0].code ?? 32];
  const widths = Array.from({ length: last - first + 1 }, () => 0);
  for (const [{ code, width }] of rows) widths[code - first] = thousandths(width);
  for (const key of ['Encoding', 'Name', 'DescendantFonts']) dict.delete(PDFName.of(key));
  setEntries(dict, {
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: baseFont,
    FirstChar: first,
    LastChar: last,
    Widths: rows.length > 0 ? widths : [0],
    FontDescriptor: addDescriptor(context, font, baseFont, program),
  });
  const texts = rows.map(([glyph]) => [glyph.code, isMeant(font, glyph) ? glyph.unicode : ''] as const);
  dict.set(PDFName.of('ToUnicode'), addStream(context, Buffer.from(writeToUnicode(texts, 1), 'latin1')));
}

function embedComposite({ font, glyphs, face }: EmbedRequest): void {
  const { dict } = font;
  const { context } = dict;
  const rows = [...glyphs].toSorted(([one], [two]) => one.length - two.length || one.code - two.code);
  const program = buildTrueType({ glyphs: rows.map(([, built]) => built) });
  const baseFont = taggedName(face, program);
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 };
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: baseFont,
    CIDSystemInfo: system,
    FontDescriptor: addDescriptor(context, font, baseFont, program),
    DW: 1000,
    W: rows.flatMap(([{ width }], index) => [index + 1, [thousandths(width)]]),
    CIDToGIDMap: 'Identity',
    ...(font.isVertical && {
      W2: rows.flatMap(([{ vertical }], index) =>
        vertical ? [index + 1, [thousandths(vertical.advance), thousandths(vertical.x), thousandths(vertical.y)]] : [],
      ),
    }),
  });
  const cmap = deflateSync(
    Buffer.from(
      writeCMap(
        rows.map(([glyph]) => glyph),
        font.isVertical,
      ),
      'latin1',
    ),
  );
  const encoding = context.register(
    context.stream(cmap, {
      Type: 'CMap',
      CMapName: CMAP_NAME,
      CIDSystemInfo: system,
      WMode: font.isVertical ? 1 : 0,
      Filter: 'FlateDecode',
    }),
  );
  setEntries(dict, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: baseFont,
    Encoding: encoding,
    DescendantFonts: [context.register(descendant)],
  });
  const lengths = new Set(rows.map(([{ length }]) => length));
  // Codes of a single length are written in the usual way; others keep their map.
  const [length] = lengths;
  if (lengths.size === 1 && length !== undefined) {
    const texts = rows.map(([glyph]) => [glyph.code, glyph.unicode] as const);
    dict.set(PDFName.of('ToUnicode'), addStream(context, Buffer.from(writeToUnicode(texts, length), 'latin1')));
  } else {
    const texts = rows.map(([glyph]) => [glyph.code, glyph.unicode, glyph.length] as const);
    dict.set(PDFName.of('ToUnicode'), addStream(context, Buffer.from(writeToUnicode(texts, 0), 'latin1')));
  }
}

const CMAP_NAME = 'Codes-To-Glyphs';

/** Each code to the number of its glyph (ISO 32000-1 9.7.5.4). */
function writeCMap(glyphs: readonly FontGlyph[], isVertical: boolean): string {
  const hex = ({ code, length }: FontGlyph) => `<${code.toString(16).padStart(length * 2, '0')}>`;
  const blocks: string[] = [];
  for (let at = 0; at < glyphs.length; at += 100) {
    const part = glyphs.slice(at, at + 100);
    blocks.push(`${part.length} begincidchar`, ...part.map((glyph, index) => `${hex(glyph)} ${at + index + 1}`), 'endcidchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def',
    `/CMapName /${CMAP_NAME} def /CMapType 1 def /WMode ${isVertical ? 1 : 0} def`,
    ...codeSpaces(glyphs),
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** For each length of codes, the first bytes that occur: codes of different lengths must not begin alike. */
function codeSpaces(glyphs: readonly FontGlyph[]): string[] {
  const lengths = [...new Set(glyphs.map(({ length }) => length))].toSorted((a, b) => a - b);
  const rows = lengths.flatMap((length) => {
    const own = glyphs.filter((glyph) => glyph.length === length);
    if (lengths.length === 1) return [`<${'00'.repeat(length)}> <${'ff'.repeat(length)}>`];
    const firsts = [...new Set(own.map(({ code }) => Math.floor(code / 256 ** (length - 1))))].toSorted((a, b) => a - b);
    return firsts.map((first) => {
      const byte = first.toString(16).padStart(2, '0');
      return `<${byte}${'00'.repeat(length - 1)}> <${byte}${'ff'.repeat(length - 1)}>`;
    });
  });
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const part = rows.slice(at, at + 100);
    blocks.push(`${part.length} begincodespacerange`, ...part, 'endcodespacerange');
  }
  return blocks;
}

function addDescriptor(context: PDFContext, font: PdfFont, baseFont: string, program: Buffer): PDFRef {
  const { descriptor } = font;
  const file = context.register(context.stream(deflateSync(program), { Length1: program.length, Filter: 'FlateDecode' }));
  return context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: SYMBOLIC + (descriptor.isFixedPitch ? 1 : 0) + (descriptor.isSerif ? 2 : 0) + (descriptor.isItalic ? 64 : 0),
      FontBBox: [-500, -300, 1500, 1000],
      ItalicAngle: descriptor.isItalic ? -12 : 0,
      Ascent: descriptor.ascent ?? 905,
      Descent: descriptor.descent ?? -212,
      CapHeight: 716,
      StemV: descriptor.isBold ? 140 : 80,
      FontFile2: file,
    }),
  );
}

function addStream(context: PDFContext, bytes: Buffer): PDFRef {
  return context.register(context.stream(deflateSync(bytes), { Filter: 'FlateDecode' }));
}

/** Six letters that differ from program to program (ISO 32000-1 9.6.4). */
function taggedName(face: string, program: Buffer): string {
  const digest = createHash('sha256').update(program).digest();
  const tag = [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
  return `${tag}+${face}`;
}

/** The width that the program has, so that both agree. */
function thousandths(width: number): number {
  return Math.round(((Math.round(width * UNITS_PER_EM) * 1000) / UNITS_PER_EM) * 100) / 100;
}

type Entries = Readonly<Record<string, string | number | number[] | PDFRef | PDFRef[]>>;

function setEntries(dict: PDFDict, entries: Entries): void {
  const made = dict.context.obj({ ...entries });
  for (const [key, value] of made.entries()) dict.set(key, value);
}
