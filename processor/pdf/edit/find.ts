// Finds text on a page, wherever its glyphs come from: words split over operators, arrays and forms are found as a reader sees them.

import { type Box, unite } from '../geometry/box.ts';
import { letterForms } from './faces/letter-forms.ts';
import { COLUMN_GAP_EMS, isSameLine, type PageText, type PlacedGlyph } from './page-text.ts';

export interface TextQuery {
  /** Any white space in it stands for any white space between words. */
  readonly text: string;
  /** Default true. */
  readonly isCaseSensitive?: boolean;
  readonly isWholeWord?: boolean;
}

export interface TextMatch {
  /** In the text of the page. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Up to 40 characters on each side, for people. */
  readonly before: string;
  readonly after: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** The parts of the first and last glyph outside the match: a ligature shows more than the match. */
  readonly leadingRest: string;
  readonly trailingRest: string;
  /** One for each line. */
  readonly boxes: readonly Box[];
}

const MATCHES_MAX = 10_000;
const CONTEXT_CHARS = 40;

/** In the order of the page's text; matches do not overlap. */
export function findText(page: PageText, query: TextQuery): TextMatch[] {
  const pattern = makePattern(query);
  if (!pattern) return [];
  const matches: TextMatch[] = [];
  for (const found of page.text.matchAll(pattern)) {
    if (matches.length >= MATCHES_MAX) break;
    const match = describeMatch(page, found.index, found.index + found[0].length);
    if (match) matches.push(match);
  }
  return matches;
}

const DIVISION = '(?:[-\\u00ad\\u2010] ?\\n)?';
/** After these a line may end without a division: hyphens and dashes, strokes, and scripts that break lines anywhere. */
const BREAKABLE = /[-\u2010-\u2014/\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/u;

/**
 * Text as people write it: any white space matches any other, and a word may be divided at the end of a line, as readers rejoin it.
 * @returns undefined for a text without characters
 */
export function patternOf(text: string, isCaseSensitive: boolean, edges: readonly [string, string] = ['', '']): RegExp | undefined {
  // The text of a page has ligatures as their letters.
  const letters = text.replaceAll(/[\ufb00-\ufb06]/gu, (ligature) => ligature.normalize('NFKC')).normalize('NFC');
  const words = letters.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return undefined;
  const body = words.map(divisible).join('\\s+');
  return new RegExp(`${edges[0]}${body}${edges[1]}`, isCaseSensitive ? 'gu' : 'giu');
}

/** Signs that only steer the direction, and vowel points, which most people do not write. */
const UNWRITTEN = '[\\u0591-\\u05bd\\u05bf\\u05c1-\\u05c5\\u05c7\\u0640\\u064b-\\u065f\\u0670\\u200e\\u200f\\u061c]';
const CARRIES_POINTS = /[\u05d0-\u05ea\u0620-\u064a\u066e-\u06d3]/u;

function divisible(word: string): string {
  const characters = Array.from(word.replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, ''));
  return characters
    .map((character, index) => {
      const next = characters[index + 1];
      const points = CARRIES_POINTS.test(character) && !/^\p{M}/u.test(next ?? '') ? `${UNWRITTEN}*` : '';
      const forms = letterForms(character).map((form) => RegExp.escape(form));
      const letter = forms.length > 1 ? `(?:${forms.join('|')})` : forms.join('');
      if (index === characters.length - 1) return letter + points;
      return `${letter}${points}${BREAKABLE.test(character) ? '\\n?' : DIVISION}`;
    })
    .join('');
}

function makePattern({ text, isCaseSensitive = true, isWholeWord = false }: TextQuery): RegExp | undefined {
  return patternOf(text, isCaseSensitive, isWholeWord ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'] : ['', '']);
}

/** A stretch of the page's text as a match; undefined when no glyph shows it. */
export function describeMatch(page: PageText, start: number, end: number): TextMatch | undefined {
  const indexes: number[] = [];
  for (let unit = start; unit < end; unit++) {
    const index = page.glyphOf[unit] ?? -1;
    if (index >= 0 && indexes.at(-1) !== index) indexes.push(index);
  }
  const glyphs = indexes.flatMap((index) => page.glyphs[index] ?? []);
  if (glyphs.length === 0) return undefined;
  let [first, last] = [start, end];
  while (first > 0 && page.glyphOf[first - 1] === page.glyphOf[start] && page.glyphOf[start] !== -1) first--;
  while (last < page.text.length && page.glyphOf[last] === page.glyphOf[end - 1] && page.glyphOf[end - 1] !== -1) last++;
  return {
    start,
    end,
    text: page.text.slice(start, end),
    before: page.text.slice(Math.max(0, start - CONTEXT_CHARS), start),
    after: page.text.slice(end, end + CONTEXT_CHARS),
    glyphs,
    leadingRest: page.text.slice(first, start),
    trailingRest: page.text.slice(end, last),
    boxes: boxesOf(glyphs),
  };
}

/** Unions of the glyphs' boxes, line by line; on a line, what follows may stand on either side. */
export function boxesOf(glyphs: readonly PlacedGlyph[], boxOf: (glyph: PlacedGlyph) => Box = ({ box }) => box): Box[] {
  const boxes: Box[] = [];
  let last: PlacedGlyph | undefined;
  let [start, end] = [0, 0];
  for (const glyph of glyphs) {
    const box = boxes.at(-1);
    const reach = Math.max(last?.size ?? 0, glyph.size) * COLUMN_GAP_EMS;
    if (last && box && isSameLine(last, glyph) && glyph.start < end + reach && glyph.end > start - reach) {
      boxes[boxes.length - 1] = unite(box, boxOf(glyph));
      [start, end] = [Math.min(start, glyph.start), Math.max(end, glyph.end)];
    } else {
      boxes.push(boxOf(glyph));
      [start, end] = [glyph.start, glyph.end];
    }
    last = glyph;
  }
  return boxes;
}
