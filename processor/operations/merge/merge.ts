// The `merge` operation: opens one file after the other, writes its pages into the result, lets it go, and has a second engine look at what was written.

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import type { Warning } from '#contract/processor.ts';
import { addDetails, JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, sourceOptions } from '../../open-source.ts';
import { Assembly, type AssemblyOptions, type Slot } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import type { OpenedPdf, PdfPage } from '../../pdf/opened.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import type { Operation, OperationContext, SourceFile } from '../operation.ts';
import { asPdf } from './as-pdf.ts';
import { type MergedSource, tellMerge } from './report-merge.ts';
import { TableOfContents } from './table-of-contents.ts';

type Params = OperationParams<'merge'>;

const OUTLINES = { keep: 'keep', file_names: 'titles', none: 'none' } as const;

export const handleMerge: Operation<'merge'> = async (context, sources, params) => {
  const { workDir, limits, progress } = context;
  const path = join(workDir, 'merged.pdf');
  const options: AssemblyOptions = {
    version: '1.7',
    objectStreams: true,
    identity: identify(sources, params),
    outline: OUTLINES[params.outline],
    isMerged: true,
    withAttachments: true,
    ...(params.collate === 'none' ? {} : { mixed: sources.length }),
  };
  using assembly = new Assembly(path, options);
  const merged: AddedSource[] = [];
  const toc = params.toc ? new TableOfContents(context, assembly, sources, params) : undefined;
  const reserve = (page: PdfPage | undefined) => toc?.reserve(page) ?? Promise.resolve(0);
  for (const [at, source] of sources.entries()) {
    const pagesBefore = pagesUpTo(merged.at(-1));
    merged.push(await addSource(context, assembly, { source, at, isLast: at === sources.length - 1, pagesBefore, reserve }, params));
    if (assembly.size > limits.output_bytes) throw new JobFailure('output_limit');
    progress({ percent: Math.floor(((at + 1) / sources.length) * 70), stage: 'merging' });
  }
  const contents = await toc?.write(merged);
  const assembled = assembly.finish();
  const { size } = await stat(path);
  if (size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 70, stage: 'verifying' });
  const report = await tellMerge(context, {
    path,
    bytes: size,
    assembled,
    sources: params.collate === 'none' ? merged : tellMixed(context, merged),
    ...(contents ? { contents } : {}),
  });
  const stem = sources[0].filename.replace(/\.[^.]*$/, '');
  return { files: [{ path, filename: `${stem}-merged.pdf`, contentType: 'application/pdf' }], report, pages: assembled.pages };
};

/** @returns how many pages there are with it */
function pagesUpTo(merged: MergedSource | undefined): number | undefined {
  return merged && merged.firstPage + merged.pages.length + (merged.padded ? 1 : 0);
}

function titleOf({ filename }: SourceFile, at: number, { files }: Params): string {
  return files[at]?.title ?? filename.replace(/\.[^.]*$/, '');
}

/** The same files with the same parameters have the same identifier. */
function identify(sources: readonly SourceFile[], { files, outline, even_pages, collate, toc, toc_title }: Params): string {
  const named = sources.map(({ sha256, filename }, at) => [sha256, files[at]?.pages ?? '', files[at]?.title ?? filename]);
  return createHash('sha256')
    .update(JSON.stringify(['merge', named, outline, even_pages, ...(toc ? [toc_title] : []), ...(collate === 'none' ? [] : [collate])]))
    .digest('hex')
    .slice(0, 32);
}

interface Adding {
  readonly source: SourceFile;
  readonly at: number;
  readonly isLast: boolean;
  /** In the result; undefined before the first file. */
  readonly pagesBefore: number | undefined;
  /** Keeps room for what comes before the first file, by the size of its page. @returns how many pages that is */
  readonly reserve: (page: PdfPage | undefined) => Promise<number>;
}

interface AddedSource extends MergedSource {
  /** Its first page. */
  readonly object: number | undefined;
}

/** When it returns, the document is no longer held. @throws JobFailure, with the position of the file */
async function addSource(context: OperationContext, assembly: Assembly, adding: Adding, params: Params): Promise<AddedSource> {
  const { source, at, isLast } = adding;
  const place = { file: at + 1, filename: source.filename };
  const warn = (warning: Warning) => context.warn({ ...warning, message: `File ${at + 1}: ${warning.message}`.slice(0, 1000) });
  try {
    const opened = await openAsPdf(source, at, params, { ...context, warn, progress: () => {} });
    const chosen = choosePages(opened, params.files[at]?.pages);
    const pages = params.collate === 'alternate_reverse' && at > 0 ? chosen.toReversed() : chosen;
    const firstPage = adding.pagesBefore ?? (await adding.reserve(opened.pages[pages[0] ?? 0]));
    const padded = params.even_pages && !isLast && pages.length % 2 === 1;
    const slots: Slot[] = pages.map((pageIndex) => ({ pageIndex }));
    if (padded) slots.push({ pageIndex: pages.at(-1) ?? 0, isBlank: true });
    const object = assembly.add(new SourceIndex(opened), { slots, title: titleOf(source, at, params) });
    return { filename: source.filename, origin: opened.source.file ?? opened.bytes, pages, padded, firstPage, object };
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    const { message, details } = addDetails(error, place);
    throw new JobFailure(error.reason, {
      message: `File ${at + 1} (${source.filename.slice(0, 100)}): ${message}`,
      cause: error.cause,
      ...(details ? { details } : {}),
    });
  }
}

/** @returns the files with the places of their pages, a page of each in turn */
function tellMixed(context: OperationContext, merged: readonly AddedSource[]): readonly MergedSource[] {
  const counts = merged.map(({ pages }) => pages.length);
  if (new Set(counts).size > 1)
    context.warn({
      code: 'collated_unevenly',
      message: `The files have ${counts.slice(0, 10).join(', ')}${counts.length > 10 ? ' …' : ''} pages; those that have none beside them come at the end.`,
    });
  const placeOf = (file: number, round: number): number =>
    counts.reduce((sum, count, other) => sum + Math.min(count, other < file ? round + 1 : round), 0);
  return merged.map((source, file) => {
    const places = source.pages.map((_, round) => placeOf(file, round));
    return { ...source, places, firstPage: placeOf(file, 0) };
  });
}

/** @throws JobFailure page_out_of_range */
function choosePages({ pages }: OpenedPdf, ranges: string | undefined): number[] {
  const chosen = resolvePages(parsePageRanges(ranges ?? '1-end') ?? [], pages.length);
  if (chosen) return chosen.map((page) => page - 1);
  const message = `The file has ${pages.length} pages; \`pages\` names others.`;
  throw new JobFailure('page_out_of_range', { message, details: { pages: pages.length } });
}

async function openAsPdf(source: SourceFile, at: number, params: Params, context: OperationContext): Promise<OpenedPdf> {
  const opened = await openSource(await asPdf(source, at, context), 'modify', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  if (dropSignatures(opened) > 0) context.warn(SIGNATURE_REMOVED);
  return opened;
}
