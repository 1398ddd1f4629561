// A page as the grey raster that is read: the scan's own pixels where the page is one plain image, drawn by PDFium otherwise. Always upright
// as the page is displayed; the size never makes it fail, the resolution is lowered instead.

import { type PDFDict, PDFNumber } from 'pdf-lib';
import type { OpenedPdf } from '../pdf/opened.ts';
import { numberOf } from '../pdf/syntax/dictionary.ts';
import { GreyPages } from '../pdf/pdfium/grey-pages.ts';
import { multiply, type Matrix } from '../pdf/geometry/matrix.ts';
import { decodeGreyImage, imageBytesOf } from './decode-image.ts';
import type { Raster } from './recognised.ts';
import { boundsOf, findSoleImage, inherited, intersect, isAxisAligned, readCropBox, type SoleImage } from './sole-image.ts';
import { type Turn, turnRaster } from './turn-raster.ts';

/** Resolutions that differ by less of themselves across and down make square pixels. */
const SQUARE_TOLERANCE = 0.05;

export interface PageRaster extends Raster {
  readonly source: 'extracted' | 'rendered';
  /** From pixels (right and down from the upper left corner) to the page's default user space. */
  readonly toUserSpace: Matrix;
}

/** The page could not be drawn, or not in time. */
export class PageNotDrawn extends Error {
  override readonly name = 'PageNotDrawn';
}

const PIXELS_MAX = 40_000_000;
const COVER_MIN = 0.95;
/** Beyond the crop box, in parts of its side: what lies there is not displayed and must not be read. */
const OVERHANG_MAX = 0.02;
/** A scan of 100 dpi is often a pixel short of it. */
const EXTRACTED_DPI = { min: 98, max: 600 } as const;
/** So many pixels are a page whatever the document says of its size: pictures without a resolution are often placed at 72 dpi. */
const PAGE_PIXELS_MIN = 2_000_000;
/** Of a usual sheet (A4, Letter), for the resolution of a page whose size is not to be believed. */
const LONG_SIDE_INCHES = 11.5;
/**
 * What grey pages are read at. Over 19 pages in six languages, down to 5 points, 225 dpi misses no more words than 300 (0.0147 and 0.0210 a
 * page, for it averages noise away) and takes 12 % less CPU (November 2026). Black and white is cheap as it is and would turn grey.
 */
const DPI_WANTED = { grey: 225, bilevel: 300 } as const;
/** So much above it the original pixels are read: to shrink them by less saves next to nothing. */
const DPI_SLACK = 1.2;
const DRAW_MS_MAX = 30_000;
/** A4, where the page names no box. */
const DEFAULT_BOX = { x: 0, y: 0, width: 595, height: 842 };

export class PageRasters implements AsyncDisposable {
  readonly #document: Pick<OpenedPdf, 'pages'>;
  readonly #drawn: GreyPages;

  /** @param document as processor/pdf/open.ts gives it. */
  constructor(document: Pick<OpenedPdf, 'pages' | 'bytes'>) {
    this.#document = document;
    this.#drawn = new GreyPages(document.bytes);
  }

  /** Pages with more bytes of images take longer to read, by and large. `pageIndex` is 0-based. */
  weightOf(pageIndex: number): number {
    const page = this.#document.pages[pageIndex];
    return page ? imageBytesOf(inherited(page.dict, 'Resources')) : 0;
  }

  /** About as many as its raster has, by the size of the page. */
  pixelsOf(pageIndex: number): number {
    const page = this.#document.pages[pageIndex];
    const { width, height } = page?.mediaBox ?? DEFAULT_BOX;
    const unit = (page && numberOf(page.dict, 'UserUnit')) || 1;
    return Math.min(PIXELS_MAX, Math.abs(width * height) * ((unit * DPI_WANTED.bilevel) / 72) ** 2);
  }

  /** @throws PageNotDrawn */
  async rasterOf(pageIndex: number): Promise<PageRaster> {
    const page = this.#document.pages[pageIndex];
    const { x, y, width, height } = page?.mediaBox ?? DEFAULT_BOX;
    const userUnit = (page && numberOf(page.dict, 'UserUnit')) || 1;
    const mediaBox = { x0: x, y0: y, x1: x + width, y1: y + height };
    const sole = page && findSoleImage(page.dict);
    const dpi = sole && dpiOf(sole, userUnit);
    if (!page || !sole || dpi === undefined || !fills(sole, readCropBox(page.dict, mediaBox))) {
      return this.#draw(pageIndex, DPI_WANTED.grey, userUnit);
    }
    const extracted = await extract(sole, dpi, rotateOf(page.dict));
    if (extracted) return extracted;
    const drawn = await this.#draw(pageIndex, Math.min(DPI_WANTED.grey, dpi), userUnit);
    return { ...drawn, dpi: credibleDpi(drawn) };
  }

