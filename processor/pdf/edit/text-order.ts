// The order in which a line with right-to-left letters is read. In the content such letters stand as they are shown, or one by one from the right, or
// in words: only their places say which line they are. From these the Unicode Bidirectional Algorithm (UAX #9) leads back to what was written.

import { type Direction, readingOrder, RIGHT_TO_LEFT } from '../draw/bidi.ts';
import { findShapes, isBracket, mirrored } from '../draw/brackets.ts';

/** A glyph with its text, by its index on the page. */
export interface OrderedGlyph<G> {
  readonly index: number;
  readonly glyph: G;
  readonly text: string;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** How a page tells lines and words apart. */
export interface Separation<G> {
  readonly isSameLine: (one: G, two: G) => boolean;
  readonly separator: (last: G, next: G) => '' | ' ' | '\n';
  /** Ems. */
  readonly wordGap: number;
  readonly columnGap: number;
}

/** A line with right-to-left letters, in units of the page's text. */
export interface DirectedLine {
  readonly start: number;
  readonly end: number;
  /** Of the whole line: of what surrounds a word of the other direction. */
  readonly base: Direction;
  /** It has brackets that are given as they were written: the letter of one has the shape of its counterpart. */
  readonly hasTurnedBrackets?: true;
}

export interface OrderedText {
  readonly text: string;
  /** As in PageText. */
  readonly glyphOf: Int32Array;
  readonly directed: readonly DirectedLine[];
}

export function isRightToLeft(text: string): boolean {
  return text.length > 0 && RIGHT_TO_LEFT.test(text);
}

/** The glyphs of a page in the order of drawing, as text in the order of reading. */
export function orderText<G extends Placed>(glyphs: readonly OrderedGlyph<G>[], separation: Separation<G>): OrderedText {
  const text = new TextBuilder();
  const directed: DirectedLine[] = [];
  const ofPage = majority(glyphs.map((one) => one.text).join(''));
  const rows = rowsOf(glyphs, separation).map((row) => {
    const words = row.map((one) => one.text).join('');
    if (!isRightToLeft(words)) return { row, base: undefined, ordered: [] };
    const isMixed = /\p{L}/u.test(words.replaceAll(new RegExp(RIGHT_TO_LEFT, 'gu'), ''));
    const base = isMixed ? ofPage : 'rtl';
    return { row, base, ordered: inReadingOrder(entriesOf(row, separation), base) };
  });
  const areShapes = findShapes(
    rows.map(({ ordered }) => ordered.flatMap(({ entry, direction }) => (direction === 'rtl' ? [entry.parts[0]?.text ?? ''] : []))),
  );
  for (const [index, { row, base, ordered }] of rows.entries()) {
    text.newLine();
    if (!base) {
      addAsDrawn(text, row, separation);
      continue;
    }
    const start = text.length;
    addDirected(text, ordered, areShapes[index] ?? false);
    const isTurned =
      !areShapes[index] && ordered.some(({ entry, direction }) => direction === 'rtl' && isBracket(entry.parts[0]?.text ?? ''));
    directed.push({ start, end: text.length, base, ...(isTurned ? { hasTurnedBrackets: true } : {}) });
  }
  return { ...text.finish(), directed };
}

/** Of most letters. */
function majority(text: string): Direction {
  let [right, left] = [0, 0];
  for (const character of text) {
    if (RIGHT_TO_LEFT.test(character)) right++;
    else if (/\p{L}/u.test(character)) left++;
  }
  return right >= left ? 'rtl' : 'ltr';
}

class TextBuilder {
  length = 0;
  private readonly parts: string[] = [];
  private readonly units: number[] = [];

  add(text: string, index: number): void {
    this.parts.push(text);
    for (let unit = 0; unit < text.length; unit++) this.units.push(index);
    this.length += text.length;
  }

  endsWithSpace(): boolean {
    return this.parts.at(-1)?.endsWith(' ') ?? false;
  }

  newLine(): void {
    if (this.length > 0) this.add('\n', -1);
  }

