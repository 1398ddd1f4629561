// Characters → words: pieces of one look on one line, in the order of the text page. Spaces become a mark on the word that follows them.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import { findLetterSpacing, type LetterSpacing } from './letter-spacing.ts';
import { readLabel } from './labels.ts';
import { FLAG } from '../../pdf/pdfium/page/character-columns.ts';
import type { CharacterColumns, Rule, TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import { isThaiMark, isThaiTone } from '../../pdf/pdfium/page/thai-marks.ts';
import { UprightRules } from './upright-rules.ts';

export interface Word {
  readonly text: string;
  readonly box: ShownBox;
  /** The baseline. */
  readonly y: number;
  readonly style: TextStyle;
  /** Place of its first character in the order of the page. */
  readonly order: number;
  readonly object: number;
  readonly mcid: number;
  /** False: joins the word before it without a space. */
  readonly spaceBefore: boolean;
  /** A space character is before it, not only a gap. */
  readonly spaceTyped: boolean;
  readonly rtl: boolean;
  /** In a line with right-to-left letters, behind the word before it: not always beside it. */
  readonly follows?: boolean;
  /** Its line is read from the right, also where it is not. */
  readonly fromRight?: boolean;
  /** Ends in a hyphen that PDFium took for a line's end. */
  readonly hyphen: boolean;
  /** Distance (points) between its letters, on average, beyond what the font has. */
  readonly letterSpacing?: number;
  /** It has room between its East Asian letters and others. */
  readonly scriptGaps?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly highlight?: number;
  readonly link?: string;
  readonly script?: 'super' | 'sub';
  /** It is the mark of this note, counted from 1. */
  readonly note?: number;
}

/** A script that is written without spaces between words. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u;

const FIRST_RTL = 0x590;
const FIRST_WIDE = 0x1100;

/** Of those whose words are parted by spaces; a dash stands between them. */
function isOfAlphabet(code: number): boolean {
  return code < FIRST_RTL || (code >= 0x2010 && code <= 0x2015);
}

function isWideCode(code: number): boolean {
  return code >= FIRST_WIDE && WIDE.test(String.fromCodePoint(code));
}

function isRtlCode(code: number): boolean {
  return code >= 0x590 && (code <= 0x8ff || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff));
}

/** Gap between two boxes on one line, in ems, from which they are two words. */
const SPACE_EM = 0.17;
/** The same where the engine supposes a space: TeX makes them as narrow as .166 em. */
const NARROW_SPACE_EM = 0.13;
/** Ems: what is nearer stands in one number. */
const TOUCHING_EM = 0.05;
const BASELINE_EM = 0.18;
/** Points by which a letter begins before its place. */
const REACHES_OUT = 0.01;

const SOFT_HYPHEN = 0xad;
/** Characters before the combining marks: nothing to compose, none of them right-to-left. */
const PLAIN_BEFORE = 0x300;

/** @param rules of the page: an upright one parts words that touch */
export function makeWords(columns: CharacterColumns, rules: readonly Rule[] = []): Word[] {
  const page = new PageCharacters(columns, new UprightRules(rules));
  const { code, flags } = columns;
  const words: Word[] = [];
  let open: number[] = [];
  let spaceBefore = false;
  let space = -1;
  let isSupposed = false;
  let startsLine = true;
  let spaceTyped = false;
  const close = () => {
    if (open.length === 0) return;
    words.push(page.wordOf(open, spaceBefore, spaceTyped));
    [spaceBefore, spaceTyped] = [false, false];
    open = [];
  };
  let previous = -1;
  for (let at = 0; at < columns.count; at++) {
    const letter = code[at] ?? 0;
    if (isSpace(letter)) {
      if (page.carriesMark(at)) continue;
      // A space that the engine only supposes must be there to be seen.
      if (((flags[at] ?? 0) & FLAG.generated) === 0) space = at;
      else isSupposed = true;
      continue;
    }
    if (letter < 0x20 || letter === SOFT_HYPHEN || page.isAttached(at)) continue;
    const spaced = space >= 0 && !page.isDrawnOver(space, at) && !page.isLetterSpaced(at) && !page.isWithoutRoom(space, previous, at);
    const supposed = previous >= 0 && ((isSupposed && page.isNarrowSpace(previous, at)) || page.areParted(previous, at));
    [space, isSupposed] = [-1, false];
    if (previous >= 0 && (spaced || supposed || !page.continues(previous, at) || (startsLine && page.endsLabel(open, at)))) {
      startsLine = !page.onOneLine(previous, at) && !page.isShifted(previous, at);
      const label = !spaced && page.endsLabel(open, at);
      close();
      if (spaced) spaceTyped = true;
      if (spaced || supposed || label || startsLine || page.areApart(previous, at)) spaceBefore = true;
    }
    open.push(at);
    previous = at;
  }
  close();
  return words;
}

