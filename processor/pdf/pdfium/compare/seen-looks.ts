// How letters look beside what they are: their colour, their size, and whether those of a word stand on one line. What an edit was not asked to
// change keeps all of that.

import type { Scratch } from '../page/scratch.ts';
import type { Pdfium } from '../pdfium.ts';
import type { Letters } from './seen-letters.ts';
import { penAfter } from './seen-words.ts';

export interface SeenLooks {
  /** The sizes of letters by their colour, from the smallest. */
  readonly sizes: ReadonlyMap<string, readonly number[]>;
  /** Letters that stand higher or lower than the one before, in the same size. */
  readonly steps: number;
  /** Gaps between two words that are wider than the others of their line, but after a sentence. */
  readonly holes: number;
}

/** Sizes that differ by less (as a share) are the same: places are written in few digits. */
const SAME_SIZE = 0.02;
/** Ems: less is not seen, more is another line. */
const STEP_EMS = { least: 0.07, most: 0.5 } as const;
/** Ems from the start of a letter to that of the next on its line. */
const NEXT_EMS = 2;
const LEVEL = 1e-3;

/** Ems between words of one line. */
const GAP_EMS = { least: 0.12, most: 1.5 } as const;
/**
 * A gap is a hole from so many usual ones of its line on, and so many ems more; so many gaps show what is usual. Slanted letters may reach into a gap
 * that is wider than it looks to the engine: usual ones have so many ems at least.
 */
const HOLE = { usual: 1.6, usualEms: 0.2, ems: 0.12, gaps: 2 } as const;
/** Letters of a word that opens a line and may be a number or a mark, with a wider gap behind it. */
const MARK_LETTERS = 5;
/** Leaders and signs stand apart. */
const OF_WORDS = /[\p{L}\p{N}]/u;
/** What a wider space may follow. */
const SENTENCE_END = /[.!?:;…。)\]”’"'»]/u;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Where the pen is after it. */
  readonly end: number;
  readonly letter: string;
}

/** Of some of the letters. */
export function seeLooks({ pdfium }: Pdfium, textPage: number, letters: Letters, wanted: readonly number[], scratch: Scratch): SeenLooks {
  const {
    FPDFText_GetCharOrigin,
    FPDFText_GetFillColor,
    FPDFText_GetFontSize,
    FPDFText_GetLooseCharBox,
    FPDFText_GetMatrix,
    FPDFText_GetUnicode,
  } = pdfium.wasmExports;
  const { pointer } = scratch;
  const sizes = new Map<string, number[]>();
  const gaps = new GapReader();
  let [steps, last, lastIndex]: [number, Place | undefined, number] = [0, undefined, 0];
  for (const at of wanted) {
    const index = letters.indexes[at] ?? 0;
    if (!FPDFText_GetMatrix(textPage, index, pointer)) continue;
    const [, b = 0, c = 0, d = 1] = scratch.floats;
    const size = Math.abs(FPDFText_GetFontSize(textPage, index)) * Math.hypot(c, d);
    const isLevel = Math.abs(b) < LEVEL * Math.abs(d) && FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8);
    const [x = 0, y = 0] = scratch.doubles;
    const hasBox = isLevel && FPDFText_GetLooseCharBox(textPage, index, pointer);
    const [left = 0, , right = 0] = scratch.floats;
    const end = hasBox ? x + right - left : x;
    const place = isLevel ? { x, y, size, end, letter: String.fromCodePoint(letters.codes[at] ?? 0) } : undefined;
    // Hyphens and what has no letter are none of them, but are seen in the gap.
    let isFilled = false;
    for (let between = lastIndex + 1; between < index; between++) isFilled ||= FPDFText_GetUnicode(textPage, between) > 0x20;
    gaps.read(place, isFilled, last ? penAfter({ pdfium }, textPage, { ...last, index: lastIndex }, index, scratch) : 0);
    lastIndex = index;
    if (last && place && isStep(last, place)) steps++;
    last = place;
    const isKnown = FPDFText_GetFillColor(textPage, index, pointer, pointer + 4, pointer + 8, pointer + 12);
    const colour = isKnown ? scratch.integers.subarray(0, 4).join(' ') : '';
    const same = sizes.get(colour);
    if (same) same.push(size);
    else sizes.set(colour, [size]);
  }
  for (const same of sizes.values()) same.sort((one, two) => one - two);
  return { sizes, steps, holes: gaps.finish() };
}

/** Reads lines letter by letter, and counts the holes in them. */
class GapReader {
  private holes = 0;
  private gaps: { readonly ems: number; readonly mayBeWide: boolean }[] = [];
  private last: Place | undefined;
  /** Letters of the line up to now. */
  private count = 0;

  /** @param isFilled something stands in the gap before it. @param pen where it was after the letter before */
  read(place: Place | undefined, isFilled: boolean, pen: number): void {
    const { last } = this;
    if (!last || !place || !isNextOnLine(last, place)) this.endLine();
    else {
      const ems = (place.x - pen) / place.size;
      const mayBeWide =
        !OF_WORDS.test(place.letter) || SENTENCE_END.test(last.letter) || (this.gaps.length === 0 && this.count <= MARK_LETTERS);
      if (ems > GAP_EMS.least && !isFilled) this.gaps.push({ ems, mayBeWide });
    }
    this.count++;
    this.last = place;
  }

  finish(): number {
    this.endLine();
    return this.holes;
  }

  private endLine(): void {
    const all = this.gaps.map(({ ems }) => ems).toSorted((one, two) => one - two);
    // The lower one of two in the middle: half of the gaps may be holes.
    const usual = Math.max(HOLE.usualEms, all[Math.floor((all.length - 1) / 2)] ?? 0);
    const isHole = (ems: number) => ems > usual * HOLE.usual && ems > usual + HOLE.ems;
    if (all.length >= HOLE.gaps) this.holes += this.gaps.filter(({ ems, mayBeWide }) => !mayBeWide && isHole(ems)).length;
    [this.gaps, this.count] = [[], 0];
  }
}

function isNextOnLine(last: Place, next: Place): boolean {
  const isLevel = Math.abs(next.y - last.y) < next.size * STEP_EMS.least && Math.abs(next.size - last.size) < last.size * SAME_SIZE;
  const ems = (next.x - last.end) / next.size;
  return isLevel && ems > -0.5 && ems < GAP_EMS.most;
}

function isStep(last: Place, next: Place): boolean {
  if (Math.abs(next.size - last.size) > last.size * SAME_SIZE) return false;
  const [along, up] = [(next.x - last.x) / next.size, Math.abs(next.y - last.y) / next.size];
  return along > 0 && along < NEXT_EMS && up > STEP_EMS.least && up < STEP_EMS.most;
}

/** How many letters of a colour and size are not there any more. */
export function lostLooks(was: SeenLooks, is: SeenLooks): number {
  let lost = 0;
  for (const [colour, before] of was.sizes) {
    const after = is.sizes.get(colour) ?? [];
    let at = 0;
    for (const size of before) {
      while (at < after.length && (after[at] ?? 0) < size * (1 - SAME_SIZE)) at++;
      if (at < after.length && (after[at] ?? 0) < size * (1 + SAME_SIZE)) at++;
      else lost++;
    }
  }
  return lost;
}
