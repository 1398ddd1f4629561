// Bullets that are not text: small discs, squares or pictures to the left of a line. Each becomes a word with a bullet, so that a list is found
// whether its bullets are drawn or typed.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import { type Drawing, type Fill, onWhite, type PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import { luminanceOf } from '../model.ts';
import type { Word } from './words.ts';

export interface WithBullets {
  readonly words: Word[];
  readonly fills: readonly Fill[];
  readonly drawings: readonly Drawing[];
  readonly images: readonly PlacedImage[];
}

const OPAQUE = 255;
/** Number of the object of a bullet that stands for a picture. */
export const PICTURE_BULLET = -2;

interface Shapes {
  readonly fills: readonly Fill[];
  readonly drawings: readonly Drawing[];
  readonly images: readonly PlacedImage[];
}

/** In ems of the text beside it. */
const SIDE_MIN_EM = 0.15;
const SIDE_MAX_EM = 0.75;
const PICTURE_MAX_EM = 1.3;
const GAP_MIN_EM = 0.15;
const GAP_MAX_EM = 3;
/** Its middle is between the baseline, or a little below, and the height of capitals. */
const MIDDLE_EM = { below: 0.1, above: 0.75 } as const;
/** Words with nearer baselines are on one line. */
const SAME_LINE_EM = 0.3;
/** Bullets of a kind are as far from their text: specks of a picture are anywhere. */
const SAME_GAP_EM = 0.5;
/** Points: anything larger is not a bullet, whatever the text. */
const SIDE_MAX = 24;
/** Its longer side to its shorter. */
const RATIO_MAX = 1.6;
/** Points by which the sides of two bullets of a kind may differ. */
const ALIKE_POINTS = 0.7;
/** Of 255, for red, green and blue each. */
const SAME_COLOUR = 16;
/** Ems: dots of an upright line are nearer to each other. */
const DOTTED_EM = 0.8;
/** It comes before its word in the order of the page, and after the previous word. */
const JUST_BEFORE = 0.5;

export function addDrawnBullets(words: readonly Word[], shapes: Shapes): WithBullets {
  let starts: readonly Word[] | undefined;
  const found = new Map<object, { word: Word; text: string }>();
  const look = (shape: Shape, text: string, sideMax: number) => {
    if (!couldBeBullet(shape.box)) return;
    starts ??= lineStarts(words);
    const word = wordBehind(shape.box, starts, sideMax);
    if (word && !isUnseen(shape.colour, word)) found.set(shape, { word, text });
  };
  for (const shape of shapes.fills) look(shape, '\u25aa', SIDE_MAX_EM);
  for (const shape of shapes.drawings) look(shape, '\u2022', SIDE_MAX_EM);
  for (const shape of shapes.images) look(shape, '\u2022', PICTURE_MAX_EM);
  // A single one is a mark, a flourish or a tick box.
  const all = [...shapes.fills, ...shapes.drawings, ...shapes.images];
  const gapOf = (shape: object, { box }: Word) => box.left - (shape as Shape).box.right;
  const isSibling = (shape: object, word: Word) => {
    const own = gapOf(shape, word);
    return ([other, { word: next }]: readonly [object, { readonly word: Word }]) =>
      other !== shape && isAlike(other, shape) && Math.abs(gapOf(other, next) - own) < word.style.size * SAME_GAP_EM;
  };
  // The keys of a chart's legend have a colour each.
  const isOfList = (shape: object, word: Word) => {
    const siblings = [...found].filter(isSibling(shape, word));
    return siblings.length > 0 && siblings.filter(([other]) => hasSameColour(other, shape)).length * 2 >= siblings.length;
  };
  const kept = [...found].filter(([shape, { word }]) => isOfList(shape, word) && !isDotted(shape as Shape, word.style.size, all));
  if (kept.length === 0) return { words: [...words], ...shapes };
  const bullets = new Map<Word, Word>();
  const pictures = new Set<object>(shapes.images);
  for (const [shape, { word, text }] of kept) bullets.set(word, bulletOf(shape as Shape, text, word, pictures.has(shape)));
  const used = new Set(kept.map(([shape]) => shape));
  return {
    words: words.flatMap((word) => {
      const bullet = bullets.get(word);
      return bullet ? [bullet, { ...word, spaceBefore: true, spaceTyped: false }] : [word];
    }),
    fills: shapes.fills.filter((shape) => !used.has(shape)),
    drawings: shapes.drawings.filter((shape) => !used.has(shape)),
    images: shapes.images.filter((shape) => !used.has(shape)),
  };
}

