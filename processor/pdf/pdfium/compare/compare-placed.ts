// Whether pages that were made of others look and read as they were to be: PDFium draws the pages of the source itself where each was to go, and what
// was made beside them. Neither the matrices nor the attributes that were written are used, only where pages go as they are shown.

import { IDENTITY, invert, type Matrix, multiply } from '../../geometry/matrix.ts';
import type { PlacedPage, PlannedPage } from '../../geometry/planned-page.ts';
import { moveBox, showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { type Pdfium, type PdfiumDocument, readTextOf } from '../pdfium.ts';
import { drawFields } from '../page/form-fill.ts';
import { Scratch } from '../page/scratch.ts';
import { openPair, type Versions } from './open-pair.ts';

interface PlacedSource extends PlacedPage {
  /** Points of a unit of its page (ISO 32000-1 14.11.5), which the engine does not apply. */
  readonly unit: number;
}

export interface MadePage extends Omit<PlannedPage, 'placed'> {
  /** 0-based in the result. */
  readonly pageIndex: number;
  readonly placed: readonly PlacedSource[];
}

/** How pictures are compared, in pixels. */
interface Squares {
  /** Its side. */
  readonly square: number;
  /** How far to the side it may be: engines draw lines and dots of pictures on whole pixels. */
  readonly slack: number;
}

export interface PlacedRequest extends Versions, Squares {
  readonly pages: readonly MadePage[];
  readonly dpi: number;
  readonly pixelsMax: number;
}

export interface MadePageLikeness {
  /** 0-based in the result. */
  readonly pageIndex: number;
  /** The sides are those that were planned. */
  readonly isSize: boolean;
  /** Of the mean brightness of small squares, 0–255: the largest. */
  readonly difference: number;
  /** The letters of its sources are on it. */
  readonly hasLetters: boolean;
  /** Annotations where none was to be. */
  readonly annotationsAstray: number;
}

/** An entry for each page that both versions have. An empty list when one of them does not open. */
export function comparePlaced(engine: Pdfium, request: PlacedRequest): MadePageLikeness[] {
  using pair = openPair(engine, request);
  if (!pair.both) return [];
  using scratch = new Scratch(engine);
  const { before, after } = pair.both;
  const { dpi, pixelsMax, square, slack } = request;
  const tools = { engine, scratch, dpi, pixelsMax, square, slack };
  return request.pages.flatMap((page) => {
    const seen = look(tools, before, after, page);
    for (const document of [before, after]) if (document.isHeavy) document.reopen();
    return seen ? [seen] : [];
  });
}

interface Tools extends Squares {
  readonly engine: Pdfium;
  readonly scratch: Scratch;
  readonly dpi: number;
  readonly pixelsMax: number;
}

function look(tools: Tools, before: PdfiumDocument, after: PdfiumDocument, page: MadePage): MadePageLikeness | undefined {
  const { engine, dpi, pixelsMax } = tools;
  const { pageIndex, width, height, placed } = page;
  const sides = readSides(engine, after, pageIndex);
  if (!sides) return undefined;
  // A page that is not drawn anew keeps its unit.
  const unit = [1, ...placed.map((source) => source.unit)].find((own) => isNear(sides[0] * own, width) && isNear(sides[1] * own, height));
  if (unit === undefined) return { pageIndex, isSize: false, difference: 255, hasLetters: false, annotationsAstray: 0 };
  const scale = Math.min(dpi / 72, Math.sqrt(pixelsMax / (width * height)));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const [made, expected] = [new Picture(tools, size, page), new Picture(tools, size, page)];
  const seen = { left: 0, top: 0, right: width, bottom: height };
  made.add(after, { pageIndex, onto: IDENTITY, seen, unit });
  for (const source of placed) expected.add(before, source);
  return {
    pageIndex,
    isSize: true,
    difference: largestDifference(made.end(), expected.end(), { ...size, square: tools.square, slack: tools.slack }),
    hasLetters: holds(made.letters, expected.letters),
    annotationsAstray: made.annotations.filter((box) => !expected.annotations.some((own) => isSameBox(own, box))).length,
  };
}

function readSides(engine: Pdfium, document: PdfiumDocument, pageIndex: number): readonly [number, number] | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const sides = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)] as const;
  engine.FPDF_ClosePage(page);
  return sides;
}

const SIDE_SLACK = 0.05;

