// The body of the thread of grey-pages.ts: one document in PDFium, one page drawn in grey per request. No file, no network.

import { parentPort, workerData } from 'node:worker_threads';
import { type EngineInput, heapBytes, loadPdfium, openInPdfium, type Pdfium } from './pdfium.ts';
import type { Raster } from '../../images/raster.ts';
import type { Matrix } from '../geometry/matrix.ts';

export interface GreyRequest {
  /** 0-based. */
  readonly pageIndex: number;
  /** Pixels per default user space unit × 72. */
  readonly dpi: number;
  readonly pixelsMax: number;
}

export interface GreyPage extends Raster<1> {
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** From pixels (right and down from the upper left corner) to the page's default user space. */
  readonly toUserSpace: Matrix;
}

export interface GreyAnswer {
  readonly page: GreyPage | undefined;
  readonly heapBytes: number;
}

const BITMAP_GRAY = 1;
const FPDF_GRAYSCALE = 8;

const engine = await loadPdfium();
const opened = openInPdfium(engine, workerData as EngineInput);

parentPort?.on('message', (request: GreyRequest) => {
  if (typeof opened !== 'number' && opened.isHeavy) opened.reopen();
  const page = typeof opened === 'number' ? undefined : drawGrey(engine, opened.handle, request);
  parentPort?.postMessage({ page, heapBytes: heapBytes(engine) } satisfies GreyAnswer, page ? [page.pixels.buffer] : []);
});

/** Draws a page as it is displayed, /Rotate applied, without annotations; undefined when it does not load or there is no memory for it. */
function drawGrey(engine: Pdfium, document: number, { pageIndex, dpi, pixelsMax }: GreyRequest): GreyPage | undefined {
  const page = engine.FPDF_LoadPage(document, pageIndex);
  if (page === 0) return undefined;
  const [widthUnits, heightUnits] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  const scale = Math.min(dpi / 72, Math.sqrt(pixelsMax / Math.max(1, widthUnits * heightUnits)));
  const width = Math.max(1, Math.min(pixelsMax, Math.round(widthUnits * scale)));
  const height = Math.max(1, Math.min(Math.floor(pixelsMax / width), Math.round(heightUnits * scale)));
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, BITMAP_GRAY, 0, 0);
  if (bitmap === 0) {
    engine.FPDF_ClosePage(page);
    return undefined;
  }
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_GRAYSCALE);
  const stride = engine.FPDFBitmap_GetStride(bitmap);
  const start = engine.FPDFBitmap_GetBuffer(bitmap);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = start + y * stride;
    pixels.set(engine.pdfium.HEAPU8.subarray(row, row + width), y * width);
  }
  const toUserSpace = readMatrix(engine, page, width, height);
  engine.FPDFBitmap_Destroy(bitmap);
  engine.FPDF_ClosePage(page);
  return { width, height, channels: 1, pixels, toUserSpace };
}

/** PDFium gives the places of three corners of the picture on the page. */
function readMatrix(engine: Pdfium, page: number, width: number, height: number): Matrix {
  const { malloc, free } = engine.pdfium.wasmExports;
  const out = malloc(16);
  const at = (x: number, y: number): readonly [number, number] => {
    engine.FPDF_DeviceToPage(page, 0, 0, width, height, 0, x, y, out, out + 8);
    const view = new DataView(engine.pdfium.HEAPU8.buffer);
    return [view.getFloat64(out, true), view.getFloat64(out + 8, true)];
  };
  const [e, f] = at(0, 0);
  const [rightX, rightY] = at(width, 0);
  const [downX, downY] = at(0, height);
  free(out);
  return [(rightX - e) / width, (rightY - f) / width, (downX - e) / height, (downY - f) / height, e, f];
}
