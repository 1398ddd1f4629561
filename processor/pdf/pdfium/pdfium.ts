// PDFium, the second engine: one WASM instance per thread, made on first use. Its heap never shrinks, so a caller with many documents
// watches `heapBytes` and starts a new one. It cannot be interrupted: what must end in time runs it in its own thread.

import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Raster } from '../../images/raster.ts';
import type { ByteSource, FilePart } from '../byte-source.ts';

/** The package's types leave out the view of the heap; it is replaced whenever the heap grows, so it is read again each time. */
export type Pdfium = WrappedPdfiumModule & {
  readonly pdfium: {
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly wasmExports: Readonly<Record<Bare, BareFunction>> & { readonly memory: WasmMemory };
  };
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
  | `FPDFFont_${string}`
  | `FPDFGlyphPath_${string}`
>;

/** As WebAssembly.Memory, which the types of Node leave out. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

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
  limitMemory(pdfium.pdfium.wasmExports.memory);
  return pdfium;
}

/**
 * What V8 may have is a share of what a job may have; the engine gets a little less, so that a page of millions of marks breaks the engine and
 * not the whole job.
 */
const ENGINE_SHARE_OF_HEAP_MAX = 0.75;
const WASM_PAGE_BYTES = 65_536;

/** The engine takes a refusal as any program takes the end of its memory. */
function limitMemory(memory: WasmMemory): void {
  const bytesMax = getHeapStatistics().heap_size_limit * ENGINE_SHARE_OF_HEAP_MAX;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > bytesMax) throw new RangeError(`the engine may have ${bytesMax} bytes`);
    return grow(pages);
  };
}

export function heapBytes({ pdfium }: Pdfium): number {
  return pdfium.HEAPU8.length;
}

export interface PdfiumDocument extends Disposable {
  readonly handle: number;
  readonly pageCount: number;
  /** The engine has read so much of a file that what it keeps of it is a burden. */
  readonly isHeavy: boolean;
  /** Forgets what the engine has kept of the document, and what was changed in it. Pages must be closed. */
  reopen(): void;
}

/** A document as the engine takes it: bytes, which it copies into its heap, or a range of a file, which it reads as it needs it. */
export type EngineInput = Uint8Array | FilePart;

export function engineInput(source: ByteSource): EngineInput {
  return source.file ?? source.read(0, source.size);
}

/** Opens a document, or gives PDFIUM_ERROR's number. What it needs of the heap is freed on dispose. */
export function openInPdfium(engine: Pdfium, input: EngineInput, password = ''): PdfiumDocument | number {
  const access = input instanceof Uint8Array ? copyToHeap(engine, input) : readFromFile(engine, input);
  let handle = access.load(password);
  if (handle === 0) {
    const error = engine.FPDF_GetLastError();
    access.free();
    return error;
  }
  return {
    get handle() {
      return handle;
    },
    pageCount: engine.FPDF_GetPageCount(handle),
    get isHeavy() {
      return access.bytesRead() > READ_BYTES_KEPT_MAX;
    },
    reopen() {
      engine.FPDF_CloseDocument(handle);
      handle = access.load(password);
    },
    [Symbol.dispose]() {
      engine.FPDF_CloseDocument(handle);
      access.free();
    },
  };
}

/** The engine keeps each stream that it loads until the document is closed. */
const READ_BYTES_KEPT_MAX = 16 * 1024 * 1024;

interface DocumentAccess {
  /** Since it was loaded. */
  readonly bytesRead: () => number;
  /** The handle, or 0. */
  readonly load: (password: string) => number;
  readonly free: () => void;
}

function copyToHeap(engine: Pdfium, bytes: Uint8Array): DocumentAccess {
  const { pdfium } = engine;
  const pointer = pdfium.wasmExports.malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, pointer);
  return {
    // They are in the heap once, whatever is read.
    bytesRead: () => 0,
    load: (password) => engine.FPDF_LoadMemDocument(pointer, bytes.length, password),
    free: () => pdfium.wasmExports.free(pointer),
  };
}

/** FPDF_FILEACCESS of fpdfview.h: the size, a function that reads a range, and what that is given. */
const FILE_ACCESS_BYTES = 12;