  finish(): Pick<OrderedText, 'text' | 'glyphOf'> {
    return { text: this.parts.join(''), glyphOf: Int32Array.from(this.units) };
  }
}

interface Row<G> {
  readonly glyphs: readonly OrderedGlyph<G>[];
  readonly start: number;
  readonly end: number;
  readonly isDirected: boolean;
}

/** Glyphs drawn one after the other that stand beside each other, on either side. */
function rowsOf<G extends Placed>(glyphs: readonly OrderedGlyph<G>[], separation: Separation<G>): OrderedGlyph<G>[][] {
  const rows: Row<G>[] = [];
  for (const { glyph, text, index } of glyphs) {
    const one: Row<G> = { glyphs: [{ glyph, text, index }], start: glyph.start, end: glyph.end, isDirected: isRightToLeft(text) };
    addRow(rows, one, separation, false);
  }
  // A word that is drawn from its left end begins far from the word to its right.
  const joined: Row<G>[] = [];
  for (const row of rows) addRow(joined, row, separation, true);
  return joined.map((row) => [...row.glyphs]);
}

function addRow<G extends Placed>(rows: Row<G>[], row: Row<G>, { isSameLine, columnGap }: Separation<G>, needsDirection: boolean): void {
  const before = rows.at(-1);
  const [last, first] = [before?.glyphs.at(-1)?.glyph, row.glyphs[0]?.glyph];
  const reach = Math.max(last?.size ?? 0, first?.size ?? 0) * columnGap;
  const isNear = before && row.start < before.end + reach && row.end > before.start - reach;
  if (!before || !last || !first || !isNear || !isSameLine(last, first) || (needsDirection && !before.isDirected && !row.isDirected)) {
    rows.push({ ...row, glyphs: [...row.glyphs] });
    return;
  }
  (before.glyphs as OrderedGlyph<G>[]).push(...row.glyphs);
  const [start, end] = [Math.min(before.start, row.start), Math.max(before.end, row.end)];
  rows[rows.length - 1] = { glyphs: before.glyphs, start, end, isDirected: before.isDirected || row.isDirected };
}

function addAsDrawn<G extends Placed>(text: TextBuilder, row: readonly OrderedGlyph<G>[], { separator }: Separation<G>): void {
  let last: G | undefined;
  for (const { glyph, text: own, index } of row) {
    const between = last ? separator(last, glyph) : '';
    if (between !== '' && !(between === ' ' && (own.startsWith(' ') || text.endsWithSpace()))) text.add(between, -1);
    text.add(own, index);
    last = glyph;
  }
}

/** A letter with its marks; or a space that no glyph shows. */
interface Entry {
  readonly parts: { readonly text: string; readonly index: number }[];
  readonly start: number;
  end: number;
}

const MARKS = /^\p{M}+$/u;

/** From left to right. */
function entriesOf<G extends Placed>(row: readonly OrderedGlyph<G>[], { wordGap }: Separation<G>): Entry[] {
  const shown = fromLeft(row.filter(({ text }) => text !== ''));
  const entries: Entry[] = [];
  let reached = -Infinity;
  for (const { glyph, text, index } of shown) {
    if (MARKS.test(text)) continue;
    const last = entries.at(-1);
    const isApart = glyph.start - reached > glyph.size * wordGap;
    if (last && isApart && text.trim() !== '' && last.parts[0]?.text.trim() !== '')
      entries.push({ parts: [{ text: ' ', index: -1 }], start: reached, end: glyph.start });
    entries.push({ parts: [{ text: asWritten(text), index }], start: glyph.start, end: glyph.end });
    reached = Math.max(reached, glyph.end);
  }
  for (const { glyph, text, index } of shown) if (MARKS.test(text)) baseOf(entries, glyph)?.parts.push({ text, index });
  return entries;
}

/** Ems by which a glyph may begin before the one that is drawn before it: a space under a mark, kerning. */
const BACK_EMS = 0.2;

/** By their places, but as they are drawn where each follows the last one: spaces lie under other glyphs. */
function fromLeft<G extends Placed>(row: readonly OrderedGlyph<G>[]): readonly OrderedGlyph<G>[] {
  const strips: OrderedGlyph<G>[][] = [];
  for (const one of row) {
    const last = strips.at(-1)?.at(-1);
    if (last && one.glyph.start > last.glyph.start - one.glyph.size * BACK_EMS) strips.at(-1)?.push(one);
    else strips.push([one]);
  }
  const startOf = (strip: readonly OrderedGlyph<G>[]) => strip[0]?.glyph.start ?? 0;
  const sorted = strips.toSorted((one, two) => startOf(one) - startOf(two));
  const isApart = sorted.every((strip, index) => {
    const next = sorted[index + 1];
    return !next || strip.every(({ glyph }) => glyph.end < startOf(next) + glyph.size * BACK_EMS);
  });
  return isApart ? sorted.flat() : row.toSorted((one, two) => one.glyph.start - two.glyph.start);
}

/** The letter that a mark stands on. */
function baseOf(entries: readonly Entry[], { start, end }: Placed): Entry | undefined {
  const middle = (start + end) / 2;
  const away = (entry: Entry) => Math.max(entry.start - middle, middle - entry.end, 0);
  const letters = entries.filter(({ parts }) => /\p{L}/u.test(parts[0]?.text ?? ''));
  return letters.length === 0 ? entries[0] : letters.reduce((best, one) => (away(one) < away(best) ? one : best));
}

/** Some files give the letters of the ligature lam-alef as they are seen; there is no ligature alef-lam. */
function asWritten(text: string): string {
  return /^[\u0622\u0623\u0625\u0627\u0671]\u0644$/.test(text) ? `${text.charAt(1)}${text.charAt(0)}` : text;
}

interface DirectedEntry {
  readonly entry: Entry;
  readonly direction: Direction;
}

function inReadingOrder(entries: readonly Entry[], base: Direction): DirectedEntry[] {
  const letters = entries.map(({ parts }) => letterOf(parts[0]?.text ?? ''));
  return readingOrder(letters, base).flatMap(({ index, direction }) => {
    const entry = entries[index];
    return entry ? [{ entry, direction }] : [];
  });
}

/** @param isShape brackets are given as they look */
function addDirected(text: TextBuilder, ordered: readonly DirectedEntry[], isShape: boolean): void {
  for (const { entry, direction } of ordered)
    for (const { text: own, index } of entry.parts)
      text.add(direction === 'rtl' && isShape ? Array.from(own, mirrored).join('') : own, index);
}

/** That decides the direction of a glyph with several. */
function letterOf(text: string): string {
  const characters = Array.from(text);
  return characters.find((one) => /\p{L}/u.test(one) && !RIGHT_TO_LEFT.test(one)) ?? characters[0] ?? ' ';
}
