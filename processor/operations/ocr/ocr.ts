// The `ocr` operation: finds the pages that need it, reads them with the engine at hand, and writes what was asked for. A page that cannot be
// read is told in the report and costs nothing but itself; the job fails only when no page could be processed.

import { open as openFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../failure.ts';
import type { Resolution } from '../../images/resolution.ts';
import { makeImagePdf, type PageImageType } from '../../pdf/image-pages.ts';
import { openPdf, type OpenedPdf } from '../../pdf/open.ts';
import { makePdfa } from '../../pdf/pdfa/make-pdfa.ts';
import type { PageSurvey } from '../../pdf/survey-text.ts';
import { rewritePdf } from '../../tools/qpdf.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import { prepareLayer } from './add-layer.ts';
import { judgePage, selectPages, STAMP_CHARACTERS_MAX, surveyPages } from './choose-pages.ts';
import { listOcrLanguages, openOcrEngine } from './engine.ts';
import { LayerCodes } from './glyphless-font.ts';
import { PageNotDrawn, type PageRaster, PageRasters, uprightToUserSpace } from './page-raster.ts';
import { countWords, type PageText, textOfRaster, textOfSurvey } from './page-text.ts';
import { leaveOutShown } from './leave-out-shown.ts';
import { type PageRead, recognisePages } from './recognise-pages.ts';
import { type PageRow, reportPages } from './report.ts';
import { showPage } from './shown-page.ts';
import { outputWriter } from './write-outputs.ts';
import { type PageLayer, type WriteOptions, writeSearchablePdf } from './write-pdf.ts';

type Params = OperationParams<'ocr'>;

const PAGE_MS_MAX = 120_000;
/** Of the job's time, for what comes after reading. */
const TIME_KEPT = 0.1;
const PERCENT = { surveyed: 5, read: 90 } as const;

/** The job's time does not reach for this page any more. */
class NoTimeLeft extends Error {
  override readonly name = 'NoTimeLeft';
}

export const handleOcr: Operation<'ocr'> = async (context, [source], params) => {
  const startedAt = performance.now();
  const choice = context.settings?.ocrEngine ?? 'auto';
  const installed = await listOcrLanguages(choice);
  const missing = params.languages.filter((code) => !installed.languages.includes(code));
  if (missing.length > 0) throw new JobFailure('language_unavailable', { details: { missing, available: installed.languages } });
  const opened = await openSource(source, params, context);
  const selected = selectPages(params.pages, opened.pages.length);
  const isText = !isPdf(params.output_format);
  const pdfa = params.output_format === 'pdfa' ? await prepareForPdfa(opened, params, context) : undefined;
  const surveys = await surveyPages(opened, selected, isText, (done) =>
    context.progress({
      percent: (PERCENT.surveyed * done) / selected.length,
      stage: 'analysing',
      pages_done: 0,
      pages_total: selected.length,
    }),
  );
  const work: PageWork = { opened, surveys, selected, params, context, startedAt, pdfa };
  const needs = new Map(selected.map((index) => [index, judgePage(surveys.get(index), params.mode)] as const));
  const toRead = selected.filter((index) => needs.get(index) === 'read');
  const sink = isText ? await openTextSink(work, `${installed.engine} ${installed.version}`) : new LayerSink();
  const rows: PageRow[] = [];
  const failures: unknown[] = [];

  {
    const reads = toRead.length > 0 ? readPages(work, toRead, choice) : undefined;
    for (const index of selected) {
      const read = needs.get(index) === 'read' ? (await reads?.next())?.value : undefined;
      const made = read ? takeReading(work, read) : takeOwn(work, index, needs.get(index) === 'skip');
      if (read && (read.outcome.status === 'timeout' || read.outcome.status === 'error')) failures.push(read.outcome.cause);
      rows.push(made.row);
      await sink.add(made, index);
    }
    await reads?.next();
  }
  refuseNothing(rows, failures);
  context.progress({ percent: PERCENT.read, stage: 'writing', pages_done: selected.length, pages_total: selected.length });
  const { files, verification } = await sink.finish(work, source);
  return {
    files,
    report: {
      engine: { name: installed.engine, version: installed.version },
      languages: params.languages,
      mode: params.mode,
      output_format: params.output_format,
      ...reportPages(rows),
      ...(verification && { verification }),
    },
    pages: selected.length,
  };
};

interface PageWork {
  readonly opened: OpenedPdf;
  readonly surveys: ReadonlyMap<number, PageSurvey>;
  /** 0-based, in order. */
  readonly selected: readonly number[];
  readonly params: Params;
  readonly context: OperationContext;
  readonly startedAt: number;
  /** What the document became before its pages were read. */
  readonly pdfa: WriteOptions['pdfa'];
}

/**
 * Before any page is read, so that what cannot conform costs nothing; the layers are added to what conforms already.
 * @throws JobFailure unsupported_feature
 */
async function prepareForPdfa(opened: OpenedPdf, { mode }: Params, context: OperationContext): Promise<WriteOptions['pdfa']> {
  try {
    const { warnings, substituted } = await makePdfa(opened);
    for (const warning of warnings) context.warn(warning);
    return { hasSubstitutes: substituted.length > 0 };
  } catch (error) {
    // Fonts of an earlier layer go with it; the finished file is judged again.
    if (mode === 'skip_text' || !isAboutFonts(error)) throw error;
    return { hasSubstitutes: false };
  }
}

function isAboutFonts(error: unknown): boolean {
  const reasons = error instanceof JobFailure && error.reason === 'unsupported_feature' ? error.details?.['reasons'] : undefined;
  return Array.isArray(reasons) && reasons.every(({ clause }: { readonly clause: string }) => clause.includes('6.2.11'));
}

async function openSource(source: SourceFile, params: Params, context: OperationContext): Promise<OpenedPdf> {
  const bytes = await readFile(source.path);
  if (source.contentType !== 'application/pdf') {
    const made = await makeImagePdf(bytes, source.contentType as PageImageType, { pagesMax: context.limits.pages, resolutionOf });
    for (const warning of made.warnings) context.warn(warning);
    return openPdf(made.bytes, { needs: 'read', pagesMax: context.limits.pages });
  }
  const opened = await openPdf(bytes, {
    needs: isPdf(params.output_format) ? 'modify' : 'read',
    pagesMax: context.limits.pages,
    password: params.password,
    strict: params.strict,
    onSignature: params.on_signature,
    repair: async (damaged, own) =>
      (await rewritePdf(damaged, { workDir: context.workDir, ...(own === undefined ? {} : { password: own }) })).bytes,
  });
  for (const warning of opened.warnings) context.warn(warning);
  return opened;
}

const SCREEN_DPI_MAX = 99;
const SIDE_INCHES_MAX = 17;
const A4_SIDE_INCHES = 11.69;

/** Cameras and programs write 72 or 96 dpi, or nothing, whatever the picture is: a page wider than A3 at such a resolution is taken for A4. */
function resolutionOf(width: number, height: number, said: Resolution | undefined): Resolution | undefined {
  const dpi = Math.max(said?.dpiX ?? 0, said?.dpiY ?? 0) || SCREEN_DPI_MAX;
  const side = Math.max(width, height);
  if (dpi > SCREEN_DPI_MAX || side / dpi <= SIDE_INCHES_MAX) return said;
  const likely = Math.round(side / A4_SIDE_INCHES);
  return { dpiX: likely, dpiY: likely };
}

async function* readPages(
  { opened, params, context, startedAt }: PageWork,
  indexes: readonly number[],
  choice: Parameters<typeof listOcrLanguages>[0],
): AsyncGenerator<PageRead<PageRaster>> {
  const timeMs = context.limits.processing_ms;
  const pageTimeMs = Math.min(PAGE_MS_MAX, timeMs / 3);
  const lastStart = startedAt + timeMs * (1 - TIME_KEPT) - pageTimeMs;
  context.progress({ percent: PERCENT.surveyed, stage: 'recognising', pages_done: 0, pages_total: indexes.length });
  await using engine = await openOcrEngine({ choice, workDir: context.workDir });
  await using rasters = new PageRasters(opened);
  const pages = indexes.map((pageIndex) => ({
    pageIndex,
    weight: rasters.weightOf(pageIndex),
    raster: () => (performance.now() > lastStart ? Promise.reject(new NoTimeLeft()) : rasters.rasterOf(pageIndex)),
  }));
  yield* recognisePages(engine, pages, {
    languages: params.languages,
    pageTimeMs,
    onProgress: (done, total) =>
      context.progress({
        percent: PERCENT.surveyed + ((PERCENT.read - PERCENT.surveyed) * done) / total,
        stage: 'recognising',
        pages_done: done,
        pages_total: total,
      }),
  });
}

interface MadePage {
  readonly row: PageRow;
  readonly text: PageText | undefined;
  readonly raster: Omit<PageRaster, 'pixels'> | undefined;
}

function takeReading({ opened, surveys, params, context }: PageWork, { pageIndex, outcome, raster }: PageRead<PageRaster>): MadePage {
  const page = pageIndex + 1;
  const shown = opened.pages[pageIndex];
  if (!('page' in outcome) || !raster || !shown) {
    const isLate = outcome.status === 'timeout' || (outcome.status === 'error' && outcome.cause instanceof NoTimeLeft);
    context.warn({
      code: isLate ? 'page_timeout' : 'page_not_read',
      message: isLate ? 'The page could not be read in time; it is as it was.' : 'The page could not be read; it is as it was.',
      page,
    });
    return {
      row: { page, status: isLate ? 'timeout' : 'error', confidence: null, rotation: 0, words: 0, ms: 0 },
      text: undefined,
      raster: undefined,
    };
  }
  const survey = surveys.get(pageIndex);
  const hasStamp = params.mode !== 'force' && survey !== undefined && survey.visible > 0 && survey.visible <= STAMP_CHARACTERS_MAX;
  const toUserSpace = uprightToUserSpace(raster, outcome.page.rotation);
  const recognised = hasStamp && survey.unmapped === 0 ? leaveOutShown(outcome.page, survey, toUserSpace) : outcome.page;
  const words = countWords(recognised);
  const { confidence, rotation, ms } = recognised;
  return {
    row: {
      page,
      status: words > 0 ? 'ocr' : 'blank',
      confidence: confidence === undefined || words === 0 ? null : Math.round(confidence * 10) / 10,
      rotation,
      words,
      ms: Math.round(ms),
    },
    text: textOfRaster(recognised, raster, showPage(shown)),
    raster,
  };
}

function takeOwn({ opened, surveys }: PageWork, index: number, isSkipped: boolean): MadePage {
  const survey = surveys.get(index);
  const shown = opened.pages[index];
  const text = survey && shown ? textOfSurvey(survey, showPage(shown)) : undefined;
  const status = isSkipped ? 'skipped_text' : 'blank';
  return { row: { page: index + 1, status, confidence: null, rotation: 0, words: 0, ms: 0 }, text, raster: undefined };
}

/** @throws JobFailure when there were pages to process and none could be */
function refuseNothing(rows: readonly PageRow[], failures: readonly unknown[]): void {
  if (rows.some(({ status }) => status !== 'timeout' && status !== 'error')) return;
  if (rows.some(({ status }) => status === 'timeout')) throw new JobFailure('timeout', { message: 'No page could be read in time.' });
  const [cause] = failures;
  if (failures.every((failure) => failure instanceof PageNotDrawn))
    throw new JobFailure('corrupt_file', { message: 'No page can be drawn.', cause });
  throw new JobFailure('internal', { cause });
}

interface Finished {
  readonly files: OperationResult['files'];
  readonly verification?: Record<string, unknown>;
}

interface Sink {
  readonly add: (made: MadePage, pageIndex: number) => Promise<void> | void;
  readonly finish: (work: PageWork, source: SourceFile) => Promise<Finished>;
}

/** Keeps of each page what goes into the PDF, compressed. */
class LayerSink implements Sink {
  readonly #codes = new LayerCodes();
  readonly #layers: PageLayer[] = [];

  add({ row, text, raster }: MadePage, pageIndex: number): void {
    if (row.status !== 'ocr' || !text || !raster) return;
    const layer = prepareLayer(text.recognised, uprightToUserSpace(raster, text.recognised.rotation), this.#codes);
    if (layer) this.#layers.push({ pageIndex, layer });
  }

  async finish({ opened, params, context, pdfa }: PageWork, source: SourceFile): Promise<Finished> {
    const { path, verification, notes } = await writeSearchablePdf(opened, this.#layers, this.#codes, {
      workDir: context.workDir,
      outputBytesMax: context.limits.output_bytes,
      replace: params.mode !== 'skip_text',
      pdfa,
    });
    for (const note of notes) context.warn(note);
    return { files: [{ path, filename: rename(source.filename, 'pdf'), contentType: 'application/pdf' }], verification };
  }
}

async function openTextSink({ params, context }: PageWork, engine: string): Promise<Sink> {
  const format = isPdf(params.output_format) ? 'txt' : params.output_format;
  const writer = outputWriter(format, { engine, languages: params.languages });
  const path = join(context.workDir, 'ocr-result.txt');
  const file = await openFile(path, 'w');
  let [size, pages] = [0, 0];
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size > context.limits.output_bytes) throw new JobFailure('output_limit');
    await file.writeFile(bytes);
  };
  await write(writer.head);
  return {
    add: ({ row, text }) => write(writer.page(row, text, pages++ === 0)),
    finish: async (_, source) => {
      await write(writer.tail);
      await file.close();
      return { files: [{ path, filename: rename(source.filename, writer.extension), contentType: writer.contentType }] };
    },
  };
}

function isPdf(format: Params['output_format']): format is 'searchable_pdf' | 'pdfa' {
  return format === 'searchable_pdf' || format === 'pdfa';
}

/** The customer's name with another extension. */
function rename(filename: string, extension: string): string {
  return `${filename.replace(/\.[^.]{1,10}$/, '')}.${extension}`;
}
