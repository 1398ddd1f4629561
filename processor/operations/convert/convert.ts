// The `convert` operation: sends a file to the code of its type, judges the result by reading it again, and reports what was done. Which pairs
// exist is in the contract's matrix; probe.ts finds whether this machine has the programs for them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ConvertibleType,
  CONVERTIBLE_TYPES,
  isOneOf,
  isReflowed,
  PICTURE_TYPES,
  type ReflowedFormat,
  refusePair,
  SHEET_TYPES,
  SLIDE_TYPES,
  TARGET_TYPES,
  WRITER_TYPES,
} from '#contract/params/conversions.ts';
import { refuseOptions } from '#contract/params/convert-options.ts';
import { DPI_DEFAULT, QUALITY_DEFAULT } from '#contract/params/convert-params.ts';
import type { OperationParams } from '#contract/operations.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import { pagePoints } from '#contract/params/print-options.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import { makeImagePdf, type PageImageType } from '../../pdf/pictures/image-pages.ts';
import { fileSource, memorySource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { likelyResolution } from '../../recognition/picture-resolution.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import { type FromPdfOptions, reflowPdf } from './from-pdf.ts';
import { judgePdf } from './judge-pdf.ts';
import { convertOffice } from './office-to-pdf.ts';
import { type OfficeTarget, writeOfficeText } from './office-to-text.ts';
import { printSource } from './print-source.ts';
import { layOutWith } from './layout/lay-out.ts';
import { normalisePdf } from './normalise-pdf.ts';
import { noSuchPages } from './print-params.ts';
import { recogniseWith } from './recognise.ts';
import { pngOfPicture } from './sources/pictures.ts';
import { convertText } from './text-to-pdf.ts';
import { writeImages } from './to-images.ts';
import { convertToPdfa, finishAsPdfa } from './to-pdfa.ts';
import type { MadePdf } from './made-pdf.ts';

/** Around a picture that is fitted into a page. */
const PICTURE_MARGIN_POINTS = 56.7;

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

async function makePdf(
  bytes: Uint8Array,
  type: Exclude<ConvertibleType, 'application/pdf'>,
  params: Params,
  context: OperationContext,
): Promise<MadePdf> {
  if (isOneOf(PICTURE_TYPES, type)) return makeFromImage(bytes, type, params, context);
  if (isOneOf(WRITER_TYPES, type) || isOneOf(SHEET_TYPES, type) || isOneOf(SLIDE_TYPES, type)) {
    return convertOffice(bytes, type, params, context);
  }
  return type === 'text/plain' ? convertText(bytes, params, context) : printSource(bytes, type, params, context);
}

async function makeFromImage(bytes: Uint8Array, type: PictureType, params: Params, context: OperationContext): Promise<MadePdf> {
  const page = params.page_size === undefined ? undefined : { ...pagePoints(params.page_size, undefined), margin: PICTURE_MARGIN_POINTS };
  const source = await readablePicture(bytes, type, context);
  const made = await makeImagePdf(source.bytes, source.type, { pagesMax: context.limits.pages, ...(page && { page }) });
  for (const warning of made.warnings) context.warn(warning);
  const images = made.pages.slice(0, 100).map(({ width, height, dpiX, dpiY, dpiKnown, orientation, unchanged }) => ({
    width,
    height,
    dpi: [round(dpiX), round(dpiY)],
    dpi_known: dpiKnown,
    orientation,
    unchanged,
  }));
  return { result: memorySource(made.bytes), report: { engine: 'own', images_in: made.pages.length, images } };
}

async function readablePicture(
  bytes: Uint8Array,
  type: PictureType,
  context: OperationContext,
): Promise<{ readonly bytes: Uint8Array; readonly type: PageImageType }> {
  if (type === 'image/jpeg' || type === 'image/png' || type === 'image/tiff') return { bytes, type };
  const { png, warnings } = await pngOfPicture(bytes, type);
  for (const warning of warnings) context.warn(warning);
  return { bytes: png, type: 'image/png' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
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
  const layOut = params.layout === 'pages' ? await layOutWith(context) : undefined;
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
  return new JobFailure('conversion_failed', { message: `The document has ${pageCount} pages; \`${name}\` names pages beyond that.` });
}

/** @throws JobFailure conversion_failed when a page does not exist; page_limit for more pages than a document may have */
function choosePages(opened: OpenedPdf, { pages }: Params, pagesMax: number): readonly number[] {
  const count = opened.pages.length;
  const chosen = resolvePages(parsePageRanges(pages ?? '1-end') ?? [], count);
  if (!chosen || chosen.length === 0) throw beyondPages('pages', count);
  if (chosen.length > pagesMax) throw new JobFailure('page_limit', { details: { pages: chosen.length, pages_max: pagesMax } });
  return chosen;
}

/** Families with the same widths as another: lines break at the same places. */
const SAME_WIDTHS: ReadonlyMap<string, string> = new Map([
  ['calibri', 'carlito'],
  ['cambria', 'caladea'],
  ['arial', 'liberationsans'],
  ['helvetica', 'liberationsans'],
  ['timesnewroman', 'liberationserif'],
  ['couriernew', 'liberationmono'],
]);

/** A family missing from the result was replaced by another, or has no text. */
function warnOfFonts(wanted: readonly string[], used: readonly string[], context: OperationContext): void {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const names = used.map(plain);
  const isThere = (family: string | undefined): boolean => family !== undefined && names.some((name) => name.startsWith(family));
  const replaced = wanted.filter((family) => !isThere(plain(family)) && !isThere(SAME_WIDTHS.get(plain(family))));
  if (replaced.length === 0) return;
  const message = `Fonts that the document names are not in the result and were replaced where text uses them: ${replaced.join(', ')}.`;
  context.warn({ code: 'fonts_replaced', message: message.slice(0, 900) });
}

/** The customer's name with another extension. */
function rename(filename: string, extension: string): string {
  return `${filename.replace(/\.[^.]{1,10}$/, '')}.${extension}`;
}
