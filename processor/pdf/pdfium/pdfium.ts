// PDFium, the second engine: one WASM instance per thread, made on first use. Its heap never shrinks, so whoever runs many documents
// through it watches `heapBytes` and starts anew. It cannot be interrupted: what must end in time runs it in a thread of its own.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Raster } from '../../images/raster.ts';

/** The package's types leave out the view of the heap; it is replaced whenever the heap grows, so it is read anew each time. */
export type Pdfium = WrappedPdfiumModule & {
  readonly pdfium: { readonly HEAPU8: Uint8Array<ArrayBuffer>; readonly wasmExports: Readonly<Record<Bare, BareFunction>> };
};

/**
 * What is asked for every letter, object or point of a page is called without the package's wrapper, which costs more than the call.
 * Truth is 1 or 0.
 */
type BareFunction = (...args: readonly number[]) => number;

type Bare = Extract<
  keyof WrappedPdfiumModule,
  | `FPDFText_${string}`
  | `FPDFTextObj_${string}`
  | `FPDFPage_${string}`
  | `FPDFPageObj_${string}`
  | `FPDFFormObj_${string}`
  | `FPDFPath_${string}`
  | `FPDFPathSegment_${string}`
  | `FPDFClipPath_${string}`
>;

/** FPDF_GetLastError of fpdfview.h. */
export const PDFIUM_ERROR = { format: 3, password: 4, security: 5 } as const;

let instance: Promise<Pdfium> | undefined;

/** The instance of this thread (about 60 ms CPU the first time). */
export function loadPdfium(): Promise<Pdfium> {
  instance ??= makeInstance();
  return instance;
}

async function makeInstance(): Promise<Pdfium> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = (await init({ wasmBinary: new Uint8Array(file).buffer })) as Pdfium;
  pdfium.PDFiumExt_Init();
  return pdfium;
}

export function heapBytes({ pdfium }: Pdfium): number {
  return pdfium.HEAPU8.length;
}

export interface PdfiumDocument extends Disposable {
  readonly handle: number;
  readonly pageCount: number;
  /** Forgets what the engine has kept of the document, and what was changed in it. Pages must be closed. */
  reopen(): void;
}

/** Opens a document, or gives PDFIUM_ERROR's number. The bytes are copied into the heap and freed on dispose. */
export function openInPdfium(engine: Pdfium, bytes: Uint8Array, password = ''): PdfiumDocument | number {
  const { pdfium } = engine;
  const { length } = bytes;
  const pointer = pdfium.wasmExports.malloc(length);
  pdfium.HEAPU8.set(bytes, pointer);
  let handle = engine.FPDF_LoadMemDocument(pointer, length, password);
  if (handle === 0) {
    const error = engine.FPDF_GetLastError();
    pdfium.wasmExports.free(pointer);
    return error;
  }
  return {
    get handle() {
      return handle;
    },
    pageCount: engine.FPDF_GetPageCount(handle),
    reopen() {
      engine.FPDF_CloseDocument(handle);
      handle = engine.FPDF_LoadMemDocument(pointer, length, password);
    },
    [Symbol.dispose]() {
      engine.FPDF_CloseDocument(handle);
      pdfium.wasmExports.free(pointer);
    },
  };
}

/** The text of a page, or undefined when the page does not load. `pageIndex` is 0-based. */
export function readPageText(engine: Pdfium, document: PdfiumDocument, pageIndex: number): string | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const textPage = engine.FPDFText_LoadPage(page);
  const count = engine.FPDFText_CountChars(textPage);
  let text = '';
  if (count > 0) {
    const buffer = engine.pdfium.wasmExports.malloc((count + 1) * 2);
    const written = engine.FPDFText_GetText(textPage, 0, count, buffer);
    text = Buffer.from(engine.pdfium.HEAPU8.buffer, buffer, Math.max(0, written - 1) * 2).toString('utf16le');
    engine.pdfium.wasmExports.free(buffer);
  }
  engine.FPDFText_ClosePage(textPage);
  engine.FPDF_ClosePage(page);
  return text;
}

const FPDF_ANNOT = 1;

/** Draws a page with its annotations on white, at most `pixelsMax` and at most `dpi`; undefined when the page does not load. */
export function renderPage(
  engine: Pdfium,
  document: PdfiumDocument,
  pageIndex: number,
  dpi: number,
  pixelsMax: number,
): Raster<4> | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const [widthPoints, heightPoints] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  const scale = Math.min(dpi / 72, Math.sqrt(pixelsMax / Math.max(1, widthPoints * heightPoints)));
  const width = Math.max(1, Math.min(pixelsMax, Math.round(widthPoints * scale)));
  const height = Math.max(1, Math.min(Math.floor(pixelsMax / width), Math.round(heightPoints * scale)));
  const raster = drawLoaded(engine, page, width, height);
  engine.FPDF_ClosePage(page);
  return raster;
}

/** Draws a page as renderPage does, stretched to exactly `width` × `height` pixels. */
export function renderPageToSize(
  engine: Pdfium,
  document: PdfiumDocument,
  pageIndex: number,
  width: number,
  height: number,
): Raster<4> | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const raster = drawLoaded(engine, page, width, height);
  engine.FPDF_ClosePage(page);
  return raster;
}

function drawLoaded(engine: Pdfium, page: number, width: number, height: number): Raster<4> {
  const bitmap = engine.FPDFBitmap_Create(width, height, 0);
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT);
  const start = engine.FPDFBitmap_GetBuffer(bitmap);
  const pixels = engine.pdfium.HEAPU8.slice(start, start + width * height * 4);
  engine.FPDFBitmap_Destroy(bitmap);
  return { width, height, channels: 4, pixels };
}

/** Writes the document anew, without its encryption. PDFium repairs the cross-reference while it opens. */
export function savePdfiumCopy(engine: Pdfium, document: PdfiumDocument): Uint8Array | undefined {
  const FPDF_REMOVE_SECURITY = 3;
  const writer = engine.PDFiumExt_OpenFileWriter();
  engine.FPDF_SaveAsCopy(document.handle, writer, FPDF_REMOVE_SECURITY);
  const size = engine.PDFiumExt_GetFileWriterSize(writer);
  let copy: Uint8Array | undefined;
  if (size > 0) {
    const buffer = engine.pdfium.wasmExports.malloc(size);
    engine.PDFiumExt_GetFileWriterData(writer, buffer, size);
    copy = engine.pdfium.HEAPU8.slice(buffer, buffer + size);
    engine.pdfium.wasmExports.free(buffer);
  }
  engine.PDFiumExt_CloseFileWriter(writer);
  return copy;
}
