// New text as codes of a font of the document, where each glyph is proven to exist: already shown, or found in the embedded program.

import type { TextEvent } from '../content/events.ts';
import type { FontGlyph, PdfFont } from '../fonts/pdf-font.ts';
import { partsOfAccented } from '../fonts/accents.ts';
import { standardFontName, standardMetrics } from '../fonts/standard-fonts.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import type { OtherForms } from './faces/small-capitals.ts';

/** Ems of a space in a font that has none: about that of text fonts. */
const SPACE_EMS = 0.27;

/** A stretch of new text in one font. Advances are in unscaled text space. */
export interface TextPiece {
  /** The resource name of the font; undefined for the current one. */
  readonly fontName: string | undefined;
  readonly fontSize: number;
  /** Codes, or a gap for a space that the font has no glyph for. */
  readonly bytes: Buffer | undefined;
  readonly advance: number;
  /** Above the baseline, where it is not on it. */
  readonly rise?: number;
}

type Spacing = Pick<TextEvent['state'], 'charSpacing' | 'wordSpacing' | 'horizontalScale'>;

/** The codes of a font that are shown, and how much each is preferred where several are the same character. */
export type ShownCodes = ReadonlyMap<number, number>;

/** What a text shows itself counts more than what the page does. */
const OWN_WEIGHT = 10_000;
/** Letters in the forms that a text is in, where they are not those of the page. */
const SUCH_WEIGHT = 5000;

/** What the page already shows, by font: how often, above all in the text that is replaced. Small capitals may have codes of their own (`other`). */
export function shownCodes(page: PageText, text: readonly PlacedGlyph[], other: OtherForms | undefined): Map<PdfFont, ShownCodes> {
  const codes = new Map<PdfFont, Map<number, number>>();
  const add = (font: PdfFont | undefined, code: number, weight: number) => {
    if (!font) return;
    const known = codes.get(font) ?? new Map<number, number>();
    codes.set(font, known.set(code, (known.get(code) ?? 0) + weight));
  };
  for (const { font, glyphs } of page.events) for (const { glyph } of glyphs) add(font, glyph.code, 1);
  if (other !== 'incomplete') for (const { event, shown } of text) add(event.font, shown.glyph.code, OWN_WEIGHT);
  if (other && other !== 'incomplete') for (const code of other) add(text[0]?.event.font, code, SUCH_WEIGHT);
  return codes;
}

/** @returns undefined when some character has no proven glyph */
export function encodeInFont(
  font: PdfFont,
  text: string,
  fontSize: number,
  spacing: Spacing,
  shown: ShownCodes | undefined,
): TextPiece[] | undefined {
  const pieces: TextPiece[] = [];
  let [bytes, advance]: [Buffer[], number] = [[], 0];
  const flush = () => {
    if (bytes.length > 0) pieces.push({ fontName: undefined, fontSize, bytes: Buffer.concat(bytes), advance });
    [bytes, advance] = [[], 0];
  };
  for (const character of text) {
    const glyph = provenGlyph(font, character, shown);
    if (glyph) {
      bytes.push(codeBytes(glyph));
      advance += advanceOf(glyph, fontSize, spacing);
    } else if (character === ' ') {
      flush();
      const advance = font.isVertical ? -SPACE_EMS * fontSize : SPACE_EMS * fontSize * spacing.horizontalScale;
      pieces.push({ fontName: undefined, fontSize, bytes: undefined, advance });
    } else {
      const accented = encodeAccented(font, character, fontSize, spacing, shown);
      if (!accented) return undefined;
      flush();
      pieces.push(...accented);
    }
  }
  flush();
  return pieces;
}

/** Ems by which an accent that is made for small letters is raised over a capital, which is so much higher. */
const RAISED_EMS = 0.25;

/** As its letter and its accent, one over the other, where the font has both: TeX writes so. */
function encodeAccented(
  font: PdfFont,
  character: string,
  fontSize: number,
  spacing: Spacing,
  shown: ShownCodes | undefined,
): TextPiece[] | undefined {
  const parts = font.isVertical ? undefined : partsOfAccented(character);
  const first = (all: readonly string[]) => all.map((one) => provenGlyph(font, one, shown)).find((glyph) => glyph !== undefined);
  const [letter, accent] = parts ? [first(parts.letters), first(parts.accents)] : [];
  if (!parts || !letter || !accent) return undefined;
  const rise = !parts.isBelow && /^\p{Lu}$/u.test(character) ? fontSize * RAISED_EMS : 0;
  const before = ((letter.width - accent.width) / 2) * fontSize * spacing.horizontalScale;
  const advance = advanceOf(accent, fontSize, spacing);
  const own = { fontName: undefined, fontSize };
  return [
    { ...own, bytes: undefined, advance: before },
    { ...own, bytes: codeBytes(accent), advance, ...(rise === 0 ? {} : { rise }) },
    { ...own, bytes: undefined, advance: -before - advance },
    { ...own, bytes: codeBytes(letter), advance: advanceOf(letter, fontSize, spacing) },
  ];
}

export function advanceOf(
  glyph: Pick<FontGlyph, 'width' | 'code' | 'length'> & Partial<Pick<FontGlyph, 'vertical'>>,
  fontSize: number,
  spacing: Spacing,
): number {
  const { charSpacing, wordSpacing, horizontalScale } = spacing;
  if (glyph.vertical) return glyph.vertical.advance * fontSize + charSpacing;
  return (glyph.width * fontSize + charSpacing + (glyph.code === 32 && glyph.length === 1 ? wordSpacing : 0)) * horizontalScale;
}

export function codeBytes({ code, length }: Pick<FontGlyph, 'code' | 'length'>): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(code, 0, length);
  return bytes;
}

/** The glyph of a character, where it is shown already or surely is in the font. */
export function provenGlyph(font: PdfFont, character: string, shown: ShownCodes | undefined): FontGlyph | undefined {
  const candidates = font.codesOf(character).filter(({ width }) => width > 0);
  const weightOf = ({ code }: FontGlyph) => shown?.get(code) ?? 0;
  const most = candidates.reduce<FontGlyph | undefined>((best, one) => (best && weightOf(best) >= weightOf(one) ? best : one), undefined);
  if (most && weightOf(most) > 0) return most;
  const present = candidates.filter((glyph) => isPresent(font, glyph, character));
  // Names such as `a.smcp` are of other forms of the letter.
  return present.find(({ name }) => !name?.includes('.')) ?? present[0];
}

function isPresent(font: PdfFont, glyph: FontGlyph, character: string): boolean {
  if (font.program) return glyph.gid !== undefined && glyph.gid > 0 && (font.program.hasOutline(glyph.gid) || character === ' ');
  if (font.isEmbedded || font.kind !== 'simple' || glyph.name === undefined) return false;
  // Not embedded: the reader's own font has what the standard ones have.
  const standard = standardFontName(font.baseFont);
  if (standard === undefined && font.descriptor.isSymbolic) return false;
  return standardMetrics(standard ?? 'Helvetica').widthOf(glyph.name) !== undefined;
}
