// The `split` operation: finds where the document is divided, writes each part from the opened source, and has a second engine look at what was written.

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SPLIT_FILES_MAX } from '#contract/params/split-params.ts';
import { ZipFile } from '../../archive/zip-file.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, sourceOptions } from '../../open-source.ts';
import { Assembly, type Assembled, type AssemblyOptions, versionOf } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { DigestSink } from '../../pdf/byte-sink.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import type { Operation, OperationContext, OperationResult } from '../operation.ts';
import { type PlannedPart, planParts } from './plan-parts.ts';
import { tellSplit, type WrittenPart } from './report-split.ts';

type OptionsOf = (part: PlannedPart, isFirst: boolean) => AssemblyOptions;

export const handleSplit: Operation<'split'> = async (context, [source], params) => {
  const { progress } = context;
  const opened = await openSource(fileSource(source.path), 'modify', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  if (dropSignatures(opened) > 0) context.warn(SIGNATURE_REMOVED);
  const index = new SourceIndex(opened);
  const [pages, objectStreams, version] = [opened.pages.length, readPdfaPart(opened) !== 1, versionOf(opened)];
  const optionsOf: OptionsOf = ({ pageIndexes }, isFirst) => ({
    version,
    objectStreams,
    identity: identify(source.sha256, pageIndexes),
    outline: 'keep',
    isMerged: false,
    withAttachments: isFirst,
  });
  const parts = await planParts(index, params, {
    fit: (from) => fitPages(index, from, params.by_size_bytes ?? Infinity, optionsOf),
    tell: (done) => progress({ percent: Math.floor((done / pages) * 30), stage: 'reading', pages_done: done, pages_total: pages }),
  });
  refuseTooMany(parts.length, params.output);
  const written = await writeParts(context, index, parts, optionsOf);
  progress({ percent: 70, stage: 'verifying' });
  const report = await tellSplit(context, index, written);
  const stem = source.filename.replace(/\.[^.]*$/, '');
  return { files: await giveFiles(context, written, stem, params.output), report, pages };
};

/** The same pages of the same bytes have the same identifier. */
function identify(sha256: string, pageIndexes: readonly number[]): string {
  return createHash('sha256')
    .update(`split ${sha256} ${pageIndexes.join(' ')}`)
    .digest('hex')
    .slice(0, 32);
}

const ZIPPED_PARTS_MAX = 20_000;

function refuseTooMany(count: number, output: 'files' | 'zip'): void {
  const partsMax = output === 'files' ? SPLIT_FILES_MAX : ZIPPED_PARTS_MAX;
  if (count <= partsMax) return;
  const message = `The document would become ${count} files; ${output === 'files' ? `at most ${partsMax} are given as files, more with \`output: "zip"\`` : `a ZIP holds at most ${partsMax}`}.`;
  throw new JobFailure('output_limit', { message, details: { results: count, results_max: partsMax } });
}

async function writeParts(
  { workDir, limits, progress }: OperationContext,
  index: SourceIndex,
  parts: readonly PlannedPart[],
  optionsOf: OptionsOf,
): Promise<WrittenPart[]> {
  const written: WrittenPart[] = [];
  let bytes = 0;
  for (const [at, part] of parts.entries()) {
    const path = join(workDir, `part-${at + 1}.pdf`);
    const assembled = assemble(path, index, part, optionsOf(part, at === 0));
    const { size } = await stat(path);
    bytes += size;
    if (bytes > limits.output_bytes) throw new JobFailure('output_limit');
    written.push({ path, part, assembled, bytes: size });
    progress({ percent: 30 + Math.floor((at / parts.length) * 40), stage: 'writing' });
  }
  return written;
}

function assemble(target: string | DigestSink, index: SourceIndex, { pageIndexes }: PlannedPart, options: AssemblyOptions): Assembled {
  using assembly = new Assembly(target, options);
  assembly.add(index, { slots: pageIndexes.map((pageIndex) => ({ pageIndex })) });
  return assembly.finish();
}

/** How many pages from one on a file of so many bytes holds: each size is that of the file as it would be written. */
function fitPages(index: SourceIndex, from: number, bytesMax: number, optionsOf: OptionsOf): number {
  const sizeOf = (count: number): number => {
    const sink = new DigestSink('');
    const part = { pageIndexes: Array.from({ length: count }, (_, offset) => from + offset) };
    assemble(sink, index, part, optionsOf(part, from === 0));
    return sink.size;
  };
  const left = index.opened.pages.length - from;
  let fits = 0;
  let tooMany = left + 1;
  for (let count = 1; fits + 1 < tooMany;) {
    if (sizeOf(count) <= bytesMax) fits = count;
    else tooMany = count;
    count = tooMany > left ? Math.min(2 * fits, left) : Math.floor((fits + tooMany) / 2);
  }
  return fits;
}

async function giveFiles(
  { workDir, limits }: OperationContext,
  written: readonly WrittenPart[],
  stem: string,
  output: 'files' | 'zip',
): Promise<OperationResult['files']> {
  const digits = String(written.length).length;
  const named = written.map(({ path }, at) => ({ path, filename: `${stem}-${String(at + 1).padStart(digits, '0')}.pdf` }));
  if (output === 'files') return named.map((file) => ({ ...file, contentType: 'application/pdf' }));
  const path = join(workDir, 'parts.zip');
  using zip = new ZipFile(path, limits.output_bytes);
  for (const file of named) zip.storeFrom(file.filename, fileSource(file.path));
  zip.end();
  return [{ path, filename: `${stem}.zip`, contentType: 'application/zip' }];
}
