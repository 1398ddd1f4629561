// What qpdf says of a document, without the memory that it takes for long streams: where there are some, it checks the structure of the file, reads
// those streams piece by piece, and checks the other streams in a copy that has no data in the long ones.

import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFName, type PDFRawStream, type PDFRef } from 'pdf-lib';
import { JobFailure } from '../failure.ts';
import { type ByteSource, fileSource, memorySource, piecesOf } from '../pdf/byte-source.ts';
import { openPdf } from '../pdf/open.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { savePackedFile } from '../pdf/save-packed.ts';
import { replaceContents, sourceOf } from '../pdf/syntax/source-stream.ts';
import { checkStructure, checkWhole, hasStreamData, type QpdfVerdict } from './qpdf.ts';

/** qpdf takes two to four times as much for a stream. */
const LONG_BYTES_MIN = 32 * 1024 * 1024;
/** qpdf reads the content of each page on its own, also where many share it: .7 ms each. */
const PAGES_MAX = 10_000;
const SEVERITY: Readonly<Record<QpdfVerdict, number>> = { missing: 0, clean: 0, warnings: 1, errors: 2 };

/** Of the result's or of the source's verdict the second is the worse. */
export function isWorse(one: QpdfVerdict, two: QpdfVerdict): boolean {
  return SEVERITY[two] > SEVERITY[one];
}

/** Whether qpdf would hold more than a job may for writing or checking the document. */
export function hasLongStreams({ description }: Pick<OpenedPdf, 'description'>): boolean {
  return Iterator.from(description.streams).some(isLong);
}

/** A document that does not open without repair has errors. @param path absolute, as is `workDir` @param pages of very many the structure alone */
export async function checkPdf(path: string, workDir: string, pages = 0): Promise<QpdfVerdict> {
  if (pages > PAGES_MAX) return checkStructure(path);
  if ((await stat(path)).size < LONG_BYTES_MIN) return checkWhole(path);
  const rest = join(workDir, `check-${randomUUID()}.pdf`);
  try {
    const long = await leaveOutLong(path, rest);
    if (long === undefined) return 'errors';
    if (long.length === 0) return await checkWhole(path);
    const [ofFile, ofRest] = [await checkLong(path, long), await checkWhole(rest)];
    return isWorse(ofFile, ofRest) ? ofRest : ofFile;
  } finally {
    await rm(rest, { force: true });
  }
}

/** As checkPdf, for a document wherever it lies. */
export async function checkSource(source: ByteSource, workDir: string): Promise<QpdfVerdict> {
  if (source.file?.start === 0) return checkPdf(source.file.path, workDir);
  const path = join(workDir, `check-${randomUUID()}.pdf`);
  try {
    await writeFile(path, piecesOf(source));
    return await checkPdf(path, workDir);
  } finally {
    await rm(path, { force: true });
  }
}

/** The structure of a document, and its long streams; the data of the others are not read. */
export function checkOutline(path: string, opened: OpenedPdf): Promise<QpdfVerdict> {
  return checkLong(path, longOf(opened));
}

interface LongStream {
  readonly ref: PDFRef;
  readonly data: ByteSource;
}

async function checkLong(path: string, long: readonly LongStream[]): Promise<QpdfVerdict> {
  const verdict = await checkStructure(path);
  if (verdict === 'missing') return verdict;
  for (const { ref, data } of long) if (!(await hasStreamData(path, ref, data))) return 'errors';
  return verdict;
}

/** A function of its own: when it returns, the document is no longer held. Undefined when it does not open. */
async function leaveOutLong(path: string, rest: string): Promise<LongStream[] | undefined> {
  try {
    const opened = await openPdf(fileSource(path), { needs: 'read', pagesMax: Number.MAX_SAFE_INTEGER, strict: true });
    const long = longOf(opened);
    if (long.length === 0) return long;
    for (const stream of Iterator.from(opened.description.streams).filter(isLong)) {
      replaceContents(stream, memorySource(new Uint8Array(0)));
      for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(PDFName.of(key));
    }
    savePackedFile(opened.context, rest, { objectStreams: true });
    return long;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

function longOf({ description, context }: OpenedPdf): LongStream[] {
  return [...description.streams].filter(isLong).flatMap((stream) => {
    const ref = context.getObjectRef(stream);
    return ref ? [{ ref, data: sourceOf(stream) }] : [];
  });
}

function isLong(stream: PDFRawStream): boolean {
  return stream.getContentsSize() >= LONG_BYTES_MIN;
}
