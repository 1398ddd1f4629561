// How many words the engine sees, by the places of their letters alone: a space in the file may be covered by the word after it.

import type { Scratch } from '../page/scratch.ts';
import type { Pdfium } from '../pdfium.ts';
import { isLoneAccent } from './letter-parts.ts';
import type { Letters } from './seen-letters.ts';
import { isAcross } from './slant.ts';

export interface WordCounts {
  /** Words that are surely apart. */
  readonly surely: number;
  /** With those that may be. */
  readonly atMost: number;
}

/** Gaps between the pen and the next letter, as shares of the height of a letter's place (its ascent and descent). */
const SURE_GAP = 0.17;
const LEAST_GAP = 0.08;
/** Fonts with mathematical signs name a height of several ems. */
const HEIGHT_EMS = 1.4;
/** Share of that height by which letters of one line are above each other. */
const SAME_LINE = 0.35;
/** Letters that stand alone: with so many of them letters are spaced, or their font does not say how wide they are. */
const ALONE_SHARE = 0.3;
/** Hebrew, Arabic and their forms: the pen goes to the left. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;

interface Place {
  readonly x: number;
  readonly y: number;
  /** Where the pen is after it. */
  readonly end: number;
  readonly height: number;
  /** Its line runs at an angle, and counts as one word. */
  readonly isSlanted: boolean;
}

/** @returns undefined where letters are no words: turned, spaced, from right to left or without widths */
export function countWords(
  { pdfium }: Pdfium,
  textPage: number,
  letters: Letters,
  wanted: readonly number[],
  scratch: Scratch,
): WordCounts | undefined {
  const { FPDFText_GetCharOrigin, FPDFText_GetFontSize, FPDFText_GetLooseCharBox, FPDFText_GetMatrix, FPDFText_GetUnicode } =
    pdfium.wasmExports;
  const { pointer } = scratch;
  const placeOf = (index: number): Place | undefined => {
    if (!FPDFText_GetLooseCharBox(textPage, index, pointer)) return undefined;
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
    if (!(right > left && top > bottom) || !FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8)) return undefined;
    const [x = 0, y = 0] = scratch.doubles;
    if (!FPDFText_GetMatrix(textPage, index, pointer)) return undefined;
    const [a = 1, b = 0, c = 0, d = 1] = scratch.floats;
    const height = Math.min(top - bottom, Math.abs(FPDFText_GetFontSize(textPage, index)) * Math.hypot(c, d) * HEIGHT_EMS);
    return { x, y, end: x + right - left, height, isSlanted: isAcross(a, b) };
  };
  // The engine's text has a hyphen that ends a line as U+0002. Hyphens are no letters: what they join is one word.
  const hyphenBetween = (before: number, next: number) => {
    for (let at = before + 1; at < next; at++) if ([0x02, 0x2d, 0xad, 0x2010].includes(FPDFText_GetUnicode(textPage, at))) return at;
    return undefined;
  };
  let [surely, atMost, alone, run] = [0, 0, 0, 0];
  let last: (Place & { readonly index: number; readonly code: number }) | undefined;
  for (const at of wanted) {
    const [index, code] = [letters.indexes[at] ?? 0, letters.codes[at] ?? 0];
    // Accents that are drawn apart stand somewhere near their letters in the engine's order.
    if (isLoneAccent(letters, at)) continue;
    const place = placeOf(index);
    if (!place || LEFTWARDS.test(String.fromCodePoint(code))) return undefined;
    const hyphen = last && hyphenBetween(last.index, index);
    if (last) last = { ...last, end: penAfter({ pdfium }, textPage, last, index, scratch) };
    const apart = last ? apartOver(last, hyphen === undefined ? undefined : placeOf(hyphen), place) : ('line' as const);
    const isWhole = last && apart === 'line' && (isUnspaced(last.code) || isUnspaced(code) || hyphen !== undefined);
    if (apart !== 'joined') {
      atMost++;
      if (run === 1) alone++;
      run = 0;
    }
    if ((apart === 'line' && !isWhole) || apart === 'gap') surely++;
    run++;
    last = { ...place, index, code };
  }
  return alone > atMost * ALONE_SHARE ? undefined : { surely, atMost };
}

/** A slanted letter reaches beyond its width: the pen is where a space that follows it begins. @param last with the end of its place. @param next index of the next letter */
export function penAfter(
  { pdfium }: Pick<Pdfium, 'pdfium'>,
  textPage: number,
  { index, x, end }: { readonly index: number; readonly x: number; readonly end: number },
  next: number,
  scratch: Scratch,
): number {
  const { FPDFText_GetCharOrigin, FPDFText_GetUnicode, FPDFText_IsGenerated } = pdfium.wasmExports;
  if (next !== index + 2 || FPDFText_IsGenerated(textPage, index + 1) !== 0 || FPDFText_GetUnicode(textPage, index + 1) !== 0x20)
    return end;
  if (!FPDFText_GetCharOrigin(textPage, index + 1, scratch.pointer, scratch.pointer + 8)) return end;
  const [pen = end] = scratch.doubles;
  return pen > x + (end - x) / 3 ? Math.min(end, pen) : end;
}

const APART = ['joined', 'narrow', 'gap', 'line'] as const;

/** The wider of the gaps before and after a hyphen that stands between. */
function apartOver(last: Place, hyphen: Place | undefined, next: Place): (typeof APART)[number] {
  const whole = apartOf(last, next);
  if (!hyphen || whole === 'line' || whole === 'joined') return whole;
  const gaps = [apartOf(last, hyphen), apartOf(hyphen, next)].map((gap) => APART.indexOf(gap));
  return APART[Math.max(...gaps)] ?? whole;
}

function apartOf(last: Place, next: Place): (typeof APART)[number] {
  if (last.isSlanted && next.isSlanted) return 'joined';
  const height = Math.max(last.height, next.height);
  if (Math.abs(next.y - last.y) > height * SAME_LINE) return 'line';
  const gap = next.x - last.end;
  if (gap < -height) return 'line';
  if (gap < height * LEAST_GAP) return 'joined';
  return gap < height * SURE_GAP ? 'narrow' : 'gap';
}

function isUnspaced(code: number): boolean {
  return UNSPACED.test(String.fromCodePoint(code));
}
