// A page as the grey raster that is read: the scan's own pixels where the page is one plain image, drawn by PDFium otherwise. Always upright
// as the page is displayed; the size never makes it fail, the resolution is lowered instead.

import type { OpenedPdf } from '../pdf/opened.ts';
import { numberOf } from '../pdf/syntax/dictionary.ts';
import { inherited } from '../pdf/syntax/inherited.ts';
import { engineInput } from '../pdf/pdfium/pdfium.ts';
import { GreyPages } from '../pdf/pdfium/grey-pages.ts';
import { areaOf, type Box, boundsOf, intersect, isEmpty, transformBox, UNIT_SQUARE } from '../pdf/geometry/box.ts';
import { determinantOf, multiply, type Matrix } from '../pdf/geometry/matrix.ts';
import { type Rotation, rotationBy, rotationOf, visibleBox } from '../pdf/pages/page-box.ts';
import { decodeGreyImage, imageBytesOf } from './decode-image.ts';
import type { GreyRaster } from './recognised.ts';
import { findSoleImage, isAxisAligned, type SoleImage } from './sole-image.ts';
import { turnRaster } from './turn-raster.ts';

/** When horizontal and vertical resolution differ by a smaller share, pixels count as square. */
const SQUARE_TOLERANCE = 0.05;

export interface PageRaster extends GreyRaster {
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
/** Beyond the crop box, as a share of its side: what is there is not displayed and must not be read. */
const OVERHANG_MAX = 0.02;
/** A scan of 100 dpi is often a pixel short of it. */
const EXTRACTED_DPI = { min: 98, max: 600 } as const;
/** So many pixels are a page whatever size the document states: pictures without a resolution are often placed at 72 dpi. */
const PAGE_PIXELS_MIN = 2_000_000;
/** Longer side of a usual sheet (A4, Letter), for the resolution of a page whose size is implausible. */
const LONG_SIDE_INCHES = 11.5;
/**
 * The resolution for grey pages. Over 19 pages in six languages, down to 5 points, 225 dpi misses no more words than 300 (0.0147 and 0.0210 a
 * page, because it averages out noise) and takes 12 % less CPU (November 2026). Black and white is cheap already and would turn grey.
 */
const DPI_WANTED = { grey: 225, bilevel: 300 } as const;
/** Up to so much above it, the original pixels are read: shrinking them by less saves almost nothing. */
const DPI_SLACK = 1.2;
const DRAW_MS_MAX = 30_000;
/** A4, where the page has no box. */
const A4: Box = [0, 0, 595, 842];

export class PageRasters implements AsyncDisposable {
  readonly #document: Pick<OpenedPdf, 'pages'>;
  readonly #drawn: GreyPages;

  /** @param document as opened by processor/pdf/open.ts. */
  constructor(document: Pick<OpenedPdf, 'pages' | 'source'>) {
    this.#document = document;
    this.#drawn = new GreyPages(engineInput(document.source));
  }

  /** Pages with more bytes of images generally take longer to read. `pageIndex` is 0-based. */
  weightOf(pageIndex: number): number {
    const page = this.#document.pages[pageIndex];
    return page ? imageBytesOf(inherited(page.dict, 'Resources')) : 0;
  }

  /** About the pixels of its raster, from the size of the page. */
  pixelsOf(pageIndex: number): number {
    const page = this.#document.pages[pageIndex];
    const [left, bottom, right, top] = page?.mediaBox ?? A4;
    const unit = (page && numberOf(page.dict, 'UserUnit')) || 1;
    return Math.min(PIXELS_MAX, (right - left) * (top - bottom) * ((unit * DPI_WANTED.bilevel) / 72) ** 2);
  }

