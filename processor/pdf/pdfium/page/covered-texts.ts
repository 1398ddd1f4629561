// Text under what is drawn over it later: nobody sees it. Whether something hides it is seen, not concluded: the page is drawn with and without it.
// Runs where PDFium runs.

import { areaOf, type ShownBox } from '../../geometry/shown-box.ts';
import { type Drawn, drawLoaded, type Pdfium } from '../pdfium.ts';
import { FLAG, isBlank } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

/** What may hide what was drawn before it: the visible part of a path, a picture, a shading. */
export interface Cover {
  readonly box: ShownBox;
  /** In stream order, as of characters. */
  readonly object: number;
  readonly isPicture: boolean;
}

const DPI = 96;
const PIXELS_MAX = 4_000_000;
/** The larger ones: smaller ones hide less than a word. */
const COVERS_MAX = 2000;
/** Share of a letter on each side that is not looked at: its neighbour may stand there. */
const BESIDE_SHARE = 0.15;

interface Place {
  readonly engine: Pdfium;
  readonly page: number;
  /** Of text objects: their numbers in stream order. */
  readonly order: ReadonlyMap<number, number>;
}

/** Flags characters of which nothing is seen because something lies over them. In place. */
export function markCovered({ engine, page, order }: Place, characters: CharacterColumns, covers: readonly Cover[]): void {
  const under = charactersUnder(characters, covers);
  if (under.length === 0) return;
  const numbers = new Set(under.map((at) => characters.object[at]));
  const texts = [...order].filter(([, number]) => numbers.has(number)).map(([handle]) => handle);
  const setTexts = (isActive: boolean) => {
    for (const text of texts) engine.pdfium.wasmExports.FPDFPageObj_SetIsActive(text, isActive ? 1 : 0);
  };
  const draw = () => drawLoaded(engine, page, { dpi: DPI, pixelsMax: PIXELS_MAX, channels: 3, hasAnnotations: false });
  using whole = draw();
  setTexts(false);
  using without = draw();
  setTexts(true);
  const [one, two] = [whole.pixels(), without.pixels()];
  const scale = whole.width / engine.FPDF_GetPageWidthF(page);
  const isSeen = (at: number) => {
    const { left, top, right, bottom } = middleOf(characters, at);
    for (let y = Math.max(0, Math.floor(top * scale)); y < Math.min(whole.height, Math.ceil(bottom * scale)); y++) {
      const row = y * whole.rowBytes;
      const [from, to] = [Math.max(0, Math.floor(left * scale)), Math.min(whole.width, Math.ceil(right * scale))];
      if (from < to && one.compare(two, row + from * 3, row + to * 3, row + from * 3, row + to * 3) !== 0) return true;
    }
    return false;
  };
  const hasInk = (at: number) => !isBlank(characters.code[at] ?? 0) && isWide(characters, at, scale);
  const inked = under.filter(hasInk);
  const unseen = new Set(inked.filter((at) => !isSeen(at)));
  // One letter among others that are seen is only thin.
  const isAlone = (index: number) => {
    const beside = [inked[index - 1], inked[index + 1]].filter((at) => at !== undefined && isOfSame(characters, at, inked[index] ?? 0));
    return beside.length > 0 && beside.every((at) => at !== undefined && !unseen.has(at));
  };
  const hidden = inked.filter((at, index) => unseen.has(at) && !isAlone(index));
  const covered = withoutInterrupted(hidden, characters, covers, ({ box }) => isPlain(one, whole, box, scale));
  // What has no ink goes with the letter before it.
  let before = -1;
  for (const at of under) {
    if (hasInk(at)) before = at;
    else if (covered.has(before) && isOfSame(characters, before, at)) covered.add(at);
  }
  for (const at of covered) characters.flags[at] = (characters.flags[at] ?? 0) | FLAG.covered;
}

/**
 * Without the words of a line that a picture lies on while the line goes on at both sides: they belong to what is said. A plain picture (a black
 * box over a name) hides what it lies on.
 */
function withoutInterrupted(
  hidden: readonly number[],
  characters: CharacterColumns,
  covers: readonly Cover[],
  isPlainPicture: (cover: Cover) => boolean,
): Set<number> {
  const plain = new Map<Cover, boolean>();
  const mayHide = (cover: Cover) => {
    const known = plain.get(cover) ?? (!cover.isPicture || isPlainPicture(cover));
    plain.set(cover, known);
    return known;
  };
  const all = new Set(hidden);
  const isSeenOfLine = (at: number, step: -1 | 1) => {
    let next = at;
    while (all.has(next) || (isOfSame(characters, at, next) && isBlank(characters.code[next] ?? 0))) next += step;
    return isOfSame(characters, at, next);
  };
  const isInterrupted = (at: number) =>
    isSeenOfLine(at, -1) && isSeenOfLine(at, 1) && !covers.some((cover) => liesUnder(characters, at, cover) && mayHide(cover));
  return new Set(hidden.filter((at) => !isInterrupted(at)));
}

/** Of one colour. */
function isPlain(pixels: Buffer, { width, height, rowBytes }: Drawn, box: ShownBox, scale: number): boolean {
  const [left, right] = [Math.max(0, Math.ceil(box.left * scale)), Math.min(width, Math.floor(box.right * scale))];
  const [top, bottom] = [Math.max(0, Math.ceil(box.top * scale)), Math.min(height, Math.floor(box.bottom * scale))];
  const length = (right - left) * 3;
  if (length <= 0 || bottom <= top) return true;
  const first = top * rowBytes + left * 3;
  const row = Buffer.alloc(length, pixels.subarray(first, first + 3));
  for (let y = top; y < bottom; y++)
    if (pixels.compare(row, 0, length, y * rowBytes + left * 3, y * rowBytes + right * 3) !== 0) return false;
  return true;
}

function isOfSame({ object }: CharacterColumns, one: number, two: number): boolean {
  return object[one] === object[two];
}

/** It has pixels of its own. */
function isWide({ left, top, right, bottom }: CharacterColumns, at: number, scale: number): boolean {
  return ((right[at] ?? 0) - (left[at] ?? 0)) * scale >= 1 && ((bottom[at] ?? 0) - (top[at] ?? 0)) * scale >= 1;
}

/** Places of characters whose middle lies under one of these. */
function charactersUnder(characters: CharacterColumns, covers: readonly Cover[]): number[] {
  const { flags, style, styles, count } = characters;
  const largest = covers.length <= COVERS_MAX ? covers : covers.toSorted((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, COVERS_MAX);
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    if (((flags[at] ?? 0) & FLAG.generated) !== 0 || styles[style[at] ?? 0]?.invisible) continue;
    if (largest.some((cover) => liesUnder(characters, at, cover))) found.push(at);
  }
  return found;
}

function liesUnder({ left, top, right, bottom, object }: CharacterColumns, at: number, { box, object: later }: Cover): boolean {
  const [x, y] = [((left[at] ?? 0) + (right[at] ?? 0)) / 2, ((top[at] ?? 0) + (bottom[at] ?? 0)) / 2];
  return later > (object[at] ?? 0) && x > box.left && x < box.right && y > box.top && y < box.bottom;
}

function middleOf({ left, top, right, bottom }: CharacterColumns, at: number): ShownBox {
  const beside = ((right[at] ?? 0) - (left[at] ?? 0)) * BESIDE_SHARE;
  return { left: (left[at] ?? 0) + beside, top: top[at] ?? 0, right: (right[at] ?? 0) - beside, bottom: bottom[at] ?? 0 };
}
