// Figures on a scanned page: places with much ink outside of the words that were read. Pure. Cells of a coarse grid are dark or not; dark cells that
// touch are one figure, as in the connected components of document segmentation (Nagy, Seth, Viswanathan 1992).

import { boxAround, overlaps, type ShownBox } from '../pdf/geometry/shown-box.ts';
import type { Raster } from '../images/raster.ts';

/** Pixels: side of a cell. Halftone dots and hatching fill it, letters that were missed do so here and there. */
const CELL = 6;
/** Darker than the paper by this much. */
const INK = 48;
/** Share of inked pixels of a dark cell. */
const DARK_SHARE = 0.12;
/** Pixels around a word that are its own. */
const WORD_REACH = 3;
/** Pixels. */
const SIDE_MIN = 30;
const AREA_MIN = 1500;
/** Share of dark cells: a photograph, a line drawing of some size, a table's rules. */
const FULL_SHARE = 0.35;
const DRAWN_SHARE = 0.12;
const DRAWN_SIDE_MIN = 70;
/** More words than these inside of thin lines: a table or a form. */
const WORDS_MAX = 6;
/** Pixels: the shadow of the page's edge is narrower. */
const EDGE = 4;
const SHADOW_MAX = 40;
/** A figure as large as the page is the paper. */
const PAGE_SHARE_MAX = 0.9;

/**
 * @param page grey, drawn at one pixel a point
 * @param words boxes in pixels
 */
export function findFigures(page: Raster<1>, words: readonly ShownBox[]): ShownBox[] {
  const dark = darkCells(page, words);
  const beside = words.filter((word) => !isSurrounded(word, dark));
  const found = groupsOf(dark).flatMap((cells) => {
    const parts = partsOf(cells, beside, CUTS_MAX).filter((part) => !isRuled(part));
    const figures = parts.map((part) => figureOf(part, words)).filter((part) => isFigure(part, page));
    return figures.length > 0 ? figures : [figureOf(cells, words)].filter((whole) => isFigure(whole, page));
  });
  return mergeAll(found.map(({ box }) => box));
}

/** Of the cells around a word: it is written in a picture. */
const SURROUNDED_SHARE = 0.5;

function isSurrounded({ left, top, right, bottom }: ShownBox, { columns, rows, isDark }: Cells): boolean {
  const reach = WORD_REACH + CELL;
  const [from, to] = [Math.max(0, Math.floor((left - reach) / CELL)), Math.min(columns - 1, Math.floor((right + reach) / CELL))];
  const [first, last] = [Math.max(0, Math.floor((top - reach) / CELL)), Math.min(rows - 1, Math.floor((bottom + reach) / CELL))];
  const ring: number[] = [];
  for (let row = first; row <= last; row++)
    for (let column = from; column <= to; column += row === first || row === last ? 1 : Math.max(1, to - from))
      ring.push(isDark[row * columns + column] ?? 0);
  return ring.reduce((sum, dark) => sum + dark, 0) >= ring.length * SURROUNDED_SHARE;
}

/** Of cuts within cuts. */
const CUTS_MAX = 3;
/** Of the words: a cut that leaves more of them in the boxes of its parts parts nothing. */
const CUT_WORDS_SHARE = 0.6;

/** A drawing around which text runs: cut level or upright, again and again, so that the boxes of its parts have the fewest words. */
function partsOf(cells: readonly ShownBox[], words: readonly ShownBox[], cuts: number): (readonly ShownBox[])[] {
  const inside = wordsIn(boxAround(cells), words);
  if (inside.length <= WORDS_MAX || cuts === 0) return [cells];
  let best: (readonly ShownBox[])[] = [cells];
  let fewest = inside.length * CUT_WORDS_SHARE;
  for (const side of ['top', 'left'] as const) {
    for (const at of new Set(cells.map((cell) => cell[side]))) {
      const parts = [cells.filter((cell) => cell[side] < at), cells.filter((cell) => cell[side] >= at)];
      if (parts.some(({ length }) => length === 0)) continue;
      const left = parts.reduce((sum, part) => sum + wordsIn(boxAround(part), inside).length, 0);
      if (left < fewest) [best, fewest] = [parts, left];
    }
  }
  return best.length === 1 ? best : best.flatMap((part) => partsOf(part, inside, cuts - 1));
}

