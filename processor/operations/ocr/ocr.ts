// The `ocr` operation: finds the pages that need it, reads them with the available engine, and writes the requested outputs. A page that cannot be
// read is reported and does not affect the others; the job fails only when no page could be processed.

import { open as openFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import { makeImagePdf, type PageImageType } from '../../pdf/pictures/image-pages.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { openPdf } from '../../pdf/open.ts';
import { makePdfa } from '../../pdf/pdfa/make-pdfa.ts';
import type { PageSurvey } from '../../pdf/pdfium/compare/survey-text.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import type { OcrEngineChoice } from '../../recognition/engine.ts';
import { prepareLayer } from './add-layer.ts';
import { judgePage, selectPages, surveyPages } from '../../recognition/choose-pages.ts';
import { LayerCodes } from './glyphless-font.ts';
import { uprightToUserSpace } from '../../recognition/page-raster.ts';
import { textOfSurvey } from '../../recognition/page-text.ts';
import { likelyResolution } from '../../recognition/picture-resolution.ts';
import { languageMismatch, likelyLanguage } from '../../recognition/language-scripts.ts';
import { type PageReading, readPages, refuseUnread, requireLanguages } from '../../recognition/read-pages.ts';
import { type PageRow, reportPages } from '../../recognition/report-pages.ts';
import { showPage } from '../../recognition/shown-page.ts';
import { outputWriter } from './write-outputs.ts';
import { type PageLayer, type WriteOptions, writeSearchablePdf } from './write-pdf.ts';

type Params = OperationParams<'ocr'>;

const PERCENT = { surveyed: 5, read: 90 } as const;

export const handleOcr: Operation<'ocr'> = async (context, [source], params) => {
  const startedAt = performance.now();
  const choice = context.settings?.ocrEngine ?? 'auto';
  const installed = await requireLanguages(choice, params.languages);
  const work = await surveySource(source, params, context);
  const total = work.selected.length;
  const sink = work.isText ? await openTextSink(work, `${installed.engine} ${installed.version}`) : new LayerSink();
  const { rows, mismatch } = await readInto(sink, work, choice, startedAt);
  if (mismatch) context.warn(languageMismatch(mismatch.page, mismatch.writing, likelyLanguage(mismatch.writing, installed.languages)));
  context.progress({ percent: PERCENT.read, stage: 'writing', pages_done: total, pages_total: total });
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
    pages: total,
  };
};

/** Opens the source and examines the requested pages. */
async function surveySource(source: SourceFile, params: Params, context: OperationContext): Promise<PageWork> {
  const opened = await openDocument(source, params, context);
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
  return { opened, surveys, selected, params, context, pdfa, isText };
}

/**
 * Reads the pages that need it, and passes each requested page to the sink, in order.
 * @throws JobFailure when no page could be processed
 */
async function readInto(sink: Sink, work: PageWork, choice: OcrEngineChoice, startedAt: number): Promise<ReadRows> {
  const { opened, surveys, selected, params, context } = work;
  const needs = new Map(selected.map((index) => [index, judgePage(surveys.get(index), params.mode)] as const));
  const rows: PageRow[] = [];
  const failures: unknown[] = [];
  let mismatch: ReadRows['mismatch'];
  const reads = readPages({
    opened,
    surveys,
    pageIndexes: selected.filter((index) => needs.get(index) === 'read'),
    languages: params.languages,
    choice,
    readsShown: params.mode === 'force',
    startedAt,
    workDir: context.workDir,
    jobMemoryBytesMax: context.settings?.jobMemoryBytesMax,
    limits: context.limits,
    warn: context.warn,
    onProgress: (done, total) =>
      context.progress({
        percent: PERCENT.surveyed + ((PERCENT.read - PERCENT.surveyed) * done) / total,
        stage: 'recognising',
        pages_done: done,
        pages_total: total,
      }),
  });
  for (const index of selected) {
    const read = needs.get(index) === 'read' ? (await reads.next()).value : undefined;
    const made = read ?? takeOwn(work, index, needs.get(index) === 'skip');
    if (made.row.status === 'timeout' || made.row.status === 'error') failures.push(made.cause);
    const writing = made.otherScript ?? made.otherLanguage;
    if (writing !== undefined) mismatch ??= { page: made.row.page, writing };
    rows.push(made.row);
    await sink.add(made, index);
  }
  await reads.next();
  refuseUnread(rows, failures);
  return { rows, mismatch };
}