  async #draw(pageIndex: number, dpi: number, userUnit: number): Promise<PageRaster> {
    const request = { pageIndex, dpi: dpi * userUnit, pixelsMax: PIXELS_MAX };
    const page = await this.#drawn.draw(request, DRAW_MS_MAX);
    if (!page) throw new PageNotDrawn(`page ${pageIndex + 1}`);
    const unitsPerPixel = Math.hypot(page.toUserSpace[0], page.toUserSpace[1]);
    return { ...page, dpi: 72 / (unitsPerPixel * userUnit), source: 'rendered' };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#drawn[Symbol.asyncDispose]();
  }
}

/** For boxes of a page that was turned for reading: from its pixels to the default user space. */
export function uprightToUserSpace(raster: Pick<PageRaster, 'widthPx' | 'heightPx' | 'toUserSpace'>, turn: Turn): Matrix {
  return multiply(unturned(raster.widthPx, raster.heightPx, turn), raster.toUserSpace);
}

async function extract({ stream, matrix }: SoleImage, placedDpi: number, rotate: Turn): Promise<PageRaster | undefined> {
  const [widthPx, heightPx] = sizeOf(stream);
  const dpi = credibleDpi({ widthPx, heightPx, dpi: placedDpi });
  const wantedDpi = numberOf(stream.dict, 'BitsPerComponent') === 1 ? DPI_WANTED.bilevel : DPI_WANTED.grey;
  const wanted = dpi > wantedDpi * DPI_SLACK ? wantedDpi / dpi : 1;
  const image = await decodeGreyImage(stream, Math.min(wanted, Math.sqrt(PIXELS_MAX / (widthPx * heightPx))));
  if (!image) return undefined;
  const turn = turnOf(rotate - directionOf(matrix));
  const toUnitSquare: Matrix = [1 / image.widthPx, 0, 0, -1 / image.heightPx, 0, 1];
  const toUserSpace = uprightToUserSpace({ ...image, toUserSpace: multiply(toUnitSquare, matrix) }, turn);
  return { ...turnRaster({ ...image, dpi: (dpi * image.widthPx) / widthPx }, turn), source: 'extracted', toUserSpace };
}

function credibleDpi({ widthPx, heightPx, dpi }: Omit<Raster, 'pixels'>): number {
  return dpi < EXTRACTED_DPI.min ? Math.max(dpi, Math.max(widthPx, heightPx) / LONG_SIDE_INCHES) : dpi;
}

/** From pixels of the turned raster to pixels of the one that was `widthPx` wide and `heightPx` high. */
function unturned(widthPx: number, heightPx: number, turn: Turn): Matrix {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, -1, 1, 0, 0, heightPx];
    case 180:
      return [-1, 0, 0, -1, widthPx, heightPx];
    case 270:
      return [0, 1, -1, 0, widthPx, 0];
  }
}

/** Undefined when the image's pixels are not square on the page, lie skewed or mirrored, or are too few or too many to be read as they are. */
function dpiOf({ stream, matrix }: SoleImage, userUnit: number): number | undefined {
  const [a, b, c, d] = matrix;
  if (!isAxisAligned(matrix) || a * d - b * c <= 0) return undefined;
  const [widthPx, heightPx] = sizeOf(stream);
  const [across, down] = [(widthPx * 72) / (Math.hypot(a, b) * userUnit), (heightPx * 72) / (Math.hypot(c, d) * userUnit)];
  const dpi = Math.sqrt(across * down);
  const isSquare = Math.abs(across / down - 1) <= SQUARE_TOLERANCE;
  const isEnough = dpi >= EXTRACTED_DPI.min || widthPx * heightPx >= PAGE_PIXELS_MIN;
  return isSquare && isEnough && dpi <= EXTRACTED_DPI.max ? dpi : undefined;
}

function sizeOf({ dict }: SoleImage['stream']): readonly [number, number] {
  return [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
}

function fills({ matrix }: SoleImage, cropBox: ReturnType<typeof boundsOf>): boolean {
  const image = boundsOf(matrix);
  const seen = intersect(image, cropBox);
  const [width, height] = [cropBox.x1 - cropBox.x0, cropBox.y1 - cropBox.y0];
  const covered = (Math.max(0, seen.x1 - seen.x0) * Math.max(0, seen.y1 - seen.y0)) / (width * height);
  const overhang = Math.max(
    (cropBox.x0 - image.x0) / width,
    (image.x1 - cropBox.x1) / width,
    (cropBox.y0 - image.y0) / height,
    (image.y1 - cropBox.y1) / height,
  );
  return covered >= COVER_MIN && overhang <= OVERHANG_MAX;
}

/** Where the image's rows run on the page, counter-clockwise from the right, in degrees. */
function directionOf([a, b]: Matrix): number {
  return Math.abs(a) > Math.abs(b) ? (a > 0 ? 0 : 180) : b > 0 ? 90 : 270;
}

function turnOf(degrees: number): Turn {
  const turn = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

/** /Rotate, clockwise (ISO 32000-1 table 30). */
function rotateOf(page: PDFDict): Turn {
  const value = inherited(page, 'Rotate');
  return value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? turnOf(value.asNumber()) : 0;
}
