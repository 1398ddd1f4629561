// Which glyph of an embedded program a code shows when ISO 32000-1, 9.6.6 is taken literally, and its width in the program. Readers are more tolerant;
// an archive must not need tolerance.

import { PDFDict, PDFName } from 'pdf-lib';
import { arrayOf, lookup, nameOf } from '../../syntax/dictionary.ts';
import { readCffWidths } from '../../fonts/programs/cff-widths.ts';
import { readSfnt } from '../../fonts/programs/sfnt.ts';
import { DEFAULT_FONT_MATRIX, readType1Font } from '../../fonts/programs/type1.ts';
import { followType1Glyph } from '../../fonts/programs/type1-outline.ts';
import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import { encodingNamed, unicodeOfGlyphName } from '../../fonts/glyph-names.ts';
import type { FontProgram } from '../../fonts/font-program.ts';
import { fontProgramBytes } from '../../fonts/program.ts';

export type StrictGlyph =
  | { readonly kind: 'glyph'; readonly gid: number }
  /** The code leads to .notdef. */
  | { readonly kind: 'notdef' }
  /** The code leads to a glyph that the program does not have. */
  | { readonly kind: 'missing' };

const macCodes = new Map(encodingNamed('MacRomanEncoding').flatMap((name, code) => (name === undefined ? [] : [[name, code] as const])));

export function strictGlyph(font: PdfFont, glyph: FontGlyph): StrictGlyph {
  const { program } = font;
  if (!program) return { kind: 'missing' };
  if (font.kind === 'composite') return ofIndex(glyph.gid, program);
  if (font.subtype === 'TrueType') return ofIndex(trueTypeIndex(font, program, glyph), program);
  if (program.cids) return ofIndex(program.cids.get(glyph.code), program);
  const { name } = glyph;
  if (name === undefined || name === '.notdef') return { kind: 'notdef' };
  const gid = program.glyphNames.get(name);
  if (gid === undefined) return { kind: 'missing' };
  return { kind: 'glyph', gid };
}

function ofIndex(gid: number | undefined, program: FontProgram): StrictGlyph {
  if (gid === undefined || gid === 0) return { kind: 'notdef' };
  return gid < program.glyphCount ? { kind: 'glyph', gid } : { kind: 'missing' };
}

/** 9.6.6.4. */
function trueTypeIndex({ descriptor, dict }: PdfFont, program: FontProgram, { code, name }: FontGlyph): number | undefined {
  const [symbol, unicode, mac] = [program.cmaps.get('3,0'), program.cmaps.get('3,1'), program.cmaps.get('1,0')];
  if (descriptor.isSymbolic || !hasEncoding(dict)) {
    if (symbol) {
      for (const base of [0xf000, 0, 0xf100, 0xf200]) {
        const gid = symbol.find(base + code);
        if (gid) return gid;
      }
      return undefined;
    }
    const only = mac ?? (program.cmaps.size === 1 ? [...program.cmaps.values()][0] : undefined);
    return only?.find(code);
  }
  if (name === undefined || name === '.notdef') return undefined;
  if (unicode) {
    const point = unicodeOfGlyphName(name).codePointAt(0);
    const gid = point === undefined ? 0 : unicode.find(point);
    if (gid) return gid;
  } else if (mac) {
    const own = macCodes.get(name);
    const gid = own === undefined ? 0 : mac.find(own);
    if (gid) return gid;
  }
  return program.glyphNames.get(name);
}

function hasEncoding(dict: PDFDict): boolean {
  return lookup(dict, 'Encoding') !== undefined;
}

/** MacRomanEncoding or WinAnsiEncoding, as 6.2.11.6 requires; with its differences. */
export function trueTypeEncoding(dict: PDFDict): { readonly base: string | undefined; readonly differences: readonly string[] } {
  const found = lookup(dict, 'Encoding');
  if (found instanceof PDFName) return { base: found.decodeText(), differences: [] };
  if (!(found instanceof PDFDict)) return { base: undefined, differences: [] };
  const differences = (arrayOf(found, 'Differences')?.asArray() ?? []).flatMap((item) => {
    const value = dict.context.lookup(item);
    return value instanceof PDFName ? [value.decodeText()] : [];
  });
  return { base: nameOf(found, 'BaseEncoding'), differences };
}

export type ProgramWidths = (gid: number, name: string | undefined) => number | undefined;

const widthsOf = new WeakMap<PdfFont, ProgramWidths>();

/** In 1/1000 of the em, from the program itself; undefined where unknown. */
export function programWidths(font: PdfFont): ProgramWidths {
  const known = widthsOf.get(font);
  if (known) return known;
  const made = makeProgramWidths(font);
  widthsOf.set(font, made);
  return made;
}

function makeProgramWidths(font: PdfFont): ProgramWidths {
  const { program } = font;
  const bytes = program && fontProgramBytes(font.descriptor.dict);
  if (!bytes) return () => undefined;
  switch (program.format) {
    case 'truetype':
      return (gid) => program.advanceOf(gid);
    case 'cff': {
      const table = readSfnt(bytes)?.tables.get('CFF ') ?? bytes;
      const widths = readCffWidths(Buffer.from(table));
      return (gid) => widths?.(gid)?.width;
    }
    case 'type1': {
      const type1 = readType1Font(bytes);
      const standard = encodingNamed('StandardEncoding');
      const scale = (type1?.fontMatrix[0] ?? DEFAULT_FONT_MATRIX[0]) * 1000;
      return (_, name) => {
        const outline = type1 && name !== undefined ? followType1Glyph(type1, name, standard) : undefined;
        return outline && outline.width * scale;
      };
    }
  }
}
