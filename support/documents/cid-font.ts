// A composite font that is embedded whole, with a map to Unicode that says what a test wants of each letter.

import { findFaces } from '../../processor/pdf/draw/fallback-font.ts';
import { readSfnt, writeSfnt } from '../../processor/pdf/fonts/programs/sfnt.ts';
import type { PdfObject } from './make-pdf.ts';

export interface CidFont {
  /** Numbered from `number` on; the first is the font's. */
  readonly objects: Readonly<Record<number, PdfObject>>;
  /** The codes of a text, as a hexadecimal string for Tj. */
  readonly show: (text: string) => string;
}

export interface CidFontOptions {
  readonly number: number;
  readonly name: string;
  readonly family: 'serif' | 'sans';
  /** UTF-16BE, hexadecimal, by letter; others mean themselves, those with an empty text have no meaning. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Thousandths of an em, by letter; of others it is the program's. */
  readonly advances?: Readonly<Record<string, number>>;
  /** Its program does not say what it is called, as that of most subsets. */
  readonly isNameless?: boolean;
}

function withoutName(program: Buffer): Buffer {
  const font = readSfnt(program);
  if (!font) throw new Error('no TrueType font');
  return writeSfnt({ ...font, tables: new Map([...font.tables, ['name', Buffer.alloc(6)]]) });
}

/** @param letters that it has; its width for all others is an em */
export async function makeCidFont(letters: string, options: CidFontOptions): Promise<CidFont> {
  const { number, name, family, meanings = {}, advances = {}, isNameless = false } = options;
  const [face] = (await findFaces(letters, { family, isBold: false, isItalic: false })) ?? [];
  if (!face) throw new Error('there is no face');
  const program = isNameless ? withoutName(face.bytes) : face.bytes;
  const glyphOf = (letter: string) => {
    const glyph = face.glyphs.get(letter);
    if (!glyph) throw new Error(`no glyph for ${letter}`);
    return glyph;
  };
  const code = (letter: string) => glyphOf(letter).gid.toString(16).padStart(4, '0');
  const own = [...new Set(letters)];
  const mapped = own.flatMap((letter) => {
    const meaning = meanings[letter] ?? Buffer.from(letter, 'utf16le').swap16().toString('hex');
    return meaning === '' ? [] : [`<${code(letter)}> <${meaning}>`];
  });
  const widths = own.map((letter) => `${glyphOf(letter).gid} [${advances[letter] ?? glyphOf(letter).width}]`).join(' ');
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${mapped.length} beginbfchar ${mapped.join(' ')} endbfchar endcmap end end`;
  return {
    objects: {
      [number]: `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${number + 1} 0 R] /ToUnicode ${number + 2} 0 R >>`,
      [number + 1]:
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${number + 3} 0 R /DW 1000 /W [${widths}] /CIDToGIDMap /Identity >>`,
      [number + 2]: { dict: '', data: map },
      [number + 3]:
        `<< /Type /FontDescriptor /FontName /${name} /Flags ${family === 'serif' ? 6 : 4} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${number + 4} 0 R >>`,
      [number + 4]: { dict: `/Length1 ${program.length}`, data: program },
    },
    show: (text) => `<${Array.from(text, code).join('')}>`,
  };
}
