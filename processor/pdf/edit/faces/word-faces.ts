// Words that the old text has in a face of their own, a command in typewriting for instance, keep it where the new text has them too.

import { type EncodedText, type EncodeText, sameCodes } from '../new-text.ts';
import { describeMatch, type TextMatch } from '../find.ts';
import { isVisible, linesOfPage } from '../layout/lines.ts';
import type { PageText, PlacedGlyph } from '../page-text.ts';

/** Letters that a word has at least, and by how much (as a share) its size may differ. */
const [LETTERS_MIN, SAME_SIZE] = [2, 0.02];

/** @param encode writes the text in its usual face. @param encoderFor writes what stands in place of a word */
export async function withWordFaces(
  page: PageText,
  match: TextMatch,
  text: string,
  encode: EncodeText,
  encoderFor: (word: TextMatch) => Promise<EncodeText>,
): Promise<EncodeText> {
  const encoders = new Map<string, EncodeText>();
  for (const word of wordsInOtherFaces(page, match)) {
    if (!text.split(/\s+/u).includes(word.text) || encoders.has(word.text)) continue;
    encoders.set(word.text, inFontOf(word, await encoderFor(word)));
  }
  if (encoders.size === 0) return encode;
  return (part, size, wordGap, letterGap) => {
    const pieces = part.split(/(\s+)/u).reduce<string[]>((all, token) => {
      const isApart = encoders.has(token) || encoders.has(all.at(-1) ?? '');
      if (isApart || all.length === 0) all.push(token);
      else all[all.length - 1] += token;
      return all;
    }, []);
    const encoded = pieces.filter((one) => one !== '').map((one) => (encoders.get(one) ?? encode)(one, size, wordGap, letterGap));
    return encoded.every((one) => one !== undefined) ? encoded.reduce(joined, NOTHING) : undefined;
  };
}

export type Kept = 'begin' | 'end';

/** A text that another one is written beside keeps its face where that needs one that stands in. */
export function withKept(match: TextMatch, keeps: Kept | undefined, encode: EncodeText): EncodeText {
  const old = match.text;
  if (!keeps || match.leadingRest !== '' || match.trailingRest !== '') return encode;
  return (text, size, wordGap, letterGap) => {
    const encoded = encode(text, size, wordGap, letterGap);
    const isBeside = keeps === 'begin' ? text.startsWith(old) : text.endsWith(old);
    if (!isBeside || !encoded?.fonts.some(({ isSubstitute }) => isSubstitute)) return encoded;
    const own = sameCodes(match, size);
    const fresh = keeps === 'begin' ? text.slice(old.length) : text.slice(0, -old.length);
    const other = fresh === '' ? NOTHING : encode(fresh, size, wordGap, letterGap);
    return other && (keeps === 'begin' ? joined(own, other) : joined(other, own));
  };
}

const NOTHING: EncodedText = { pieces: [], advance: 0, fonts: [], missing: [] };

function joined(one: EncodedText, two: EncodedText): EncodedText {
  return {
    pieces: [...one.pieces, ...two.pieces],
    advance: one.advance + two.advance,
    fonts: [...new Set([...one.fonts, ...two.fonts])],
    missing: [...one.missing, ...two.missing],
  };
}

function wordsInOtherFaces(page: PageText, match: TextMatch): TextMatch[] {
  const glyphs = match.glyphs.filter(isVisible);
  const [first] = glyphs;
  const line = first && linesOfPage(page).of(first);
  if (!line || new Set(glyphs.map(({ event }) => event.font)).size < 2) return [];
  const byFont = [...Map.groupBy(line.glyphs.filter(isVisible), ({ event }) => event.font)];
  const [usual] = byFont.toSorted(([, one], [, two]) => two.length - one.length)[0] ?? [];
  const isOther = ({ event, size }: PlacedGlyph) => event.font !== usual && Math.abs(size - line.size) < line.size * SAME_SIZE;
  return [...match.text.matchAll(/\S+/gu)].flatMap(({ 0: { length }, index }) => {
    const word = length >= LETTERS_MIN ? describeMatch(page, match.start + index, match.start + index + length) : undefined;
    const isWhole = word?.glyphs.every(isOther) && new Set(word.glyphs.map(({ event }) => event.font)).size === 1;
    return word && isWhole ? [word] : [];
  });
}

function inFontOf({ glyphs: [first] }: TextMatch, encode: EncodeText): EncodeText {
  return (...asked) => {
    const encoded = encode(...asked);
    const fontName = first?.event.state.fontName;
    return (
      encoded && {
        ...encoded,
        pieces: encoded.pieces.map((piece) => (piece.bytes ? { ...piece, fontName: piece.fontName ?? fontName } : piece)),
      }
    );
  };
}
