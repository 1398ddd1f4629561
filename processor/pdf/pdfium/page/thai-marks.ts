// Vowels and tones of Thai above and below their consonants. Where a font has no rules for them, programs take forms of them at code points for private
// use, by what they stand on: lower without a vowel between, further left on a tall consonant (as HarfBuzz and the fonts of Windows have them).

import type { Pdfium } from '../pdfium.ts';
import { FLAG, LOST, type OpenColumns } from './character-columns.ts';
import type { Scratch } from './scratch.ts';
import { type ClusterGlyphs, letterOfGlyph } from './spoken-clusters.ts';

const [FIRST, LAST] = [0xe31, 0xe4e];
const TALL: ReadonlySet<number> = new Set([0xe1b, 0xe1d, 0xe1f]);
const DEEP: ReadonlySet<number> = new Set([0xe0e, 0xe0f]);

const isConsonant = (code: number): boolean => code >= 0xe01 && code <= 0xe2e;
const isBelow = (code: number): boolean => code >= 0xe38 && code <= 0xe3a;
const isAbove = (code: number): boolean =>
  code === 0xe31 || (code >= 0xe34 && code <= 0xe37) || code === 0xe47 || code === 0xe4d || code === 0xe4e;

export function isThaiTone(code: number): boolean {
  return code >= 0xe48 && code <= 0xe4c;
}

export function isThaiMark(code: number): boolean {
  return code >= FIRST && code <= LAST && (isBelow(code) || isThaiTone(code) || isAbove(code));
}

/** At a code point for private use. */
export function isThaiForm(code: number): boolean {
  return code >= 0xf700 && code <= 0xf71a;
}

const LOW_TONES = 0xf70a;
const LOW_LEFT_TONES = 0xf705;
const LEFT_TONES = 0xf713;
const LOW_VOWELS = 0xf718;
const LEFT_VOWELS: ReadonlyMap<number, number> = new Map([
  [0xe31, 0xf710],
  [0xe34, 0xf701],
  [0xe35, 0xf702],
  [0xe36, 0xf703],
  [0xe37, 0xf704],
  [0xe47, 0xf712],
  [0xe4d, 0xf711],
]);

/** The mark itself where it stands as it does alone. */
export function thaiFormOf(mark: number, base: number, hasVowel: boolean): number {
  if (isBelow(mark)) return DEEP.has(base) ? LOW_VOWELS + mark - 0xe38 : mark;
  if (!isThaiTone(mark)) return (TALL.has(base) ? LEFT_VOWELS.get(mark) : undefined) ?? mark;
  if (TALL.has(base)) return (hasVowel ? LEFT_TONES : LOW_LEFT_TONES) + mark - 0xe48;
  return hasVowel ? mark : LOW_TONES + mark - 0xe48;
}

export const CIRCLE = 0xe4d;
const AA = 0xe32;
/** Characters, and ems, within which the circle of sara am stands at the end of its consonant and the beginning of its vowel. */
const AM = { reach: 3, em: 0.4 } as const;

/** Some fonts have another circle for sara am, without a character: it is drawn over the end of a consonant, before the vowel. In place. */
export function nameCircles({ code, flags, x, y, left, right, bottom, top }: OpenColumns, count: number): void {
  for (let at = 0; at < count; at++) {
    if (code[at] !== LOST || ((flags[at] ?? 0) & FLAG.unmapped) === 0 || (x[at] ?? 0) < (right[at] ?? 0) - 0.01) continue;
    const em = ((bottom[at] ?? 0) - (top[at] ?? 0)) * AM.em;
    const isNear = (where: Float64Array, is: (letter: number) => boolean) =>
      Array.from({ length: AM.reach * 2 + 1 }, (_, step) => at - AM.reach + step).some(
        (one) => one >= 0 && one < count && is(code[one] ?? 0) && y[one] === y[at] && Math.abs((where[one] ?? 0) - (right[at] ?? 0)) < em,
      );
    if (!isNear(right, isConsonant) || !isNear(left, (letter) => letter === AA)) continue;
    code[at] = CIRCLE;
    flags[at] = (flags[at] ?? 0) & ~FLAG.unmapped;
  }
}

