// The `convert` operation: sends a file to the code of its type, judges the result by reading it again, and reports what was done. Which pairs
// exist is in the contract's matrix; probe.ts finds whether this machine has the programs for them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ConvertibleType,
  CONVERTIBLE_TYPES,
  isOneOf,
  isReflowed,
  type PICTURE_TYPES,
  type ReflowedFormat,
  refusePair,
  TARGET_TYPES,
  WRITER_TYPES,
} from '#contract/params/conversions.ts';
import { refuseOptions } from '#contract/params/convert-options.ts';
import { DPI_DEFAULT, QUALITY_DEFAULT } from '#contract/params/convert-params.ts';
import type { OperationParams } from '#contract/operations.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import { makeImagePdf } from '../../pdf/pictures/image-pages.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { likelyResolution } from '../../recognition/picture-resolution.ts';
import { warmLibreOffice } from '../../tools/libreoffice.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import { type FromPdfOptions, reflowPdf } from './from-pdf.ts';
import { judgePdf } from './to-pdf/judge-pdf.ts';
import { makePdf, readablePicture } from './to-pdf/make-pdf.ts';
import { warnOfFonts } from './to-pdf/warn-of-fonts.ts';
import { type OfficeTarget, writeOfficeText } from './office-to-text.ts';
import { LAID_OUT_PAGES_MAX } from './layout/fit-document.ts';
import { layOutWith } from './layout/lay-out.ts';
import { normalisePdf } from './normalise-pdf.ts';
import { noSuchPages } from './to-pdf/print-params.ts';
import { recogniseWith } from './recognise.ts';
import { writeImages } from './to-images.ts';
import { convertToPdfa, finishAsPdfa } from './to-pdfa.ts';
import type { MadePdf } from './to-pdf/made-pdf.ts';

type Params = OperationParams<'convert'>;
type PictureType = (typeof PICTURE_TYPES)[number];
type TimedContext = OperationContext & { readonly startedAt: number };

export const handleConvert: Operation<'convert'> = async (context, [source], params) => {
  const startedAt = performance.now();
  const impossible =
    refusePair(source.contentType, params.target_format) ?? refuseOptions(source.contentType, params.target_format, params)?.message;
  if (impossible !== undefined) throw new JobFailure('unsupported_feature', { message: impossible });
  if (!isConvertible(source.contentType)) throw new JobFailure('unsupported_feature');
  context.progress({ percent: 0, stage: 'reading' });
  if (source.contentType === 'application/pdf') return convertPdf(source, params, { ...context, startedAt });
  const bytes = await readFile(source.path);
  if (bytes.length === 0) throw new JobFailure('empty_file');
  if (isOneOf(WRITER_TYPES, source.contentType) && params.target_format !== 'pdf') return rewriteOffice(bytes, source, params, context);
  if (isReflowed(params.target_format)) return readPicture(bytes, source, params.target_format, params, { ...context, startedAt });
  const made = await makePdf(bytes, source.contentType, params, context);
  return finishPdf(params.pdfa === undefined ? made : await finishAsPdfa(made, context), source, context);
};

function isConvertible(type: string): type is ConvertibleType {
  return (CONVERTIBLE_TYPES as readonly string[]).includes(type);
}

async function finishPdf(made: MadePdf, source: SourceFile, context: OperationContext): Promise<OperationResult> {
  const { result } = made;
  if (result.size > context.limits.output_bytes) throw new JobFailure('output_limit');
  context.progress({ percent: 90, stage: 'verifying' });
  const path = result.file?.path ?? join(context.workDir, 'convert-result.pdf');
  if (!result.file) await writeFile(path, result.read(0, result.size));
  const verification = await judgePdf(path, context);
  if (verification.pages < (made.pagesMin ?? 0)) throw noSuchPages();
  warnOfFonts(made.fontsAskedFor ?? [], verification.fonts, context);
  return {
    files: [{ path, filename: rename(source.filename, 'pdf'), contentType: TARGET_TYPES.pdf }],
    report: { source_type: source.contentType, target_format: 'pdf', ...made.report, verification },
    pages: verification.pages,
  };
}

