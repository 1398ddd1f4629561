// An opened document: what every operation works on.

import type { PDFContext, PDFDict, PDFDocument, PDFRef } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import type { ByteSource } from './byte-source.ts';
import type { Box } from './geometry/box.ts';
import type { PdfDescription } from './describe.ts';
import type { ObjectTable } from './objects/object-table.ts';
import type { Xref } from './objects/xref.ts';

export interface PdfPage {
  readonly dict: PDFDict;
  readonly ref: PDFRef | undefined;
  /** Default user space units; absent where the page has no usable /MediaBox. Corners in order. */
  readonly mediaBox: Box | undefined;
}

export interface OpenedPdf {
  readonly document: PDFDocument;
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly pages: readonly PdfPage[];
  readonly description: PdfDescription;
  /** The file as the objects are read from it: decrypted, repaired, starting at its header. */
  readonly source: ByteSource;
  /** All of it, read anew each time it is asked for. For a second engine that takes no file. */
  readonly bytes: Uint8Array;
  readonly xref: Xref;
  readonly objects: ObjectTable;
  readonly wasEncrypted: boolean;
  readonly wasRepaired: boolean;
  /** Bytes before the header, which are not part of the document. */
  readonly leadingBytes: number;
  readonly warnings: readonly Warning[];
}