  /** @throws PageNotDrawn */
  async rasterOf(pageIndex: number): Promise<PageRaster> {
    const page = this.#document.pages[pageIndex];
    const userUnit = (page && numberOf(page.dict, 'UserUnit')) || 1;
    const sole = page && findSoleImage(page.dict);
    const dpi = sole && dpiOf(sole, userUnit);
    if (!page || !sole || dpi === undefined || !fills(sole, visibleBox(page.dict, page.mediaBox ?? A4))) {
      return this.#draw(pageIndex, DPI_WANTED.grey, userUnit);
    }
    const extracted = await extract(sole, dpi, rotationOf(page.dict));
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
export function uprightToUserSpace(raster: Pick<PageRaster, 'width' | 'height' | 'toUserSpace'>, turn: Rotation): Matrix {
  return multiply(unturned(raster.width, raster.height, turn), raster.toUserSpace);
}

async function extract({ stream, matrix }: SoleImage, placedDpi: number, rotate: Rotation): Promise<PageRaster | undefined> {
  const [width, height] = sizeOf(stream);
  const dpi = credibleDpi({ width, height, dpi: placedDpi });
  const wantedDpi = numberOf(stream.dict, 'BitsPerComponent') === 1 ? DPI_WANTED.bilevel : DPI_WANTED.grey;
  const wanted = dpi > wantedDpi * DPI_SLACK ? wantedDpi / dpi : 1;
  const image = await decodeGreyImage(stream, Math.min(wanted, Math.sqrt(PIXELS_MAX / (width * height))));
  if (!image) return undefined;
  const turn = rotationBy((rotate - directionOf(matrix)) / 90);
  const toUnitSquare: Matrix = [1 / image.width, 0, 0, -1 / image.height, 0, 1];
  const toUserSpace = uprightToUserSpace({ ...image, toUserSpace: multiply(toUnitSquare, matrix) }, turn);
  return { ...turnRaster({ ...image, dpi: (dpi * image.width) / width }, turn), source: 'extracted', toUserSpace };
}

function credibleDpi({ width, height, dpi }: Pick<GreyRaster, 'width' | 'height' | 'dpi'>): number {
  return dpi < EXTRACTED_DPI.min ? Math.max(dpi, Math.max(width, height) / LONG_SIDE_INCHES) : dpi;
}

/** From pixels of the turned raster to pixels of the one that was `width` wide and `height` high. */
function unturned(width: number, height: number, turn: Rotation): Matrix {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, -1, 1, 0, 0, height];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, 1, -1, 0, width, 0];
  }
}

/** Undefined when the image's pixels are not square on the page, lie skewed or mirrored, or are too few or too many to be read as they are. */
function dpiOf({ stream, matrix }: SoleImage, userUnit: number): number | undefined {
  const [a, b, c, d] = matrix;
  if (!isAxisAligned(matrix) || determinantOf(matrix) <= 0) return undefined;
  const [width, height] = sizeOf(stream);
  const [across, down] = [(width * 72) / (Math.hypot(a, b) * userUnit), (height * 72) / (Math.hypot(c, d) * userUnit)];
  const dpi = Math.sqrt(across * down);
  const isSquare = Math.abs(across / down - 1) <= SQUARE_TOLERANCE;
  const isEnough = dpi >= EXTRACTED_DPI.min || width * height >= PAGE_PIXELS_MIN;
  return isSquare && isEnough && dpi <= EXTRACTED_DPI.max ? dpi : undefined;
}

function sizeOf({ dict }: SoleImage['stream']): readonly [number, number] {
  return [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
}

function fills({ matrix }: SoleImage, shown: Box): boolean {
  const image = boundsOf(transformBox(matrix, UNIT_SQUARE));
  const seen = intersect(image, shown);
  const covered = isEmpty(seen) ? 0 : areaOf(seen) / areaOf(shown);
  const [width, height] = [shown[2] - shown[0], shown[3] - shown[1]];
  const overhang = Math.max(
    (shown[0] - image[0]) / width,
    (image[2] - shown[2]) / width,
    (shown[1] - image[1]) / height,
    (image[3] - shown[3]) / height,
  );
  return covered >= COVER_MIN && overhang <= OVERHANG_MAX;
}

/** Where the image's rows run on the page, counter-clockwise from the right, in degrees. */
function directionOf([a, b]: Matrix): number {
  return Math.abs(a) > Math.abs(b) ? (a > 0 ? 0 : 180) : b > 0 ? 90 : 270;
}
