// Two versions of a document, both open in PDFium, for comparison.

import { type EngineInput, openInPdfium, type Pdfium, type PdfiumDocument } from '../pdfium.ts';

export interface Versions {
  readonly before: EngineInput;
  readonly after: EngineInput;
}

/** Absent when PDFium does not open the version. */
export interface PageCounts {
  readonly pagesBefore?: number;
  readonly pagesAfter?: number;
}

export interface OpenPair extends Disposable {
  readonly counts: PageCounts;
  /** Undefined unless both open. */
  readonly both: { readonly before: PdfiumDocument; readonly after: PdfiumDocument } | undefined;
}

export function openPair(engine: Pdfium, versions: Versions): OpenPair {
  const [before, after] = [versions.before, versions.after].map((bytes) => {
    const opened = openInPdfium(engine, bytes);
    return typeof opened === 'number' ? undefined : opened;
  });
  return {
    counts: { ...(before ? { pagesBefore: before.pageCount } : {}), ...(after ? { pagesAfter: after.pageCount } : {}) },
    both: before && after ? { before, after } : undefined,
    [Symbol.dispose]() {
      after?.[Symbol.dispose]();
      before?.[Symbol.dispose]();
    },
  };
}