/** Of a side of its box, and of its cells. */
const RULE_SHARE = 0.7;
const RULED_SHARE = 0.6;

/** Most of it are lines through all of it: the empty rows of a form. */
function isRuled(cells: readonly ShownBox[]): boolean {
  const box = boxAround(cells);
  const rows = Map.groupBy(cells, ({ top }) => top);
  const columns = Map.groupBy(cells, ({ left }) => left);
  const [wide, high] = [(box.right - box.left) / CELL, (box.bottom - box.top) / CELL];
  if (cells.length >= wide * high * FULL_SHARE) return false;
  const isOfRule = ({ top, left }: ShownBox) =>
    (rows.get(top) ?? []).length >= wide * RULE_SHARE || (columns.get(left) ?? []).length >= high * RULE_SHARE;
  return cells.filter(isOfRule).length > cells.length * RULED_SHARE;
}

function wordsIn(box: ShownBox, words: readonly ShownBox[]): ShownBox[] {
  return words.filter((word) => overlaps(word, box));
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly isDark: Uint8Array;
}

function darkCells({ pixels, width, height }: Raster<1>, words: readonly ShownBox[]): Cells {
  const paper = paperOf(pixels);
  const isWord = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of words) {
    const [from, to] = [Math.max(0, Math.floor(left - WORD_REACH)), Math.min(width, Math.ceil(right + WORD_REACH))];
    for (let y = Math.max(0, Math.floor(top - WORD_REACH)); y < Math.min(height, bottom + WORD_REACH); y++)
      isWord.fill(1, y * width + from, y * width + Math.max(from, to));
  }
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  const isDark = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let ink = 0;
      for (let y = row * CELL; y < (row + 1) * CELL; y++)
        for (let at = y * width + column * CELL; at < y * width + (column + 1) * CELL; at++)
          if (isWord[at] === 0 && (pixels[at] ?? 255) < paper - INK) ink++;
      if (ink >= CELL * CELL * DARK_SHARE) isDark[row * columns + column] = 1;
    }
  }
  return { columns, rows, isDark };
}

/** The grey that most of the page has. */
function paperOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(32);
  for (let at = 0; at < pixels.length; at += 3) counts[(pixels[at] ?? 0) >> 3] = (counts[(pixels[at] ?? 0) >> 3] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts)) * 8 + 4;
}

/** Dark cells with at most one light cell between them. */
function groupsOf({ columns, rows, isDark }: Cells): ShownBox[][] {
  const groups: ShownBox[][] = [];
  const left = Uint8Array.from(isDark);
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue;
    const group: ShownBox[] = [];
    const open = [start];
    left[start] = 0;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      group.push({ left: column * CELL, top: row * CELL, right: (column + 1) * CELL, bottom: (row + 1) * CELL });
      for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y++) {
        for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x++) {
          const next = y * columns + x;
          if (left[next] === 0) continue;
          left[next] = 0;
          open.push(next);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

interface Figure {
  readonly box: ShownBox;
  /** Of its cells, the dark ones. */
  readonly share: number;
  readonly words: number;
}

function figureOf(cells: readonly ShownBox[], words: readonly ShownBox[]): Figure {
  const box = boxAround(cells);
  const share = (cells.length * CELL * CELL) / Math.max(1, (box.right - box.left) * (box.bottom - box.top));
  return { box, share, words: wordsIn(box, words).length };
}

function isFigure({ box, share, words }: Figure, { width, height }: Raster<1>): boolean {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const side = Math.min(wide, high);
  if (side < SIDE_MIN || wide * high < AREA_MIN || wide * high > width * height * PAGE_SHARE_MAX) return false;
  const atEdge = box.left < EDGE || box.top < EDGE || box.right > width - EDGE - CELL || box.bottom > height - EDGE - CELL;
  if (atEdge && side < SHADOW_MAX) return false;
  return share >= FULL_SHARE || (share >= DRAWN_SHARE && side >= DRAWN_SIDE_MIN && words <= WORDS_MAX);
}

function mergeAll(boxes: readonly ShownBox[]): ShownBox[] {
  const merged: ShownBox[] = [];
  for (const one of boxes) {
    let box = one;
    for (let at = merged.findIndex((other) => overlaps(other, box)); at >= 0; at = merged.findIndex((other) => overlaps(other, box)))
      box = boxAround([box, ...merged.splice(at, 1)]);
    merged.push(box);
  }
  return merged;
}
