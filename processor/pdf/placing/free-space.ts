// Where nothing is printed on a page: measured on the page as PDFium draws the source, with the places of its annotations. What is put on
// pages goes there, so that it is never over something.

import type { PDFDict } from 'pdf-lib';
import type { OpenedPdf } from '../opened.ts';
import { type Box, boundsOf, intersect, isEmpty, transformBox } from '../geometry/box.ts';
import { IDENTITY, invert, type Matrix } from '../geometry/matrix.ts';
import { annotationsOf, areasOf } from '../pages/annotations.ts';
import { engineInput } from '../pdfium/pdfium.ts';
import { GreyPages } from '../pdfium/grey-pages.ts';
import type { Raster } from '../../images/raster.ts';

const DPI = 54;
const PIXELS_MAX = 1_500_000;
const PAGE_MS_MAX = 10_000;
/** Beyond so many pages the ones measured stand for the others. */
const PAGES_MAX = 300;
/** Out of 255: paper, and a picture of paper, are not of one grey. */
const GREY_SLACK = 48;
/** Of the pixels: single specks are not print. */
const SPECKS_MAX = 0.004;

export class FreeSpace implements AsyncDisposable {
  readonly #opened: OpenedPdf;
  readonly #pages: GreyPages;
  readonly #known = new Map<number, PageInk | undefined>();

  /** @param opened as it is before pages are rearranged */
  constructor(opened: OpenedPdf) {
    this.#opened = opened;
    this.#pages = new GreyPages(engineInput(opened.source));
  }

  /** @param sourcePage 1-based. @returns undefined where it cannot be drawn, or too many were */
  async inkOf(sourcePage: number): Promise<PageInk | undefined> {
    if (this.#known.has(sourcePage)) return this.#known.get(sourcePage);
    if (this.#known.size >= PAGES_MAX) return undefined;
    const dict = this.#opened.pages[sourcePage - 1]?.dict;
    const drawn = await this.#pages.draw({ pageIndex: sourcePage - 1, dpi: DPI, pixelsMax: PIXELS_MAX }, PAGE_MS_MAX);
    const ink = dict && drawn ? new PageInk(drawn, drawn.toUserSpace, occupiedBy(dict)) : undefined;
    this.#known.set(sourcePage, ink);
    return ink;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pages[Symbol.asyncDispose]();
  }
}

function occupiedBy(page: PDFDict): Box[] {
  return annotationsOf(page).flatMap((annotation) => [...areasOf(annotation)]);
}

export class PageInk {
  readonly #raster: Raster<1>;
  readonly #toPixels: Matrix;
  readonly #taken: Box[];

  /** @param taken places in default user space that are not free, whatever they show */
  constructor(raster: Raster<1>, toUserSpace: Matrix, taken: readonly Box[]) {
    this.#raster = raster;
    this.#toPixels = invert(toUserSpace) ?? IDENTITY;
    this.#taken = [...taken];
  }

  take(box: Box): void {
    this.#taken.push(box);
  }

  /** Whether the page shows one even ground there. @param box in default user space */
  isFree(box: Box): boolean {
    if (this.#taken.some((taken) => !isEmpty(intersect(taken, box)))) return false;
    const { width, height, pixels } = this.#raster;
    const [left, top, right, bottom] = boundsOf(transformBox(this.#toPixels, box));
    const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
    const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(height, Math.ceil(bottom))];
    if (x1 <= x0 || y1 <= y0) return false;
    const counts = new Uint32Array(256);
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) counts[pixels[y * width + x] ?? 0] = (counts[pixels[y * width + x] ?? 0] ?? 0) + 1;
    const total = (x1 - x0) * (y1 - y0);
    const ground = counts.indexOf(Math.max(...counts));
    let apart = 0;
    for (const [grey, count] of counts.entries()) if (Math.abs(grey - ground) > GREY_SLACK) apart += count;
    return apart <= total * SPECKS_MAX;
  }
}

/** How far a thing may go from where it was asked to be, so that it still is there for a reader. */
export interface Reach {
  /** Points, of the page as seen, to the right and up; `least` and `most` of the shift. */
  readonly across: readonly [least: number, most: number];
  readonly up: readonly [least: number, most: number];
  /** A shift across is worse than one up by this factor. */
  readonly acrossWeight: number;
}

const STEP_UP = 4;
const STEP_ACROSS = 8;

/** Shifts from the nearest to the farthest; the first is none. */
export function shiftsWithin({ across, up, acrossWeight }: Reach): readonly (readonly [across: number, up: number])[] {
  const shifts: (readonly [number, number])[] = [];
  const steps = ([least, most]: readonly [number, number], step: number) => {
    const some: number[] = [];
    for (let at = 0; at <= most; at += step) some.push(at);
    for (let at = -step; at >= least; at -= step) some.push(at);
    return some;
  };
  for (const x of steps(across, STEP_ACROSS)) for (const y of steps(up, STEP_UP)) shifts.push([x, y]);
  const far = ([x, y]: readonly [number, number]) => Math.abs(x) * acrossWeight + Math.abs(y);
  return shifts.toSorted((one, two) => far(one) - far(two));
}
