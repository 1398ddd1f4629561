// Fonts as the operators of content streams see them (ISO 32000-2 9.5–9.10): bytes → codes → glyphs with width, Unicode, CID and glyph index.
// One object per font dictionary, made on first use; nothing here throws for a damaged font; unknown values are undefined.

import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { arrayOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { toMatrix, type Matrix } from '../geometry/matrix.ts';
import { numbersIn, readToUnicode } from './dictionaries.ts';
import { DEFAULT_FONT_MATRIX } from './programs/type1.ts';
import { loadComposite } from './composite.ts';
import { loadSimple } from './simple.ts';
import type { FontGlyph, PdfFont, Type3 } from './pdf-font.ts';

const fonts = new WeakMap<PDFDict, PdfFont>();

/** @throws JobFailure decompression_limit for a font program or CMap that expands too far */
export function loadFont(dict: PDFDict): PdfFont {
  const known = fonts.get(dict);
  if (known) return known;
  const font = makeFont(dict);
  fonts.set(dict, font);
  return font;
}

/** Forgets a font whose dictionary was changed: the next caller reads it again. */
export function forgetFont(dict: PDFDict): void {
  fonts.delete(dict);
}

function makeFont(dict: PDFDict): PdfFont {
  const subtype = nameOf(dict, 'Subtype') ?? '';
  const kind = subtype === 'Type0' ? 'composite' : subtype === 'Type3' ? 'type3' : 'simple';
  const toUnicode = readToUnicode(dict);
  const parts = kind === 'composite' ? loadComposite(dict, toUnicode) : loadSimple(dict, toUnicode, kind === 'type3');
  const glyphs = new Map<number, FontGlyph>();
  const glyphOf = (code: number, length: number) => {
    const key = code * 8 + length;
    let glyph = glyphs.get(key);
    if (!glyph) {
      glyph = parts.makeGlyph(code, length);
      glyphs.set(key, glyph);
    }
    return glyph;
  };
  let byUnicode: Map<string, FontGlyph[]> | undefined;
  return {
    dict,
    kind,
    subtype: parts.subtype,
    baseFont: nameOf(dict, 'BaseFont') ?? nameOf(dict, 'Name') ?? '',
    isVertical: parts.isVertical,
    descriptor: parts.descriptor,
    program: parts.program,
    isEmbedded: kind === 'type3' || parts.descriptor.isEmbedded,
    standIn: parts.standIn,
    type3: kind === 'type3' ? readType3(dict) : undefined,
    codeAt: (bytes, at) => parts.codeAt(bytes, at),
    glyphOf,
    codesOf(unicode) {
      if (!byUnicode) {
        byUnicode = new Map();
        for (const [code, length] of parts.allCodes()) {
          const glyph = glyphOf(code, length);
          const same = byUnicode.get(glyph.unicode);
          if (same) same.push(glyph);
          else if (glyph.unicode !== '') byUnicode.set(glyph.unicode, [glyph]);
        }
      }
      return byUnicode.get(unicode) ?? [];
    },
  };
}

function readType3(dict: PDFDict): Type3 {
  const procs = lookup(dict, 'CharProcs');
  const resources = lookup(dict, 'Resources');
  return {
    fontMatrix: type3Matrix(dict),
    resources: resources instanceof PDFDict ? resources : undefined,
    procOf(glyph) {
      const proc = procs instanceof PDFDict && glyph.name !== undefined ? procs.lookup(PDFName.of(glyph.name)) : undefined;
      return proc instanceof PDFRawStream ? proc : undefined;
    },
  };
}

function type3Matrix(dict: PDFDict): Matrix {
  return toMatrix(numbersIn(arrayOf(dict, 'FontMatrix'))) ?? DEFAULT_FONT_MATRIX;
}

/** Usual values of text fonts. */
export const COMMON_EXTENT = { ascent: 0.75, descent: -0.25 } as const;
/** In thousandths, and in ems of a Type 3 font: larger values are not an ascent or descent. */
const EXTENT_MAX = { ascent: 3000, descent: 2000, type3: 10 } as const;

/** Height above and depth below the baseline for size 1; from the descriptor, the stand-in, or common values. */
export function verticalExtent(font: PdfFont): { readonly ascent: number; readonly descent: number } {
  const { ascent, descent } = font.descriptor;
  if (font.type3) {
    const box = numbersIn(arrayOf(font.dict, 'FontBBox'));
    const scale = Math.abs(font.type3.fontMatrix[3]);
    const [low, high] = [(box[1] ?? 0) * scale, (box[3] ?? 0) * scale];
    return high > low && high < EXTENT_MAX.type3 ? { ascent: high, descent: low } : COMMON_EXTENT;
  }
  const isKnown = ascent !== undefined && descent !== undefined;
  const usable = isKnown && ascent > 0 && ascent <= EXTENT_MAX.ascent && Math.abs(descent) <= EXTENT_MAX.descent;
  // Some writers give the descent without its sign.
  if (usable) return { ascent: ascent / 1000, descent: -Math.abs(descent) / 1000 };
  return COMMON_EXTENT;
}
