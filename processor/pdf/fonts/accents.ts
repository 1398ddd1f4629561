// Accents that are glyphs of their own and drawn over or under a letter, as TeX does in its 7-bit fonts (the encoding OT1): together they are one
// letter. They are told by their codes here, and by their places by who reads them.

const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u02cb', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02ca', '\u0301'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02c9', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);
const SPACING: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(ACCENTS.values())].map((mark) => [mark, [...ACCENTS].flatMap(([accent, own]) => (own === mark ? [accent] : []))]),
);
/** Letters whose dot gives way to an accent. */
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);
const WITH_DOT: ReadonlyMap<string, string> = new Map([...DOTLESS].map(([dotless, letter]) => [letter, dotless]));

export function isAccent(text: string): boolean {
  return ACCENTS.has(text) || (text >= '\u0300' && text <= '\u036f' && text.length === 1);
}

/** @returns the letter with its accent; undefined where Unicode has no such letter */
export function withAccent(letter: string, accent: string): string | undefined {
  const composed = ((DOTLESS.get(letter) ?? letter) + (ACCENTS.get(accent) ?? accent)).normalize('NFC');
  return composed.length === 1 && /^\p{L}$/u.test(composed) ? composed : undefined;
}

export interface AccentedParts {
  /** The first that a font has is drawn: without its dot, where it has one. */
  readonly letters: readonly string[];
  readonly accents: readonly string[];
  readonly isBelow: boolean;
}

/** A letter with one accent, as two glyphs; undefined for others. */
export function partsOfAccented(letter: string): AccentedParts | undefined {
  const [base, mark, ...more] = letter.normalize('NFD');
  const accents = mark === undefined ? undefined : SPACING.get(mark);
  if (base === undefined || !accents || more.length > 0) return undefined;
  const isBelow = mark === '\u0327' || mark === '\u0328';
  const dotless = isBelow ? undefined : WITH_DOT.get(base);
  return { letters: dotless === undefined ? [base] : [dotless], accents, isBelow };
}
