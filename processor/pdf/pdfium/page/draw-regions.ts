// Draws parts of pages as seen, on white: drawings that consist only of paths. Runs where PDFium runs.

import { type EngineInput, openInPdfium, type Pdfium, type PdfiumDocument } from '../pdfium.ts';
import { Scratch } from './scratch.ts';
import { isGarbled, toPageOf } from './read-page.ts';
import { flattenPage, takeWidgets } from './read-widgets.ts';
import { OBJECT, objectMatrix, walkObjects } from './walk-objects.ts';
import type { PageWidgets } from './widgets.ts';
import { multiply } from '../../geometry/matrix.ts';
import type { ShownBox } from '../../geometry/shown-box.ts';
import { isSlanted } from './character-columns.ts';

interface Region {
  /** 0-based. */
  readonly pageIndex: number;
  /** Points in the page as shown, y downwards. Absent: all of the page. */
  readonly box?: ShownBox;
  /** Of the page, whose annotations are drawn as `readPage` reads them; absent: the page without them. */
  readonly widgets?: PageWidgets | undefined;
}

export interface RegionsRequest {
  /** Without encryption. */
  readonly input: EngineInput;
  readonly regions: readonly Region[];
  /** A region that would have more pixels gets fewer dots per inch. */
  readonly dpi: number;
  readonly regionPixelsMax: number;
  /** For all regions together; the rest is not drawn. */
  readonly pixelsMax: number;
  /** Upright text is left out. */
  readonly withoutText?: boolean;
  /** Nothing else is drawn, and nothing is around it. */
  readonly only?: 'slanted_text';
  /** All annotations are drawn, as viewers draw them. */
  readonly withAnnotations?: boolean;
}

export interface RegionPixels {
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Four bytes per pixel, the last one 255 but for slanted text alone. */
  readonly bgra: Uint8Array<ArrayBuffer>;
}

/** fpdfview.h */
const FPDF_ANNOT = 1;
const FORMAT_BGRX = 3;
const FORMAT_BGRA = 4;
const WHITE = 0xffffffff;
/** White too: what is drawn smaller takes of the colour beside the letters. */
const CLEAR = 0x00ffffff;

/** @returns an entry for each region, in their order; undefined for one that was not drawn */
export function drawRegions(engine: Pdfium, request: RegionsRequest): (RegionPixels | undefined)[] {
  const opened = openInPdfium(engine, request.input);
  if (typeof opened === 'number') return request.regions.map(() => undefined);
  using document = opened;
  let left = request.pixelsMax;
  let open = { pageIndex: -1, page: 0 };
  const close = () => {
    if (open.page !== 0) engine.FPDF_ClosePage(open.page);
  };
  const drawn = request.regions.map(({ pageIndex, box, widgets }) => {
    // Regions of one page follow each other.
    if (open.pageIndex !== pageIndex) {
      close();
      if (document.isHeavy) document.reopen();
      const load = () => loadPage(engine, document.handle, pageIndex, widgets);
      open = { pageIndex, page: request.withAnnotations ? loadWithFields(engine, document, load) : load() };
      if (request.withoutText && open.page !== 0) hideText(engine, open.page);
      if (request.only && open.page !== 0) leaveSlantedText(engine, open.page);
    }
    if (open.page === 0) return undefined;
    const pixels = drawRegion(engine, open.page, box ?? wholeOf(engine, open.page), { ...request, pixelsLeft: left });
    left -= pixels ? pixels.widthPixels * pixels.heightPixels : 0;
    return pixels;
  });
  close();
  return drawn;
}

/** fpdf_annot.h */
const WIDGET = 20;

/** With its fields as they are seen: the engine draws other annotations only. */
function loadWithFields(engine: Pdfium, document: PdfiumDocument, load: () => number): number {
  const page = load();
  if (page === 0 || !hasFields(engine, page)) return page;
  flattenPage(engine, page);
  engine.FPDF_ClosePage(page);
  const flat = load();
  if (flat === 0 || !isGarbled(engine, flat)) return flat;
  // It has forgotten fonts that the page inherits.
  engine.FPDF_ClosePage(flat);
  document.reopen();
  return load();
}

