// Judges a PDF that a converter made, whatever its exit code said: it opens strictly, its pages are within the limit, a second engine reads as many
// pages, and qpdf finds nothing. A file that fails is never returned.

import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { JobFailure } from '../../../failure.ts';
import { nameOf } from '../../../pdf/syntax/dictionary.ts';
import { type ByteSource, fileSource } from '../../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { openPdf } from '../../../pdf/open.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { countWordsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { checkPdf } from '../../../tools/check-pdf.ts';
import type { QpdfVerdict } from '../../../tools/qpdf.ts';
import type { OperationContext } from '../../operation.ts';

export interface PdfVerdict {
  readonly pages: number;
  readonly images: number;
  /** Of the first pages; absent when the second engine did not finish in time. */
  readonly words?: number;
  readonly words_of_pages?: number;
  readonly reopened: true;
  readonly second_engine: 'agrees' | 'timed_out';
  readonly qpdf: QpdfVerdict;
  /** Names without the subset prefix. */
  readonly fonts: readonly string[];
}

/** The fault of the source, not of the converter. */
const BOUNDS: readonly string[] = ['page_limit', 'page_too_large', 'decompression_limit'];
const COUNTED_PAGES_MAX = 200;
const COUNT_MS_MAX = 10_000;
const FONTS_MAX = 50;

/** @throws JobFailure conversion_failed; page_limit */
export async function judgePdf(path: string, context: Pick<OperationContext, 'limits' | 'workDir'>): Promise<PdfVerdict> {
  const file = fileSource(path);
  const opened = await reopen(file, context.limits.pages);
  const pages = opened.pages.length;
  const counted = await countWordsBounded(engineInput(file), COUNTED_PAGES_MAX, COUNT_MS_MAX);
  if (counted && counted.pages !== pages) throw failed(new Error(`${pages} pages, the second engine finds ${counted.pages}`));
  const qpdf = await checkPdf(path, context.workDir);
  if (qpdf === 'errors') throw failed(new Error('qpdf finds errors'));
  return {
    pages,
    ...surveyObjects(opened),
    ...(counted && { words: counted.words, words_of_pages: Math.min(pages, COUNTED_PAGES_MAX) }),
    reopened: true,
    second_engine: counted ? 'agrees' : 'timed_out',
    qpdf,
  };
}

async function reopen(file: ByteSource, pagesMax: number): Promise<OpenedPdf> {
  try {
    return await openPdf(file, { needs: 'read', pagesMax, strict: true });
  } catch (cause) {
    if (cause instanceof JobFailure && BOUNDS.includes(cause.reason)) throw cause;
    throw failed(cause);
  }
}

function surveyObjects({ context, description }: OpenedPdf): { images: number; fonts: string[] } {
  const images = Iterator.from(description.streams)
    .filter((stream) => nameOf(stream.dict, 'Subtype') === 'Image')
    .toArray().length;
  const fonts = new Set<string>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream || !(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('Font')) continue;
    const name = nameOf(object, 'BaseFont')?.replace(/^[A-Z]{6}\+/, '');
    if (name !== undefined && fonts.size < FONTS_MAX) fonts.add(name);
  }
  return { images, fonts: [...fonts].toSorted() };
}

function failed(cause: unknown): JobFailure {
  return new JobFailure('conversion_failed', { cause });
}