/** Whether a glyph without a character is such a circle. */
export function isCircleOfAm({ pdfium: { wasmExports: calls } }: Pdfium, scratch: Scratch, textPage: number, index: number): boolean {
  const placeAt = (at: number) => {
    const isThere = calls.FPDFText_GetCharOrigin(textPage, at, scratch.pointer, scratch.pointer + 8) !== 0;
    return isThere ? { x: scratch.doubles[0] ?? 0, y: scratch.doubles[1] ?? 0 } : undefined;
  };
  const own = placeAt(index);
  if (!own || calls.FPDFText_GetMatrix(textPage, index, scratch.pointer) === 0) return false;
  const reach = Math.abs(calls.FPDFText_GetFontSize(textPage, index) * (scratch.floats[0] ?? 1)) * AM.em;
  const [from, to] = [Math.max(0, index - AM.reach), Math.min(calls.FPDFText_CountChars(textPage), index + AM.reach + 1)];
  return Array.from({ length: to - from }, (_, at) => from + at).some((at) => {
    const vowel = calls.FPDFText_GetUnicode(textPage, at) === AA ? placeAt(at) : undefined;
    return vowel !== undefined && Math.abs(vowel.x - own.x) < reach && Math.abs(vowel.y - own.y) < reach;
  });
}

export interface PlacedMark {
  /** Its form. */
  readonly code: number;
  /** Ems, to where it is drawn from where the letter before it ends; upwards. */
  readonly shift: readonly [x: number, y: number];
}

/** Characters that may stand between a mark and what it stands on. */
const REACH = 4;
/** Ems. */
const NEAR_EM = 0.6;
const STEPS_PER_EM = 50;

interface ReadPage {
  readonly textPage: number;
  readonly clusters: ReadonlyMap<number, ClusterGlyphs>;
}

interface Glyph {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly end: number;
}

/** @returns undefined where it stands on nothing, or not upright */
export function placeThaiMark(engine: Pdfium, scratch: Scratch, page: ReadPage, index: number): PlacedMark | undefined {
  const { wasmExports: calls } = engine.pdfium;
  const { textPage } = page;
  if (calls.FPDFText_GetMatrix(textPage, index, scratch.pointer) === 0) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = scratch.floats;
  const size = Math.abs(calls.FPDFText_GetFontSize(textPage, index)) * d;
  if (b !== 0 || c !== 0 || a <= 0 || size <= 0) return undefined;
  const [from, to] = [Math.max(0, index - REACH), Math.min(calls.FPDFText_CountChars(textPage), index + REACH + 1)];
  const near = Array.from({ length: to - from }, (_, at) => glyphAt(engine, scratch, page, from + at));
  const mark = near[index - from];
  if (!mark) return undefined;
  const bases = near.filter(({ code, y }) => isConsonant(code) && Math.abs(y - mark.y) < size * NEAR_EM);
  const [base] = bases.toSorted((one, two) => Math.abs(one.end - mark.x) - Math.abs(two.end - mark.x));
  if (!base || Math.abs(base.end - mark.x) > size * NEAR_EM) return undefined;
  const hasVowel = near.some(({ code, x }) => isAbove(code) && Math.abs(x - base.end) < size * (NEAR_EM / 2));
  const inEms = (points: number) => Math.round((points / size) * STEPS_PER_EM) / STEPS_PER_EM;
  return { code: thaiFormOf(mark.code, base.code, hasVowel), shift: [inEms(mark.x - base.end), inEms(mark.y - base.y)] };
}

function glyphAt({ pdfium }: Pdfium, scratch: Scratch, { textPage, clusters }: ReadPage, index: number): Glyph {
  const { wasmExports: calls } = pdfium;
  const { pointer } = scratch;
  const cluster = clusters.get(index);
  const code = (cluster && letterOfGlyph(cluster, index)) ?? calls.FPDFText_GetUnicode(textPage, index);
  calls.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8);
  const [x = 0, y = 0] = scratch.doubles;
  const isKnown = calls.FPDFText_GetLooseCharBox(textPage, index, pointer) !== 0;
  return { code, x, y, end: isKnown ? (scratch.floats[2] ?? x) : x };
}
