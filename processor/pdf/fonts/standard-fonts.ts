// The standard 14 fonts (ISO 32000-2 9.6.2.2): which one a name means, and its widths, from the metrics in pdf-lib.

import { StandardFontEmbedder } from 'pdf-lib';

export interface StandardMetrics {
  readonly name: string;
  readonly ascent: number;
  readonly descent: number;
  /** In 1/1000 of the em, by glyph name. */
  widthOf(glyphName: string): number | undefined;
}

interface Afm {
  readonly Ascender?: number;
  readonly Descender?: number;
  readonly FontBBox?: readonly number[];
  getWidthOfGlyph(name: string): number | undefined;
}

const embedderFor = StandardFontEmbedder.for as unknown as (name: string) => { readonly font: Afm };

const loaded = new Map<string, StandardMetrics>();

/** Without a subset's prefix: `ABCDEF+Name`. */
function plainFontName(baseFont: string): string {
  return baseFont.replace(/^[A-Z]{6}\+/, '');
}

/** The standard font that a name is, or is an old alias of; undefined for all other names. */
export function standardFontName(baseFont: string): string | undefined {
  const name = plainFontName(baseFont).replaceAll(/\s/g, '');
  if (/^Symbol([,-]|$)/.test(name)) return 'Symbol';
  if (name.startsWith('ZapfDingbats')) return 'ZapfDingbats';
  const family = /^(?:(Helvetica|Arial(?:MT)?)|(Times(?:NewRoman)?(?:PS)?(?:MT)?)|(Courier(?:New)?(?:PS)?(?:MT)?))(?:[,-](.*))?$/.exec(
    name,
  );
  if (!family) return undefined;
  const style = (family[4] ?? '').replace(/MT$/, '');
  if (!/^(Roman|Regular|Normal|Bold|Italic|Oblique|BoldItalic|BoldOblique)?$/.test(style)) return undefined;
  return styled(family[1] ? 'Helvetica' : family[2] ? 'Times' : 'Courier', /Bold/.test(style), /Italic|Oblique/.test(style));
}

/** The standard font whose look comes nearest: what readers use where nothing is embedded. */
export function nearestStandardFont(baseFont: string, traits: { readonly serif: boolean; readonly fixed: boolean }): string {
  const name = plainFontName(baseFont);
  const family =
    traits.fixed || /courier|mono|consol/i.test(name)
      ? 'Courier'
      : traits.serif || /times|serif\b|georgia|roman/i.test(name)
        ? 'Times'
        : 'Helvetica';
  return standardFontName(baseFont) ?? styled(family, /bold|black|heavy/i.test(name), /italic|oblique/i.test(name));
}

function styled(family: 'Helvetica' | 'Times' | 'Courier', bold: boolean, italic: boolean): string {
  const slant = family === 'Times' ? 'Italic' : 'Oblique';
  const style = `${bold ? 'Bold' : ''}${italic ? slant : ''}`;
  return style ? `${family}-${style}` : family === 'Times' ? 'Times-Roman' : family;
}

/** @param name one of the 14 */
export function standardMetrics(name: string): StandardMetrics {
  const known = loaded.get(name);
  if (known) return known;
  const font = embedderFor(name).font;
  const metrics = {
    name,
    ascent: font.Ascender ?? font.FontBBox?.[3] ?? 750,
    descent: font.Descender ?? font.FontBBox?.[1] ?? -250,
    widthOf: (glyphName: string) => font.getWidthOfGlyph(glyphName),
  };
  loaded.set(name, metrics);
  return metrics;
}
