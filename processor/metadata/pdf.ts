// `metadata` for PDF: read, remove, set. Removing edits the objects, drops what is unreachable, rewrites the file and proves on the
// result that nothing found remains and that pages, text and streams are the same. A result without this proof is not returned.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFName, PDFRawStream } from 'pdf-lib';
import type { MetadataValues } from '#contract/params/metadata-params.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { type ByteSource, fileSource } from '../pdf/byte-source.ts';
import type { OpenedPdf } from '../pdf/opened.ts';
import { openSource, SIGNATURE_REMOVED, type SourceOptions } from '../open-source.ts';
import { keepInScratch } from '../pdf/scratch-file.ts';
import { savePackedFile } from '../pdf/save-packed.ts';
import {
  digestStreams,
  liveStreams,
  openResult,
  type PdfVerification,
  type StreamDigests,
  type VerifiedSource,
  verifyPdf,
} from '../pdf/verify.ts';
import { walkLive } from '../pdf/syntax/walk.ts';
import { checkOutline, hasLongStreams } from '../tools/check-pdf.ts';
import { isWritten, type QpdfVerdict, rewritePdfFile } from '../tools/qpdf.ts';
import type { MetadataFindings } from './evidence.ts';
import { collectMarkers, type FoundValue, MarkerSearch, type RemovedKind, summariseRemoved, toFindings } from './marker-search.ts';
import { provePdfClean } from './pdf-proof.ts';
import { checkPdfValues, writePdfValues } from './pdf-set.ts';
import { decodeQuietly, makeContentStreamTest } from './pdf-streams.ts';
import { longMarkers, looseStrings, repeatsMarker } from './pdf-strings.ts';
import { surveyPdf } from './pdf-survey.ts';

export interface WrittenPdf {
  /** In the work directory. */
  readonly path: string;
  readonly pages: number;
  readonly verification: Record<string, unknown>;
  readonly notes: readonly Warning[];
}

/** @throws JobFailure as openPdf */
export async function readPdf(
  file: Uint8Array | ByteSource,
  options: SourceOptions,
): Promise<{ found: MetadataFindings; pages: number; notes: readonly Warning[] }> {
  const opened = await openSource(file, 'read', options);
  const found = surveyPdf(opened, true).flatMap((finding) => finding.found);
  return { found: toFindings(found), pages: opened.pages.length, notes: opened.warnings };
}

/** @throws JobFailure as openPdf; internal when the result is not proved clean and the same */
export async function removePdf(
  file: Uint8Array | ByteSource,
  options: RemoveOptions,
): Promise<WrittenPdf & { readonly found: MetadataFindings; readonly removed: readonly RemovedKind[] }> {
  const { draft, found, removed, markers } = await removeAndWrite(file, options);
  const kept = { authors: !options.removeAuthors, layerNames: !options.removeLayerNames };
  const { path, qpdf, verification } = await rewriteVerified(draft, options);
  const proof = provePdfClean(verification.reopened, markers, kept);
  if (proof.markers_left > 0 || proof.findings_left > 0) {
    throw new JobFailure('internal', { cause: new Error(`${proof.markers_left} values and ${proof.findings_left} findings are left`) });
  }
  return {
    path,
    pages: verification.pagesAfter,
    found,
    removed,
    verification: { ...proof, ...tellVerification(verification, qpdf), file_id: 'derived from the content' },
    notes: draft.notes,
  };
}

type RemoveOptions = SourceOptions & { readonly removeAuthors: boolean; readonly removeLayerNames: boolean };

interface CleanedDraft {
  readonly draft: Draft;
  readonly found: MetadataFindings;
  readonly removed: readonly RemovedKind[];
  readonly markers: ReadonlySet<string>;
}

/** A function of its own: when it returns, the document is no longer held. */
async function removeAndWrite(file: Uint8Array | ByteSource, options: RemoveOptions): Promise<CleanedDraft> {
  const opened = await openSource(file, 'modify', options);
  const all = surveyPdf(opened, true);
  const wants = { authors: options.removeAuthors, layer_names: options.removeLayerNames, never: false };
  const wanted = all.filter(({ onRequest }) => onRequest === undefined || wants[onRequest]);
  const removed = wanted.flatMap(({ found }) => found);
  const markers = collectMarkers(removed);
  const found = all.flatMap((one) => one.found);
  const notes = [...opened.warnings, ...noteKept(opened, found)];
  const keep = keepInScratch(options.workDir);
  for (const { remove } of wanted) remove(keep);
  const repeated = dropRepeated(opened, markers);
  const draft = writeDraft(opened, options, { packed: true, newId: true }, notes);
  return { draft, found: toFindings(found), removed: summariseRemoved([...removed, ...repeated]), markers };
}

