// The characters of a page as columns of numbers: one buffer a page, which crosses between threads without being copied.

import type { Character, CharacterColumns, TextStyle } from './page-content.ts';

/**
 * `follows`: in a line with right-to-left letters, behind another one of its part; `fromRight`: in one that is read from the right; `coded`: of a
 * font without a name, unmapped, its code not yet read as a letter; `covered`: nothing of it is seen under what is drawn later.
 */
export const FLAG = { generated: 1, hyphen: 2, unmapped: 4, clipped: 8, follows: 16, fromRight: 32, coded: 64, covered: 128 } as const;

const COLUMNS = ['left', 'top', 'right', 'bottom', 'x', 'y', 'code', 'style', 'object', 'mcid', 'flags'] as const;
const BYTES_EACH = 6 * 8 + 4 * 4 + 1;

/** Room for `room` characters, all in one buffer. */
export function makeColumns(room: number): OpenColumns {
  const buffer = new ArrayBuffer(room * BYTES_EACH);
  const doubles = (column: number) => new Float64Array(buffer, column * room * 8, room);
  const start = room * 6 * 8;
  return {
    left: doubles(0),
    top: doubles(1),
    right: doubles(2),
    bottom: doubles(3),
    x: doubles(4),
    y: doubles(5),
    code: new Uint32Array(buffer, start, room),
    style: new Uint32Array(buffer, start + room * 4, room),
    object: new Int32Array(buffer, start + room * 8, room),
    mcid: new Int32Array(buffer, start + room * 12, room),
    flags: new Uint8Array(buffer, start + room * 16, room),
  };
}

export function packCharacters(characters: readonly Character[]): CharacterColumns {
  const columns = makeColumns(characters.length);
  const styles = new Map<TextStyle, number>();
  for (const [at, { text, box, x, y, style, object, mcid, generated, hyphen, unmapped }] of characters.entries()) {
    const index = styles.get(style) ?? styles.size;
    styles.set(style, index);
    columns.left[at] = box.left;
    columns.top[at] = box.top;
    columns.right[at] = box.right;
    columns.bottom[at] = box.bottom;
    columns.x[at] = x;
    columns.y[at] = y;
    columns.code[at] = text.codePointAt(0) ?? 0;
    columns.style[at] = index;
    columns.object[at] = object;
    columns.mcid[at] = mcid;
    columns.flags[at] = (generated ? FLAG.generated : 0) | (hyphen ? FLAG.hyphen : 0) | (unmapped ? FLAG.unmapped : 0);
  }
  return { ...columns, count: characters.length, styles: [...styles.keys()] };
}

export function unpackCharacters(columns: CharacterColumns): Character[] {
  return Array.from({ length: columns.count }, (_, at) => {
    const style = columns.styles[columns.style[at] ?? 0];
    if (!style) throw new RangeError('a character without a style');
    const flags = columns.flags[at] ?? 0;
    return {
      text: String.fromCodePoint(columns.code[at] ?? 0),
      box: { left: columns.left[at] ?? 0, top: columns.top[at] ?? 0, right: columns.right[at] ?? 0, bottom: columns.bottom[at] ?? 0 },
      x: columns.x[at] ?? 0,
      y: columns.y[at] ?? 0,
      style,
      object: columns.object[at] ?? -1,
      mcid: columns.mcid[at] ?? -1,
      generated: (flags & FLAG.generated) !== 0,
      hyphen: (flags & FLAG.hyphen) !== 0,
      unmapped: (flags & FLAG.unmapped) !== 0,
    };
  });
}

/** Those whose middle is where `keep` says, in the same order. */
export function selectByMiddle(columns: CharacterColumns, keep: (x: number, y: number) => boolean): CharacterColumns {
  const { left, top, right, bottom } = columns;
  return selectCharacters(columns, (at) => keep(((left[at] ?? 0) + (right[at] ?? 0)) / 2, ((top[at] ?? 0) + (bottom[at] ?? 0)) / 2));
}

/** Those that `keep` says by their places in the columns, in the same order. */
export function selectCharacters(columns: CharacterColumns, keep: (at: number) => boolean): CharacterColumns {
  const kept: number[] = [];
  for (let at = 0; at < columns.count; at++) if (keep(at)) kept.push(at);
  return kept.length === columns.count ? columns : pickCharacters(columns, kept);
}

/** Degrees: what is nearer to level or upright is meant so. */
const SLANT_MIN = 3;

/** @param angle degrees, of a style */
export function isSlanted(angle: number): boolean {
  const beside = angle % 90;
  return beside > SLANT_MIN && beside < 90 - SLANT_MIN;
}

export function copyCharacter(columns: Omit<CharacterColumns, 'count' | 'styles'>, from: number, to: number): void {
  for (const name of COLUMNS) columns[name][to] = columns[name][from] ?? 0;
}

/** Those at these places, in this order. */
export function pickCharacters(columns: CharacterColumns, places: readonly number[]): CharacterColumns {
  const picked = makeColumns(places.length);
  for (const [to, from] of places.entries()) for (const name of COLUMNS) picked[name][to] = columns[name][from] ?? 0;
  return { ...picked, count: places.length, styles: columns.styles };
}

