// New text as codes in fonts: the font of the text that it replaces, a face of its family in the document, or an embedded fallback
// face. Every glyph is proven to exist; spacing is that of the old text.

import type { PDFContext, PDFObject } from 'pdf-lib';
import type { TextEvent } from '../content/events.ts';
import type { PdfFont } from '../fonts/pdf-font.ts';
import { advanceOf, codeBytes, encodeInFont, type ShownCodes, shownCodes, type TextPiece } from './encode-text.ts';
import type { FaceStyle } from '../draw/face-files.ts';
import type { Direction } from '../draw/bidi.ts';
import { embedFace, type Face, findFaces } from '../draw/fallback-font.ts';
import { layOutParts } from '../draw/lay-out-text.ts';
import { hasShapedWords, type VisualPart, visualParts } from '../draw/visual-order.ts';
import { type FamilyFace, findFamilyFace, findSameFace, wantsOther, type Weight } from './faces/family-face.ts';
import type { TextMatch } from './find.ts';
import { isVisible, linesOfPage } from './layout/lines.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import { textScale } from './rewrite-text.ts';
import { sentenceFactor, spaceAt, spacesIn } from './layout/sentence-space.ts';
import { otherForms } from './faces/small-capitals.ts';
import { capitalsOf, type SmallCapitals, trackingOf } from './spacing.ts';
import { faceStyleFor, sizeFactorFor } from './faces/substitute-face.ts';

/** A font that the new text needs beside the current one. */
export interface NeededFont {
  /** Used in `TextPiece.fontName` until the resources have a name for it. */
  readonly key: string;
  /** For people. */
  readonly name: string;
  /** The document did not have it. */
  readonly isSubstitute: boolean;
  embed(context: PDFContext): PDFObject;
}

/** Points: text of sizes that differ by less looks the same. */
const SAME_SIZE_PT = 0.1;
/** Ems: a smaller distance is rounding. */
const GAP_EMS_MIN = 0.0005;

export interface EncodedText {
  readonly pieces: readonly TextPiece[];
  /** Unscaled text space. */
  readonly advance: number;
  readonly fonts: readonly NeededFont[];
  /** Characters that the document's own font lacks. */
  readonly missing: readonly string[];
}

/**
 * @param wordGap how much wider every space is, and `letterGap` how much further apart letters are, in unscaled text space
 * @returns undefined when no font has some character
 */
export type EncodeText = (text: string, fontSize: number, wordGap?: number, letterGap?: number) => EncodedText | undefined;

/**
 * How text in place of a match is written.
 * @param all every text to write, so that one face serves them all
 * @param base the direction of its line
 */
export async function makeEncoder(
  page: PageText,
  match: TextMatch,
  all: string,
  { base = 'ltr', ...weight }: Weight & { readonly base?: Direction },
  documentFonts: () => Iterable<FamilyFace>,
): Promise<EncodeText> {
  const event = mainGlyph(page, match)?.event;
  const font = event?.font;
  if (!event || !font) return () => undefined;
  const named = font === match.glyphs[0]?.event.font ? {} : { fontName: event.state.fontName };
  const { state } = event;
  const shown = shownCodes(page, match.glyphs, otherForms(page, font, match.glyphs, all));
  const own = shown.get(font);
  const isOther = wantsOther(font, weight);
  const hasAll = !isOther && encodes(font, all, own);
  const isUsable = (face: FamilyFace) => encodes(face.font, all, shown.get(face.font));
  const family = hasAll ? undefined : familyFace(match, font, isOther ? weight : undefined, documentFonts(), isUsable);
  const isOwn = family !== undefined || hasAll;
  const style = isOwn ? undefined : await faceStyleFor(font, weight, own);
  const faces = style ? ((await findFaces(all, style)) ?? []) : [];
  const factor = style ? await sizeFactorFor(font, style, all, own) : 1;
  const spacing = { tracking: trackingOf(match.glyphs), capitals: isOther ? undefined : capitalsOf(match.glyphs) };
  const sentences = sentenceFactor(page, match.glyphs[0]?.size ?? 0);
  const lacks = (character: string) => !encodeInFont(font, character, 1, state, own);
  const missing = isOther || family ? [] : [...new Set(all)].filter(lacks);
  const needed = [...(family ? [neededFamily(family)] : []), ...(style ? faces.map((face) => neededFace(face, style)) : [])];
  return (text, fontSize, wordGap = 0, letterGap = 0) => {
    const inFaces = (part: string, size: number) =>
      encodePart(faces, { text: part, isShaped: false, direction: 'ltr' }, size * factor, state);
    const write = (part: string, size: number): TextPiece[] | undefined => {
      if (family) {
        const pieces = encodeInFont(family.font, part, size, state, shown.get(family.font));
        return pieces?.map((piece) => ({ ...piece, ...(piece.bytes ? { fontName: family.key } : {}) }));
      }
      const pieces = isOther ? undefined : encodeInFont(font, part, size, state, own);
      return pieces?.map((piece) => (piece.bytes ? { ...piece, ...named } : piece)) ?? inFaces(part, size);
    };
    const hasSentences = spacesIn(text, sentences) > spacesIn(text, 1);
    const isSpaced = wordGap !== 0 || letterGap !== 0 || spacing.tracking !== 0 || spacing.capitals || hasSentences;
    // Where its own font lacks one character, all of a text is written in the other face, as a reader would expect, and measured in it.
    const whole = isOther || isOwn ? write : inFaces;
    const pieces: TextPiece[] = [];
    for (const part of visualParts(text, base)) {
      const written = part.isShaped
        ? encodePart(faces, part, fontSize * factor, state)
        : isSpaced
          ? spread(part.text, fontSize, whole, { wordGap, letterGap, sentences, ...spacing })
          : whole(part.text, fontSize);
      if (!written) return undefined;
      pieces.push(...written);
    }
    const used = new Set(pieces.map(({ fontName }) => fontName));
    return {
      pieces: joinPieces(pieces),
      advance: pieces.reduce((total, { advance }) => total + advance, 0),
      fonts: needed.filter(({ key }) => used.has(key)),
      missing: missing.filter((character) => text.includes(character)),
    };
  };
}

