// Letters of fonts that give their glyphs neither names nor characters, but TeX's codes: the bitmap fonts that dvips and pdfTeX write as Type 3 fonts.
// The engine gives the code of each. Those that are letters, and make up a text in some language, say what is drawn: its encoding is OT1 (Knuth 1986)
// or T1 (Cork 1990). Anything else stays without a meaning.

import { evidentLanguage } from '../../../function-words.ts';
import { FLAG, LOST } from './character-columns.ts';
import type { CharacterColumns, TextStyle } from './page-content.ts';

type Encoding = (code: number) => number | undefined;

const [PRINTABLE, DELETE] = [0x21, 0x7f] as const;

/** Signs that both have at other places than ASCII: by their codes. */
const QUOTES: ReadonlyMap<number, number> = new Map([
  [0x27, 0x2019],
  [0x60, 0x2018],
]);
const OT1_SIGNS: ReadonlyMap<number, number> = new Map([
  ...QUOTES,
  ...signs(
    0x0b,
    '\ufb00\ufb01\ufb02\ufb03\ufb04\u0131\u0237\u0060\u00b4\u02c7\u02d8\u00af\u02da\u00b8\u00df\u00e6\u0153\u00f8\u00c6\u0152\u00d8',
  ),
  ...signs(0x5f, '\u02d9'),
  ...signs(0x7b, '\u2013\u2014\u02dd\u02dc\u00a8'),
  ...signs(0x22, '\u201d'),
  ...signs(0x5c, '\u201c'),
  ...signs(0x5e, '\u02c6'),
  ...signs(0x3c, '\u00a1'),
  ...signs(0x3e, '\u00bf'),
]);
const T1_SIGNS: ReadonlyMap<number, number> = new Map([
  ...QUOTES,
  ...signs(
    0x00,
    '\u0060\u00b4\u02c6\u02dc\u00a8\u02dd\u02da\u02c7\u02d8\u00af\u02d9\u00b8\u02db\u201a\u2039\u203a\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014',
  ),
  ...signs(0x19, '\u0131\u0237\ufb00\ufb01\ufb02\ufb03\ufb04'),
  ...signs(0x7f, '\u002d'),
  ...signs(0x80, 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'),
  ...signs(0xc0, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u1e9eàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß'),
]);
/** Codes that only T1 has: letters beyond those of ASCII, and its ligatures. */
const isOfT1 = (code: number): boolean => code > DELETE || (code >= 0x1b && code <= 0x1f);

function signs(from: number, text: string): (readonly [number, number])[] {
  return Array.from(text, (sign, at) => [from + at, sign.codePointAt(0) ?? LOST] as const);
}

const encodedBy =
  (own: ReadonlyMap<number, number>): Encoding =>
  (code) =>
    own.get(code) ?? asciiOf(code);

const OT1 = encodedBy(OT1_SIGNS);
const T1 = encodedBy(T1_SIGNS);
/** Of fonts of formulas: their letters and figures. */
const FORMULA: Encoding = (code) => (/^[A-Za-z0-9]$/.test(String.fromCodePoint(code)) ? code : undefined);

/** A font of symbols of which nothing else is taken: the bullet of OMS, and of TS1. */
const MARKS: ReadonlySet<string> = new Set(['\u000f', '\u0088', ' ']);
const BULLETS: Encoding = () => 0x2022;

function asciiOf(code: number): number | undefined {
  return code >= PRINTABLE && code < DELETE ? code : undefined;
}

/** A font of text has a word of so many letters; those of formulas have symbols at the codes of letters. */
const WORD = /[a-z]{3}/;

type Columns = Omit<CharacterColumns, 'count' | 'styles'>;

/**
 * What letters flagged `coded` mean, in place: each becomes a character with a meaning, or one without.
 * @returns the styles whose fonts are TeX's, and hold text
 */
export function readTexCodes(columns: Columns, count: number, styles: readonly TextStyle[]): ReadonlySet<number> {
  const byStyle = codedTexts(columns, count);
  if (byStyle.size === 0) return new Set();
  const ofText = new Set([...byStyle].flatMap(([style, text]) => (WORD.test(text) ? [style] : [])));
  const isT1 = [...ofText].some((style) => Array.from(byStyle.get(style) ?? '').some((letter) => isOfT1(letter.codePointAt(0) ?? 0)));
  const encodings = new Map(
    styles.map((_, style): [number, Encoding] => {
      const isMarks = Array.from(byStyle.get(style) ?? '').every((letter) => MARKS.has(letter));
      return [style, ofText.has(style) ? (isT1 ? T1 : OT1) : isMarks ? BULLETS : FORMULA];
    }),
  );
  const isText = evidentLanguage(wordsOf(columns, count, encodings)) !== undefined;
  for (let at = 0; at < count; at++) {
    const flags = columns.flags[at] ?? 0;
    if ((flags & FLAG.coded) === 0) continue;
    const meaning = isText ? encodings.get(columns.style[at] ?? 0)?.(columns.code[at] ?? 0) : undefined;
    columns.flags[at] = flags & ~(meaning === undefined ? FLAG.coded : FLAG.coded | FLAG.unmapped);
    columns.code[at] = meaning ?? LOST;
  }
  return isText ? ofText : new Set();
}

/** By style, with gaps as spaces. */
function codedTexts({ code, style, flags }: Columns, count: number): Map<number, string> {
  const texts = new Map<number, string>();
  for (let at = 0; at < count; at++) {
    const own = style[at] ?? 0;
    if (((flags[at] ?? 0) & FLAG.coded) !== 0) texts.set(own, (texts.get(own) ?? '') + String.fromCodePoint(code[at] ?? 0));
    else if (texts.has(own)) texts.set(own, `${texts.get(own)} `);
  }
  return texts;
}

function wordsOf({ code, style, flags }: Columns, count: number, encodings: ReadonlyMap<number, Encoding>): string[] {
  let text = '';
  for (let at = 0; at < count; at++) {
    const isCoded = ((flags[at] ?? 0) & FLAG.coded) !== 0;
    const meaning = isCoded ? encodings.get(style[at] ?? 0)?.(code[at] ?? 0) : undefined;
    text += meaning === undefined ? ' ' : String.fromCodePoint(meaning);
  }
  return text.normalize('NFKC').split(/\s+/u);
}
