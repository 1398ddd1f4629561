// The guard of every operation that writes a PDF: the result is opened again, its streams are compared with the intended
// ones, and a second engine compares text and look of a bounded sample of pages. It only judges; the operation decides what to do.

import { createHash } from 'node:crypto';
import { PDFRawStream, type PDFContext } from 'pdf-lib';
import { FileChanged, JobFailure } from '../failure.ts';
import { type ByteSource, eachPiece } from './byte-source.ts';
import type { PdfDescription } from './describe.ts';
import { nameOf } from './syntax/dictionary.ts';
import { sourceOf } from './syntax/source-stream.ts';
import { walkLive } from './syntax/walk.ts';
import type { OpenedPdf } from './opened.ts';
import { openPdf } from './open.ts';
import { engineInput } from './pdfium/pdfium.ts';
import { comparePagesBounded } from './pdfium/pdfium-thread.ts';

const TEXT_PAGES_MAX = 6;
const RENDER_PAGES_MAX = 2;
const COMPARE_MS_MAX = 4000;

export interface PdfVerification {
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  /** Exactly the intended streams are in the result, byte for byte. */
  readonly streamsIdentical: boolean;
  /** Absent when the second engine could not finish both versions in time; then only the streams count. */
  readonly pages?: {
    readonly textPagesCompared: number;
    readonly textIdentical: boolean;
    readonly renderedPagesCompared: number;
    readonly renderedPagesDifferent: readonly number[];
  };
  readonly reopened: OpenedPdf;
}

/** What is compared of a source; an opened document is one. */
export interface VerifiedSource {
  readonly source: ByteSource;
  readonly pages: { readonly length: number };
}

/**
 * @param before the source as it was opened; `written` are the digests of the streams as they were to be written
 * @throws JobFailure internal when the result does not open
 */
export async function verifyPdf(before: VerifiedSource, written: StreamDigests, result: Uint8Array | ByteSource): Promise<PdfVerification> {
  const reopened = await openResult(result);
  const [pagesBefore, pagesAfter] = [before.pages.length, reopened.pages.length];
  const compared = await comparePagesBounded(
    {
      before: engineInput(before.source),
      after: engineInput(reopened.source),
      textPageIndexes: samplePages(pagesBefore, TEXT_PAGES_MAX),
      renderPageIndexes: samplePages(pagesBefore, RENDER_PAGES_MAX),
    },
    COMPARE_MS_MAX,
  );
  const streamsIdentical = sameDigests(written, digestStreams(reopened.description.streams));
  const base = { pagesBefore, pagesAfter, streamsIdentical, reopened };
  // Where the second engine does not open the source, or sees other pages, there is nothing to compare with.
  if (!compared || compared.pagesBefore !== pagesBefore) return base;
  return {
    ...base,
    pages: {
      textPagesCompared: compared.textPagesCompared,
      textIdentical: compared.textPagesDifferent.length === 0,
      renderedPagesCompared: compared.renderedPagesCompared,
      renderedPagesDifferent: compared.renderedPagesDifferent,
    },
  };
}

/** What was written, read again without any repair. @throws JobFailure internal; FileChanged */
export async function openResult(result: Uint8Array | ByteSource): Promise<OpenedPdf> {
  try {
    return await openPdf(result, { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER, strict: true });
  } catch (cause) {
    throw cause instanceof FileChanged ? cause : new JobFailure('internal', { cause });
  }
}

export type StreamDigests = ReadonlyMap<string, number>;

/** How often each stream content occurs. Structure (object and cross-reference streams) is not content. */
export function digestStreams(streams: PdfDescription['streams']): StreamDigests {
  const digests = new Map<string, number>();
  for (const stream of streams) {
    if (['ObjStm', 'XRef'].includes(nameOf(stream.dict, 'Type') ?? '')) continue;
    const hash = createHash('sha1');
    eachPiece(sourceOf(stream), (piece) => hash.update(piece));
    const digest = hash.digest('base64');
    digests.set(digest, (digests.get(digest) ?? 0) + 1);
  }
  return digests;
}

export function liveStreams(context: PDFContext): PDFRawStream[] {
  const streams: PDFRawStream[] = [];
  walkLive(context, ({ stream }) => {
    if (stream instanceof PDFRawStream) streams.push(stream);
  });
  return streams;
}

function sameDigests(one: StreamDigests, two: StreamDigests): boolean {
  return one.size === two.size && [...one].every(([digest, count]) => two.get(digest) === count);
}

/** 0-based indexes: all pages when few, else spread from the first to the last. */
export function samplePages(pageCount: number, pagesMax: number): number[] {
  if (pageCount <= pagesMax) return Array.from({ length: pageCount }, (_, index) => index);
  return Array.from({ length: pagesMax }, (_, index) => Math.round((index * (pageCount - 1)) / Math.max(1, pagesMax - 1)));
}