/** Info and XMP in step; entries that are not named keep their value. @throws JobFailure as openPdf; internal */
export async function setPdf(
  file: Uint8Array | ByteSource,
  values: MetadataValues,
  options: SourceOptions,
): Promise<WrittenPdf & { readonly written: readonly string[] }> {
  const opened = await openSource(file, 'modify', options);
  const notes = [...opened.warnings];
  if (opened.description.signatures.length > 0) {
    notes.push(SIGNATURE_REMOVED);
    removeSignatures(opened);
  }
  const written = writePdfValues(opened, values);
  const packed = opened.xref.usesXrefStreams;
  const draft = writeDraft(opened, options, { packed, newId: false }, notes);
  const { path, qpdf, verification } = await rewriteVerified(draft, options);
  checkPdfValues(verification.reopened, values);
  return { path, pages: verification.pagesAfter, written, verification: tellVerification(verification, qpdf), notes };
}

/** Removes what a change breaks: signatures and what refers to them. */
export function removeSignatures(opened: OpenedPdf): void {
  for (const { found, remove } of surveyPdf(opened, true))
    if (found.some(({ kind }) => kind === 'signature') || found.length === 0) remove();
}

/** Removes every trace except the authors of annotations and the names of layers. @returns the values that must no longer be in the document */
export function removeTraces(opened: OpenedPdf): ReadonlySet<string> {
  const wanted = surveyPdf(opened, true).filter(({ onRequest }) => onRequest === undefined);
  const markers = collectMarkers(wanted.flatMap(({ found }) => found));
  for (const { remove } of wanted) remove();
  dropRepeated(opened, markers);
  return markers;
}

function noteKept({ description }: OpenedPdf, found: readonly FoundValue[]): Warning[] {
  const notes: Warning[] = [];
  if (description.signatures.length > 0) notes.push(SIGNATURE_REMOVED);
  if (description.usageRights)
    notes.push({ code: 'usage_rights_removed', message: 'The extended rights for Adobe Reader were removed; a change ends them.' });
  if (description.attachments > 0) {
    notes.push({ code: 'attachments_kept', message: 'The attached files were kept as they are, with any metadata inside them.' });
  }
  if (description.xfa)
    notes.push({ code: 'xfa_kept', message: 'The XFA form was kept as it is; it may name its author in its own markup.' });
  if (found.some(({ kind }) => kind === 'unreadable_picture')) {
    notes.push({ code: 'unreadable_picture_kept', message: 'A picture is damaged; it was kept as it is, with any metadata inside it.' });
  }
  if (found.some(({ name }) => name?.startsWith('pdfaid:') || name?.startsWith('pdfuaid:'))) {
    notes.push({
      code: 'conformance_claim_removed',
      message: 'The claim of PDF/A or PDF/UA conformance is part of the metadata and was removed.',
    });
  }
  return notes;
}

/** Private entries, and streams that nothing shows, which repeat a removed value somewhere else. */
function dropRepeated({ context }: OpenedPdf, markers: ReadonlySet<string>): FoundValue[] {
  const long = longMarkers(markers);
  const search = new MarkerSearch(markers);
  const isContentStream = makeContentStreamTest();
  const dropped: FoundValue[] = [];
  let budget: number = PDF_BOUNDS.streamBytesMax;
  walkLive(context, (visit) => {
    const { dict, key, parent, stream } = visit;
    for (const { key: own, text, remove } of looseStrings(dict, key)) {
      if (!repeatsMarker(text, markers, long)) continue;
      remove();
      dropped.push({ kind: 'repeated_value', location: `${key} /${own}`, name: own });
    }
    if (isContentStream(visit) || !(stream instanceof PDFRawStream)) return;
    const bytes = decodeQuietly(stream, budget);
    budget -= bytes.length;
    if (!search.finds(bytes)) return;
    parent?.delete(PDFName.of(key));
    dropped.push({ kind: 'repeated_value', location: `${key} stream`, bytes: stream.getContentsSize() });
  });
  return dropped;
}

/** What is to be written, as plain objects, and what is known of the source. */
interface Draft extends VerifiedSource {
  readonly path: string;
  /** It is already as it is to be: qpdf would hold its long streams. */
  readonly isFinal: boolean;
  readonly digests: StreamDigests;
  readonly how: { readonly packed: boolean; readonly newId: boolean };
  readonly notes: Warning[];
}

