// Letters of an emblem: large ones, beside or over which something small is drawn. Set as text they are other letters, and the drawing is cut where their
// boxes are; whole it stays what it is. Pure.

import { contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';
import { type Component, findComponents } from '../../recognition/prepare/components.ts';
import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { letterPixels } from './recognised-sizes.ts';

/** Beside most letters of the page. */
const LARGE = 1.4;
/** A heading has more. */
const WORDS_MAX = 4;
/** Of 255: darker, or of a clearer colour, is ink. */
const INK = 160;
/** Heights of the line: how far its drawing is from it, how high that is, and how thick a rule. */
const DRAWING = { beside: 0.35, high: 3, thick: 0.15 } as const;
/** Widths of the line. */
const WIDE = 1.5;
/** Of the square of the line's height: a dot, or the accent of a letter, has less. */
const AREA_SHARE = 0.12;
/** Of the height of a word, around it. */
const REACH = 0.1;

type ToPixels = (box: ShownBox) => ShownBox;

/** @param toPixels from a word's box to those of the picture */
export function emblemWords(lines: readonly RecognisedLine[], picture: RegionPixels, toPixels: ToPixels): ReadonlySet<RecognisedWord> {
  const sizes = lines
    .flatMap((line) => line.words.flatMap(({ text }) => Array.from(text, () => letterPixels(line))))
    .toSorted((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 0;
  const large = lines.filter((line) => line.words.length <= WORDS_MAX && letterPixels(line) > usual * LARGE);
  if (large.length === 0) return new Set();
  const words = lines.flatMap((line) => line.words.map(({ box }) => toPixels(box)));
  const drawn = findComponents(inkBeside(picture, words), INK) ?? [];
  return new Set(large.filter((line) => drawn.some((one) => isDrawingOf(one, toPixels(line.box)))).flatMap((line) => line.words));
}

function isDrawingOf(drawing: Component, line: ShownBox): boolean {
  const height = line.bottom - line.top;
  const [wide, high] = [drawing.right - drawing.left, drawing.bottom - drawing.top];
  if (drawing.area < height * height * AREA_SHARE || Math.min(wide, high) < height * DRAWING.thick) return false;
  if (high > height * DRAWING.high || wide > (line.right - line.left) * WIDE || contains(drawing, line, 0)) return false;
  const beside = height * DRAWING.beside;
  const around = { left: line.left - beside, top: line.top - beside, right: line.right + beside, bottom: line.bottom + beside };
  return (
    Math.min(around.right, drawing.right) > Math.max(around.left, drawing.left) &&
    Math.min(around.bottom, drawing.bottom) > Math.max(around.top, drawing.top)
  );
}

/** What is not read: the darkest channel of each pixel, white where words are. */
function inkBeside({ bgra, widthPixels: width, heightPixels: height }: RegionPixels, words: readonly ShownBox[]) {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = Math.min(bgra[at * 4] ?? 255, bgra[at * 4 + 1] ?? 255, bgra[at * 4 + 2] ?? 255);
  for (const word of words) {
    const reach = (word.bottom - word.top) * REACH;
    const [left, right] = [Math.max(0, Math.floor(word.left - reach)), Math.min(width, Math.ceil(word.right + reach))];
    for (let y = Math.max(0, Math.floor(word.top - reach)); y < Math.min(height, word.bottom + reach); y++)
      pixels.fill(255, y * width + left, y * width + Math.max(left, right));
  }
  return { pixels, width, height, channels: 1 as const };
}
