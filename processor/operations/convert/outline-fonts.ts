// Fonts of Type 3 that draw outlines, as Chromium writes variable fonts and bold letters of its own making: a copy of the document has them as TrueType
// fonts with their name, or a number where they have none, and the weight that they show, which the engine reads like any other.

import { join } from 'node:path';
import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { loadFont } from '../../pdf/fonts/font.ts';
import type { FontGlyph } from '../../pdf/fonts/pdf-font.ts';
import { buildTrueType, type BuiltGlyph, UNITS_PER_EM } from '../../pdf/fonts/programs/build-truetype.ts';
import { type Stem, usualStem } from '../../pdf/fonts/programs/outline-stems.ts';
import { contoursOf, type PathSegment } from '../../pdf/fonts/programs/quadratic.ts';
import { readType3Outline } from '../../pdf/fonts/programs/type3-outline.ts';
import { type Matrix, multiply } from '../../pdf/geometry/matrix.ts';
import { openPdf } from '../../pdf/open.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { closestFace } from '../../pdf/pdfium/page/nameless-fonts.ts';
import { writeToUnicode } from '../../pdf/pdfa/mend/to-unicode.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { lookup, nameOf, numberOf, textOf } from '../../pdf/syntax/dictionary.ts';

const SOURCE_BYTES_MAX = 50 * 1024 * 1024;
/** Of a document. */
const FONTS_MAX = 500;
const TO_UNITS: Matrix = [UNITS_PER_EM, 0, 0, UNITS_PER_EM, 0, 0];
/** Ems: what reaches further is no font of this size. */
const REACH_MAX = 4;

interface DrawnGlyph {
  readonly glyph: FontGlyph;
  /** In units of UNITS_PER_EM. */
  readonly outline: readonly PathSegment[];
}

interface DrawnFont {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** That without a name has none. */
  readonly descriptor: PDFDict | undefined;
  readonly glyphs: readonly DrawnGlyph[];
  readonly stem: Stem | undefined;
}

/** @param workDir absolute @returns the source where it has no such fonts, or is too large */
export async function withOutlineFonts(source: OpenedPdf, workDir: string): Promise<OpenedPdf> {
  const { context, description } = source;
  if (description.drawnFonts.length === 0 || source.source.size > SOURCE_BYTES_MAX) return source;
  const fonts = description.drawnFonts.slice(0, FONTS_MAX).flatMap((ref) => readDrawnFont(context.lookup(ref), ref));
  if (fonts.length === 0) return source;
  const byName = Map.groupBy(fonts, ({ descriptor, ref }) => (descriptor && nameOf(descriptor, 'FontName')) ?? ref.tag);
  const added: PDFRef[] = [];
  const path = join(workDir, 'convert-outlines.pdf');
  try {
    for (const font of fonts) {
      const same = byName.get((font.descriptor && nameOf(font.descriptor, 'FontName')) ?? font.ref.tag) ?? [];
      const { dict, refs } = makeTrueType(font, nameOfFont(font, font.stem ?? same.find(({ stem }) => stem)?.stem));
      added.push(...refs);
      context.assign(font.ref, dict);
    }
    savePackedFile(context, path, { objectStreams: true });
    return await openPdf(fileSource(path), { needs: 'read', pagesMax: source.pages.length });
  } catch (error) {
    // What cannot be written anew is read as it is.
    if (error instanceof JobFailure) return source;
    throw error;
  } finally {
    for (const { ref, dict } of fonts) context.assign(ref, dict);
    for (const ref of added) context.delete(ref);
  }
}

function readDrawnFont(dict: unknown, ref: PDFRef): DrawnFont[] {
  if (!(dict instanceof PDFDict)) return [];
  const found = lookup(dict, 'FontDescriptor');
  const descriptor = found instanceof PDFDict && nameOf(found, 'FontName') !== undefined ? found : undefined;
  const font = loadFont(dict);
  const glyphs: DrawnGlyph[] = [];
  const { type3 } = font;
  if (!type3) return [];
  for (let code = 0; code < 256; code++) {
    const glyph = font.glyphOf(code, 1);
    const procedure = type3.procOf(glyph);
    const outline = procedure && readType3Outline(procedure, multiply(type3.fontMatrix, TO_UNITS));
    if (procedure && (!outline || outline.some(({ to }) => Math.hypot(...to) > REACH_MAX * UNITS_PER_EM))) return [];
    if (outline) glyphs.push({ glyph, outline });
  }
  const stem = usualStem((letter) => glyphs.find(({ glyph }) => glyph.unicode === letter)?.outline);
  const isDrawn = descriptor || glyphs.some(({ outline }) => outline.length > 0);
  return glyphs.length === 0 || !isDrawn ? [] : [{ ref, dict, descriptor, glyphs, stem }];
}

