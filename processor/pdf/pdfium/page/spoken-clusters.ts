// Letters that are drawn by several pieces and said by one replacement (ISO 32000-1 14.9.4), as Chromium writes the syllables of Thai and of the scripts
// of India. The engine gives them the place of the first piece, and again behind what it finds between its pieces: they are given their own places here.

import { RIGHT_TO_LEFT } from '../../draw/bidi.ts';
import type { Pdfium } from '../pdfium.ts';

export interface SpokenCluster {
  /** Text objects, by the engine's handles. */
  readonly objects: readonly number[];
  /** Code points. */
  readonly letters: readonly number[];
}

export interface ClusterGlyphs {
  readonly letters: readonly number[];
  /** Of the text page, in the order in which they are read. */
  readonly glyphs: readonly number[];
}

/** Longer ones are no syllables. */
const LETTERS_MAX = 12;
const LETTERS = /^[\p{L}\p{M}\u200c\u200d]+$/u;
/** A vowel of Thai or Lao that is drawn in two pieces is a letter. */
const MARKED = /[\p{M}\u0e33\u0eb3]/u;

/** @returns undefined for what is no such syllable */
export function clusterOf(objects: readonly number[], spoken: string): SpokenCluster | undefined {
  const letters = Array.from(spoken, (letter) => letter.codePointAt(0) ?? 0);
  const isOne = objects.length > 1 && objects.length <= LETTERS_MAX && letters.length <= LETTERS_MAX;
  return isOne && LETTERS.test(spoken) && MARKED.test(spoken) ? { objects, letters } : undefined;
}

/** @returns by the index of each of their glyphs */
export function findClusterGlyphs(
  { pdfium: { wasmExports: calls } }: Pdfium,
  textPage: number,
  clusters: readonly SpokenCluster[],
): ReadonlyMap<number, ClusterGlyphs> {
  const found = new Map<number, ClusterGlyphs>();
  if (clusters.length === 0) return found;
  const byObject = new Map<number, number[]>(clusters.flatMap(({ objects }) => objects.map((object) => [object, []] as const)));
  const count = calls.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++)
    if (calls.FPDFText_IsGenerated(textPage, index) !== 1) byObject.get(calls.FPDFText_GetTextObject(textPage, index))?.push(index);
  for (const { objects, letters } of clusters) {
    const drawn = objects.flatMap((object) => byObject.get(object) ?? []);
    // What is read from the right is drawn from the left, marks before their letter.
    const glyphs = RIGHT_TO_LEFT.test(String.fromCodePoint(letters[0] ?? 0)) ? drawn.toReversed() : drawn;
    const cluster = { letters, glyphs };
    for (const index of glyphs) found.set(index, cluster);
  }
  return found;
}

/** What one of the glyphs is: as many as letters, or as the pieces of letters, are one each; of others nobody knows. */
export function letterOfGlyph({ letters, glyphs }: ClusterGlyphs, index: number): number | undefined {
  const at = glyphs.indexOf(index);
  if (letters.length === glyphs.length) return letters[at];
  const pieces = Array.from(piecesOf(String.fromCodePoint(...letters)));
  return pieces.length === glyphs.length ? pieces[at]?.codePointAt(0) : undefined;
}

/** The circle of such a vowel is drawn before the tone (Unicode 12.1, Thai). */
function piecesOf(letters: string): string {
  return letters.replaceAll(/([\u0e48-\u0e4b]*)\u0e33/g, '\u0e4d$1\u0e32').replaceAll(/([\u0ec8-\u0ecb]*)\u0eb3/g, '\u0ecd$1\u0eb2');
}