const MARK_REACH = 160;
/** Characters between which the engine puts a mark of Thai. */
const THAI_REACH = 6;
/** In ems of the mark, how far it may be beside, and above or below, its letter. */
const MARK_EM = { beside: 0.6, across: 0.9, within: 0.1, behind: 0.25 } as const;
/** A letter is drawn over a space when it begins with it: within so many points, and this share of the space. */
const DRAWN_OVER = { points: 0.5, share: 0.3 } as const;
/** A gap this wide (em) separates letters of East Asian scripts, which fill their squares; the second where only one of the two is East Asian. */
const WIDE_SPACE_EM = 0.6;
const HALF_WIDE_SPACE_EM = 0.4;
/** Less is no room between letters of two scripts. */
const SCRIPT_GAP_EM = 0.08;
/** The same where the letters on both sides of it are as close as these. */
const OUTSTANDING_EM = 0.3;
const CLOSE_EM = 0.1;
/** In ems, how far a raised or lowered letter may be off, and may overlap the one before. */
const SHIFTED_EM = { off: 0.6, overlap: 0.3 } as const;

/** Characters before an index among which is what it belongs to. */
const BASE_REACH = 8;
/** Of its size: an index is smaller. */
const SMALLER = 0.85;

/** Vowel marks of Arabic and Hebrew, vowels and tones of Thai. */
function isMark(code: number): boolean {
  if (code < 0x591 || code > 0xe4e) return false;
  if (code > 0x670) return isThaiMark(code);
  return code <= 0x5c7 || (code >= 0x610 && code <= 0x61a) || (code >= 0x64b && code <= 0x65f) || code === 0x670;
}

const THAI_CONSONANTS = { first: 0xe01, last: 0xe2e } as const;

/** Tones are written behind vowels. */
function withMark(letters: string, mark: string): string {
  const last = letters.at(-1) ?? '';
  return isThaiTone(last.codePointAt(0) ?? 0) && !isThaiTone(mark.codePointAt(0) ?? 0)
    ? letters.slice(0, -1) + mark + last
    : letters + mark;
}

function carriesMarks(letter: number, mark: number): boolean {
  return isThaiMark(mark) ? letter >= THAI_CONSONANTS.first && letter <= THAI_CONSONANTS.last : isRtlCode(letter);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  if (code <= 0xa0) return code === 0x20 || code === 0xa0 || code === 9 || code === 0xa || code === 0xd;
  return code === 0x3000 || (code >= 0x2000 && code <= 0x200b);
}

/** So often a letter must be followed by another. */
const ADVANCES_MIN = 3;
const ADVANCE_EM = { least: 0.1, most: 1 } as const;

/** Of a letter in a style, as a key. */
function kindOf(style: number, code: number): number {
  return style * 0x110000 + code;
}

/** From the origin of a letter to that of the next one of its word, the median, by kind. */
function usualAdvances({ count, code, style, styles, x, y }: CharacterColumns): ReadonlyMap<number, number> {
  const found = new Map<number, number[]>();
  for (let at = 0; at + 1 < count; at++) {
    const own = styles[style[at] ?? 0];
    if (!own || own.angle !== 0 || style[at] !== style[at + 1] || y[at] !== y[at + 1]) continue;
    if (isSpace(code[at] ?? 0) || isSpace(code[at + 1] ?? 0)) continue;
    const advance = (x[at + 1] ?? 0) - (x[at] ?? 0);
    if (advance < own.size * ADVANCE_EM.least || advance > own.size * ADVANCE_EM.most) continue;
    const key = kindOf(style[at] ?? 0, code[at] ?? 0);
    const known = found.get(key);
    if (known) known.push(advance);
    else found.set(key, [advance]);
  }
  return new Map(
    [...found].flatMap(([key, all]) =>
      all.length < ADVANCES_MIN ? [] : [[key, all.toSorted((one, two) => one - two)[all.length >> 1] ?? 0] as const],
    ),
  );
}