/** The letters of f-ligatures one by one, all at the place of their glyph; radicals of Chinese, by which some fonts say their words, as these. */
export function partLigatures(columns: CharacterColumns): CharacterColumns {
  return partCharacters(columns, (at) => {
    const code = columns.code[at] ?? 0;
    if (isWithin(LIGATURES, code)) return String.fromCodePoint(code).normalize('NFKC');
    return isRadical(code) ? wordOfRadical(code) : undefined;
  });
}

/** @param lettersOf what stands at the place of a character instead of it; undefined: it alone */
export function partCharacters(columns: CharacterColumns, lettersOf: (at: number) => string | undefined): CharacterColumns {
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < columns.count; at++) {
    const own = lettersOf(at);
    for (const letter of own ?? ' ') [letters[places.length], places[places.length]] = [own ? letter : '', at];
  }
  if (places.length === columns.count && !letters.some((letter) => letter !== '')) return columns;
  const parted = pickCharacters(columns, places);
  for (const [at, letter] of letters.entries()) if (letter !== '') parted.code[at] = letter.codePointAt(0) ?? 0;
  return parted;
}

function isRadical(code: number): boolean {
  return isWithin(RADICALS, code);
}

function wordOfRadical(code: number): string {
  return String.fromCodePoint(code).normalize('NFKC');
}

/** As partLigatures has it, for a letter of one glyph. */
export function plainCode(code: number): number {
  return isRadical(code) ? (wordOfRadical(code).codePointAt(0) ?? code) : code;
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, code: number): boolean {
  return code >= from && code <= to;
}

/** Kangxi radicals. */
const RADICALS = { from: 0x2f00, to: 0x2fd5 } as const;
const LIGATURES = { from: 0xfb00, to: 0xfb04 } as const;
/** Letters and digits of formulas. */
const MATHEMATICAL = { from: 0x1d400, to: 0x1d7ff } as const;
const HIGH = { from: 0xd800, to: 0xdbff } as const;
const LOW = { from: 0xdc00, to: 0xdfff } as const;
/** Characters of one glyph: more are no ligature but a name, as an icon's. */
export const LIGATURE_MAX = 6;
/** For a letter without a character. */
export const LOST = 0xfffd;

export type OpenColumns = Omit<CharacterColumns, 'count' | 'styles'>;

/**
 * Characters of one glyph, which stand at one place: halves of a code point above U+FFFF are one, and so is a glyph whose map says its name
 * (`HOUSE-CHIMNEY`), which is unmapped. Word maps a glyph of its formulas to its letter twice. In place. @returns how many are left
 */
export function joinGlyphs(columns: OpenColumns, count: number): number {
  const { code, flags } = columns;
  let kept = 0;
  for (let at = 0; at < count; kept++) {
    const letters = lettersAt(columns, at, count);
    if (kept !== at) copyCharacter(columns, at, kept);
    const joined = letters > LIGATURE_MAX ? LOST : letters > 1 ? codePointOf(code[at] ?? 0, code[at + 1] ?? 0) : undefined;
    const isTwice =
      joined !== undefined && isWithin(MATHEMATICAL, joined) && letters === 4 && code[at] === code[at + 2] && code[at + 1] === code[at + 3];
    if (joined === LOST) flags[kept] = FLAG.unmapped;
    if (joined !== undefined) code[kept] = joined;
    else if (isHalf(code[at] ?? 0)) code[kept] = LOST;
    at += joined === undefined ? 1 : joined === LOST || isTwice ? letters : 2;
  }
  return kept;
}

/** How many characters stand at the place of this one, from it on. */
function lettersAt({ x, y, left, right, object }: OpenColumns, at: number, count: number): number {
  let next = at + 1;
  while (next < count && x[next] === x[at] && y[next] === y[at] && left[next] === left[at] && right[next] === right[at]) {
    if (object[next] !== object[at]) break;
    next++;
  }
  return next - at;
}

function isHalf(code: number): boolean {
  return code >= HIGH.from && code <= LOW.to;
}

/** Undefined where they are no two halves. */
function codePointOf(high: number, low: number): number | undefined {
  if (high < HIGH.from || high > HIGH.to || low < LOW.from || low > LOW.to) return undefined;
  return 0x10000 + ((high - HIGH.from) << 10) + (low - LOW.from);
}

/** Without those that lie outside of what clips them: nobody sees them. */
export function withoutClipped(columns: CharacterColumns): CharacterColumns {
  return selectCharacters(columns, (at) => ((columns.flags[at] ?? 0) & FLAG.clipped) === 0);
}

/** A scan hides more of the text of its page, which is what was read on it before, and meant to be found. */
const COVERED_SHARE_MAX = 0.5;

/** Without those that lie under something: nobody sees them. */
export function withoutCovered(characters: CharacterColumns): CharacterColumns {
  const seen = selectCharacters(characters, (at) => ((characters.flags[at] ?? 0) & FLAG.covered) === 0);
  return seen.count < characters.count * COVERED_SHARE_MAX ? characters : seen;
}

/** White space as String.trim takes it away. */
export function isBlank(code: number): boolean {
  return code <= 0x20 ? code === 0x20 || (code >= 9 && code <= 13) : code >= 0xa0 && BLANK.has(code);
}

const BLANK = new Set([
  0xa0,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
]);