/** Where a text of several faces is replaced, the face of most of its line: a word in typewriting gives no heading its face. */
function mainGlyph(page: PageText, { glyphs }: TextMatch): PlacedGlyph | undefined {
  const [first] = glyphs;
  const fonts = new Set(glyphs.filter(isVisible).map(({ event }) => event.font));
  const line = first && fonts.size > 1 ? linesOfPage(page).of(first) : undefined;
  if (!first || !line) return first;
  const byFont = Map.groupBy(line.glyphs.filter(isVisible), ({ event }) => event.font);
  const most = [...byFont.values()].reduce<PlacedGlyph[]>((best, same) => (same.length > best.length ? same : best), []);
  const own = most.find(
    ({ event, size }) => fonts.has(event.font) && isLike(event, first.event) && Math.abs(size - first.size) < SAME_SIZE_PT,
  );
  return own ?? first;
}

/** In all but the font. */
function isLike({ state: one, source }: TextEvent, { state: two, source: other }: TextEvent): boolean {
  return (
    source === other && one.fontSize === two.fontSize && one.horizontalScale === two.horizontalScale && one.renderMode === two.renderMode
  );
}

/** A face of the document that has all of a text: in the requested style, or the same face in another subset. */
function familyFace(
  { glyphs }: TextMatch,
  font: PdfFont,
  weight: Weight | undefined,
  fonts: Iterable<FamilyFace>,
  isUsable: (face: FamilyFace) => boolean,
): FamilyFace | undefined {
  if (weight) return findFamilyFace(font, weight, fonts, isUsable);
  const own = glyphs.filter(({ event }) => event.font === font).map(({ shown }) => shown.glyph);
  return findSameFace(font, own, fonts, isUsable);
}

function neededFamily({ key, font, object }: FamilyFace): NeededFont {
  return { key, name: font.baseFont, isSubstitute: false, embed: () => object };
}

function neededFace(face: Face, style: FaceStyle): NeededFont {
  return { key: face.file, name: face.name, isSubstitute: true, embed: (context) => embedFace(context, face, style) };
}

/** The codes of a match unchanged, at another size; each stretch keeps its font, and each glyph its distance from the one before. */
export function sameCodes({ glyphs }: TextMatch, fontSize: number): EncodedText {
  const [first] = glyphs;
  if (!first) return { pieces: [], advance: 0, fonts: [], missing: [] };
  const factor = fontSize / first.event.state.fontSize;
  const pieces = glyphs.flatMap(({ event: from, shown, start, size: shownSize }, index): TextPiece[] => {
    const size = (fontSize * shownSize) / first.size;
    const last = glyphs[index - 1];
    // Kerning, and the spaces that no glyph shows.
    const gap = last ? ((start - last.start - last.shown.advance * textScale(last.event)) * factor) / textScale(first.event) : 0;
    return [
      ...(Math.abs(gap) > size * GAP_EMS_MIN ? [{ fontName: undefined, fontSize: size, bytes: undefined, advance: gap }] : []),
      {
        fontName: from.font === first.event.font ? undefined : from.state.fontName,
        fontSize: size,
        bytes: codeBytes(shown.glyph),
        advance: advanceOf(shown.glyph, size, first.event.state),
      },
    ];
  });
  return { pieces: joinPieces(pieces), advance: pieces.reduce((total, { advance }) => total + advance, 0), fonts: [], missing: [] };
}