function hasFields(engine: Pdfium, page: number): boolean {
  for (let index = engine.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index--) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    const subtype = annotation === 0 ? 0 : engine.FPDFAnnot_GetSubtype(annotation);
    if (annotation !== 0) engine.FPDFPage_CloseAnnot(annotation);
    if (subtype === WIDGET) return true;
  }
  return false;
}

/** Annotations that show something are part of the page. */
function loadPage(engine: Pdfium, document: number, pageIndex: number, widgets: PageWidgets | undefined): number {
  const page = engine.FPDF_LoadPage(document, pageIndex);
  if (page === 0 || !widgets?.shown) return page;
  using scratch = new Scratch(engine);
  takeWidgets(engine, scratch, page, widgets, toPageOf(engine, scratch, page));
  flattenPage(engine, page);
  engine.FPDF_ClosePage(page);
  return engine.FPDF_LoadPage(document, pageIndex);
}

function wholeOf(engine: Pdfium, page: number): ShownBox {
  return { left: 0, top: 0, right: engine.FPDF_GetPageWidthF(page), bottom: engine.FPDF_GetPageHeightF(page) };
}

/** Only in memory: what is not active is not drawn. */
function hideText(engine: Pdfium, page: number): void {
  using scratch = new Scratch(engine);
  walkObjects({ engine, scratch }, page, (handle, type) => {
    if (type === OBJECT.text) engine.pdfium.wasmExports.FPDFPageObj_SetIsActive(handle, 0);
  });
}

function leaveSlantedText(engine: Pdfium, page: number): void {
  using scratch = new Scratch(engine);
  const toPage = toPageOf(engine, scratch, page);
  walkObjects({ engine, scratch }, page, (handle, type, outer) => {
    if (type === OBJECT.form) return;
    const [a, b] = multiply(multiply(objectMatrix({ engine, scratch }, handle), outer), toPage);
    const angle = ((Math.atan2(-b, a) * 180) / Math.PI + 360) % 360;
    if (type !== OBJECT.text || !isSlanted(angle)) engine.pdfium.wasmExports.FPDFPageObj_SetIsActive(handle, 0);
  });
}

function drawRegion(
  engine: Pdfium,
  page: number,
  box: ShownBox,
  {
    dpi,
    regionPixelsMax,
    pixelsLeft,
    withAnnotations,
    only,
  }: Omit<RegionsRequest, 'input' | 'regions' | 'pixelsMax'> & { readonly pixelsLeft: number },
): RegionPixels | undefined {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(dpi / 72, Math.sqrt(regionPixelsMax / Math.max(1, width * height)));
  const [widthPixels, heightPixels] = [Math.round(width * scale), Math.round(height * scale)];
  if (widthPixels < 1 || heightPixels < 1 || widthPixels * heightPixels > pixelsLeft) return undefined;
  const bitmap = engine.FPDFBitmap_CreateEx(widthPixels, heightPixels, only ? FORMAT_BGRA : FORMAT_BGRX, 0, 0);
  if (bitmap === 0) return undefined;
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, widthPixels, heightPixels, only ? CLEAR : WHITE);
  const whole = [engine.FPDF_GetPageWidthF(page) * scale, engine.FPDF_GetPageHeightF(page) * scale].map(Math.round);
  // The page is drawn around the region: its upper left corner is outside the bitmap.
  engine.FPDF_RenderPageBitmap(
    bitmap,
    page,
    Math.round(-box.left * scale),
    Math.round(-box.top * scale),
    whole[0] ?? 1,
    whole[1] ?? 1,
    0,
    withAnnotations ? FPDF_ANNOT : 0,
  );
  const start = engine.FPDFBitmap_GetBuffer(bitmap);
  const bgra = engine.pdfium.HEAPU8.slice(start, start + widthPixels * heightPixels * 4);
  engine.FPDFBitmap_Destroy(bitmap);
  if (!only) for (let at = 3; at < bgra.length; at += 4) bgra[at] = 255;
  return { widthPixels, heightPixels, bgra };
}