async function convertPdf(source: SourceFile, params: Params, context: TimedContext): Promise<OperationResult> {
  const target = params.target_format;
  const opened = await openSource(fileSource(source.path), target === 'pdf' ? 'modify' : 'read', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  switch (target) {
    case 'pdf':
      return finishPdf(
        params.pdfa === undefined ? await normalisePdf(opened, context) : await convertToPdfa(opened, context),
        source,
        context,
      );
    case 'docx':
    case 'html':
    case 'txt':
    case 'md':
    case 'json':
    case 'xlsx':
    case 'csv':
      return writeReflowed(opened, target, source, params, context);
    case 'jpg':
    case 'png': {
      const pageNumbers = choosePages(opened, params, context.limits.pages);
      const options = { format: target, dpi: params.dpi ?? DPI_DEFAULT, quality: params.quality ?? QUALITY_DEFAULT, pageNumbers };
      const written = await writeImages(opened, options, context);
      const isZip = written.kind === 'zip';
      return {
        files: [
          {
            path: written.path,
            filename: rename(source.filename, isZip ? 'zip' : target),
            contentType: isZip ? 'application/zip' : TARGET_TYPES[target],
          },
        ],
        report: { source_type: source.contentType, target_format: target, ...written.report },
        pages: pageNumbers.length,
      };
    }
  }
}

/** A text document in another format, by the program that opens it. */
async function rewriteOffice(bytes: Uint8Array, source: SourceFile, params: Params, context: OperationContext): Promise<OperationResult> {
  const target = params.target_format as OfficeTarget;
  const { result, report } = await writeOfficeText(bytes, source.contentType as (typeof WRITER_TYPES)[number], target, context);
  const path = join(context.workDir, `convert-result.${target}`);
  await writeFile(path, result);
  return {
    files: [{ path, filename: rename(source.filename, target), contentType: TARGET_TYPES[target] }],
    report: { source_type: source.contentType, target_format: target, ...report },
  };
}

/** A picture gets its text only by recognition. */
async function readPicture(
  bytes: Uint8Array,
  source: SourceFile,
  target: ReflowedFormat,
  params: Params,
  context: TimedContext,
): Promise<OperationResult> {
  const picture = await readablePicture(bytes, source.contentType as PictureType, context);
  const made = await makeImagePdf(picture.bytes, picture.type, { pagesMax: context.limits.pages, resolutionOf: likelyResolution });
  for (const warning of made.warnings) context.warn(warning);
  const opened = await openPdf(made.bytes, { needs: 'read', pagesMax: context.limits.pages });
  return writeReflowed(opened, target, source, { ...params, ocr: params.ocr !== false }, context);
}

async function writeReflowed(
  opened: OpenedPdf,
  target: ReflowedFormat,
  source: SourceFile,
  params: Params,
  context: TimedContext,
): Promise<OperationResult> {
  const pages = choosePages(opened, params, context.limits.pages);
  const recognise = recogniseWith(context, params, context.startedAt);
  const layOut = target === 'docx' && params.layout !== 'flow' ? await findLayOut(pages, context) : undefined;
  const made = await reflowPdf(opened, target, { pages, recognise, layOut, ...optionsOf(params, opened.pages.length) }, context);
  for (const warning of made.warnings) context.warn(warning);
  return {
    files: [
      {
        path: made.path,
        filename: rename(source.filename, made.isZip ? 'zip' : target),
        contentType: made.isZip ? 'application/zip' : TARGET_TYPES[target],
      },
    ],
    report: { source_type: source.contentType, target_format: target, engine: 'own', content: made.counts, ...made.evidence },
    pages: made.evidence.pages,
  };
}

/** How what is written is laid out, to be compared with its source. Undefined where nothing here does that. */
async function findLayOut(pages: readonly number[], context: OperationContext): Promise<FromPdfOptions['layOut']> {
  const layOut = await layOutWith(context);
  if (!layOut)
    context.warn({ code: 'layout_not_checked', message: 'No program that lays out documents is installed here: all of the text flows.' });
  else if (pages.length <= LAID_OUT_PAGES_MAX) warmLibreOffice(context);
  return layOut;
}

function optionsOf(params: Params, pageCount: number): FromPdfOptions {
  const { layout, keep_running, page_marks, block_ids, pictures = 'none', tables, table } = params;
  const { pages, areas } = tables ?? {};
  const chosen = pages === undefined ? undefined : resolvePages(parsePageRanges(pages) ?? [], pageCount);
  if (pages !== undefined && !chosen) throw beyondPages('tables.pages', pageCount);
  return {
    layout: layout === true,
    keepRunning: keep_running ?? false,
    pageMarks: page_marks ?? false,
    blockIds: block_ids ?? false,
    pictures,
    tables: { ...(chosen && { pages: new Set(chosen) }), ...(areas && { areas }) },
    table,
  };
}

function beyondPages(name: string, pageCount: number): JobFailure {
  return new JobFailure('page_out_of_range', { message: `The document has ${pageCount} pages; \`${name}\` names pages beyond that.` });
}

/** @throws JobFailure page_out_of_range; page_limit for more pages than a document may have */
function choosePages(opened: OpenedPdf, { pages }: Params, pagesMax: number): readonly number[] {
  const count = opened.pages.length;
  const chosen = resolvePages(parsePageRanges(pages ?? '1-end') ?? [], count);
  if (!chosen || chosen.length === 0) throw beyondPages('pages', count);
  if (chosen.length > pagesMax) throw new JobFailure('page_limit', { details: { pages: chosen.length, pages_max: pagesMax } });
  return chosen;
}

/** The customer's name with another extension. */
function rename(filename: string, extension: string): string {
  return `${filename.replace(/\.[^.]{1,10}$/, '')}.${extension}`;
}
