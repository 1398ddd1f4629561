// Office documents → PDF, and texts → other formats: LibreOffice gets a copy of the document without anything that refers outside of it; the
// caller judges what it wrote.

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SHEET_TYPES, SLIDE_TYPES, WRITER_TYPES } from '#contract/params/conversions.ts';
import { marginPoints, pagePoints } from '#contract/params/print-options.ts';
import { JobFailure } from '../../../failure.ts';
import type { SafeDocument } from '../../../office/neutralise.ts';
import { makeSafeDocx } from '../../../office/safe-docx.ts';
import { makeSafeOdp, makeSafeOds, makeSafeOdt } from '../../../office/safe-odt.ts';
import { makeSafePptx } from '../../../office/safe-pptx.ts';
import { makeSafeRtf } from '../../../office/safe-rtf.ts';
import { makeSafeXlsx } from '../../../office/safe-xlsx.ts';
import type { SheetSetup } from '../../../office/sheet-setup.ts';
import { requireConverterIsolation } from '../../../sandbox/converter-isolation.ts';
import {
  convertToPdf,
  findOfficeModules,
  type ImportFilter,
  type OfficeModule,
  type OfficeRequest,
  probeLibreOffice,
} from '../../../tools/libreoffice.ts';
import type { OperationContext } from '../../operation.ts';
import { memorySource } from '../../../pdf/byte-source.ts';
import { decodeText } from './sources/decode-text.ts';
import type { MadePdf } from './made-pdf.ts';
import { makeSheet, parseCsv } from './sources/csv.ts';
import { noSuchPages, pagesNamed, type PrintParams } from './print-params.ts';

export type OfficeType = (typeof WRITER_TYPES)[number] | (typeof SHEET_TYPES)[number] | (typeof SLIDE_TYPES)[number];

interface Row {
  readonly extension: string;
  readonly importFilter: ImportFilter;
  readonly module: OfficeModule;
  readonly makeSafe: (bytes: Uint8Array, pagesMax: number, setup: SheetSetup) => SafeDocument | Promise<SafeDocument>;
}

const ROWS: Readonly<Record<OfficeType, Row>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extension: 'docx',
    importFilter: 'MS Word 2007 XML',
    module: 'writer',
    makeSafe: makeSafeDocx,
  },
  'application/vnd.oasis.opendocument.text': { extension: 'odt', importFilter: 'writer8', module: 'writer', makeSafe: makeSafeOdt },
  'application/rtf': { extension: 'rtf', importFilter: 'Rich Text Format', module: 'writer', makeSafe: makeSafeRtf },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extension: 'xlsx',
    importFilter: 'Calc MS Excel 2007 XML',
    module: 'calc',
    makeSafe: (bytes, _, setup) => makeSafeXlsx(bytes, setup),
  },
  'application/vnd.oasis.opendocument.spreadsheet': {
    extension: 'ods',
    importFilter: 'calc8',
    module: 'calc',
    makeSafe: (bytes, _, setup) => makeSafeOds(bytes, setup),
  },
  'text/csv': { extension: 'ods', importFilter: 'calc8', module: 'calc', makeSafe: (bytes, _, setup) => sheetOfCsv(bytes, setup) },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    extension: 'pptx',
    importFilter: 'Impress MS PowerPoint 2007 XML',
    module: 'impress',
    makeSafe: makeSafePptx,
  },
  'application/vnd.oasis.opendocument.presentation': {
    extension: 'odp',
    importFilter: 'impress8',
    module: 'impress',
    makeSafe: makeSafeOdp,
  },
};

/** It holds nothing but what is written here. */
function sheetOfCsv(bytes: Uint8Array, setup: SheetSetup): SafeDocument {
  const { rows } = parseCsv(decodeText(bytes).text);
  const wordsIn = rows.reduce((sum, row) => sum + row.reduce((words, cell) => words + (cell.match(/\S+/g)?.length ?? 0), 0), 0);
  if (wordsIn === 0) throw new JobFailure('empty_file');
  return { bytes: makeSheet({ rows }, setup), removed: new Map(), imagesIn: 0, wordsIn, fonts: [] };
}

function sheetSetup({ page_size, landscape, margins, scale }: PrintParams): SheetSetup {
  return {
    ...(page_size !== undefined && { page: pagePoints(page_size, landscape) }),
    ...(landscape !== undefined && { landscape }),
    ...(margins !== undefined && { margins: marginPoints(margins) }),
    ...(scale !== undefined && { scale }),
  };
}

/** The job's own limit ends the whole process; this one ends only LibreOffice, and earlier. */
const TIME_MS_MAX = 90_000;
const TIME_SHARE = 0.75;

