// Whether a document has the bold or italic face of a font's family, found by the usual font names (no table states it).

import { PDFDict, type PDFObject } from 'pdf-lib';
import { lookup } from '../../syntax/dictionary.ts';
import { pageResources } from '../../content/resources.ts';
import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import { loadFont } from '../../fonts/font.ts';
import type { EditableDocument } from '../../content/write-source.ts';

/** The requested style. */
export interface Weight {
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Another kind of face. */
  readonly family?: 'serif' | 'sans' | 'mono';
}

export interface FamilyFace {
  readonly key: string;
  readonly font: PdfFont;
  /** As it is in the resources. */
  readonly object: PDFObject;
}

const FONTS_MAX = 500;

/** The fonts of all pages, starting with page `first`; each once. @param first 0-based */
export function* fontsOfDocument({ pages, context }: EditableDocument, first: number): Generator<FamilyFace> {
  const seen = new Set<PDFDict>();
  for (const { dict } of [...pages.slice(first), ...pages.slice(0, first)]) {
    const fonts = lookup(pageResources(dict), 'Font');
    if (!(fonts instanceof PDFDict)) continue;
    for (const [, object] of fonts.entries()) {
      const font = context.lookup(object);
      if (!(font instanceof PDFDict) || seen.has(font)) continue;
      if (seen.size >= FONTS_MAX) return;
      seen.add(font);
      yield { key: `document font ${seen.size}`, font: loadFont(font), object };
    }
  }
}

/** The font is bold or italic and should not be, or the other way round, or of another kind. */
export function wantsOther(font: PdfFont, { bold, italic, family }: Weight): boolean {
  return family !== undefined || (bold ?? isBold(font)) !== isBold(font) || (italic ?? isItalic(font)) !== isItalic(font);
}

/** A face of the same family that differs from the font only in the requested style. */
export function findFamilyFace(
  font: PdfFont,
  { bold, italic, family: kind }: Weight,
  fonts: Iterable<FamilyFace>,
  isUsable: (face: FamilyFace) => boolean,
): FamilyFace | undefined {
  const family = familyOf(font);
  if (family === '' || kind !== undefined) return undefined;
  const wanted = [bold ?? isBold(font), italic ?? isItalic(font)] as const;
  for (const face of fonts) {
    const { font: other } = face;
    if (other.kind === 'type3' || other.isVertical || familyOf(other) !== family) continue;
    if (isBold(other) === wanted[0] && isItalic(other) === wanted[1] && isUsable(face)) return face;
  }
  return undefined;
}

/** Ems: widths of letters of one face differ by rounding alone. */
const WIDTH_SLACK = 0.006;

/** Another subset of the same face, as producers embed one for each part of a document: by family and style, and by the widths of letters that are shown. */
export function findSameFace(
  font: PdfFont,
  shown: readonly FontGlyph[],
  fonts: Iterable<FamilyFace>,
  isUsable: (face: FamilyFace) => boolean,
): FamilyFace | undefined {
  const letters = shown.filter(({ unicode }) => /^\p{L}$/u.test(unicode));
  const hasWidths = ({ font: other }: FamilyFace) => {
    const compared = letters.flatMap(({ unicode, width }) => {
      const [same] = other.codesOf(unicode).filter((glyph) => glyph.width > 0);
      return same ? [Math.abs(same.width - width)] : [];
    });
    return compared.length > 0 && compared.every((by) => by <= WIDTH_SLACK);
  };
  return findFamilyFace(font, {}, fonts, (face) => face.font !== font && isUsable(face) && hasWidths(face));
}

export function isBold({ descriptor, baseFont }: PdfFont): boolean {
  return descriptor.isBold || /bold|black|heavy|demi|cmbx|-medi(?!um)/i.test(baseFont) || EAST_ASIAN_BOLD.test(baseFont);
}

/** Hiragino's names end with a weight from W0 to W9, those of Ricoh (HGPGothicE, HGMinchoB) with letters. */
const EAST_ASIAN_BOLD = /(?:-W[6-9]|^(?:[A-Z]{6}\+)?HG[PS]?[A-Z][A-Za-z]*[a-z](?:[EU]?B|E))$/;

export function isItalic({ descriptor, baseFont }: PdfFont): boolean {
  return descriptor.isItalic || /ital|obli|slanted|cmti|cmbxti/i.test(baseFont);
}

const STYLE =
  /(?:regular|regu|roman|book|normal|bold|black|heavy|medi(?:um)?|demi|semi|italic|ital|oblique|obli|slanted|reg|it|bd|ps|mt)+$/;

/** The name without subset prefix and style words; empty where there is no name. */
function familyOf({ baseFont }: PdfFont): string {
  const name = baseFont.replace(/^[A-Z]{6}\+/, '').toLowerCase();
  if (/^cm(?:r|bx|ti|bxti)\d/.test(name)) return 'computer modern';
  const [family = ''] = name.split(/[-,]/);
  return family.replaceAll(/[ _]/g, '').replace(STYLE, '');
}
