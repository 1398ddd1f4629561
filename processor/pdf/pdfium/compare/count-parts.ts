// Counts what a reader finds in a document beside the look of its pages, as PDFium sees it: for who made a document of pages of others and wants to know
// from somebody else that nothing was lost.

import { type EngineInput, openInPdfium, type Pdfium, type PdfiumDocument } from '../pdfium.ts';

export interface CountRequest {
  readonly input: EngineInput;
  /** 0-based; all where absent. */
  readonly pageIndexes?: readonly number[];
}

export interface PartCounts {
  readonly pages: number;
  /** Items at all levels. */
  readonly outlines: number;
  readonly destinations: number;
  /** Files attached to the document. */
  readonly attachments: number;
  /** Of the pages that were asked for. */
  readonly annotations: number;
  readonly links: number;
  /** Widgets of the form. */
  readonly fields: number;
  /** Structure elements, once for each page that they have content on. */
  readonly tags: number;
  /** Of each of these pages. */
  readonly labels: readonly string[];
  /** Of each of these pages: its size as shown, its rotation, and how many things its content draws; empty where it does not load. */
  readonly shapes: readonly string[];
}

/** fpdf_annot.h */
const SUBTYPE = { link: 2, widget: 20 } as const;
const OUTLINES_MAX = 1_000_000;
const DEPTH_MAX = 100;

/** Undefined when the engine does not open it. */
export function countParts(engine: Pdfium, { input, pageIndexes }: CountRequest): PartCounts | undefined {
  const opened = openInPdfium(engine, input);
  if (typeof opened === 'number') return undefined;
  using document = opened;
  const { handle, pageCount } = document;
  const counts = {
    pages: pageCount,
    outlines: countOutlines(engine, handle),
    destinations: engine.FPDF_CountNamedDests(handle),
    attachments: engine.FPDFDoc_GetAttachmentCount(handle),
  };
  const onPages = { annotations: 0, links: 0, fields: 0, tags: 0 };
  const [labels, shapes]: [string[], string[]] = [[], []];
  for (const index of pageIndexes ?? Array.from({ length: pageCount }, (_, at) => at)) {
    if (document.isHeavy) document.reopen();
    labels.push(readLabel(engine, document, index));
    const page = engine.FPDF_LoadPage(document.handle, index);
    shapes.push(page === 0 ? '' : shapeOf(engine, page));
    if (page === 0) continue;
    countAnnotations(engine, page, onPages);
    onPages.tags += countTags(engine, page);
    engine.FPDF_ClosePage(page);
  }
  return { ...counts, ...onPages, labels, shapes };
}

function shapeOf(engine: Pdfium, page: number): string {
  const size = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)].map((side) => side.toFixed(1));
  return [...size, engine.FPDFPage_GetRotation(page), engine.FPDFPage_CountObjects(page)].join(' ');
}

function countOutlines(engine: Pdfium, document: number): number {
  let count = 0;
  const seen = new Set<number>();
  const waiting = [engine.FPDFBookmark_GetFirstChild(document, 0)];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (item === 0 || seen.has(item) || count >= OUTLINES_MAX) continue;
    seen.add(item);
    count++;
    waiting.push(engine.FPDFBookmark_GetNextSibling(document, item), engine.FPDFBookmark_GetFirstChild(document, item));
  }
  return count;
}

function countAnnotations(engine: Pdfium, page: number, counts: { annotations: number; links: number; fields: number }): void {
  const count = engine.FPDFPage_GetAnnotCount(page);
  counts.annotations += count;
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = engine.FPDFAnnot_GetSubtype(annotation);
    if (subtype === SUBTYPE.link) counts.links++;
    if (subtype === SUBTYPE.widget) counts.fields++;
    engine.FPDFPage_CloseAnnot(annotation);
  }
}

function countTags(engine: Pdfium, page: number): number {
  const tree = engine.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return 0;
  const below = (element: number, depth: number): number => {
    if (element === 0 || depth > DEPTH_MAX) return 0;
    let count = 1;
    const kids = engine.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < kids; index++) count += below(engine.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1);
    return count;
  };
  let count = 0;
  const kids = engine.FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < kids; index++) count += below(engine.FPDF_StructTree_GetChildAtIndex(tree, index), 0);
  engine.FPDF_StructTree_Close(tree);
  return count;
}

const LABEL_BYTES_MAX = 512;

function readLabel(engine: Pdfium, { handle }: PdfiumDocument, index: number): string {
  const buffer = engine.pdfium.wasmExports.malloc(LABEL_BYTES_MAX);
  const written = Math.min(LABEL_BYTES_MAX, engine.FPDF_GetPageLabel(handle, index, buffer, LABEL_BYTES_MAX));
  const label = Buffer.from(engine.pdfium.HEAPU8.buffer, buffer, Math.max(0, written - 2)).toString('utf16le');
  engine.pdfium.wasmExports.free(buffer);
  return label;
}