const REMOVED: Readonly<Record<string, string>> = {
  external_resource: 'The document refers to files or addresses outside of it; they were not read:',
  unsafe_link: 'Links that lead to files or programs were removed:',
  field: 'Fields that would read files, run programs or reveal where a file is show their last text:',
  picture: 'Pictures that are not valid pictures, or of a kind that can refer to other files, were removed:',
  embedded_object: 'Embedded objects were removed; their preview pictures stay where there are any:',
  embedded_document: 'Documents inside the document were removed:',
  script: 'Macros and scripts were removed:',
  formula: 'Formulas that would read files, ask servers or programs, or that are not known to be harmless, were removed:',
};

/** @throws JobFailure of the format's reader; unsupported_feature without LibreOffice; timeout, conversion_failed, output_limit */
export async function convertOffice(bytes: Uint8Array, type: OfficeType, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const { result, safe, version } = await writeOffice(bytes, type, { ...exportOptions(params), setup: sheetSetup(params) }, context);
  const { wordsIn, imagesIn, fonts } = safe;
  return {
    result: memorySource(result),
    report: { engine: 'libreoffice', engine_version: version, ...(wordsIn !== undefined && { words_in: wordsIn }), images_in: imagesIn },
    fontsAskedFor: fonts,
    ...(params.page_ranges !== undefined && { pagesMin: pagesNamed(params.page_ranges) }),
  };
}

interface WriteOptions extends Pick<OfficeRequest, 'format' | 'tagged' | 'outline' | 'pageRanges'> {
  readonly setup?: SheetSetup;
}

interface WrittenOffice {
  readonly result: Uint8Array;
  readonly safe: SafeDocument;
  readonly version: string;
}

/** @throws as convertOffice */
export async function writeOffice(
  bytes: Uint8Array,
  type: OfficeType,
  { setup = {}, ...options }: WriteOptions,
  context: OperationContext,
): Promise<WrittenOffice> {
  await requireConverterIsolation();
  const version = await probeLibreOffice();
  const { extension, importFilter, module, makeSafe } = ROWS[type];
  if (version === undefined || !(await findOfficeModules()).includes(module)) throw missingProgram(module);
  const safe = await makeSafe(bytes, context.limits.pages, setup);
  for (const [kind, number] of safe.removed) context.warn({ code: `${kind}_removed`, message: `${REMOVED[kind] ?? kind} ${number}.` });
  context.progress({ percent: 20, stage: 'converting' });
  const source = join(context.workDir, `document.${extension}`);
  const resultDir = join(context.workDir, 'libreoffice');
  await mkdir(resultDir);
  await writeFile(source, safe.bytes);
  return { result: await runLibreOffice(source, { importFilter, ...options }, resultDir, context), safe, version };
}

function exportOptions({ tagged, outline, page_ranges }: PrintParams): Pick<OfficeRequest, 'tagged' | 'outline' | 'pageRanges'> {
  return { tagged: tagged ?? true, outline: outline ?? true, ...(page_ranges !== undefined && { pageRanges: page_ranges }) };
}

/** @throws JobFailure timeout, conversion_failed, unsupported_feature, output_limit */
export async function runLibreOffice(
  source: string,
  filters: Pick<OfficeRequest, 'importFilter' | 'format' | 'tagged' | 'outline' | 'pageRanges'>,
  resultDir: string,
  context: OperationContext,
): Promise<Uint8Array> {
  const timeMsMax = Math.min(TIME_MS_MAX, context.limits.processing_ms * TIME_SHARE);
  const { account = '', workDir } = context;
  const outcome = await convertToPdf({ account, workDir, source, ...filters, resultDir, timeMsMax });
  switch (outcome.kind) {
    case 'written':
      if ((await stat(outcome.path)).size > context.limits.output_bytes) throw new JobFailure('output_limit');
      return readFile(outcome.path);
    case 'timed_out':
      throw new JobFailure('timeout');
    case 'missing':
      throw missingProgram('writer');
    case 'no_output':
      if (filters.pageRanges !== undefined) throw noSuchPages();
      throw new JobFailure('conversion_failed', { cause: new Error(outcome.kind) });
    case 'ended':
      throw new JobFailure('conversion_failed', { cause: new Error(outcome.kind) });
  }
}

function missingProgram(module: OfficeModule): JobFailure {
  const name = `LibreOffice ${module[0]?.toUpperCase()}${module.slice(1)}`;
  return new JobFailure('unsupported_feature', { message: `This conversion needs ${name}, which is not installed here.` });
}
