// One font of each kind that a PDF can have, all with the capitals H I O T U, and how a text is written in its codes.

import { convertType1ToCff } from '../../processor/pdf/fonts/programs/type1-to-cff.ts';
import { readType1Font } from '../../processor/pdf/fonts/programs/type1.ts';
import { findFaces } from '../../processor/pdf/draw/fallback-font.ts';
import { encodingNamed } from '../../processor/pdf/fonts/glyph-names.ts';
import type { PdfObject } from './make-pdf.ts';
import { makeType1 } from './make-type1.ts';

export const FONT_KINDS = ['standard', 'type1', 'cff', 'truetype', 'cid', 'type3'] as const;
export type FontKind = (typeof FONT_KINDS)[number];

export interface FontFixture {
  /** Object 20 is the font; it uses no number beyond 29. */
  readonly objects: Record<number, PdfObject>;
  /** A string operand. */
  readonly show: (text: string) => string;
}

const STROKE_WIDTHS: Readonly<Record<string, number>> = { ' ': 300, H: 720, I: 280, O: 800, T: 660, U: 700 };
const strokeWidths = Array.from({ length: 59 }, (_, index) => STROKE_WIDTHS[String.fromCharCode(32 + index)] ?? 0).join(' ');
const descriptor = (name: string, file: string, flags = 32) =>
  `<< /Type /FontDescriptor /FontName /${name} /Flags ${flags} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 ${file} >>`;
const literal = (text: string) => `(${text})`;
const units = (value: number) => value.toString(16).padStart(4, '0');

export async function fontFixture(kind: FontKind): Promise<FontFixture> {
  switch (kind) {
    case 'standard':
      return { objects: { 20: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>' }, show: literal };
    case 'type1':
    case 'cff':
      return { objects: strokes(kind), show: literal };
    case 'truetype':
    case 'cid':
      return trueType(kind);
    case 'type3':
      return { objects: pictures(), show: literal };
  }
}

function strokes(kind: 'type1' | 'cff'): Record<number, PdfObject> {
  const { bytes, length1, length2 } = makeType1();
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Strokes /FirstChar 32 /LastChar 90 /Widths [${strokeWidths}] /FontDescriptor 21 0 R >>`;
  if (kind === 'type1') {
    const lengths = `/Length1 ${length1} /Length2 ${length2} /Length3 ${bytes.length - length1 - length2}`;
    return { 20: font, 21: descriptor('Strokes', '/FontFile 22 0 R'), 22: { dict: lengths, data: bytes } };
  }
  const read = readType1Font(bytes);
  const compact =
    read && convertType1ToCff(read, { glyphNames: undefined, standardNames: encodingNamed('StandardEncoding'), dropsHints: false });
  if (!compact) throw new Error('the fixture is no Type 1 font');
  return { 20: font, 21: descriptor('Strokes', '/FontFile3 22 0 R'), 22: { dict: '/Subtype /Type1C', data: compact } };
}

async function trueType(kind: 'truetype' | 'cid'): Promise<FontFixture> {
  const [face] = (await findFaces('HIOTU ', { family: 'serif', isBold: false, isItalic: false })) ?? [];
  if (!face) throw new Error('there is no face');
  const widthOf = (character: string) => face.glyphs.get(character)?.width ?? 0;
  const file = { dict: `/Length1 ${face.bytes.length}`, data: face.bytes };
  if (kind === 'truetype') {
    const widths = Array.from({ length: 59 }, (_, index) => widthOf(String.fromCharCode(32 + index))).join(' ');
    return {
      objects: {
        20: `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Tinos /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 90 /Widths [${widths}] /FontDescriptor 21 0 R >>`,
        21: descriptor('ABCDEF+Tinos', '/FontFile2 22 0 R', 34),
        22: file,
      },
      show: literal,
    };
  }
  const rows = [...face.glyphs].map(([character, { gid }]) => `<${units(gid)}> <${units(character.charCodeAt(0))}>`);
  return {
    objects: {
      20: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Tinos /Encoding /Identity-H /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>',
      21: descriptor('ABCDEF+Tinos', '/FontFile2 22 0 R', 6),
      22: file,
      23: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Tinos /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 0 /W [${[...face.glyphs].map(([, { gid, width }]) => `${gid} [${width}]`).join(' ')}] /CIDToGIDMap /Identity >>`,
      24: {
        dict: '',
        data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`,
      },
    },
    show: (text) => `<${Array.from(text, (character) => units(face.glyphs.get(character)?.gid ?? 0)).join('')}>`,
  };
}

/** Letters as filled rectangles, a hundred units to the em. */
function pictures(): Record<number, PdfObject> {
  const procs: Readonly<Record<string, readonly [width: number, shapes: string]>> = {
    sp: [30, ''],
    H: [72, '6 0 10 70 re 56 0 10 70 re 16 30 40 10 re f'],
    I: [28, '8 0 10 70 re f'],
    O: [80, '5 0 10 70 re 65 0 10 70 re 15 0 50 10 re 15 60 50 10 re f'],
    T: [66, '28 0 10 60 re 3 60 60 10 re f'],
    U: [70, '5 0 10 70 re 55 0 10 70 re 15 0 40 10 re f'],
  };
  const names = Object.keys(procs);
  const codes: Readonly<Record<string, string>> = { sp: ' ' };
  const widths = Array.from({ length: 59 }, (_, index) => {
    const character = String.fromCharCode(32 + index);
    return procs[character === ' ' ? 'sp' : character]?.[0] ?? 0;
  });
  const rows = names.map((name) => `<${(codes[name] ?? name).charCodeAt(0).toString(16)}> <${units((codes[name] ?? name).charCodeAt(0))}>`);
  return {
    20: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 80 70] /FontMatrix [0.01 0 0 0.01 0 0] /Resources << >> /CharProcs << ${names.map((name, index) => `/${name} ${22 + index} 0 R`).join(' ')} >> /Encoding << /Differences [32 /sp 72 /H /I 79 /O 84 /T /U] >> /FirstChar 32 /LastChar 90 /Widths [${widths.join(' ')}] /ToUnicode 21 0 R >>`,
    21: {
      dict: '',
      data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`,
    },
    ...Object.fromEntries(
      names.map((name, index) => [22 + index, { dict: '', data: `${procs[name]?.[0]} 0 0 0 80 70 d1 ${procs[name]?.[1]}` }]),
    ),
  };
}