type State = Pick<PlacedGlyph['event']['state'], 'charSpacing' | 'wordSpacing' | 'horizontalScale'>;

/** Shaping needs a whole font: what a document embeds is cut down, and its letters are found one by one. */
function encodes(font: PdfFont, text: string, shown: ShownCodes | undefined): boolean {
  if (hasShapedWords(text)) return false;
  return encodeInFont(font, text, 1, { charSpacing: 0, wordSpacing: 0, horizontalScale: 1 }, shown) !== undefined;
}

/** In faces alone, in a line from left to right. @returns undefined when some character is in none */
export function encodeInFaces(faces: readonly Face[], text: string, fontSize: number, state: State): TextPiece[] | undefined {
  const pieces: TextPiece[] = [];
  for (const part of visualParts(text, 'ltr')) {
    const written = encodePart(faces, part, fontSize, state);
    if (!written) return undefined;
    pieces.push(...written);
  }
  return pieces;
}

function encodePart(faces: readonly Face[], part: VisualPart, fontSize: number, state: State): TextPiece[] | undefined {
  const { charSpacing, horizontalScale } = state;
  return layOutParts(faces, [part])?.flatMap(({ face, code: value, width, advance, dx, dy, isShaped }) => {
    // An em down, from the middle of the glyph: what a font says that says nothing else (9.7.4.3).
    const vertical = face.isVertical ? { advance: -1, x: width / 2000, y: 0.88 } : undefined;
    const code = { code: value, length: 2, width: width / 1000, vertical };
    const own = advanceOf(code, fontSize, state);
    const shown: TextPiece = { fontName: face.file, fontSize, bytes: codeBytes(code), advance: own };
    if (!isShaped) return [shown];
    const unit = (fontSize / 1000) * horizontalScale;
    // Letters that join are not set apart.
    const gap = (by: number): TextPiece[] =>
      Math.abs(by) < Math.abs(fontSize) * GAP_EMS_MIN ? [] : [{ fontName: undefined, fontSize, bytes: undefined, advance: by }];
    const raised = dy === 0 ? shown : { ...shown, rise: (dy / 1000) * fontSize };
    return [...gap(dx * unit), raised, ...gap((advance - width - dx) * unit - charSpacing * horizontalScale)];
  });
}

interface Spacing {
  readonly wordGap: number;
  readonly letterGap: number;
  /** How much wider than others the space after a sentence is. */
  readonly sentences: number;
  /** Ems. */
  readonly tracking: number;
  readonly capitals: SmallCapitals | undefined;
}

/** Character by character, with the gaps and the two sizes that the old text had. */
function spread(
  text: string,
  fontSize: number,
  write: (part: string, size: number) => TextPiece[] | undefined,
  { wordGap, letterGap, sentences, tracking, capitals }: Spacing,
): TextPiece[] | undefined {
  const pieces: TextPiece[] = [];
  const characters = Array.from(text);
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const isSmall = capitals !== undefined && /\p{L}/u.test(character) && /\p{L}/u.test(characters[index - 1] ?? '');
    const written = write(character, isSmall ? fontSize * capitals.factor : fontSize);
    if (!written) return undefined;
    pieces.push(...written);
    const isLast = index === characters.length - 1;
    const spaces = character === ' ' ? spaceAt(text, at, sentences) : 0;
    const wider = spaces > 1 ? written.reduce((sum, { advance }) => sum + advance, 0) * (spaces - 1) : 0;
    const gap = spaces * wordGap + wider + (isLast ? 0 : tracking * fontSize + letterGap);
    at += character.length;
    if (gap !== 0) pieces.push({ fontName: undefined, fontSize, bytes: undefined, advance: gap });
  }
  return pieces;
}

function joinPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.bytes && piece.bytes && last.fontName === piece.fontName && last.fontSize === piece.fontSize && last.rise === piece.rise) {
      joined[joined.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, piece.bytes]), advance: last.advance + piece.advance };
    } else joined.push(piece);
  }
  return joined;
}
