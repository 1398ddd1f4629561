// The space after a sentence, where a page makes it wider than those between words: typesetters do, and typists with two spaces.

import { derive, type PageText, type PlacedGlyph, WORD_GAP_EMS } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';

const ENDS = /[.?!…]["'”’»)\]]*$/u;
/** The point of an initial ends no sentence. */
const INITIAL = /(?<!\p{L})\p{Lu}\.$/u;
const BEGINS = /^["'“‘«([]?[\p{Lu}\p{N}]/u;
const [MARK, MARK_LETTERS] = [/^\(?(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})[.)]$/u, 7];
/** Less is chance, more is not a space. */
const FACTOR = { least: 1.15, most: 3 } as const;
/** So many other spaces show how wide those of a line are. */
const OTHERS_MIN = 2;
/** Sizes that differ by less than this share are the same. */
const SAME_SIZE = 0.08;

/** @param before up to the space. @param next from it on */
export function endsSentence(before: string, next: string): boolean {
  return ENDS.test(before) && !INITIAL.test(before) && BEGINS.test(next);
}

/** How much wider the space after a sentence is than another one, in text of a size (page space) on a page; 1 where nothing shows it. */
export function sentenceFactor(page: PageText, size: number): number {
  const factors = derive(page, factorsOf)
    .filter((one) => Math.abs(one.size - size) < size * SAME_SIZE)
    .map(({ factor }) => factor);
  const usual = median(factors);
  return usual > FACTOR.least ? usual : 1;
}

/** How many spaces of the usual width those of a text are. */
export function spacesIn(text: string, factor: number): number {
  let sum = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) sum += spaceAt(text, at, factor);
  return sum;
}

/** Of one space of a text, in spaces of the usual width. */
export function spaceAt(text: string, at: number, factor: number): number {
  return factor !== 1 && endsSentence(text.slice(0, at), text.slice(at + 1)) ? factor : 1;
}

/** The usual distance of words on a line; undefined where there are too few to tell. */
export function usualGap(page: PageText, line: TextLine): number | undefined {
  const gaps = gapsOf(page, line);
  return gaps.length > OTHERS_MIN ? median(gaps.map(({ width }) => width)) : undefined;
}

/** Ems of the gap behind a label, and how many times as wide as the spaces of its line it is, at least. */
const LABEL = { ems: 0.9, spaces: 1.5 } as const;

/**
 * The gap behind a label that stands in its line: another font ends there, or no sentence does. Typesetters do not stretch it (a quad).
 * @param usual of the spaces of the line. Page space
 */
export function isLabelGap(last: PlacedGlyph, next: PlacedGlyph, width: number, usual: number): boolean {
  if (width < last.size * LABEL.ems || width < usual * LABEL.spaces) return false;
  return last.event.font !== next.event.font || !endsSentence(last.shown.glyph.unicode, next.shown.glyph.unicode);
}

function factorsOf(page: PageText): readonly { readonly size: number; readonly factor: number }[] {
  return linesOfPage(page).all.flatMap((line) => {
    const gaps = gapsOf(page, line);
    const others = gaps.filter(({ isAfterSentence }) => !isAfterSentence).map(({ width }) => width);
    if (others.length < OTHERS_MIN) return [];
    const usual = median(others);
    return gaps
      .filter(({ isAfterSentence, width }) => isAfterSentence && width < usual * FACTOR.most)
      .map(({ width }) => ({ size: line.size, factor: width / usual }));
  });
}

interface Gap {
  readonly width: number;
  readonly isAfterSentence: boolean;
}

function gapsOf({ repeats }: PageText, { glyphs }: TextLine): Gap[] {
  const shown = glyphs.filter((glyph) => isVisible(glyph) && !repeats.has(glyph));
  const text = (from: number, to: number) =>
    shown
      .slice(Math.max(0, from), to)
      .map(({ shown: { glyph } }) => glyph.unicode)
      .join('');
  return shown.flatMap((glyph, index): Gap[] => {
    const last: PlacedGlyph | undefined = shown[index - 1];
    const width = last ? glyph.start - last.end : 0;
    // What stands behind the number of an item is no space between words.
    if (width <= glyph.size * WORD_GAP_EMS || (index <= MARK_LETTERS && MARK.test(text(0, index)))) return [];
    return [{ width, isAfterSentence: endsSentence(text(index - 4, index), text(index, index + 2)) }];
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;
}
