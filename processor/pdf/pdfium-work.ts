// The body of the thread that runs PDFium for pdfium-thread.ts: one request at a time, one answer each. No file, no network, no other engine.

import { parentPort } from 'node:worker_threads';
import { comparePages, type ComparisonRequest } from './compare-pages.ts';
import { measureLikeness, type LikenessRequest } from './compare-renders.ts';
import { type DrawPictureRequest, drawPicture } from './draw-picture.ts';
import { heapBytes, loadPdfium, openInPdfium, savePdfiumCopy, type Pdfium } from './pdfium.ts';

export interface CopyAnswer {
  /** PDFIUM_ERROR's number when the document does not open. */
  readonly error?: number;
  /** The bits of /P that apply to who opened it (ISO 32000-1 table 22); -1 when nothing is restricted. */
  readonly permissions?: number;
  readonly bytes?: Uint8Array;
}

export type PdfiumRequest =
  | { readonly kind: 'warm' }
  | { readonly kind: 'copy'; readonly bytes: Uint8Array; readonly password: string }
  | ({ readonly kind: 'compare' } & ComparisonRequest)
  | ({ readonly kind: 'likeness' } & LikenessRequest)
  | ({ readonly kind: 'draw_picture' } & DrawPictureRequest);

export interface PdfiumAnswer {
  readonly value: unknown;
  readonly heapBytes: number;
}

parentPort?.on('message', (request: PdfiumRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer(request: PdfiumRequest): Promise<PdfiumAnswer> {
  const engine = await loadPdfium();
  return { value: perform(engine, request), heapBytes: heapBytes(engine) };
}

function perform(engine: Pdfium, request: PdfiumRequest): unknown {
  switch (request.kind) {
    case 'warm':
      return true;
    case 'copy':
      return makeCopy(engine, request.bytes, request.password);
    case 'compare':
      return comparePages(engine, request);
    case 'likeness':
      return measureLikeness(engine, request);
    case 'draw_picture':
      return drawPicture(engine, request);
  }
}

function makeCopy(engine: Pdfium, bytes: Uint8Array, password: string): CopyAnswer {
  const opened = openInPdfium(engine, bytes, password);
  if (typeof opened === 'number') return { error: opened };
  using document = opened;
  const permissions = engine.FPDF_GetDocPermissions(document.handle);
  const copy = savePdfiumCopy(engine, document);
  return copy ? { permissions, bytes: copy } : { permissions };
}
