// The body of a thread that draws pages of one document and encodes them: pages with annotations and form fields, as JPEG or PNG. One request
// at a time, one answer each. JavaScript and actions of the document are never run: no form event is sent.

import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { setJpegDpi, setPngDpi } from '../../images/resolution.ts';
import { type EngineInput, heapBytes, loadPdfium, openInPdfium, type Pdfium, type PdfiumDocument } from './pdfium.ts';
import { closeForm, openForm } from './page/form-fill.ts';
import type { Raster } from '../../images/raster.ts';

/** Pixels: tolerance for sizes in points that should be whole pixels. */
const ROUNDING_PX = 0.01;

export interface RenderRequest {
  /** Given with the first request of a document. */
  readonly document?: EngineInput;
  /** 0-based. */
  readonly pageIndex: number;
  readonly dpi: number;
  readonly pixelsMax: number;
  readonly format: 'jpg' | 'png';
  readonly quality: number;
}

export type RenderAnswer =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly width: number;
      readonly height: number;
      /** Less than requested where the page would have too many pixels. */
      readonly dpi: number;
      readonly heapBytes: number;
    }
  | { readonly ok: false; readonly failure: 'document' | 'page' };

/** fpdfview.h */
const FPDF_ANNOT = 0x01;
const FPDF_REVERSE_BYTE_ORDER = 0x10;
const FORMAT_BGR = 2;
const CHANNELS = 3;
const WHITE = 0xffffffff;
/** zlib-ng; measured November 2026: level 4 without adaptive filters takes a fifth of the CPU of pdftoppm's PNG; custom Huffman
 * tables would make JPEGs some per cent smaller for four times the CPU of encoding. */
const PNG_LEVEL = 4;

sharp.concurrency(1);
sharp.cache(false);

interface OpenDocument {
  readonly document: PdfiumDocument;
  /** Its form fields; 0 when the engine has none for it. */
  form: number;
}

let current: OpenDocument | undefined;

parentPort?.on('message', (request: RenderRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply, reply.ok ? [reply.bytes.buffer] : []));
});

async function answer(request: RenderRequest): Promise<RenderAnswer> {
  const engine = await loadPdfium();
  if (request.document) {
    closeDocument(engine);
    current = openDocument(engine, request.document);
  }
  if (!current) return { ok: false, failure: 'document' };
  if (current.document.isHeavy) reopen(engine, current);
  using raster = draw(engine, current, request);
  if (!raster) return { ok: false, failure: 'page' };
  const { width, height, pixels, dpi } = raster;
  const image = sharp(pixels, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false });
  const encoded =
    request.format === 'jpg'
      ? setJpegDpi(await image.jpeg({ quality: request.quality, optimiseCoding: false }).toBuffer(), dpi)
      : setPngDpi(await image.png({ compressionLevel: PNG_LEVEL }).toBuffer(), dpi);
  const bytes = new Uint8Array(encoded);
  return { ok: true, bytes, width, height, dpi, heapBytes: heapBytes(engine) };
}

/** The document of the last request; a thread serves one after the other. */
function closeDocument(engine: Pdfium): void {
  if (!current) return;
  closeForm(engine, current.form);
  current.document[Symbol.dispose]();
  current = undefined;
}

function openDocument(engine: Pdfium, input: EngineInput): OpenDocument | undefined {
  const document = openInPdfium(engine, input);
  if (typeof document === 'number') return undefined;
  return { document, form: openForm(engine, document) };
}

function reopen(engine: Pdfium, open: OpenDocument): void {
  closeForm(engine, open.form);
  open.document.reopen();
  open.form = openForm(engine, open.document);
}

/** The pixels are the engine's own memory: the engine must not be called while they are read. */
interface DrawnPage extends Raster<3>, Disposable {
  readonly dpi: number;
}

/** Undefined when the page does not load. */
function draw(
  engine: Pdfium,
  { document, form }: OpenDocument,
  { pageIndex, dpi: dpiWanted, pixelsMax }: RenderRequest,
): DrawnPage | undefined {
  const page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  // Drawn directly as RGB: the same pixels as with four channels, for a tenth less CPU per page.
  if (form !== 0) engine.FORM_OnAfterLoadPage(page, form);
  const [widthInches, heightInches] = [engine.FPDF_GetPageWidthF(page) / 72, engine.FPDF_GetPageHeightF(page) / 72];
  const dpi = Math.min(dpiWanted, Math.sqrt(pixelsMax / Math.max(1e-6, widthInches * heightInches)));
  const width = Math.max(1, Math.min(pixelsMax, Math.ceil(widthInches * dpi - ROUNDING_PX)));
  const height = Math.max(1, Math.min(Math.floor(pixelsMax / width), Math.ceil(heightInches * dpi - ROUNDING_PX)));
  const stride = width * CHANNELS;
  const start = engine.pdfium.wasmExports.malloc(stride * height);
  const bitmap = start === 0 ? 0 : engine.FPDFBitmap_CreateEx(width, height, FORMAT_BGR, start, stride);
  if (bitmap === 0) {
    if (form !== 0) engine.FORM_OnBeforeClosePage(page, form);
    engine.FPDF_ClosePage(page);
    engine.pdfium.wasmExports.free(start);
    return undefined;
  }
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  const flags = FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER;
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  if (form !== 0) {
    engine.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    engine.FORM_OnBeforeClosePage(page, form);
  }
  engine.FPDFBitmap_Destroy(bitmap);
  engine.FPDF_ClosePage(page);
  const pixels = engine.pdfium.HEAPU8.subarray(start, start + stride * height);
  return { width, height, channels: CHANNELS, pixels, dpi, [Symbol.dispose]: () => engine.pdfium.wasmExports.free(start) };
}
