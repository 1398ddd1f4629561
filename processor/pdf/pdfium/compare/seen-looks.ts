// How letters look beside what they are: their colour, their size, and whether those of a word stand on one line. What an edit was not asked to
// change keeps all of that.

import type { Scratch } from '../page/scratch.ts';
import type { Pdfium } from '../pdfium.ts';
import type { Letters } from './seen-letters.ts';

export interface SeenLooks {
  /** The sizes of letters by their colour, from the smallest. */
  readonly sizes: ReadonlyMap<string, readonly number[]>;
  /** Letters that stand higher or lower than the one before, in the same size. */
  readonly steps: number;
}

/** Sizes that differ by less (as a share) are the same: places are written in few digits. */
const SAME_SIZE = 0.02;
/** Ems: less is not seen, more is another line. */
const STEP_EMS = { least: 0.07, most: 0.5 } as const;
/** Ems from the start of a letter to that of the next on its line. */
const NEXT_EMS = 2;
const LEVEL = 1e-3;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Of some of the letters. */
export function seeLooks({ pdfium }: Pdfium, textPage: number, letters: Letters, wanted: readonly number[], scratch: Scratch): SeenLooks {
  const { FPDFText_GetCharOrigin, FPDFText_GetFillColor, FPDFText_GetFontSize, FPDFText_GetMatrix } = pdfium.wasmExports;
  const { pointer } = scratch;
  const sizes = new Map<string, number[]>();
  let [steps, last]: [number, Place | undefined] = [0, undefined];
  for (const at of wanted) {
    const index = letters.indexes[at] ?? 0;
    if (!FPDFText_GetMatrix(textPage, index, pointer)) continue;
    const [, b = 0, c = 0, d = 1] = scratch.floats;
    const size = Math.abs(FPDFText_GetFontSize(textPage, index)) * Math.hypot(c, d);
    const isLevel = Math.abs(b) < LEVEL * Math.abs(d) && FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8);
    const [x = 0, y = 0] = scratch.doubles;
    const place = isLevel ? { x, y, size } : undefined;
    if (last && place && isStep(last, place)) steps++;
    last = place;
    const isKnown = FPDFText_GetFillColor(textPage, index, pointer, pointer + 4, pointer + 8, pointer + 12);
    const colour = isKnown ? scratch.integers.subarray(0, 4).join(' ') : '';
    const same = sizes.get(colour);
    if (same) same.push(size);
    else sizes.set(colour, [size]);
  }
  for (const same of sizes.values()) same.sort((one, two) => one - two);
  return { sizes, steps };
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
