// A scan without its words: the ground of a page whose text is set again at its places. What was not read, a signature, a stamp, a rule, stays.

import { invert, type Matrix } from '../../pdf/geometry/matrix.ts';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';

/** Pixels around a word that go with it: letters reach beyond their boxes. */
const REACH_SHARE = 0.12;
/** Pixels around a word that are looked at: every so many. */
const STEP = 2;

/** Each word is painted with the colour of its ground, in place. @param words boxes in pixels */
export function eraseWords({ bgra, widthPixels, heightPixels }: RegionPixels, words: readonly ShownBox[]): void {
  for (const word of words) {
    const reach = Math.ceil((word.bottom - word.top) * REACH_SHARE);
    const [left, top] = [Math.max(0, Math.floor(word.left) - reach), Math.max(0, Math.floor(word.top) - reach)];
    const [right, bottom] = [Math.min(widthPixels, Math.ceil(word.right) + reach), Math.min(heightPixels, Math.ceil(word.bottom) + reach)];
    if (right <= left || bottom <= top) continue;
    const box = { left, top, right, bottom };
    const ground = groundOf({ bgra, widthPixels, heightPixels }, box);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        for (let channel = 0; channel < 3; channel++) bgra[(y * widthPixels + x) * 4 + channel] = ground[channel] ?? 255;
  }
}

/** Share of the values of a channel that are further from white: light paper beside letters whose edges are grey. */
const LIGHT_SHARE = 0.7;
/** Of 255. */
const LIGHT = 128;

/** The colour of most of a box and its edge: letters cover less than half of it, and an edge may run along a line, or through letters. */
function groundOf({ bgra, widthPixels, heightPixels }: RegionPixels, { left, top, right, bottom }: ShownBox): number[] {
  const seen: number[][] = [[], [], []];
  for (let y = Math.max(0, top - 1); y <= Math.min(heightPixels - 1, bottom); y += STEP)
    for (let x = Math.max(0, left - 1); x <= Math.min(widthPixels - 1, right); x += STEP)
      for (const [channel, values] of seen.entries()) values.push(bgra[(y * widthPixels + x) * 4 + channel] ?? 255);
  return seen.map((values) => {
    const sorted = values.toSorted((one, two) => one - two);
    const share = (sorted[values.length >> 1] ?? 255) >= LIGHT ? LIGHT_SHARE : 1 - LIGHT_SHARE;
    return sorted[Math.floor(values.length * share)] ?? 255;
  });
}

/** Of 255: less is the tint of a scan. */
const COLOURED = 60;
/** Of the darkest ink of a box: lighter pixels are the edges of letters. */
const INK_SHARE = 0.6;

/** The colour of the letters in these boxes: 0xRRGGBB, black where it is none. */
export function inkColour({ bgra, widthPixels, heightPixels }: RegionPixels, words: readonly ShownBox[]): number {
  const darkness = (at: number) => 765 - (bgra[at] ?? 255) - (bgra[at + 1] ?? 255) - (bgra[at + 2] ?? 255);
  const places = words.flatMap(({ left, top, right, bottom }) => {
    const own: number[] = [];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(heightPixels, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(widthPixels, right); x++) own.push((y * widthPixels + x) * 4);
    return own;
  });
  const darkest = places.reduce((most, at) => Math.max(most, darkness(at)), 0);
  const ink = places.filter((at) => darkness(at) >= darkest * INK_SHARE);
  const [blue = 0, green = 0, red = 0] = [0, 1, 2].map((channel) =>
    Math.round(ink.reduce((sum, at) => sum + (bgra[at + channel] ?? 0), 0) / Math.max(1, ink.length)),
  );
  return Math.max(red, green, blue) - Math.min(red, green, blue) < COLOURED ? 0 : (red << 16) | (green << 8) | blue;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture moved, on white: each pixel from the four around its place. @param move from pixels of the picture to those of the result */
export function movePicture({ bgra, widthPixels, heightPixels }: RegionPixels, move: Matrix, { width, height }: Size): RegionPixels {
  const back = invert(move);
  const moved = new Uint8Array(width * height * 4).fill(255);
  if (!back) return { bgra: moved, widthPixels: width, heightPixels: height };
  const [a, b, c, d, e, f] = back;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = [a * (x + 0.5) + c * (y + 0.5) + e - 0.5, b * (x + 0.5) + d * (y + 0.5) + f - 0.5];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      if (left < -1 || top < -1 || left >= widthPixels || top >= heightPixels) continue;
      const [right, down] = [fromX - left, fromY - top];
      const [x0, x1] = [Math.max(0, left), Math.min(widthPixels - 1, left + 1)];
      const [y0, y1] = [Math.max(0, top) * widthPixels, Math.min(heightPixels - 1, top + 1) * widthPixels];
      for (let channel = 0; channel < 3; channel++) {
        const above = (bgra[(y0 + x0) * 4 + channel] ?? 255) * (1 - right) + (bgra[(y0 + x1) * 4 + channel] ?? 255) * right;
        const below = (bgra[(y1 + x0) * 4 + channel] ?? 255) * (1 - right) + (bgra[(y1 + x1) * 4 + channel] ?? 255) * right;
        moved[(y * width + x) * 4 + channel] = Math.round(above * (1 - down) + below * down);
      }
    }
  }
  return { bgra: moved, widthPixels: width, heightPixels: height };
}