/** Words without another one close to their left on the same line. */
function lineStarts(words: readonly Word[]): Word[] {
  const upright = words.filter(({ style }) => style.angle === 0);
  const rows = Map.groupBy(upright, ({ y }) => Math.round(y / 4));
  return upright.filter(({ y, box, style }) => {
    const key = Math.round(y / 4);
    return ![key - 1, key, key + 1].some((row) =>
      rows
        .get(row)
        ?.some(
          (other) =>
            Math.abs(other.y - y) < style.size * SAME_LINE_EM &&
            other.box.left < box.left &&
            other.box.right > box.left - style.size * GAP_MAX_EM,
        ),
    );
  });
}

const [WHITE, DARK] = [250, 160];

/** White beside dark text: on a light ground nobody sees it. */
function isUnseen(colour: number | undefined, word: Word): boolean {
  return colour !== undefined && luminanceOf(colour) >= WHITE && luminanceOf(word.style.colour) < DARK;
}

function couldBeBullet({ left, top, right, bottom }: ShownBox): boolean {
  const [width, height] = [right - left, bottom - top];
  return Math.max(width, height) <= SIDE_MAX && width <= height * RATIO_MAX && height <= width * RATIO_MAX;
}

function wordBehind(box: ShownBox, starts: readonly Word[], sideMax: number): Word | undefined {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const middle = (box.top + box.bottom) / 2;
  return starts.find((word) => {
    const { size } = word.style;
    const gap = word.box.left - box.right;
    return (
      gap >= size * GAP_MIN_EM &&
      gap <= size * GAP_MAX_EM &&
      middle < word.y + size * MIDDLE_EM.below &&
      middle > word.y - size * MIDDLE_EM.above &&
      Math.min(width, height) >= size * SIDE_MIN_EM &&
      Math.max(width, height) <= size * sideMax
    );
  });
}

/** One of the dots of an upright line: the next one is nearer than the next line of text. */
function isDotted(shape: Shape, size: number, all: readonly Shape[]): boolean {
  const { left, top } = shape.box;
  return all.some(
    (other) =>
      other !== shape &&
      Math.abs(other.box.left - left) < ALIKE_POINTS &&
      Math.abs(other.box.top - top) < size * DOTTED_EM &&
      Math.abs(other.box.top - top) > ALIKE_POINTS &&
      isAlike(other, shape),
  );
}

interface Shape {
  readonly box: ShownBox;
  readonly colour?: number;
  readonly opacity?: number;
}

/** As large, and the same picture where it is one. */
function isAlike(one: object, two: object): boolean {
  const [a, b] = [(one as Shape).box, (two as Shape).box];
  if ((one as Partial<PlacedImage>).digest !== (two as Partial<PlacedImage>).digest) return false;
  return Math.abs(a.right - a.left - (b.right - b.left)) < ALIKE_POINTS && Math.abs(a.bottom - a.top - (b.bottom - b.top)) < ALIKE_POINTS;
}

function hasSameColour(one: object, two: object): boolean {
  const [a, b] = [(one as Shape).colour ?? -1, (two as Shape).colour ?? -1];
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= SAME_COLOUR);
}

/** It has its own colour, and the marked content of its word. */
function bulletOf({ box, colour, opacity = OPAQUE }: Shape, text: string, word: Word, isPicture: boolean): Word {
  const { style } = word;
  return {
    text,
    box: { left: box.left, right: box.right, top: word.box.top, bottom: word.box.bottom },
    y: word.y,
    style: colour === undefined ? style : { ...style, colour: onWhite({ colour, opacity }) },
    order: word.order - JUST_BEFORE,
    object: isPicture ? PICTURE_BULLET : -1,
    mcid: word.mcid,
    spaceBefore: true,
    spaceTyped: false,
    rtl: word.rtl,
    hyphen: false,
  };
}

/** Whether a bullet stands for this picture. */
export function standsFor({ object, box: { left, right } }: Word, { box }: PlacedImage): boolean {
  return object === PICTURE_BULLET && box.left === left && box.right === right;
}
