// Which part of PDF/A a document claims to follow (ISO 19005): a true claim must stay true.

import { PDFRawStream } from 'pdf-lib';
import { readXmp } from '../../images/xmp.ts';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { lookup } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';

/** 1 forbids object streams; undefined: no claim. */
export function readPdfaPart({ catalog }: Pick<OpenedPdf, 'catalog'>): number | undefined {
  const metadata = lookup(catalog, 'Metadata');
  if (!(metadata instanceof PDFRawStream)) return undefined;
  try {
    const packet = decodeStream(metadata, PDF_BOUNDS.xmpBytesMax).bytes;
    const found = readXmp(packet)?.find(({ name }) => name === 'pdfaid:part');
    const part = Number(found?.value);
    return Number.isInteger(part) && part > 0 ? part : undefined;
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}