function readFromFile(engine: Pdfium, { path, start, size }: FilePart): DocumentAccess {
  const { pdfium } = engine;
  const descriptor = openSync(path, 'r');
  let bytesRead = 0;
  // Pointers and sizes are unsigned and arrive signed. The heap's view is another one whenever it has grown.
  const readBlock = pdfium.addFunction((_: number, position: number, target: number, length: number) => {
    const [at, from, count] = [target >>> 0, position >>> 0, length >>> 0];
    bytesRead += count;
    return readSync(descriptor, pdfium.HEAPU8, at, count, start + from) === count ? 1 : 0;
  }, 'iiiii');
  const pointer = pdfium.wasmExports.malloc(FILE_ACCESS_BYTES);
  new Uint32Array(pdfium.HEAPU8.buffer, pointer, FILE_ACCESS_BYTES / 4).set([size, readBlock, 0]);
  return {
    bytesRead: () => bytesRead,
    load(password) {
      bytesRead = 0;
      return engine.FPDF_LoadCustomDocument(pointer, password);
    },
    free() {
      pdfium.wasmExports.free(pointer);
      pdfium.removeFunction(readBlock);
      closeSync(descriptor);
    },
  };
}

/** The text of a page, or undefined when the page does not load. `pageIndex` is 0-based. */
export function readPageText(engine: Pdfium, document: PdfiumDocument, pageIndex: number): string | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  const textPage = engine.FPDFText_LoadPage(page);
  const text = readTextOf(engine, textPage);
  engine.FPDFText_ClosePage(textPage);
  engine.FPDF_ClosePage(page);
  return text;
}

/** The text of a page whose text is loaded. */
export function readTextOf(engine: Pdfium, textPage: number): string {
  const count = engine.FPDFText_CountChars(textPage);
  if (count <= 0) return '';
  const buffer = engine.pdfium.wasmExports.malloc((count + 1) * 2);
  const written = engine.FPDFText_GetText(textPage, 0, count, buffer);
  const text = Buffer.from(engine.pdfium.HEAPU8.buffer, buffer, Math.max(0, written - 1) * 2).toString('utf16le');
  engine.pdfium.wasmExports.free(buffer);
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
  using drawn = drawLoaded(engine, page, { dpi, pixelsMax });
  engine.FPDF_ClosePage(page);
  return rasterOf(drawn);
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
  using drawn = drawToSize(engine, page, { width, height, channels: 4, hasAnnotations: true });
  engine.FPDF_ClosePage(page);
  return rasterOf(drawn);
}

/** A picture of a page in the engine's memory. */
export interface Drawn extends Disposable {
  readonly width: number;
  readonly height: number;
  /** 3: blue, green, red. 4: and a byte without meaning. */
  readonly channels: 3 | 4;
  /** Of a row of pixels, with what fills it up. */
  readonly rowBytes: number;
  /** A view of the heap: until the engine is called again. */
  pixels(): Buffer;
}

/** As renderPage, of a page that is loaded. */
export function drawLoaded(
  engine: Pdfium,
  page: number,
  {
    dpi,
    pixelsMax,
    channels = 4,
    hasAnnotations = true,
    over,
  }: {
    readonly dpi: number;
    readonly pixelsMax: number;
    readonly channels?: 3 | 4;
    readonly hasAnnotations?: boolean;
    readonly over?: DrawOver;
  },
): Drawn {
  const [widthPoints, heightPoints] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  const scale = Math.min(dpi / 72, Math.sqrt(pixelsMax / Math.max(1, widthPoints * heightPoints)));
  const width = Math.max(1, Math.min(pixelsMax, Math.round(widthPoints * scale)));
  const height = Math.max(1, Math.min(Math.floor(pixelsMax / width), Math.round(heightPoints * scale)));
  return drawToSize(engine, page, { width, height, channels, hasAnnotations }, over);
}

/** fpdfview.h */
const FORMATS = { 3: 2, 4: 3 } as const;

/** Draws more on the picture of a page. */
type DrawOver = (bitmap: number, size: { readonly width: number; readonly height: number }) => void;

function drawToSize(
  engine: Pdfium,
  page: number,
  { width, height, channels, hasAnnotations }: Pick<Drawn, 'width' | 'height' | 'channels'> & { readonly hasAnnotations: boolean },
  over?: DrawOver,
): Drawn {
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMATS[channels], 0, 0);
  if (bitmap === 0) throw new Error('no memory for the picture of a page');
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, hasAnnotations ? FPDF_ANNOT : 0);
  over?.(bitmap, { width, height });
  const [start, rowBytes] = [engine.FPDFBitmap_GetBuffer(bitmap), engine.FPDFBitmap_GetStride(bitmap)];
  return {
    width,
    height,
    channels,
    rowBytes,
    pixels: () => Buffer.from(engine.pdfium.HEAPU8.buffer, start, height * rowBytes),
    [Symbol.dispose]: () => engine.FPDFBitmap_Destroy(bitmap),
  };
}

function rasterOf(drawn: Drawn): Raster<4> {
  return { width: drawn.width, height: drawn.height, channels: 4, pixels: new Uint8Array(drawn.pixels()) };
}

/** Rewrites the document without its encryption. PDFium repairs the cross-reference while it opens. */
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