function writeDraft(opened: OpenedPdf, { workDir }: SourceOptions, how: Draft['how'], notes: Warning[]): Draft {
  const path = join(workDir, `metadata-${randomUUID()}.plain.pdf`);
  const digests = digestStreams(liveStreams(opened.context));
  const isFinal = hasLongStreams(opened);
  const contentId =
    how.newId &&
    [...digests]
      .map(([digest, count]) => `${digest} ${count}`)
      .toSorted()
      .join('\n');
  savePackedFile(opened.context, path, isFinal ? { objectStreams: how.packed, contentId } : { objectStreams: false });
  return { source: opened.source, pages: { length: opened.pages.length }, path, isFinal, digests, how, notes };
}

interface Written {
  readonly path: string;
  /** What qpdf did, with its verdict. */
  readonly qpdf: { readonly qpdf_rewrite: QpdfVerdict } | { readonly qpdf_check: QpdfVerdict };
  readonly verification: PdfVerification;
}

/** The draft itself, read by qpdf beside us. */
async function verifyFinal(draft: Draft): Promise<Written> {
  const { path, notes } = draft;
  const verification = await verifyQuietly(draft, fileSource(path));
  const verdict = verification && (await checkOutline(path, verification.reopened));
  if (!verification || verdict === undefined || verdict === 'errors') throw notTheSame();
  noteUncompared(verification, notes);
  return { path, qpdf: { qpdf_check: verdict }, verification };
}

function notTheSame(): JobFailure {
  return new JobFailure('internal', { cause: new Error('the result is not the same document') });
}

/** Candidates in order: rewritten by qpdf, then written by this process; the first that is proved the same counts. */
async function rewriteVerified(draft: Draft, { workDir }: SourceOptions): Promise<Written> {
  if (draft.isFinal) return verifyFinal(draft);
  const { path: plain, how, notes } = draft;
  const stem = join(workDir, `metadata-${randomUUID()}`);
  const [byQpdf, own] = [`${stem}.qpdf.pdf`, `${stem}.pdf`];
  const objectStreams = how.packed ? 'generate' : 'disable';
  const qpdf = await rewritePdfFile(plain, byQpdf, { workDir, objectStreams, deterministicId: how.newId });
  const verified = isWritten(qpdf) ? await verifyQuietly(draft, fileSource(byQpdf)) : undefined;
  if (!verified) {
    notes.push({ code: 'rewritten_in_process', message: 'The file was written without the program qpdf.' });
    const { context } = await openResult(fileSource(plain));
    savePackedFile(context, own, { objectStreams: how.packed, contentId: how.newId });
  }
  const verification = verified ?? (await verifyQuietly(draft, fileSource(own)));
  if (!verification) throw notTheSame();
  await rm(plain);
  noteUncompared(verification, notes);
  return { path: verified ? byQpdf : own, qpdf: { qpdf_rewrite: qpdf }, verification };
}

/** Undefined when the result is not the same document. */
async function verifyQuietly(draft: Draft, result: ByteSource): Promise<PdfVerification | undefined> {
  try {
    const verification = await verifyPdf(draft, draft.digests, result);
    const { pagesBefore, pagesAfter, streamsIdentical, pages } = verification;
    const same = pagesBefore === pagesAfter && streamsIdentical;
    return same && (pages === undefined || (pages.textIdentical && pages.renderedPagesDifferent.length === 0)) ? verification : undefined;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

function noteUncompared({ pages }: PdfVerification, notes: Warning[]): void {
  if (pages) return;
  notes.push({
    code: 'pages_not_compared',
    message: 'The pages could not be drawn in time to compare them; every stream of the result was compared byte for byte instead.',
  });
}

function tellVerification(verification: PdfVerification, qpdf: Written['qpdf']): Record<string, unknown> {
  const { pagesBefore, pagesAfter, streamsIdentical, pages } = verification;
  return {
    pages_before: pagesBefore,
    pages_after: pagesAfter,
    streams_identical: streamsIdentical,
    text_identical: pages?.textIdentical ?? null,
    text_pages_compared: pages?.textPagesCompared ?? 0,
    rendered_pages_compared: pages?.renderedPagesCompared ?? 0,
    rendered_pages_different: pages?.renderedPagesDifferent ?? [],
    ...qpdf,
  };
}
