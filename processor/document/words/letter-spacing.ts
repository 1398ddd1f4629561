// Letter-spaced text ("H O W  C A N" for "HOW CAN"): the letters of such lines stand apart as words do elsewhere, all equally far.

import { FLAG } from '../../pdf/pdfium/page/character-columns.ts';
import type { CharacterColumns, TextStyle } from '../../pdf/pdfium/page/page-content.ts';

/** Gap in ems between letters, from which text looks letter-spaced where all its gaps are alike, and the widest that is still that. */
const SPACED_EM = { from: 0.15, to: 0.9 } as const;
/** In ems, how much gaps within words may differ: kerning, and rounding of places. */
const EVEN_EM = 0.09;
/** So many gaps show that it is no chance. */
const GAPS_MIN = 4;
/** Where words around them, of letters that touch, show that such gaps are spaces: short words follow each other ("about a 1 V usable"). */
const GAPS_IN_WORDS_MIN = 8;
/** In ems: letters of a word are nearer. */
const TOUCHING_EM = 0.06;
/** Ems: a distance that is set, of figures too. */
const EXACT = { to: 0.3, within: 0.04 } as const;
/** Share of letters: numbers in columns stand as evenly. */
const LETTERS_SHARE = 0.75;
/** Share of the gaps that are those between letters; the others are between words. */
const EVEN_SHARE = 0.6;

const LETTER = /\p{L}/u;

export interface LetterSpacing {
  /** By place in the page's order: the distance (points) that letter-spacing puts before this letter. */
  readonly before: Float32Array;
  /** Letters before which a typed space is nothing but that distance. */
  readonly typed: ReadonlySet<number>;
}

/** Undefined where no text is letter-spaced. */
export function findLetterSpacing(columns: CharacterColumns): LetterSpacing | undefined {
  let before: Float32Array | undefined;
  const typed = new Set<number>();
  for (const stretch of stretchesOf(columns)) {
    if (stretch.gaps.length < GAPS_IN_WORDS_MIN && isWithinWords(columns, stretch)) continue;
    const own = stretch.gaps.filter(({ isTyped }) => !isTyped);
    const [spacing, byTyping] = [spacingOf(columns, stretch.size, own), typedSpacingOf(columns, stretch)];
    if (spacing === undefined && byTyping === undefined) continue;
    before ??= new Float32Array(columns.count);
    if (spacing !== undefined) for (const { at } of own) before[at] = spacing;
    else
      for (const { at, points } of stretch.gaps) {
        before[at] = byTyping ?? 0;
        if (isWithin(points, byTyping ?? 0, stretch.size)) typed.add(at);
      }
  }
  return before && { before, typed };
}

/** Its first letter is the last one of a word, and its last the first of another. */
function isWithinWords(columns: CharacterColumns, { size, first, gaps }: Stretch): boolean {
  const { left, right, y, code } = columns;
  const last = gaps.at(-1)?.at ?? first;
  const touches = (one: number, other: number) =>
    (code[one] ?? 0) > 0x20 &&
    (code[other] ?? 0) > 0x20 &&
    (y[one] ?? 0) === (y[other] ?? 0) &&
    Math.abs((left[other] ?? Infinity) - (right[one] ?? -Infinity)) < size * TOUCHING_EM;
  return touches(first - 1, first) && touches(last, last + 1);
}

interface Gap {
  /** The letter behind it. */
  readonly at: number;
  /** The letter before it. */
  readonly before: number;
  readonly points: number;
  /** A space stands in it. */
  readonly isTyped: boolean;
}

interface Stretch {
  readonly size: number;
  /** Before its first gap. */
  readonly first: number;
  readonly gaps: Gap[];
}

/** Neighbours on one line and of one style, as long as no gap is that of ordinary text. */
function* stretchesOf({ count, code, left, right, y, style, styles, flags }: CharacterColumns): Generator<Stretch> {
  let open: Stretch | undefined;
  let [previous, isTyped] = [-1, false];
  for (let at = 0; at < count; at++) {
    if ((code[at] ?? 0) <= 0x20 || code[at] === 0xa0) {
      if (((flags[at] ?? 0) & FLAG.generated) === 0) isTyped = true;
      continue;
    }
    const look = styles[style[at] ?? 0];
    const size = look?.size ?? 0;
    const gap = previous < 0 ? -Infinity : (left[at] ?? 0) - (right[previous] ?? 0);
    const goesOn = previous >= 0 && isAlike(styles[style[previous] ?? 0], look) && (y[previous] ?? 0) === (y[at] ?? 0) && look?.angle === 0;
    const isApart = goesOn && gap >= size * SPACED_EM.from && gap <= size * (SPACED_EM.to * 2);
    if (!isApart) {
      if (open) yield open;
      open = undefined;
    } else {
      open ??= { size, first: previous, gaps: [] };
      open.gaps.push({ at, before: previous, points: gap, isTyped });
    }
    [previous, isTyped] = [at, false];
  }
  if (open) yield open;
}

/** A letter of a word may have a colour or a slant of its own. */
function isAlike(one: TextStyle | undefined, other: TextStyle | undefined): boolean {
  return one === other || (one?.size === other?.size && one?.angle === other?.angle && one?.family === other?.family);
}

function spacingOf({ code, object }: CharacterColumns, size: number, gaps: readonly Gap[]): number | undefined {
  if (gaps.length < GAPS_MIN) return undefined;
  const sorted = gaps.map(({ points }) => points).toSorted((one, two) => one - two);
  const narrow = sorted[0] ?? 0;
  const even = sorted.filter((points) => points <= narrow + size * EVEN_EM);
  if (narrow > size * SPACED_EM.to || even.length < sorted.length * EVEN_SHARE) return undefined;
  const letters = gaps.filter(({ at }) => LETTER.test(String.fromCodePoint(code[at] ?? 0)));
  // A typesetter's distance is the same everywhere, and within what is written at once: cells of a table are further apart.
  const isExact =
    narrow < size * EXACT.to &&
    (even.at(-1) ?? Infinity) - narrow < size * EXACT.within &&
    gaps.every(({ at, points, before }) => points > narrow + size * EVEN_EM || object[at] === object[before]);
  if (!isExact && letters.length < gaps.length * LETTERS_SHARE) return undefined;
  return even[Math.floor(even.length / 2)];
}

/** "M A I N   W A L L", a space behind each letter and more of them between words: where the words are of some length, and no letters count up (A B C). */
function typedSpacingOf(columns: CharacterColumns, { size, first, gaps }: Stretch): number | undefined {
  const spacing = gaps.every(({ isTyped }) => isTyped) ? spacingOf(columns, size, gaps) : undefined;
  if (spacing === undefined) return undefined;
  const words: number[][] = [[first]];
  for (const { at, points } of gaps) {
    if (isWithin(points, spacing, size)) words.at(-1)?.push(at);
    else words.push([at]);
  }
  const long = words.filter(({ length }) => length >= WORD_MIN);
  const codeOf = (at: number | undefined) => columns.code[at ?? 0] ?? 0;
  const counts = long.some((word) => word.every((at, index) => index === 0 || codeOf(at) === codeOf(word[index - 1]) + 1));
  return long.length >= 2 && !counts ? spacing : undefined;
}

/** Letters of a word that shows that its letters are no list. */
const WORD_MIN = 3;
/** Two spaces in place of one. */
const WIDER = 1.7;

function isWithin(points: number, spacing: number, size: number): boolean {
  return points < Math.min(spacing * WIDER, spacing + size * EVEN_EM * 2);
}