const WEIGHTS = ['Thin', 'ExtraLight', 'Light', 'Regular', 'Medium', 'SemiBold', 'Bold', 'ExtraBold', 'Black'] as const;
const [REGULAR, SEMIBOLD, BOLD] = [400, 600, 700];
/** Of the height of capitals: stems of a regular or medium weight are .12 to .155, of a semibold, or a regular one that was made bold, .175 and more. */
const BOLD_STEM = 0.165;
const CAPITALS = { usual: 0.7, least: 0.4, most: 1 } as const;
/** Sideways for each unit upwards. */
const SLANT = 0.13;

/** What it is by its descriptor and by its letters: programs that make a font bold or slant it themselves leave the descriptor as it was. */
function nameOfFont({ descriptor, dict, ref }: DrawnFont, stem: Stem | undefined): string {
  if (!descriptor) return `${NUMBERED}${ref.objectNumber}${styleOf(stem)}`;
  const fontName = nameOf(descriptor, 'FontName') ?? '';
  const family = textOf(lookup(descriptor, 'FontFamily'))?.replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
  if (family === '') return fontName;
  const told = numberOf(descriptor, 'FontWeight') ?? REGULAR;
  const capitals = Math.abs((numberOf(descriptor, 'CapHeight') ?? 0) * (loadFont(dict).type3?.fontMatrix[3] ?? 0));
  const height = capitals >= CAPITALS.least && capitals <= CAPITALS.most ? capitals : CAPITALS.usual;
  const isBold = stem !== undefined && stem.thickness / UNITS_PER_EM / height > BOLD_STEM;
  const weight = WEIGHTS[Math.round((isBold && told < SEMIBOLD ? BOLD : told) / 100) - 1] ?? 'Regular';
  const isItalic = (numberOf(descriptor, 'ItalicAngle') ?? 0) !== 0 || Math.abs(stem?.lean ?? 0) > SLANT;
  return `${family}-${weight}${isItalic ? 'Italic' : ''}`;
}

/** What such fonts are called, which is read as no name. */
const NUMBERED = 'T3Font_';

function styleOf(stem: Stem | undefined): string {
  const isBold = stem !== undefined && stem.thickness / UNITS_PER_EM / CAPITALS.usual > BOLD_STEM;
  const isItalic = Math.abs(stem?.lean ?? 0) > SLANT;
  return isBold || isItalic ? `-${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}` : '';
}

/** Flags of descriptors (ISO 32000-2 table 121): codes lead to glyphs by the program's own map. */
const [FIXED_PITCH, SERIF, SYMBOLIC, NONSYMBOLIC] = [1, 2, 4, 32];
const FIRST_SIGN = 0x20;

/** What a glyph of a font without a map and without a name is called may be no letter: its code is one, as readers take it. */
function textOfGlyph({ glyph: { unicode, code, width }, outline }: DrawnGlyph, isNamed: boolean): string {
  if (unicode !== '') return unicode;
  if (outline.length === 0 && width > 0) return ' ';
  return isNamed || code <= FIRST_SIGN ? '' : String.fromCodePoint(code);
}

function flagsOf({ descriptor, glyphs }: DrawnFont): number {
  if (descriptor) return numberOf(descriptor, 'Flags') ?? 0;
  const face = closestFace(new Map(glyphs.map(({ glyph: { unicode, width } }) => [unicode, width] as const)));
  return (face.fixedPitch ? FIXED_PITCH : 0) | (face.serif ? SERIF : 0);
}

function makeTrueType(font: DrawnFont, name: string): { readonly dict: PDFDict; readonly refs: PDFRef[] } {
  const { dict, descriptor, glyphs } = font;
  const { context } = dict;
  const [programGlyphs, codes, byName] = [[] as BuiltGlyph[], new Map<number, number>(), new Map<string | undefined, number>()];
  for (const { glyph, outline } of glyphs) {
    const known = byName.get(glyph.name);
    const gid = known ?? programGlyphs.push({ contours: contoursOf(outline), width: glyph.width * UNITS_PER_EM });
    byName.set(glyph.name, gid);
    codes.set(glyph.code, gid);
  }
  const program = context.register(context.flateStream(buildTrueType({ glyphs: programGlyphs, codes })));
  const texts = glyphs.map((one) => [one.glyph.code, textOfGlyph(one, descriptor !== undefined)] as const);
  const map = context.register(context.flateStream(writeToUnicode(texts, 1)));
  const own = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: PDFName.of(name),
      Flags: (flagsOf(font) & ~NONSYMBOLIC) | SYMBOLIC,
      ItalicAngle: (descriptor && numberOf(descriptor, 'ItalicAngle')) ?? 0,
      Ascent: 905,
      Descent: -212,
      StemV: 80,
      FontFile2: program,
    }),
  );
  const widths = Array.from({ length: 256 }, (_, code) => glyphs.find(({ glyph }) => glyph.code === code)?.glyph.width ?? 0);
  const made = context.obj({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: PDFName.of(name),
    FirstChar: 0,
    LastChar: 255,
    Widths: widths.map((width) => width * 1000),
    FontDescriptor: own,
    ToUnicode: map,
  });
  return { dict: made, refs: [program, map, own] };
}
