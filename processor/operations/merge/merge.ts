// The `merge` operation: opens one file after the other, writes its pages into the result, lets it go, and has a second engine look at what was written.

import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import type { Warning } from '#contract/processor.ts';
import { addDetails, JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, type SourceOptions, sourceOptions } from '../../open-source.ts';
import { Assembly, type AssemblyOptions, type Slot } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { makeImagePdf, type PageImageType } from '../../pdf/pictures/image-pages.ts';
import type { Operation, OperationContext, SourceFile } from '../operation.ts';
import { type MergedSource, tellMerge } from './report-merge.ts';

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
  };
  using assembly = new Assembly(path, options);
  const merged: MergedSource[] = [];
  for (const [at, source] of sources.entries()) {
    merged.push(await addSource(context, assembly, { source, at, isLast: at === sources.length - 1, firstPage: pagesOf(merged) }, params));
    if (assembly.size > limits.output_bytes) throw new JobFailure('output_limit');
    progress({ percent: Math.floor(((at + 1) / sources.length) * 70), stage: 'merging' });
  }
  const assembled = assembly.finish();
  const { size } = await stat(path);
  if (size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 70, stage: 'verifying' });
  const report = await tellMerge(context, { path, bytes: size, assembled, sources: merged });
  const stem = sources[0].filename.replace(/\.[^.]*$/, '');
  return { files: [{ path, filename: `${stem}-merged.pdf`, contentType: 'application/pdf' }], report, pages: assembled.pages };
};

function pagesOf(merged: readonly MergedSource[]): number {
  return merged.reduce((sum, { pages, padded }) => sum + pages.length + (padded ? 1 : 0), 0);
}

/** The same files with the same parameters have the same identifier. */
function identify(sources: readonly SourceFile[], { files, outline, even_pages }: Params): string {
  const named = sources.map(({ sha256, filename }, at) => [sha256, files[at]?.pages ?? '', files[at]?.title ?? filename]);
  return createHash('sha256')
    .update(JSON.stringify(['merge', named, outline, even_pages]))
    .digest('hex')
    .slice(0, 32);
}

interface Adding {
  readonly source: SourceFile;
  readonly at: number;
  readonly isLast: boolean;
  /** 0-based in the result. */
  readonly firstPage: number;
}

/** When it returns, the document is no longer held. @throws JobFailure, with the position of the file */
async function addSource(context: OperationContext, assembly: Assembly, adding: Adding, params: Params): Promise<MergedSource> {
  const { source, at, isLast, firstPage } = adding;
  const place = { file: at + 1, filename: source.filename };
  const warn = (warning: Warning) => context.warn({ ...warning, message: `File ${at + 1}: ${warning.message}`.slice(0, 1000) });
  try {
    const opened = await openAsPdf(source, { ...sourceOptions(context, params), warn });
    const pages = choosePages(opened, params.files[at]?.pages);
    const padded = params.even_pages && !isLast && pages.length % 2 === 1;
    const slots: Slot[] = pages.map((pageIndex) => ({ pageIndex }));
    if (padded) slots.push({ pageIndex: pages.at(-1) ?? 0, isBlank: true });
    assembly.add(new SourceIndex(opened), { slots, title: params.files[at]?.title ?? source.filename.replace(/\.[^.]*$/, '') });
    return { filename: source.filename, origin: opened.source.file ?? opened.bytes, pages, padded, firstPage };
  } catch (error) {
    throw error instanceof JobFailure ? addDetails(error, place) : error;
  }
}

/** @throws JobFailure page_not_found */
function choosePages({ pages }: OpenedPdf, ranges: string | undefined): number[] {
  const chosen = resolvePages(parsePageRanges(ranges ?? '1-end') ?? [], pages.length);
  if (chosen) return chosen.map((page) => page - 1);
  const message = `The file has ${pages.length} pages; \`pages\` names others.`;
  throw new JobFailure('page_not_found', { message, details: { pages: pages.length } });
}

async function openAsPdf(
  source: SourceFile,
  { warn, ...options }: SourceOptions & { readonly warn: (warning: Warning) => void },
): Promise<OpenedPdf> {
  const opened = await openSource(await asPdf(source, options, warn), 'modify', options);
  for (const warning of opened.warnings) warn(warning);
  if (dropSignatures(opened) > 0) warn(SIGNATURE_REMOVED);
  return opened;
}

/** As `metadata` and `convert` have it. */
const PICTURE_BYTES_MAX = 200 * 1024 * 1024;

/** A picture becomes a page. */
async function asPdf(source: SourceFile, { workDir, pagesMax }: SourceOptions, warn: (warning: Warning) => void): Promise<ByteSource> {
  if (source.contentType === 'application/pdf') return fileSource(source.path);
  if (source.sizeBytes > PICTURE_BYTES_MAX) {
    const message = `A picture may have up to ${PICTURE_BYTES_MAX / 1024 ** 2} MiB; a PDF may have more.`;
    throw new JobFailure('unsupported_feature', { message });
  }
  const { bytes, warnings } = await makeImagePdf(await readFile(source.path), source.contentType as PageImageType, { pagesMax });
  for (const warning of warnings) warn(warning);
  const path = join(workDir, `${createHash('sha256').update(source.path).digest('hex').slice(0, 16)}.pdf`);
  await writeFile(path, bytes);
  return fileSource(path);
}
