// Whether a page of an edited document is turned and cropped as planned, and looks unchanged outside the declared boxes. To compare
// turned or cropped pages, the result's page gets the shape of its source, in the engine's memory only.

import type { Raster } from '../../../images/raster.ts';
import type { Box } from '../../geometry/box.ts';
import type { ShownBox } from '../../geometry/shown-box.ts';
import type { JudgedPage } from './judged-page.ts';
import { type Pdfium, type PdfiumDocument, renderPage } from '../pdfium.ts';

/**
 * The engine puts letters on whole pixels: one on the edge between two jumps when its place changes by a millionth. It does so at
 * one resolution only; what was moved, added or lost is visible at all.
 */
const RENDER_DPIS = [72, 101, 131];
const RENDER_PIXELS_MAX = 2_500_000;
/** Anti-aliasing differs slightly where a glyph's position is rounded. */
const CHANNEL_SLACK = 8;
const EDGE_PIXELS = 1.5;
/** Boxes are written with three digits. */
const SHAPE_SLACK = 0.01;

interface Shape {
  readonly quarterTurns: number;
  /** The visible part of the page, in default user space. */
  readonly box: Box;
}

/** @returns whether the page has the planned shape. Afterwards it has that of its source. */
export function judgeShape(
  engine: Pdfium,
  before: PdfiumDocument,
  after: PdfiumDocument,
  page: Pick<JudgedPage, 'before' | 'after' | 'quarterTurns' | 'isCut'>,
): boolean {
  const [was, is] = [readShape(engine, before, page.before), readShape(engine, after, page.after)];
  if (!was || !is) return was === is;
  const isTurned = is.quarterTurns === (was.quarterTurns + page.quarterTurns) % 4;
  const moved = is.box.map((side, index) => (side - (was.box[index] ?? 0)) * (index < 2 ? 1 : -1));
  const isSeen = page.isCut ? moved.every((by) => by >= -SHAPE_SLACK) : moved.every((by) => Math.abs(by) <= SHAPE_SLACK);
  if (page.isCut || page.quarterTurns % 4 !== 0) giveShape(engine, after, page.after, was);
  return isTurned && isSeen;
}

function readShape(engine: Pdfium, document: PdfiumDocument, pageIndex: number): Shape | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const buffer = engine.pdfium.wasmExports.malloc(16);
  engine.FPDF_GetPageBoundingBox(page, buffer);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(engine.pdfium.HEAPU8.buffer, buffer, 4);
  const quarterTurns = engine.FPDFPage_GetRotation(page);
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDF_ClosePage(page);
  return { quarterTurns, box: [left, Math.min(bottom, top), right, Math.max(bottom, top)] };
}

function giveShape(engine: Pdfium, document: PdfiumDocument, pageIndex: number, { quarterTurns, box }: Shape): void {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  engine.FPDFPage_SetRotation(page, quarterTurns);
  engine.FPDFPage_SetCropBox(page, ...box);
  engine.FPDF_ClosePage(page);
}

/** @returns whether the pictures are alike outside the boxes, at one resolution at least */
export function judgePicture(
  engine: Pdfium,
  before: PdfiumDocument,
  after: PdfiumDocument,
  page: Pick<JudgedPage, 'before' | 'after' | 'boxes'>,
): boolean {
  return RENDER_DPIS.some((dpi) => {
    const one = renderPage(engine, before, page.before, dpi, RENDER_PIXELS_MAX);
    const two = renderPage(engine, after, page.after, dpi, RENDER_PIXELS_MAX);
    if (!one || !two) return one === two;
    if (one.width !== two.width || one.height !== two.height) return false;
    return isAlikeOutside(one, two, shownBoxes(engine, before, page.before, page.boxes, one));
  });
}

/** Boxes of default user space on the page as it is drawn, turned and cropped, in pixels. */
function shownBoxes(engine: Pdfium, document: PdfiumDocument, pageIndex: number, boxes: readonly Box[], raster: Raster<4>): ShownBox[] {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  const buffer = engine.pdfium.wasmExports.malloc(8);
  const scale = 16;
  const place = (x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, raster.width * scale, raster.height * scale, 0, x, y, buffer, buffer + 4);
    const [left = 0, top = 0] = new Int32Array(engine.pdfium.HEAPU8.buffer, buffer, 2);
    return [left / scale, top / scale] as const;
  };
  const shown = boxes.map(([left, bottom, right, top]): ShownBox => {
    const corners = [place(left, bottom), place(right, bottom), place(right, top), place(left, top)];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return {
      left: Math.min(...xs) - EDGE_PIXELS,
      top: Math.min(...ys) - EDGE_PIXELS,
      right: Math.max(...xs) + EDGE_PIXELS,
      bottom: Math.max(...ys) + EDGE_PIXELS,
    };
  });
  engine.pdfium.wasmExports.free(buffer);
  engine.FPDF_ClosePage(page);
  return shown;
}

function isAlikeOutside(one: Raster<4>, two: Raster<4>, boxes: readonly ShownBox[]): boolean {
  if (Buffer.compare(one.pixels, two.pixels) === 0) return true;
  for (let at = 0; at < one.width * one.height; at++) {
    const byte = at * 4;
    if (!differs(one.pixels, two.pixels, byte)) continue;
    const [x, y] = [(at % one.width) + 0.5, Math.floor(at / one.width) + 0.5];
    if (!boxes.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom)) return false;
  }
  return true;
}

function differs(one: Uint8Array, two: Uint8Array, byte: number): boolean {
  for (let at = byte; at < byte + 3; at++) if (Math.abs((one[at] ?? 0) - (two[at] ?? 0)) > CHANNEL_SLACK) return true;
  return false;
}