function isNear(side: number, planned: number): boolean {
  return Math.abs(side - planned) < SIDE_SLACK + planned / 10_000;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pages drawn where they go, and what is on them. Both versions are drawn the same way: engines round sizes to whole pixels otherwise. */
class Picture {
  readonly letters = new Map<string, number>();
  readonly annotations: ShownBox[] = [];
  readonly #tools: Tools;
  readonly #bitmap: number;
  readonly #size: Size;
  /** Pixels of a point. */
  readonly #scale: { readonly x: number; readonly y: number };

  /** @param size in pixels @param points of the same */
  constructor(tools: Tools, size: Size, points: Size) {
    const { engine } = tools;
    const { width, height } = size;
    this.#tools = tools;
    this.#size = size;
    this.#scale = { x: width / points.width, y: height / points.height };
    this.#bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMAT_BGRX, 0, 0);
    if (this.#bitmap === 0) throw new Error('no memory for the picture of a page');
    engine.FPDFBitmap_FillRect(this.#bitmap, 0, 0, width, height, WHITE);
  }

  add(document: PdfiumDocument, { pageIndex, onto, seen, unit }: PlacedSource): void {
    const { engine, scratch } = this.#tools;
    const page = engine.FPDF_LoadPage(document.handle, pageIndex);
    if (page === 0) return;
    hideIcons(engine, page);
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
    // The engine draws a page into whole units and moves that.
    const whole: Matrix = [width / Math.trunc(width), 0, 0, height / Math.trunc(height), 0, 0];
    const placed = multiply([unit, 0, 0, unit, 0, 0], onto);
    const pixels: Matrix = [this.#scale.x, 0, 0, this.#scale.y, 0, 0];
    const onPixels = multiply(placed, pixels);
    this.#draw(page, multiply(whole, onPixels), moveBox(pixels, seen));
    const box = moveBox(onPixels, { left: 0, top: 0, right: width, bottom: height });
    drawFields(engine, document, page, this.#bitmap, {
      left: Math.round(box.left),
      top: Math.round(box.top),
      width: Math.round(box.right - box.left),
      height: Math.round(box.bottom - box.top),
      quarterTurns: quarterOf(onPixels),
    });
    for (const [letter, count] of lettersOf(engine, page)) this.letters.set(letter, (this.letters.get(letter) ?? 0) + count);
    this.annotations.push(...annotationsOf({ engine, scratch }, page, placed));
    engine.FPDF_ClosePage(page);
    if (document.isHeavy) document.reopen();
  }

  end(): Uint8Array {
    const { engine } = this.#tools;
    const { height } = this.#size;
    const [start, rowBytes] = [engine.FPDFBitmap_GetBuffer(this.#bitmap), engine.FPDFBitmap_GetStride(this.#bitmap)];
    const luma = lumaOf(Buffer.from(engine.pdfium.HEAPU8.buffer, start, height * rowBytes), this.#size, rowBytes);
    engine.FPDFBitmap_Destroy(this.#bitmap);
    return luma;
  }

  #draw(page: number, matrix: Matrix, { left, top, right, bottom }: ShownBox): void {
    const { engine } = this.#tools;
    const { wasmExports } = engine.pdfium;
    const clip = [Math.floor(left + SNAP), Math.floor(top + SNAP), Math.ceil(right - SNAP), Math.ceil(bottom - SNAP)];
    if (!((clip[0] ?? 0) < (clip[2] ?? 0) && (clip[1] ?? 0) < (clip[3] ?? 0))) return;
    const pointer = wasmExports.malloc(4 * 10);
    // FS_MATRIX and FS_RECTF of fpdfview.h.
    new Float32Array(engine.pdfium.HEAPU8.buffer, pointer, 10).set([...matrix, ...clip]);
    engine.FPDF_RenderPageBitmapWithMatrix(this.#bitmap, page, pointer, pointer + 4 * 6, FPDF_ANNOT);
    wasmExports.free(pointer);
  }
}

/** Clockwise. */
function quarterOf([a, b]: Matrix): number {
  if (Math.abs(a) > Math.abs(b)) return a > 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}

const FORMAT_BGRX = 3;
const WHITE = 0xffffffff;
const FPDF_ANNOT = 1;
/** Of a pixel: less of it is nothing. */
const SNAP = 1e-3;

/** @param bgrx four bytes for each pixel */
function lumaOf(bgrx: Uint8Array, { width, height }: Size, rowBytes: number): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0, from = y * rowBytes; x < width; x++, at++, from += 4)
      luma[at] = ((bgrx[from] ?? 0) * 29 + (bgrx[from + 1] ?? 0) * 150 + (bgrx[from + 2] ?? 0) * 77 + 128) >> 8;
  return luma;
}

/** Means of squares: a little to the side changes them little, and what is missing much. */
function largestDifference(one: Uint8Array, two: Uint8Array, how: Size & Squares): number {
  const { width, height, square } = how;
  let largest = 0;
  for (let top = 0; top + square <= height; top += square)
    for (let left = 0; left + square <= width; left += square) {
      const own = sumAt(one, width, { left, top, square });
      const apart = Math.abs(own - sumAt(two, width, { left, top, square }));
      // The nearest of those around it, asked for only where it matters.
      if (apart > largest) largest = Math.max(largest, how.slack === 0 ? apart : nearestApart(own, two, { ...how, left, top }));
    }
  return Math.round(largest / square ** 2);
}

interface Square {
  readonly left: number;
  readonly top: number;
  readonly square: number;
}

function nearestApart(sum: number, picture: Uint8Array, { left, top, width, height, square, slack }: Size & Squares & Square): number {
  let least = Infinity;
  for (let y = Math.max(0, top - slack); y <= Math.min(height - square, top + slack); y++)
    for (let x = Math.max(0, left - slack); x <= Math.min(width - square, left + slack); x++)
      least = Math.min(least, Math.abs(sum - sumAt(picture, width, { left: x, top: y, square })));
  return least;
}

function sumAt(picture: Uint8Array, width: number, { left, top, square }: Square): number {
  let sum = 0;
  for (let y = top; y < top + square; y++) for (let at = y * width + left; at < y * width + left + square; at++) sum += picture[at] ?? 0;
  return sum;
}

function lettersOf(engine: Pdfium, page: number): Map<string, number> {
  const textPage = engine.FPDFText_LoadPage(page);
  const letters = new Map<string, number>();
  // White space comes from the places of letters.
  for (const letter of readTextOf(engine, textPage).replaceAll(/[\s\p{Cc}\p{Cn}]/gu, ''))
    letters.set(letter, (letters.get(letter) ?? 0) + 1);
  engine.FPDFText_ClosePage(textPage);
  return letters;
}

/** The engine takes letters that lie over each other for one, which depends on their size. */
const MISSING_MAX = 0.02;

function holds(all: ReadonlyMap<string, number>, some: ReadonlyMap<string, number>): boolean {
  let [count, missing] = [0, 0];
  for (const [letter, own] of some) {
    count += own;
    missing += Math.max(0, own - (all.get(letter) ?? 0));
  }
  return missing <= count * MISSING_MAX;
}

const ANNOTATIONS_MAX = 5000;
/** fpdf_annot.h */
const [TEXT, FILE, SOUND, HIDDEN] = [1, 17, 18, 2];

/** Of a size that readers choose, whatever that of the page (ISO 32000-1 12.5.6.4). */
function isIcon(engine: Pdfium, annotation: number): boolean {
  return [TEXT, FILE, SOUND].includes(engine.FPDFAnnot_GetSubtype(annotation));
}

const NORMAL = 0;

/** Of its own: the engine makes one when it draws. */
function hasAppearance(engine: Pdfium, annotation: number): boolean {
  // An empty text has a final zero of two bytes.
  return engine.FPDFAnnot_GetAP(annotation, NORMAL, 0, 0) > 2;
}

/** Only in memory. */
function hideIcons(engine: Pdfium, page: number): void {
  const count = Math.min(ANNOTATIONS_MAX, engine.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (isIcon(engine, annotation) && !hasAppearance(engine, annotation)) engine.FPDFAnnot_SetFlags(annotation, HIDDEN);
    engine.FPDFPage_CloseAnnot(annotation);
  }
}

/** The boxes of annotations after `matrix`, which starts at the page as shown. */
function annotationsOf({ engine, scratch }: Pick<Tools, 'engine' | 'scratch'>, page: number, matrix: Matrix): ShownBox[] {
  const count = Math.min(ANNOTATIONS_MAX, engine.FPDFPage_GetAnnotCount(page));
  if (count === 0) return [];
  const toShown = multiply(shownMatrix(engine, scratch, page), matrix);
  const boxes: ShownBox[] = [];
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    // FS_RECTF: left, top, right, bottom.
    if (!isIcon(engine, annotation) && engine.FPDFAnnot_GetRect(annotation, scratch.pointer)) {
      const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
      boxes.push(showBox(toShown, [left, bottom, right, top]));
    }
    engine.FPDFPage_CloseAnnot(annotation);
  }
  return boxes;
}

/** From user space to the page as shown, as the engine has it: measured with three points. */
function shownMatrix(engine: Pdfium, scratch: Scratch, page: number): Matrix {
  const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  const at = scratch.pointer;
  const userAt = (x: number, y: number): readonly [number, number] => {
    engine.FPDF_DeviceToPage(page, 0, 0, MEASURE, MEASURE, 0, x, y, at, at + 8);
    return [scratch.doubles[0] ?? 0, scratch.doubles[1] ?? 0];
  };
  const [origin, across, down] = [userAt(0, 0), userAt(MEASURE, 0), userAt(0, MEASURE)];
  const [a, b] = [(across[0] - origin[0]) / width, (across[1] - origin[1]) / width];
  const [c, d] = [(down[0] - origin[0]) / height, (down[1] - origin[1]) / height];
  return invert([a, b, c, d, ...origin]) ?? IDENTITY;
}

const MEASURE = 10_000;
/** Points. */
const ASTRAY = 1;

function isSameBox(one: ShownBox, two: ShownBox): boolean {
  const apart = [one.left - two.left, one.top - two.top, one.right - two.right, one.bottom - two.bottom];
  return apart.every((side) => Math.abs(side) < ASTRAY);
}
