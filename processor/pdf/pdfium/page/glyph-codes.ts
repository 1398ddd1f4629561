// Letters of fonts whose codes are the numbers of their glyphs: printer drivers write a TrueType font so, and its names are those numbers (`G72`). Most
// such fonts have the glyphs of Apple's standard order first (TrueType, `post` format 1): what its letters spell is believed where it is a text in some
// language, and each font by itself holds nothing that no text has.

import { evidentLanguage } from '../../../function-words.ts';
import { FLAG, LOST } from './character-columns.ts';
import type { CharacterColumns, TextStyle } from './page-content.ts';

/** Of the space and of the last letter that the order shares with Mac Roman, and how far behind the codes of ASCII, and of Mac Roman, its glyphs are. */
const GLYPHS = { first: 3, last: 225, ascii: 97 } as const;
const BEHIND = { ascii: 29, roman: 30 } as const;
const ROMAN = new TextDecoder('macintosh');

/** A font of symbols, or one whose glyphs are counted as they come, has others: codes below the space, above all. */
const PLAIN = /^[\p{L}\p{N}\p{P}\s$+<=>°]+$/u;
const LETTER = /[A-Za-z\d]/;
/** Fewer different ones are bullets. */
const SIGNS_MIN = 3;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

type Columns = Omit<CharacterColumns, 'count' | 'styles'>;

/**
 * What letters flagged `coded` of fonts that have names mean, in place: each becomes a character with a meaning, or stays as its code, without one.
 * @returns the styles in the sizes that are seen
 */
export function readGlyphCodes(columns: Columns, count: number, styles: readonly TextStyle[]): readonly TextStyle[] {
  const { code, style, flags, left, right } = columns;
  const nameAt = (at: number) => (((flags[at] ?? 0) & FLAG.coded) === 0 ? '' : (styles[style[at] ?? 0]?.fontName ?? ''));
  if (!flags.subarray(0, count).some((one) => (one & FLAG.coded) !== 0)) return styles;
  const ofGlyphs = fontsOfGlyphs(
    count,
    (at) => (nameAt(at) === '' ? undefined : nameAt(at)),
    (at) => code[at] ?? 0,
  );
  const widths = new Map<string, { code: number; width: number }[]>();
  for (let at = 0; at < count; at++) {
    const [name, own] = [nameAt(at), code[at] ?? 0];
    if (name === '') continue;
    const meaning = ofGlyphs.has(name) ? meaningOf(own) : undefined;
    flags[at] = (flags[at] ?? 0) & ~(meaning === undefined ? FLAG.coded : FLAG.coded | FLAG.unmapped);
    code[at] = meaning ?? (own <= SPACE || own === NO_BREAK_SPACE ? LOST : own);
    const size = styles[style[at] ?? 0]?.size ?? 1;
    if (meaning !== undefined) addTo(widths, name, { code: meaning, width: ((right[at] ?? 0) - (left[at] ?? 0)) / size });
  }
  return styles.map((one) => ({ ...one, size: one.size * drawnEms(widths.get(one.fontName) ?? []) }));
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const own = lists.get(key);
  if (own) own.push(value);
  else lists.set(key, [value]);
}

/** Drivers leave glyphs in the units of TrueType where a thousand are an em. */
const TRUETYPE_EMS = 2.048;
/** Ems: the usual small letter is .4 to .6 wide, a capital or a figure up to .85. */
const WIDE = { small: 0.75, any: 0.95 } as const;
const SMALL_MIN = 3;
const SMALL = /[a-z]/;
const ANY = /[\p{L}\p{N}]/u;

/** How large the glyphs of such a font are drawn, in ems. @param letters widths in ems */
export function drawnEms(letters: readonly { readonly code: number; readonly width: number }[]): number {
  const some = (kind: RegExp) => letters.filter(({ code }) => kind.test(String.fromCodePoint(code)));
  const small = some(SMALL);
  const [counted, least] = small.length >= SMALL_MIN ? [small, WIDE.small] : [some(ANY), WIDE.any];
  return counted.reduce((sum, { width }) => sum + width, 0) > counted.length * least ? TRUETYPE_EMS : 1;
}

/**
 * @param count of the letters of a page @param fontAt undefined for a letter that has a meaning
 * @returns the fonts whose codes are the numbers of glyphs in the standard order
 */
export function fontsOfGlyphs<Font>(
  count: number,
  fontAt: (at: number) => Font | undefined,
  codeAt: (at: number) => number,
): ReadonlySet<Font> {
  const texts = new Map<Font, string>();
  let last: Font | undefined;
  for (let at = 0; at < count; at++) {
    const font = fontAt(at);
    if (font === undefined && last !== undefined) texts.set(last, `${texts.get(last)} `);
    if (font !== undefined) texts.set(font, (texts.get(font) ?? '') + String.fromCodePoint(meaningOf(codeAt(at)) ?? LOST));
    last = font;
  }
  const plain = [...texts].filter(
    ([, text]) => PLAIN.test(text) && LETTER.test(text) && new Set(text.replaceAll(/\s/gu, '')).size >= SIGNS_MIN,
  );
  const isText = evidentLanguage(plain.flatMap(([, text]) => text.split(/\s+/u))) !== undefined;
  return new Set(isText ? plain.map(([font]) => font) : []);
}

/** The character of a glyph. */
export function meaningOf(glyph: number): number | undefined {
  if (glyph < GLYPHS.first || glyph > GLYPHS.last) return undefined;
  return ROMAN.decode(Uint8Array.of(glyph + (glyph <= GLYPHS.ascii ? BEHIND.ascii : BEHIND.roman))).codePointAt(0);
}
