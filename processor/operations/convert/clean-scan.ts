// A scan without its words: the ground of a page whose text is set again at its places. What was not read, a signature, a stamp, a rule, stays.

import { invert, type Matrix } from '../../pdf/geometry/matrix.ts';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';

/** Pixels around a word that go with it: letters reach beyond their boxes. */
const REACH_SHARE = 0.12;
/** Pixels around a word that are looked at: every so many. */
const STEP = 2;

/** Each word is painted with the colour of its ground, in place; a rule that runs through its box stays. @param words boxes in pixels */
export function eraseWords(picture: RegionPixels, words: readonly ShownBox[]): void {
  const { bgra, widthPixels, heightPixels } = picture;
  for (const word of words) {
    const reach = Math.ceil((word.bottom - word.top) * REACH_SHARE);
    const [left, top] = [Math.max(0, Math.floor(word.left) - reach), Math.max(0, Math.floor(word.top) - reach)];
    const [right, bottom] = [Math.min(widthPixels, Math.ceil(word.right) + reach), Math.min(heightPixels, Math.ceil(word.bottom) + reach)];
    if (right <= left || bottom <= top) continue;
    const box = { left, top, right, bottom };
    const ground = groundOf(picture, box);
    const rules = findRulesThrough(picture, box, { letter: word.bottom - word.top, ink: (ground[1] ?? 255) - RULE_CONTRAST });
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        for (let channel = 0; channel < 3 && !rules.has(y * widthPixels + x); channel++)
          bgra[(y * widthPixels + x) * 4 + channel] = ground[channel] ?? 255;
  }
}

/** Of 255: darker than the ground by this much is ink. */
const RULE_CONTRAST = 60;
/** Heights of the word: ink that runs as far, and out of its box, is no letter. */
const RULE_LENGTH = { level: 3, upright: 1.8 } as const;
const RULE_BEYOND = 0.35;

/**
 * The pixels of a word's box that belong to rules: underlines, the sides of cells.
 * @param seen height of the word, and the lightest green of ink
 */
function findRulesThrough(
  { bgra, widthPixels, heightPixels }: RegionPixels,
  { left, top, right, bottom }: ShownBox,
  { letter, ink }: { readonly letter: number; readonly ink: number },
): ReadonlySet<number> {
  const found = new Set<number>();
  const isInk = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < widthPixels && y < heightPixels && (bgra[(y * widthPixels + x) * 4 + 1] ?? 255) < ink;
  const level = { from: left, to: right, length: letter * RULE_LENGTH.level, letter };
  for (let y = top; y < bottom; y++) {
    // A rule that leans goes on in the next row.
    for (const x of runsBeyond(level, (at) => isInk(at, y) || isInk(at, y - 1) || isInk(at, y + 1))) found.add(y * widthPixels + x);
  }
  const upright = { from: top, to: bottom, length: letter * RULE_LENGTH.upright, letter };
  for (let x = left; x < right; x++) {
    for (const y of runsBeyond(upright, (at) => isInk(x, at) || isInk(x - 1, at) || isInk(x + 1, at))) found.add(y * widthPixels + x);
  }
  return found;
}

interface Along {
  readonly from: number;
  readonly to: number;
  /** A rule has as much. */
  readonly length: number;
  readonly letter: number;
}

/** Places between `from` and `to` in runs of ink that are long and go beyond them. */
function runsBeyond({ from, to, length, letter }: Along, isInk: (at: number) => boolean): number[] {
  const [first, last] = [Math.floor(from - length), Math.ceil(to + length)];
  const places: number[] = [];
  let start: number | undefined;
  for (let at = first; at <= last + 1; at++) {
    if (at <= last && isInk(at)) {
      start ??= at;
      continue;
    }
    const isBeyond = start !== undefined && (start < from - letter * RULE_BEYOND || at > to + letter * RULE_BEYOND);
    if (start !== undefined && isBeyond && at - start >= length)
      for (let place = Math.max(from, start); place < Math.min(to, at); place++) places.push(place);
    start = undefined;
  }
  return places;
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

/** Of 255. */
const LIGHTER = 50;
/** Of the height of a word: its ground. */
const AROUND_SHARE = 0.2;
/** Of the pixels of a word that are sorted by their light: those that are surely letters, whichever of both they are. */
const LETTERS_SHARE = 0.05;

/** Whether a word is lighter than its ground, as in a logo or a band: set in the colour of ink it would be another. */
export function isLightOnDark({ bgra, widthPixels, heightPixels }: RegionPixels, word: ShownBox): boolean {
  const around = (word.bottom - word.top) * AROUND_SHARE;
  const [left, right, top, bottom] = [word.left - around, word.right + around, word.top - around, word.bottom + around];
  const seen: number[] = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(heightPixels, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(widthPixels, right); x++)
      seen.push(bgra[(y * widthPixels + x) * 4 + 1] ?? 255);
  const sorted = seen.toSorted((one, two) => one - two);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 255;
  const [dark, ground, light] = [at(LETTERS_SHARE), at(0.5), at(1 - LETTERS_SHARE)];
  return light - ground > Math.max(LIGHTER, ground - dark);
}

/** Of the height of a letter: what is around it. Of 255: darker, or of a clearer colour, is no paper. */
const RING = { from: 0.12, to: 0.4 } as const;
const PAPER = { least: 150, tint: 60 } as const;
const RING_SHARE = 0.15;

/** Whether a letter has ink around it, as in an emblem, or among the strokes of a signature: letters of a text stand on paper. */
export function standsInInk({ bgra, widthPixels, heightPixels }: RegionPixels, { left, top, right, bottom }: ShownBox): boolean {
  const [near, far] = [(bottom - top) * RING.from, (bottom - top) * RING.to];
  let [ink, all] = [0, 0];
  for (let y = Math.max(0, Math.floor(top - far)); y < Math.min(heightPixels, bottom + far); y++)
    for (let x = Math.max(0, Math.floor(left - far)); x < Math.min(widthPixels, right + far); x++) {
      if (x > left - near && x < right + near && y > top - near && y < bottom + near) continue;
      const [blue = 255, green = 255, red = 255] = bgra.subarray((y * widthPixels + x) * 4, (y * widthPixels + x) * 4 + 3);
      const [light, dark] = [Math.max(red, green, blue), Math.min(red, green, blue)];
      all++;
      if (dark < PAPER.least || light - dark > PAPER.tint) ink++;
    }
  return ink > all * RING_SHARE;
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
