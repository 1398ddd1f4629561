// A line of new text as the parts that are drawn from left to right (UAX #9), those that only shaping can draw in one piece: letters that join, stack
// or change their order (Arabic, the scripts of India, Thai …), and letters with points.

import { type Direction, orderRuns, RIGHT_TO_LEFT } from './bidi.ts';
import { mirrored } from './brackets.ts';

export interface VisualPart {
  /** Of a shaped part as it is written, of any other as it is seen, so from left to right. */
  readonly text: string;
  readonly isShaped: boolean;
  readonly direction: Direction;
}

const JOINED = ['Arabic', 'Syriac', 'Thaana', 'Nko', 'Mandaic', 'Adlam', 'Mongolian'];
const STACKED = ['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'];
const MARKED = ['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer'];
const SHAPED = [...JOINED, ...STACKED, ...MARKED].map((script) => `\\p{Script=${script}}`).join('');
/** With the marks that several scripts share, and the signs that join and part letters. */
const WORD = new RegExp(
  `[${SHAPED}][${SHAPED}\\p{Mn}\\p{Mc}\\u200c\\u200d\\u0640]*|[\\p{Script=Hebrew}\\p{Mn}]*\\p{Script=Hebrew}\\p{Mn}[\\p{Script=Hebrew}\\p{Mn}]*`,
  'gu',
);
/** Nothing joins their letters but the marks that each has: so they may be divided between lines. */
const BY_CLUSTER = /^[\p{Script=Thai}\p{Script=Lao}\p{Mn}\p{Mc}]+$/u;
const CLUSTERS = new Intl.Segmenter('th', { granularity: 'grapheme' });
const JOINING = new RegExp(
  `[${[...JOINED, ...STACKED, 'Tibetan', 'Myanmar', 'Khmer'].map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
);
/** Digits and marks of those scripts stand alone. */
const ALONE = /^[\p{N}\p{P}\p{S}]+$/u;

/** What a text needs of fonts: words that are shaped in one piece, and the other characters. */
export function neededParts(text: string): { readonly words: ReadonlySet<string>; readonly characters: ReadonlySet<string> } {
  const parts = splitWords(text);
  return {
    words: new Set(parts.filter(({ isShaped }) => isShaped).map((part) => part.text)),
    characters: new Set(parts.flatMap((part) => (part.isShaped ? [] : Array.from(part.text)))),
  };
}

/** Its glyph depends on the letters beside it. */
export function isJoining(letter: string): boolean {
  return JOINING.test(letter) && !ALONE.test(letter);
}

export function hasShapedWords(text: string): boolean {
  return splitWords(text).some(({ isShaped }) => isShaped);
}

/** It is not drawn in the order in which it is written. */
export function isDirected(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** @param base the direction of the line */
export function visualParts(text: string, base: Direction): VisualPart[] {
  if (!isDirected(text) && base === 'ltr') return splitWords(text).map((part) => ({ ...part, direction: 'ltr' }));
  return orderRuns(text, base).flatMap(({ start, end, direction }) => {
    const parts = splitWords(text.slice(start, end)).map((part): VisualPart => ({ ...part, direction }));
    if (direction === 'ltr') return parts;
    return parts.toReversed().map((part) => (part.isShaped ? part : { ...part, text: seenFromLeft(part.text) }));
  });
}

function splitWords(text: string): { readonly text: string; readonly isShaped: boolean }[] {
  const parts: { text: string; isShaped: boolean }[] = [];
  const add = (part: string, isShaped: boolean) => {
    if (part !== '') parts.push({ text: part, isShaped });
  };
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (ALONE.test(word)) continue;
    add(text.slice(at, index), false);
    for (const piece of BY_CLUSTER.test(word) ? CLUSTERS.segment(word) : [{ segment: word }]) add(piece.segment, true);
    at = index + word.length;
  }
  add(text.slice(at), false);
  return parts;
}

function seenFromLeft(text: string): string {
  return Array.from(text, mirrored).toReversed().join('');
}
