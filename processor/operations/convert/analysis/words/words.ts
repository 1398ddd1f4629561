// Characters → words: pieces of one look on one line, in the order of the text page. Spaces become a mark on the word that follows them.

import { boxAround, type ShownBox } from '../../../../pdf/geometry/shown-box.ts';
import { readLabel } from './labels.ts';
import type { Character, TextStyle } from '../../../../pdf/pdfium/page/page-content.ts';

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
  /** Ends in a hyphen that PDFium took for a line's end. */
  readonly hyphen: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly highlight?: number;
  readonly link?: string;
  readonly script?: 'super' | 'sub';
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u;

/** A script written without spaces between words. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

function isRtl(text: string): boolean {
  return RTL.test(text);
}

/** Gap between two boxes on one line, in ems, from which they are two words. */
const SPACE_EM = 0.17;
const BASELINE_EM = 0.18;

export function makeWords(characters: readonly Character[]): Word[] {
  const words: Word[] = [];
  let open: Character[] = [];
  let firstOrder = 0;
  let spaceBefore = false;
  let space: Character | undefined;
  let startsLine = true;
  let spaceTyped = false;
  const close = () => {
    if (open.length > 0) words.push(wordOf(open, firstOrder, spaceBefore, spaceTyped));
    if (open.length > 0) [spaceBefore, spaceTyped] = [false, false];
    open = [];
  };
  let previous: Character | undefined;
  for (const [order, character] of attachMarks(characters).entries()) {
    if (isSpace(character.text)) {
      // A space that the engine only supposes must be visible as a gap.
      if (!character.generated) space = character;
      continue;
    }
    if (character.text < ' ' || character.text === '\u00ad') continue;
    const spaced = space !== undefined && !isDrawnOver(space, character);
    space = undefined;
    if (previous && (spaced || !continues(previous, character) || (startsLine && endsLabel(open, character)))) {
      startsLine = !onOneLine(previous, character) && !isShifted(previous, character);
      const label = !spaced && endsLabel(open, character);
      close();
      if (spaced) spaceTyped = true;
      if (spaced || label || startsLine || gapOf(previous, character) > spaceThreshold(previous, character)) spaceBefore = true;
    }
    if (open.length === 0) firstOrder = order;
    open.push(character);
    previous = character;
  }
  close();
  return words;
}

const MARK = /^[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]$/;
const MARK_REACH = 160;
/** In ems of the mark, how far it may be beside, and above or below, its letter. */
const MARK_EM = { beside: 0.6, across: 0.9 } as const;
/** A letter is drawn over a space when it begins with it: within so many points, and this share of the space. */
const DRAWN_OVER = { points: 0.5, share: 0.3 } as const;
/** A gap this wide (em) separates letters of East Asian scripts, which fill their squares; the second where only one of the two is East Asian. */
const WIDE_SPACE_EM = 0.6;
const HALF_WIDE_SPACE_EM = 0.4;
/** In ems, how far a raised or lowered letter may be off, and may overlap the one before. */
const SHIFTED_EM = { off: 0.6, overlap: 0.3 } as const;

/** Vowel marks of Arabic and Hebrew are drawn separately and in any order: each goes to the letter above or below it. */
function attachMarks(characters: readonly Character[]): readonly Character[] {
  if (!characters.some(({ text }) => MARK.test(text))) return characters;
  const whole = characters.map((character) => ({ ...character }));
  const lost = new Set<number>();
  for (const [index, mark] of whole.entries()) {
    if (!MARK.test(mark.text)) continue;
    const middle = (mark.box.left + mark.box.right) / 2;
    let best: { text: string } | undefined;
    let nearest = mark.style.size * MARK_EM.beside;
    for (let at = Math.max(0, index - MARK_REACH); at < Math.min(whole.length, index + MARK_REACH); at++) {
      const letter = whole[at];
      if (
        !letter ||
        at === index ||
        MARK.test(letter.text) ||
        !isRtl(letter.text) ||
        Math.abs(letter.y - mark.y) > mark.style.size * MARK_EM.across
      )
        continue;
      const distance = Math.max(0, letter.box.left - middle, middle - letter.box.right);
      if (distance < nearest) [best, nearest] = [letter, distance];
    }
    if (!best) continue;
    best.text += mark.text;
    lost.add(index);
  }
  // Places in the order of the page do not change.
  return whole.map((character, index) => (lost.has(index) ? { ...character, text: '\u00ad' } : character));
}