/** Questions about the characters of a page by their places in its order. */
class PageCharacters {
  readonly #columns: CharacterColumns;
  /** What letters show with their marks. */
  readonly #marked = new Map<number, string>();
  readonly #attached = new Set<number>();
  readonly #spacing: LetterSpacing | undefined;
  readonly #rules: UprightRules;
  #advances: ReadonlyMap<number, number> | undefined;
  /** Letters of ligatures are told from behind. */
  #isTurned: boolean | undefined;

  constructor(columns: CharacterColumns, rules: UprightRules) {
    this.#columns = columns;
    this.#rules = rules;
    this.#spacing = findLetterSpacing(columns);
    for (let at = 0; at < columns.count; at++) if (isMark(columns.code[at] ?? 0)) this.#attach(at);
  }

  /** Marks are drawn apart and in any order: each goes to the letter that it stands over or under. */
  #attach(mark: number): void {
    const { count, code, left, right, y } = this.#columns;
    const { size } = this.#styleOf(mark);
    // One without room of its own stands where its letter ends, and the next begins.
    const room = (right[mark] ?? 0) - (left[mark] ?? 0);
    const middle = room > 0 ? ((left[mark] ?? 0) + (right[mark] ?? 0)) / 2 : (left[mark] ?? 0) - size * MARK_EM.within;
    let best = -1;
    let nearest = size * MARK_EM.beside;
    for (let at = Math.max(0, mark - MARK_REACH); at < Math.min(count, mark + MARK_REACH); at++) {
      const letter = code[at] ?? 0;
      if (isMark(letter) || !carriesMarks(letter, code[mark] ?? 0) || Math.abs((y[at] ?? 0) - (y[mark] ?? 0)) > size * MARK_EM.across)
        continue;
      const distance = Math.max(0, (left[at] ?? 0) - middle, middle - (right[at] ?? 0));
      if (distance < nearest) [best, nearest] = [at, distance];
    }
    best = this.#letterBefore(mark, middle) ?? best;
    if (best < 0) return;
    this.#marked.set(best, withMark(this.#textOf(best), this.#textOf(mark)));
    this.#attached.add(mark);
  }

  /** Marks of Thai are drawn behind their letter, though some reach over the next one. @param middle of the mark */
  #letterBefore(mark: number, middle: number): number | undefined {
    const { count, code, left, right, y, object } = this.#columns;
    if (!isThaiMark(code[mark] ?? 0)) return undefined;
    const { size } = this.#styleOf(mark);
    const isBefore = (at: number, than: number) => (object[at] === object[than] ? at < than : (object[at] ?? 0) < (object[than] ?? 0));
    let last: number | undefined;
    for (let at = Math.max(0, mark - THAI_REACH); at < Math.min(count, mark + THAI_REACH); at++) {
      if (!carriesMarks(code[at] ?? 0, code[mark] ?? 0) || Math.abs((y[at] ?? 0) - (y[mark] ?? 0)) > size * MARK_EM.across) continue;
      if (isBefore(at, mark) && (last === undefined || isBefore(last, at))) last = at;
    }
    if (last === undefined) return undefined;
    const distance = Math.max(0, (left[last] ?? 0) - middle, middle - (right[last] ?? 0));
    return distance < size * MARK_EM.behind ? last : undefined;
  }

  /** A space without width before a mark is what the mark is drawn on. */
  carriesMark(space: number): boolean {
    const { left, right } = this.#columns;
    return this.isAttached(space + 1) && left[space] === right[space];
  }

  /** A mark that another letter shows. */
  isAttached(at: number): boolean {
    return this.#attached.size > 0 && this.#attached.has(at);
  }

  #textOf(at: number): string {
    return this.#marked.get(at) ?? String.fromCodePoint(this.#columns.code[at] ?? 0);
  }

  #styleOf(at: number): TextStyle {
    const style = this.#columns.styles[this.#columns.style[at] ?? 0];
    if (!style) throw new RangeError('a character without a style');
    return style;
  }

  /** The text goes on where the space began: it takes no room. */
  isDrawnOver(space: number, next: number): boolean {
    const { left, right, x, y, code } = this.#columns;
    if (this.#styleOf(space).angle !== 0 || this.#styleOf(next).angle !== 0) return false;
    if (Math.abs((y[space] ?? 0) - (y[next] ?? 0)) > 1) return false;
    const width = (right[space] ?? 0) - (left[space] ?? 0);
    const [start, from] = [x[next] ?? 0, x[space] ?? 0];
    return width > 0 && !isRtlCode(code[next] ?? 0) && start >= from - DRAWN_OVER.points && start < from + width * DRAWN_OVER.share;
  }

  /** A letter from the right that stands for itself and a space, which has no width: it is one where the next letter leaves room for it. */
  isWithoutRoom(space: number, previous: number, next: number): boolean {
    const { left, right, object, code } = this.#columns;
    const isOwn = previous >= 0 && object[space] === object[previous] && left[space] === right[space];
    return isOwn && isRtlCode(code[next] ?? 0) && this.gapOf(previous, next) <= this.spaceThreshold(previous, next);
  }

  /** A label and its text may touch; they are drawn apart. */
  endsLabel(open: readonly number[], next: number): boolean {
    const { object, code } = this.#columns;
    const last = open.at(-1);
    if (last === undefined || object[last] === object[next] || open.length > 6) return false;
    // Where each letter is an object, and in a number, the next one says nothing.
    if (
      object[open[0] ?? last] !== object[last] ||
      (isDigit(code[next] ?? 0) && this.gapOf(last, next) < this.#styleOf(next).size * TOUCHING_EM)
    )
      return false;
    const label = readLabel(open.map((at) => this.#textOf(at)).join(''));
    return label !== undefined && (label.kind !== 'bullet' || !/[-o*]/.test(label.text));
  }

  continues(previous: number, next: number): boolean {
    const { style, code, left, right, y } = this.#columns;
    if (style[previous] !== style[next]) return false;
    const { angle, size, stretch = 1 } = this.#styleOf(next);
    // Nearly all letters of nearly all pages.
    if (angle === 0 && (code[previous] ?? 0) < FIRST_WIDE && (code[next] ?? 0) < FIRST_WIDE) {
      const gap = Math.max((left[next] ?? 0) - (right[previous] ?? 0), (left[previous] ?? 0) - (right[next] ?? 0));
      return (
        gap <= size * stretch * SPACE_EM + this.#spacingBefore(next) && Math.abs((y[previous] ?? 0) - (y[next] ?? 0)) <= size * BASELINE_EM
      );
    }
    return this.onOneLine(previous, next) && this.gapOf(previous, next) <= this.spaceThreshold(previous, next);
  }

  /** They are drawn apart, with a line between them. */
  areParted(previous: number, next: number): boolean {
    const { object, left, right, y } = this.#columns;
    if (object[previous] === object[next]) return false;
    const { angle, size } = this.#styleOf(next);
    if (angle !== 0 || Math.abs((y[previous] ?? 0) - (y[next] ?? 0)) > size * BASELINE_EM) return false;
    const middleOf = (at: number) => ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
    return this.#rules.areBetween(middleOf(previous), middleOf(next), y[next] ?? 0, size);
  }

  isNarrowSpace(previous: number, next: number): boolean {
    const { code, right, x } = this.#columns;
    if (!isOfAlphabet(code[previous] ?? 0) || !isOfAlphabet(code[next] ?? 0) || this.#follows(next) || !this.onOneLine(previous, next))
      return false;
    const { size, angle, stretch = 1 } = this.#styleOf(next);
    const least = size * stretch * NARROW_SPACE_EM + this.#spacingBefore(next);
    if (angle !== 0) return this.gapOf(previous, next) > least;
    // A letter that reaches out before its place takes nothing from the space.
    const [from, to, end] = [right[previous] ?? 0, x[next] ?? 0, this.#endOf(previous)];
    // The engine knows how wide an italic letter is that stands nowhere else.
    if (end === Infinity && from > to && this.#styleOf(previous).italic) return true;
    return Math.max(this.gapOf(previous, next), to - Math.min(from, end)) > least;
  }

  /** Where a letter of its kind is usually followed by the next: an italic f reaches out behind its place, too. Infinity where none is. */
  #endOf(at: number): number {
    this.#advances ??= usualAdvances(this.#columns);
    const { x, style, code } = this.#columns;
    return (x[at] ?? 0) + (this.#advances.get(kindOf(style[at] ?? 0, code[at] ?? 0)) ?? Infinity);
  }

  /** Where letters run from the right, each space is a character. */
  areApart(previous: number, next: number): boolean {
    return !this.#follows(next) && this.gapOf(previous, next) > this.spaceThreshold(previous, next);
  }

  #follows(at: number): boolean {
    return ((this.#columns.flags[at] ?? 0) & FLAG.follows) !== 0;
  }

  spaceThreshold(previous: number, next: number): number {
    const { code } = this.#columns;
    const [last, own] = [this.#styleOf(previous), this.#styleOf(next)];
    // A large sign of another font stands before a small text; a large initial is of the text's font.
    const ems = [last, own].map(({ size: height, stretch = 1 }) => height * stretch);
    const size = last.family === own.family ? Math.max(...ems) : Math.min(...ems);
    const [one, two] = [isWideCode(code[previous] ?? 0), isWideCode(code[next] ?? 0)];
    const wide = one && two && this.#standsOut(previous, next) ? OUTSTANDING_EM : WIDE_SPACE_EM;
    return size * (one && two ? wide : one || two ? HALF_WIDE_SPACE_EM : SPACE_EM) + this.#spacingBefore(next);
  }

  /** A gap between two letters that are drawn apart, where those beside them have none. */
  #standsOut(previous: number, next: number): boolean {
    const { object, left, right, y, code } = this.#columns;
    const { size, angle } = this.#styleOf(next);
    if (angle !== 0 || object[previous] === object[next]) return false;
    const gaps = [
      [previous - 1, previous],
      [next, next + 1],
    ].flatMap(([one = -1, two = -1]) =>
      one < 0 || isSpace(code[one] ?? 0x20) || isSpace(code[two] ?? 0x20) || y[one] !== y[two]
        ? []
        : [(left[two] ?? 0) - (right[one] ?? 0)],
    );
    return gaps.length > 0 && gaps.every((gap) => Math.abs(gap) < size * CLOSE_EM);
  }

  #spacingBefore(at: number): number {
    return this.#spacing ? (this.#spacing.before[at] ?? 0) : 0;
  }

  /** The space before this letter only sets it apart from the letter before. */
  isLetterSpaced(at: number): boolean {
    return this.#spacing !== undefined && this.#spacing.typed.has(at);
  }

  onOneLine(one: number, two: number): boolean {
    const { x, y } = this.#columns;
    const [style, other] = [this.#styleOf(one), this.#styleOf(two)];
    const size = Math.max(style.size, other.size);
    if (style.angle !== other.angle) return false;
    if (style.angle === 0 || style.angle === 180) return Math.abs((y[one] ?? 0) - (y[two] ?? 0)) <= size * BASELINE_EM;
    return style.angle === 90 || style.angle === 270 ? Math.abs((x[one] ?? 0) - (x[two] ?? 0)) <= size * BASELINE_EM : true;
  }

  /** Raised or lowered, right behind the one before. */
  isShifted(one: number, two: number): boolean {
    const { code, left, right, y } = this.#columns;
    const [style, other] = [this.#styleOf(one), this.#styleOf(two)];
    if (style.angle !== 0 || other.angle !== 0) return false;
    const size = Math.max(style.size, other.size);
    const gap = isRtlCode(code[two] ?? 0) ? (left[one] ?? 0) - (right[two] ?? 0) : (left[two] ?? 0) - (right[one] ?? 0);
    if (Math.abs((y[one] ?? 0) - (y[two] ?? 0)) < size * SHIFTED_EM.off && gap > -size * SHIFTED_EM.overlap && gap < size) return true;
    return gap < 0 && this.#haveOneBase(one, two);
  }

  /** One is raised and one lowered behind the same letter. */
  #haveOneBase(one: number, two: number): boolean {
    const { code, left, right, y } = this.#columns;
    for (let base = one - 1; base >= Math.max(0, one - BASE_REACH); base--) {
      if ((code[base] ?? 0) <= 0x20) continue;
      const { size, angle } = this.#styleOf(base);
      if (Math.max(this.#styleOf(one).size, this.#styleOf(two).size) > size * SMALLER || angle !== 0) continue;
      const [first, second] = [(y[one] ?? 0) - (y[base] ?? 0), (y[two] ?? 0) - (y[base] ?? 0)];
      if (first * second > 0 || Math.max(Math.abs(first), Math.abs(second)) > size * SHIFTED_EM.off) return false;
      return Math.abs((left[two] ?? 0) - (right[base] ?? 0)) < size * SHIFTED_EM.overlap;
    }
    return false;
  }

  /** Distance along the line, whichever of the two stands first; large when the second starts before the first. */
  gapOf(one: number, two: number): number {
    const { left, right, top, bottom } = this.#columns;
    const { angle } = this.#styleOf(one);
    const [starts, ends] = angle === 0 || angle === 180 ? [left, right] : [top, bottom];
    const gap = Math.max((starts[two] ?? 0) - (ends[one] ?? 0), (starts[one] ?? 0) - (ends[two] ?? 0));
    // A character drawn again over the one before it, or a mark over its letter.
    return gap < 0 ? 0 : gap;
  }

  wordOf(open: readonly number[], spaceBefore: boolean, spaceTyped: boolean): Word {
    const { code, left, top, right, bottom, y, object, mcid, flags } = this.#columns;
    const [first = 0] = open;
    const letterSpacing = this.#letterSpacingOf(open);
    let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
    let text = '';
    let [isRtl, isPlain, widest] = [false, true, 0];
    for (const at of open) {
      const letter = code[at] ?? 0;
      if (letter >= PLAIN_BEFORE) isPlain = false;
      if (isRtlCode(letter)) isRtl = true;
      if (letter > widest && isWideCode(letter)) widest = letter;
      text += letter < 0x10000 && this.#marked.size === 0 ? String.fromCharCode(letter) : this.#textOf(at);
      x1 = Math.min(x1, left[at] ?? 0);
      y1 = Math.min(y1, top[at] ?? 0);
      x2 = Math.max(x2, right[at] ?? 0);
      y2 = Math.max(y2, bottom[at] ?? 0);
    }
    return {
      text: isPlain ? text : withoutStretching(withAm((isRtl ? this.#inGlyphOrder(open) : text).normalize('NFC'))),
      box: { left: x1, top: y1, right: x2, bottom: y2 },
      y: y[first] ?? 0,
      style: this.#styleOf(first),
      order: first,
      object: object[first] ?? -1,
      mcid: mcid[first] ?? -1,
      spaceBefore,
      spaceTyped,
      rtl: isRtl,
      ...(this.#follows(first) ? { follows: true } : {}),
      ...(((flags[first] ?? 0) & FLAG.fromRight) !== 0 ? { fromRight: true } : {}),
      hyphen: ((flags[open.at(-1) ?? 0] ?? 0) & FLAG.hyphen) !== 0,
      ...(letterSpacing === undefined ? {} : { letterSpacing }),
      ...(isWideCode(widest) && this.#hasScriptGaps(open) ? { scriptGaps: true } : {}),
    };
  }

  /** By the places of the first and the last letter: the boxes between are those of the font. */
  #letterSpacingOf(open: readonly number[]): number | undefined {
    const [first = 0] = open;
    const { angle, italic } = this.#styleOf(first);
    // One of a word whose letters have several looks.
    if (open.length === 1 && angle === 0) return this.#spacingBefore(first) || undefined;
    if (open.length < 2 || angle !== 0) return undefined;
    const { left, right, x, code } = this.#columns;
    // Digits and signs in text from the right, which have brackets or points behind them at the left.
    if (open.some((at) => isRtlCode(code[at] ?? 0)) || (x[open.at(-1) ?? first] ?? 0) < (x[first] ?? 0)) return undefined;
    let [sum, count] = [0, 0];
    for (let at = 1; at < open.length; at++) {
      const [one, two] = [open[at - 1] ?? 0, open[at] ?? 0];
      // Letters of a ligature stand at one place; the box of one that reaches out says nothing of its width.
      if (left[one] === left[two] || (x[one] ?? 0) - (left[one] ?? 0) > REACHES_OUT || (x[two] ?? 0) - (left[two] ?? 0) > REACHES_OUT)
        continue;
      const gap = (left[two] ?? 0) - (right[one] ?? 0);
      if ((gap < 0 && italic) || this.#areOfTwoScripts(one, two)) continue;
      sum += gap;
      count++;
    }
    const mean = count === 0 ? 0 : sum / count;
    return mean === 0 ? undefined : mean;
  }

  #areOfTwoScripts(one: number, two: number): boolean {
    const { code } = this.#columns;
    const [first, second] = [code[one] ?? 0, code[two] ?? 0];
    if (isWideCode(first) === isWideCode(second)) return false;
    return [first, second].every((letter) => /[\p{L}\p{N}]/u.test(String.fromCodePoint(letter)));
  }

  /** At most of the places where both meet. */
  #hasScriptGaps(open: readonly number[]): boolean {
    const { left, right } = this.#columns;
    const gaps = open.flatMap((two, at) => {
      const one = open[at - 1];
      return one !== undefined && this.#areOfTwoScripts(one, two) ? [(left[two] ?? 0) - (right[one] ?? 0)] : [];
    });
    const least = this.#styleOf(open[0] ?? 0).size * SCRIPT_GAP_EM;
    return gaps.filter((gap) => gap > least).length * 2 > gaps.length;
  }

  /**
   * PDFium turns right-to-left text round letter by letter, and so the letters of a ligature, which stand at one place, twice; but not those into which
   * it takes a presentation form apart. Ligatures of which only one order can be read say which it is on this page.
   */
  #inGlyphOrder(open: readonly number[]): string {
    return this.#glyphsOf(open)
      .map((letters) => {
        const asTold = orderOf(letters);
        const isTurned = asTold === undefined ? (this.#isTurned ??= this.#areTurned()) : !asTold;
        return (isTurned ? letters.toReversed() : letters).join('');
      })
      .join('');
  }

  /** Letters that stand at one place. */
  #glyphsOf(open: Iterable<number>): string[][] {
    const { code, left, right, x, y } = this.#columns;
    const glyphs: string[][] = [];
    let previous = -1;
    for (const at of open) {
      const same =
        previous >= 0 &&
        x[previous] === x[at] &&
        y[previous] === y[at] &&
        isRtlCode(code[at] ?? 0) &&
        isRtlCode(code[previous] ?? 0) &&
        left[previous] === left[at] &&
        right[previous] === right[at];
      if (same) glyphs.at(-1)?.push(this.#textOf(at));
      else glyphs.push([this.#textOf(at)]);
      previous = at;
    }
    return glyphs;
  }

  /** Whether most ligatures of the page are told from behind, as far as that can be seen. */
  #areTurned(): boolean {
    const orders = this.#glyphsOf(Array(this.#columns.count).keys()).flatMap((letters) => orderOf(letters) ?? []);
    return orders.filter(Boolean).length * 2 <= orders.length;
  }
}

const ALIF = /^[\u0622\u0623\u0625\u0627]$/;
const LAM = '\u0644';
/** Letters that only end a word: alif maqsura and ta marbuta; and marks, which follow their letter. */
const ENDING = /^[\u0649\u0629\p{M}]$/u;

/** Whether the letters of a ligature are in the order in which they are read; undefined where both orders can be. */
function orderOf(letters: readonly string[]): boolean | undefined {
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  if (letters.length < 2 || ENDING.test(first) === ENDING.test(last)) {
    if (letters.length !== 2 || ALIF.test(first) === ALIF.test(last)) return undefined;
    return first === LAM ? true : last === LAM ? false : undefined;
  }
  return ENDING.test(last);
}

/** Sara am is drawn as a circle over the letter and a vowel behind it, with tones between. */
function withAm(text: string): string {
  return text.includes('\u0e4d') ? text.replaceAll(/\u0e4d([\u0e48-\u0e4b]*)\u0e32/g, '$1\u0e33') : text;
}

/** Arabic lines are justified by strokes between letters (U+0640): they are not letters. One at the end of a word marks an abbreviation. */
function withoutStretching(text: string): string {
  return text.includes('\u0640') ? text.replaceAll(/(?<=[\u0620-\u065f\u0670-\u06d3])\u0640+(?=[\u0620-\u064a\u0671-\u06d3])/g, '') : text;
}
