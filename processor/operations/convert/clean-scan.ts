// A scan without its words: the ground of a page whose text is set again at its places. What was not read, a signature, a stamp, a rule, stays.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';

/** Pixels around a word that go with it: letters reach beyond their boxes. */
const REACH_SHARE = 0.12;
/** Pixels of the ring around a word that are looked at: every so many. */
const STEP = 2;

/** Each word is painted with the colour around it, in place. @param words boxes in pixels */
export function eraseWords({ bgra, widthPixels, heightPixels }: RegionPixels, words: readonly ShownBox[]): void {
  for (const word of words) {
    const reach = Math.ceil((word.bottom - word.top) * REACH_SHARE);
    const [left, top] = [Math.max(0, Math.floor(word.left) - reach), Math.max(0, Math.floor(word.top) - reach)];
    const [right, bottom] = [Math.min(widthPixels, Math.ceil(word.right) + reach), Math.min(heightPixels, Math.ceil(word.bottom) + reach)];
    if (right <= left || bottom <= top) continue;
    const box = { left, top, right, bottom };
    const ground = groundAround({ bgra, widthPixels, heightPixels }, box);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        for (let channel = 0; channel < 3; channel++) bgra[(y * widthPixels + x) * 4 + channel] = ground[channel] ?? 255;
  }
}

/** The median of each channel on the edge of a box. */
function groundAround({ bgra, widthPixels, heightPixels }: RegionPixels, { left, top, right, bottom }: ShownBox): number[] {
  const seen: number[][] = [[], [], []];
  const look = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= widthPixels || y >= heightPixels) return;
    for (const [channel, values] of seen.entries()) values.push(bgra[(y * widthPixels + x) * 4 + channel] ?? 255);
  };
  for (let x = left; x < right; x += STEP) [top - 1, bottom].forEach((y) => look(x, y));
  for (let y = top; y < bottom; y += STEP) [left - 1, right].forEach((x) => look(x, y));
  return seen.map((values) => values.toSorted((one, two) => one - two)[values.length >> 1] ?? 255);
}