/** The text continues where the space began: the space takes no room. */
function isDrawnOver(space: Character, next: Character): boolean {
  if (space.style.angle !== 0 || next.style.angle !== 0 || Math.abs(space.y - next.y) > 1) return false;
  const width = space.box.right - space.box.left;
  return width > 0 && !isRtl(next.text) && next.x >= space.x - DRAWN_OVER.points && next.x < space.x + width * DRAWN_OVER.share;
}

/** A label and its text may touch; they are drawn separately. */
function endsLabel(open: readonly Character[], next: Character): boolean {
  const last = open.at(-1);
  if (!last || last.object === next.object || open.length > 6) return false;
  const label = readLabel(open.map(({ text }) => text).join(''));
  return label !== undefined && (label.kind !== 'bullet' || !/[-o*]/.test(label.text));
}

function isSpace(text: string): boolean {
  return (
    text === ' ' ||
    text === '\u00a0' ||
    text === '\t' ||
    text === '\r' ||
    text === '\n' ||
    text === '\u3000' ||
    (text >= '\u2000' && text <= '\u200b')
  );
}

function continues(previous: Character, next: Character): boolean {
  return previous.style === next.style && onOneLine(previous, next) && gapOf(previous, next) <= spaceThreshold(previous, next);
}

function spaceThreshold(previous: Character, next: Character): number {
  const size = Math.max(previous.style.size, next.style.size);
  const [one, two] = [isWide(previous.text), isWide(next.text)];
  return size * (one && two ? WIDE_SPACE_EM : one || two ? HALF_WIDE_SPACE_EM : SPACE_EM);
}

function onOneLine(one: Character, two: Character): boolean {
  const size = Math.max(one.style.size, two.style.size);
  if (one.style.angle !== two.style.angle) return false;
  if (one.style.angle === 0 || one.style.angle === 180) return Math.abs(one.y - two.y) <= size * BASELINE_EM;
  return one.style.angle === 90 || one.style.angle === 270 ? Math.abs(one.x - two.x) <= size * BASELINE_EM : true;
}

/** Raised or lowered, directly after the one before. */
function isShifted(one: Character, two: Character): boolean {
  if (one.style.angle !== 0 || two.style.angle !== 0) return false;
  const size = Math.max(one.style.size, two.style.size);
  const gap = isRtl(two.text) ? one.box.left - two.box.right : two.box.left - one.box.right;
  return Math.abs(one.y - two.y) < size * SHIFTED_EM.off && gap > -size * SHIFTED_EM.overlap && gap < size;
}

/** Distance along the line, whichever of the two is first; large when the second starts before the first. */
function gapOf(one: Character, two: Character): number {
  const upright = one.style.angle === 0 || one.style.angle === 180;
  const [from, to] = upright ? [one.box.left, one.box.right] : [one.box.top, one.box.bottom];
  const [nextFrom, nextTo] = upright ? [two.box.left, two.box.right] : [two.box.top, two.box.bottom];
  const right = nextFrom - to;
  const left = from - nextTo;
  const gap = Math.max(right, left);
  // A character drawn again over the one before it, or a mark over its letter.
  return gap < 0 ? 0 : gap;
}

function wordOf(characters: readonly Character[], order: number, spaceBefore: boolean, spaceTyped: boolean): Word {
  const [first] = characters as readonly [Character, ...Character[]];
  const text = inGlyphOrder(characters);
  return {
    text: withoutStretching(text.normalize('NFC')),
    box: boxAround(characters.map(({ box }) => box)),
    y: first.y,
    style: first.style,
    order,
    object: first.object,
    mcid: first.mcid,
    spaceBefore,
    spaceTyped,
    rtl: isRtl(text),
    hyphen: characters.at(-1)?.hyphen ?? false,
  };
}

/** Arabic lines are justified by strokes between letters (U+0640): they are not letters. One at the end of a word marks an abbreviation. */
function withoutStretching(text: string): string {
  return text.includes('\u0640') ? text.replaceAll(/(?<=[\u0620-\u065f\u0670-\u06d3])\u0640+(?=[\u0620-\u064a\u0671-\u06d3])/g, '') : text;
}

/** PDFium reverses right-to-left text letter by letter, and so reverses the letters of a ligature, which share a place, twice. */
function inGlyphOrder(characters: readonly Character[]): string {
  let text = '';
  let glyph = '';
  let previous: Character | undefined;
  for (const character of characters) {
    const same =
      previous &&
      previous.x === character.x &&
      previous.y === character.y &&
      isRtl(character.text) &&
      isRtl(previous.text) &&
      previous.box.left === character.box.left &&
      previous.box.right === character.box.right;
    if (same) glyph = character.text + glyph;
    else {
      text += glyph;
      glyph = character.text;
    }
    previous = character;
  }
  return text + glyph;
}