interface ReadRows {
  readonly rows: readonly PageRow[];
  /** The first page that is written in another script, or language, than the languages. */
  readonly mismatch: { readonly page: number; readonly writing: string } | undefined;
}

interface PageWork {
  readonly opened: OpenedPdf;
  readonly surveys: ReadonlyMap<number, PageSurvey>;
  /** 0-based, in order. */
  readonly selected: readonly number[];
  readonly params: Params;
  readonly context: OperationContext;
  /** How the document was changed before its pages were read. */
  readonly pdfa: WriteOptions['pdfa'];
  /** The result is text. */
  readonly isText: boolean;
}

/**
 * Before any page is read, so that a document that cannot conform costs nothing; the layers are added to a conforming document.
 * @throws JobFailure unsupported_feature
 */
async function prepareForPdfa(opened: OpenedPdf, { mode }: Params, context: OperationContext): Promise<WriteOptions['pdfa']> {
  try {
    const { warnings, substituted } = await makePdfa(opened);
    for (const warning of warnings) context.warn(warning);
    return { hasSubstitutes: substituted.length > 0 };
  } catch (error) {
    // Fonts of an earlier layer are removed with it; the finished file is judged again.
    if (mode === 'skip_text' || !isAboutFonts(error)) throw error;
    return { hasSubstitutes: false };
  }
}

function isAboutFonts(error: unknown): boolean {
  if (!(error instanceof JobFailure) || error.refused?.kind !== 'archive') return false;
  return error.refused.reasons.every(({ clause }) => clause.includes('6.2.11'));
}

async function openDocument(source: SourceFile, params: Params, context: OperationContext): Promise<OpenedPdf> {
  if (source.contentType !== 'application/pdf') {
    const bytes = await readFile(source.path);
    const made = await makeImagePdf(bytes, source.contentType as PageImageType, {
      pagesMax: context.limits.pages,
      resolutionOf: likelyResolution,
    });
    for (const warning of made.warnings) context.warn(warning);
    return openPdf(made.bytes, { needs: 'read', pagesMax: context.limits.pages });
  }
  const opened = await openSource(fileSource(source.path), isPdf(params.output_format) ? 'modify' : 'read', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  return opened;
}

function takeOwn({ opened, surveys }: PageWork, index: number, isSkipped: boolean): PageReading {
  const survey = surveys.get(index);
  const shown = opened.pages[index];
  const text = survey && shown ? textOfSurvey(survey, showPage(shown)) : undefined;
  const status = isSkipped ? 'skipped_text' : 'blank';
  return { row: { page: index + 1, status, confidence: null, rotation: 0, words: 0, ms: 0 }, ...(text && { text }) };
}

interface Finished {
  readonly files: OperationResult['files'];
  readonly verification?: Record<string, unknown>;
}

interface Sink {
  readonly add: (made: PageReading, pageIndex: number) => Promise<void> | void;
  readonly finish: (work: PageWork, source: SourceFile) => Promise<Finished>;
}

/** Keeps the PDF part of each page, compressed. */
class LayerSink implements Sink {
  readonly #codes = new LayerCodes();
  readonly #layers: PageLayer[] = [];

  add({ row, text, raster, isTextTwice = false }: PageReading, pageIndex: number): void {
    if (row.status !== 'ocr' || !text || !raster) return;
    const layer = prepareLayer(text.recognised, uprightToUserSpace(raster, text.recognised.rotation), this.#codes);
    if (layer) this.#layers.push({ pageIndex, layer, hidesText: isTextTwice });
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
